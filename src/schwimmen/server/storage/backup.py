"""Backup: a consistent copy of the whole database in one SQLite file, while servers use it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, and_, func, insert, not_, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .location import (
    DatabaseDamaged,
    DatabaseLocation,
    DatabaseUnreachable,
    PostgresLocation,
    StorageError,
    storage_error,
)
from .log_parts import IN_LOG
from .packed_logs import unpacked
from .postgres import postgres_engine, require_own_database
from .schema import migrate, revision_of
from .sqlite import leftovers, sqlite_engine
from .sqlite import require_own_database as require_own_file

CHUNK_ROWS: Final = 1000
"""Rows of PostgreSQL that are held in memory at once."""

CHECKS: Final = {
    "PRAGMA foreign_key_check": "a row refers to a missing table",
    **{
        f"SELECT 1 FROM {name} WHERE NOT json_valid({column})": f"{name} has a row without JSON"
        for name, column in (
            ("tables", "summary"),
            ("events", "body"),
            ("chat", "body"),
            ("rated", "places"),
        )
    },
}
"""Queries that return a row if the copy is faulty, with the fault."""

CHECKS_BEFORE_PACKED_LOGS: Final = {
    "SELECT 1 FROM events GROUP BY table_id HAVING count(*) != max(seq)": "a log has gaps",
}
"""Further queries for a database whose schema has no packed logs."""

CHECKS_OF_PACKED_LOGS: Final = {
    "SELECT 1 FROM packed_logs WHERE events_in(body) IS NOT length": "a packed log is damaged",
    "SELECT 1 FROM packed_logs WHERE table_id NOT IN (SELECT table_id FROM events)": (
        "a packed log has no last event"
    ),
    "SELECT 1 FROM events LEFT JOIN packed_logs USING (table_id) GROUP BY table_id "
    "HAVING count(*) + ifnull(max(length), 0) != max(seq)": "a log has gaps",
}
"""Further queries for a database whose schema has packed logs."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database, in numbers by which people recognize it."""

    tables: int
    running: int
    """Tables whose match is unfinished."""
    finished: int
    """Tables whose match is over."""
    people: int
    events: int
    newest: str | None
    """ISO time of the newest event."""

    def __str__(self) -> str:
        newest = f" (the newest at {self.newest})" if self.newest else ""
        return (
            f"tables: {self.tables} (matches running: {self.running}, finished: {self.finished}), "
            f"people: {self.people}, events: {self.events}{newest}"
        )


def contents_of(connection: Connection) -> Contents:
    """Return what is in a database."""
    summary, events, people = schema.tables.c.summary, schema.events, schema.players
    over = summary["over"].as_boolean().is_(True)
    closed = summary["closed"].as_boolean().is_(True)
    gathering = func.coalesce(summary["phase"].as_string(), "") == "gathering"
    running = and_(not_(over), not_(closed), not_(gathering))
    tables = select(func.count(), func.count().filter(running), func.count().filter(over))
    last = select(func.max(events.c.seq).label("seq")).group_by(events.c.table_id).subquery()
    logged = select(func.coalesce(func.sum(last.c.seq), 0))
    newest = select(func.max(events.c.body["at"].as_string()))
    return Contents(
        *connection.execute(tables.select_from(schema.tables)).one(),
        *(
            connection.execute(query).scalar_one()
            for query in (select(func.count()).select_from(people), logged, newest)
        ),
    )


async def back_up(location: DatabaseLocation, target: Path) -> Contents:
    """Copy the database to a new file, check the copy, and return what is in it.

    No file is overwritten, and ``target`` does not exist until the copy is complete and on disk.
    Raises ``StorageError`` if the copy fails.
    """
    if target.exists():
        raise StorageError(f"{target}: is there already; name a new file")
    for file in leftovers(target):
        raise StorageError(f"{file}: is left from another database; name a new file")
    part = target.with_name(f"{target.name}.part")
    try:
        create_copy(part)
    except FileExistsError:
        raise StorageError(f"{part}: another backup is writing it; if none is, remove it") from None
    except OSError as error:
        raise _write_error(target, error) from None
    try:
        if isinstance(location, PostgresLocation):
            await _copy_rows(location, part)
        else:
            _copy_pages(location, part)
        if fault := fault_in(part):
            raise StorageError(f"the copy is damaged ({fault}), and so may be the database")
        found = await complete_copy(part)
        _publish(part, target)
    except FileExistsError:
        raise StorageError(f"{target}: is there already; name a new file") from None
    except OSError as error:
        raise _write_error(target, error) from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise storage_error(f"{target}: cannot be written", error) from None
    finally:
        part.unlink(missing_ok=True)
    return found


def create_copy(part: Path) -> None:
    """Create the file of a copy, which holds packs and the cookies' key: for its owner only."""
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _publish(part: Path, target: Path) -> None:
    """Give the copy its name, unless another file has it by now."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # no hard links, as on a memory stick: reserve the name, then replace it
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(target)


def _write_error(target: Path, error: OSError) -> StorageError:
    return StorageError(f"{target}: cannot be written: {(error.strerror or str(error)).lower()}")


def _copy_pages(path: Path, part: Path) -> None:
    if not path.is_file() or not path.stat().st_size:
        raise StorageError(f"{path}: is not a database; name one with --database")
    require_own_file(path)
    try:
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with (
            closing(sqlite3.connect(uri, uri=True)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)  # in one step, so that the copy is consistent
    except sqlite3.OperationalError as error:
        raise storage_error(f"{path}: cannot be copied", error) from None


async def _copy_rows(location: PostgresLocation, part: Path) -> None:
    source, copy = postgres_engine(location), sqlite_engine(part)
    try:
        snapshot = source.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        async with source.connect() as connection:
            await connection.run_sync(_require_current, location)
        async with snapshot.begin() as read, copy.begin() as written:
            # No part of the log may be dropped between the snapshot and its reading.
            await read.execute(text("LOCK TABLE events IN ACCESS SHARE MODE"))
            await written.run_sync(migrate)
            await copy_rows(read, written)
    except (SQLAlchemyError, DatabaseUnreachable) as error:
        raise storage_error(f"{location}: cannot be copied", error) from None
    finally:
        await source.dispose()
        await copy.dispose()


async def copy_rows(read: AsyncConnection, written: AsyncConnection) -> None:
    """Copy all rows except leases and presence into empty tables, and count them there.

    Raises ``StorageError`` if rows are missing.
    """
    for db_table in schema.metadata.sorted_tables:
        if db_table in (schema.leases, schema.presence):
            continue
        query = select(db_table)
        if db_table is schema.events:
            query = query.join(schema.tables, IN_LOG)
        rows = await read.stream(query)
        part = {"part": 0} if "part" in db_table.c else {}
        async for batch in rows.mappings().partitions(CHUNK_ROWS):
            await written.execute(insert(db_table), [{**row, **part} for row in batch])
        count = select(func.count()).select_from(query.subquery())
        wanted, found = [(await one.execute(count)).scalar_one() for one in (read, written)]
        if wanted != found:
            raise StorageError(f"the copy has {found} of {wanted} rows of {db_table.name}")


def _require_current(connection: Connection, location: PostgresLocation) -> None:
    require_own_database(connection, location)
    if revision_of(connection) != schema.HEAD:
        raise StorageError(
            f"{location}: has no tables of this version; start schwimmen there first"
        )


def fault_in(part: Path) -> str | None:
    """Return a fault of a copy, ``None`` if it is intact."""
    with closing(sqlite3.connect(part)) as copy:
        copy.create_function("events_in", 1, _events_in, deterministic=True)
        packed = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'packed_logs'").fetchone()
        checks = CHECKS | (CHECKS_OF_PACKED_LOGS if packed else CHECKS_BEFORE_PACKED_LOGS)
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
        faults += [fault for query, fault in checks.items() if copy.execute(query).fetchone()]
        return faults[0] if faults else None


def _events_in(body: bytes) -> int | None:
    """Return the number of packed events, ``None`` if they are damaged."""
    try:
        return len(unpacked(body))
    except (DatabaseDamaged, ValueError, TypeError):
        return None


async def complete_copy(part: Path) -> Contents:
    """Leave a copy as one file, without others beside it and on disk; return what is in it."""
    engine = sqlite_engine(part)
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(contents_of)
    finally:
        await engine.dispose()
    with closing(sqlite3.connect(part)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    return found
