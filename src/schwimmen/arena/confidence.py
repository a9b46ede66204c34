"""Confidence intervals with p-values, and a sequential probability ratio test (SPRT)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, isfinite, lgamma, log, log1p, sqrt
from operator import add
from typing import Any, Final, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError, quote

SIGNIFICANCE: Final = 0.05
"""p-value below which a difference is significant, as one outside the 95 % interval is."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Mean with its standard error, 95 % confidence interval and p-value.

    All but the mean are ``None`` for a single sample. ``p`` is the two-sided p-value of the null
    hypothesis that a difference is 0, or a share an equal one; it is below 0.05 if the interval
    does not contain that value. ``degrees`` are the degrees of freedom of the error. With few
    samples, or samples that are nearly all equal, the true coverage is lower.
    """

    mean: float
    error: float | None
    low: float | None
    high: float | None
    p: float | None = None
    degrees: float | None = None

    def to_dict(self) -> dict[str, float | None]:
        """Return the interval as plain data."""
        return {
            "mean": self.mean,
            "error": self.error,
            "low": self.low,
            "high": self.high,
            "p": self.p,
        }

    def negated(self) -> Interval:
        """Return the interval of the negated mean."""
        if self.low is None or self.high is None:
            return Interval(0 - self.mean, None, None, None)
        return Interval(0 - self.mean, self.error, 0 - self.high, 0 - self.low)

    def plus(self, other: Interval) -> Interval:
        """Return the interval of the sum of two independent means, by Welch and Satterthwaite."""
        mean = self.mean + other.mean
        if self.error is None or other.error is None:
            return Interval(mean, None, None, None)
        assert self.degrees is not None
        assert other.degrees is not None
        variances = self.error**2, other.error**2
        total = sum(variances)
        if total == 0:
            return _interval(mean, 0.0, self.degrees)
        shares = [variance / total for variance in variances]
        degrees = 1 / (shares[0] ** 2 / self.degrees + shares[1] ** 2 / other.degrees)
        return _interval(mean, sqrt(total), degrees)


def _interval(mean: float, error: float, degrees: float) -> Interval:
    half = student_quantile(degrees) * error
    p = p_value(mean / error, degrees) if error else float(mean == 0)
    return Interval(mean, error, mean - half, mean + half, p, degrees)


def interval_of_mean(samples: int, total: int, squares: int, scale: int) -> Interval:
    """Return the interval of a mean from the number, sum and sum of squares of its samples.

    Samples are divided by ``scale``. The limits are those of Student's distribution. Whole numbers
    are divided last, so that the differences lose no precision.
    """
    mean = total / samples / scale
    if samples == 1:
        return Interval(mean, None, None, None)
    variance = (squares * samples - total * total) / (samples * (samples - 1))
    return _interval(mean, sqrt(variance / samples) / scale, samples - 1)


def interval_of_share(
    samples: int, total: int, squares: int, scale: int, equal: float = 0.5
) -> Interval:
    """Return the interval of a mean of shares, samples from 0 to ``scale``, within 0 and 1.

    It is Wilson's interval (Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 1927) for the number of trials that have the
    same error. If all samples are 0 or all are ``scale``, each counts as one trial. The p-value is
    that of the score test of the share ``equal``, which this interval inverts.
    """
    found = interval_of_mean(samples, total, squares, scale)
    mean, error, degrees = found.mean, found.error, found.degrees
    if error is None or degrees is None:
        return found
    if error == 0 and 0 < mean < 1:
        return Interval(mean, error, mean, mean, float(mean == equal), degrees)
    of_trial = mean * (1 - mean)
    trials = of_trial / error**2 if error else float(samples)
    width = student_quantile(degrees) ** 2 / trials
    middle = (mean + width / 2) / (1 + width)
    half = sqrt(width * (of_trial + width / 4)) / (1 + width)
    p = p_value((mean - equal) / sqrt(equal * (1 - equal) / trials), degrees)
    return Interval(mean, error, max(0.0, middle - half), min(1.0, middle + half), p, degrees)


def p_value(t: float, degrees: float) -> float:
    """Return the probability that Student's distribution is as far from 0 as ``t``, or farther.

    >>> round(p_value(2.228139, 10), 6)
    0.05
    """
    if t == 0:
        return 1.0
    a, b = degrees / 2, 0.5
    x, rest = degrees / (degrees + t * t), t * t / (degrees + t * t)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) - a * log1p(t * t / degrees) + b * log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, rest) / b


_TINY: Final = 1e-300
_PRECISION: Final = 1e-14


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method.

    Numerical Recipes, third edition, 6.4.
    """
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    found = d
    m, step = 0, 0.0
    while abs(step - 1) > _PRECISION:
        m += 1
        step = 1.0
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            step *= c * d
        found *= step
    return found


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


@lru_cache(maxsize=1024)
def student_quantile(degrees: float) -> float:
    """Return the 97.5 % quantile of Student's distribution, where its p-value is 0.05."""
    low, high = 1.9, 13.0  # those of the normal distribution and of one degree of freedom
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if p_value(middle, degrees) > SIGNIFICANCE else (low, middle)
    return high


_FIRST_SAMPLES: Final = 30  # before which the coefficient is 1


@dataclass(slots=True)
class ControlledMean:
    """Mean of samples without their luck, whose mean is known: a control variate.

    The luck is left out in the proportion that would have been best in all earlier batches, so that
    the mean has no bias, and not more noise than the samples if the luck explains nothing of them.
    """

    samples: int = 0
    _sums: tuple[float, ...] = (0.0,) * 5  # of samples, luck, their squares and products
    _total: float = 0.0
    _squares: float = 0.0
    _coefficients: float = 0.0

    def add(
        self,
        samples: int,
        total: float,
        luck: float,
        squares: float,
        luck_squares: float,
        products: float,
    ) -> None:
        """Add the sums of a batch of samples and of their luck."""
        c = self._coefficient
        self._total += total - c * luck
        self._squares += squares - 2 * c * products + c * c * luck_squares
        self._coefficients += c * samples
        batch = (total, luck, squares, luck_squares, products)
        self._sums = tuple(map(add, self._sums, batch))
        self.samples += samples

    @property
    def _coefficient(self) -> float:
        total, luck, _, luck_squares, products = self._sums
        variance = luck_squares * self.samples - luck * luck
        if self.samples < _FIRST_SAMPLES or variance <= 0:
            return 1.0
        return (products * self.samples - total * luck) / variance

    def interval(self, luck: Interval) -> Interval:
        """Return the interval of the mean; that of the luck comes from other samples."""
        c = self._coefficients / self.samples
        mean = self._total / self.samples
        if self.samples == 1 or luck.error is None:
            return Interval(mean + c * luck.mean, None, None, None)
        squares = max(0.0, self._squares - self.samples * mean * mean)
        error = sqrt(squares / (self.samples - 1) / self.samples)
        own = _interval(mean, error, self.samples - 1)
        assert luck.degrees is not None
        return own.plus(_interval(c * luck.mean, abs(c) * luck.error, luck.degrees))


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

    @property
    def lower_limit(self) -> float:
        """Log-likelihood ratio at which ``low`` is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper_limit(self) -> float:
        """Log-likelihood ratio at which ``high`` is accepted."""
        return log((1 - self.beta) / self.alpha)


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
    if ratio >= bounds.upper_limit:
        accepted = "high"
    elif ratio <= bounds.lower_limit:
        accepted = "low"
    return SprtResult(bounds, ratio, accepted)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
