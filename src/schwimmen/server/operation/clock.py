"""Times as they stand in logs: ISO, in UTC, to the millisecond."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from logging import ERROR
from time import monotonic
from typing import Final

from ..storage import Database, StorageError, WriteBatch
from .logs import log_event

JUMP_S: Final = 2.0
"""Seconds by which the system clock may differ from the time that has passed: it was set if it
differs by more."""


def iso_time(time: datetime) -> str:
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


def add_seconds(time: str, seconds: float) -> str:
    """The time so many seconds after another.

    >>> add_seconds("2026-11-22T10:00:00.000+00:00", 1.5)
    '2026-11-22T10:00:01.500+00:00'
    """
    return iso_time(datetime.fromisoformat(time) + timedelta(seconds=seconds))


@dataclass(frozen=True, slots=True)
class Uptime:
    """Since when time has passed evenly for this server, and the last sign of life before that.

    ISO times. Before ``since`` no server was there, or the system clock was set, then from
    ``alive``, which may be the later of the two. ``alive`` is empty where there was no server
    before.
    """

    since: str
    alive: str = ""


class ServerClock:
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
        self.on_jump: Callable[[], None] = lambda: None
        """Called when the system clock was set."""
        self._seen = wall(), steady()
        self.uptime = Uptime(self._seen[0], alive)

    def now(self) -> str:
        """What time it is, as an ISO time."""
        time, seconds = self._seen
        now, steady = self._seen = self.wall(), self.steady()
        expected = add_seconds(time, steady - seconds)
        if abs(seconds_between(expected, now)) > JUMP_S:
            self.uptime = Uptime(since=now, alive=expected)
            self.on_jump()
        return now


log = logging.getLogger(__name__)

ALIVE: Final = "alive"
"""How the names of the settings begin in which servers note when they were alive. Each has its own;
``alive`` alone is that of versions before."""

DEAD_S: Final = 60
"""Seconds without a sign of life after which a server is dead and its line may go."""

CHECKED_S: Final = 1.0
"""Seconds for which a health check holds: that many ask costs no more writes."""

PATIENCE_S: Final = 5.0
"""Seconds after which a database that does not answer is not well."""

REASONS: Final = {
    ("full", "No space left", "File too large", "disk I/O"): "its disk is full or broken",
    ("readonly", "read-only"): "it is read-only",
}
"""What the database's own words mean for people who ask whether the server is well."""


class Heartbeat:
    """The line of this server among those of all servers that share a database."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], str] = utc_now,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._database = database
        self._now = now
        self._clock = clock
        self._name = f"{ALIVE}:{database.server}"
        self._dead: list[str] = []
        self._checking = asyncio.Lock()
        self._checked = -CHECKED_S
        self._fault: str | None = None

    async def last_alive(self) -> str:
        """Return the last sign of life of any other server, empty without one.

        The lines of dead servers go with the next sign of this one, which is later than theirs.
        Raises ``StorageError``.
        """
        lines = await self._database.settings_with_prefix(ALIVE)
        lines.pop(self._name, None)
        long_ago = iso_time(datetime.fromisoformat(self._now()) - timedelta(seconds=DEAD_S))
        self._dead = [name for name, time in lines.items() if time < long_ago]
        return max(lines.values(), default="")

    async def beat(self) -> None:
        """Leave a sign of life. Raises ``StorageError``."""
        write = WriteBatch(settings=[(self._name, self._now())], deleted_settings=self._dead)
        await self._database.write(write)
        self._dead = []

    async def fault(self) -> str | None:
        """Return why nothing can be kept just now, ``None`` if all is well."""
        async with self._checking:
            if self._clock() >= self._checked + CHECKED_S:
                self._fault = await self._check()
                self._checked = self._clock()
            return self._fault

    async def _check(self) -> str | None:
        if not await self._database.is_readable():
            return "the database cannot be read"
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.beat()
        except TimeoutError:
            return f"the database has not written for {PATIENCE_S:g} seconds"
        except StorageError as error:
            log_event(log, ERROR, "the database cannot be written", reason=str(error))
            known = (
                reason
                for words, reason in REASONS.items()
                if any(word in str(error) for word in words)
            )
            return f"the database cannot be written: {next(known, 'the log says why')}"
        return None
