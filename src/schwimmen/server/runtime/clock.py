"""ISO times in UTC to the millisecond, and a system clock that notices when it is set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final

JUMP_S: Final = 2.0
"""Difference in seconds between the system clock and elapsed time above which the clock was set."""


def iso_time(time: datetime) -> str:
    """Return a time as it is stored in logs."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def utc_now() -> str:
    """Return the current time as it is stored in logs."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def seconds_between(earlier: str, later: str) -> float:
    """Return the seconds from one time to another.

    >>> seconds_between("2026-11-22T10:00:00.000+00:00", "2026-11-22T10:00:01.500+00:00")
    1.5
    """
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


def add_seconds(time: str, seconds: float) -> str:
    """Return the time that many seconds after another.

    >>> add_seconds("2026-11-22T10:00:00.000+00:00", 1.5)
    '2026-11-22T10:00:01.500+00:00'
    """
    return iso_time(datetime.fromisoformat(time) + timedelta(seconds=seconds))


@dataclass(frozen=True, slots=True)
class Uptime:
    """Period since ``since`` in which time has passed evenly for this server; ISO times.

    ``last_alive_at`` is the end of the period before: the last heartbeat of an earlier server, or
    the time that the system clock would have shown when it was set. It may be later than ``since``.
    """

    since: str
    last_alive_at: str = ""


class ServerClock:
    """System clock that starts a new ``uptime`` when it has been set.

    ``last_alive_at`` is the last heartbeat of an earlier server, ``steady`` returns monotonic
    seconds.
    """

    def __init__(
        self,
        wall: Callable[[], str] = utc_now,
        last_alive_at: str = "",
        steady: Callable[[], float] = monotonic,
    ) -> None:
        self.wall = wall
        """Function that returns the time of the system clock."""
        self.steady = steady
        self.on_jump: Callable[[], None] = lambda: None
        """Callback for when the system clock was set."""
        self._seen = wall(), steady()
        self.uptime = Uptime(self._seen[0], last_alive_at)

    def restart(self) -> None:
        """Start the uptime now: no table could be played since this server was started."""
        self._seen = self.wall(), self.steady()
        self.uptime = Uptime(self._seen[0], self.uptime.last_alive_at)

    def resume(self, paused_at: str) -> None:
        """Start the uptime now: no table could be played since an ISO time."""
        self._seen = self.wall(), self.steady()
        self.uptime = Uptime(self._seen[0], paused_at)

    def now(self) -> str:
        """Return the current ISO time."""
        time, seconds = self._seen
        now, steady = self._seen = self.wall(), self.steady()
        elapsed = steady - seconds
        if abs(seconds_between(time, now) - elapsed) > JUMP_S:
            self.uptime = Uptime(since=now, last_alive_at=add_seconds(time, elapsed))
            self.on_jump()
        return now
