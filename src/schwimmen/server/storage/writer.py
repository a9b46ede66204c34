"""One writer for the whole database: everything waiting goes into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import schema
from .errors import Conflict, StorageError, failed

LARGEST_GROUP: Final = 500
"""Writes that share one transaction at most, so that the first of them does not wait long."""


class NewTable(NamedTuple):
    """A row of ``tables``; the summary is any JSON object."""

    id: str
    created: str
    summary: dict[str, Any]


class NewSeat(NamedTuple):
    """A seat and the player whose cookie holds it."""

    table_id: str
    seat: int
    player_id: str


class NewEvent(NamedTuple):
    """An event of a table's log; ``body`` is any JSON object."""

    table_id: str
    seq: int
    client_id: str | None
    body: dict[str, Any]


class Summary(NamedTuple):
    """What a list of tables now shows of this one."""

    table_id: str
    summary: dict[str, Any]


class Facts(NamedTuple):
    """What the log of a table says of a seat up to event ``seq``; no ``body`` if it cannot."""

    table_id: str
    seat: int
    seq: int
    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class Write:
    """Rows that are written together or not at all."""

    tables: Sequence[NewTable] = ()
    seats: Sequence[NewSeat] = ()
    events: Sequence[NewEvent] = ()
    summaries: Sequence[Summary] = ()
    facts: Sequence[Facts] = ()


@dataclass(slots=True)
class _Waiting:
    write: Write
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Writer:
    """Writes in the order asked for; ``write`` returns when the rows are on disk."""

    def __init__(self, engine: AsyncEngine, place: str) -> None:
        self._engine = engine
        self._place = place
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name="writer")
        self._closed = False
        self.groups = 0
        """Transactions so far."""

    async def write(self, write: Write) -> None:
        """Returns once the rows are committed.

        Raises ``Conflict`` where the log already has such an event, and ``StorageError`` where
        the database cannot be written; then none of the rows is there.
        """
        if self._closed:
            raise StorageError(f"{self._place}: is closed")
        waiting = _Waiting(write)
        self._queue.put_nowait(waiting)
        await waiting.done

    async def close(self) -> None:
        """Writes what is waiting, then ends."""
        self._closed = True
        self._queue.put_nowait(None)
        await self._task

    async def _run(self) -> None:
        ended = False
        while not ended:
            group = [await self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            ended = None in group
            waiting = [one for one in group if one is not None]
            if waiting and not await self._commit(waiting):
                # One of them is at fault: alone, only that one fails.
                for one in waiting:
                    await self._commit([one])

    async def _commit(self, group: Sequence[_Waiting]) -> bool:
        """Whether every future of the group now has its answer."""
        failure: Exception | None = None
        try:
            async with self._engine.begin() as connection:
                await _insert(connection, [one.write for one in group])
        except IntegrityError:
            failure = Conflict("the log already has an event with that number or client id")
        except SQLAlchemyError as error:
            failure = failed(f"{self._place}: cannot be written", error)
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


async def _insert(connection: AsyncConnection, writes: Sequence[Write]) -> None:
    new_tables = [row._asdict() for write in writes for row in write.tables]
    new_seats = [row._asdict() for write in writes for row in write.seats]
    new_events = [row._asdict() for write in writes for row in write.events]
    # Of several summaries of one table only the last is ever seen.
    summaries = {row.table_id: row.summary for write in writes for row in write.summaries}
    # Facts take the place of those kept before.
    facts = {(row.table_id, row.seat): row._asdict() for write in writes for row in write.facts}
    if new_tables:
        await connection.execute(insert(schema.tables), new_tables)
    if new_seats:
        await connection.execute(insert(schema.seats), new_seats)
    if new_events:
        await connection.execute(insert(schema.events), new_events)
    if summaries:
        await connection.execute(
            update(schema.tables).where(schema.tables.c.id == bindparam("which")),
            [{"which": table_id, "summary": summary} for table_id, summary in summaries.items()],
        )
    if facts:
        await connection.execute(
            delete(schema.facts).where(
                schema.facts.c.table_id == bindparam("which"),
                schema.facts.c.seat == bindparam("whose"),
            ),
            [{"which": table_id, "whose": seat} for table_id, seat in facts],
        )
        await connection.execute(insert(schema.facts), list(facts.values()))
