"""OpenSpiel's algorithms agree with our exact solver on reduced games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.cfr import CFRSolver
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import exploitability, nash_conv
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver
from open_spiel.python.policy import tabular_policy_from_callable

from schwimmen.analysis.solving.exact import Solution, solve
from schwimmen.analysis.solving.round_tree import RoundTree
from schwimmen.envs.openspiel import REDUCED_GAMES
from tests.effort import count, sample
from tests.envs.openspiel_states import game_of, round_of_state

TINY = REDUCED_GAMES["one-card"] | {"pack": "KC 9C 8C KS"}
SMALL_HANDS = "three_of_a_kind:no fire:no"
GAMES: list[dict[str, Any]] = [
    TINY,
    TINY | {"options": f"hand_size:1 turn_cap:1 special:none {SMALL_HANDS}", "dealer": 0},
    TINY | {"pack": "KC 9C 8C KS 9S 8S", "options": f"hand_size:2 turn_cap:1 {SMALL_HANDS}"},
    TINY | {"preset": "dutch", "options": f"hand_size:1 turn_cap:2 {SMALL_HANDS}"},
    TINY
    | {
        "options": f"hand_size:1 turn_cap:2 scoring:points fire_penalty:lowest {SMALL_HANDS} "
        "talon_short:keep tie_suit:no"
    },
    TINY  # taking the extra hand turns up other table cards than keeping
    | {
        "pack": "AC KC 9C KS AS 8S",
        "options": f"hand_size:2 turn_cap:1 {SMALL_HANDS} exchange_all:no",
    },
]


def solved(game: Any) -> Solution:
    return solve(game.config.rules, game.config.dealer)


def worth(game: Any, solution: Solution) -> float:
    """Return the value in OpenSpiel's utilities: points as fractions of the best hand's value."""
    rules = game.config.rules
    return solution.value / (10 * rules.hand_size + 1 if rules.scoring == "points" else 1)


@pytest.mark.parametrize("kind", sample(GAMES, 2), ids=str)
def test_exact_strategies_are_best_responses(kind: dict[str, Any]) -> None:
    game = game_of(kind)
    solution = solved(game)
    strategies = tabular_policy_from_callable(
        game, lambda state: solution.strategy(round_of_state(state))
    )
    assert nash_conv(game, strategies) == pytest.approx(0, abs=1e-9)
    values = policy_value(game.new_initial_state(), [strategies] * 2)
    assert values[0] == pytest.approx(worth(game, solution))


@pytest.mark.parametrize("kind", GAMES, ids=str)
def test_both_have_the_same_information_states(kind: dict[str, Any]) -> None:
    game = game_of(kind)
    states = [set[str](), set[str]()]
    ahead = [game.new_initial_state()]
    while ahead:
        state = ahead.pop()
        if state.is_player_node():
            states[state.current_player()].add(state.information_state_string())
        ahead += [state.child(action) for action in state.legal_actions()]
    tree = RoundTree(game.config.rules, game.config.dealer)
    assert tree.information_states == tuple(map(len, states))


def test_cfr_approaches_the_exact_value() -> None:
    game = game_of(TINY)
    solver = CFRSolver(game)
    iterations = count(30, sampled=10)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    off = exploitability(game, average)
    assert off < 0.9 / iterations
    values = policy_value(game.new_initial_state(), [average] * 2)
    assert values[0] == pytest.approx(worth(game, solved(game)), abs=2 * off + 1e-9)


def test_external_sampling_mccfr_approaches_the_exact_value() -> None:
    game = game_of(TINY)
    np.random.seed(1)
    solver = ExternalSamplingSolver(game)
    before = exploitability(game, solver.average_policy())
    for _ in range(count(1500, sampled=600)):
        solver.iteration()
    after = exploitability(game, solver.average_policy())
    assert after < 0.1 < before


def test_openspiels_cfr_in_cpp_takes_the_game() -> None:
    game = game_of(TINY)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.1
