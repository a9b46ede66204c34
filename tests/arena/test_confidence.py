"""Confidence intervals and the sequential test have the error rates that they promise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from schwimmen.arena import Interval, SprtBounds
from schwimmen.arena.confidence import (
    MIN_SAMPLES,
    ControlledMean,
    interval_of_mean,
    interval_of_share,
    p_value,
    sprt_result,
)
from schwimmen.rules import SchwimmenError


def of(samples: list[int], scale: int = 1) -> Interval:
    return interval_of_mean(len(samples), sum(samples), sum(n * n for n in samples), scale)


def test_mean_and_error_are_those_of_the_samples() -> None:
    found = of([1, 4, -2, 8, 3], scale=2)
    sample = np.array([1, 4, -2, 8, 3]) / 2
    assert found.mean == sample.mean()
    assert found.error == pytest.approx(sample.std(ddof=1) / np.sqrt(5))


@pytest.mark.parametrize(
    ("samples", "quantile"),
    [(2, 12.7062), (3, 4.3027), (4, 3.1824), (5, 2.7764), (31, 2.0423), (100_000, 1.95999)],
)
def test_limits_are_those_of_students_distribution(samples: int, quantile: float) -> None:
    found = of([0, 2] * (samples // 2) + [1] * (samples % 2))
    assert found.error is not None
    assert found.high is not None
    assert found.low is not None
    assert (found.high - found.mean) / found.error == pytest.approx(quantile, rel=1e-4)
    assert found.high - found.mean == pytest.approx(found.mean - found.low)


def test_a_single_sample_has_no_limits() -> None:
    assert of([3]) == Interval(3.0, None, None, None)
    assert interval_of_share(1, 1, 1, 1) == Interval(1.0, None, None, None)


@pytest.mark.parametrize("samples", [5, 40])
def test_the_interval_contains_the_true_mean_in_95_of_100_cases(samples: int) -> None:
    random = np.random.default_rng(1)
    inside = 0
    for _ in range(2_000):
        found = of(random.normal(100, 1_000, samples).astype(int).tolist())
        assert found.low is not None
        assert found.high is not None
        inside += found.low < 100 < found.high
    assert 0.94 < inside / 2_000 < 0.96


@pytest.mark.parametrize("share", [0.5, 0.02])
def test_the_interval_contains_the_true_share(share: float) -> None:
    random = np.random.default_rng(2)
    inside = 0
    for _ in range(2_000):
        # Two of a kind are one sample, as the same match from two seats.
        won = np.repeat(random.random(100) < share, 2).reshape(100, 2).sum(axis=1)
        found = interval_of_share(100, int(won.sum()), int((won * won).sum()), 2)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= share <= found.high
    assert 0.93 < inside / 2_000 < 0.985


def test_limits_of_a_share_are_wilsons_and_stay_within_0_and_1() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, with the normal quantile.
    found = interval_of_share(263, 81, 81, 1)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=0.0005)
    every = interval_of_share(100, 100, 100, 1)
    assert every.high == pytest.approx(1)
    assert every.low == pytest.approx(0.962, abs=0.001)
    none = interval_of_share(100, 0, 0, 1)
    assert (none.low, none.high) == pytest.approx((0, 1 - (every.low or 0)))
    assert interval_of_share(100, 50, 25, 1).low == 0.5  # all alike, as of a bot against itself


@pytest.mark.parametrize("degrees", [1, 2.5, 3, 10, 99, 10_000, 1_000_000])
def test_p_values_are_those_of_students_distribution(degrees: float) -> None:
    for t in (0.0, 0.1, -1.0, 1.7, 2.5, 6.0, 30.0):
        assert p_value(t, degrees) == pytest.approx(2 * stats.t.sf(abs(t), degrees), rel=1e-6)


@pytest.mark.parametrize("samples", [2, 4, 40, 5_000])
def test_a_difference_is_significant_if_its_interval_excludes_0(samples: int) -> None:
    found = of([0, 2] * (samples // 2))
    assert found.error is not None
    assert found.high is not None
    at_the_limit = round(10_000 * (found.high - found.mean))
    for shift, significant in ((-5, False), (5, True)):
        moved = [10_000 * n - 10_000 + at_the_limit + shift for n in [0, 2] * (samples // 2)]
        tested = of(moved)
        assert tested.low is not None
        assert tested.p is not None
        assert (tested.low > 0) is significant
        assert (tested.p < 0.05) is significant


@pytest.mark.parametrize("equal", [0.5, 0.25])
def test_a_share_is_significant_if_its_interval_excludes_the_equal_one(equal: float) -> None:
    significant = Counter[bool]()
    for won in range(101):
        found = interval_of_share(100, won, won, 1, equal)
        assert found.low is not None
        assert found.high is not None
        assert found.p is not None
        outside = not found.low <= equal <= found.high
        assert (found.p < 0.05) is outside
        significant[outside] += 1
    assert significant[False] > 10
    assert significant[True] > 10


def test_p_values_below_5_percent_are_rare_where_there_is_no_difference() -> None:
    random = np.random.default_rng(3)
    found = [of(random.normal(0, 1_000, 20).astype(int).tolist()).p for _ in range(2_000)]
    assert 0.04 < sum(p is not None and p < 0.05 for p in found) / 2_000 < 0.06


def test_the_sum_of_means_has_the_variance_and_degrees_of_both() -> None:
    one, other = [1, 4, 2, 8, 3], [10, 20, 30]
    total = of(one).plus(of(other))
    welch = stats.ttest_ind(one, [-n for n in other], equal_var=False)
    assert total.mean == pytest.approx(23.6)
    assert total.p == pytest.approx(welch.pvalue)
    limits = welch.confidence_interval(0.95)
    assert (total.low, total.high) == pytest.approx((limits.low, limits.high))
    assert of([1, 1]).plus(of([2, 2])) == Interval(3.0, 0.0, 3.0, 3.0, 0.0, 1)


def controlled(samples: Any, luck: Any, batch: int = 10) -> ControlledMean:
    """Return the mean of samples without their luck, added in batches."""
    found = ControlledMean()
    for first in range(0, len(samples), batch):
        x, y = samples[first : first + batch], luck[first : first + batch]
        sums = (x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum())
        found.add(len(x), *map(float, sums))
    return found


NO_LUCK = Interval(0.0, 0.0, 0.0, 0.0, 1.0, 1)


@pytest.mark.parametrize("weight", [0.5, 1.0, -0.3])
def test_luck_is_left_out_as_far_as_it_explains_the_samples(weight: float) -> None:
    random = np.random.default_rng(6)
    luck, rest = random.normal(0, 3, 2_000), random.normal(0.2, 1, 2_000)
    found = controlled(weight * luck + rest, luck).interval(NO_LUCK)
    assert found.error == pytest.approx(1 / np.sqrt(2_000), rel=0.15)
    assert abs(found.mean - 0.2) < 4 * (found.error or 0)
    shifted = controlled(weight * (luck + 5) + rest, luck + 5).interval(
        Interval(5.0, 0.0, 5.0, 5.0, 0.0, 1)
    )
    assert abs(shifted.mean - 0.2 - 5 * weight) < 4 * (shifted.error or 0)


def test_luck_that_explains_nothing_adds_little_noise() -> None:
    random = np.random.default_rng(7)
    samples, luck = random.normal(0, 1, 1_000), random.normal(0, 2, 1_000)
    found = controlled(samples, luck).interval(NO_LUCK)
    assert (found.error or 0) < 1.2 * samples.std() / np.sqrt(1_000)


def test_the_mean_without_luck_is_unbiased_from_the_first_batches_on() -> None:
    """The proportion that is left out does not follow from the samples to which it applies."""
    random = np.random.default_rng(8)
    means = []
    for _ in range(4_000):
        luck = random.exponential(1, 40) - 1
        means.append(controlled(luck**2 + luck, luck).interval(NO_LUCK).mean)
    assert abs(np.mean(means) - 1) < 4 * np.std(means) / np.sqrt(4_000)


BOUNDS = SprtBounds(-0.1, 0.1)


def test_samples_near_a_bound_accept_it() -> None:
    assert sprt_result(BOUNDS, 500, -0.1, 0.4).accepted == "low"
    assert sprt_result(BOUNDS, 500, 0.1, 0.4).accepted == "high"
    assert sprt_result(BOUNDS, 500, 0.0, 0.4).accepted is None
    assert sprt_result(BOUNDS, 500, 0.0, 0.4).ratio == 0


def test_few_samples_decide_nothing_but_equal_samples_do() -> None:
    assert sprt_result(BOUNDS, MIN_SAMPLES - 1, 0.1, 0.0).accepted is None
    assert sprt_result(BOUNDS, MIN_SAMPLES, 0.1, 0.0).accepted == "high"
    assert sprt_result(BOUNDS, MIN_SAMPLES, -0.1, 0.0).accepted == "low"


def test_the_ratio_is_the_likelihood_ratio_if_the_variance_is_well_known() -> None:
    # Of normal samples with a variance of 1: the sum over the samples of (high - low) (x - middle).
    found = sprt_result(SprtBounds(0.0, 0.02), 10_000, 0.015, 1.0)
    assert found.ratio == pytest.approx(10_000 * 0.02 * (0.015 - 0.01), rel=0.01)


@pytest.mark.parametrize(("truth", "wrong", "error"), [(-0.1, "high", 0.05), (0.1, "low", 0.1)])
def test_the_error_rates_are_those_of_the_bounds(truth: float, wrong: str, error: float) -> None:
    bounds = SprtBounds(-0.1, 0.1, alpha=0.05, beta=0.1)
    random = np.random.default_rng(5)
    ends: Counter[Any] = Counter()
    runs, step, longest = 1_000, 20, 2_000
    for _ in range(runs):
        # Like lives lost: three values far apart, never normal.
        samples = random.choice([-1, 0, 1], longest, p=[0.25 - truth / 2, 0.5, 0.25 + truth / 2])
        sums, squares = samples.cumsum(), (samples**2).cumsum()
        for number in range(step, longest + 1, step):
            mean = sums[number - 1] / number
            accepted = sprt_result(
                bounds, number, mean, squares[number - 1] / number - mean**2
            ).accepted
            if accepted:
                break
        ends[accepted] += 1
    assert ends[None] == 0
    assert error / 4 < ends[wrong] / runs < 1.2 * error


WRONG: list[tuple[tuple[Any, ...], str]] = [
    ((0.1, -0.1), "the low bound, 0.1, is not below the high one, -0.1"),
    ((0, 0), "the low bound, 0, is not below the high one, 0"),
    ((float("nan"), 1), "is not a bound: give a number"),
    (("0", 1), '"0" is not a bound: give a number'),
    ((0, 1, 0.0), "alpha: 0.0 is not a number above 0 and below .5"),
    ((0, 1, 0.1, 0.5), "beta: 0.5 is not a number above 0 and below .5"),
    ((0, 1, True), "alpha: true is not"),
]


@pytest.mark.parametrize(("bounds", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_invalid_bounds_are_refused(bounds: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(SchwimmenError) as refused:
        SprtBounds(*bounds)
    assert reason in str(refused.value)
