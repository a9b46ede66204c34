"""Grades of decisions: an action has one only if its loss is certain enough."""

from __future__ import annotations

import numpy as np
import pytest

from schwimmen.analysis import ReviewedDecision, Scale
from schwimmen.analysis.match_review import kernel
from schwimmen.analysis.match_review.moments import decision_of
from schwimmen.analysis.match_review.records import MOMENT_DTYPE
from schwimmen.players.search.situation import SEARCH_DTYPE
from schwimmen.rules import RuleSet
from schwimmen.rules.core.state import rules_array

LIVES = RuleSet("pagat")
POINTS = RuleSet("choy")


def decision(
    *losses: tuple[float, float], chosen: int = 1, rules: RuleSet = LIVES
) -> ReviewedDecision:
    """Return the review of a decision whose actions have these losses and errors, in points.

    The action 0 is the best one.
    """
    scale = Scale.of(rules)
    searches, moments = np.zeros(1, SEARCH_DTYPE), np.zeros(1, MOMENT_DTYPE)
    trials = searches["trials"][0]
    for number, found in enumerate(((0.0, 0.0), *losses)):
        loss, error = np.array(found) / (scale.points * scale.value)
        trials[number]["value"] = 0.6 - loss
        trials[number]["loss"] = loss
        trials[number]["loss_error"] = error
    legal = (1 << 1 + len(losses)) - 1
    kernel.value_decision(rules_array(rules), searches, legal, 0, chosen, moments)
    return decision_of(moments, {number: f"a{number}" for number in range(1 + len(losses))})


@pytest.mark.parametrize(
    ("loss", "error", "grade"),
    [
        (0.0, 0.0, None),
        (1.4, 0.01, None),
        (1.6, 0.01, "inaccuracy"),
        (1.6, 1.0, None),
        (3.9, 0.5, "inaccuracy"),
        (4.1, 0.01, "mistake"),
        (9.0, 1.0, "mistake"),
        (9.0, 0.4, "blunder"),
        (60.0, 40.0, None),
    ],
)
def test_a_grade_needs_a_loss_above_its_limit(loss: float, error: float, grade: str | None) -> None:
    assert decision((loss, error)).grade == grade


def test_limits_of_games_for_points_are_shares_of_twice_the_best_hand() -> None:
    best_hand = 10 * POINTS.hand_size + 1
    assert decision((0.028 * best_hand, 0.0), rules=POINTS).grade is None
    assert decision((0.10 * best_hand, 0.0), rules=POINTS).grade == "mistake"


def test_the_best_action_has_no_grade() -> None:
    assert decision((20.0, 1.0), chosen=0).grade is None


def test_an_only_move_leaves_nothing_but_mistakes() -> None:
    assert decision((5.0, 0.1), (9.0, 0.1)).only_move
    assert not decision((2.0, 0.1), (9.0, 0.1)).only_move
    assert not decision((5.0, 2.0), (9.0, 0.1)).only_move


def test_a_close_call_is_within_a_point_or_within_the_noise() -> None:
    assert decision((0.5, 0.01), (9.0, 0.1)).close_call
    assert decision((3.0, 2.0), (9.0, 0.1)).close_call
    assert not decision((3.0, 0.5), (9.0, 0.1)).close_call


def test_actions_are_in_the_order_of_their_losses() -> None:
    actions = decision((9.0, 0.1), (2.0, 0.5), (2.0, 0.1), (0.0, 0.1)).actions
    assert [one.action for one in actions] == ["a0", "a4", "a3", "a2", "a1"]
