"""A stream of random numbers for compiled code, handed on as an array of one number.

The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
OOPSLA 2014). Small ranges are drawn as digits of one long fraction, several from each number.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .jit import compiled

Stream: TypeAlias = NDArray[np.uint64]

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)

FRACTION_BITS: Final = 57  # times a range below 64 it still fits a signed 64-bit number
FRACTION_MASK: Final = (1 << FRACTION_BITS) - 1
DIGITS: Final = 4  # drawn from one fraction: then no result is off by more than 2**-33


def stream(seed: int) -> Stream:
    """A new stream; equal seeds give equal numbers."""
    return np.array([seed & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@compiled
def branch(seed: Any, number: int) -> Any:
    """The seed of one of many streams that belong to a seed (64 bits), by its number."""
    return _mixed(seed + _STEP * np.uint64(number + 1))


@compiled
def fraction(numbers: Any) -> int:
    """The next number, below ``2**FRACTION_BITS``."""
    numbers[0] += _STEP
    number: Any = np.int64(_mixed(numbers[0]) >> np.uint64(64 - FRACTION_BITS))
    return int(number)


@compiled
def below(numbers: Any, limit: int) -> int:
    """A number from 0 to ``limit - 1``; the limit is at most 64."""
    return fraction(numbers) * limit >> FRACTION_BITS


@compiled
def shuffle(numbers: Any, cards: Any, size: int) -> None:
    """Put the first ``size`` (at most 64) cards into a random order (Fisher-Yates)."""
    last = size - 1
    while last > 0:
        rest = fraction(numbers)
        for _ in range(min(DIGITS, last)):
            rest *= last + 1
            place = rest >> FRACTION_BITS
            rest &= FRACTION_MASK
            cards[last], cards[place] = cards[place], cards[last]
            last -= 1


@compiled
def _mixed(state: Any) -> Any:
    mixed = (state ^ (state >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))
