"""Judgement of puzzles: when a decision is one, its losses, themes and rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pytest

from schwimmen.analysis import SOLVERS, Scale
from schwimmen.analysis.match_review.records import MOMENT_DTYPE
from schwimmen.analysis.puzzles import kernel
from schwimmen.analysis.puzzles.puzzle import ATTEMPTS, THEMES
from schwimmen.players.search.situation import SEARCH_DTYPE
from schwimmen.rules import Match, Round, RuleSet, View, mask_of, parse_cards
from schwimmen.rules.cards import bits_of
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.view_builder import record_of

LIVES: Final = RuleSet("pagat")
POINTS: Final = RuleSet("choy")
NUMBERS: Final = (3, 7, 20)
"""Legal actions of which the second one is the best."""


def new_puzzle() -> RecordArray:
    return np.zeros(1, kernel.PUZZLE_DTYPE)


def add_estimate(
    puzzles: RecordArray,
    losses: Sequence[float],
    errors: Sequence[float] = (0.0, 0.0, 0.0),
    rules: RuleSet = LIVES,
    base: float = 0.0,
    least: Sequence[float] | None = None,
) -> bool:
    """Add an estimate with these losses and their errors in points, and a value of 0.6 units.

    ``least`` are the least losses by a mixture of opponents, if they are lower.
    """
    scale = Scale.of(rules)
    searches, moments = np.zeros(1, SEARCH_DTYPE), np.zeros(1, MOMENT_DTYPE)
    moments["bases"][0, 1] = base
    trials = searches["trials"][0]
    for number, loss, error, lowest in zip(NUMBERS, losses, errors, least or losses, strict=True):
        trials[number]["least_loss"] = lowest / (scale.points * scale.value)
        trials[number]["sure_loss"] = (loss - 1.96 * error) / (scale.points * scale.value)
        trials[number]["loss"] = loss / (scale.points * scale.value)
        trials[number]["loss_error"] = error / (scale.points * scale.value)
        trials[number]["value"] = 0.6 - trials[number]["loss"]
    given = rules_array(rules), searches, mask_of(NUMBERS), 1, moments, puzzles
    return bool(kernel.add_estimate(*given))


@pytest.mark.parametrize(
    ("losses", "promising"),
    [((2.9, 0.0, 2.9), True), ((2.9, 0.0, 2.7), False), ((2.7, 0.0, 2.9), False)],
)
def test_a_quick_estimate_asks_for_most_of_the_lead(
    losses: tuple[float, ...], promising: bool
) -> None:
    assert add_estimate(new_puzzle(), losses, errors=(9.0, 0.0, 9.0)) == promising


@pytest.mark.parametrize(
    ("losses", "errors", "ahead"),
    [
        ((4.1, 0.0, 9.0), (1.3, 0.0, 0.5), True),
        ((4.1, 0.0, 9.0), (1.4, 0.0, 0.5), False),
        ((4.1, 0.0, 9.0), (1.3, 0.0, 3.1), False),
        ((3.9, 0.0, 9.0), (0.5, 0.0, 0.5), False),
        ((9.0, 0.0, 3.9), (0.5, 0.0, 0.5), False),
        ((0.0, 9.0, 9.0), (0.0, 0.5, 0.5), False),
    ],
)
def test_the_best_action_is_ahead_by_the_limit_and_three_standard_errors(
    losses: tuple[float, ...], errors: tuple[float, ...], ahead: bool
) -> None:
    puzzles = new_puzzle()
    assert add_estimate(puzzles, (9.0, 0.0, 9.0))
    assert add_estimate(puzzles, losses, errors) == ahead


@pytest.mark.parametrize(("least", "ahead"), [((4.1, 0.0, 8.0), True), ((9.0, 0.0, 3.9), False)])
def test_the_best_action_is_ahead_by_all_mixtures_of_opponents(
    least: tuple[float, ...], ahead: bool
) -> None:
    puzzles = new_puzzle()
    assert add_estimate(puzzles, (9.0, 0.0, 9.0))
    assert add_estimate(puzzles, (9.0, 0.0, 9.0), least=least) == ahead


def test_a_puzzle_has_the_values_of_the_last_estimate() -> None:
    puzzles = new_puzzle()
    for losses in ((9.0, 0.0, 9.0), (8.0, 0.0, 7.0), (8.5, 0.0, 99.0)):
        assert add_estimate(puzzles, losses)
    assert (puzzles["value"][0], puzzles["count"][0]) == (60, 3)
    assert puzzles["losses"][0, :3].tolist() == [9, 0, 63]


def test_points_are_those_of_the_round_and_their_limit_that_of_the_best_hand() -> None:
    for loss, ahead in ((3.3, True), (3.2, False)):
        puzzles = new_puzzle()
        assert add_estimate(puzzles, (9.0, 0.0, 9.0), rules=POINTS)
        assert add_estimate(puzzles, (loss, 0.0, 9.0), rules=POINTS, base=-30.5) == ahead
    puzzles = new_puzzle()
    for base in (0.0, 12.5):
        assert add_estimate(puzzles, (9.0, 0.0, 9.0), rules=POINTS, base=base)
    assert puzzles["value"][0] == 25, "0.6 of the best hand, 41, without the lead before"


def errors_of(**chosen: Sequence[int]) -> tuple[int, ...]:
    """Return the obvious errors after the choices of levels, of which the action 7 is the best."""
    puzzles = new_puzzle()
    puzzles["best"] = 7
    puzzles["chosen"] = 7
    for level, actions in chosen.items():
        assert len(actions) == ATTEMPTS
        first = ATTEMPTS * SOLVERS.index(level)
        puzzles["chosen"][0, first : first + ATTEMPTS] = actions
    return bits_of(kernel.obvious_errors(puzzles))


def test_obvious_errors_are_the_usual_choices_of_greedy_and_casual() -> None:
    best = (7, 7, 7, 7, 7)
    assert errors_of(greedy=best, casual=best) == ()
    assert errors_of(greedy=(3, 3, 3, 3, 3), casual=best) == (3,)
    assert errors_of(greedy=(3, 3, 3, 3, 3), casual=(20, 7, 20, 7, 20)) == (3, 20)
    assert errors_of(greedy=best, casual=(3, 7, 7, 20, 7)) == ()
    assert errors_of(greedy=best, casual=(3, 7, 20, 7, 3)) == (3,), "the first of two as frequent"
    assert errors_of(greedy=best, casual=(7, 3, 20, 7, 3)) == ()
    assert errors_of(club=(3, 3, 3, 3, 3), greedy=best, casual=best) == ()


def themes_of(view: View, best: str, obvious: Sequence[str]) -> list[str]:
    numbers = {choice.action: choice.number for choice in view.choices}
    wrong = mask_of(numbers[action] for action in obvious)
    given: Any = rules_array(view.rules)[0], record_of(view)[0], view.seat, numbers[best], wrong
    return [THEMES[place] for place in bits_of(kernel.themes_of(*given))]


@pytest.mark.parametrize(
    ("best", "obvious", "themes"),
    [
        ("close", ["ACx7D"], ["close"]),
        ("pass", ["close"], ["keepOpen", "pass"]),
        ("ACx7D", ["KCx7D"], ["layDown"]),
        ("ACx7D", ["KCx7D", "close"], ["keepOpen", "layDown"]),
        ("ACx7D", ["KCx8D", "pass"], ["whichCard"]),
        ("ACx7D", ["KCx8D", "close"], ["keepOpen"]),
        ("ACx7D!", ["KCx7D!"], ["close", "layDown"]),
        ("ACx7D!", ["KCx8D!"], ["close", "whichCard"]),
        ("all", ["pass"], ["swapAll"]),
    ],
)
def test_themes_compare_the_best_action_with_the_obvious_errors(
    best: str, obvious: list[str], themes: list[str]
) -> None:
    rules = RuleSet("pagat", dealer_choice=False)
    dealt = parse_cards("AC KC QH 7H 7S 8S 7D 8D 9H")
    rest = [card for card in rules.cards if card not in dealt]
    view = Round(rules, 2, [*dealt, *rest], dealer=1).view(0)
    assert themes_of(view, best, obvious) == themes


@pytest.mark.parametrize("scores", ["3/0", "0/3"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_theme_swimming_is_that_of_the_seat_to_act(seat: int, scores: str) -> None:
    position = f"pagat ??????/?????? 7C8C9C 23 - turn:{seat} 0 1 0 - 4 {scores}"
    view = Match.from_position(position, seed=1).view(seat)
    themes = themes_of(view, view.choices[0].action, [])
    assert ("swimming" in themes) == (scores.split("/")[seat] == "0")


def test_puzzles_have_the_rating_of_the_levels_that_find_them() -> None:
    ratings = [kernel.rating_of(ATTEMPTS * levels) for levels in range(7)]
    assert ratings == sorted(ratings, reverse=True)
    assert 1500 < kernel.rating_of(2 * ATTEMPTS) < 1750
