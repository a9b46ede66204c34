"""Numbers of records of reviews; scripts/schema.py writes this file.

Each class has the numbers that encode the fields of the classes in its docstring.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol

import numpy as np

from schwimmen.players.search.reasons.records import REASON_DTYPE, ReasonRecord
from schwimmen.rules.core.rows import Records
from schwimmen.rules.core.state import record_dtype


class EstimateRecord(Protocol):
    """Numbers of ``Estimate``."""

    value: Annotated[float, np.float64]
    error: Annotated[float, np.float64]


ESTIMATE_DTYPE: Final = record_dtype(EstimateRecord)


class ReviewedActionRecord(Protocol):
    """Numbers of ``ReviewedAction``."""

    number: int
    """Number of the action."""
    value: Annotated[float, np.float64]
    error: Annotated[float, np.float64]
    loss: Annotated[float, np.float64]
    loss_error: Annotated[float, np.float64]
    least_loss: Annotated[float, np.float64]
    most_loss: Annotated[float, np.float64]
    grade: int
    """Code."""
    hand_value: int
    """Doubled, -1 for none."""
    closes: int
    ends: int
    """Code."""
    over: int


REVIEWED_ACTION_DTYPE: Final = record_dtype(ReviewedActionRecord)


class ChangeRecord(Protocol):
    """Numbers of ``Change``."""

    luck: Annotated[float, np.float64]
    error: Annotated[float, np.float64]
    others: Annotated[float, np.float64]


CHANGE_DTYPE: Final = record_dtype(ChangeRecord)


class SwingRecord(Protocol):
    """Numbers of ``Swing``."""

    moment: int
    change: Annotated[float, np.float64]


SWING_DTYPE: Final = record_dtype(SwingRecord)


class MomentNumbers(Protocol):
    """Numbers of ``ReviewedMoment`` and ``ReviewedDecision``."""

    seat: int
    """-1 for none."""
    seats: int
    chances: Annotated[Records[EstimateRecord], ESTIMATE_DTYPE, (10,)]
    change_count: int
    changes: Annotated[Records[ChangeRecord], CHANGE_DTYPE, (10,)]
    decider: int
    chosen: int
    """Place among the actions, -1 for none."""
    grade: int
    """Code."""
    only_move: int
    count: int
    actions: Annotated[Records[ReviewedActionRecord], REVIEWED_ACTION_DTYPE, (64,)]
    reason_count: int
    reasons: Annotated[Records[ReasonRecord], REASON_DTYPE, (3,)]


class PlayerNumbers(Protocol):
    """Numbers of ``PlayerReview``."""

    decisions: int
    loss: Annotated[float, np.float64]
    squares: Annotated[float, np.float64]
    error_rate: Annotated[float, np.float64]
    """0 without decisions."""
    before: Annotated[float, np.float64]
    result: Annotated[float, np.float64]
    luck: Annotated[float, np.float64]
    errors: Annotated[float, np.float64]
    others: Annotated[float, np.float64]
    lucky: int
    luckiest: Annotated[Records[SwingRecord], SWING_DTYPE, (3,)]
    unlucky: int
    unluckiest: Annotated[Records[SwingRecord], SWING_DTYPE, (3,)]
