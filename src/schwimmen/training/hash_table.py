"""Hash tables with open addressing and 64-bit keys, for compiled code."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit

ABSENT: Final = -1

_SHIFT: Final = np.uint64(20)
_MAX_LOAD_TENTHS: Final = 8  # a fuller table takes no new keys


@jit
def find(keys: NDArray[np.uint64], key: Any) -> int:
    """Return the index of a key, or ``ABSENT``. The length of the table is a power of two."""
    last = len(keys) - 1
    index = int(np.int64(key >> _SHIFT)) & last
    while keys[index] != key:
        if keys[index] == 0:
            return ABSENT
        index = (index + 1) & last
    return index


@jit
def find_or_add(keys: NDArray[np.uint64], key: Any, number: NDArray[np.int64]) -> int:
    """Return the index of a key, adding it if it is new; return ``ABSENT`` if the table is full.

    ``number[0]`` is the number of keys.
    """
    last = len(keys) - 1
    index = int(np.int64(key >> _SHIFT)) & last
    while keys[index] != key:
        if keys[index] == 0:
            if 10 * number[0] > _MAX_LOAD_TENTHS * len(keys):
                return ABSENT
            keys[index] = key
            number[0] += 1
            return index
        index = (index + 1) & last
    return index
