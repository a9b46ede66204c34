"""Rows of numbers in a record."""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np

from ..cards import NUMBER_OF_CARDS

MAX_SEATS: Final = 10
NUMBER_OF_ACTION_KINDS: Final = 9
"""Number of kinds of action, which ``legal.py`` lists."""

T_co = TypeVar("T_co", covariant=True)


class IntArray(Protocol):
    """Array of integers in a record, one for each seat or card."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Records(Protocol[T_co]):
    """Array of records in a record."""

    def __getitem__(self, index: int, /) -> T_co: ...
    def __setitem__(self, index: int, record: Any, /) -> None: ...
    def __len__(self) -> int: ...


PerSeat: TypeAlias = Annotated[IntArray, np.int64, (MAX_SEATS,)]
PerActionKind: TypeAlias = Annotated[IntArray, np.int64, (NUMBER_OF_ACTION_KINDS,)]
Pack: TypeAlias = Annotated[IntArray, np.int8, (NUMBER_OF_CARDS,)]
