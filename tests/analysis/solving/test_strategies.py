"""Strategies return probabilities of the legal actions, and read nothing but information states."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from schwimmen.analysis.solving.public_tree.tree import Decisions, PublicTree
from schwimmen.analysis.solving.round_tree import information_state_key
from schwimmen.analysis.solving.strategies import (
    TabularStrategy,
    blueprint_strategy,
    level_strategy,
    uniform_strategy,
)
from schwimmen.players import GreedyPlayer
from schwimmen.players.blueprint.infoset_key import infoset_key
from schwimmen.players.blueprint.policy import blueprint_or_greedy
from schwimmen.players.blueprint.policy_table import (
    ABSENT,
    NO_BLUEPRINT,
    POLICY_BITS,
    find_policy,
    fingerprint,
    home_index,
)
from schwimmen.players.greedy import keep_threshold
from schwimmen.rules import Round, RuleSet, SchwimmenError, bits_of, mask_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import rules_array

SMALL: dict[str, Any] = {"three_of_a_kind": False, "fire": False, "max_players": 2}
CHOICE = RuleSet.study("AC KC 9C KS AS 8S", hand_size=2, turn_cap=1, **SMALL)
DUTCH = RuleSet.study("AC KC 9C 8C KS", "dutch", hand_size=1, turn_cap=3, **SMALL)


def grown(rules: RuleSet) -> list[Decisions]:
    tree = PublicTree(rules, dealer=1)
    tree.expand()
    return [tree.decisions(seat) for seat in range(2)]


@pytest.mark.parametrize("rules", [CHOICE, DUTCH], ids=str)
def test_decisions_are_those_of_rounds_without_hidden_cards(rules: RuleSet) -> None:
    by_seat = grown(rules)
    rows = [level_strategy(rules, "greedy")(decisions) for decisions in by_seat]
    places = [dict(zip(one.keys.tolist(), range(len(one.keys)), strict=True)) for one in by_seat]
    chance, greedy = Random(1), GreedyPlayer()
    for _ in range(60):
        round_ = Round(rules, 2, chance.sample(rules.cards, len(rules.cards)), dealer=1)
        while (seat := round_.to_act) is not None:
            decisions = by_seat[seat]
            place = places[seat][information_state_key(round_)]
            state = round_.arrays[1][0]
            assert decisions.hands[place] == state.hands[seat]
            at = np.searchsorted(np.cumsum(decisions.sizes), place, side="right")
            assert decisions.legal[at] == mask_of(round_.legal_numbers)
            seen = decisions.rounds[decisions.places[at]]
            for name in ("table", "shown", "last_turns", "turns", "passes", "closed", "to_act"):
                assert seen[name] == state[name]
            assert (seen.known == state.known).all()
            assert (seen.turns_of == state.turns_of).all()
            assert [hand for hand in seen.hands.tolist() if hand] == [
                int(state.hands[other]) for other in bits_of(state.shown)
            ]
            assert seen.extra == 0
            begin = int(decisions.actions[:place].sum())
            probabilities = rows[seat][begin : begin + len(round_.legal_numbers)]
            chosen = round_.legal_actions[int(probabilities.argmax())]
            assert sorted(probabilities.tolist())[-2:] == [0, 1]
            assert chosen == greedy.choose(round_.view(seat))
            round_.play(chance.choice(round_.legal_numbers))


def test_a_tabular_strategy_is_uniform_in_unknown_information_states() -> None:
    decisions = grown(CHOICE)[0]
    actions = decisions.actions
    keys = decisions.keys.tolist()
    known = {key: np.eye(size)[0] for key, size in zip(keys[::2], actions[::2], strict=True)}
    rows = np.split(TabularStrategy.of(known)(decisions), np.cumsum(actions)[:-1])
    for key, row in zip(keys, rows, strict=True):
        assert row == pytest.approx(known.get(key, np.full(len(row), 1 / len(row))))
    assert (TabularStrategy.of({})(decisions) == uniform_strategy(decisions)).all()
    foreign = TabularStrategy.of({max(keys) + 1: [1.0]})
    assert (foreign(decisions) == uniform_strategy(decisions)).all()


def test_invalid_strategies_are_refused() -> None:
    decisions = grown(CHOICE)[0]
    with pytest.raises(SchwimmenError, match="another number of actions than are legal"):
        TabularStrategy.of({int(decisions.keys[0]): [1.0]})(decisions)
    with pytest.raises(SchwimmenError, match='unknown level "gredy": it is one of random, greedy'):
        level_strategy(CHOICE, "gredy")


def slots_with(rules: RuleSet, decisions: Decisions, chance: Random) -> NDArray[np.uint64]:
    """Return a blueprint with two actions for about half of a seat's information sets."""
    slots = np.zeros(1 << 12, np.uint64)
    place = 0
    for position, size in zip(decisions.places, decisions.sizes, strict=True):
        state = decisions.rounds[position : position + 1].copy()[0]
        for hand in decisions.hands[place : place + size]:
            state.hands[state.to_act] = hand
            key = np.uint64(infoset_key(rules_array(rules)[0], state)[0])
            if chance.random() < 0.5 and find_policy(slots, key) == ABSENT:
                home = home_index(key, len(slots))
                while slots[home]:
                    home = (home + 1) % len(slots)
                play = chance.randrange(4) | chance.randrange(8) << 5 | chance.randrange(64) << 15
                slots[home] = np.uint64(fingerprint(key) << POLICY_BITS | play)
        place += size
    return slots


def test_a_blueprint_is_played_with_its_probabilities() -> None:
    decisions = grown(CHOICE)[0]
    slots = slots_with(CHOICE, decisions, Random(3))
    probabilities = np.split(
        blueprint_strategy(CHOICE, slots)(decisions), np.cumsum(decisions.actions)[:-1]
    )
    rules = rules_array(CHOICE)[0]
    keep, numbers, games, place, mixed = keep_threshold(CHOICE), new_rng(1), 400, 0, 0
    for position, size, legal in zip(
        decisions.places, decisions.sizes, decisions.legal.tolist(), strict=True
    ):
        state = decisions.rounds[position : position + 1].copy()[0]
        actions = [action for action in range(64) if legal >> action & 1]
        for hand, likely in zip(
            decisions.hands[place : place + size], probabilities[place : place + size], strict=True
        ):
            state.hands[state.to_act] = hand
            assert likely.sum() == pytest.approx(1)
            if place % 3 == 0:
                played = [
                    blueprint_or_greedy(rules, state, legal, slots, keep, numbers)
                    for _ in range(games)
                ]
                often = np.array([played.count(action) for action in actions]) / games
                assert often == pytest.approx(likely, abs=0.13)
                mixed += likely.max() < 0.9
            place += 1
    assert mixed > 3


def test_an_empty_blueprint_is_greedy_play() -> None:
    for decisions in grown(CHOICE):
        greedy = level_strategy(CHOICE, "greedy")(decisions)
        rows = np.repeat(np.arange(len(decisions.keys)), decisions.actions)
        state = np.repeat(np.arange(len(decisions.places)), decisions.sizes)
        last = decisions.rounds["last_turns"][decisions.places][state][rows] != 0
        assert (blueprint_strategy(CHOICE, NO_BLUEPRINT)(decisions) == greedy)[~last].all()
