"""Background work: old tables and players, logs to pack, and events due at unloaded tables."""

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
from ..runtime.clock import add_seconds, iso_time
from ..runtime.logs import log_event, log_failures, log_id
from ..storage import PACKED_LOGS, Database, DatabaseDamaged, PeopleQueries, WriteBatch
from ..storage.heartbeat import Heartbeat
from ..storage.log_parts import LogParts, oldest_kept

log = logging.getLogger(__name__)

FIRST_CLEAN_UP_S: Final = 60
"""Seconds from the start to the first clean-up."""

KEEP_INVITATIONS: Final = 2
"""Days for which invitations are kept; none is valid for longer."""

CLEAN_UP_INTERVAL_S: Final = 6 * 3600
"""Seconds between clean-ups."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Retention in days after the last event of a table; 0 keeps tables forever.

    Players without a table are deleted after the longer of the two periods.
    """

    finished: int = 0
    unfinished: int = 0

    def __str__(self) -> str:
        days = (f"{n} days" if n else "forever" for n in (self.finished, self.unfinished))
        return "finished matches {}, others {}".format(*days)


KEEP_FOREVER: Final = Retention()


async def clean_up(hub: Hub, database: Database, retention: Retention, now: datetime) -> int:
    """Delete expired tables that are not in use; return their number.

    Then delete old invitations, and players of whom only a name and ratings are left. Raise
    ``StorageError`` if the database fails.
    """

    def since(days: int) -> str | None:
        return iso_time(now - timedelta(days=days)) if days else None

    finished, unfinished = since(retention.finished), since(retention.unfinished)
    removed = await hub.remove_idle(finished, unfinished)
    if removed:
        log_event(log, INFO, "old tables deleted", tables=removed)
    oldest = (now - timedelta(days=KEEP_INVITATIONS)).date().isoformat()
    await database.write(WriteBatch(expired_invitations=[oldest]))
    if finished is not None and unfinished is not None:
        while gone := await PeopleQueries(database).inactive_players(min(finished, unfinished)):
            await database.write(WriteBatch(deleted_players=gone))
            log_event(log, INFO, "players deleted", players=len(gone))
    return removed


async def run_clean_up(hub: Hub, database: Database, retention: Retention) -> None:
    """Clean up regularly until cancelled."""
    if retention == KEEP_FOREVER:
        return
    await asyncio.sleep(FIRST_CLEAN_UP_S)
    while True:
        with log_failures(log, "clean-up failed"):
            await clean_up(hub, database, retention, datetime.now(UTC))
        await asyncio.sleep(CLEAN_UP_INTERVAL_S)


REST_S: Final = 24 * 3600
"""Seconds without an event after which the log of an ended table is packed."""

PACKING_INTERVAL_S: Final = 3600
"""Seconds between searches for logs to pack."""

PACKING_SHARE: Final = 0.2
"""Share of the time in which logs are searched or packed."""


async def pack_logs(
    database: Database,
    heartbeat: Heartbeat,
    now: str,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Pack the logs of tables that ended more than ``REST_S`` ago, within ``PACKING_SHARE``.

    Then drop the parts of the log that all have left. Of servers that share the database one does
    so, and not before all can read packed logs. Raises ``StorageError`` if the database fails.
    """
    await heartbeat.beat()
    if not await database.all_read(PACKED_LOGS) or database.server != min(await database.beats()):
        return
    rested_since, last = add_seconds(now, -REST_S), ""
    while True:
        started = monotonic()
        logs, end = await database.rested_logs(rested_since, last, oldest_kept(now))
        if end is None:
            break
        last = end
        await sleep((monotonic() - started) * (1 / PACKING_SHARE - 1))
        for log_to_pack in logs:  # one after the other, so that moves need not wait for long
            started = monotonic()
            try:
                await database.write(WriteBatch(rested_logs=[log_to_pack]))
            except DatabaseDamaged as error:
                log_event(
                    log,
                    ERROR,
                    "a log could not be packed",
                    table=log_id(log_to_pack.table_id),
                    reason=str(error),
                )
            await sleep((monotonic() - started) * (1 / PACKING_SHARE - 1))
    if dropped := await LogParts(database).drop(oldest_kept(now)):
        log_event(log, INFO, "old parts of the log dropped", parts=len(dropped))


async def run_packing(hub: Hub, database: Database, heartbeat: Heartbeat) -> None:
    """Pack logs regularly until cancelled."""
    await asyncio.sleep(FIRST_CLEAN_UP_S)
    while True:
        with log_failures(log, "packing of logs failed"):
            await pack_logs(database, heartbeat, hub.server_clock.now())
        await asyncio.sleep(PACKING_INTERVAL_S)


PARTS_INTERVAL_S: Final = 600
"""Seconds between looks at the day, which is that of the part of new logs."""


async def run_log_parts(hub: Hub, database: Database) -> None:
    """Have parts of the log for each day until cancelled."""
    parts = LogParts(database)
    while True:
        with log_failures(log, "no part of the log could be opened"):
            await parts.open(hub.server_clock.now())
        await asyncio.sleep(PARTS_INTERVAL_S)


POLL_INTERVAL_S: Final = 1.0
"""Seconds between polls for overdue tables."""

OVERDUE_S: Final = 2.0
"""Seconds after its due time at which a table is loaded; earlier, another server may have it."""

RETRY_S: Final = 60.0
"""Seconds until a failed table is tried again."""

CPU_SHARE: Final = 0.05
"""Share of one processor core for abandoned matches."""

TURN_S: Final = 1.0
"""Seconds of work on one abandoned match before the next has its turn."""


class OverdueTables:
    """Poller of overdue tables, whose due event no server has run in time.

    A table with people here is brought up to date. Without people, bots play an abandoned match to
    its end within ``CPU_SHARE``, and any other table is postponed until people return.
    """

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
        """Poll for overdue tables until cancelled."""
        try:
            while True:
                with log_failures(log, "could not process due tables"):
                    await self.poll()
                await asyncio.sleep(POLL_INTERVAL_S)
        finally:
            if self._playing_out is not None:
                self._playing_out.cancel()
                await asyncio.gather(self._playing_out, return_exceptions=True)

    async def poll(self) -> None:
        """Process the tables due now. Raises ``StorageError`` if the database fails."""
        late = add_seconds(self._hub.server_clock.now(), -OVERDUE_S)
        latest = monotonic() - RETRY_S
        self._failed = {one: time for one, time in self._failed.items() if time > latest}
        due, any_due = await self._database.due_tables(late, without=self._failed)
        if any_due:
            await self._heartbeat.beat()
        postponed = []
        for table in due:
            table_id = table.table_id
            activity = self._hub.activity(table_id)
            if activity == "waiting":
                await self._try(table_id, self._hub.catch_up(table_id))
            elif activity == "paused" and table.summary.get("abandoned", True):
                self._play_out(table_id)
            elif activity == "paused":
                postponed.append(pause_row(table))
        if postponed:
            await self._database.write(WriteBatch(postponed=postponed))

    def _play_out(self, table_id: str) -> None:
        if self._playing_out is None or self._playing_out.done():
            worked = 0.0

            async def pause(seconds: float) -> bool:
                nonlocal worked
                worked += seconds
                await self._sleep(seconds * (1 / CPU_SHARE - 1))
                return worked < TURN_S

            playing_out = self._try(table_id, self._hub.play_out(table_id, pause))
            self._playing_out = asyncio.create_task(playing_out, name="abandoned match")

    async def _try(self, table_id: str, work: Awaitable[None]) -> None:
        try:
            await work
        except SchwimmenError as error:
            log_event(
                log, ERROR, "a table could not continue", table=log_id(table_id), reason=str(error)
            )
            self._failed[table_id] = monotonic()
