"""Puzzles as lines of text."""

from __future__ import annotations

import pytest

from schwimmen.analysis import Puzzle
from schwimmen.rules import RuleSet, parse_cards

PUZZLE = Puzzle(
    rules=RuleSet("pagat"),
    dealer=1,
    leader=0,
    scores=(2, 0),
    pack=tuple(
        parse_cards(
            "7C 8C 9C AS KS 7S TH QH 7D AC KC QC JC TC QS JS TS 9S 8S AH KH JH 9H 8H 7H "
            "AD KD QD JD TD 9D 8D"
        )
    ),
    actions=(24,),
    value=61,
    losses=tuple(range(22)),
    found=(0, 1, 0, 2, 5, 5),
    themes=("whichCard", "swimming"),
    rating=1620,
)


def test_a_line_keeps_everything() -> None:
    assert Puzzle.from_line("pagat", PUZZLE.to_line()) == PUZZLE
    at_the_deal = Puzzle.from_line("pagat", PUZZLE.to_line().replace(" Y ", " . "))
    assert at_the_deal.actions == ()
    assert at_the_deal.pack == PUZZLE.pack


def test_the_match_is_that_of_the_seat_to_act() -> None:
    match = PUZZLE.match()
    view = match.view(match.to_act)
    assert (match.to_act, view.dealer, view.leader) == (0, 1, 0)
    assert match.lives == (2, 0)
    assert match.status == ("in", "swimming")
    assert len(view.choices) == len(PUZZLE.losses)
    assert view.choices[0].action == PUZZLE.best


def test_points_may_be_halves_and_below_zero() -> None:
    rules = RuleSet("choy")
    puzzle = Puzzle(rules, 0, 1, (-12, 30.5), rules.cards, (), 3, (0,), (5,), ("renew",), 1000)
    assert puzzle.match().totals == (-12, 30.5)
    assert Puzzle.from_line("choy", puzzle.to_line()) == puzzle


@pytest.mark.parametrize("line", ["", "ABC 01"])
def test_a_line_of_another_form_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="values to unpack"):
        Puzzle.from_line("pagat", line)
