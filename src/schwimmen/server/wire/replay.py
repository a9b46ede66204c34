"""A round of a match that is over, on the wire, with all hands open."""

from __future__ import annotations

from typing import Any

from .base import Wire
from .tables import TableEvent
from .views import PublicView


class ReplayStep(Wire):
    """A deal or an action, and the table once it was played.

    Every seat's hand is ``shown`` with its value. The happenings of the steps, one after the other,
    are the history of the round.
    """

    event: TableEvent
    view: PublicView


class Replay(Wire):
    """Round ``round`` of ``rounds``: ``first`` is its deal, ``changes`` make each step of the one
    before (docs/wire.md, "Changes")."""

    round: int
    rounds: int
    first: ReplayStep
    changes: list[Any]
