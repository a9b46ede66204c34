"""Reads of what a table needs to be in memory: its log and its chat.

When a server has gone, its tables come at once to another one: those read at the same time are
read by one query.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from sqlalchemy import ColumnElement, Executable, Text, cast, func, select

from . import schema
from .batched_query import BatchedQuery
from .log_parts import IN_LOG
from .packed_logs import events_after, unpacked

BEGINNING: Final = 100
"""Events of a log that are read together with those of other tables."""

_events, _lines, _tables = schema.events.c, schema.chat.c, schema.tables.c


def _last(number: ColumnElement[int], belongs: ColumnElement[bool]) -> ColumnElement[int]:
    """Return the last number of the rows of a table, which is found by an index."""
    return select(func.coalesce(func.max(number), 0)).where(belongs).scalar_subquery()


_LAST_EVENT: Final = _last(_events.seq, IN_LOG)
_LAST_LINE: Final = _last(_lines.number, _lines.table_id == _tables.id)


class Rows(Protocol):
    """Query for rows, which may be very many."""

    async def __call__(self, query: Executable, many: bool = False) -> Sequence[Any]:
        """Return the rows of a query."""


EventRows: TypeAlias = Sequence[tuple[int, str, bytes | None]]
"""Numbers and JSON texts of events in order, the first with all packed events before it."""


class LastNumbers(NamedTuple):
    """Numbers of a table's last event and chat line, and of erasures of people from it."""

    seq: int
    line: int
    erasures: int


class TableReader:
    """Reads of logs and chats by queries that ``rows`` makes."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._lengths = BatchedQuery(self._find_lengths, 0)
        self._beginnings = BatchedQuery[EventRows](self._find_beginnings, ())
        self._erasures = BatchedQuery(self._find_erasures, 0)
        self._chats = BatchedQuery[Sequence[tuple[int, str]]](self._find_chats, ())

    async def length(self, table_id: str) -> int:
        """Return the number of the last event in a table's log, 0 for an unknown table."""
        return await self._lengths.get(table_id)

    async def erasures(self, table_id: str) -> int:
        """Return how often people were erased from a table, 0 for an unknown table."""
        return await self._erasures.get(table_id)

    async def last_numbers(self, table_ids: Collection[str]) -> dict[str, LastNumbers]:
        """Return the last numbers of each table that exists."""
        query = select(_tables.id, _LAST_EVENT, _LAST_LINE, _tables.erasures)
        rows = await self._rows(query.where(_tables.id.in_(table_ids)))
        return {table_id: LastNumbers(*numbers) for table_id, *numbers in rows}

    async def texts(self, table_id: str, after: int = 0) -> list[str]:
        """Return the bodies of a table's events after one as JSON texts.

        Raises ``DatabaseDamaged`` if packed events cannot be read.
        """
        if after:
            return await self._texts_after(table_id, after)
        rows = await self._beginnings.get(table_id)
        texts, last = await _texts(rows, 0), rows[-1][0] if rows else 0
        # A damaged log may lack events: then the number of those found does not say that it ends.
        if len(texts) == last and 0 < last < BEGINNING:
            return texts
        return texts + await self._texts_after(table_id, last)

    async def chat_texts(self, table_id: str) -> Sequence[tuple[int, str]]:
        """Return the numbers and JSON texts of the chat lines at a table, oldest first."""
        return await self._chats.get(table_id)

    async def close(self) -> None:
        """Wait until no query is running."""
        for query in (self._lengths, self._erasures, self._beginnings, self._chats):
            await query.close()

    async def _texts_after(self, table_id: str, after: int) -> list[str]:
        rows = await self._rows(events_after([table_id], after), many=True)
        return await _texts([row[1:] for row in rows], after)

    async def _find_lengths(self, table_ids: Collection[str]) -> Mapping[str, int]:
        query = select(_tables.id, _LAST_EVENT).where(_tables.id.in_(table_ids))
        return dict(await self._rows(query))

    async def _find_erasures(self, table_ids: Collection[str]) -> Mapping[str, int]:
        query = select(_tables.id, _tables.erasures).where(_tables.id.in_(table_ids))
        return dict(await self._rows(query))

    async def _find_beginnings(self, table_ids: Collection[str]) -> Mapping[str, EventRows]:
        """Return the first events of logs, of a long packed log none."""
        found = defaultdict[str, list[tuple[int, str, bytes | None]]](list)
        for table_id, *row in await self._rows(events_after(table_ids, up_to=BEGINNING), many=True):
            seq, text, packed = row
            found[table_id].append((seq, text, packed))
        return found

    async def _find_chats(self, table_ids: Collection[str]) -> Mapping[str, list[tuple[int, str]]]:
        query = (
            select(_lines.table_id, _lines.number, cast(_lines.body, Text))
            .where(_lines.table_id.in_(table_ids))
            .order_by(_lines.number)
        )
        found = defaultdict[str, list[tuple[int, str]]](list)
        for table_id, number, text in await self._rows(query, many=True):
            found[table_id].append((number, text))
        return found


async def _texts(rows: EventRows, after: int) -> list[str]:
    """Return the JSON texts of the events after one that rows of ``events_after`` hold."""
    texts = [text for _, text, _ in rows]
    if rows and (body := rows[0][2]) is not None:
        return (await asyncio.to_thread(unpacked, body))[after:] + texts
    return texts
