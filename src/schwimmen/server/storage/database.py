"""The database of a server: opening, queries about tables, and group-committed writes."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import AsyncIterator, Collection, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Executable,
    Text,
    and_,
    cast,
    false,
    func,
    not_,
    or_,
    select,
    true,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql.selectable import Select

from . import schema
from .leases import ServerBeat, held_elsewhere
from .location import (
    DatabaseDamaged,
    DatabaseLocation,
    DatabaseUnreachable,
    NoAnswer,
    PostgresLocation,
    StorageError,
    storage_error,
)
from .log_parts import IN_LOG
from .opening import prepare
from .packed_logs import RestedLog, mentioning
from .postgres import (
    PostgresTransactions,
    lock_work,
    postgres_engine,
    require_sessions,
)
from .preconditions import require_readers
from .presence import PresenceQueries, people_elsewhere
from .schema import DATABASE_TIMEOUT_S
from .sqlite import SqliteQueries, SqliteTransactions, hold_file, prepare_file, sqlite_engine
from .statements import WriteBatch
from .table_reader import LastNumbers, TableReader
from .writer import CLOSE_S, Transactions, Writer

CHUNK_ROWS: Final = 1_000
"""Rows of a long result that are fetched at once, which takes a few milliseconds."""

CHUNK_LOGS: Final = 100
"""Packed logs that are fetched at once."""


class DueTable(NamedTuple):
    """Table with an event due at an ISO time."""

    table_id: str
    due: str
    summary: dict[str, Any]


class Database(Writer):
    """Tables, their logs and the server's settings. Made by ``open``; must be closed.

    Every query raises ``StorageError`` if the database cannot be read.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        transactions: Transactions,
        location: str,
        server: str,
        secret: bytes,
        resources: AsyncExitStack,
        queries: SqliteQueries | None = None,
    ) -> None:
        """``queries``: what runs single queries instead of the engine."""
        super().__init__(transactions, location)
        self._engine = engine
        self._resources = resources
        self._unfinished = set[asyncio.Task[None]]()
        self._queries = queries
        self._reader = TableReader(self.rows)
        self.presence = PresenceQueries(self)
        """People who are connected, where several servers share the database."""
        self.server = server
        """Name of this server among those that share the database."""
        self.secret = secret
        """Key that signs cookies and tokens; stored in the database."""
        self.other_versions: frozenset[str] = frozenset()
        """Versions other than this server's of servers that share the database."""
        self.part = 0
        """Part of the log in which new tables begin."""

    @classmethod
    async def open(cls, location: DatabaseLocation, hold: bool = False) -> Database:
        """Open the database; create or migrate it if necessary.

        ``hold``: hold it against restores until it is closed. Then no other process can hold the
        same SQLite file; any number can hold the same PostgreSQL database.

        Raises ``StorageError`` if that fails. A faulty database is left unchanged.
        """
        async with AsyncExitStack() as resources:
            transactions: Transactions
            queries, server = None, secrets.token_hex(8)
            if isinstance(location, PostgresLocation):
                engine = postgres_engine(location, server if hold else None)
                transactions = PostgresTransactions(engine)
            else:
                prepare_file(location)
                if hold:
                    resources.enter_context(closing(hold_file(location)))
                engine = sqlite_engine(location)
                transactions = SqliteTransactions(location)
                queries = SqliteQueries(location)
                resources.push_async_callback(queries.close)
            resources.push_async_callback(engine.dispose)
            try:
                if isinstance(location, Path) and not location.exists():
                    # It will hold packs and the cookies' key: readable by its owner only.
                    location.touch(0o600)
                if isinstance(location, PostgresLocation):
                    await require_sessions(location)
                secret = await prepare(engine, location)
            except (SQLAlchemyError, DatabaseUnreachable) as error:
                raise storage_error(f"{location}: cannot be opened", error) from None
            except OSError as error:
                raise StorageError(f"{location}: {error.strerror or error}") from None
            kept = resources.pop_all()
            return cls(engine, transactions, str(location), server, secret, kept, queries)

    @property
    def mark(self) -> str:
        """Eight digits that identify this database and disclose nothing of it."""
        return hmac.digest(self.secret, b"mark", hashlib.sha256).hex()[:8]

    @property
    def is_shared(self) -> bool:
        """Whether other servers may share the database."""
        return self._engine.dialect.name == "postgresql"

    async def write(self, batch: WriteBatch) -> None:
        """Write the batch and wait until it is on disk.

        Raises ``OlderServer`` if a server that shares the database could not read an event,
        ``Conflict`` and ``StorageError``; then none of the rows is stored.
        """
        require_readers(batch.events, self.other_versions)
        if batch.tables:
            tables = [table._replace(part=self.part) for table in batch.tables]
            batch = replace(batch, tables=tables)
        await super().write(batch)

    async def close(self) -> None:
        """Write pending batches and close all connections."""
        await super().close()
        for queries in (self._reader, self.presence):
            with suppress(TimeoutError):
                await asyncio.wait_for(queries.close(), CLOSE_S)
        await asyncio.gather(*self._unfinished, return_exceptions=True)
        await self._resources.aclose()

    @asynccontextmanager
    async def read_connection(self) -> AsyncIterator[AsyncConnection]:
        """Provide a connection to read with. Raises ``StorageError`` if reading fails."""
        with self._reading():
            connection = await self._connect()
            try:
                yield connection
            finally:
                await self._finish(connection.close())

    async def rows(self, query: Executable, many: bool = False) -> Sequence[Any]:
        """Return the rows of a query. Raises ``StorageError``.

        ``many``: they are fetched so that even very many do not block the event loop.
        """
        if self._queries is not None:
            with self._reading():
                return await self._queries(query)
        async with self.read_connection() as connection:
            if not many:
                return (await connection.execute(query)).all()
            stream = await connection.stream(query.execution_options(yield_per=CHUNK_ROWS))
            return [row async for chunk in stream.partitions() for row in chunk]

    async def mappings(self, query: Executable) -> list[dict[str, Any]]:
        """Return the rows of a query by the names of their columns. Raises ``StorageError``."""
        return [dict(row._mapping) for row in await self.rows(query)]

    async def scalars(self, query: Executable) -> list[Any]:
        """Return the first values of all rows of a query. Raises ``StorageError``."""
        return [row[0] for row in await self.rows(query)]

    async def scalar(self, query: Executable) -> Any:
        """Return the value that a query finds, ``None`` without one. Raises ``StorageError``."""
        return next(iter(await self.scalars(query)), None)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn errors of a read into ``StorageError``."""
        try:
            yield
        except (SQLAlchemyError, OSError, DatabaseUnreachable) as error:
            self.on_failure()
            kind = NoAnswer if isinstance(error, NoAnswer) else StorageError
            raise storage_error(f"{self._location}: cannot be read", error, kind) from None
        except ValueError as error:  # invalid JSON
            raise storage_error(
                f"{self._location}: cannot be read", error, DatabaseDamaged
            ) from None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Provide a connection for a change beside the log, which need not be on disk.

        Raises ``StorageError`` if it fails.
        """
        try:
            async with self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError, DatabaseUnreachable) as error:
            raise storage_error(f"{self._location}: cannot be written", error) from None

    @asynccontextmanager
    async def alone(self, work: str) -> AsyncIterator[None]:
        """Let no other server do the same work meanwhile. Raises ``StorageError``.

        A server that stops meanwhile holds up the others for ``IDLE_S``.
        """
        async with AsyncExitStack() as stack:
            if self.is_shared:
                await lock_work(await stack.enter_async_context(self.transaction()), work)
            yield

    async def _connect(self) -> AsyncConnection:
        """Return a connection, which is closed again if the caller is cancelled meanwhile.

        Otherwise the thread that opens it could outlive the event loop.
        """
        connecting = asyncio.ensure_future(self._engine.connect().start())

        async def close() -> None:
            with suppress(SQLAlchemyError, OSError, DatabaseUnreachable):
                await (await connecting).close()

        try:
            return await asyncio.shield(connecting)
        except asyncio.CancelledError:
            await self._finish(close())
            raise

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for work that goes on if the caller is cancelled; ``close`` waits for it, too."""
        task = asyncio.create_task(work)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        await asyncio.shield(task)

    async def is_readable(self) -> bool:
        """Return whether the database answers within a few seconds.

        If a new connection gets no answer, all others are given up, too: they would wait on.
        """
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT_S):
                await self.scalars(select(schema.settings.c.name).limit(1))
        except NoAnswer:
            self.give_up()
            return False
        except (StorageError, TimeoutError):
            return False
        return True

    async def log(self, table_id: str) -> list[dict[str, Any]]:
        """Return the bodies of a table's events in order, none for an unknown table."""
        texts = await self.log_texts(table_id)
        with self._reading():
            return [json.loads(text) for text in texts]

    async def log_texts(self, table_id: str, after: int = 0) -> list[str]:
        """Return the bodies of a table's events after one as JSON texts, to be parsed in a thread.

        Raises ``DatabaseDamaged`` if packed events cannot be read.
        """
        return await self._reader.texts(table_id, after)

    async def log_length(self, table_id: str) -> int:
        """Return the number of the last event in a table's log, 0 for an unknown table."""
        return await self._reader.length(table_id)

    async def chat(self, table_id: str) -> list[dict[str, Any]]:
        """Return ``number`` and ``body`` of the stored chat lines at a table, oldest first."""
        texts = await self._reader.chat_texts(table_id)
        with self._reading():
            return [{"number": number, "body": json.loads(text)} for number, text in texts]

    async def erasures(self, table_id: str) -> int:
        """Return how often people were erased from a table, 0 for an unknown table."""
        return await self._reader.erasures(table_id)

    async def last_numbers(self, table_ids: Collection[str]) -> dict[str, LastNumbers]:
        """Return the last numbers of each table that exists."""
        return await self._reader.last_numbers(table_ids)

    async def seats_of(self, table_id: str) -> dict[int, str]:
        """Return the players of a table by seat."""
        seats = schema.seats.c
        query = select(seats.seat, seats.player_id).where(seats.table_id == table_id)
        return {row["seat"]: row["player_id"] for row in await self.mappings(query)}

    async def table_row(self, table_id: str) -> dict[str, Any]:
        """Return the row of an existing table."""
        (row,) = await self.mappings(select(schema.tables).where(schema.tables.c.id == table_id))
        return row

    async def summary(self, table_id: str) -> dict[str, Any] | None:
        """Return the summary that lists show of a table, ``None`` for an unknown table."""
        query = select(schema.tables.c.summary).where(schema.tables.c.id == table_id)
        summary: dict[str, Any] | None = await self.scalar(query)
        return summary

    async def due_tables(
        self, time: str, limit: int = 200, without: Collection[str] = ()
    ) -> tuple[list[DueTable], bool]:
        """Return the tables with an event due by that ISO time, longest due first.

        Those at which people play come before abandoned matches; those in ``without``, and those
        that another living server runs, are left out. The second value is whether any table has an
        event due, at any time.
        """
        tables = schema.tables.c
        abandoned = func.coalesce(tables.summary["abandoned"].as_boolean(), true())
        query = (
            select(tables.id.label("table_id"), tables.due, tables.summary)
            .where(tables.due <= time, tables.id.not_in(without))
            .order_by(abandoned, tables.due)
            .limit(limit)
        )
        found = [DueTable(**row) for row in await self.mappings(self._not_elsewhere(query))]
        later = select(tables.id).where(tables.due.is_not(None)).limit(1)
        return found, bool(found or await self.scalars(later))

    async def beats(self) -> dict[str, ServerBeat]:
        """Return the last heartbeats of servers by name."""
        servers = schema.servers.c
        query = select(servers.name, servers.version, servers.beat.label("time"))
        return {row["name"]: ServerBeat(**row) for row in await self.mappings(query)}

    async def all_read(self, revision: str) -> bool:
        """Return whether every server with a heartbeat reads databases of a schema.

        A server of an earlier version cannot join them, since it does not open this database.
        """
        older = select(schema.servers.c.name).where(schema.servers.c.reads < revision)
        return not await self.scalars(older.limit(1))

    async def settings_with_prefix(self, prefix: str) -> dict[str, str]:
        """Return the servers' own settings whose names begin with a prefix."""
        settings = schema.settings
        query = select(settings).where(settings.c.name.startswith(prefix, autoescape=True))
        return {row["name"]: row["value"] for row in await self.mappings(query)}

    async def idle_tables(
        self, finished: str | None, unfinished: str | None, limit: int = 200
    ) -> list[str]:
        """Return tables without an event since these ISO times.

        ``finished`` is for tables whose match is over, ``unfinished`` for all others; ``None``
        excludes that kind. Those that another living server runs, or has people at, are left out.
        """
        tables, events = schema.tables, schema.events
        over = _is_ended()
        last = (
            select(events.c.body["at"].as_string())
            .where(IN_LOG)
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
        if self.is_shared:
            query = query.where(~people_elsewhere(tables.c.id, self.server))
        return await self.scalars(self._not_elsewhere(query))

    async def tables_of(
        self, player_id: str, limit: int | None = 100, before: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the tables at which a player has a seat, newest first, after table ``before``.

        ``id``, ``created``, ``summary``, ``seat``, ``to_act``, the seat whose turn it is if that
        is stored, and ``places`` if the match has been rated.
        """
        tables, seats, rated, events = schema.tables, schema.seats, schema.rated, schema.events.c
        to_act = (
            select(events.to_act)
            .where(IN_LOG)
            .order_by(events.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        query = (
            select(
                tables.c.id,
                tables.c.created,
                tables.c.summary,
                seats.c.seat,
                to_act.label("to_act"),
                rated.c.places,
            )
            .join(seats, seats.c.table_id == tables.c.id)
            .outerjoin(rated, rated.c.table_id == tables.c.id)
            .where(seats.c.player_id == player_id)
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(limit)
        )
        if before is not None:
            last = select(tables.c.created).where(tables.c.id == before).scalar_subquery()
            same_time = and_(tables.c.created == last, tables.c.id > before)
            query = query.where(or_(tables.c.created < last, same_time))
        return await self.mappings(query)

    async def tables_mentioning(self, player_id: str) -> list[str]:
        """Return all tables whose log or chat mentions a player, with or without a seat there.

        This scans every log.
        """
        events = schema.events.c
        mentioned = cast(events.body, Text).contains(player_id, autoescape=True)
        lines = schema.chat.c
        logs = select(events.table_id).where(mentioned)
        chats = select(lines.table_id).where(lines.player_id == player_id)
        found = dict.fromkeys(await self.scalars(logs.union(chats)))
        # Afterwards, since a log may be packed meanwhile, and is never unpacked.
        packed = select(schema.packed_logs.c.table_id, schema.packed_logs.c.body)
        async with self.read_connection() as connection:
            stream = await connection.stream(packed.execution_options(yield_per=CHUNK_LOGS))
            async for chunk in stream.partitions():
                found |= dict.fromkeys(await asyncio.to_thread(mentioning, chunk, player_id))
        return list(found)

    async def rested_logs(
        self, since: str, after: str, oldest_part: int = 0, limit: int = 200
    ) -> tuple[list[RestedLog], str | None]:
        """Return logs that may be packed unless they have an event since an ISO time.

        Logs in a part before ``oldest_part`` are among them, too. They are those of the next tables
        by their ids, after one id. The second value is the last of these ids, ``None`` after all
        tables.
        """
        tables, events = schema.tables.c, schema.events.c
        first, last = (
            select(end(events.seq)).where(IN_LOG).scalar_subquery() for end in (func.min, func.max)
        )
        rested = and_(tables.created < since, _is_ended(), first < last)
        leaves = and_(tables.part > 0, tables.part < oldest_part)
        query = select(tables.id, rested.label("rested"), leaves.label("leaves"))
        rows = await self.mappings(query.where(tables.id > after).order_by(tables.id).limit(limit))
        logs = [
            RestedLog(row["id"], since, row["leaves"])
            for row in rows
            if row["rested"] or row["leaves"]
        ]
        return logs, rows[-1]["id"] if rows else None

    def _not_elsewhere(self, tables: Select[Any]) -> Select[Any]:
        """Return a query for tables without those that another living server runs."""
        if not self.is_shared:
            return tables
        return tables.where(~held_elsewhere(schema.tables.c.id, self.server))


def _is_ended() -> ColumnElement[bool]:
    """Return whether the match of a table is over, or the table is closed."""
    summary = schema.tables.c.summary
    return or_(summary["over"].as_boolean().is_(True), summary["closed"].as_boolean().is_(True))
