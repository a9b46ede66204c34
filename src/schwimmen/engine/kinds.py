"""Kinds of the parameters of entry points, written as annotations.

``int`` is a signed number of 64 bits, ``np.uint64`` an unsigned one, ``float`` one of double
precision, and ``bool`` a truth value. ``Annotated`` adds the limits of a number, and the type of an
array's items with the least length of each dimension:

>>> from typing import Annotated, Any
>>> import numpy as np
>>> from numpy.typing import NDArray
>>> Numbers = Annotated[NDArray[Any], Array(np.int64, 1)]
>>> Place = Annotated[int, Range(0, LengthOf("numbers", -1))]
>>> def number_at(numbers: Numbers, place: Place) -> int:
...     return int(numbers[place])

A parameter may be a named tuple of these, or a tuple. The limits keep a function within the memory
of its arrays; the contents of the arrays are not checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class LengthOf:
    """Limit that depends on the length of an array: its first dimension, plus a number.

    ``array`` is the name of a parameter, or of a field of a named tuple, such as ``envs.rounds``.
    """

    array: str
    plus: int = 0


class Array:
    """Kind of a parameter that is a C-contiguous array.

    ``least`` has the least length of each dimension.
    """

    def __init__(self, item: Any, *least: int | LengthOf, read_only: bool = False) -> None:
        self.item: np.dtype[Any] = np.dtype(item)
        self.least = least
        self.read_only = read_only


@dataclass(frozen=True)
class Range:
    """Limits of a whole number, both included."""

    low: int | LengthOf
    high: int | LengthOf


@dataclass(frozen=True)
class Times:
    """Length of a tuple whose items have the same kind."""

    number: int
