"""A sequential test between two bounds: as many samples as the decision takes, and no more.

It is the generalised sequential probability ratio test of Li, Liu and Ying (Generalized sequential
probability ratio test for separate families of hypotheses, Sequential Analysis 33, 2014) with the
bounds of Wald (Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16,
1945), for the mean of samples of a normal distribution whose variance is not known: under each of
both hypotheses the variance is the likeliest one. Chess engines are tested in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, log
from typing import Any, Final, Literal, TypeAlias

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.quoting import shown

Side: TypeAlias = Literal["low", "high"]

ERROR: Final = 0.01
"""How probable each wrong decision is, if nothing else is wanted."""

LEAST: Final = 100
"""Nothing is decided by fewer samples: their variance says too little."""

_NO_VARIANCE: Final = 1e-12  # samples that are all alike still have some


@dataclass(frozen=True, slots=True)
class Bounds:
    """The two means between which a test decides.

    ``alpha`` is the probability to accept ``high`` where ``low`` is true, ``beta`` that to accept
    ``low`` where ``high`` is.

    Raises ``SchwimmenError`` unless low is below high, and the probabilities are above 0 and
    below one half.

    >>> Bounds(0.0, -0.05)
    Traceback (most recent call last):
    ...
    schwimmen.rules.errors.SchwimmenError: the low bound, 0.0, is not below the high one, -0.05
    """

    low: float
    high: float
    alpha: float = ERROR
    beta: float = ERROR

    def __post_init__(self) -> None:
        for bound in (self.low, self.high):
            if not _is_number(bound):
                raise SchwimmenError(f"{shown(bound)} is no bound: it is a number")
        if not self.low < self.high:
            raise SchwimmenError(
                f"the low bound, {self.low}, is not below the high one, {self.high}"
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not (_is_number(error) and 0 < error < 0.5):
                raise SchwimmenError(f"{name}: {shown(error)} is not a number above 0 and below .5")


@dataclass(frozen=True, slots=True)
class Decision:
    """Where a test stands: ``accepted`` is ``None`` while it has not decided.

    ``ratio`` is the logarithm of how many times likelier ``high`` has made the samples than
    ``low``.
    """

    bounds: Bounds
    ratio: float
    accepted: Side | None


def decide(bounds: Bounds, samples: int, mean: float, variance: float) -> Decision:
    """Where the test stands after samples of this mean and (biased) variance.

    >>> decide(Bounds(-0.1, 0.0), samples=2000, mean=-0.09, variance=0.5).accepted
    'low'
    >>> decide(Bounds(-0.1, 0.0), samples=200, mean=-0.06, variance=0.5).accepted is None
    True
    """
    if samples < LEAST:
        return Decision(bounds, 0.0, None)
    spread = max(variance, _NO_VARIANCE)
    low, high = (spread + (mean - bound) ** 2 for bound in (bounds.low, bounds.high))
    ratio = samples / 2 * log(low / high)
    accepted: Side | None = None
    if ratio >= log((1 - bounds.beta) / bounds.alpha):
        accepted = "high"
    elif ratio <= log(bounds.beta / (1 - bounds.alpha)):
        accepted = "low"
    return Decision(bounds, ratio, accepted)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
