"""Random numbers for compiled code, from a generator that is an array of one number.

The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
OOPSLA 2014). Numbers from a small range are drawn as the digits of a fraction of 57 random bits.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit

from .rows import IntArray

Rng: TypeAlias = Annotated[NDArray[np.uint64], Array(np.uint64, 1)]
"""State of a random number generator."""

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)

RANDOM_BITS: Final = 57  # times a limit of up to 64 still fits a signed 64-bit integer
RANDOM_MASK: Final = (1 << RANDOM_BITS) - 1
_ONE: Final = 1.0 / (1 << RANDOM_BITS)
DRAWS_PER_NUMBER: Final = 4  # keeps the bias of each draw below 2**-33


def new_rng(seed: int) -> Rng:
    """Return a generator seeded with an integer; equal seeds give equal numbers."""
    return np.array([seed & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@jit
def spawn(seed: Any, number: int) -> Any:
    """Return the seed of the ``number``-th independent generator derived from a 64-bit seed."""
    return _mixed(seed + _STEP * np.uint64(number + 1))


@entry
def next_bits(rng: Rng) -> int:
    """Return the next ``RANDOM_BITS`` random bits."""
    rng[0] += _STEP
    number: Any = np.int64(_mixed(rng[0]) >> np.uint64(64 - RANDOM_BITS))
    return int(number)


@jit
def random_fraction(rng: Rng) -> float:
    """Return a random number from 0 up to, but not including, 1."""
    return next_bits(rng) * _ONE


@jit
def random_seed(rng: Rng) -> Any:
    """Return a random seed for ``spawn``."""
    return np.uint64(next_bits(rng))


@entry(javascript=True)
def randbelow(rng: Rng, limit: Annotated[int, Range(1, 64)]) -> int:
    """Return a random number below ``limit``, which is at most 64."""
    return next_bits(rng) * limit >> RANDOM_BITS


@entry(javascript=True)
def shuffle(
    rng: Rng,
    cards: Annotated[IntArray, Array(np.int8, 0)],
    size: Annotated[int, Range(0, LengthOf("cards"))],
) -> None:
    """Shuffle the first ``size`` (at most 64) cards in place (Fisher-Yates)."""
    last = size - 1
    while last > 0:
        rest = next_bits(rng)
        for _ in range(min(DRAWS_PER_NUMBER, last)):
            rest *= last + 1
            other = rest >> RANDOM_BITS
            rest &= RANDOM_MASK
            cards[last], cards[other] = cards[other], cards[last]
            last -= 1


@jit
def _mixed(state: Any) -> Any:
    mixed = (state ^ (state >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))
