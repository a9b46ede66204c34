"""PostgreSQL: connections that survive its restart, transactions, and checks before use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .location import DatabaseUnreachable, PostgresLocation, StorageError
from .schema import APPLICATION_ID, DATABASE_TIMEOUT_S, require_known_revision, revision_of

ANSWER_S: Final = 30
"""Seconds for a statement, after which the connection counts as lost."""


def postgres_engine(location: PostgresLocation) -> AsyncEngine:
    """Return an engine that tests each pooled connection before use."""

    async def connect(*_: object, **__: object) -> Any:
        import asyncpg

        try:
            return await asyncpg.connect(
                location.url,
                timeout=DATABASE_TIMEOUT_S,
                command_timeout=ANSWER_S,
                # Events are on disk before they are sent, whatever the server's default.
                server_settings={"application_name": "schwimmen", "synchronous_commit": "on"},
            )
        except TimeoutError:
            raise DatabaseUnreachable(f"no answer within {DATABASE_TIMEOUT_S} seconds") from None
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise DatabaseUnreachable(" ".join(str(error).split())) from None

    return create_async_engine(
        "postgresql+asyncpg://", connect_args={"async_creator_fn": connect}, pool_pre_ping=True
    )


class PostgresTransactions:
    """Transactions on the connections of an engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def __call__(self, work: Callable[[Connection], None], erasing: bool = False) -> None:
        """Run ``work`` in a transaction and wait until it is on disk.

        ``erasing`` changes nothing: PostgreSQL erases deleted rows when it vacuums.
        """
        async with self._engine.begin() as connection:
            await connection.run_sync(work)

    async def close(self) -> None:
        """Do nothing: the engine belongs to the ``Database``."""


def lock_migrations(connection: Connection) -> None:
    """Take the migration lock until the transaction ends; wait if another server has it."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})"))


def require_own_database(connection: Connection, location: PostgresLocation) -> None:
    """Raise ``StorageError`` for a database of another program or of an unknown schema."""
    found = set(inspect(connection).get_table_names())
    ours = {"alembic_version", "tables", "seats", "events", "settings"}
    if not found:
        return
    if not ours <= found:
        raise StorageError(
            f"{location}: is a database of another program; give schwimmen one of its own"
        )
    revision = revision_of(connection)
    if revision is not None:
        require_known_revision(revision, location)
