"""How long tables and players are kept, and the clean-up that follows from it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from logging import ERROR, INFO
from time import monotonic
from typing import Final

from schwimmen.rules.errors import SchwimmenError

from ..live.hub import Hub
from ..live.table_store import pause_row
from ..storage import Database, PeopleQueries, WriteBatch
from .clock import Heartbeat, add_seconds, iso_time
from .logs import log_event, log_id

log = logging.getLogger(__name__)

FIRST_CLEAN_UP_S: Final = 60
"""Seconds from the start to the first clean-up."""

CLEAN_UP_INTERVAL_S: Final = 6 * 3600
"""Seconds from one clean-up to the next."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days after its last event a table is removed; 0: never.

    A player is forgotten who has no table left and has been gone for the longer of the two.
    """

    finished: int = 0
    unfinished: int = 0

    def __str__(self) -> str:
        days = (f"{n} days" if n else "for ever" for n in (self.finished, self.unfinished))
        return "finished matches {}, others {}".format(*days)


KEEP_FOREVER: Final = Retention()


async def clean_up(hub: Hub, database: Database, retention: Retention, now: datetime) -> int:
    """Removes the tables that have been kept long enough, and says how many those were.

    Tables that somebody needs just now stay. Then forgets the players of whom only a name and
    ratings are left. Raises ``StorageError``.
    """

    def since(days: int) -> str | None:
        return iso_time(now - timedelta(days=days)) if days else None

    finished, unfinished = since(retention.finished), since(retention.unfinished)
    removed = await hub.remove_idle(finished, unfinished)
    if removed:
        log_event(log, INFO, "old tables removed", tables=removed)
    if finished is not None and unfinished is not None:
        while gone := await PeopleQueries(database).inactive_players(min(finished, unfinished)):
            await database.write(WriteBatch(deleted_players=gone))
            log_event(log, INFO, "players forgotten", players=len(gone))
    return removed


async def run_clean_up(hub: Hub, database: Database, retention: Retention) -> None:
    """Cleans up from time to time, until it is cancelled."""
    if retention == KEEP_FOREVER:
        return
    await asyncio.sleep(FIRST_CLEAN_UP_S)
    while True:
        try:
            await clean_up(hub, database, retention, datetime.now(UTC))
        except SchwimmenError as error:
            log_event(log, ERROR, "clean-up failed", reason=str(error))
        await asyncio.sleep(CLEAN_UP_INTERVAL_S)


POLL_INTERVAL_S: Final = 1.0
"""Seconds from one look to the next."""

OVERDUE_S: Final = 2.0
"""So much later than it was due a table is taken up: before that another server may be at it."""

RETRY_S: Final = 60.0
"""Seconds until a table is tried again where something went wrong."""

CPU_SHARE: Final = 0.05
"""The share of one processor core for matches that nobody plays any more."""

TURN_S: Final = 1.0
"""Seconds of work on one of them, before it is the turn of the next."""


class OverdueTables:
    """Takes care of all tables while it runs."""

    def __init__(
        self,
        hub: Hub,
        database: Database,
        heartbeat: Heartbeat,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._hub = hub
        self._database = database
        self._heartbeat = heartbeat
        self._sleep = sleep
        self._failed: dict[str, float] = {}
        self._playing_out: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Looks after the tables until it is cancelled."""
        try:
            while True:
                try:
                    await self.poll()
                except SchwimmenError as error:
                    log_event(log, ERROR, "nobody knows what is due", reason=str(error))
                except Exception:  # one strange table must not keep the others waiting
                    log_event(log, ERROR, "tables could not be looked after", failure=True)
                await asyncio.sleep(POLL_INTERVAL_S)
        finally:
            if self._playing_out is not None:
                self._playing_out.cancel()
                await asyncio.gather(self._playing_out, return_exceptions=True)

    async def poll(self) -> None:
        """Looks once. Raises ``StorageError``."""
        late = add_seconds(self._hub.server_clock.now(), -OVERDUE_S)
        due, anything = await self._database.due_tables(late)
        if anything:
            await self._heartbeat.beat()
        latest = monotonic() - RETRY_S
        self._failed = {one: time for one, time in self._failed.items() if time > latest}
        aside = []
        for table in due:
            table_id = table.table_id
            if table_id not in self._failed:
                waits = self._hub.is_waiting(table_id)
                if waits:
                    await self._try(table_id, self._hub.catch_up(table_id))
                elif waits is None and table.summary.get("abandoned", True):
                    self._play_out(table_id)
                elif waits is None:
                    aside.append(pause_row(table))
        if aside:
            await self._database.write(WriteBatch(postponed=aside))

    def _play_out(self, table_id: str) -> None:
        if self._playing_out is None or self._playing_out.done():
            worked = 0.0

            async def pause(seconds: float) -> bool:
                nonlocal worked
                worked += seconds
                await self._sleep(seconds * (1 / CPU_SHARE - 1))
                return worked < TURN_S

            playing_out = self._try(table_id, self._hub.play_out(table_id, pause))
            self._playing_out = asyncio.create_task(playing_out, name="playing out")

    async def _try(self, table_id: str, going_on: Awaitable[None]) -> None:
        try:
            await going_on
        except SchwimmenError as error:
            log_event(log, ERROR, "a table cannot go on", table=log_id(table_id), reason=str(error))
            self._failed[table_id] = monotonic()
