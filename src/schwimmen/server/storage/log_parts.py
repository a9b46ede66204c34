"""Parts of the log: partitions of ``events`` in PostgreSQL, which are dropped whole.

Every day has a part, for the logs of tables that are created on it. Of a packed log the last event
moves to part 0. Two days later the other logs leave as well: those that rest are packed, too, and
all events of those that still run move. What they leave behind disappears with the part, without a
deletion of rows. In SQLite all logs are in part 0.

Keys are unique within a part, and each log is in one part, that of its row in ``tables``. This row
is locked before an event is added or the log is moved.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import (
    Connection,
    Integer,
    String,
    and_,
    bindparam,
    insert,
    literal,
    select,
    text,
    update,
)

from . import schema
from .location import StorageError
from .postgres import run_script

if TYPE_CHECKING:
    from .database import Database

LOG_PARTS: Final = "0015"
"""First schema with parts of the log."""

KEPT: Final = timedelta(days=2)
"""Time for which logs may be in a part after its day."""

PREFIX: Final = "events_"
"""Beginning of the name of a part in PostgreSQL."""

_FOUND: Final = text(
    "SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
    f"WHERE nspname = current_schema() AND relkind = 'r' AND relname ~ '^{PREFIX}[0-9]{{8}}$'"
)

_CREATE: Final = f"""
CREATE TABLE {PREFIX}{{part}} (LIKE events_0 INCLUDING INDEXES);
ALTER TABLE events ATTACH PARTITION {PREFIX}{{part}} FOR VALUES IN ({{part}});
"""

_DROP: Final = f"""
LOCK TABLE ONLY events IN ACCESS EXCLUSIVE MODE;
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM tables WHERE part = {{part}}) THEN
        DROP TABLE IF EXISTS {PREFIX}{{part}};
    END IF;
END $$;
"""
"""Script that drops a part without logs. A table opened in it meanwhile is not stored, since
its events cannot be added."""

_tables, _events = schema.tables.c, schema.events.c

IN_LOG: Final = and_(_events.table_id == _tables.id, _events.part == _tables.part)
"""Whether a row of ``events`` belongs to the log of a row of ``tables``."""

_MOVED: Final = [column for column in _events if column.name != "part"]
_MOVE: Final = insert(schema.events).from_select(
    ["part", *(column.name for column in _MOVED)],
    select(literal(0, Integer), *_MOVED)
    .join_from(schema.events, schema.tables, IN_LOG)
    .where(
        _tables.id == bindparam("_id", type_=String()),
        _tables.part != 0,
        _events.seq >= bindparam("_first", type_=Integer()),
    ),
)


def part_of(day: date) -> int:
    """Return the part of the logs of tables created on a day.

    >>> part_of(date(2026, 12, 1))
    20261201
    """
    return day.year * 10_000 + day.month * 100 + day.day


def oldest_kept(time: str) -> int:
    """Return the oldest part that no log has to leave yet at an ISO time."""
    return part_of(_day_of(time) - KEPT)


def move_log(connection: Connection, table_id: str, first: int) -> None:
    """Move a log from an event on to part 0; the row of its table must be locked ``FOR UPDATE``.

    A transaction that waits for that lock to add an event then reads the part again.
    """
    connection.execute(_MOVE, {"_id": table_id, "_first": first})
    connection.execute(update(schema.tables).where(_tables.id == table_id).values(part=0))


class LogParts:
    """Parts of a database that servers share; there are none in another one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, time: str) -> None:
        """Let tables begin in the part of the day of an ISO time; have that of the next day, too.

        They begin in part 0 while a server cannot read others, or if that fails. Raises
        ``StorageError``, also if a query uses ``events`` for too long.
        """
        part = 0
        try:
            if self._database.is_shared and await self._database.all_read(LOG_PARTS):
                today = _day_of(time)
                await self._create(part_of(today), part_of(today + timedelta(days=1)))
                part = part_of(today)
        finally:
            self._database.part = part

    async def drop(self, before: int) -> list[int]:
        """Drop the parts before one that no log is in any more; return them.

        Those that a query uses for too long are left for the next time. Raises ``StorageError``.
        """
        if not self._database.is_shared:
            return []
        old = {part for part in await self._found() if part < before}
        for part in old:
            with suppress(StorageError):
                await self._run(_DROP.format(part=part))
        return sorted(old - await self._found()) if old else []

    async def _create(self, *parts: int) -> None:
        if {*parts} <= await self._found():
            return
        async with self._database.alone("parts of the log"):
            found = await self._found()
            if not found:
                # Servers that do not know parts must not add events to them from now on.
                await self._run("ALTER TABLE events ALTER part DROP DEFAULT")
            for part in sorted({*parts} - found):
                await self._run(_CREATE.format(part=part))

    async def _run(self, script: str) -> None:
        async with self._database.transaction() as connection:
            await run_script(connection, script)

    async def _found(self) -> set[int]:
        """Return the parts of days."""
        names = await self._database.scalars(_FOUND)
        return {int(name.removeprefix(PREFIX)) for name in names}


def _day_of(time: str) -> date:
    return datetime.fromisoformat(time).date()
