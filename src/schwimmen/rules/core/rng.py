"""A stream of random numbers for compiled code, handed on as an array of one number.

The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
OOPSLA 2014). Small ranges are drawn as digits of one long fraction, several from each number.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .jit import jit

Rng: TypeAlias = NDArray[np.uint64]

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)

RANDOM_BITS: Final = 57  # times a range below 64 it still fits a signed 64-bit number
RANDOM_MASK: Final = (1 << RANDOM_BITS) - 1
DRAWS_PER_NUMBER: Final = 4  # drawn from one fraction: then no result is off by more than 2**-33


def new_rng(seed: int) -> Rng:
    """A new stream; equal seeds give equal numbers."""
    return np.array([seed & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@jit
def spawn(seed: Any, number: int) -> Any:
    """The seed of one of many streams that belong to a seed (64 bits), by its number."""
    return _mixed(seed + _STEP * np.uint64(number + 1))


@jit
def next_bits(numbers: Any) -> int:
    """The next number, below ``2**RANDOM_BITS``."""
    numbers[0] += _STEP
    number: Any = np.int64(_mixed(numbers[0]) >> np.uint64(64 - RANDOM_BITS))
    return int(number)


@jit
def randbelow(numbers: Any, limit: int) -> int:
    """A number from 0 to ``limit - 1``; the limit is at most 64."""
    return next_bits(numbers) * limit >> RANDOM_BITS


@jit
def shuffle(numbers: Any, cards: Any, size: int) -> None:
    """Put the first ``size`` (at most 64) cards into a random order (Fisher-Yates)."""
    last = size - 1
    while last > 0:
        rest = next_bits(numbers)
        for _ in range(min(DRAWS_PER_NUMBER, last)):
            rest *= last + 1
            place = rest >> RANDOM_BITS
            rest &= RANDOM_MASK
            cards[last], cards[place] = cards[place], cards[last]
            last -= 1


@jit
def _mixed(state: Any) -> Any:
    mixed = (state ^ (state >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))
