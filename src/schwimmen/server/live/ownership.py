"""Choice of the server that runs a table's bots and clocks, among those that share a database."""

from __future__ import annotations

import asyncio
import logging
from logging import ERROR
from typing import Final

from ..runtime.logs import log_event
from ..storage import LeaseQueries, StorageError
from ..storage.database_clock import DatabaseClock
from .hub import Hub

log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""Seconds between looks for tables that have no server, or do not need this one any more."""

COMPARE_S: Final = 5.0
"""Seconds between comparisons of this server's clock with the database's."""


class Ownership:
    """Leases of this server: it runs the tables at which people are connected here.

    A table belongs to one server at a time. Another one gets it if people arrive there, if nobody
    is left here, or if this one has died.
    """

    def __init__(self, hub: Hub, leases: LeaseQueries, clock: DatabaseClock) -> None:
        self._hub = hub
        self._leases = leases
        self._clock = clock

    async def run(self) -> None:
        """Take and release leases until cancelled, through every failure of the database."""
        await asyncio.gather(self._look_for_tables(), self._compare_clocks())

    async def _look_for_tables(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except StorageError as error:
                log_event(log, ERROR, "leases could not be changed", reason=str(error))

    async def look(self) -> None:
        """Take the tables that need this server, and release others. Raises ``StorageError``."""
        tables = list(self._hub.live)
        await self._hub.release_unused()
        for live in tables:
            if live.lease is not None and not live.people_here and not live.playing_out:
                self._hub.hand_over(live)  # does not wait for the table's lock here
        wanted = {live.id: live for live in tables if not live.owned and live.people_here}
        if wanted:
            for lease in await self._leases.take(wanted.keys()):
                wanted.pop(lease.table_id).accept(lease)
            for live in wanted.values():
                live.ask()

    async def _compare_clocks(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_S)
            try:
                await self._clock.compare()
            except StorageError as error:
                log_event(log, ERROR, "the database's clock could not be read", reason=str(error))
