"""Bit operations on masks, single instructions in compiled code.

Masks are signed 64-bit integers with at most 52 bits in use: Numba turns an unsigned integer beside
a signed one into a float.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schwimmen.engine import instructions, jit

if TYPE_CHECKING:
    from .state import MatchRecord, RoundRecord

MAX_HAND_SIZE: Final = 4


def popcount(mask: int) -> int:
    """Return the number of bits set in a mask."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """Return the index of the lowest bit set in a mask that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


instructions("schwimmen.rules.core.bit_instructions", popcount, lowest_bit)


@jit
def nth_bit(mask: int, place: int) -> int:
    """Return the set bit number ``place`` of a hand's mask, counted from 0 at the lowest."""
    for lower in range(MAX_HAND_SIZE - 1):  # a fixed count: no branch to predict
        if lower < place:
            mask &= mask - 1
    return mask & -mask


@jit
def bits_at(mask: int, places: int) -> int:
    """Return the set bits of a mask whose numbers, counted from the lowest, are in ``places``."""
    found = 0
    while places:
        if places & 1:
            found |= mask & -mask
        mask &= mask - 1
        places >>= 1
    return found


@jit
def next_combination(places: int) -> int:
    """Return the next higher mask with the same number of bits set, which is not 0 (HAKMEM 175)."""
    lowest = places & -places
    carried = places + lowest
    return carried | (places ^ carried) // lowest >> 2


@jit
def next_seat(state: RoundRecord | MatchRecord, seat: int, seats: int) -> int:
    """Return the next seat clockwise (R3) in a set of seats that is not empty."""
    while True:
        seat += 1
        if seat == state.seats:
            seat = 0
        if seats >> seat & 1:
            return seat
