"""Confidence intervals, and a sequential probability ratio test (SPRT)."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, isfinite, log, sqrt
from statistics import NormalDist
from typing import Any, Final, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError, quote

_NORMAL: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Interval:
    """Mean with its standard error and 95 % confidence interval, ``None`` for a single sample.

    With few samples, or samples that are nearly all equal, the true coverage is lower.
    """

    mean: float
    error: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """Return the interval as plain data."""
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high}

    def negated(self) -> Interval:
        """Return the interval of the negated mean."""
        if self.low is None or self.high is None:
            return Interval(0 - self.mean, None, None, None)
        return Interval(0 - self.mean, self.error, 0 - self.high, 0 - self.low)

    def plus(self, other: Interval) -> Interval:
        """Return the interval of the sum of two independent means."""
        mean = self.mean + other.mean
        if self.error is None or other.error is None:
            return Interval(mean, None, None, None)
        assert self.high is not None
        assert other.high is not None
        half = hypot(self.high - self.mean, other.high - other.mean)
        return Interval(mean, hypot(self.error, other.error), mean - half, mean + half)


def interval_of_mean(samples: int, total: int, squares: int, scale: int) -> Interval:
    """Return the interval of a mean from the number, sum and sum of squares of its samples.

    Samples are divided by ``scale``. The limits are those of Student's distribution. Whole numbers
    are divided last, so that the differences lose no precision.
    """
    mean = total / samples / scale
    if samples == 1:
        return Interval(mean, None, None, None)
    variance = (squares * samples - total * total) / (samples * (samples - 1))
    error = sqrt(variance / samples) / scale
    half = _student(samples - 1) * error
    return Interval(mean, error, mean - half, mean + half)


def interval_of_share(samples: int, total: int, squares: int, scale: int) -> Interval:
    """Return the interval of a mean of shares, samples from 0 to ``scale``, within 0 and 1.

    It is Wilson's interval (Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 1927) for the number of trials that have the
    same error. If all samples are 0 or all are ``scale``, each counts as one trial.
    """
    found = interval_of_mean(samples, total, squares, scale)
    mean, error = found.mean, found.error
    if error is None or (error == 0 and 0 < mean < 1):
        return found
    of_trial = mean * (1 - mean)
    trials = of_trial / error**2 if error else float(samples)
    width = _student(samples - 1) ** 2 / trials
    middle = (mean + width / 2) / (1 + width)
    half = sqrt(width * (of_trial + width / 4)) / (1 + width)
    return Interval(mean, error, max(0.0, middle - half), min(1.0, middle + half))


def _student(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's distribution.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5; for one and two degrees
    of freedom, where that series is too short, the exact values.
    """
    if degrees <= 2:
        return (12.706204736, 4.302652730)[degrees - 1]
    x = _NORMAL
    return (
        x
        + (x**3 + x) / (4 * degrees)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * degrees**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * degrees**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * degrees**4)
    )


Side: TypeAlias = Literal["low", "high"]

DEFAULT_ERROR_RATE: Final = 0.01
"""Default probability of each wrong decision."""

MIN_SAMPLES: Final = 100
"""Number of samples below which nothing is decided, since their variance is unreliable."""

_NO_VARIANCE: Final = 1e-12  # used for samples that are all equal


@dataclass(frozen=True, slots=True)
class SprtBounds:
    """Two hypotheses of a sequential test, as means, and its error rates.

    ``alpha`` is the type I error rate, the probability of accepting ``high`` if ``low`` is true;
    ``beta`` is the type II error rate, that of accepting ``low`` if ``high`` is true.

    Raises ``SchwimmenError`` unless ``low`` is below ``high``, and the probabilities are above 0
    and below one half.

    >>> SprtBounds(0.0, -0.05)
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: the low bound, 0.0, is not below the high one, -0.05
    """

    low: float
    high: float
    alpha: float = DEFAULT_ERROR_RATE
    beta: float = DEFAULT_ERROR_RATE

    def __post_init__(self) -> None:
        for bound in (self.low, self.high):
            if not _is_number(bound):
                raise SchwimmenError(f"{quote(bound)} is not a bound: give a number")
        if not self.low < self.high:
            raise SchwimmenError(
                f"the low bound, {self.low}, is not below the high one, {self.high}"
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not (_is_number(error) and 0 < error < 0.5):
                raise SchwimmenError(f"{name}: {quote(error)} is not a number above 0 and below .5")


@dataclass(frozen=True, slots=True)
class SprtResult:
    """State of a sequential test: ``accepted`` is ``None`` until it has decided.

    ``ratio`` is the log-likelihood ratio of ``high`` to ``low``.
    """

    bounds: SprtBounds
    ratio: float
    accepted: Side | None


def sprt_result(bounds: SprtBounds, samples: int, mean: float, variance: float) -> SprtResult:
    """Return the state of the test after samples with this mean and (biased) variance.

    >>> sprt_result(SprtBounds(-0.1, 0.0), samples=2000, mean=-0.09, variance=0.5).accepted
    'low'
    >>> sprt_result(SprtBounds(-0.1, 0.0), samples=200, mean=-0.06, variance=0.5).accepted is None
    True
    """
    if samples < MIN_SAMPLES:
        return SprtResult(bounds, 0.0, None)
    spread = max(variance, _NO_VARIANCE)
    low, high = (spread + (mean - bound) ** 2 for bound in (bounds.low, bounds.high))
    ratio = samples / 2 * log(low / high)
    accepted: Side | None = None
    if ratio >= log((1 - bounds.beta) / bounds.alpha):
        accepted = "high"
    elif ratio <= log(bounds.beta / (1 - bounds.alpha)):
        accepted = "low"
    return SprtResult(bounds, ratio, accepted)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
