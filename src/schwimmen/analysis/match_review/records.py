"""Records of a review, as its compiled functions write them.

Values are in units of ``Scale``. ``ReviewedMoment`` and ``PlayerReview`` explain the fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array
from schwimmen.rules.core.rows import MAX_SEATS, IntArray, Records
from schwimmen.rules.core.state import record_dtype

from .numbers import ESTIMATE_DTYPE, EstimateRecord, MomentNumbers, PlayerNumbers

SWINGS: Final = 3
"""Luckiest and unluckiest moments of a player that are kept."""
GRADE_CODES: Final = 4
"""Number of codes of grades, of which 0 is no grade."""


class MomentRecord(MomentNumbers, Protocol):
    """Record of a moment of a match, and of its decision."""

    dealt_in: int
    """Number of seats that are not out."""
    over: int
    """Whether no round is being played, so that chances are exact."""
    surprised: int
    """Whether cards were turned up, so that there are announced chances."""
    bases: Annotated[NDArray[np.float64], np.float64, (MAX_SEATS,)]
    """Value that each seat has for certain: its lead in a game for points."""
    announced: Annotated[Records[EstimateRecord], ESTIMATE_DTYPE, (MAX_SEATS,)]
    """Chances when the action had been played but no card had been turned up."""


class AccountRecord(PlayerNumbers, Protocol):
    """Record of the account of a player, up to the latest moment."""

    grades: Annotated[IntArray, np.int64, (GRADE_CODES,)]
    shown: Annotated[float, np.float64]
    """Luck of this round by what the player's own actions show of its hand."""


MOMENT_DTYPE: Final = record_dtype(MomentRecord)
ACCOUNT_DTYPE: Final = record_dtype(AccountRecord)

MomentArray: TypeAlias = Annotated[NDArray[Any], Array(MOMENT_DTYPE, 1)]
AccountArray: TypeAlias = Annotated[NDArray[Any], Array(ACCOUNT_DTYPE, 0)]
