"""Conversion between bit masks and bytes, by vector instructions in compiled code."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, instructions


def bits_to_bytes(mask: int, out: Any, start: int, count: int) -> None:
    """Write the lowest ``count`` (8 or more) bits of a mask into ``out[start:start + count]``."""
    for place in range(count):
        out[start + place] = mask >> place & 1


def bytes_to_bits(row: Any) -> int:
    """Return the mask of the nonzero bytes of a row of 8 or more."""
    return sum(1 << place for place in range(len(row)) if row[place])


instructions("schwimmen.envs.bitmask_instructions", bits_to_bytes, bytes_to_bits)


@entry
def write_mask(legal: int, out: Annotated[NDArray[Any], Array(np.int8, 8)]) -> None:
    """Write a mask of legal actions into a row of bytes, one for each action."""
    bits_to_bytes(legal, out, 0, len(out))
