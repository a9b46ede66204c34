"""Heartbeat of this server in the database, and the health check that it makes possible."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from logging import ERROR
from time import monotonic
from typing import Final

from ..runtime.clock import iso_time, utc_now
from ..runtime.logs import log_event
from . import Database, StorageError, WriteBatch

log = logging.getLogger(__name__)

ALIVE: Final = "alive:"
"""Prefix of the setting in which a server stores its heartbeat, one setting for each server."""

DEAD_S: Final = 60
"""Seconds without a heartbeat after which a server is dead and its setting may be deleted."""

CHECKED_S: Final = 1.0
"""Seconds for which the result of a health check is cached, since each check writes."""

WRITE_TIMEOUT_S: Final = 5.0
"""Seconds that the database may take for a health check."""

REASONS: Final = {
    ("full", "No space left", "File too large", "disk I/O"): "its disk is full or broken",
    ("readonly", "read-only"): "it is read-only",
}
"""Words in errors of the database, and the reason that a health check gives for them."""


class Heartbeat:
    """Heartbeat of this server beside those of all servers that share the database."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], str] = utc_now,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._database = database
        self._now = now
        self._clock = clock
        self._name = f"{ALIVE}{database.server}"
        self._dead: list[str] = []
        self._checking = asyncio.Lock()
        self._checked = -CHECKED_S
        self._fault: str | None = None

    async def last_alive(self) -> str:
        """Return the ISO time of the last heartbeat of any other server, or an empty string.

        The next heartbeat of this server, being later, deletes those of dead servers. Raise
        ``StorageError`` if the database cannot be read.
        """
        beats = await self._database.settings_with_prefix(ALIVE)
        beats.pop(self._name, None)
        long_ago = iso_time(datetime.fromisoformat(self._now()) - timedelta(seconds=DEAD_S))
        self._dead = [name for name, time in beats.items() if time < long_ago]
        return max(beats.values(), default="")

    async def beat(self) -> None:
        """Store a heartbeat. Raises ``StorageError`` if the database cannot be written."""
        batch = WriteBatch(settings=[(self._name, self._now())], deleted_settings=self._dead)
        await self._database.write(batch)
        self._dead = []

    async def fault(self, fresh: bool = False) -> str | None:
        """Return the reason why the database is unusable, ``None`` if it is healthy.

        ``fresh``: do not use the result of an earlier check.
        """
        async with self._checking:
            if fresh or self._clock() >= self._checked + CHECKED_S:
                self._fault = await self._check()
                self._checked = self._clock()
            return self._fault

    async def _check(self) -> str | None:
        if not await self._database.is_readable():
            return "the database cannot be read"
        try:
            async with asyncio.timeout(WRITE_TIMEOUT_S):
                await self.beat()
        except TimeoutError:
            return f"the database has not written for {WRITE_TIMEOUT_S:g} seconds"
        except StorageError as error:
            log_event(log, ERROR, "the database cannot be written", reason=str(error))
            reasons = (
                reason
                for words, reason in REASONS.items()
                if any(word in str(error) for word in words)
            )
            return f"the database cannot be written: {next(reasons, 'see the log')}"
        return None
