"""Outages of the database: clients are notified, and play goes on when it works again."""

from __future__ import annotations

import asyncio
from logging import ERROR, INFO, WARNING, getLogger
from time import monotonic
from typing import Final

from ..runtime.logs import log_event
from ..storage import Database
from ..storage.heartbeat import Heartbeat
from .hub import Hub
from .news import TableChange

log = getLogger(__name__)

CHECK_S: Final = 1.0
"""Seconds between checks whether the database works again."""

ANSWER_S: Final = 3.0
"""Seconds in which the database has to answer the check."""


class Outages:
    """Watch over the database, which is examined after every failure until it works.

    Clocks stand still meanwhile. Afterwards all tables are compared with their logs, because
    another database, a replica, may have lost the last events.
    """

    def __init__(self, hub: Hub, database: Database, heartbeat: Heartbeat) -> None:
        self._hub = hub
        self._database = database
        self._heartbeat = heartbeat
        self._failed = asyncio.Event()
        database.on_failure = self._failed.set

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            await self._failed.wait()
            try:
                await self._until_healthy()
            except Exception:  # the next failure must be noticed
                log_event(log, ERROR, "could not examine the database", failure=True)
                await asyncio.sleep(CHECK_S)

    async def _until_healthy(self) -> None:
        """Pause play if the database does not work, and let it go on when it does."""
        self._failed.clear()
        since = self._hub.server_clock.now()
        for live in self._hub.live:
            live.doubt()
        fault = await self._fault()
        if fault is not None:
            log_event(log, WARNING, "play pauses", reason=fault)
            self._hub.sockets.set_storage(available=False)
            begun = monotonic()
            while await self._fault() is not None:
                await asyncio.sleep(begun + CHECK_S - monotonic())
                begun = monotonic()
            self._failed.clear()
            self._hub.server_clock.resume(since)
            log_event(log, INFO, "play goes on")
            for live in self._hub.live:
                live.retry.set()
        for live in list(self._hub.live):
            self._hub.follow(live, TableChange(live.id))
        self._hub.sockets.set_storage(available=True)

    async def _fault(self) -> str | None:
        """Return why the database is unusable, ``None`` if it is healthy.

        Connections that do not answer are given up.
        """
        checking = asyncio.create_task(self._heartbeat.fault(fresh=True))
        try:
            done, _ = await asyncio.wait({checking}, timeout=ANSWER_S)
            if not done:
                self._database.give_up()
            return await checking
        finally:
            checking.cancel()  # where the server stops meanwhile
