"""Backup: a consistent copy of the whole database in one SQLite file, while servers use it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from . import schema
from .database import Database
from .location import (
    DatabaseLocation,
    DatabaseUnreachable,
    PostgresLocation,
    StorageError,
    storage_error,
)
from .postgres import postgres_engine, require_own_database
from .schema import revision_of
from .sqlite import require_own_database as require_own_file
from .sqlite import sqlite_engine

CHUNK_ROWS: Final = 1000
"""Rows of PostgreSQL that are held in memory at once."""

CHECKS: Final = {
    "PRAGMA foreign_key_check": "a row refers to a missing table",
    "SELECT 1 FROM events GROUP BY table_id HAVING count(*) != max(seq)": "a log has gaps",
}
"""Queries that return a row if the copy is faulty, with the fault."""


@dataclass(frozen=True, slots=True)
class Backup:
    """Numbers of tables and events in a backup."""

    tables: int
    events: int


async def back_up(location: DatabaseLocation, target: Path) -> Backup:
    """Copy the database to a new file, check the copy, and count its tables and events.

    No file is overwritten, and ``target`` does not exist until the copy is complete and on disk.
    Raises ``StorageError`` if the copy fails.
    """
    if target.exists():
        raise StorageError(f"{target}: is there already; name a new file")
    part = target.with_name(f"{target.name}.part")
    try:
        # It holds packs and the cookies' key: readable by its owner only.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StorageError(f"{part}: another backup is writing it; if none is, remove it") from None
    except OSError as error:
        raise _write_error(target, error) from None
    try:
        if isinstance(location, PostgresLocation):
            await _copy_rows(location, part)
        else:
            _copy_pages(location, part)
        found = _check(part)
        _publish(part, target)
    except FileExistsError:
        raise StorageError(f"{target}: is there already; name a new file") from None
    except (OSError, sqlite3.Error) as error:
        raise _write_error(target, error) from None
    finally:
        part.unlink(missing_ok=True)
    return found


def _publish(part: Path, target: Path) -> None:
    """Give the copy its name, unless another file has it by now."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # no hard links, as on a memory stick: reserve the name, then replace it
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(target)


def _write_error(target: Path, error: OSError | sqlite3.Error) -> StorageError:
    reason = error.strerror if isinstance(error, OSError) else None
    return StorageError(f"{target}: cannot be written: {(reason or str(error)).lower()}")


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
    await (await Database.open(part)).close()
    source, copy = postgres_engine(location), sqlite_engine(part)
    try:
        snapshot = source.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        async with snapshot.begin() as read, copy.begin() as written:
            await read.run_sync(_require_current, location)
            for db_table in schema.metadata.sorted_tables:
                await written.execute(delete(db_table))
                rows = await read.stream(select(db_table))
                async for batch in rows.mappings().partitions(CHUNK_ROWS):
                    await written.execute(insert(db_table), [dict(row) for row in batch])
    except (SQLAlchemyError, DatabaseUnreachable) as error:
        raise storage_error(f"{location}: cannot be copied", error) from None
    finally:
        await source.dispose()
        await copy.dispose()


def _require_current(connection: Connection, location: PostgresLocation) -> None:
    require_own_database(connection, location)
    if revision_of(connection) != schema.HEAD:
        raise StorageError(
            f"{location}: has no tables of this version; start schwimmen there first"
        )


def _check(part: Path) -> Backup:
    """Check the copy, count its rows, and wait until it is on disk."""
    with closing(sqlite3.connect(part)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal beside it
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
        faults += [fault for query, fault in CHECKS.items() if copy.execute(query).fetchone()]
        if faults:
            raise StorageError(f"the copy is damaged ({faults[0]}), and so may be the database")
        tables, events = (
            copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("tables", "events")
        )
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    return Backup(tables, events)
