"""Heartbeat of this server in the database, and the health check that it makes possible."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from logging import ERROR, WARNING
from time import monotonic
from typing import Final

from sqlalchemy import Connection

from schwimmen import __version__

from ..runtime.clock import seconds_between, utc_now
from ..runtime.logs import log_event, log_failures
from . import VALID_S, Database, LeaseQueries, ServerBeat, StorageError, WriteBatch
from .leases import BEAT_STATEMENTS
from .postgres import wait_for_no_disk
from .statement import run
from .writer import SLOW_S

log = logging.getLogger(__name__)

BEAT_S: Final = 0.5
"""Seconds between heartbeats where several servers may share the database."""

JUST_DEAD_S: Final = 4 * VALID_S
"""Seconds since the last heartbeat of a server for which others end its sessions."""

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
        self._leases = LeaseQueries(database)
        self._now = now
        self._clock = clock
        self._checking = asyncio.Lock()
        self._checked = -CHECKED_S
        self._fault: str | None = None

    async def last_alive(self) -> str:
        """Return the ISO time of the last heartbeat of any other server, or an empty string.

        Raises ``StorageError`` if the database cannot be read.
        """
        beats = await self._database.beats()
        beats.pop(self._database.server, None)
        return max((beat.time for beat in beats.values()), default="")

    async def beat(self) -> None:
        """Store a heartbeat, and delete those of dead servers.

        Raises ``StorageError`` if the database cannot be written.
        """
        if not self._database.is_shared:
            await self._database.write(WriteBatch(beats=[self._next]))
            return
        # Other writes may wait for what another server has locked.
        slow = asyncio.get_running_loop().call_later(SLOW_S, self._database.on_failure)
        try:
            async with self._database.transaction() as connection:
                await wait_for_no_disk(connection)
                await connection.run_sync(self._store)
        except StorageError:
            self._database.on_failure()
            raise
        finally:
            slow.cancel()

    def _store(self, connection: Connection) -> None:
        for statement in BEAT_STATEMENTS:
            run(connection, statement, [self._next])

    @property
    def _next(self) -> ServerBeat:
        return ServerBeat(self._database.server, __version__, self._now())

    async def look_at_others(self) -> None:
        """Find the versions of all servers, and end the sessions of those that have just died.

        The versions of dead ones count until their heartbeats are deleted, since they may only be
        paused. Raises ``StorageError`` if the database cannot be read.
        """
        beats = (await self._database.beats()).values()
        versions = {beat.version for beat in beats}
        self._database.other_versions = frozenset(versions - {__version__})
        newest = max((beat.time for beat in beats), default="")
        just_died = any(
            JUST_DEAD_S > seconds_between(beat.time, newest) > VALID_S for beat in beats
        )
        if just_died and (ended := await self._leases.end_sessions()):
            log_event(log, WARNING, "sessions of a server that looks dead are ended", number=ended)

    async def run(self) -> None:
        """Store heartbeats until cancelled, through every failure."""
        while True:
            with log_failures(log, "the heartbeat failed"), suppress(StorageError):
                # A failure of the database is reported by the health check.
                await self.beat()
                await self.look_at_others()
            await asyncio.sleep(BEAT_S)

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
                await self._database.write(WriteBatch(beats=[self._next]))
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
