"""Logs and chats that are wanted at the same time are read together, each as it is stored."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from schwimmen.server.storage import (
    Database,
    DatabaseDamaged,
    DatabaseLocation,
    NewChatLine,
    PostgresLocation,
    WriteBatch,
)
from schwimmen.server.storage.table_reader import BEGINNING

from ..test_storage import engine_of
from .test_heartbeat import opened
from .test_packed_logs import ended, event, pack_all

pytestmark = pytest.mark.anyio

LENGTHS: Final = (1, 2, BEGINNING - 1, BEGINNING, BEGINNING + 1, 3 * BEGINNING)
"""Lengths of logs on both sides of the one up to which logs are read together."""


@pytest.fixture
async def database(location: DatabaseLocation) -> AsyncIterator[Database]:
    """Provide a database with an ended table of every length, each also packed."""
    async with opened(location) as database:
        for length in LENGTHS:
            for name in (f"{length}", f"{length} packed", f"{length} goes on"):
                await database.write(ended(name, length))
            await pack_all(database, f"{length} packed", f"{length} goes on")
            later = [event(f"{length} goes on", length + one) for one in range(1, 4)]
            await database.write(WriteBatch(events=later))
        yield database


async def test_logs_read_together_are_whole(database: Database) -> None:
    names = [f"{length}{kind}" for length in LENGTHS for kind in ("", " packed", " goes on")]
    logs = await asyncio.gather(*map(database.log, [*names, "none"]))
    expected = [int(name.split()[0]) + 3 * name.endswith("goes on") for name in names]
    assert [[body["seq"] for body in log] for log in logs] == [
        *(list(range(1, length + 1)) for length in expected),
        [],
    ]


async def test_short_logs_and_chats_are_read_by_one_query(
    database: Database, queries: list[str]
) -> None:
    names = [f"t{number}" for number in range(20)]
    for name in names:
        await database.write(ended(name, 3))
    queries.clear()
    await asyncio.gather(*map(database.log_texts, names))
    await asyncio.gather(*map(database.chat, names))
    selects = [one for one in queries if one.startswith("SELECT")]
    assert ["FROM events" in one for one in selects] == [True, False]


async def test_a_damaged_log_hinders_no_other(
    database: Database, location: DatabaseLocation
) -> None:
    engine = engine_of(location)
    async with engine.begin() as connection:
        column = "'\\x00'" if isinstance(location, PostgresLocation) else "x'00'"
        damage = f"UPDATE packed_logs SET body = {column} WHERE table_id = '2 packed'"
        await connection.exec_driver_sql(damage)
    await engine.dispose()
    logs = map(database.log, ("2 packed", "2", "99 packed"))
    damaged, *others = await asyncio.gather(*logs, return_exceptions=True)
    assert isinstance(damaged, DatabaseDamaged)
    assert [len(log) for log in others if isinstance(log, list)] == [2, 99]


async def test_a_gap_does_not_cut_a_log_off(database: Database, location: DatabaseLocation) -> None:
    engine = engine_of(location)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DELETE FROM events WHERE seq IN (1, 51)")
    await engine.dispose()
    for length in LENGTHS[2:]:
        assert [body["seq"] for body in await database.log(f"{length}")] == [
            seq for seq in range(1, length + 1) if seq not in (1, 51)
        ]


async def test_a_damaged_chat_hinders_no_other(tmp_path: Path) -> None:
    async with opened(tmp_path / "db") as database:
        for name in "abc":
            await database.write(ended(name, 1))
        lines = [NewChatLine(name, 1, "p", {"text": name}) for name in "abc"]
        await database.write(WriteBatch(chat=lines))
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            connection.execute("UPDATE chat SET body = '{' WHERE table_id = 'b'")
            connection.commit()
        a, b, c = await asyncio.gather(*map(database.chat, "abc"), return_exceptions=True)
    assert isinstance(b, DatabaseDamaged)
    assert [a, c] == [[{"number": 1, "body": {"text": name}}] for name in "ac"]


async def test_chats_read_together_are_in_order(database: Database) -> None:
    for number in (1, 2, 3):
        lines = [NewChatLine(f"{length}", number, "p", {"text": f"{number}"}) for length in LENGTHS]
        await database.write(WriteBatch(chat=lines))
    chats = await asyncio.gather(*(database.chat(f"{length}") for length in LENGTHS))
    line = [{"number": number, "body": {"text": f"{number}"}} for number in (1, 2, 3)]
    assert chats == [line] * len(LENGTHS)
    assert await database.chat("1 packed") == []
