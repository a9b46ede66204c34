"""Hints between servers that share a PostgreSQL database: which tables one of them has changed.

A connection of its own sends them once the change is on disk. ``NOTIFY`` in the transactions of the
log would make these wait for each other, and ``LISTEN`` on many connections would make it slow. A
hint may be lost.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from .location import DatabaseUnreachable, PostgresLocation
from .postgres import hasty_connection
from .statements import WriteBatch

CHANNEL: Final = "schwimmen"

GATHER_S: Final = 0.01
"""Seconds for which hints gather before they are sent."""

RETRY_S: Final = 1.0
"""Seconds until a lost connection is replaced."""

MAX_TABLES: Final = 100
"""Tables in one hint, which may have 8,000 bytes."""


class TableChange(NamedTuple):
    """What has changed at a table: its last event and chat line, 0 for no change."""

    seq: int = 0
    line: int = 0
    erased: bool = False
    """Whether stored events or chat lines were erased."""

    def with_later(self, later: TableChange) -> TableChange:
        """Return both changes as one."""
        return TableChange(
            max(self.seq, later.seq), max(self.line, later.line), self.erased or later.erased
        )


TableChanges: TypeAlias = Mapping[str, TableChange]
"""TableChanges by the table's id."""

_PAYLOAD: Final = TypeAdapter(tuple[str, dict[str, TableChange]])


def changes_in(batches: Iterable[WriteBatch]) -> dict[str, TableChange]:
    """Return the changes of tables that batches write."""
    changes: dict[str, TableChange] = {}

    def add(table_id: str, change: TableChange) -> None:
        changes[table_id] = changes.get(table_id, TableChange()).with_later(change)

    for batch in batches:
        for event in batch.events:
            add(event.table_id, TableChange(seq=event.seq))
        for line in batch.chat:
            add(line.table_id, TableChange(line=line.number))
        for rewritten in batch.rewritten_events:
            add(rewritten.table_id, TableChange(erased=True))
        for deleted in batch.deleted_chat:
            add(deleted.table_id, TableChange(erased=True))
        for table_id in batch.deleted_tables:
            add(table_id, TableChange(erased=True))
    return changes


class Hints:
    """Hints to and from the other servers of a database."""

    def __init__(
        self,
        location: PostgresLocation,
        server: str,
        on_hint: Callable[[TableChanges], None],
    ) -> None:
        """Name this server, and the callback for changes of the others."""
        self._location = location
        self._server = server
        self._on_hint = on_hint
        self._waiting: dict[str, TableChange] = {}
        self._any_waiting = asyncio.Event()

    def committed(self, batches: Iterable[WriteBatch]) -> None:
        """Send the changes of batches that are on disk, soon."""
        for table_id, change in changes_in(batches).items():
            self._waiting[table_id] = self._waiting.get(table_id, TableChange()).with_later(change)
            self._any_waiting.set()

    async def run(self) -> None:
        """Send and receive until cancelled, through every failure of the database."""
        await asyncio.gather(self._again(self._send), self._again(self._listen))

    async def _again(self, work: Callable[[Any], Awaitable[None]]) -> None:
        while True:
            with suppress(DatabaseUnreachable):
                async with hasty_connection(self._location) as connection:
                    await work(connection)
            await asyncio.sleep(RETRY_S)

    async def _send(self, connection: Any) -> None:
        while True:
            await self._any_waiting.wait()
            await asyncio.sleep(GATHER_S)
            self._any_waiting.clear()
            waiting, self._waiting = list(self._waiting.items()), {}
            for first in range(0, len(waiting), MAX_TABLES):
                payload = json.dumps([self._server, dict(waiting[first : first + MAX_TABLES])])
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)

    async def _listen(self, connection: Any) -> None:
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        await connection.add_listener(CHANNEL, self._receive)
        await ended.wait()

    def _receive(self, _: Any, __: int, ___: str, payload: str) -> None:
        try:
            server, changes = _PAYLOAD.validate_json(payload)
        except ValidationError:  # of another program
            return
        if server != self._server:
            self._on_hint(changes)
