"""Records of a review, as its compiled functions write them.

Values are in units of ``Scale``. ``ReviewedMoment`` and ``PlayerReview`` explain the fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array
from schwimmen.players.search.reasons.records import MAX_REASONS, REASON_DTYPE
from schwimmen.rules.core.rows import MAX_SEATS, IntArray
from schwimmen.rules.core.state import MAX_ACTIONS, RecordArray, record_dtype

SWINGS: Final = 3
"""Luckiest and unluckiest moments of a player that are kept."""
GRADE_CODES: Final = 4
"""Number of codes of grades, of which 0 is no grade."""

T_co = TypeVar("T_co", covariant=True)


class Records(Protocol[T_co]):
    """Array of records in a record."""

    def __getitem__(self, index: int, /) -> T_co: ...
    def __len__(self) -> int: ...


class EstimateRecord(Protocol):
    """Record of an estimate and its standard error."""

    value: Annotated[float, np.float64]
    error: Annotated[float, np.float64]


class ReviewedActionRecord(Protocol):
    """Record of a legal action of a decision."""

    number: int
    value: Annotated[float, np.float64]
    error: Annotated[float, np.float64]
    loss: Annotated[float, np.float64]
    loss_error: Annotated[float, np.float64]


class ChangeRecord(Protocol):
    """Record of the change of a seat's chance."""

    luck: Annotated[float, np.float64]
    error: Annotated[float, np.float64]
    others: Annotated[float, np.float64]


class SwingRecord(Protocol):
    """Record of a change by luck; a change of 0 stands for none."""

    moment: int
    change: Annotated[float, np.float64]


ESTIMATE_DTYPE: Final = record_dtype(EstimateRecord)
REVIEWED_ACTION_DTYPE: Final = record_dtype(ReviewedActionRecord)
CHANGE_DTYPE: Final = record_dtype(ChangeRecord)
SWING_DTYPE: Final = record_dtype(SwingRecord)


class MomentRecord(Protocol):
    """Record of a moment of a match."""

    seats: int
    dealt_in: int
    """Number of seats that are not out."""
    seat: int
    """Seat that acted, or ``NO_SEAT``."""
    surprised: int
    """Mask of the seats that have an announced chance."""
    decision: int
    """Seat whose decision it is, or ``NO_SEAT``."""
    count: int
    """Number of actions of the decision."""
    chosen: int
    """Place of the action that is played among ``actions``, or -1."""
    grade: int
    only_move: int
    close_call: int
    bases: Annotated[NDArray[np.float64], np.float64, (MAX_SEATS,)]
    """Value that each seat has for certain: its lead in a game for points."""
    chances: Annotated[Records[EstimateRecord], ESTIMATE_DTYPE, (MAX_SEATS,)]
    announced: Annotated[Records[EstimateRecord], ESTIMATE_DTYPE, (MAX_SEATS,)]
    """Chances when the action had been played but no card had been turned up."""
    changes: Annotated[Records[ChangeRecord], CHANGE_DTYPE, (MAX_SEATS,)]
    actions: Annotated[Records[ReviewedActionRecord], REVIEWED_ACTION_DTYPE, (MAX_ACTIONS,)]
    """Actions of the decision, the best one first."""
    reasons: Annotated[RecordArray, REASON_DTYPE, (MAX_REASONS,)]
    """Reasons why the best action is better than another, the largest share first."""
    reason_count: int


class AccountRecord(Protocol):
    """Record of the account of a player, up to the latest moment."""

    decisions: int
    loss: Annotated[float, np.float64]
    error_rate: Annotated[float, np.float64]
    """Points lost in 100 decisions; 0 without decisions."""
    like: int
    """Code of the level that plays like that, or -1."""
    before: Annotated[float, np.float64]
    result: Annotated[float, np.float64]
    luck: Annotated[float, np.float64]
    errors: Annotated[float, np.float64]
    others: Annotated[float, np.float64]
    grades: Annotated[IntArray, np.int64, (GRADE_CODES,)]
    """Number of decisions by the code of their grade."""
    luckiest: Annotated[Records[SwingRecord], SWING_DTYPE, (SWINGS,)]
    unluckiest: Annotated[Records[SwingRecord], SWING_DTYPE, (SWINGS,)]


MOMENT_DTYPE: Final = record_dtype(MomentRecord)
ACCOUNT_DTYPE: Final = record_dtype(AccountRecord)

MomentArray: TypeAlias = Annotated[NDArray[Any], Array(MOMENT_DTYPE, 1)]
AccountArray: TypeAlias = Annotated[NDArray[Any], Array(ACCOUNT_DTYPE, 0)]
