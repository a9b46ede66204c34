"""One writer for the whole database: everything waiting goes into one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from logging import ERROR
from typing import Final, Protocol

from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ..operation import metrics
from ..operation.logs import log_event
from . import schema
from .location import Conflict, DatabaseUnreachable, StorageError, storage_error
from .rows import NewSeat, WriteBatch, write_people

log = logging.getLogger(__name__)

LARGEST_GROUP: Final = 500
"""Writes that share one transaction at most, so that the first of them does not wait long."""

GATHER_S: Final = 0.008
"""After several have shared one, more may gather for so long: a transaction costs as much as a
move, and where hundreds move a second nobody notices that they wait."""

CLOSE_S: Final = 5
"""How long the last writes are waited for when the server ends."""


# Of every move; to make a statement, and to find how it is compiled, costs more than to execute it.
_EVENTS: Final = insert(schema.events)
_STANDS: Final = update(schema.tables).where(schema.tables.c.id == bindparam("which"))
_ASIDE: Final = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"), schema.tables.c.due == bindparam("was"))
    .values(due=bindparam("then"))
)


class Transactions(Protocol):
    """Does some work on a connection, in a transaction of its own."""

    async def __call__(self, work: Callable[[Connection], None], erasing: bool = False) -> None:
        """Returns when it is on disk; ``erasing`` means that what it deletes is to be gone."""

    async def close(self) -> None:
        """Lets go of what it holds."""


@dataclass(slots=True)
class _Waiting:
    write: WriteBatch
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Writer:
    """Writes in the order asked for; ``write`` returns when the rows are on disk."""

    def __init__(self, transactions: Transactions, location: str) -> None:
        self._transactions = transactions
        self._location = location
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name="writer")
        self._group: list[_Waiting] = []
        self._closed = False
        self.groups = 0
        """Transactions so far."""

    async def write(self, write: WriteBatch) -> None:
        """Returns once the rows are committed.

        Raises ``Conflict`` where the log already has such an event, and ``StorageError`` where
        the database cannot be written; then none of the rows is there.
        """
        if self._closed:
            raise StorageError(f"{self._location}: is closed")
        waiting = _Waiting(write)
        self._queue.put_nowait(waiting)
        metrics.WRITES.inc()
        with metrics.PENDING_WRITES.track_inprogress():
            await waiting.done

    async def close(self) -> None:
        """Writes what is waiting, then ends; where the database does not answer, it ends so."""
        self._closed = True
        self._queue.put_nowait(None)
        _, late = await asyncio.wait({self._task}, timeout=CLOSE_S)
        if late:
            self._task.cancel()
            await asyncio.wait({self._task})
            left = [*self._group, *(self._queue.get_nowait() for _ in range(self._queue.qsize()))]
            for one in left:
                if one is not None and not one.done.done():
                    one.done.set_exception(
                        StorageError(f"{self._location}: did not answer in time")
                    )
            log_event(log, ERROR, "closed before all was written", writes=len(left))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._transactions.close(), CLOSE_S)

    async def _run(self) -> None:
        ended = False
        while not ended:
            group = [await self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            ended = None in group
            waiting = [one for one in group if one is not None]
            self._group = waiting
            if waiting and not await self._commit(waiting):
                # One of them is at fault: alone, only that one fails.
                for one in waiting:
                    await self._commit([one])
            if len(waiting) > 1 and not ended:
                await asyncio.sleep(GATHER_S)

    async def _commit(self, group: Sequence[_Waiting]) -> bool:
        """Whether every future of the group now has its answer."""
        failure: Exception | None = None
        try:
            with metrics.GROUP_COMMITS.time():
                writes = [one.write for one in group]
                erasing = any(one.deleted_tables or one.deleted_players for one in writes)
                await self._transactions(partial(_write, writes=writes), erasing)
        except IntegrityError:
            failure = Conflict("the log already has an event with that number or client id")
        except (SQLAlchemyError, OSError, DatabaseUnreachable) as error:
            failure = storage_error(f"{self._location}: cannot be written", error)
        except Exception as error:
            failure = error
        self.groups += 1
        if failure is not None and len(group) > 1:
            return False
        for one in group:
            if one.done.done():  # whoever asked has been cancelled
                continue
            if failure is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(failure)
        return True


def _write(connection: Connection, writes: Sequence[WriteBatch]) -> None:
    _insert(connection, writes)
    _rewrite(connection, writes)
    _remove(connection, writes)
    write_people(connection, writes)


def _remove(connection: Connection, writes: Sequence[WriteBatch]) -> None:
    old_tables = [{"which": one} for write in writes for one in write.deleted_tables]
    old_seats = [
        {"which": one.table_id, "whose": one.seat}
        for write in writes
        for one in write.vacated_seats
    ]
    for table in (schema.facts, schema.seats):
        if old_seats:
            one = (table.c.table_id == bindparam("which"), table.c.seat == bindparam("whose"))
            connection.execute(delete(table).where(*one), old_seats)
    old_lines = [
        {"which": one.table_id, "whose": one.player_id}
        for write in writes
        for one in write.deleted_chat
    ]
    if old_lines:
        lines = (
            schema.chat.c.table_id == bindparam("which"),
            schema.chat.c.player_id == bindparam("whose"),
        )
        connection.execute(delete(schema.chat).where(*lines), old_lines)
    if old_tables:
        for table in (schema.facts, schema.rated, schema.seats, schema.chat, schema.events):
            owned = delete(table).where(table.c.table_id == bindparam("which"))
            connection.execute(owned, old_tables)
        owner = delete(schema.tables).where(schema.tables.c.id == bindparam("which"))
        connection.execute(owner, old_tables)


def _rewrite(connection: Connection, writes: Sequence[WriteBatch]) -> None:
    events = schema.events
    rows = [
        {"which": row.table_id, "number": row.seq, "body": row.body}
        for write in writes
        for row in write.rewritten_events
    ]
    if rows:
        one = (events.c.table_id == bindparam("which"), events.c.seq == bindparam("number"))
        connection.execute(update(events).where(*one), rows)


def _insert(connection: Connection, writes: Sequence[WriteBatch]) -> None:
    new_tables = [row._asdict() for write in writes for row in write.tables]
    new_seats = [row._asdict() for write in writes for row in write.seats]
    new_events = [row._asdict() for write in writes for row in write.events]
    # Of several standings of one table only the last is ever seen.
    standings = {row.table_id: row for write in writes for row in write.statuses}
    sittings = {row.table_id: row.players for write in writes for row in write.seat_assignments}
    new_lines = [row._asdict() for write in writes for row in write.chat]
    # Facts take the place of those kept before.
    facts = {(row.table_id, row.seat): row._asdict() for write in writes for row in write.facts}
    if new_tables:
        connection.execute(insert(schema.tables), new_tables)
    if new_seats:
        connection.execute(insert(schema.seats), new_seats)
    if new_events:
        connection.execute(_EVENTS, new_events)
    settings = {name: value for write in writes for name, value in write.settings}
    old_settings = {*settings, *(name for write in writes for name in write.deleted_settings)}
    if old_settings:
        connection.execute(
            delete(schema.settings).where(schema.settings.c.name == bindparam("which")),
            [{"which": name} for name in sorted(old_settings)],
        )
    if settings:
        noted = [{"name": name, "value": value} for name, value in settings.items()]
        connection.execute(insert(schema.settings), noted)
    if new_lines:
        connection.execute(insert(schema.chat), new_lines)
    stale = {row.table_id: row.number for write in writes for row in write.expired_chat}
    if stale:
        lines = schema.chat
        one = (lines.c.table_id == bindparam("which"), lines.c.number <= bindparam("last"))
        last = [{"which": table_id, "last": number} for table_id, number in stale.items()]
        connection.execute(delete(lines).where(*one), last)
    if standings:
        connection.execute(
            _STANDS,
            [
                {
                    "which": row.table_id,
                    "summary": row.summary,
                    "listed": row.listed,
                    "due": row.due,
                    "quick": row.quick,
                }
                for row in standings.values()
            ],
        )
    seen = {row.table_id: row.time for write in writes for row in write.hosts_seen}
    if seen:
        tables = schema.tables
        connection.execute(
            update(tables).where(tables.c.id == bindparam("which")).values(seen=bindparam("time")),
            [{"which": table_id, "time": time} for table_id, time in seen.items()],
        )
    aside = [
        {"which": row.table_id, "was": row.was, "then": row.due}
        for write in writes
        for row in write.postponed
    ]
    if aside:
        connection.execute(_ASIDE, aside)
    if sittings:
        connection.execute(
            delete(schema.seats).where(schema.seats.c.table_id == bindparam("which")),
            [{"which": table_id} for table_id in sittings],
        )
        sitting = [
            NewSeat(table_id, seat, player)._asdict()
            for table_id, players in sittings.items()
            for seat, player in players.items()
        ]
        if sitting:
            connection.execute(insert(schema.seats), sitting)
    if facts:
        connection.execute(
            delete(schema.facts).where(
                schema.facts.c.table_id == bindparam("which"),
                schema.facts.c.seat == bindparam("whose"),
            ),
            [{"which": table_id, "whose": seat} for table_id, seat in facts],
        )
        connection.execute(insert(schema.facts), list(facts.values()))
