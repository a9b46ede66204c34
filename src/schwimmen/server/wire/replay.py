"""A match that is over, on the wire, with all hands open."""

from __future__ import annotations

from .base import Wire
from .tables import TableEvent
from .views import View


class ReplayStep(Wire):
    """A deal or an action, and the table once it was played.

    The view is nobody's: every seat's hand is ``shown`` with its value.
    """

    event: TableEvent
    view: View


class Replay(Wire):
    """Round ``round`` of ``rounds``, step by step; the first step is its deal."""

    round: int
    rounds: int
    steps: list[ReplayStep]
