"""Choice of the server that runs a table's bots and clocks, among those that share a database."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ..runtime.logs import log_failures
from ..storage import DatabaseClock, Lease, LeaseQueries
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
        self._unused = set[Lease]()
        """Leases without a table in memory at the last look."""

    async def run(self) -> None:
        """Take and release leases until cancelled, through every failure."""
        await asyncio.gather(self._look_for_tables(), self._compare_clocks())

    async def _look_for_tables(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            with log_failures(log, "leases could not be changed"):
                await self.look()

    async def look(self) -> None:
        """Take the tables that need this server, and release others. Raises ``StorageError``."""
        await self._compare_leases()
        tables = list(self._hub.live)
        for live in tables:
            if live.lease is not None and not live.people_here and not live.playing_out:
                self._hub.hand_over(live)  # does not wait for the table's lock here
        wanted = {live.id: live for live in tables if not live.owned and live.people_here}
        if wanted:
            for lease in await self._leases.take(wanted.keys()):
                wanted.pop(lease.table_id).accept(lease)
            for live in wanted.values():
                live.ask()

    async def _compare_leases(self) -> None:
        """Forget leases that other servers have taken, as this one looked dead.

        Release those of tables that are not in memory any more.
        """
        before = {live: lease for live in self._hub.live if (lease := live.lease)}
        held = await self._leases.held()
        for live, lease in before.items():
            if lease not in held and live.lease == lease:
                live.lease = None
        unused = held - {live.lease for live in self._hub.live}
        if gone := unused & self._unused:  # those just taken are about to be used
            await self._leases.release(gone)
        self._unused = unused

    async def _compare_clocks(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_S)
            with log_failures(log, "the database's clock could not be read"):
                await self._clock.compare()
