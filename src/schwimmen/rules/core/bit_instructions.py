"""Overloads of ``bits.py`` in compiled code: single instructions."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .bits import lowest_bit, popcount


@intrinsic
def ctpop(typingctx: Any, mask: Any) -> Any:
    """Return the number of bits set in a mask."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def cttz(typingctx: Any, mask: Any) -> Any:
    """Return the number of zeros below the lowest bit set in a mask."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


count: Any = ctpop
zeros: Any = cttz


@overload(popcount, inline="always")
def _compiled_popcount(mask: Any) -> Any:
    def popcount_of(mask: Any) -> Any:
        return count(mask)

    return popcount_of


@overload(lowest_bit, inline="always")
def _compiled_lowest_bit(mask: Any) -> Any:
    def lowest_bit_of(mask: Any) -> Any:
        return zeros(mask)

    return lowest_bit_of
