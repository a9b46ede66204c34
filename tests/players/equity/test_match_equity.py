"""Match equity: general properties, and agreement with played matches."""

from __future__ import annotations

from dataclasses import replace
from math import comb, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.equity import (
    LossFrequencies,
    equity,
    equity_after,
    equity_lookup,
    equity_row,
    match_state,
)
from schwimmen.rules import Match, Round, RuleSet, View
from schwimmen.rules.core.state import ROUND_DTYPE
from schwimmen.rules.view import Status
from schwimmen.training import win_shares
from tests.effort import count
from tests.strategies import examples

MATCHES = count(20_000)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
def test_equal_positions_have_equal_win_probabilities(seats: int) -> None:
    found = equity(
        RuleSet("pagat", lives=7),
        [7] * seats,
        0,
        {
            number: LossFrequencies(np.eye(number, dtype=np.int64), np.full(number, 1 / number))
            for number in range(2, seats + 1)
        },
    )
    assert found == pytest.approx([1 / seats] * seats)


def test_a_thousand_lives_are_scaled() -> None:
    even = {2: LossFrequencies(np.eye(2, dtype=np.int64), np.full(2, 0.5))}
    rules = RuleSet("pagat", lives=1000)
    mine, yours = 1000, 960
    tosses = mine + yours + 1
    exact = sum(comb(tosses, lost) for lost in range(mine + 1)) / 2**tosses
    assert equity(rules, [mine, yours], 0, even)[0] == pytest.approx(exact, abs=0.01)
    assert equity(rules, [1000, 1], 0, even)[0] > 0.999


STATES = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(0, 3), min_size=seats, max_size=seats), st.integers(0, seats - 1)
    )
)


@given(
    lives_and_dealer=STATES,
    preset=st.sampled_from(["pagat", "app-a9", "gamerules", "dutch"]),
    last_chance=st.sampled_from(["all", "none"]),
    lives=st.sampled_from([3, 9]),
)
@examples(60)
def test_probabilities_sum_to_one_and_increase_with_lives(
    lives_and_dealer: tuple[list[int], int], preset: str, last_chance: str, lives: int
) -> None:
    rules = RuleSet(preset, last_chance=last_chance, lives=lives)
    left, dealer = lives_and_dealer
    if last_chance == "none":
        left = [max(1, own) for own in left]
    found = equity(rules, left, dealer)
    assert sum(found) == pytest.approx(1)
    assert min(found) >= 0
    better = equity(rules, [min(lives, left[0] + 1), *left[1:]], dealer)
    assert better[0] > found[0] or left[0] == lives


@pytest.mark.parametrize(
    ("rules", "lives", "dealer"),
    [
        (RuleSet("pagat"), (3, 3), 0),
        (RuleSet("pagat"), (0, 2), 0),
        (RuleSet("pagat"), (3, 3, 3, 3), 2),
        (RuleSet("pagat"), (1, 0, 3, 0), 1),
        (RuleSet("gamerules"), (0, 1, 0), 0),
        (RuleSet("pagat", losers="all_but_best"), (3, 1, 2, 0), 1),
        (RuleSet("app-a9"), (3, 2, 1), 2),
        (RuleSet("dutch"), (2, 0, 4), 1),
        (RuleSet("dutch"), (1, 1, 2, None), 1),
    ],
    ids=str,
)
def test_played_matches_agree_to_half_a_percent(
    rules: RuleSet, lives: tuple[int | None, ...], dealer: int
) -> None:
    _compare(rules, lives, dealer, 0.005)


@pytest.mark.parametrize(
    ("rules", "lives", "dealer"),
    [
        (RuleSet("pagat"), (3, 0, 1, 2, 3, 1, 0, 2), 5),
        (RuleSet("pagat", losers="all_but_best"), (3, 0, 1, 2, 3, 1, 0, 2), 5),
        (RuleSet("dutch"), (6,) * 8, 0),
        (RuleSet("dutch"), (5, 0, 6, 1, 1, 3, 4), 2),
        (RuleSet("pagat", lives=6), (6, 1, 0, 2, 0, 4), 4),
        (RuleSet("pagat", lives=20), (20, 17, 9, 18, 12), 4),
        (RuleSet("pagat", lives=30), (30, 24, 26, 20), 1),
    ],
    ids=str,
)
def test_more_seats_or_lives_agree_to_one_percent(
    rules: RuleSet, lives: tuple[int | None, ...], dealer: int
) -> None:
    _compare(rules, lives, dealer, 0.01)


def _compare(rules: RuleSet, lives: tuple[int | None, ...], dealer: int, tolerance: float) -> None:
    predicted = equity(rules, lives, dealer)
    start = match_state(rules, lives, dealer)
    won = win_shares(rules, "greedy", start, MATCHES, seed=1)
    for chance, share in zip(predicted, won, strict=True):
        error = sqrt(chance * (1 - chance) / MATCHES)
        assert abs(chance - share) <= tolerance + 2.5 * error


def test_all_numbers_of_seats_have_win_probabilities() -> None:
    random = Random(1)
    for preset, seats in (("pagat", 8), ("app-a5", 6), ("dutch", 5), ("gamerules", 7)):
        rules = RuleSet(preset, lives=12, closer_penalty=True, max_players=seats)
        lives = [random.randint(1, 12) for _ in range(seats)]
        assert sum(equity(rules, lives, seats - 1)) == pytest.approx(1)


def test_equity_after_a_round_of_eight_seats() -> None:
    rules = RuleSet("dutch")
    view = Match(rules, players=8, seed=1, dealer=3).view(0)
    after = equity_after(view, [0, 0, 0, 0, 0, 0, 0, 1])
    assert after == pytest.approx(equity(rules, [6, 6, 6, 6, 6, 6, 6, 5], 4))
    assert sum(after) == pytest.approx(1)


def test_repeated_lookups_agree() -> None:
    rules = RuleSet("pagat", dealt_penalty="harsh", closer_penalty=True)
    view = Match(rules, players=6, seed=1, dealer=0).view(0)
    lookup = equity_lookup(view)
    random = Random(2)
    state = np.zeros(1, ROUND_DTYPE)[0]
    state.seats, state.active, state.dealer = 6, 0b111111, 0
    for _ in range(1500):  # more than there is room for: some take the place of others
        lost = [random.choice((0, 0, 1, 2)) for _ in range(6)]
        state.score[:6] = lost
        found = lookup.equity[equity_row(lookup, state)].seats[:6].tolist()
        assert state.score[:6].tolist() == lost
        if random.random() < 0.1:
            assert found == list(equity_after(view, lost))


def rules_of(preset: str) -> RuleSet:
    """Return rules with three lives, so that the models are small."""
    return RuleSet(preset, lives=3)


def view_of(preset: str, lives: list[int | None], dealer: int) -> View:
    """Return a view of a round in a match with these lives, at most three."""
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
def test_equity_after_a_round_is_that_of_the_next_state(
    preset: str, lives: list[int | None], dealer: int, lost: list[int], after: list[int | None]
) -> None:
    seats = range(len(lives))
    following = [seat % len(lives) for seat in range(dealer + 1, dealer + 1 + len(lives))]
    deals = next(seat for seat in following if after[seat] is not None)
    found = equity_after(view_of(preset, lives, dealer), lost)
    if sum(after[seat] is not None for seat in seats) > 1:
        assert found == pytest.approx(equity(rules_of(preset), after, deals))
    assert sum(found) == pytest.approx(1)


def test_equity_after_a_deciding_round() -> None:
    view = view_of("pagat", [0, None, 0], 0)
    assert equity_after(view, [1, 0, 0]) == (0, 0, 1)
    assert equity_after(view, [1, 0, 1]) == (0.5, 0, 0.5)


def test_the_value_of_a_single_round_is_the_lives_it_costs_opponents() -> None:
    view = Round("pagat", 3, RuleSet("pagat").cards).view(0)
    assert equity_after(view, [1, 0, 0]) == (-1, 0.5, 0.5)
    assert equity_after(view, [0, 1, 1]) == (1, -0.5, -0.5)


def test_points_are_their_own_utility() -> None:
    view = Match("choy", players=3, seed=1).view(0)
    found = equity_after(view, [82, -20, -40])
    assert found == pytest.approx(((82 + 30) / 82, (-20 - 21) / 82, (-40 - 31) / 82))
    assert sum(found) == pytest.approx(0)


def test_values_of_a_single_round_for_points() -> None:
    view = Round("choy", 2, RuleSet("choy").cards).view(0)
    assert equity_after(view, [41, -41]) == pytest.approx((1, -1))


def test_values_increase_with_opponents_losses() -> None:
    view = view_of("pagat", [2, 1, 3, 0], 3)
    none = equity_after(view, [0, 0, 0, 0])[0]
    one = equity_after(view, [0, 1, 0, 0])[0]
    two = equity_after(view, [0, 1, 0, 1])[0]
    own = equity_after(view, [1, 0, 0, 0])[0]
    assert own < none < one < two
