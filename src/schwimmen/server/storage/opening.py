"""Opening of a database by several servers at once: its schema, and the key that they share."""

from __future__ import annotations

import asyncio
import secrets
from time import monotonic

from sqlalchemy import insert, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import schema
from .location import DatabaseLocation, PostgresLocation
from .postgres import lock_migrations, lock_moves_out, require_own_database
from .schema import DATABASE_TIMEOUT_S, HEAD, migrate, revision_of


async def prepare(engine: AsyncEngine, location: DatabaseLocation) -> bytes:
    """Migrate the database and return its secret, even while another server does the same."""
    deadline = monotonic() + DATABASE_TIMEOUT_S
    while True:
        try:
            async with engine.execution_options(alone=True).begin() as connection:
                if isinstance(location, PostgresLocation):
                    await connection.run_sync(lock_migrations)
                    await connection.run_sync(require_own_database, location)
                    if await connection.run_sync(revision_of) not in {None, HEAD}:
                        await lock_moves_out(connection)
                await connection.run_sync(migrate)
                return await _secret(connection)
        except OperationalError as error:
            # SQLite does not wait for its lock while a new file is switched to a write-ahead log.
            if "database is locked" not in str(error.orig) or monotonic() > deadline:
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
