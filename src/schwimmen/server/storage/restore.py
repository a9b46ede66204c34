"""Restore: a backup in place of a database, and copies of databases into empty ones."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from .backup import (
    Contents,
    back_up,
    complete_copy,
    contents_of,
    copy_rows,
    create_copy,
    fault_in,
)
from .location import (
    DatabaseDamaged,
    DatabaseLocation,
    DatabaseUnreachable,
    ForeignDatabase,
    PostgresLocation,
    StorageError,
    storage_error,
)
from .postgres import (
    lock_migrations,
    lock_servers_out,
    postgres_engine,
    require_own_database,
)
from .schema import DATABASE_TIMEOUT_S, migrate, revision_of
from .sqlite import (
    give_to_owner,
    hold_file,
    leftovers,
    prepare_place,
    read_only_uri,
    sqlite_engine,
)
from .sqlite import require_own_database as require_own_file

ANOTHER_BACKUP: Final = "choose another backup"
ANOTHER_SOURCE: Final = "choose another source"


@dataclass(frozen=True, slots=True)
class Restored:
    """What is in the database now, and where the former one is, if there was one."""

    contents: Contents
    kept: str | None


async def restore_backup(backup: Path, location: DatabaseLocation) -> Restored:
    """Put a backup in place of a database that no server uses, and keep the former one.

    Whenever the process ends, the database is either the former one or the complete backup. Raises
    ``StorageError`` if the backup or the database cannot be used; then the database is unchanged.
    """
    with _reported(f"{location}: cannot be restored"):
        _require_file(backup, ANOTHER_BACKUP)
        if isinstance(location, PostgresLocation):
            with TemporaryDirectory() as folder:
                part = Path(folder) / "copy"
                await _unpack(backup, part)
                return await _replace_rows(part, location)
        prepare_place(location)
        if location.exists() and location.samefile(backup):
            raise StorageError(f"{backup}: is the database itself; {ANOTHER_BACKUP}")
        with closing(hold_file(location)):
            return await _replace_file(backup, Path(os.path.realpath(location)))


async def copy_database(source: DatabaseLocation, target: DatabaseLocation) -> Contents:
    """Copy a database that no server uses into an empty one, of either kind.

    Raises ``StorageError`` if that fails; then the target remains empty.
    """
    with _reported(f"{target}: cannot be used"):
        await _require_empty(target)
    with _reported(f"{source}: cannot be copied"), TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        async with _unused(source):
            await back_up(source, copy)
            return (await restore_backup(copy, target)).contents


def _require_file(path: Path, remedy: str) -> None:
    """Raise ``StorageError`` for anything but a database file of this program."""
    if not path.is_file():
        raise StorageError(f"{path}: {'is not a file' if path.exists() else 'is missing'}")
    for file in leftovers(path):
        if file.name.endswith("-journal") and file.stat().st_size:
            raise StorageError(f"{path}: has an unfinished change in {file.name}; {remedy}")
    require_own_file(path, remedy)


async def _require_empty(location: DatabaseLocation) -> None:
    if isinstance(location, PostgresLocation):
        engine = postgres_engine(location)
        try:
            async with engine.connect() as connection:
                empty = not await connection.run_sync(_table_names)
        finally:
            await engine.dispose()
    else:
        prepare_place(location)
        empty = not (location.exists() and location.stat().st_size) and not leftovers(location)
    if not empty:
        raise StorageError(f"{location}: is not empty; a copy needs an empty database")


@asynccontextmanager
async def _unused(location: DatabaseLocation) -> AsyncIterator[None]:
    """Hold a database against servers. Raises ``StorageError`` if one uses it."""
    if isinstance(location, Path):
        _require_file(location, ANOTHER_SOURCE)
        with closing(hold_file(location)):
            yield
        return
    engine = postgres_engine(location)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(lock_servers_out, location)
            yield
    finally:
        await engine.dispose()


async def _unpack(backup: Path, part: Path) -> Contents:
    """Copy a backup, with its journal, to a new file of this version's schema; check the copy."""
    create_copy(part)
    with (
        closing(sqlite3.connect(read_only_uri(backup), uri=True)) as source,
        closing(sqlite3.connect(part)) as copy,
    ):
        source.backup(copy)
    engine = sqlite_engine(part)
    try:
        async with engine.begin() as connection:
            if await connection.run_sync(revision_of) is None:
                raise StorageError(f"{backup}: has no tables; {ANOTHER_BACKUP}")
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()
    if fault := fault_in(part):
        raise StorageError(f"{backup}: is damaged ({fault}); {ANOTHER_BACKUP}")
    return await complete_copy(part)


async def _replace_file(backup: Path, path: Path) -> Restored:
    part = path.with_name(f"{path.name}.restoring")
    _remove(part)  # left by a killed process: no other one can be here
    try:
        contents = await _unpack(backup, part)
        give_to_owner(part, path)
        kept = _set_aside(path)
        part.replace(path)
        _sync(path.parent)
    finally:
        _remove(part)
    return Restored(contents, None if kept is None else str(kept))


def _remove(part: Path) -> None:
    for file in (part, *leftovers(part)):
        file.unlink(missing_ok=True)


def _set_aside(path: Path) -> Path | None:
    """Give the former database a second name, and leave no journal beside the first one.

    Return the new name, ``None`` if there was no database. SQLite would apply a journal to any
    file that gets the first name; the journal of a damaged database goes with the second name.
    Raises ``StorageError`` for a database of another program.
    """
    if path.exists() and path.stat().st_size:
        _finish_journal(path)
    beside = leftovers(path)
    if not path.exists() and not beside:
        return None
    kept = path.with_name(f"{path.name}.before-restore-{_timestamp()}")
    former = [path, *beside] if path.exists() else beside
    for file in former:
        _keep(file, kept.with_name(kept.name + file.name.removeprefix(path.name)))
    _sync(path.parent)
    for file in beside:
        file.unlink()
    return kept


def _finish_journal(path: Path) -> None:
    """Let SQLite write the journal into the database, unless that is damaged."""
    try:
        require_own_file(path)
    except DatabaseDamaged:
        return
    except ForeignDatabase:
        raise
    except StorageError:  # of another version
        pass
    uri = f"{path.as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, timeout=DATABASE_TIMEOUT_S, uri=True)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _keep(file: Path, name: Path) -> None:
    """Give a file a second name, on a disk without hard links a copy."""
    try:
        os.link(file, name)
    except FileExistsError:
        raise
    except OSError:
        create_copy(name)
        shutil.copy2(file, name)
        with name.open("rb+") as copy:
            os.fsync(copy.fileno())


def _sync(folder: Path) -> None:
    """Wait until the names of files are on disk, on systems that can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


async def _replace_rows(part: Path, location: PostgresLocation) -> Restored:
    source, target = sqlite_engine(part), postgres_engine(location)
    try:
        async with source.connect() as read, target.begin() as written:
            await written.run_sync(lock_servers_out, location)
            await written.run_sync(lock_migrations)
            kept = await written.run_sync(_move_tables, location)
            await written.run_sync(migrate)
            await copy_rows(read, written)
            return Restored(await written.run_sync(contents_of), kept)
    finally:
        await source.dispose()
        await target.dispose()


def _table_names(connection: Connection) -> list[str]:
    return inspect(connection).get_table_names()


def _move_tables(connection: Connection, location: PostgresLocation) -> str | None:
    """Move the tables of the database, also of another version, to a new schema; return its name.

    Raises ``StorageError`` for a database of another program.
    """
    try:
        require_own_database(connection, location)
    except ForeignDatabase:
        raise
    except StorageError:
        pass
    names = _table_names(connection)
    if not names:
        return None
    schema = f"before_restore_{_timestamp().replace('-', '_')}"
    quoted = connection.dialect.identifier_preparer.quote
    connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    for name in names:
        connection.exec_driver_sql(f"ALTER TABLE {quoted(name)} SET SCHEMA {schema}")
    return f"schema {schema}"


def _timestamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


@contextmanager
def _reported(failure: str) -> Iterator[None]:
    """Raise errors of the database and of the system as ``StorageError``."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error) or "no answer").lower()
        raise StorageError(f"{failure}: {reason}") from None
    except (SQLAlchemyError, sqlite3.Error, DatabaseUnreachable) as error:
        raise storage_error(failure, error) from None
