"""Times as they stand in logs: ISO, in UTC, to the millisecond."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final

JUMP_S: Final = 2.0
"""Seconds by which the system clock may differ from the time that has passed: it was set if it
differs by more."""


def log_time(time: datetime) -> str:
    """A time as it stands in logs."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def utc_now() -> str:
    """The time now as it stands in logs."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def seconds_between(earlier: str, later: str) -> float:
    """Seconds from one time to another.

    >>> seconds_between("2026-11-22T10:00:00.000+00:00", "2026-11-22T10:00:01.500+00:00")
    1.5
    """
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


def later(time: str, seconds: float) -> str:
    """The time so many seconds after another.

    >>> later("2026-11-22T10:00:00.000+00:00", 1.5)
    '2026-11-22T10:00:01.500+00:00'
    """
    return log_time(datetime.fromisoformat(time) + timedelta(seconds=seconds))


@dataclass(frozen=True, slots=True)
class Life:
    """Since when time has passed evenly for this server, and the last sign of life before that.

    ISO times. Before ``since`` no server was there, or the system clock was set, then from
    ``alive``, which may be the later of the two. ``alive`` is empty where there was no server
    before.
    """

    since: str
    alive: str = ""


class Watch:
    """The system clock, under watch: ``life`` is another once somebody has set it.

    ``alive`` is the last sign of life of a server before; ``steady`` are seconds that nobody sets.
    """

    def __init__(
        self,
        wall: Callable[[], str] = utc_now,
        alive: str = "",
        steady: Callable[[], float] = monotonic,
    ) -> None:
        self.wall = wall
        """What the system clock shows."""
        self.steady = steady
        self.was_set: Callable[[], None] = lambda: None
        """Called when the system clock was set."""
        self._seen = wall(), steady()
        self.life = Life(self._seen[0], alive)

    def now(self) -> str:
        """What time it is, as an ISO time."""
        time, seconds = self._seen
        now, steady = self._seen = self.wall(), self.steady()
        expected = later(time, steady - seconds)
        if abs(seconds_between(expected, now)) > JUMP_S:
            self.life = Life(since=now, alive=expected)
            self.was_set()
        return now
