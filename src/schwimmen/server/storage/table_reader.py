"""Reads of what a table needs to be in memory: its log and its chat.

When a server has gone, its tables come at once to another one: those read at the same time are
read by one query.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeAlias

from sqlalchemy import Executable, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .batched_query import BatchedQuery
from .packed_logs import events_after, unpacked

CHUNK_ROWS: Final = 1_000
"""Rows of a long result that are fetched at once, which takes a few milliseconds."""

SHORT_LOG: Final = 100
"""Events of a log that are read together with those of other tables; the rest is read alone."""

Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[AsyncConnection]]

EventRows: TypeAlias = Sequence[tuple[str, bytes | None]]
"""JSON texts of events in order, the first one with all packed events before it."""


class TableReader:
    """Reads of logs and chats on connections that ``connect`` provides."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._lengths = BatchedQuery(self._find_lengths, 0)
        self._beginnings = BatchedQuery[EventRows](self._find_beginnings, ())
        self._chats = BatchedQuery[Sequence[dict[str, Any]]](self._find_chats, ())

    async def length(self, table_id: str) -> int:
        """Return the number of the last event in a table's log, 0 for an unknown table."""
        return await self._lengths.get(table_id)

    async def texts(self, table_id: str, after: int = 0) -> list[str]:
        """Return the bodies of a table's events after one as JSON texts.

        Raises ``DatabaseDamaged`` if packed events cannot be read.
        """
        if after:
            return await self._texts_after(table_id, after)
        texts = await _texts(await self._beginnings.get(table_id), 0)
        if 0 < len(texts) < SHORT_LOG:
            return texts
        return texts + await self._texts_after(table_id, len(texts))

    async def chat(self, table_id: str) -> list[dict[str, Any]]:
        """Return ``number`` and ``body`` of the stored chat lines at a table, oldest first."""
        return list(await self._chats.get(table_id))

    async def close(self) -> None:
        """Wait until no query is running."""
        for query in (self._lengths, self._beginnings, self._chats):
            await query.close()

    async def _texts_after(self, table_id: str, after: int) -> list[str]:
        rows = await self._rows(events_after([table_id], after))
        return await _texts([(text, packed) for _, text, packed in rows], after)

    async def _find_lengths(self, table_ids: Collection[str]) -> Mapping[str, int]:
        events = schema.events.c
        query = select(events.table_id, func.max(events.seq)).group_by(events.table_id)
        async with self._connect() as connection:
            rows = await connection.execute(query.where(events.table_id.in_(table_ids)))
            return dict(rows.all())

    async def _find_beginnings(self, table_ids: Collection[str]) -> Mapping[str, EventRows]:
        """Return the first events of logs; none of a log whose packed events are more of them."""
        found = defaultdict[str, list[tuple[str, bytes | None]]](list)
        for table_id, text, packed in await self._rows(events_after(table_ids, up_to=SHORT_LOG)):
            found[table_id].append((text, packed))
        return found

    async def _find_chats(self, table_ids: Collection[str]) -> Mapping[str, list[dict[str, Any]]]:
        lines = schema.chat.c
        query = select(lines.table_id, lines.number, lines.body).order_by(lines.number)
        found = defaultdict[str, list[dict[str, Any]]](list)
        for table_id, number, body in await self._rows(query.where(lines.table_id.in_(table_ids))):
            found[table_id].append({"number": number, "body": body})
        return found

    async def _rows(self, query: Executable) -> list[Any]:
        """Return all rows, fetched in chunks, so that many do not block the event loop."""
        async with self._connect() as connection:
            stream = await connection.stream(query.execution_options(yield_per=CHUNK_ROWS))
            return [row async for chunk in stream.partitions() for row in chunk]


async def _texts(rows: EventRows, after: int) -> list[str]:
    """Return the JSON texts of the events after one that rows of ``events_after`` hold."""
    texts = [text for text, _ in rows]
    if rows and (body := rows[0][1]) is not None:
        return (await asyncio.to_thread(unpacked, body))[after:] + texts
    return texts
