"""The sequential test decides for the right bound, and is wrong as seldom as it was told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from schwimmen.arena import Bounds
from schwimmen.arena.sequential import LEAST, decide
from schwimmen.rules import SchwimmenError

BOUNDS = Bounds(-0.1, 0.1)


def test_samples_near_a_bound_are_accepted_for_it() -> None:
    assert decide(BOUNDS, 500, -0.1, 0.4).accepted == "low"
    assert decide(BOUNDS, 500, 0.1, 0.4).accepted == "high"
    assert decide(BOUNDS, 500, 0.0, 0.4).accepted is None
    assert decide(BOUNDS, 500, 0.0, 0.4).ratio == 0


def test_few_samples_decide_nothing_and_samples_all_alike_decide() -> None:
    assert decide(BOUNDS, LEAST - 1, 0.1, 0.0).accepted is None
    assert decide(BOUNDS, LEAST, 0.1, 0.0).accepted == "high"
    assert decide(BOUNDS, LEAST, -0.1, 0.0).accepted == "low"


def test_the_ratio_is_that_of_likelihoods_where_the_variance_is_well_known() -> None:
    # Of normal samples with a variance of 1: the sum over the samples of (high - low) (x - middle).
    found = decide(Bounds(0.0, 0.02), 10_000, 0.015, 1.0)
    assert found.ratio == pytest.approx(10_000 * 0.02 * (0.015 - 0.01), rel=0.01)


@pytest.mark.parametrize(("truth", "wrong", "error"), [(-0.1, "high", 0.05), (0.1, "low", 0.1)])
def test_it_is_wrong_as_seldom_as_it_was_told(truth: float, wrong: str, error: float) -> None:
    bounds = Bounds(-0.1, 0.1, alpha=0.05, beta=0.1)
    random = np.random.default_rng(5)
    ends: Counter[Any] = Counter()
    runs, step, longest = 1_000, 20, 2_000
    for _ in range(runs):
        # Lives lost, so to say: three values far apart, and never normal.
        samples = random.choice([-1, 0, 1], longest, p=[0.25 - truth / 2, 0.5, 0.25 + truth / 2])
        sums, squares = samples.cumsum(), (samples**2).cumsum()
        for number in range(step, longest + 1, step):
            mean = sums[number - 1] / number
            accepted = decide(bounds, number, mean, squares[number - 1] / number - mean**2).accepted
            if accepted:
                break
        ends[accepted] += 1
    assert ends[None] == 0
    assert error / 4 < ends[wrong] / runs < 1.2 * error


WRONG: list[tuple[tuple[Any, ...], str]] = [
    ((0.1, -0.1), "the low bound, 0.1, is not below the high one, -0.1"),
    ((0, 0), "the low bound, 0, is not below the high one, 0"),
    ((float("nan"), 1), "is no bound: it is a number"),
    (("0", 1), '"0" is no bound: it is a number'),
    ((0, 1, 0.0), "alpha: 0.0 is not a number above 0 and below .5"),
    ((0, 1, 0.1, 0.5), "beta: 0.5 is not a number above 0 and below .5"),
    ((0, 1, True), "alpha: true is not"),
]


@pytest.mark.parametrize(("bounds", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_bounds_that_cannot_be_are_refused(bounds: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(SchwimmenError) as refused:
        Bounds(*bounds)
    assert reason in str(refused.value)
