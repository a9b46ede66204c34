"""Opponent models: kinds of players that a seat may be, and how probable each kind is.

Model 0 plays by the blueprint. Threshold models go by the value of their hand: they mostly take the
best hand that the table offers, and close around a certain value. Model 6 is a strong player, whose
choices between good hands say little about its cards; the last model plays at random. No player
plays exactly like any of them; together they cover most players. Their parameters are fitted to
decisions of bots of all levels (``make benchmark-belief``).
"""

from __future__ import annotations

from decimal import Decimal
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.legal import (
    CLOSE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    KEEP,
    RENEW,
    TAKE,
    action_kind,
)
from schwimmen.rules.core.rows import IntArray
from schwimmen.rules.core.state import CLOSE_TIMING_INSTEAD, UNTIL_ONE_OPEN, RulesRecord

from ..greedy import hand_after

MODELS: Final = 9
"""Number of opponent models."""

BY_BLUEPRINT: Final = 0
AT_RANDOM: Final = MODELS - 1

INSTEAD_OF_BLUEPRINT: Final = 3
"""Model where the blueprint lacks the situation."""

_NEVER: Final = 1 << 20  # a threshold that no value reaches

CLOSE_THRESHOLDS: Final = np.array(
    (
        (_NEVER, 37, 44, 52, 61, _NEVER, 52, 55, _NEVER),
        (_NEVER, 48, 56, 66, 72, _NEVER, 62, 70, _NEVER),
    )
)
"""Doubled hand value around which each model closes, for hands of three cards and of four."""

AS_BLUEPRINT: Final = 0

ROLLOUT_THRESHOLDS: Final = np.array(
    (
        (
            (AS_BLUEPRINT, 33, 38, AS_BLUEPRINT, 61, _NEVER, AS_BLUEPRINT, 44, _NEVER),
            (AS_BLUEPRINT, 33, 38, AS_BLUEPRINT, 48, 54, AS_BLUEPRINT, 44, _NEVER),
        ),
        (
            (AS_BLUEPRINT, 37, 44, 52, 61, _NEVER, AS_BLUEPRINT, 55, _NEVER),
            (AS_BLUEPRINT, 48, 56, 66, 72, _NEVER, AS_BLUEPRINT, 70, _NEVER),
        ),
    )
)
"""Doubled hand value around which each model closes in rollouts, by purpose and size of hands.

With ``AS_BLUEPRINT`` it plays by the blueprint. Rollouts of purpose 0 choose an action, those of
purpose 1 estimate values, with opponents as they are believed to be. In the former most of them
close earlier: who counts on long rounds, in which its own seat goes on by the blueprint alone,
waits too long and wins less (``benchmarks/README.md``).
"""

# Doubled points that make the odds of closing, or a hand, e times as high.
_CLOSE_TEMPERATURES: Final = ("1", "1.5", "1", "1", "4", "1", "5", "5", "1")
_HAND_TEMPERATURES: Final = ("1", ".7", ".7", ".7", ".7", ".7", "10", ".7", "1")

TREMBLES: Final = np.array((0.06, 0.01, 0.01, 0.01, 0.01, 0.02, 0.15, 0.12, 1.0))
"""Probability with which each model takes any action instead, each as likely as the others."""

MIXTURES: Final = np.array(
    (
        (0.10, 0.09, 0.12, 0.16, 0.25, 0.05, 0.14, 0.07, 0.02),
        (0.35, 0.03, 0.10, 0.12, 0.08, 0.02, 0.27, 0.02, 0.01),
        (0.005, 0.12, 0.10, 0.125, 0.26, 0.10, 0.08, 0.16, 0.05),
    )
)
"""Mixtures of opponents: probability of each model among all, strong and weak players.

The first one follows the fit, but with less weight on the blueprint, which only bots of that level
play to the letter.
"""

AS_FITTED: Final = 0
"""Place of the mixture of all players; the other two show how much values depend on it."""

_FEW: Final = 2  # players that may all be strong, or weak
_KEEP_TEMPERATURE: Final = 2
_RENEW_WEIGHT: Final = 0.1
_MIN_WEIGHT: Final = 1e-6  # of any legal action

# Exponentials come from tables, which are the same on every platform, unlike those of a library.
_DIFFERENCES: Final = 128  # of doubled values, which are lower


def _logistics(temperature: Decimal) -> list[float]:
    return [
        float(1 / (1 + (Decimal(-n) / temperature).exp()))
        for n in range(-_DIFFERENCES, _DIFFERENCES)
    ]


_BY_LESS: Final = np.array(
    [
        [float((-n / Decimal(temperature)).exp()) for n in range(_DIFFERENCES)]
        for temperature in _HAND_TEMPERATURES
    ]
)
_BY_MORE: Final = np.array([_logistics(Decimal(each)) for each in _CLOSE_TEMPERATURES])
_KEEPING: Final = np.array(_logistics(Decimal(_KEEP_TEMPERATURE)))


@jit
def _probability(table: NDArray[np.float64], value: int, threshold: int) -> float:
    """Return the probability of closing, or keeping, with a hand."""
    more = max(-_DIFFERENCES, min(value - threshold, _DIFFERENCES - 1))
    probability: float = table[more + _DIFFERENCES]
    return probability


@jit_noinline
def write_values(rules: RulesRecord, legal: int, hand: int, table: int, values: IntArray) -> None:
    """Write the doubled value of the hand that each legal action leaves."""
    pairs: int = rules.hand_size * rules.hand_size
    if legal & ((1 << 2 * pairs) - 1):
        place = 0
        given = hand
        while given:
            rest = hand & ~(given & -given)
            given &= given - 1
            taken = table
            while taken:
                value = value_and_suit(rules, rest | taken & -taken)[0]
                taken &= taken - 1
                values[place] = value
                values[place + pairs] = value
                place += 1
    others = legal >> 2 * pairs << 2 * pairs
    while others:
        action = lowest_bit(others)
        others &= others - 1
        values[action] = value_and_suit(rules, hand_after(rules, hand, table, action))[0]


@jit_noinline
def threshold_weights(
    rules: RulesRecord,
    legal: int,
    own: int,
    values: IntArray,
    model: int,
    close_threshold: int,
    keep_threshold: int,
    weights: NDArray[np.float64],
) -> float:
    """Write a threshold model's weight of each legal action to ``weights``; return their sum.

    ``own`` is the doubled value of the hand, ``values`` are those that ``write_values`` wrote.
    The thresholds are doubled values, too. Trembles are not counted, and the last turns not
    covered.
    """
    best = own
    rest = legal
    while rest:
        best = max(best, values[lowest_bit(rest)])
        rest &= rest - 1
    closes_instead = rules.close_timing == CLOSE_TIMING_INSTEAD
    close_probability = _probability(_BY_MORE[model], own, close_threshold)
    total = 0.0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        kind = action_kind(rules, action)
        value = values[action]
        weight = _BY_LESS[model, best - value]
        closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
        if kind in (KEEP, TAKE):
            keep_probability = _probability(_KEEPING, own, keep_threshold)
            weight = keep_probability if kind == KEEP else 1 - keep_probability
        elif kind == RENEW:
            weight = _RENEW_WEIGHT
        elif closes_instead:
            if closes:
                weight = close_probability
            elif kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN:
                weight *= _probability(_BY_MORE[model], value, close_threshold)
            else:
                weight *= 1 - close_probability
        else:
            probability = _probability(_BY_MORE[model], value, close_threshold)
            weight *= probability if closes else 1 - probability
        weights[action] = weight + _MIN_WEIGHT
        total += weights[action]
    return total


@jit
def mixture_weight(mixture: int, models_of: IntArray, seats: int) -> float:
    """Return how many times as probable the models of some seats are by another mixture.

    ``seats`` is the mask of the seats. Of several players not all are strong, or weak: for more
    than two the weight is moderated, which also leaves enough worlds that count.
    """
    weight = 1.0
    rest = seats
    while rest:
        model = models_of[lowest_bit(rest)]
        rest &= rest - 1
        weight *= MIXTURES[mixture, model] / MIXTURES[AS_FITTED, model]
    players = popcount(seats)
    if players > _FEW:
        weight = sqrt(weight)
    if players > 2 * _FEW + 1:
        weight = sqrt(weight)
    return weight


@jit
def tremble(model: int, share: float, legal: int) -> float:
    """Return the probability of an action that has a share of a model's weights."""
    probability: float = (1.0 - TREMBLES[model]) * share + TREMBLES[model] / popcount(legal)
    return probability
