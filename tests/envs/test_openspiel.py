"""The OpenSpiel game agrees with ``Round`` and ``Match`` and passes OpenSpiel's checks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from schwimmen.envs.openspiel import NAME, REDUCED_GAMES
from schwimmen.rules import Card, Round, bits_of, card_names, cards_of
from tests.effort import count

from .openspiel_states import game_of, played

RENEWING = "dealer_choice:no pass:no renew:yes talon_short:recycle"
KINDS: list[dict[str, Any]] = [
    {},
    {"preset": "pagat", "players": 8},
    {"preset": "app-a9", "players": 6, "dealer": 2},
    {"preset": "gamerules", "players": 2, "options": "dealt_penalty:harsh closer_penalty:yes"},
    {"preset": "dutch", "players": 4},
    {"preset": "choy", "players": 2, "options": "max_players:2"},
    {"preset": "choy", "players": 10, "options": "recycle:in_order special:ends"},
    {"players": 2, "options": "replace_789:yes talon_short:keep close_from_turn:4"},
    {"players": 6, "preset": "app-a9", "options": f"{RENEWING} max_players:6 close_from_turn:3"},
    {
        "players": 2,
        "pack": "7C 8C 9C AC 7S 8S 9S AS 7H 8H 9H 7D 8D 9D",
        "options": "replace_789:yes talon_short:recycle close_from_turn:9",
    },
    {"players": 3, "options": "pack:A6 losers:all_but_best tie_suit:no closer_penalty:yes"},
    {"players": 3, "options": "closer_tie:closer_safe tie_suit:no"},
    *REDUCED_GAMES.values(),
]
MATCHES: list[dict[str, Any]] = [
    {"episode": "match"},
    {"preset": "dutch", "players": 2, "episode": "match", "options": "lives:1"},
    {"preset": "gamerules", "players": 3, "episode": "match", "options": "lives:1"},
    {"preset": "choy", "players": 3, "episode": "match", "options": "rounds:2"},
    {"players": 2, "episode": "match", "options": "lives:1 losers:all_but_best tie_suit:no"},
]


@pytest.mark.parametrize("kind", KINDS + MATCHES, ids=str)
def test_the_suite_of_openspiel(kind: dict[str, Any]) -> None:
    pyspiel.random_sim_test(game_of(kind), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[5], *MATCHES], ids=str)
def test_the_suite_of_openspiel_with_sampled_chance(kind: dict[str, Any]) -> None:
    game = game_of(kind | {"chance": "sampled", "rng_seed": 5})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_states_agree_with_rounds(kind: dict[str, Any]) -> None:
    game = game_of(kind | {"redeal": "no"})
    for seed in range(count(12)):
        for state, round_ in both(game, Random(seed)):
            assert state.current_player() == (-4 if round_.over else round_.to_act)
            assert state.legal_actions() == list(round_.legal_numbers)
            names = [state.action_to_string(action) for action in state.legal_actions()]
            assert names == list(round_.legal_actions)
            for seat in range(round_.players):
                view = round_.view(seat)
                seen = dict(
                    part.split(" ", 1) for part in state.observation_string(seat).split("; ")
                )
                assert seen["hand"] == view.hand_names
                assert seen["table"] == view.table_names
                assert seen["aside"] == card_names(sorted(view.aside))
                assert seen["talon"] == str(view.talon)
        result = round_.result
        assert result is not None
        won = result.points or [-lost for lost in result.lost or () if lost is not None]
        unit = 10 * round_.rules.hand_size + 1 if result.points else 1
        others = [(sum(won) - own) / (len(won) - 1) for own in won]
        assert state.returns() == pytest.approx(
            [(own - other) / unit for own, other in zip(won, others, strict=True)]
        )
        assert max(map(abs, state.returns())) <= game.max_utility()


def both(game: Any, chance: Random) -> Iterator[tuple[Any, Round]]:
    """Yield a random round as state and as ``Round``, at each decision and at the end."""
    rules, players = game.config.rules, game.num_players()
    order = chance.sample(rules.cards, len(rules.cards))
    round_ = Round(rules, players, order, game.config.dealer)
    state = game.new_initial_state()
    while True:
        if round_.needs_shuffle:
            order = chance.sample(round_.aside, len(round_.aside))
            round_.recycle(order)
        draw(state, order)
        yield state, round_
        if round_.over:
            return
        names = dict(zip(round_.legal_actions, round_.legal_numbers, strict=True))
        action = chance.choice(round_.legal_numbers)
        if chance.random() < 0.5:  # else new table cards are rare
            action = names.get("renew", names.get("pass", action))
        state.apply_action(action)
        round_.play(action)


def draw(state: Any, order: Sequence[Card]) -> None:
    """Let chance draw cards by an order of the pack until a player is to act."""
    while state.is_chance_node():
        at = state.position
        drawn = order[at.known : at.known + len(at.drawn) + at.to_draw]
        state.apply_action(min(set(drawn) - set(at.drawn)))


@pytest.mark.parametrize("kind", KINDS[8:10], ids=str)
def test_the_talon_is_recycled_card_by_card(kind: dict[str, Any]) -> None:
    game, chance = game_of(kind), Random(3)
    most = 0
    for _ in range(20):
        *_, (state, round_) = both(game, chance)
        assert state.information_state_string(0).count("recycled") == len(round_.shuffles)
        most = max(most, len(round_.shuffles))
    assert most > 0


class Tree:
    """Full tree of a game: all decision nodes and all terminal nodes."""

    def __init__(self, game: Any) -> None:
        self.decisions: list[Any] = []
        self.ends: list[Any] = []
        self.probability = 0.0
        self._walk(game.new_initial_state(), 1.0)

    def _walk(self, state: Any, probability: float) -> None:
        if state.is_terminal():
            self.ends.append(state)
            self.probability += probability
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [outcome for outcome, _ in outcomes] == state.legal_actions()
            for outcome, share in outcomes:
                self._walk(state.child(outcome), probability * share)
        else:
            self.decisions.append(state)
            for action in state.legal_actions():
                self._walk(state.child(action), probability / len(state.legal_actions()))


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(game_of(REDUCED_GAMES["one-card"] | {"pack": "KC 9C 8C KS"}))


def test_the_probabilities_of_all_terminal_nodes_add_up_to_1(tree: Tree) -> None:
    assert tree.probability == pytest.approx(1)
    assert all(sum(end.returns()) == 0 for end in tree.ends)


def test_text_and_tensor_distinguish_the_same_information_states(tree: Tree) -> None:
    for scene_text, tensor_of in (
        ("information_state_string", "information_state_tensor"),
        ("observation_string", "observation_tensor"),
    ):
        texts: dict[str, bytes] = {}
        tensors: dict[bytes, str] = {}
        for state in tree.decisions:
            text = getattr(state, scene_text)()
            tensor = np.array(getattr(state, tensor_of)()).tobytes()
            assert texts.setdefault(text, tensor) == tensor
            assert tensors.setdefault(tensor, text) == text


def test_information_states_have_perfect_recall(tree: Tree) -> None:
    """All histories of an information state have the same earlier states and actions."""
    recalled: dict[str, list[tuple[str, int]]] = {}
    for state in tree.decisions:
        seat = state.current_player()
        before = []
        at = state.get_game().new_initial_state()
        for step in state.history():
            if at.current_player() == seat:
                before.append((at.information_state_string(), step))
            at.apply_action(step)
        assert recalled.setdefault(state.information_state_string(), before) == before


@pytest.mark.parametrize("seed", range(6))
def test_unseen_cards_do_not_change_an_information_state(seed: int) -> None:
    game, chance, seat = game_of({"options": "special:none fire_penalty:lowest"}), Random(seed), 1
    order = chance.sample(game.config.rules.cards, 32)
    hidden = [place for place in range(32) if place // 3 not in (seat, 3)]  # 3: table cards
    cards = chance.sample([order[place] for place in hidden], len(hidden))
    other = list(order)
    for place, card in zip(hidden, cards, strict=True):
        other[place] = card
    seen = []
    for pack in (order, other):
        state = game.new_initial_state()
        draw(state, pack)
        state.apply_action(game.config.take_action - 1)  # keep
        for action in (20, 20):  # pass
            state.apply_action(action)
        seen.append(
            (
                state.information_state_string(seat),
                state.information_state_tensor(seat),
                state.observation_string(seat),
                state.observation_tensor(seat),
            )
        )
        assert str(state) != seen[0][0]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("chance", ["cards", "sampled"])
@pytest.mark.parametrize("kind", [KINDS[0], KINDS[8], MATCHES[1]], ids=str)
def test_a_state_can_be_serialized(kind: dict[str, Any], chance: str) -> None:
    game = game_of(kind | {"chance": chance})
    for steps in range(0, 40, 4):
        state = played(game, 7, steps)
        for again in (
            game.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
            copy.deepcopy(state),
            state.clone(),
        ):
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.legal_actions() == state.legal_actions()


def test_a_clone_is_independent() -> None:
    state = played(game_of({}), 1, 15)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert str(state) == before != str(clone)


def test_sampled_chance_follows_the_seed() -> None:
    kind = {"chance": "sampled", "preset": "choy", "episode": "match", "options": "rounds:3"}
    first, second = (played(game_of(kind | {"rng_seed": 5}), 1) for _ in range(2))
    assert str(first) == str(second)
    assert str(played(game_of(kind | {"rng_seed": 6}), 1)) != str(first)
    assert str(played(game_of(kind), 1)) != str(played(game_of(kind), 1))


def test_a_serialized_game_continues_its_random_generator() -> None:
    game = game_of({"chance": "sampled", "rng_seed": 5})
    played(game, 1)
    again = pickle.loads(pickle.dumps(game))
    assert again.config == game.config
    assert str(played(again, 2)) == str(played(game, 2))


@pytest.mark.parametrize("kind", MATCHES, ids=str)
def test_a_match_is_played_to_its_end_with_perfect_recall(kind: dict[str, Any]) -> None:
    state = played(game_of(kind), 3)
    rounds = int(state.position.matches["rounds"][0])
    assert rounds > 1
    for seat in range(state.num_players()):
        lines = state.information_state_string(seat).splitlines()
        assert len(lines) == rounds
        assert all("dealer" in line for line in lines)
        assert f"round {rounds}" in state.observation_string(seat)
    winners = bits_of(state.position.matches["winners"][0])
    assert [seat for seat, won in enumerate(state.returns()) if won > 0] == list(winners)
    with pytest.raises(ValueError, match="a match has no tensor of its information states"):
        state.information_state_tensor(0)


def observed(state: Any, **kind: Any) -> Any:
    observation = make_observation(state.get_game(), pyspiel.IIGObservationType(**kind))
    observation.set_from(state, 0)
    return observation


@pytest.mark.parametrize("recall", [False, True])
def test_observations_have_the_requested_fields(recall: bool) -> None:
    state = played(game_of({}), 1, 14)
    none, single, every = (
        pyspiel.PrivateInfoType.NONE,
        pyspiel.PrivateInfoType.SINGLE_PLAYER,
        pyspiel.PrivateInfoType.ALL_PLAYERS,
    )
    hand = card_names(cards_of(state.position.rounds["hands"][0, 0]))
    table = card_names(cards_of(state.position.rounds["table"][0]))
    observations = {
        (public, private): observed(
            state, perfect_recall=recall, public_info=public, private_info=private
        )
        for public in (False, True)
        for private in (none, single, every)
    }
    for (public, private), observation in observations.items():
        parts, text = set(observation.dict), observation.string_from(state, 0)
        assert ("table" in parts) == public == (table in text)
        assert ("hand" in parts) == (private == single)
        if not (recall and public and private == single):  # which the information implies
            assert (hand in text) == (private != none)
        assert ("hands" in parts) == (private == every)
        assert ("dealt" in parts) == (recall and private == single)
        assert ("history" in parts) == (recall and public)
        assert sum(part.size for part in observation.dict.values()) == observation.tensor.size
        assert abs(observation.tensor).max() <= 1
    hands = observations[False, every].dict["hands"]
    assert hands.sum(axis=1).tolist() == [3, 3, 3]
    assert card_names(np.flatnonzero(hands[0])) == hand


def test_the_history_tensor_has_all_decisions() -> None:
    game = game_of({"options": "dealer_choice:no special:none fire_penalty:lowest"})
    state = game.new_initial_state()
    draw(state, game.config.rules.cards)
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    for action in (0, 20):
        state.apply_action(action)
    observer.set_from(state, 2)
    first, second, *later = observer.dict["history"]
    assert np.flatnonzero(first).tolist()[:2] == [0, 3]  # seat 0 exchanges
    assert np.flatnonzero(second).tolist()[:2] == [1, 3 + 4]  # seat 1 passes
    cards = first[3 + 9 :].reshape(3, 52)
    given, taken, table = (card_names(np.flatnonzero(part)) for part in cards)
    assert f"{given}x{taken}" in state.observation_string(2) + str(state)
    assert given in table
    assert not second[3 + 9 :].reshape(3, 52)[:2].any()
    assert not np.any(later)


def test_a_player_out_of_turn_has_no_legal_actions() -> None:
    state = played(game_of({}), 1, 13)
    idle = {0, 1, 2} - {state.current_player()}
    assert all(state.legal_actions(player) == [] for player in idle)
    assert state.legal_actions(state.current_player()) == state.legal_actions()
    assert sum(state.legal_actions_mask()) == len(state.legal_actions())


def test_the_game_is_registered() -> None:
    assert NAME in pyspiel.registered_names()
    assert pyspiel.load_game(str(game_of({"players": 4, "options": "lives:5 pass:no"})))
