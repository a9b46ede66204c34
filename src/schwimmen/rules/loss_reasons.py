"""Reasons for the losses of a round, decoded from the records of the compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .core import kernel
from .core.losses import CRITERIA, LOSS_REASONS, MAX_LOSSES
from .core.state import LOSS_DTYPE, NO_SEAT
from .hands import points_of
from .view import Loss

if TYPE_CHECKING:
    from .round import Round


def losses_of(round_: Round) -> tuple[Loss, ...]:
    """Return the losses of a round that is over, one for each seat and reason, in seat order.

    They are the round's own, whether or not its match counts it (R24).
    """
    losses = np.empty(MAX_LOSSES, LOSS_DTYPE)
    count = kernel.losses(*round_.arrays, 0, losses)
    for_points = round_.rules.scoring == "points"
    return tuple(
        Loss(
            seat,
            points_of(amount) if for_points else amount,
            f"R{rule}",
            LOSS_REASONS[reason],
            None if against == NO_SEAT else against,
            CRITERIA[decided],
        )
        for seat, amount, rule, reason, against, decided in losses[:count].tolist()
    )
