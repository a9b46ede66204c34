"""Whether a file can be used as the database, found out without writing to it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from .location import StorageError
from .schema import APPLICATION_ID, PATIENCE_S, known_revisions

MAGIC: Final = b"SQLite format 3\x00"
CHECKED_WHOLE: Final = 64 * 2**20
"""Files up to this many bytes are read through for damage; a larger one would take seconds."""


def prepare_file(path: Path) -> None:
    """Makes the folder of the database and looks at what is there.

    Raises ``StorageError`` for a file that is no database of ours, damaged, read-only or written
    by a newer version, and for a folder that cannot be made or written. Changes no file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StorageError(f"{path}: its folder is a file; name another with --database") from None
    except OSError as error:
        raise StorageError(f"{path}: {_reason(error)}; name another file with --database") from None
    try:
        exists, empty = path.exists(), not path.exists() or path.stat().st_size == 0
    except OSError as error:
        raise StorageError(f"{path}: {_reason(error)}; name another file with --database") from None
    if path.is_dir():
        raise StorageError(f"{path}: is a folder; --database needs the name of a file in it")
    if exists and not path.is_file():
        raise StorageError(f"{path}: is a device or a pipe; --database needs the name of a file")
    # The journal is written beside the database, so the folder must be writable as well.
    _demand_writable(path.parent, f"{path}: its folder cannot be written")
    if exists:
        _demand_writable(path, f"{path}: is read-only")
    if not empty:
        require_own_database(path)
    elif _journal(path).exists() and _journal(path).stat().st_size:
        raise StorageError(f"{path}: is damaged: the file is empty, but its journal is not")


def _demand_writable(path: Path, message: str) -> None:
    # Root may write where the permissions say read-only; a file so marked is left alone by it too.
    marked = not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    if marked or not os.access(path, os.W_OK):
        raise StorageError(f"{message}; make it writable or name another file with --database")


def require_own_database(path: Path) -> None:
    """Raises ``StorageError`` for a file that is no sound database of ours. Changes no file."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
        if magic != MAGIC:
            raise StorageError(f"{path}: is not a database; name another file with --database")
        # Even to read, SQLite makes a journal where there is none, unless told that nobody writes.
        mode = "mode=ro" if _journal(path).exists() else "immutable=1"
        uri = f"{path.absolute().as_uri()}?{mode}"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            if path.stat().st_size <= CHECKED_WHOLE:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise StorageError(_damaged(path, found))
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            if names and not (ours and "alembic_version" in names):
                raise StorageError(
                    f"{path}: is a database of another program; name another file with --database"
                )
            revisions = (
                connection.execute("SELECT version_num FROM alembic_version").fetchall()
                if names
                else []
            )
    except OSError as error:
        raise StorageError(f"{path}: {_reason(error)}") from None
    except sqlite3.Error as error:
        raise StorageError(_damaged(path, str(error))) from None
    for (revision,) in revisions:
        if revision not in known_revisions():
            raise StorageError(
                f"{path}: was written by a newer version of schwimmen (schema {revision}); "
                "update schwimmen or name another file with --database"
            )


def _damaged(path: Path, reason: str) -> str:
    line = " ".join(reason.replace("*** in database main ***", "").split())
    return (
        f"{path}: is damaged ({line}); restore it from a copy or name another file with --database"
    )


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _journal(path: Path) -> Path:
    """Where SQLite writes before it writes to the file itself."""
    return path.with_name(path.name + "-wal")


ERASING_MS: Final = 5
"""How long those are waited for who read from the journal, before it is emptied: moves wait too."""


def sqlite_engine(path: Path) -> AsyncEngine:
    """Opens connections to the file, which SQLite makes where it is missing."""
    engine = create_async_engine(URL.create("sqlite+aiosqlite", database=str(path)))
    _listen(engine.sync_engine)
    return engine


class SqliteTransactions:
    """Transactions in a thread of their own, each in one go.

    Between two statements nothing waits for the event loop, which may be busy telling people.
    """

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(URL.create("sqlite", database=str(path)))
        _listen(self._engine)
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._to_erase = False

    async def __call__(self, work: Callable[[Connection], None], erasing: bool = False) -> None:
        """Does the work on a connection; returns when it is on disk.

        After ``erasing`` what was deleted stands in no file, as soon as nobody reads it any more.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._transact, work, erasing)

    async def close(self) -> None:
        """Lets go of the file."""
        closed = asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown(wait=False)
        await closed

    def _transact(self, work: Callable[[Connection], None], erasing: bool) -> None:
        with self._engine.begin() as connection:
            work(connection)
        self._to_erase |= erasing
        if self._to_erase:  # again with the next transaction, if it cannot be done now
            self._to_erase = not self._erase()

    def _erase(self) -> bool:
        """Empties the journal, where the pages of before are left; whether that was possible."""
        with closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {ERASING_MS}")
            try:
                (busy, *_) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error:  # what was asked for is on disk nevertheless
                return False
            finally:
                cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")
            return not busy


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)


def _set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # SQLAlchemy begins transactions itself (see _begin), so that changes of the schema are inside.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_S * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA cache_size = -32768")  # 32 MB: what is being played fits
    # Pages, 32 MB: a checkpoint holds up the moves that wait; few of them write what has changed
    # often only once.
    cursor.execute("PRAGMA wal_autocheckpoint = 8000")
    cursor.execute("PRAGMA secure_delete = ON")  # what is forgotten is not left in the file
    cursor.close()


def _begin(connection: Connection) -> None:
    alone = connection.get_execution_options().get("alone", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")
