"""Limits lie where they should, and the true mean between them as often as it should."""

from __future__ import annotations

import numpy as np
import pytest

from schwimmen.arena import Interval
from schwimmen.arena.interval import interval_of_mean, interval_of_share


def of(samples: list[int], scale: int = 1) -> Interval:
    return interval_of_mean(len(samples), sum(samples), sum(n * n for n in samples), scale)


def test_mean_and_error_are_those_of_the_samples() -> None:
    found = of([1, 4, -2, 8, 3], scale=2)
    sample = np.array([1, 4, -2, 8, 3]) / 2
    assert found.mean == sample.mean()
    assert found.error == pytest.approx(sample.std(ddof=1) / np.sqrt(5))


@pytest.mark.parametrize(
    ("samples", "quantile"),
    [(2, 12.706), (3, 4.303), (4, 3.182), (5, 2.776), (11, 2.228), (31, 2.042), (100_000, 1.960)],
)
def test_limits_are_those_of_student(samples: int, quantile: float) -> None:
    found = of([0, 2] * (samples // 2) + [1] * (samples % 2))
    assert found.error is not None
    assert found.high is not None
    assert found.low is not None
    assert (found.high - found.mean) / found.error == pytest.approx(quantile, rel=0.005)
    assert found.high - found.mean == pytest.approx(found.mean - found.low)


def test_a_single_sample_has_no_limits() -> None:
    assert of([3]) == Interval(3.0, None, None, None)
    assert interval_of_share(1, 1, 1, 1) == Interval(1.0, None, None, None)


@pytest.mark.parametrize("samples", [5, 40])
def test_the_true_mean_lies_between_the_limits_in_95_of_100_cases(samples: int) -> None:
    random = np.random.default_rng(1)
    inside = 0
    for _ in range(2_000):
        found = of(random.normal(100, 1_000, samples).astype(int).tolist())
        assert found.low is not None
        assert found.high is not None
        inside += found.low < 100 < found.high
    assert 0.94 < inside / 2_000 < 0.96


@pytest.mark.parametrize("share", [0.5, 0.02])
def test_a_true_share_lies_between_its_limits(share: float) -> None:
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


def test_limits_of_a_share_are_wilsons_and_never_beyond_none_and_all() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, with the normal quantile.
    found = interval_of_share(263, 81, 81, 1)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=0.0005)
    every = interval_of_share(100, 100, 100, 1)
    assert every.high == pytest.approx(1)
    assert every.low == pytest.approx(0.962, abs=0.001)
    none = interval_of_share(100, 0, 0, 1)
    assert (none.low, none.high) == pytest.approx((0, 1 - (every.low or 0)))
    assert interval_of_share(100, 50, 25, 1).low == 0.5  # all alike, as of a bot against itself
