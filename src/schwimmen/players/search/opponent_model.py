"""What others may play like: people and programs who go by the value of their hand.

A habit takes most often the best hand that the table offers, and closes about from a certain value
on. Nobody plays just like this; that several are reckoned with is what matters.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit, jit_noinline
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
from schwimmen.rules.core.state import (
    CLOSE_TIMING_INSTEAD,
    UNTIL_ONE_OPEN,
)

from ..greedy import hand_after

_GREED: Final = 2.5  # in doubled points: what makes a better hand e times as likely
_SHARPNESS: Final = 2.0  # the same for closing
_CHANCE_OF_RENEWING: Final = 0.1
_LEAST: Final = 0.002  # of anything legal: habits are not laws


@jit
def _closes(value: float, threshold: float) -> float:
    likely: float = 1.0 / (1.0 + np.exp((threshold - value) / _SHARPNESS))
    return likely


@jit_noinline
def threshold_weights(
    rules: Any, legal: int, hand: int, table: int, closing: float, keep_threshold: int, weights: Any
) -> float:
    """Write how likely each legal action is; returns the sum of all.

    ``closing`` and ``keep_threshold`` are doubled values. Nobody is in the last turns.
    """
    own = float(value_and_suit(rules, hand)[0])
    best = own
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        value = float(value_and_suit(rules, hand_after(rules, hand, table, action))[0])
        weights[action] = value
        best = max(best, value)
    at_the_beginning = rules.close_timing == CLOSE_TIMING_INSTEAD
    closing_now = _closes(own, closing)
    total = 0.0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        kind = action_kind(rules, action)
        value = weights[action]
        likely = np.exp((value - best) / _GREED)
        closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
        if kind in (KEEP, TAKE):
            keeps = _closes(own, keep_threshold)
            likely = keeps if kind == KEEP else 1 - keeps
        elif kind == RENEW:
            likely = _CHANCE_OF_RENEWING
        elif at_the_beginning:
            if closes:
                likely = closing_now
            elif kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN:
                likely *= _closes(value, closing)
            else:
                likely *= 1 - closing_now
        else:
            share = _closes(value, closing)
            likely *= share if closes else 1 - share
        weights[action] = likely + _LEAST
        total += weights[action]
    return total
