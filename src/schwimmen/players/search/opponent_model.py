"""Opponent models of players that go by the value of their hand.

A threshold model most often takes the best hand that the table offers, and closes around a certain
hand value. No player plays exactly like this; several such models together cover most of them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit
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
from schwimmen.rules.core.state import CLOSE_TIMING_INSTEAD, UNTIL_ONE_OPEN, RulesRecord

from ..greedy import hand_after

_HAND_TEMPERATURE: Final = Decimal("2.5")  # doubled points that make a hand e times as likely
_CLOSE_TEMPERATURE: Final = 2  # doubled points that make the odds of closing e times as high
_RENEW_PROBABILITY: Final = 0.1
_MIN_WEIGHT: Final = 0.002  # of any legal action

NEVER: Final = 1 << 20
"""Threshold that no value reaches."""

# Exponentials come from tables, which are the same on every platform, unlike those of a library.
_DIFFERENCES: Final = 128  # of doubled values, which are lower
_BY_LESS: Final = np.array([float((-n / _HAND_TEMPERATURE).exp()) for n in range(_DIFFERENCES)])
_BY_MORE: Final = np.array(
    [
        float(1 / (1 + (Decimal(-n) / _CLOSE_TEMPERATURE).exp()))
        for n in range(-_DIFFERENCES, _DIFFERENCES)
    ]
)


@jit
def _logistic(value: int, threshold: int) -> float:
    """Return the probability of closing, or keeping, with a hand."""
    more = max(-_DIFFERENCES, min(value - threshold, _DIFFERENCES - 1))
    probability: float = _BY_MORE[more + _DIFFERENCES]
    return probability


@jit_noinline
def threshold_weights(
    rules: RulesRecord,
    legal: int,
    hand: int,
    table: int,
    close_threshold: int,
    keep_threshold: int,
    weights: NDArray[np.float64],
) -> float:
    """Write the model's weight of each legal action to ``weights``; return their sum.

    Both thresholds are doubled values. The model does not cover the last turns.
    """
    own = value_and_suit(rules, hand)[0]
    best = own
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        value = value_and_suit(rules, hand_after(rules, hand, table, action))[0]
        weights[action] = value
        best = max(best, value)
    closes_instead = rules.close_timing == CLOSE_TIMING_INSTEAD
    close_probability = _logistic(own, close_threshold)
    total = 0.0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        kind = action_kind(rules, action)
        value = int(weights[action])
        weight = _BY_LESS[best - value]
        closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
        if kind in (KEEP, TAKE):
            keep_probability = _logistic(own, keep_threshold)
            weight = keep_probability if kind == KEEP else 1 - keep_probability
        elif kind == RENEW:
            weight = _RENEW_PROBABILITY
        elif closes_instead:
            if closes:
                weight = close_probability
            elif kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN:
                weight *= _logistic(value, close_threshold)
            else:
                weight *= 1 - close_probability
        else:
            probability = _logistic(value, close_threshold)
            weight *= probability if closes else 1 - probability
        weights[action] = weight + _MIN_WEIGHT
        total += weights[action]
    return total
