"""Amount of search for one decision, as a budget or by limits."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from schwimmen.rules.errors import SchwimmenError, quote, whole_number


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Amount of search for one decision with up to four players; more players get less."""

    candidates: int
    """Hands weighed for all opponents together; all hands if one opponent has three cards."""
    worlds: int
    """Sampled worlds."""
    rollouts: int
    """Rollouts of all actions together."""
    replies: int = 0
    """Worlds in which the only opponent's best reply is searched; at most ``MAX_REPLIES``."""


MAX_REPLIES: Final = 64
MOST_WORLDS: Final = 100_000
"""Largest number of worlds of one search, for its memory."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of one decision, which ends at the first that is reached; ``None`` is no limit.

    Equal numbers of ``worlds`` give equal decisions. A decision by ``time``, in seconds, depends on
    the machine. ``error`` is the standard error of the value of the best action.

    >>> Limit(worlds=4000)
    Limit(worlds=4000, time=None, error=None)
    """

    worlds: int | None = None
    time: float | None = None
    error: float | None = None

    def __post_init__(self) -> None:
        """Raise ``SchwimmenError`` for a limit that is not a number above 0."""
        if self.worlds is not None:
            whole_number("worlds", self.worlds, 1, MOST_WORLDS)
        for name, value in (("time", self.time), ("error", self.error)):
            if value is not None and not (isfinite(value) and value > 0):
                raise SchwimmenError(f"{name}: {quote(value)} is not a number above 0")

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return any(one is not None for one in (self.worlds, self.time, self.error))
