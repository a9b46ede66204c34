"""Amount of search for one decision, as a budget or by limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isfinite
from time import monotonic
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
FIRST_WORLDS: Final = 128
"""Number of worlds of the first search within a limit."""
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


def growing_budgets(
    budget: SearchBudget, limit: Limit, error: Callable[[], float]
) -> Iterator[SearchBudget]:
    """Yield budgets, each with twice the worlds of the one before, for searches within a limit.

    They have the candidates of ``budget`` and its share of rollouts. They end before a search that
    would probably pass the time, and after one whose ``error`` is small enough; the last one has
    the limit's number of worlds.
    """
    most = limit.worlds or MOST_WORLDS
    start = monotonic()
    worlds = 0
    while worlds < most:
        worlds = min(most, max(FIRST_WORLDS, 2 * worlds))
        begin = monotonic()
        yield replace(budget, worlds=worlds, rollouts=worlds * budget.rollouts // budget.worlds)
        now = monotonic()
        if limit.time is not None and now - start + 2 * (now - begin) > limit.time:
            return
        if limit.error is not None and error() <= limit.error:
            return
