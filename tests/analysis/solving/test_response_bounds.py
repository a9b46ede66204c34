"""Bounds of the best response to a blueprint enclose its exact gain, and meet in it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from schwimmen.analysis.solving.best_response import best_responses
from schwimmen.analysis.solving.response_bounds import (
    BlueprintResponder,
    Bounds,
    bound_best_responses,
)
from schwimmen.analysis.solving.strategies import blueprint_strategy
from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT, Blueprint, blueprint_for
from schwimmen.rules import RuleSet, RuleSetError, SchwimmenError, card_names
from tests.analysis.solving.test_strategies import grown, slots_with
from tests.effort import sample
from tests.strategies import examples

SMALL: dict[str, Any] = {"three_of_a_kind": False, "fire": False, "max_players": 2}
TWO = RuleSet.study("AC KC 9C 8C AS KS 9S 8S", hand_size=2, turn_cap=2, **SMALL)
RENEWED = RuleSet.study(
    "AC KC 9C 8C KS 9S", hand_size=1, turn_cap=3, close_from_turn=2, talon_short="keep", **SMALL
)
TIGHT = RuleSet.study(
    "AC KC 9C 8C AS KS 9S 8S", hand_size=1, turn_cap=2, dealer_choice=False, **SMALL
)
GAMES = {
    "one card": RuleSet.study("KC 9C 8C KS", hand_size=1, turn_cap=2, **SMALL),
    "one card, renewed tables": RENEWED,
    "two cards": TWO,
    "three cards": RuleSet.study(
        "AC KC QC AS KS QS AH AD 9D",
        turn_cap=1,
        max_players=2,
        dealer_choice=False,
        closer_penalty=True,
        dealt_penalty="harsh",
    ),
    "three cards, dealer's choice": RuleSet.study(
        "AC KC QC AS KS QS AH AD 9D", turn_cap=1, max_players=2
    ),
}


def exact(rules: RuleSet, blueprint: Blueprint) -> tuple[float, ...]:
    """Return the gains of the best responses of leader and dealer."""
    return best_responses(rules, [blueprint_strategy(rules, blueprint)] * 2).best


@pytest.mark.parametrize("name", sample([*GAMES], 5))
def test_bounds_meet_in_the_gain_of_the_best_response(name: str) -> None:
    rules = GAMES[name]
    blueprint = blueprint_for(RuleSet("pagat"), 2)
    gains = exact(rules, blueprint)
    before = [Bounds(-np.inf, np.inf)] * 2
    for turns in range(rules.turn_cap + 1):
        found = bound_best_responses(rules, blueprint, turns)
        for gain, wide, tight in zip(gains, before, found, strict=True):
            assert wide.lower - 1e-9 <= tight.lower <= gain + 1e-9
            assert gain - 1e-9 <= tight.upper <= wide.upper + 1e-9
        before = list(found)
    for gain, tight in zip(gains, before, strict=True):
        assert tight == pytest.approx((gain, gain), abs=1e-9)


@examples(30, sampled=8)
@given(
    cards=st.lists(st.sampled_from(RuleSet("dutch").cards), min_size=4, max_size=5, unique=True),
    seed=st.integers(0, 1000),
    options=st.fixed_dictionaries(
        {"turn_cap": st.integers(1, 2), "talon_short": st.sampled_from(["showdown", "keep"])},
        optional={
            **{
                name: st.booleans()
                for name in ("dealer_choice", "pass_", "exchange_all", "closer_penalty", "tie_suit")
            },
            "close_timing": st.sampled_from(["end_of_turn", "instead"]),
            "close_from_turn": st.integers(1, 2),
            "special": st.sampled_from(["ends", "none"]),
            "closer_tie": st.sampled_from(["closer_loses", "closer_safe"]),
            "losers": st.sampled_from(["lowest", "all_but_best"]),
        },
    ),
)
def test_bounds_meet_for_mixed_policies_by_any_rules(
    cards: list[int], seed: int, options: dict[str, Any]
) -> None:
    try:
        rules = RuleSet.study(card_names(cards), hand_size=1, **SMALL | options)
    except RuleSetError:
        reject()
    for responder in range(2):
        blueprint = slots_with(rules, grown(rules)[1 - responder], Random(seed))
        gain = exact(rules, blueprint)[responder]
        loose = bound_best_responses(rules, blueprint, 0)[responder]
        assert loose.lower - 1e-9 <= gain <= loose.upper + 1e-9
        tight = bound_best_responses(rules, blueprint, rules.turn_cap)[responder]
        assert tight == pytest.approx((gain, gain), abs=1e-9)


@pytest.mark.parametrize(("rules", "gap"), [(TIGHT, 0.01), (RENEWED, 0.2)], ids=str)
def test_sampled_tables_give_bounds_on_average(rules: RuleSet, gap: float) -> None:
    gain = exact(rules, NO_BLUEPRINT)[0]
    responder = BlueprintResponder(rules, NO_BLUEPRINT, rules.turn_cap, seed=0)
    roots = [(a, b) for a in responder.all_hands for b in responder.all_hands if a != b]
    found = []
    for seed in range(60):
        responder.seed = seed
        found.append(np.mean([responder.as_leader(*root) for root in roots], axis=0))
    lower, upper = np.mean(found, axis=0)
    lower_error, upper_error = np.std(found, axis=0) / np.sqrt(len(found))
    assert gain - gap < lower < gain + 3 * lower_error
    assert gain - 3 * upper_error - 1e-9 < upper < gain + gap
    assert 0 < lower_error < gap / 10


def test_sampled_extra_hands_give_bounds_on_average() -> None:
    gain = exact(RENEWED, NO_BLUEPRINT)[1]
    responder = BlueprintResponder(RENEWED, NO_BLUEPRINT, RENEWED.turn_cap)
    chance = Random(1)
    found = []
    for _ in range(100):
        bounds = []
        for hand in responder.all_hands:
            rest = [extra for extra in responder.all_hands if extra != hand]
            folds = [[chance.choice(rest) for _ in range(2)] for _ in range(2)]
            bounds.append(responder.as_dealer(hand, folds))
        found.append(np.mean(bounds, axis=0))
    lower, upper = np.mean(found, axis=0)
    lower_error, upper_error = np.std(found, axis=0) / np.sqrt(len(found))
    assert lower < gain + 3 * lower_error
    assert gain - 3 * upper_error < upper
    assert max(lower_error, upper_error) < 0.02
    assert lower < upper


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (RuleSet("choy"), "renew: yes is not supported here"),
        (RuleSet("dutch"), "special: grace is not supported here"),
        (RuleSet("pagat", replace_789=True), "replace_789: yes is not supported here"),
        (RuleSet("pagat"), "32 cards with 3 in hand .*; take fewer cards or a seed"),
    ],
)
def test_unsupported_games_are_refused(rules: RuleSet, message: str) -> None:
    with pytest.raises(SchwimmenError, match=message):
        bound_best_responses(rules, NO_BLUEPRINT, 1)
