"""Hash tables by 64-bit keys for compiled code, and what self-play is about."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.state import SCORING_POINTS

ABSENT: Final = -1

_SHIFT: Final = np.uint64(20)
_MOST_TENTHS: Final = 8  # a table that is fuller than this takes nothing more
_POINTS: Final = 41.0  # doubled points that are as much as a life


@jit
def find(keys: Any, key: Any) -> int:
    """Where a key stands, or ``ABSENT``. The number of places is a power of two."""
    last = len(keys) - 1
    place = int(np.int64(key >> _SHIFT)) & last
    while keys[place] != key:
        if keys[place] == 0:
            return ABSENT
        place = (place + 1) & last
    return place


@jit
def find_or_add(keys: Any, key: Any, number: Any) -> int:
    """The same; a new key is added and ``number[0]`` counted on, unless the table is full."""
    last = len(keys) - 1
    place = int(np.int64(key >> _SHIFT)) & last
    while keys[place] != key:
        if keys[place] == 0:
            if 10 * number[0] > _MOST_TENTHS * len(keys):
                return ABSENT
            keys[place] = key
            number[0] += 1
            return place
        place = (place + 1) & last
    return place


@jit
def round_gain(rules: Any, state: Any, seat: int) -> float:
    """What a round that is over means to a seat: lives that the others lost on average, less its
    own; or points, so many being as much as a life."""
    total = 0
    for other in range(state.seats):
        total += state.score[other]
    own = state.score[seat]
    less: float = (total - own) / (popcount(state.active) - 1) - own
    return -less / _POINTS if rules.scoring == SCORING_POINTS else less
