"""What the end of a round is worth to everybody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schwimmen.players.equity import equity, equity_after
from schwimmen.rules import Match, Round, RuleSet, View
from schwimmen.rules.view import Status


def rules_of(preset: str) -> RuleSet:
    """With three lives, so that the tables are small."""
    return RuleSet(preset, lives=3)


def view_of(preset: str, lives: list[int | None], dealer: int) -> View:
    """A view of a round in a match that stands so, of at most three lives."""
    view = Match(rules_of(preset), players=len(lives), seed=1, dealer=dealer).view(dealer)
    seats = []
    for seat, left in zip(view.seats, lives, strict=True):
        status: Status = "out" if left is None else "in" if left else "swimming"
        seats.append(replace(seat, lives=left or 0, status=status, active=left is not None))
    return replace(view, seats=tuple(seats))


@pytest.mark.parametrize(
    ("preset", "lives", "dealer", "lost", "after"),
    [
        ("pagat", [3, 3, 3], 0, [0, 1, 0], [3, 2, 3]),
        ("pagat", [3, 1, 3], 2, [0, 2, 0], [3, 0, 3]),
        ("pagat", [3, 0, 3], 2, [1, 1, 0], [2, None, 3]),
        ("pagat", [3, None, 2, 0], 0, [0, 0, 0, 1], [3, None, 2, None]),
        ("dutch", [3, 1, 2], 2, [0, 1, 0], [3, 0, 2]),
        ("dutch", [3, 1, 1, 2], 0, [0, 1, 1, 0], [3, None, None, 2]),
        ("dutch", [2, 0, 1], 0, [0, 0, 1], [2, 0, None]),
        ("gamerules", [0, 0], 0, [1, 1], [0, 0]),
    ],
)
def test_it_is_the_chance_from_where_the_round_leads(
    preset: str, lives: list[int | None], dealer: int, lost: list[int], after: list[int | None]
) -> None:
    seats = range(len(lives))
    following = [seat % len(lives) for seat in range(dealer + 1, dealer + 1 + len(lives))]
    deals = next(seat for seat in following if after[seat] is not None)
    found = equity_after(view_of(preset, lives, dealer), lost)
    if sum(after[seat] is not None for seat in seats) > 1:
        assert found == pytest.approx(equity(rules_of(preset), after, deals))
    assert sum(found) == pytest.approx(1)


def test_what_decides_the_match() -> None:
    view = view_of("pagat", [0, None, 0], 0)
    assert equity_after(view, [1, 0, 0]) == (0, 0, 1)
    assert equity_after(view, [1, 0, 1]) == (0.5, 0, 0.5)


def test_a_round_by_itself_is_worth_the_lives_it_costs_others() -> None:
    view = Round("pagat", 3, RuleSet("pagat").cards).view(0)
    assert equity_after(view, [1, 0, 0]) == (-1, 0.5, 0.5)
    assert equity_after(view, [0, 1, 1]) == (1, -0.5, -0.5)


def test_points_are_their_own_utility() -> None:
    view = Match("choy", players=3, seed=1).view(0)
    found = equity_after(view, [82, -20, -40])
    assert found == pytest.approx(((82 + 30) / 82, (-20 - 21) / 82, (-40 - 31) / 82))
    assert sum(found) == pytest.approx(0)


def test_a_lone_round_of_points() -> None:
    view = Round("choy", 2, RuleSet("choy").cards).view(0)
    assert equity_after(view, [41, -41]) == pytest.approx((1, -1))


def test_the_more_others_lose_the_better() -> None:
    view = view_of("pagat", [2, 1, 3, 0], 3)
    none = equity_after(view, [0, 0, 0, 0])[0]
    one = equity_after(view, [0, 1, 0, 0])[0]
    two = equity_after(view, [0, 1, 0, 1])[0]
    own = equity_after(view, [1, 0, 0, 0])[0]
    assert own < none < one < two
