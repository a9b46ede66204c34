"""Best responses agree with OpenSpiel, and gain nothing against exact play."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import tabular_policy_from_callable

from schwimmen.analysis.solving.best_response import BestResponses, best_responses
from schwimmen.analysis.solving.cfr import CFRPlus
from schwimmen.analysis.solving.exact import Solution, solve
from schwimmen.analysis.solving.public_tree.tree import Decisions
from schwimmen.analysis.solving.round_tree import RoundTree, information_state_key
from schwimmen.analysis.solving.strategies import (
    Probabilities,
    Strategy,
    TabularStrategy,
    level_strategy,
    uniform_strategy,
)
from schwimmen.rules import RuleSet, RuleSetError, SchwimmenError, card_names
from tests.effort import sample
from tests.envs.openspiel_states import game_of, round_of_state
from tests.strategies import examples

SMALL: dict[str, Any] = {"three_of_a_kind": False, "fire": False, "max_players": 2}
ONE = RuleSet.study("KC 9C 8C KS", hand_size=1, turn_cap=2, **SMALL)
TWO = RuleSet.study("AC KC 9C KS AS 8S", hand_size=2, turn_cap=1, **SMALL)
GAMES: dict[str, tuple[RuleSet, int]] = {
    "one card": (ONE, 1),
    "one card, leader 1": (ONE, 0),
    "two cards": (TWO, 1),
    "three cards": (
        RuleSet.study(
            "AC KC QC AS KS QS AH AD 9D",
            turn_cap=1,
            dealer_choice=False,
            exchange_all=False,
            close_timing="instead",
            max_players=2,
        ),
        0,
    ),
    "dutch": (RuleSet.study("KC 9C 8C KS", "dutch", hand_size=1, turn_cap=3, **SMALL), 1),
    "31 shown": (
        RuleSet.study("AC KC QC AS KS QS 9S", "choy", hand_size=2, turn_cap=1, **SMALL),
        0,
    ),
    "points": (
        RuleSet.study(
            "KC 9C 8C KS QS",
            hand_size=1,
            turn_cap=1,
            scoring="points",
            fire_penalty="lowest",
            dealer_choice=False,
            **SMALL,
        ),
        1,
    ),
}
"""Rules and dealer of each game."""
SWITCHES = (
    "dealer_choice",
    "pass_",
    "exchange_all",
    "closer_penalty",
    "tie_suit",
    "tie_high_card",
)


@cache
def solved(name: str) -> Solution:
    return solve(*GAMES[name])


@pytest.mark.parametrize("name", sample([*GAMES], 3))
def test_best_responses_gain_nothing_against_exact_play(name: str) -> None:
    rules, dealer = GAMES[name]
    solution = solved(name)
    found = best_responses(rules, [TabularStrategy.of(one) for one in solution.strategies], dealer)
    assert found.values == pytest.approx((solution.value, -solution.value), abs=1e-9)
    assert found.best == pytest.approx(found.values, abs=1e-9)
    assert found.exploitability == pytest.approx(0, abs=1e-9)
    assert found.information_states == RoundTree(rules, dealer).information_states


@examples(15)
@given(
    cards=st.lists(st.sampled_from(RuleSet("dutch").cards), min_size=4, max_size=5, unique=True),
    dealer=st.integers(0, 1),
    preset=st.sampled_from(["pagat", "dutch", "choy"]),
    options=st.fixed_dictionaries(
        {"turn_cap": st.integers(1, 2), "talon_short": st.sampled_from(["showdown", "keep"])},
        optional={
            **{name: st.booleans() for name in SWITCHES},
            "close_timing": st.sampled_from(["end_of_turn", "instead"]),
            "close_from_turn": st.integers(1, 2),
            "special": st.sampled_from(["ends", "none"]),
            "closer_tie": st.sampled_from(["closer_loses", "closer_safe"]),
            "losers": st.sampled_from(["lowest", "all_but_best"]),
            "scoring": st.sampled_from(["lives", "points"]),
        },
    ),
)
def test_best_responses_gain_nothing_against_exact_play_by_any_rules(
    cards: list[int], dealer: int, preset: str, options: dict[str, Any]
) -> None:
    changed = {"renew": False, "replace_789": False} | options
    try:
        rules = RuleSet.study(card_names(cards), preset, hand_size=1, **SMALL | changed)
    except RuleSetError:
        reject()
    solution = solve(rules, dealer)
    found = best_responses(rules, [TabularStrategy.of(one) for one in solution.strategies], dealer)
    assert found.values == pytest.approx((solution.value, -solution.value), abs=1e-7)
    assert found.exploitability == pytest.approx(0, abs=1e-7)
    assert found.information_states == RoundTree(rules, dealer).information_states


@pytest.mark.parametrize("name", GAMES)
@examples(5)
@given(seed=st.integers(0, 1000))
def test_a_best_response_gains_at_least_as_much_as_exact_play(name: str, seed: int) -> None:
    rules, dealer = GAMES[name]
    found = best_responses(rules, [anyhow(seed), anyhow(seed + 1)], dealer)
    exact = solved(name).value
    for seat, value in enumerate((exact, -exact)):
        assert found.best[seat] >= max(value, found.values[seat]) - 1e-9
    assert sum(found.values) == pytest.approx(0, abs=1e-9)
    assert found.exploitability == pytest.approx(sum(found.best) / 2, abs=1e-9)


def anyhow(seed: int) -> Strategy:
    """Return a strategy with random probabilities by key, some of them 0."""

    def strategy(decisions: Decisions) -> Probabilities:
        actions = decisions.actions
        begin = np.cumsum(actions) - actions
        rank = np.arange(actions.sum()) - np.repeat(begin, actions)
        bits = np.repeat(decisions.keys, actions) >> (rank % 16 * 4 + seed % 4).astype(np.uint64)
        numbers = np.maximum((bits % 11).astype(np.float64) - 2, 0)
        totals = np.add.reduceat(numbers, begin)
        lacking = np.repeat(totals == 0, actions)
        numbers[lacking] = 1
        probabilities: Probabilities = numbers / np.repeat(np.add.reduceat(numbers, begin), actions)
        return probabilities

    return strategy


class Noted:
    """Strategy that records its probabilities by key."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.rows: dict[int, Probabilities] = {}

    def __call__(self, decisions: Decisions) -> Probabilities:
        probabilities = self._strategy(decisions)
        rows = np.split(probabilities, np.cumsum(decisions.actions)[:-1])
        self.rows.update(zip(decisions.keys.tolist(), rows, strict=True))
        return probabilities


SPIEL: dict[str, dict[str, Any]] = {
    "one card": {
        "pack": "KC 9C 8C KS",
        "options": "hand_size:1 turn_cap:2 three_of_a_kind:no fire:no",
    },
    "two cards": {
        "pack": "AC KC 9C KS AS 8S",
        "options": "hand_size:2 turn_cap:1 three_of_a_kind:no fire:no",
    },
    "points": {
        "pack": "KC 9C 8C KS QS",
        "options": "hand_size:1 turn_cap:1 three_of_a_kind:no fire:no scoring:points "
        "fire_penalty:lowest dealer_choice:no",
    },
}
"""OpenSpiel's names of these games."""


@pytest.mark.parametrize(
    ("name", "kind"),
    sample(
        [
            ("one card", "anyhow"),
            ("points", "greedy"),
            *(("two cards", kind) for kind in ("even", "greedy", "anyhow", "learnt")),
        ]
    ),
)
def test_openspiel_agrees(name: str, kind: str) -> None:
    rules, dealer = GAMES[name]
    noted = [Noted(strategy) for strategy in strategies(rules, dealer, kind)]
    found = best_responses(rules, noted, dealer)
    game = game_of({"players": 2} | SPIEL[name])

    def probabilities(state: Any) -> dict[int, float]:
        round_ = round_of_state(state)
        assert round_.to_act is not None
        row = noted[round_.to_act].rows[information_state_key(round_)]
        return dict(zip(round_.legal_numbers, row.tolist(), strict=True))

    policy = tabular_policy_from_callable(game, probabilities)
    gains = nash_conv(game, policy, return_only_nash_conv=False)
    values = policy_value(game.new_initial_state(), [policy] * 2)
    unit = 10 * rules.hand_size + 1 if rules.scoring == "points" else 1
    assert unit * values == pytest.approx(found.values, abs=1e-9)
    assert [
        unit * (value + gain) for value, gain in zip(values, gains.player_improvements, strict=True)
    ] == pytest.approx(found.best, abs=1e-9)
    assert unit * gains.nash_conv / 2 == pytest.approx(found.exploitability, abs=1e-9)


def strategies(rules: RuleSet, dealer: int, kind: str) -> tuple[Strategy, ...]:
    if kind == "learnt":
        learner = CFRPlus(rules, dealer)
        learner.run(5)
        return learner.average_strategies()
    one = {
        "even": uniform_strategy,
        "greedy": level_strategy(rules, "greedy"),
        "anyhow": anyhow(3),
    }[kind]
    return one, one


def test_exploitability_is_the_mean_gain_of_both_seats() -> None:
    found = BestResponses((0.25, -0.25), (0.5, 0.0), (1, 1))
    assert found.exploitability == 0.25


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: best_responses(ONE, [uniform_strategy]), "strategies: 1, but there are 2 seats"),
        (
            lambda: best_responses(ONE, [uniform_strategy, uniform_strategy], dealer=2),
            "dealer: 2, but seats are 0 and 1",
        ),
        (
            lambda: best_responses(ONE, [uniform_strategy, lambda _: np.ones(3)]),
            "a strategy returned 3 probabilities for [0-9]+ actions",
        ),
        (
            lambda: best_responses(
                ONE, [uniform_strategy, lambda decisions: 2 * decisions.uniform()]
            ),
            "probabilities do not add up to 1",
        ),
        (
            lambda: best_responses(
                ONE, [uniform_strategy, lambda decisions: np.nan * decisions.uniform()]
            ),
            "probabilities do not add up to 1",
        ),
        (
            lambda: best_responses(RuleSet("pagat"), [uniform_strategy, uniform_strategy]),
            "pack: 32 cards .* 1,413,659,520 information states, .*; take fewer cards",
        ),
        (
            lambda: best_responses(TWO, [uniform_strategy, uniform_strategy], limit=500),
            "2 in hand and turn_cap 1 make about [0-9,]+ information states, more than 500",
        ),
    ],
)
def test_unsupported_games_are_refused(make: Any, message: str) -> None:
    with pytest.raises(SchwimmenError, match=message):
        make()
