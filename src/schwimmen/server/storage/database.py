"""The database: opened with care, read directly, written through the one writer."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sqlalchemy import Text, and_, cast, false, func, insert, not_, or_, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import schema
from .location import (
    DatabaseDamaged,
    DatabaseLocation,
    DatabaseUnreachable,
    PostgresLocation,
    StorageError,
    storage_error,
)
from .postgres import PostgresTransactions, lock_migrations, postgres_engine, require_own_database
from .rows import DueTable, WriteBatch
from .schema import PATIENCE_S, migrate
from .sqlite import SqliteTransactions, prepare_file, sqlite_engine
from .writer import Transactions, Writer

PART: Final = 1_000
"""Rows of a long answer that are fetched at a time: some milliseconds."""

SHOWN: Final = (schema.tables.c.id, schema.tables.c.created, schema.tables.c.summary)


class Database:
    """Tables and their logs. Made by ``open``; must be closed."""

    def __init__(
        self, engine: AsyncEngine, transactions: Transactions, location: str, secret: bytes
    ) -> None:
        self._engine = engine
        self._location = location
        self._writer = Writer(transactions, location)
        self.server = secrets.token_hex(8)
        """Names this server among those that share the database."""
        self.secret = secret
        """What cookies are signed with; it lives as long as the database."""

    @classmethod
    async def open(cls, location: DatabaseLocation) -> Database:
        """Opens the database, making or migrating it as needed.

        Raises ``StorageError`` where that is not possible; a database at fault is left as it is.
        """
        if isinstance(location, PostgresLocation):
            engine = postgres_engine(location)
        else:
            prepare_file(location)
            engine = sqlite_engine(location)
        try:
            if isinstance(location, Path) and not location.exists():
                # It will hold packs and the cookies' key: for its owner's eyes only.
                location.touch(0o600)
            secret = await _prepared(engine, location)
        except (SQLAlchemyError, DatabaseUnreachable) as error:
            await engine.dispose()
            raise storage_error(f"{location}: cannot be opened", error) from None
        except OSError as error:
            await engine.dispose()
            raise StorageError(f"{location}: {error.strerror or error}") from None
        except BaseException:
            await engine.dispose()
            raise
        if isinstance(location, PostgresLocation):
            return cls(engine, PostgresTransactions(engine), str(location), secret)
        return cls(engine, SqliteTransactions(location), str(location), secret)

    async def close(self) -> None:
        """Writes what is waiting and lets go of the database."""
        await self._writer.close()
        await self._engine.dispose()

    async def write(self, write: WriteBatch) -> None:
        """See ``Writer.write``."""
        await self._writer.write(write)

    @asynccontextmanager
    async def read_connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with. Raises ``StorageError`` where that does not work."""
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise storage_error(f"{self._location}: cannot be read", error) from None
        except ValueError as error:  # what is not JSON
            raise storage_error(
                f"{self._location}: cannot be read", error, DatabaseDamaged
            ) from None

    async def is_readable(self) -> bool:
        """Whether the database can be read, soon."""
        try:
            async with asyncio.timeout(PATIENCE_S), self.read_connection() as connection:
                await connection.execute(select(schema.settings.c.name).limit(1))
        except (StorageError, TimeoutError):
            return False
        return True

    async def log(self, table_id: str) -> list[dict[str, Any]]:
        """The bodies of a table's events in order; none for a table that is not there.

        Raises ``StorageError`` where the database cannot be read, as all that read do.
        """
        async with self.read_connection():
            return [json.loads(text) for text in await self.log_texts(table_id)]

    async def log_texts(self, table_id: str) -> list[str]:
        """Return the same bodies as JSON texts; however many, they do not hold up the event loop.

        They are fetched in parts, and whoever reads them may do that in a thread.
        """
        query = (
            select(cast(schema.events.c.body, Text))
            .where(schema.events.c.table_id == table_id)
            .order_by(schema.events.c.seq)
            .execution_options(yield_per=PART)
        )
        async with self.read_connection() as connection:
            parts = (await connection.stream_scalars(query)).partitions()
            return [text async for part in parts for text in part]

    async def log_length(self, table_id: str) -> int:
        """The number of the last event in a table's log; 0 for a table that is not there."""
        last = func.coalesce(func.max(schema.events.c.seq), 0)
        query = select(last).where(schema.events.c.table_id == table_id)
        async with self.read_connection() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def seats_of(self, table_id: str) -> dict[int, str]:
        """Which player holds which seat of a table."""
        query = select(schema.seats.c.seat, schema.seats.c.player_id).where(
            schema.seats.c.table_id == table_id
        )
        async with self.read_connection() as connection:
            rows = await connection.execute(query)
            return {table_row.seat: table_row.player_id for table_row in rows}

    async def table_row(self, table_id: str) -> dict[str, Any]:
        """What is noted of a table that is there: ``summary``, ``lobby_tables``, ``due_tables``."""
        query = select(schema.tables).where(schema.tables.c.id == table_id)
        async with self.read_connection() as connection:
            return dict((await connection.execute(query)).mappings().one())

    async def summary(self, table_id: str) -> dict[str, Any] | None:
        """Return what a list of tables shows of a table; ``None`` for an unknown id."""
        query = select(schema.tables.c.summary).where(schema.tables.c.id == table_id)
        async with self.read_connection() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
            return None if found is None else dict(found)

    async def chat(self, table_id: str, limit: int) -> list[dict[str, Any]]:
        """The last lines that were said at a table, the oldest first: ``number`` and ``body``."""
        lines = schema.chat
        query = (
            select(lines.c.number, lines.c.body)
            .where(lines.c.table_id == table_id)
            .order_by(lines.c.number.desc())
            .limit(limit)
        )
        async with self.read_connection() as connection:
            rows = (await connection.execute(query)).mappings().all()
            return [dict(table_row) for table_row in reversed(rows)]

    async def lobby_tables(self, which: str, since: str, limit: int = 100) -> list[dict[str, Any]]:
        """The tables of a list of the lobby whose host was seen since that ISO time, newest first.

        ``id``, ``created``, ``summary``.
        """
        query = (
            select(*SHOWN)
            .where(schema.tables.c.listed == which, schema.tables.c.seen >= since)
            .order_by(schema.tables.c.created.desc(), schema.tables.c.id)
            .limit(limit)
        )
        async with self.read_connection() as connection:
            return [dict(table_row) for table_row in (await connection.execute(query)).mappings()]

    async def quick_match_tables(self, kind: str, since: str, limit: int = 100) -> list[str]:
        """The tables with a free seat for a kind of quick match, longest open first, whose host
        was seen since that ISO time."""
        tables = schema.tables
        query = (
            select(tables.c.id)
            .where(tables.c.quick == kind, tables.c.listed == "gathering", tables.c.seen >= since)
            .order_by(tables.c.created, tables.c.id)
            .limit(limit)
        )
        async with self.read_connection() as connection:
            return list((await connection.execute(query)).scalars())

    async def count_gathering(self, player_id: str, since: str) -> int:
        """At how many tables that gather in the lobby a player sits, by hosts seen since then."""
        tables, seats = schema.tables, schema.seats
        query = (
            select(func.count())
            .select_from(seats)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(
                seats.c.player_id == player_id,
                tables.c.listed == "gathering",
                tables.c.seen >= since,
            )
        )
        async with self.read_connection() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def gathering_among(self, table_ids: Collection[str], since: str) -> set[str]:
        """Those of some tables that gather in the lobby, by hosts seen since that ISO time."""
        tables = schema.tables
        query = select(tables.c.id).where(
            tables.c.id.in_(table_ids), tables.c.listed == "gathering", tables.c.seen >= since
        )
        async with self.read_connection() as connection:
            return set((await connection.execute(query)).scalars())

    async def due_tables(self, time: str, limit: int = 200) -> tuple[list[DueTable], bool]:
        """Return tables where something was due by that ISO time, the longest due first.

        And whether anything is due anywhere, then or later.
        """
        tables = schema.tables
        query = (
            select(tables.c.id, tables.c.due, tables.c.summary)
            .where(tables.c.due <= time)
            .order_by(tables.c.due)
            .limit(limit)
        )
        later = select(tables.c.id).where(tables.c.due.is_not(None)).limit(1)
        async with self.read_connection() as connection:
            found = [DueTable(*table_row) for table_row in await connection.execute(query)]
            return found, bool(found) or (await connection.execute(later)).first() is not None

    async def settings_with_prefix(self, prefix: str) -> dict[str, str]:
        """Return what servers have noted for themselves under names that begin so."""
        noted = schema.settings
        query = select(noted).where(noted.c.name.startswith(prefix, autoescape=True))
        async with self.read_connection() as connection:
            return {
                table_row.name: table_row.value for table_row in await connection.execute(query)
            }

    async def idle_tables(
        self, finished: str | None, unfinished: str | None, limit: int = 200
    ) -> list[str]:
        """Tables where nothing has happened since those times, by whether the match is over.

        Without a time none of that kind.
        """
        tables, events = schema.tables, schema.events
        over = or_(
            tables.c.summary["over"].as_boolean().is_(True),
            tables.c.summary["closed"].as_boolean().is_(True),
        )
        last = (
            select(events.c.body["at"].as_string())
            .where(events.c.table_id == tables.c.id)
            .order_by(events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        idle = [
            and_(tables.c.created < time, last < time, over if is_over else not_(over))
            for time, is_over in ((finished, True), (unfinished, False))
            if time is not None
        ]
        query = select(tables.c.id).where(or_(false(), *idle)).limit(limit)
        async with self.read_connection() as connection:
            return list((await connection.execute(query)).scalars())

    async def tables_of(
        self, player_id: str, limit: int | None = 100, before: str | None = None
    ) -> list[dict[str, Any]]:
        """The tables a player has a seat at, newest first, from the one after ``before`` on.

        ``id``, ``created``, ``summary``, the ``seat``, and the ``places`` where the match has been
        rated.
        """
        tables, seats, rated = schema.tables, schema.seats, schema.rated
        query = (
            select(*SHOWN, seats.c.seat, rated.c.places)
            .join(seats, seats.c.table_id == tables.c.id)
            .outerjoin(rated, rated.c.table_id == tables.c.id)
            .where(seats.c.player_id == player_id)
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(limit)
        )
        if before is not None:
            last = select(tables.c.created).where(tables.c.id == before).scalar_subquery()
            as_old = and_(tables.c.created == last, tables.c.id > before)
            query = query.where(or_(tables.c.created < last, as_old))
        async with self.read_connection() as connection:
            return [dict(table_row) for table_row in (await connection.execute(query)).mappings()]

    async def tables_mentioning(self, player_id: str) -> list[str]:
        """All tables whose logs know of a player, seated there or not. Every log is looked at."""
        events = schema.events
        named = cast(events.c.body, Text).contains(player_id, autoescape=True)
        query = select(events.c.table_id).where(named).distinct()
        async with self.read_connection() as connection:
            return list((await connection.execute(query)).scalars())

    async def facts_of(self, player_id: str) -> list[dict[str, Any]]:
        """The player's seats, oldest table first, and the facts kept of each, if any are.

        ``id``, ``created``, ``summary`` and ``seat``; ``last`` is the number of the last event of
        the table's log; ``seq``, ``version`` and ``body`` are those of the facts.
        """
        mine, kept = schema.seats, schema.facts
        last = (
            select(func.max(schema.events.c.seq))
            .where(schema.events.c.table_id == schema.tables.c.id)
            .scalar_subquery()
        )
        query = (
            select(
                *SHOWN,
                mine.c.seat,
                last.label("last"),
                kept.c.seq,
                kept.c.version,
                kept.c.body,
            )
            .join(mine, mine.c.table_id == schema.tables.c.id)
            .outerjoin(kept, (kept.c.table_id == mine.c.table_id) & (kept.c.seat == mine.c.seat))
            .where(mine.c.player_id == player_id)
            .order_by(schema.tables.c.created, schema.tables.c.id, mine.c.seat)
        )
        async with self.read_connection() as connection:
            return [dict(table_row) for table_row in (await connection.execute(query)).mappings()]


async def _prepared(engine: AsyncEngine, location: DatabaseLocation) -> bytes:
    """Migrates the database and returns its secret, whoever else is opening the same new one."""
    last = monotonic() + PATIENCE_S
    while True:
        try:
            async with engine.execution_options(alone=True).begin() as connection:
                if isinstance(location, PostgresLocation):
                    await connection.run_sync(lock_migrations)
                    await connection.run_sync(require_own_database, location)
                await connection.run_sync(migrate)
                return await _secret(connection)
        except OperationalError as error:
            # SQLite does not wait for its lock where a new file is turned to a write-ahead log.
            if "database is locked" not in str(error.orig) or monotonic() > last:
                raise
        await asyncio.sleep(0.02)


async def _secret(connection: AsyncConnection) -> bytes:
    query = select(schema.settings.c.value).where(schema.settings.c.name == "secret")
    found = (await connection.execute(query)).scalar_one_or_none()
    if found is None:
        found = secrets.token_hex(32)
        table_row = {"name": "secret", "value": found}
        await connection.execute(insert(schema.settings), table_row)
    return bytes.fromhex(found)
