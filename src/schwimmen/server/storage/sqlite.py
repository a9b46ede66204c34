"""SQLite: checks of a file before use, connections, transactions in a thread."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, Executable, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from .location import DatabaseDamaged, ForeignDatabase, StorageError, in_use
from .schema import APPLICATION_ID, DATABASE_TIMEOUT_S, require_known_revision

MAGIC: Final = b"SQLite format 3\x00"
ANOTHER_FILE: Final = "name another file with --database"
"""Remedy for an unusable file of a server."""

MAX_FULL_CHECK: Final = 64 * 2**20
"""Bytes of the largest file that is checked completely; a larger one would take seconds."""


def prepare_file(path: Path) -> None:
    """Create the folder of the database and check the file, without changing it.

    Raises ``StorageError`` for a file that is not a database of this program, damaged, read-only or
    written by a newer version, and for a folder that cannot be created or written.
    """
    prepare_place(path)
    if path.exists() and path.stat().st_size:
        require_own_database(path)
    elif _journal(path).exists() and _journal(path).stat().st_size:
        raise StorageError(f"{path}: is damaged: the file is empty, but its journal is not")


def prepare_place(path: Path) -> None:
    """Create the folder of the database, and check that a file can be written there.

    Raises ``StorageError`` if it cannot.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StorageError(f"{path}: its folder is a file; name another with --database") from None
    except OSError as error:
        raise StorageError(f"{path}: {_reason(error)}; {ANOTHER_FILE}") from None
    try:
        exists = path.exists()
    except OSError as error:
        raise StorageError(f"{path}: {_reason(error)}; {ANOTHER_FILE}") from None
    if path.is_dir():
        raise StorageError(f"{path}: is a folder; --database needs the name of a file in it")
    if exists and not path.is_file():
        raise StorageError(f"{path}: is a device or a pipe; --database needs the name of a file")
    # The journal is written beside the database, so the folder must be writable as well.
    _demand_writable(path.parent, f"{path}: its folder cannot be written")
    if exists:
        _demand_writable(path, f"{path}: is read-only")


def _demand_writable(path: Path, message: str) -> None:
    # Root can write to read-only files, but must not write to this one.
    marked = not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    if marked or not os.access(path, os.W_OK):
        raise StorageError(f"{message}; make it writable or {ANOTHER_FILE}")


def hold_file(path: Path) -> sqlite3.Connection:
    """Hold the database against other servers until the connection is closed.

    The lock is that of a file of its own, which stays when the database is replaced, and ends with
    the process. Raises ``StorageError`` if another process holds the database.
    """
    path = Path(os.path.realpath(path))
    lock = path.with_name(f"{path.name}-lock")
    try:
        if not lock.exists():
            lock.touch(0o600)
            give_to_owner(lock, path)
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("BEGIN EXCLUSIVE")
        except BaseException:
            connection.close()
            raise
    except OSError as error:
        raise StorageError(f"{lock}: {_reason(error)}") from None
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise in_use(path) from None
        raise StorageError(f"{lock}: cannot be locked: {error}") from None
    return connection


def give_to_owner(path: Path, database: Path) -> None:
    """Give a new file the mode and, if possible, the owner of the database.

    Otherwise a server could not write what root or another member of its group has made.
    """
    if database.exists():
        shutil.copymode(database, path)
    owner = (database if database.exists() else database.parent).stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, owner.st_uid, owner.st_gid)


def read_only_uri(path: Path) -> str:
    """Return the URI that reads a database without changing a file."""
    # SQLite creates a missing journal even to read, unless the file is declared immutable.
    mode = "mode=ro" if _journal(path).exists() else "immutable=1"
    return f"{path.absolute().as_uri()}?{mode}"


def require_own_database(path: Path, remedy: str = ANOTHER_FILE) -> None:
    """Raise ``StorageError`` for anything but an intact database of this program.

    Changes no file. The message ends with the ``remedy``.
    """
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
        if magic != MAGIC:
            raise DatabaseDamaged(f"{path}: is not a database; {remedy}")
        with closing(sqlite3.connect(read_only_uri(path), uri=True)) as connection:
            if path.stat().st_size <= MAX_FULL_CHECK:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
                if found != "ok":
                    raise _damaged(path, found, remedy)
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            if names and not (ours and "alembic_version" in names):
                raise ForeignDatabase(f"{path}: is a database of another program; {remedy}")
            revisions = (
                connection.execute("SELECT version_num FROM alembic_version").fetchall()
                if names
                else []
            )
    except OSError as error:
        raise StorageError(f"{path}: {_reason(error)}") from None
    except sqlite3.Error as error:
        raise _damaged(path, str(error), remedy) from None
    for (revision,) in revisions:
        require_known_revision(revision, path, remedy)


def _damaged(path: Path, reason: str, remedy: str) -> DatabaseDamaged:
    line = " ".join(reason.replace("*** in database main ***", "").split())
    return DatabaseDamaged(f"{path}: is damaged ({line}); restore it from a copy or {remedy}")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def leftovers(path: Path) -> list[Path]:
    """Return the files that a killed process has left beside a database.

    SQLite would apply them to any database of that name.
    """
    beside = (path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal"))
    return [file for file in beside if file.exists()]


def _journal(path: Path) -> Path:
    """Return the write-ahead log of a database file."""
    return path.with_name(path.name + "-wal")


ERASE_TIMEOUT_MS: Final = 5
"""Milliseconds that erasing waits for readers of the journal; moves wait as long."""


WRITE_CACHE_KB: Final = 32 * 1024
"""Cache of the connection that writes: enough for all running matches."""

READERS: Final = 15
"""Queries that run at once."""

READ_CACHE_KB: Final = 2 * 1024
"""Cache of each connection that reads; long results would fill it on all of them."""


def sqlite_engine(path: Path) -> AsyncEngine:
    """Return an engine for a file, which SQLite creates if it is missing."""
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)), pool_size=READERS, max_overflow=0
    )
    _listen(engine.sync_engine, READ_CACHE_KB)
    return engine


class SqliteQueries:
    """Queries in threads, each run in one go.

    A connection of the engine would wait for its thread eight times in each query.
    """

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(
            URL.create("sqlite", database=str(path)), pool_size=READERS, max_overflow=0
        )
        event.listen(self._engine, "connect", partial(_set_up, cache_kb=READ_CACHE_KB))
        self._threads = ThreadPoolExecutor(READERS, "sqlite-queries")

    async def __call__(self, query: Executable) -> Sequence[Any]:
        """Return the rows of a query."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._rows, query)

    async def close(self) -> None:
        """Wait for the running queries, and close the database file."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        self._engine.dispose()

    def _rows(self, query: Executable) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()


class SqliteTransactions:
    """Transactions in a dedicated thread, each run in one go.

    No statement has to wait for the event loop, which may be busy with broadcasts.
    """

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(
            URL.create("sqlite", database=str(path)), execution_options={"alone": True}
        )
        _listen(self._engine, WRITE_CACHE_KB)
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._to_erase = False

    async def __call__(self, work: Callable[[Connection], None], erasing: bool = False) -> None:
        """Run ``work`` in a transaction and wait until it is on disk.

        With ``erasing`` deleted rows vanish from all files as soon as no reader holds them.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._transact, work, erasing)

    def give_up(self) -> None:
        """Do nothing: a file fails by itself."""

    async def close(self) -> None:
        """Close the database file."""
        closed = asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown(wait=False)
        await closed

    def _transact(self, work: Callable[[Connection], None], erasing: bool) -> None:
        with self._engine.begin() as connection:
            work(connection)
        self._to_erase |= erasing
        if self._to_erase:  # if it fails now, the next transaction tries again
            self._to_erase = not self._erase()

    def _erase(self) -> bool:
        """Truncate the journal, which still holds deleted pages; return whether that succeeded."""
        with closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {ERASE_TIMEOUT_MS}")
            try:
                (busy, *_) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error:  # the transaction itself is on disk
                return False
            finally:
                cursor.execute(f"PRAGMA busy_timeout = {DATABASE_TIMEOUT_S * 1000}")
            return not busy


def _listen(engine: Engine, cache_kb: int) -> None:
    event.listen(engine, "connect", partial(_set_up, cache_kb=cache_kb))
    event.listen(engine, "begin", _begin)


def _set_up(connection: DBAPIConnection, _: ConnectionPoolEntry, cache_kb: int) -> None:
    # SQLAlchemy begins transactions itself (see _begin), so that they include schema changes.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {DATABASE_TIMEOUT_S * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA cache_size = {-cache_kb}")
    # 8000 pages are 32 MB. A checkpoint delays moves; rare ones write a page that changes often
    # only once.
    cursor.execute("PRAGMA wal_autocheckpoint = 8000")
    cursor.execute("PRAGMA secure_delete = ON")  # overwrites deleted rows
    cursor.close()


def _begin(connection: Connection) -> None:
    alone = connection.get_execution_options().get("alone", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")
