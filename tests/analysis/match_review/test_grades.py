"""Grades of decisions: an action has one only where the loss is certain enough."""

from __future__ import annotations

import pytest

from schwimmen.analysis import ReviewedDecision, Scale
from schwimmen.analysis.match_review.moments import review_decision
from schwimmen.players.search.value_function import ActionEstimate
from schwimmen.rules import RuleSet

LIVES = Scale.of(RuleSet("pagat"))
POINTS = Scale.of(RuleSet("choy"))


def decision(
    *losses: tuple[float, float], chosen: int = 1, scale: Scale = LIVES
) -> ReviewedDecision:
    """Return the review of a decision with these losses and errors, in points."""
    estimates = [ActionEstimate("a0", 0.6, 0.01, 0.0, 0.0)]
    for number, (loss, error) in enumerate(losses, 1):
        unit = scale.points * scale.value
        less, its_error = loss / unit, error / unit
        estimates.append(ActionEstimate(f"a{number}", 0.6 - less, 0.01, less, its_error))
    return review_decision(0, f"a{chosen}", estimates, 0.0, scale)


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
    best_hand = 10 * RuleSet("choy").hand_size + 1
    assert decision((0.028 * best_hand, 0.0), scale=POINTS).grade is None
    assert decision((0.10 * best_hand, 0.0), scale=POINTS).grade == "mistake"


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
