"""Results and losses of rounds, decoded from the records of the compiled rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from .cards import cards_of
from .core import kernel
from .core.result import CRITERIA, LOSS_REASONS, MAX_LOSSES
from .core.state import (
    KEYED_RESULT_DTYPE,
    LOSS_DTYPE,
    MATCH_DTYPE,
    NO_SEAT,
    RESULT_DTYPE,
    RecordArray,
)
from .hands import points_of, suit_of
from .history import END_NAMES
from .view import Loss, Points, RoundResult, Status

if TYPE_CHECKING:
    from .round import Round


T = TypeVar("T")

STATUS_NAMES: Final[tuple[Status, ...]] = ("in", "swimming", "out")
"""Statuses of seats by their code."""

NO_MATCH: Final[RecordArray] = np.zeros(0, MATCH_DTYPE)
"""Array of matches for a round by itself."""


def result_of(round_: Round, matches: RecordArray = NO_MATCH) -> RoundResult:
    """Return the result of a round that is over, with the scores of its match, if any."""
    results = np.empty(1, RESULT_DTYPE)
    kernel.result(*round_.arrays, 0, matches, results)
    record = results.view(KEYED_RESULT_DTYPE)[0]
    count, active = int(record["seat_count"]), int(record["active"])

    def per_seat(field: str, decode: Callable[[int], T]) -> tuple[T | None, ...]:
        return tuple(
            decode(value) if active >> seat & 1 else None
            for seat, value in enumerate(record[field][:count].tolist())
        )

    for_points = round_.rules.scoring == "points"
    for_lives = not for_points
    in_match = len(matches) > 0
    return RoundResult(
        dealer=int(record["dealer"]),
        leader=int(record["leader"]),
        end=END_NAMES[int(record["end"])],
        by=None if record["by"] == NO_SEAT else int(record["by"]),
        turns=int(record["turns"]),
        hands=per_seat("hands", cards_of),
        values=per_seat("values", points_of),
        suits=per_seat("suits", suit_of),
        lost=per_seat("scores", int) if for_lives else None,
        lives=per_seat("lives", int) if for_lives and in_match else None,
        status=per_seat("status", STATUS_NAMES.__getitem__) if for_lives and in_match else None,
        points=_all_points(record["scores"][:count]) if for_points else None,
        totals=_all_points(record["totals"][:count]) if for_points and in_match else None,
    )


def _all_points(doubled: Any) -> tuple[Points, ...]:
    return tuple(map(points_of, doubled.tolist()))


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
