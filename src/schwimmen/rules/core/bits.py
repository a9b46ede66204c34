"""Counting and choosing bits, as single instructions in compiled code.

Masks are signed 64-bit integers with at most 52 bits in use, so that no unsigned type (which would
turn into a float beside a signed one) is needed anywhere in the rules.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .jit import jit

MAX_HAND_SIZE: Final = 4


@intrinsic
def _ctpop(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _cttz(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


def popcount(mask: int) -> int:
    """How many bits are set."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """The place of the lowest bit set; the mask must not be empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


ctpop: Any = _ctpop
cttz: Any = _cttz


@overload(popcount, inline="always")
def _count(mask: Any) -> Any:
    def compiled_count(mask: Any) -> Any:
        return ctpop(mask)

    return compiled_count


@overload(lowest_bit, inline="always")
def _lowest(mask: Any) -> Any:
    def compiled_lowest(mask: Any) -> Any:
        return cttz(mask)

    return compiled_lowest


@jit
def nth_bit(mask: int, place: int) -> int:
    """The mask of one bit of a mask, counted from the lowest: one card of a hand."""
    for lower in range(MAX_HAND_SIZE - 1):  # always as often: the processor need not guess
        if lower < place:
            mask &= mask - 1
    return mask & -mask


@jit
def next_seat(state: Any, seat: int, among: int) -> int:
    """The next seat clockwise (R3) among a set of seats that is not empty."""
    while True:
        seat += 1
        if seat == state.seats:
            seat = 0
        if among >> seat & 1:
            return seat
