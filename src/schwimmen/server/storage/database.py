"""The database: opened with care, read directly, written through the one writer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sqlalchemy import URL, Connection, event, func, insert, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from . import schema
from .errors import StorageError, failed
from .files import prepare
from .migrate import migrate
from .writer import Write, Writer

PATIENCE_S: Final = 5
"""How long another server is waited for that holds the database."""


class Database:
    """Tables and their logs. Made by ``open``; must be closed."""

    def __init__(self, engine: AsyncEngine, place: str, secret: bytes) -> None:
        self._engine = engine
        self._place = place
        self._writer = Writer(engine, place)
        self.secret = secret
        """What cookies are signed with; it lives as long as the database."""

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Opens the SQLite file at ``path``, making or migrating it as needed.

        Raises ``StorageError`` where that is not possible; a file at fault is left as it is.
        """
        prepare(path)
        engine = create_async_engine(URL.create("sqlite+aiosqlite", database=str(path)))
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _begin)
        try:
            if not path.exists():
                # It will hold packs and the cookies' key: for its owner's eyes only.
                path.touch(0o600)
            return cls(engine, str(path), await _prepared(engine))
        except SQLAlchemyError as error:
            await engine.dispose()
            raise failed(f"{path}: cannot be opened", error) from None
        except OSError as error:
            await engine.dispose()
            raise StorageError(f"{path}: {error.strerror}") from None
        except BaseException:
            await engine.dispose()
            raise

    async def close(self) -> None:
        """Writes what is waiting and lets go of the file."""
        await self._writer.close()
        await self._engine.dispose()

    async def write(self, write: Write) -> None:
        """See ``Writer.write``."""
        await self._writer.write(write)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, ValueError) as error:  # ValueError: a column that is not JSON
            raise failed(f"{self._place}: cannot be read", error) from None

    async def log(self, table_id: str) -> list[dict[str, Any]]:
        """The bodies of a table's events in order; none for a table that is not there.

        Raises ``StorageError`` where the database cannot be read, as all that read do.
        """
        query = (
            select(schema.events.c.body)
            .where(schema.events.c.table_id == table_id)
            .order_by(schema.events.c.seq)
        )
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def length(self, table_id: str) -> int:
        """The number of events in a table's log."""
        query = select(func.count()).where(schema.events.c.table_id == table_id)
        async with self._reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def tables_of(self, player_id: str, limit: int = 100) -> list[dict[str, Any]]:
        """The tables a player has a seat at, newest first: ``id``, ``created``, ``summary``."""
        query = (
            select(schema.tables)
            .where(
                schema.tables.c.id.in_(
                    select(schema.seats.c.table_id).where(schema.seats.c.player_id == player_id)
                )
            )
            .order_by(schema.tables.c.created.desc(), schema.tables.c.id)
            .limit(limit)
        )
        async with self._reading() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

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
                schema.tables,
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
        async with self._reading() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]


async def _prepared(engine: AsyncEngine) -> bytes:
    """Migrates the database and returns its secret, whoever else is opening the same new file."""
    last = monotonic() + PATIENCE_S
    while True:
        try:
            async with engine.execution_options(alone=True).begin() as connection:
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
        row = {"name": "secret", "value": found}
        await connection.execute(insert(schema.settings), row)
    return bytes.fromhex(found)


def _set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # SQLAlchemy begins transactions itself (see _begin), so that changes of the schema are inside.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    alone = connection.get_execution_options().get("alone", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")
