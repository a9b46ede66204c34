"""Other servers that share the database: what they change is told here at once."""

from __future__ import annotations

import asyncio
import logging
from logging import ERROR
from typing import Final

from ..runtime.logs import log_event
from ..storage import Database, Hints, PostgresLocation, StorageError
from .hub import Hub

log = logging.getLogger(__name__)

POLL_S: Final = 2.0
"""Seconds between polls, by which a change is told even if its hint is lost."""


class OtherServers:
    """Exchange of hints with the other servers of a PostgreSQL database."""

    def __init__(self, hub: Hub, database: Database, location: PostgresLocation) -> None:
        self._hub = hub
        self._database = database
        self._hints = Hints(location, database.server, hub.follow)
        database.on_commit = self._hints.committed

    async def run(self) -> None:
        """Exchange hints, and poll for changes, until cancelled."""
        await asyncio.gather(self._hints.run(), self._poll())

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            tables = [live.id for live in self._hub.live]
            if not tables:
                continue
            try:
                self._hub.follow(await self._database.last_changes(tables))
            except StorageError as error:
                log_event(log, ERROR, "could not look for changes", reason=str(error))
