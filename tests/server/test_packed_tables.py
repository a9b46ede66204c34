"""Tables with packed logs: a server answers as with the rows of all events."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from schwimmen.server.operation.maintenance import run_packing
from schwimmen.server.storage import (
    NEVER,
    Database,
    DatabaseLocation,
    StorageError,
    copy_database,
)
from tests.conformance.databases import DATABASES, answers_of, header_of, load, sign_headers
from tests.processes import PATIENCE

from .conftest import RunningServer, serving
from .finished_tables import finished_table, pack_ended_tables, store_table
from .guests import begin, guest, seated
from .test_storage import on_disk

pytestmark = pytest.mark.anyio

SQL: Final = DATABASES / "0.1.0-schema-0011.sql"
"""Database from before packed logs, with tables of every kind."""

HEADERS: Final = sign_headers()
PERSONAL: Final = (
    "/api/tables",
    "/api/statistics",
    "/api/statistics.csv",
    "/api/statistics/matches",
    "/api/me/profile",
)
OF_A_TABLE: Final = ("", "/record", "/replay", "/story")
REVIEWED: Final = "/api/tables/alone-dutch/review?effort=graph"


async def read_all(served: RunningServer, player: str, paths: Collection[str]) -> dict[str, Any]:
    """Return status and content of each answer to a player."""
    async with httpx.AsyncClient(base_url=served.url, headers=header_of(HEADERS[player])) as http:
        answers = [(path, await http.get(path)) for path in paths]
    return {path: (answer.status_code, answer.content) for path, answer in answers}


async def logs_of(database: Database, tables: Collection[str]) -> dict[str, list[str]]:
    """Return the texts of all events of these tables."""
    return {table_id: await database.log_texts(table_id) for table_id in tables}


async def test_packed_tables_are_answered_and_erased_as_before(
    empty_location: DatabaseLocation, tmp_path: Path
) -> None:
    rows = tmp_path / "rows"
    load(SQL.read_text("utf-8"), rows)
    await copy_database(rows, empty_location)
    database = await Database.open(empty_location)
    tables = await pack_ended_tables(database)
    await database.close()
    assert {"t", "forgotten", "alone-dutch", "device"} <= set(tables)
    paths = [f"/api/tables/{table_id}{of}" for table_id in tables for of in OF_A_TABLE]
    before, after = [], []
    for location in (rows, empty_location):
        async with serving(location) as served:
            database = served.services.database
            before.append(
                [
                    await logs_of(database, tables),
                    await answers_of(served, HEADERS),
                    await read_all(served, "id-0", [*PERSONAL, *paths, REVIEWED]),
                ]
            )
            async with httpx.AsyncClient(base_url=served.url) as http:
                erased = await http.delete("/api/me", headers=header_of(HEADERS["id-1"]))
            assert not await database.tables_mentioning("id-1")
            after.append(
                [
                    erased.json(),
                    await logs_of(database, tables),
                    await read_all(served, "id-0", paths),
                ]
            )
    assert any("id-1" in text for text in before[0][0]["t"])
    assert {status for status, _ in before[0][2].values()} == {200}
    assert before[0] == before[1]
    assert after[0] == after[1]


async def test_a_rematch_follows_a_packed_match(location: DatabaseLocation) -> None:
    options = {"special": "none", "lives": 1}
    async with serving(location) as served, seated(served, 2, options=options) as (name, guests):
        await begin(guests)
        await asyncio.gather(*(one.play_match() for one in guests))
        database = served.services.database
        texts = await database.log_texts(name)
        assert await pack_ended_tables(database) == [name]
        assert (await guests[0].ask("say", text="Noch eine?"))["type"] == "accepted"
    async with serving(location) as served, guest(served, name, guests[1].cookie) as bo:
        assert [line["text"] for line in bo.said] == ["Noch eine?"]
        assert bo.view["over"]
        assert (await bo.ask("rematch"))["type"] == "accepted"
        await bo.sees("rematch")
        database = served.services.database
        assert await pack_ended_tables(database) == [name]
        found = await database.log_texts(name)
        assert found[: len(texts)] == texts
        assert len(found) == len(texts) + 1
        stored = f"SELECT count(*) FROM events WHERE table_id = '{name}'"
        assert await on_disk(location, stored) == [(1,)]


async def test_packing_repeats_after_failures(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise StorageError("db: cannot be read: disk I/O error")

    services = served.services
    await services.rules_loader.wait()
    await store_table(services.database, "t", finished_table(1))
    for name, seconds in (("FIRST_CLEAN_UP_S", 0), ("PACKING_INTERVAL_S", 0.01), ("REST_S", -10)):
        monkeypatch.setattr(f"schwimmen.server.operation.maintenance.{name}", seconds)
    with monkeypatch.context() as patched:
        patched.setattr(Database, "rested_logs", fails)
        packing = asyncio.create_task(
            run_packing(services.hub, services.database, services.heartbeat)
        )
        async with asyncio.timeout(PATIENCE):
            while "packing of logs failed" not in caplog.text:
                await asyncio.sleep(0.01)
    async with asyncio.timeout(PATIENCE):
        while (await services.database.rested_logs(NEVER, ""))[0]:
            await asyncio.sleep(0.01)
    packing.cancel()
