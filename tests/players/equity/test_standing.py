"""Chances to win a match: reckoned by hand, as they must always be, and beside played matches."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import comb, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.equity import Losses, equity, standing
from schwimmen.rules import RuleSet, SchwimmenError
from schwimmen.training import shares_won
from tests.strategies import examples

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
MATCHES = 20_000 if COMPILED else 50

Outcomes = Mapping[str, float]


def losses(outcomes: Outcomes) -> Losses:
    """From the lives lost, one digit a place from the leader on, and their weights."""
    lives = np.array([[int(digit) for digit in code] for code in outcomes])
    weights = np.array(list(outcomes.values()))
    return Losses(lives, weights / weights.sum())


def chances(
    rules: RuleSet, lives: Sequence[int | None], dealer: int, *by_seats: Outcomes
) -> tuple[float, ...]:
    """By what rounds of two seats, of three and so on cost."""
    return equity(
        rules, lives, dealer, {seats: losses(of) for seats, of in enumerate(by_seats, start=2)}
    )


EITHER = {"10": 1, "01": 1}
ANY_OF_THREE = {"100": 1, "010": 1, "001": 1}


def test_between_two_swimmers_one_round_decides_and_a_tie_is_shared() -> None:
    found = chances(RuleSet("pagat"), [0, 0], 1, {"10": 0.4, "01": 0.5, "11": 0.1})
    assert found == pytest.approx((0.55, 0.45))


def test_a_tie_that_does_not_count_passes_the_deal_on() -> None:
    found = chances(RuleSet("gamerules"), [0, 0], 1, {"10": 0.3, "01": 0.5, "11": 0.2})
    # The leader wins .5, or else after a tie as a dealer, who wins .3 or after a tie as a leader.
    leads = (0.5 + 0.2 * 0.3) / (1 - 0.2 * 0.2)
    assert found == pytest.approx((leads, 1 - leads))


def test_rounds_in_which_nobody_loses_pass_the_deal_on_too() -> None:
    found = chances(RuleSet("pagat"), [0, 0], 1, {"10": 0.3, "01": 0.5, "00": 0.2})
    leads = (0.5 + 0.2 * 0.3) / (1 - 0.2 * 0.2)
    assert found == pytest.approx((leads, 1 - leads))


def test_who_would_play_for_ever_has_equal_chances() -> None:
    assert chances(RuleSet("pagat"), [3, 1], 0, {"00": 1}) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("mine", range(7))
@pytest.mark.parametrize("yours", [0, 2, 6])
def test_even_rounds_of_two_are_tosses_of_a_coin(mine: int, yours: int) -> None:
    found = chances(RuleSet("pagat", lives=6), [mine, yours], 0, EITHER)[0]
    tosses = mine + yours + 1  # so many decide: one of the two has then lost too often
    assert found == pytest.approx(sum(comb(tosses, lost) for lost in range(mine + 1)) / 2**tosses)


def test_a_loss_of_two_with_one_chip_leaves_a_swimmer() -> None:
    # Always the leader loses two. Seat 0 leads and swims, then seat 1 does, then 0 is out.
    assert chances(RuleSet("pagat"), [1, 1], 1, {"20": 1}) == pytest.approx((0, 1))


@pytest.mark.parametrize(
    ("last_chance", "winner"),
    [
        ("all", 1),  # 0 swims, 1 swims, 0 is out
        ("none", 1),  # 0 is out
        ("first", 0),  # 0 takes the chicken, 1 is out
    ],
)
def test_who_may_swim(last_chance: str, winner: int) -> None:
    rules = RuleSet("pagat", last_chance=last_chance)
    found = chances(rules, [1, 1], 1, {"10": 1})
    assert found[winner] == pytest.approx(1)


def test_several_who_run_out_first_are_all_out() -> None:
    found = chances(RuleSet("dutch"), [1, 1, 3], 2, EITHER, {"110": 1})
    assert found == pytest.approx((0, 0, 1))


def test_who_swims_has_the_chicken_and_nobody_else_can() -> None:
    swimming = chances(RuleSet("dutch"), [0, 1, 1], 2, EITHER, ANY_OF_THREE)
    assert swimming == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    free = chances(RuleSet("dutch"), [1, 1, 2], 2, EITHER, ANY_OF_THREE)
    assert free[2] == pytest.approx(1 - 2 * free[0])
    assert free[2] > free[0]


def test_without_the_chicken_two_lives_are_twice_one() -> None:
    # Seat 2 is out, so the chicken is gone: 0 is out with one loss, 1 with two.
    found = chances(RuleSet("dutch"), [1, 2, None], 0, EITHER)
    assert found == pytest.approx((0.25, 0.75, 0))


def test_seats_that_are_out_change_nothing() -> None:
    rules = RuleSet("pagat")
    there = equity(rules, [3, 1, 2], 1)
    among = equity(rules, [None, 3, None, 1, 2, None], 3)
    assert among == pytest.approx((0, there[0], 0, there[1], there[2], 0))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
def test_equal_places_make_equal_chances(seats: int) -> None:
    by_seats = [
        {"0" * place + "1" + "0" * (number - place - 1): 1.0 for place in range(number)}
        for number in range(2, seats + 1)
    ]
    found = chances(RuleSet("pagat", lives=7), [7] * seats, 0, *by_seats)
    assert found == pytest.approx([1 / seats] * seats)


STANDINGS = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(0, 3), min_size=seats, max_size=seats), st.integers(0, seats - 1)
    )
)


@given(
    standing=STANDINGS,
    preset=st.sampled_from(["pagat", "app-a9", "gamerules", "dutch"]),
    last_chance=st.sampled_from(["all", "none"]),
    lives=st.sampled_from([3, 9]),
)
@examples(60)
def test_chances_sum_to_one_and_a_life_more_is_better(
    standing: tuple[list[int], int], preset: str, last_chance: str, lives: int
) -> None:
    rules = RuleSet(preset, last_chance=last_chance, lives=lives)
    left, dealer = standing
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
    start = standing(rules, lives, dealer)
    won = shares_won(rules, "greedy", start, MATCHES, seed=1)
    for chance, share in zip(predicted, won, strict=True):
        error = sqrt(chance * (1 - chance) / MATCHES)
        assert abs(chance - share) <= tolerance + 2.5 * error


def test_many_lives_are_scaled() -> None:
    # An even game of two: the loser of so many tosses; the exact sum is a binomial tail.
    mine, yours = 1000, 960
    tosses = mine + yours + 1
    exact = sum(comb(tosses, lost) for lost in range(mine + 1)) / 2**tosses
    found = chances(RuleSet("pagat", lives=1000), [mine, yours], 0, EITHER)
    assert found[0] == pytest.approx(exact, abs=0.01)
    far = chances(RuleSet("pagat", lives=1000), [1000, 1], 0, EITHER)
    assert far[0] > 0.999


@pytest.mark.parametrize(
    ("preset", "lives", "dealer", "said"),
    [
        ("pagat", [3], 0, "1 of 1 seats: 2 to 10 are in a match"),
        ("pagat", [3, None], 0, "1 of 2 seats: 2 to 10 are in a match"),
        ("pagat", [3] * 11, 0, "11 of 11 seats: 2 to 10 are in a match"),
        ("pagat", [3, None, 3], 1, "dealer 1 is not a seat that is in the match"),
        ("pagat", [3, 3], 2, "dealer 2 is not a seat that is in the match"),
        ("pagat", [3, 4], 0, "seat 1 cannot have 4 lives: there are 0 to 3"),
        ("pagat", [-1, 3], 0, "seat 0 cannot have -1 lives: there are 0 to 3"),
        ("choy", [3, 3], 0, "a match for points has no lives"),
    ],
)
def test_a_standing_that_cannot_be_is_refused(
    preset: str, lives: list[int | None], dealer: int, said: str
) -> None:
    with pytest.raises(SchwimmenError) as refused:
        equity(RuleSet(preset), lives, dealer)
    assert str(refused.value) == said


def test_any_table_has_chances() -> None:
    random = Random(1)
    for preset, seats in (("pagat", 8), ("app-a5", 6), ("dutch", 5), ("gamerules", 7)):
        rules = RuleSet(preset, lives=12, closer_penalty=True, max_players=seats)
        lives = [random.randint(1, 12) for _ in range(seats)]
        assert sum(equity(rules, lives, seats - 1)) == pytest.approx(1)
