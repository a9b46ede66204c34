"""What the end of a round is worth to everybody."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from schwimmen.players.equity import equity, equity_after, outlook_of, row_after
from schwimmen.rules import Match, Round, RuleSet, View
from schwimmen.rules.state import ROUND_DTYPE
from schwimmen.rules.view import Status


def view_of(preset: str, lives: list[int | None], dealer: int) -> View:
    """A view of a round in a match that stands so."""
    view = Match(preset, players=len(lives), seed=1, dealer=dealer).view(dealer)
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
        ("dutch", [6, 1, 3], 2, [0, 1, 0], [6, 0, 3]),
        ("dutch", [6, 1, 1, 2], 0, [0, 1, 1, 0], [6, None, None, 2]),
        ("dutch", [6, 0, 1], 0, [0, 0, 1], [6, 0, None]),
        ("gamerules", [0, 0], 0, [1, 1], [0, 0]),
        ("dutch", [6] * 8, 3, [0, 0, 0, 0, 0, 0, 0, 1], [6] * 7 + [5]),
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
        assert found == pytest.approx(equity(RuleSet(preset), after, deals))
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


def test_looking_up_again_finds_the_same() -> None:
    rules = RuleSet("pagat", dealt_penalty="harsh", closer_penalty=True)
    view = Match(rules, players=6, seed=1, dealer=0).view(0)
    outlook = outlook_of(view)
    random = Random(2)
    state = np.zeros(1, ROUND_DTYPE)[0]
    state.seats, state.active, state.dealer = 6, 0b111111, 0
    for _ in range(1500):  # more than there is room for: some take the place of others
        lost = [random.choice((0, 0, 1, 2, 3)) for _ in range(6)]
        state.score[:6] = lost
        found = outlook.equity[row_after(outlook, state), :6].tolist()
        assert state.score[:6].tolist() == lost
        if random.random() < 0.1:
            assert found == list(equity_after(view, lost))


def test_the_more_others_lose_the_better() -> None:
    view = view_of("pagat", [2, 1, 3, 0], 3)
    none = equity_after(view, [0, 0, 0, 0])[0]
    one = equity_after(view, [0, 1, 0, 0])[0]
    two = equity_after(view, [0, 1, 0, 1])[0]
    own = equity_after(view, [1, 0, 0, 0])[0]
    assert own < none < one < two
