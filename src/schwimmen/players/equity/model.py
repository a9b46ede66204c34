"""A table of everybody's chance to win a match for lives, for every standing that there can be."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.state import MATCH_DTYPE, MAX_SEATS, ROUND_DTYPE, Records

BY_PLACE: Final = 0  # the order of the seats and the deal are told apart
EVEN: Final = 1  # everybody is in every place equally often

FEW: Final = 4  # seats that are never evened: more lives than the table has are scaled

SIZE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("lives", np.int64),  # the most that a standing may have; none: there is no table
            ("chickens", np.int64),  # 2 where a standing also says whether it is taken (R29)
            ("standings", np.int64),  # for either
            ("start", np.int64),  # of its part of ``values``
            ("first", np.int64),  # its outcomes of a round are those from here
            ("last", np.int64),  # to before here
        ],
    )
)


class Model(NamedTuple):
    """Chances to win after every standing, for tables of up to so many seats.

    A standing is the lives of those still in the game, 0 for who swims. ``sizes[kind, seats]``
    says where its values lie: by place in the order of play from who leads the next round to the
    dealer (kind ``BY_PLACE``), or by lives from most to fewest (``EVEN``).

    ``lives[outcome, place]`` are what a round costs, with its ``probability``. ``ways[n, k]``
    counts the choices of k from n.
    ``extra[seats, place]`` is how many lives a place will yet cost its seat beyond the average.
    """

    rules: Records
    sizes: Records
    values: NDArray[np.float64]
    lives: NDArray[np.int64]
    probability: NDArray[np.float64]
    ways: NDArray[np.int64]
    extra: NDArray[np.float64]


class Work(NamedTuple):
    """Room to reckon in; every thread needs its own."""

    matches: Records
    rounds: Records
    sums: NDArray[np.float64]
    again: NDArray[np.float64]
    parts: NDArray[np.float64]


# What the matches of a ``Work`` are for.
STANDING: Final = 0  # that is being solved, or looked at
AFTER: Final = 1  # a round from there
LATER: Final = 2  # another round from there
SCALED: Final = 3  # with fewer lives


def new_work() -> Work:
    """Room to reckon in."""
    return Work(
        np.zeros(4, MATCH_DTYPE),
        np.zeros(1, ROUND_DTYPE),
        np.zeros((MAX_SEATS, MAX_SEATS)),
        np.zeros(MAX_SEATS),
        np.zeros(MAX_SEATS),
    )
