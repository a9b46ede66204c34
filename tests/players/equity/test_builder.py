"""Win probabilities that are easy to compute by hand; quick enough to run uncompiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

import numpy as np
import pytest

from schwimmen.players.equity import LossFrequencies, equity, match_state
from schwimmen.players.equity.builder import SizeLimit, SizeLimits, build_equity_model
from schwimmen.players.equity.loss_frequencies import loss_frequencies_for
from schwimmen.players.equity.model import (
    EQUITY_DTYPE,
    WORKSPACE_DTYPE,
    EquityModel,
    win_probabilities,
)
from schwimmen.rules import RuleSet, SchwimmenError

Outcomes = Mapping[str, float]


def losses(outcomes: Outcomes) -> LossFrequencies:
    """Return loss frequencies: lives lost (a digit per position from the leader) and weights."""
    lives = np.array([[int(digit) for digit in code] for code in outcomes])
    weights = np.array(list(outcomes.values()))
    return LossFrequencies(lives, weights / weights.sum())


def equity_by_losses(
    rules: RuleSet, lives: Sequence[int | None], dealer: int, *by_seats: Outcomes
) -> tuple[float, ...]:
    """Return win probabilities for the losses in rounds of two seats, three seats and so on."""
    return equity(
        rules, lives, dealer, {seats: losses(of) for seats, of in enumerate(by_seats, start=2)}
    )


EITHER = {"10": 1, "01": 1}
ANY_OF_THREE = {"100": 1, "010": 1, "001": 1}


def test_between_two_swimmers_one_round_decides_and_a_tie_is_shared() -> None:
    found = equity_by_losses(RuleSet("pagat"), [0, 0], 1, {"10": 0.4, "01": 0.5, "11": 0.1})
    assert found == pytest.approx((0.55, 0.45))


def test_a_tie_that_does_not_count_passes_the_deal_on() -> None:
    found = equity_by_losses(RuleSet("gamerules"), [0, 0], 1, {"10": 0.3, "01": 0.5, "11": 0.2})
    # The leader wins .5, or else after a tie as a dealer, which wins .3 or after a tie as a leader.
    leads = (0.5 + 0.2 * 0.3) / (1 - 0.2 * 0.2)
    assert found == pytest.approx((leads, 1 - leads))


def test_rounds_without_a_loss_pass_the_deal_on() -> None:
    found = equity_by_losses(RuleSet("pagat"), [0, 0], 1, {"10": 0.3, "01": 0.5, "00": 0.2})
    leads = (0.5 + 0.2 * 0.3) / (1 - 0.2 * 0.2)
    assert found == pytest.approx((leads, 1 - leads))


def test_endless_matches_have_equal_win_probabilities() -> None:
    assert equity_by_losses(RuleSet("pagat"), [3, 1], 0, {"00": 1}) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("mine", range(7))
@pytest.mark.parametrize("yours", [0, 2, 6])
def test_fair_rounds_of_two_are_coin_tosses(mine: int, yours: int) -> None:
    found = equity_by_losses(RuleSet("pagat", lives=6), [mine, yours], 0, EITHER)[0]
    tosses = mine + yours + 1  # decide the match
    assert found == pytest.approx(sum(comb(tosses, lost) for lost in range(mine + 1)) / 2**tosses)


def test_a_loss_of_two_lives_with_one_left_leaves_the_seat_swimming() -> None:
    # Always the leader loses two. Seat 0 leads and swims, then seat 1 does, then 0 is out.
    assert equity_by_losses(RuleSet("pagat"), [1, 1], 1, {"20": 1}) == pytest.approx((0, 1))


@pytest.mark.parametrize(
    ("last_chance", "winner"),
    [
        ("all", 1),  # 0 swims, 1 swims, 0 is out
        ("none", 1),  # 0 is out
        ("first", 0),  # 0 takes the chicken, 1 is out
    ],
)
def test_last_chances_decide_which_seats_may_swim(last_chance: str, winner: int) -> None:
    rules = RuleSet("pagat", last_chance=last_chance)
    found = equity_by_losses(rules, [1, 1], 1, {"10": 1})
    assert found[winner] == pytest.approx(1)


def test_several_seats_that_run_out_of_lives_first_are_all_out() -> None:
    found = equity_by_losses(RuleSet("dutch"), [1, 1, 3], 2, EITHER, {"110": 1})
    assert found == pytest.approx((0, 0, 1))


def test_only_the_first_seat_to_swim_has_the_chicken() -> None:
    swimming = equity_by_losses(RuleSet("dutch"), [0, 1, 1], 2, EITHER, ANY_OF_THREE)
    assert swimming == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    free = equity_by_losses(RuleSet("dutch"), [1, 1, 2], 2, EITHER, ANY_OF_THREE)
    assert free[2] == pytest.approx(1 - 2 * free[0])
    assert free[2] > free[0]


def test_without_the_chicken_two_lives_are_twice_one() -> None:
    # Seat 2 is out, so the chicken is gone: 0 is out with one loss, 1 with two.
    found = equity_by_losses(RuleSet("dutch"), [1, 2, None], 0, EITHER)
    assert found == pytest.approx((0.25, 0.75, 0))


def test_seats_that_are_out_change_nothing() -> None:
    rules = RuleSet("pagat")
    there = equity(rules, [3, 1, 2], 1)
    among = equity(rules, [None, 3, None, 1, 2, None], 3)
    assert among == pytest.approx((0, there[0], 0, there[1], there[2], 0))


def probabilities_by(
    model: EquityModel, rules: RuleSet, lives: Sequence[int], dealer: int
) -> list[float]:
    """Return the win probabilities by a model."""
    workspace, found = np.zeros(1, WORKSPACE_DTYPE), np.zeros(1, EQUITY_DTYPE)
    win_probabilities(model, workspace[0], match_state(rules, lives, dealer)[0], found[0])
    return list(found["seats"][0, : len(lives)])


@pytest.mark.parametrize("rules", [RuleSet("app-a9"), RuleSet("dutch", lives=2)], ids=str)
def test_smaller_models_agree_closely(rules: RuleSet) -> None:
    measured = {seats: loss_frequencies_for(rules, seats) for seats in range(2, 6)}
    whole = build_equity_model(rules, measured)
    small = SizeLimits(*(SizeLimit(number, 20_000) for number in (300, 300, 80, 500)))
    few = build_equity_model(rules, measured, small)
    assert few.values.size < whole.values.size / 2
    for lives in ([2, 2, 2, 2, 2], [2, 0, 2, 1, 1], [1, 1, 0, 1, 1], [2, 0, 2], [1, 2]):
        for dealer in (0, 1):
            exact = probabilities_by(whole, rules, lives, dealer)
            found = probabilities_by(few, rules, lives, dealer)
            assert found == pytest.approx(exact, abs=0.01)
            assert sum(found) == pytest.approx(1)


def test_states_with_too_many_lives_are_scaled() -> None:
    rules = RuleSet("pagat", lives=40)
    model = build_equity_model(
        rules, {2: losses(EITHER)}, SizeLimits(*[SizeLimit(400, 10_000)] * 4)
    )
    for mine, yours in ((40, 40), (40, 35), (31, 36), (22, 20), (40, 0), (12, 3)):
        tosses = mine + yours + 1
        exact = sum(comb(tosses, lost) for lost in range(mine + 1)) / 2**tosses
        assert probabilities_by(model, rules, [mine, yours], 0)[0] == pytest.approx(
            exact, abs=0.006
        )


@pytest.mark.parametrize(
    ("preset", "lives", "dealer", "said"),
    [
        ("pagat", [3], 0, "1 of 1 seats: a match has 2 to 10"),
        ("pagat", [3, None], 0, "1 of 2 seats: a match has 2 to 10"),
        ("pagat", [3] * 11, 0, "11 of 11 seats: a match has 2 to 10"),
        ("pagat", [3, None, 3], 1, "dealer 1 is not a seat that is in the match"),
        ("pagat", [3, 3], 2, "dealer 2 is not a seat that is in the match"),
        ("pagat", [3, 4], 0, "seat 1 cannot have 4 lives: they are 0 to 3"),
        ("pagat", [-1, 3], 0, "seat 0 cannot have -1 lives: they are 0 to 3"),
        ("choy", [3, 3], 0, "a match for points has no lives"),
    ],
)
def test_invalid_match_states_are_refused(
    preset: str, lives: list[int | None], dealer: int, said: str
) -> None:
    with pytest.raises(SchwimmenError) as refused:
        equity(RuleSet(preset), lives, dealer)
    assert str(refused.value) == said


def test_frequencies_of_fewer_seats_are_needed_as_well() -> None:
    with pytest.raises(SchwimmenError, match="loss frequencies are needed for 2 to 3 seats"):
        equity(RuleSet("pagat"), [3, 3, 3], 0, {3: losses(ANY_OF_THREE)})
