"""What is noted of every round that is played: one row of plain numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

from schwimmen.rules.state import MAX_SEATS, Records

_OF_ROUND: Final = [
    ("match", np.int64),  # counted from 0; in a simulation of rounds each is a match by itself
    ("number", np.int32),  # of the round in its match, counted from 1
    ("dealer", np.int8),
    ("leader", np.int8),
    ("active", np.int16),  # mask of the seats dealt in
    ("end", np.int8),  # a code of ``rules.state``
    ("by", np.int8),
    ("dealt", np.int8),  # whether a special hand was dealt or taken (R19)
    ("closed", np.int16),  # mask of the seats that closed by the action (R20)
    ("winners", np.int16),  # mask, in the last round of a match
    ("turns", np.int32),
    ("decisions", np.int32),
]
_OF_SEATS: Final = [
    ("values", np.int16),  # doubled, at the showdown; -1 for a seat that is out
    ("scores", np.int16),  # lives lost, or doubled points
    ("turns_of", np.int16),
]


def row_dtype(seats: int) -> np.dtype[np.void]:
    """A row for so many seats."""
    fields = [*_OF_ROUND, *((name, kind, (seats,)) for name, kind in _OF_SEATS)]
    return np.dtype((np.record, fields))


ROW_DTYPE: Final = row_dtype(MAX_SEATS)
"""The row of compiled code, which has one form for any number of seats."""


def trimmed(rows: Records, seats: int) -> Records:
    """A copy of rows that has no room for more than these seats."""
    copy = np.empty(len(rows), row_dtype(seats))
    for name in row_dtype(seats).names or ():
        column = rows[name]
        copy[name] = column if column.ndim == 1 else column[:, :seats]
    return copy
