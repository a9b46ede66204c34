"""JSON text in an array of bytes, compiled; lists and objects have a comma after every part.

Each function adds a part behind the ``end`` of a text and returns the new end.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline

MOST_TEXT: Final = 8192
"""Bytes for which a text has room, more than twice as many as the longest changes take."""

Text: TypeAlias = Annotated[NDArray[np.uint8], Array(np.uint8, MOST_TEXT)]

QUOTE: Final = ord('"')
COMMA: Final = ord(",")
_COLON: Final = ord(":")
_MINUS: Final = ord("-")
_POINT: Final = ord(".")
OPEN: Final = ord("[")
CLOSED: Final = ord("]")
BEGIN: Final = ord("{")
END: Final = ord("}")
_ZERO: Final = ord("0")
_FIVE: Final = ord("5")


@jit
def put_end(text: NDArray[np.uint8], end: int, mark: int) -> int:
    """End a list or an object in place of the comma behind its last part."""
    text[end - 1] = mark
    text[end] = COMMA
    return end + 1


@jit
def put_nothing(text: NDArray[np.uint8], end: int) -> int:
    """Add an empty list."""
    text[end] = OPEN
    text[end + 1] = CLOSED
    return end + 2


@jit_noinline
def put_number(text: NDArray[np.uint8], end: int, number: int) -> int:
    """Add a whole number."""
    if number < 0:
        text[end] = _MINUS
        end += 1
        number = -number
    unit = 1
    while unit * 10 <= number:
        unit *= 10
    while unit:
        text[end] = _ZERO + number // unit % 10
        end += 1
        unit //= 10
    return end


@jit_noinline
def put_half(text: NDArray[np.uint8], end: int, doubled: int) -> int:
    """Add half of a number."""
    if doubled == -1:
        text[end] = _MINUS
        end += 1
        doubled = 1
    whole = doubled // 2 if doubled >= 0 else -(-doubled // 2)
    end = put_number(text, end, whole)
    if doubled & 1:
        text[end] = _POINT
        text[end + 1] = _FIVE
        end += 2
    return end


@jit
def put_place(text: NDArray[np.uint8], end: int, place: int) -> int:
    """Add the name of a member that is an index."""
    text[end] = QUOTE
    end = put_number(text, end + 1, place)
    text[end] = QUOTE
    text[end + 1] = _COLON
    return end + 2
