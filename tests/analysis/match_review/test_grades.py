"""Grades of decisions: an action has one only if its loss is certain enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import ReviewedDecision, Scale
from schwimmen.analysis.match_review import kernel
from schwimmen.analysis.match_review.moments import decision_of
from schwimmen.analysis.match_review.records import MOMENT_DTYPE
from schwimmen.players.search.situation import SEARCH_DTYPE
from schwimmen.rules import RuleSet
from schwimmen.rules.actions import SIMPLE_ACTIONS
from schwimmen.rules.core.state import rules_array

LIVES = RuleSet("pagat")
POINTS = RuleSet("choy")


def decision(
    *losses: tuple[float, ...], chosen: int = 1, rules: RuleSet = LIVES
) -> ReviewedDecision:
    """Return the review of a decision whose actions have these losses and errors, in points.

    A third number is the least loss by a mixture of opponents, if it is lower than the loss. The
    action 0 has the highest value.
    """
    estimates = dict(enumerate(((0.0, 0.0), *losses)))
    return decided(estimates, {number: f"a{number}" for number in estimates}, chosen, rules)


def decided(
    estimates: dict[int, tuple[float, ...]],
    names: dict[int, str],
    chosen: int,
    rules: RuleSet = LIVES,
) -> ReviewedDecision:
    """Return the review of a decision whose actions have these losses and errors by number."""
    scale = Scale.of(rules)
    searches, moments = np.zeros(1, SEARCH_DTYPE), np.zeros(1, MOMENT_DTYPE)
    trials = searches["trials"][0]
    for number, found in estimates.items():
        loss, error, least = np.array([*found, found[0]])[:3] / (scale.points * scale.value)
        trials[number]["value"] = 0.6 - loss
        trials[number]["loss"] = loss
        trials[number]["loss_error"] = error
        trials[number]["least_loss"] = least
        trials[number]["sure_loss"] = min(loss - 1.96 * error, least)
    legal = sum(1 << number for number in estimates)
    kernel.value_decision(rules_array(rules), searches, legal, 0, chosen, moments)
    return decision_of(moments, names)


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


def test_a_grade_holds_by_all_mixtures_of_opponents() -> None:
    assert decision((9.0, 0.1, 8.5)).grade == "blunder"
    assert decision((9.0, 0.1, 7.9)).grade == "mistake"
    assert decision((9.0, 0.1, 0.2)).grade is None


def test_an_action_that_loses_nothing_by_one_mixture_is_as_good() -> None:
    found = decision((2.0, 0.1, -0.1), (2.0, 0.1, 0.1))
    assert [one.action for one in found.as_good] == ["a1"]
    assert [one.loss for one in found.actions] == pytest.approx([0, 0, 2])
    assert [one.least_loss for one in found.actions] == pytest.approx([0, -0.1, 0.1])


def test_the_best_action_has_no_grade() -> None:
    assert decision((20.0, 1.0), chosen=0).grade is None


def test_an_only_move_leaves_nothing_but_mistakes() -> None:
    assert decision((5.0, 0.1), (9.0, 0.1)).only_move
    assert not decision((2.0, 0.1), (9.0, 0.1)).only_move
    assert not decision((5.0, 2.0), (9.0, 0.1)).only_move


def test_actions_are_in_the_order_of_their_losses() -> None:
    actions = decision((9.0, 0.1), (2.0, 0.5), (2.0, 0.1), (0.0, 0.1)).actions
    assert [one.action for one in actions] == ["a0", "a4", "a3", "a2", "a1"]
    assert [one.loss for one in actions] == pytest.approx([0, 0, 2, 2, 9])


def test_losses_within_the_noise_count_as_none() -> None:
    found = decision((0.19, 0.1), (0.2, 0.1), (3.0, 2.0))
    assert {one.action: one.loss for one in found.actions} == pytest.approx(
        {"a0": 0, "a1": 0, "a2": 0.2, "a3": 0}
    )
    assert [one.value for one in found.actions] == pytest.approx([0.6, 0.6, 0.6, 0.598])
    assert [one.action for one in found.as_good] == ["a1", "a3"]


PLAINEST_FIRST: Final = (
    ("pass", "close", "keep"),
    ("KDx8S",),
    ("KDx8S!",),
    ("all",),
    ("all!",),
    ("take",),
    ("renew",),
)
NUMBERS: Final = {"KDx8S": 4, "KDx8S!": 13} | {
    action: 18 + place for place, action in enumerate(SIMPLE_ACTIONS)
}
"""Numbers of these actions with three cards in hand."""


def named(estimates: Mapping[str, tuple[float, ...]]) -> ReviewedDecision:
    """Return the review of a decision with these losses and errors, in points, by action."""
    names = {number: action for action, number in NUMBERS.items()}
    numbered = {NUMBERS[action]: found for action, found in estimates.items()}
    return decided(numbered, names, min(numbered))


def test_a_plain_close_is_named_before_a_swap_that_is_worth_the_same() -> None:
    found = named({"KDx8S!": (0, 0), "close": (0.05, 0.1), "pass": (9, 0.3)})
    assert [one.action for one in found.actions] == ["close", "KDx8S!", "pass"]
    assert [one.loss for one in found.actions] == pytest.approx([0, 0, 9])
    assert not found.only_move


def test_a_swap_that_is_certainly_better_is_named() -> None:
    found = named({"KDx8S!": (0, 0), "close": (0.25, 0.1)})
    assert found.best.action == "KDx8S!"
    assert found.as_good == ()


@given(
    st.dictionaries(
        st.sampled_from([action for rank in PLAINEST_FIRST for action in rank]),
        st.tuples(st.floats(0, 3), st.floats(0, 2)),
        min_size=1,
    ),
    st.data(),
)
def test_the_best_action_is_the_plainest_within_the_noise(
    estimates: dict[str, tuple[float, float]], data: st.DataObject
) -> None:
    highest = data.draw(st.sampled_from(sorted(estimates)))
    estimates[highest] = (0, 0)
    found = named(estimates)

    def is_as_good(action: str) -> bool:
        loss, error = (part / 100 for part in estimates[action])
        return not loss > 1.96 * error

    def rank(action: str) -> int:
        return next(place for place, actions in enumerate(PLAINEST_FIRST) if action in actions)

    best = found.best.action
    assert is_as_good(best)  # worse than the highest value by no more than the noise
    assert all(rank(best) <= rank(action) for action in estimates if is_as_good(action))
    assert {one.action for one in (found.best, *found.as_good)} == set(
        filter(is_as_good, estimates)
    )
    assert all(one.grade is None for one in found.as_good)
