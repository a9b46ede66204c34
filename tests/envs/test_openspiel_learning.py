"""The game works with OpenSpiel's learners and searches: redeals, resampling, tensors."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.legal import CLOSE, PASS
from tests.effort import count

from .openspiel_states import game_of, played

SPECIAL = {"players": 2, "pack": "AC KC QC 9S 8S 7S 9H 8H 7H"}
"""Small game in which one deal in fourteen ends the round at once."""


@pytest.mark.parametrize("chance", ["cards", "sampled"])
def test_an_openspiel_environment_begins_with_a_decision(chance: str) -> None:
    """One in fifty deals to three players ends the round (R12)."""
    env = rl_environment.Environment(game_of({"chance": chance, "rng_seed": 1}))
    env.seed(1)
    for _ in range(count(750 if chance == "cards" else 2_000)):
        step = env.reset()
        assert not step.last()
        assert step.observations["legal_actions"][step.current_player()]


@pytest.mark.parametrize(
    ("kind", "again"),
    [
        ({}, True),
        (SPECIAL, False),
        (SPECIAL | {"redeal": "yes"}, True),
        ({"redeal": "no"}, False),
        ({"redeal": "no", "chance": "sampled", "rng_seed": 1}, False),
        ({"episode": "match", "options": "lives:1 last_chance:none", "players": 2}, True),
        ({"preset": "dutch", "players": 2, "episode": "match", "options": "lives:1"}, True),
    ],
    ids=str,
)
def test_a_deal_that_ends_the_episode_is_dealt_again_with_redeal(
    kind: dict[str, Any], again: bool
) -> None:
    game, random = game_of(kind), Random(4)
    begun: Counter[bool] = Counter()
    redealt = 0
    for _ in range(300):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        begun[state.is_terminal()] += 1
        usual = 1 if game.config.sampled else game.config.rules.hand_size * (game.num_players() + 1)
        redealt += len(state.history()) > usual
        assert len(state.history()) <= game.max_chance_nodes_in_history()
    assert begun[False]
    assert (begun[True] == 0) == again
    assert (redealt > 0) == again or kind.get("preset") == "dutch"


@pytest.mark.parametrize(
    "kind",
    [
        {},
        {"chance": "sampled"},
        {"players": 2, "preset": "dutch", "episode": "match"},
        {"preset": "choy", "players": 3, "episode": "match", "options": "rounds:3"},
        {"preset": "choy", "players": 10, "options": "special:ends"},
        {"preset": "choy", "players": 10, "chance": "sampled"},
        {"preset": "choy", "players": 10, "options": "recycle:in_order"},
        {"players": 6, "preset": "app-a9", "options": "talon_short:recycle replace_789:yes"},
        SPECIAL,
    ],
    ids=str,
)
def test_a_resampled_state_has_the_same_information_state(kind: dict[str, Any]) -> None:
    game, random = game_of(kind), Random(6)
    others = 0
    for decisions in range(12):
        state = decided(game, random, decisions)
        if state.is_terminal():
            continue
        for player in range(game.num_players()):
            again = state.resample_from_infostate(player, random.random)
            assert again.information_state_string(player) == state.information_state_string(player)
            assert again.observation_string(player) == state.observation_string(player)
            assert again.current_player() == state.current_player()
            if player == state.current_player():
                assert again.legal_actions() == state.legal_actions()
            assert len(again.history()) > 0
            if not game.config.sampled:
                assert str(game.deserialize_state(again.serialize())) == str(again)
            others += str(again) != str(state)
            played_on = again.clone()
            while not played_on.is_terminal() and random.random() < 0.9:
                played_on.apply_action(random.choice(played_on.legal_actions()))
    assert others


def decided(game: Any, random: Random, decisions: int) -> Any:
    """Return a state after a number of random decisions, or at the end if that comes first."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() >= 0:
            if decisions == 0:
                break
            decisions -= 1
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_only_decision_nodes_can_be_resampled() -> None:
    game = game_of({})
    for state in (game.new_initial_state(), played(game, 1)):
        with pytest.raises(pyspiel.SpielError, match="in which a player is to act"):
            state.resample_from_infostate(0, lambda: 0.5)


@pytest.mark.parametrize("chance", ["cards", "sampled"])
def test_openspiels_ismcts_plays_the_game(chance: str) -> None:
    game = game_of({"players": 2, "chance": chance, "rng_seed": 2})
    state, random = played(game, 5, 0), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 30, random_state=random)
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=shares)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(int(action))
            decisions += 1
    assert decisions


def test_the_summary_tensor_has_the_actions_of_all_players() -> None:
    perfect, summary = game_of({}), game_of({"memory": "summary"})
    assert perfect.information_state_tensor_size() == 25771
    assert summary.information_state_tensor_size() == 742
    kinds = {"options": "dealer_choice:no special:none fire_penalty:lowest", "memory": "summary"}
    game = game_of(kinds)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = [int(hand) for hand in state.position.rounds["hands"][0, :3]]
    state.apply_action(0)  # seat 0 exchanges the first cards
    state.apply_action(20)  # seat 1 passes
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    observer.set_from(state, 2)
    did, gave, took = (observer.dict[name] for name in ("did", "gave", "took"))
    assert did.shape == (3, 9)
    assert gave.shape == took.shape == (3, NUMBER_OF_CARDS)
    assert not did[0].any()  # the observer, seat 2
    assert did[1].argmax() == 0  # seat 0, an exchange
    assert did[2].argmax() == PASS  # seat 1
    now = int(state.position.rounds["hands"][0, 0])
    assert 1 << int(gave[1].argmax()) == before[0] & ~now
    assert 1 << int(took[1].argmax()) == now & ~before[0]
    assert gave.sum() == took.sum() == 1
    for action in (21, 20):  # seat 2 closes, seat 0 passes
        state.apply_action(action)
    observer.set_from(state, 2)
    assert did[0].argmax() == CLOSE
    assert did[1].argmax() == PASS
    assert gave[1].sum() == 1  # cards given stay; ``did`` has the last action


def test_a_match_with_a_summary_has_a_tensor() -> None:
    game = game_of({"episode": "match", "memory": "summary"})
    assert game.get_type().provides_information_state_tensor
    state = played(game, 3)
    assert len(state.information_state_tensor(0)) == 742
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
