"""PostgreSQL: connections that survive its restart, transactions, and checks before use."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from time import monotonic
from typing import Any, Final, Literal
from weakref import WeakSet

from sqlalchemy import Connection, event, func, inspect, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from .location import DatabaseUnreachable, ForeignDatabase, NoAnswer, PostgresLocation, in_use
from .schema import APPLICATION_ID, require_known_revision, revision_of

ANSWER_S: Final = 30
"""Seconds for a statement, after which the connection counts as lost."""

CONNECT_S: Final = 3
"""Seconds in which a connection has to be made.

TCP sends a first packet that was lost again after one second, and after three: a new attempt is
no later than that.
"""

TRUSTED_S: Final = 1.0
"""Seconds after its use for which a connection needs no test, which is a round trip."""

IDLE_S: Final = 5
"""Seconds that a transaction of a server may do nothing.

A server that has been stopped would hold its locks, and keep others from taking its tables.
"""

LOCK_MS: Final = 100
"""Milliseconds for which a change of the schema waits for a lock, and moves wait for it."""

LOCK_ATTEMPTS: Final = 100
"""Times that a migration tries to lock the tables that moves change."""

SERVERS_LOCK: Final = APPLICATION_ID + 1
"""Advisory lock that all connections of servers share, and a restore needs for itself."""


def session_name(server: str | None) -> str:
    """Return the name of a server's sessions in PostgreSQL, or that of any other ones."""
    return "schwimmen" if server is None else f"schwimmen {server}"


def postgres_engine(location: PostgresLocation, server: str | None = None) -> AsyncEngine:
    """Return an engine whose pooled connections are tested before use if they have rested.

    ``server``: name of the server whose connections hold the database against restores.
    """

    async def connect(*_: object, **__: object) -> Any:
        with _failures_in_one_line():
            # Events are on disk before they are sent, whatever the server's default.
            return await _connect(location, synchronous_commit="on", server=server)

    engine = create_async_engine(
        "postgresql+asyncpg://", connect_args={"async_creator_fn": connect}
    )
    dialect = engine.dialect

    def note_use(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info["used"] = monotonic()

    def require_working(
        connection: DBAPIConnection, entry: ConnectionPoolEntry, *_: object
    ) -> None:
        driver: Any = entry.driver_connection
        rested = monotonic() - entry.info.setdefault("used", monotonic())
        try:
            works = not driver.is_closed() and (rested < TRUSTED_S or dialect.do_ping(connection))
        except (dialect.loaded_dbapi.Error, OSError):
            works = False
        if not works:
            raise InvalidatePoolError

    event.listen(engine.sync_engine, "checkin", note_use)
    event.listen(engine.sync_engine, "checkout", require_working)
    return engine


@asynccontextmanager
async def hasty_connection(location: PostgresLocation) -> AsyncIterator[Any]:
    """Provide a connection that does not wait for the disk. Raises ``DatabaseUnreachable``."""
    with _failures_in_one_line():
        connection = await _connect(location, synchronous_commit="off")
        try:
            yield connection
        finally:
            connection.terminate()


async def require_sessions(location: PostgresLocation) -> None:
    """Raise ``DatabaseUnreachable`` if a pooler gives each transaction any connection.

    Then locks, settings and notifications of a session would be lost, or those of another client.
    """
    async with hasty_connection(location) as first:
        if await _holds(first, f"pg_backend_pid() = {first.get_server_pid()}"):
            return  # no pooler, which would give its clients numbers of its own
        mark = secrets.token_hex(8)
        is_marked = f"current_setting('schwimmen.session', true) = '{mark}'"
        async with hasty_connection(location) as second:
            await first.execute(f"SET schwimmen.session = '{mark}'")
            await second.execute("BEGIN")  # and hold the server's connection
            if await _holds(second, is_marked) or not await _holds(first, is_marked):
                raise DatabaseUnreachable(
                    "a pooler such as PgBouncer lends its connections for single transactions; "
                    'set its pool_mode to "session" or connect to PostgreSQL itself'
                )


async def _holds(connection: Any, condition: str) -> bool:
    """Return whether a condition holds, without a prepared statement, which a pooler may lose."""
    status = await connection.execute(f"SELECT WHERE {condition}")
    return bool(status == "SELECT 1")


async def _connect(
    location: PostgresLocation,
    synchronous_commit: Literal["on", "off"],
    server: str | None = None,
) -> Any:
    """Return a new connection. None is left open if this fails or is cancelled."""
    async with asyncio.timeout(CONNECT_S):
        connection = await _first_of(location.single_hosts, session_name(server))
        try:
            # Poolers refuse this as a setting of a new connection.
            await connection.execute(f"SET synchronous_commit = {synchronous_commit}")
            if server is not None:
                await connection.execute(_idle_for(f"{IDLE_S}s"))
                lock = f"SELECT pg_try_advisory_lock_shared({SERVERS_LOCK})"
                if not await connection.fetchval(lock):
                    raise DatabaseUnreachable("a backup is being restored")
        except BaseException:
            connection.terminate()
            raise
        return connection


async def _first_of(urls: Sequence[str], name: str) -> Any:
    """Return the first connection of any host: one that is gone does not hold up the others."""
    import asyncpg

    attempts = [
        asyncio.ensure_future(
            asyncpg.connect(
                url,
                command_timeout=ANSWER_S,
                server_settings={"application_name": name},
            )
        )
        for url in urls
    ]
    chosen: Any = None

    def end_unless_chosen(attempt: asyncio.Future[Any]) -> None:
        if not attempt.cancelled() and not attempt.exception() and attempt.result() is not chosen:
            attempt.result().terminate()

    try:
        for attempt in asyncio.as_completed(attempts):
            with suppress(Exception):
                chosen = await attempt
                return chosen
        return await attempts[0]  # for its failure
    finally:
        for one in attempts:
            one.cancel()
            one.add_done_callback(end_unless_chosen)


@contextmanager
def _failures_in_one_line() -> Iterator[None]:
    """Turn failures of a connection into ``DatabaseUnreachable``."""
    import asyncpg

    try:
        yield
    except TimeoutError:
        raise NoAnswer(f"no answer within {CONNECT_S} seconds") from None
    except OSError as error:
        raise NoAnswer(" ".join(str(error).split())) from None
    except (
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        asyncpg.InternalClientError,  # of a connection that was lost in the midst of a command
        ValueError,
    ) as error:
        raise DatabaseUnreachable(" ".join(str(error).split())) from None


class PostgresTransactions:
    """Transactions on the connections of an engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connections = WeakSet[Any]()
        """Connections of asyncpg, those in use as well."""
        event.listen(engine.sync_engine, "connect", self._on_connect)

    def _on_connect(self, _: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        self._connections.add(entry.driver_connection)

    async def __call__(self, work: Callable[[Connection], None], erasing: bool = False) -> None:
        """Run ``work`` in a transaction and wait until it is on disk.

        ``erasing`` changes nothing: PostgreSQL erases deleted rows when it vacuums.
        """
        async with self._engine.begin() as connection:
            await connection.run_sync(work)

    def give_up(self) -> None:
        """End all connections, so that whatever waits for an answer fails at once.

        After a cut in the network the system would try to deliver on the old ones only at ever
        longer intervals, while a new one works at once.
        """
        for connection in list(self._connections):
            connection.terminate()

    async def close(self) -> None:
        """Do nothing: the engine belongs to the ``Database``."""


def _idle_for(time: str, scope: str = "SESSION") -> str:
    return f"SET {scope} idle_in_transaction_session_timeout = '{time}'"


async def wait_for_no_disk(connection: AsyncConnection) -> None:
    """Let a transaction end before it is on disk: it may be lost with the database server."""
    await connection.execute(text("SET LOCAL synchronous_commit = off"))


def lock_migrations(connection: Connection) -> None:
    """Take the migration lock until the transaction ends; wait if another server has it."""
    connection.execute(text(_idle_for("0", "LOCAL")))  # a migration may compute for long
    connection.execute(text(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})"))


async def lock_moves_out(connection: AsyncConnection) -> None:
    """Lock the tables that every move changes until the transaction ends, to migrate them.

    Each attempt gives up before PostgreSQL would end a move of a running server to resolve a
    deadlock.
    """
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            async with connection.begin_nested():
                await connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
                await connection.execute(text("LOCK TABLE tables, events"))
                await connection.execute(text("SET LOCAL lock_timeout = 0"))
            return
        except DBAPIError:
            if attempt == LOCK_ATTEMPTS:
                raise
        await asyncio.sleep(LOCK_MS / 1000)


async def run_script(connection: AsyncConnection, script: str) -> None:
    """Run SQL in a transaction of its own.

    A server that is stopped meanwhile holds no locks, since it is asked nothing in between. Raises
    ``DatabaseUnreachable`` if the SQL fails, or waits for a lock for ``LOCK_MS``.
    """
    driver: Any = (await connection.get_raw_connection()).driver_connection
    with _failures_in_one_line():
        await driver.execute(f"SET LOCAL lock_timeout = {LOCK_MS}; {script}")


async def lock_work(connection: AsyncConnection, work: str) -> None:
    """Take the lock of some work until the transaction ends; wait if another server has it."""
    lock = func.pg_advisory_xact_lock(APPLICATION_ID, func.hashtext(work))
    await connection.execute(select(lock))


def lock_servers_out(connection: Connection, location: PostgresLocation) -> None:
    """Hold the database against all servers until the transaction ends.

    Raises ``StorageError`` if a server uses it.
    """
    lock = text(f"SELECT pg_try_advisory_xact_lock({SERVERS_LOCK})")
    if not connection.execute(lock).scalar_one():
        raise in_use(location)


def require_own_database(connection: Connection, location: PostgresLocation) -> None:
    """Raise ``StorageError`` for a database of another program or of an unknown schema."""
    found = set(inspect(connection).get_table_names())
    ours = {"alembic_version", "tables", "seats", "events", "settings"}
    if not found:
        return
    if not ours <= found:
        raise ForeignDatabase(
            f"{location}: is a database of another program; give schwimmen one of its own"
        )
    revision = revision_of(connection)
    if revision is not None:
        require_known_revision(revision, location)
