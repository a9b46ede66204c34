"""SQLite: one file beside its journal, on disk when a transaction is."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from .schema import PATIENCE_S

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
