"""Parts of the log in PostgreSQL: where logs begin, what they leave behind, and how that goes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from schwimmen.server.operation.maintenance import REST_S, pack_logs
from schwimmen.server.runtime.clock import add_seconds
from schwimmen.server.storage import (
    NEVER,
    Conflict,
    Database,
    DatabaseLocation,
    NewTable,
    RestedLog,
    StorageError,
    WriteBatch,
    back_up,
    backup,
    restore_backup,
)
from schwimmen.server.storage.backup import copy_rows
from schwimmen.server.storage.heartbeat import Heartbeat
from schwimmen.server.storage.log_parts import LogParts, oldest_kept
from schwimmen.server.storage.schema import MIGRATIONS
from tests.processes import PATIENCE

from ..test_storage import engine_of, on_disk
from .test_heartbeat import opened
from .test_packed_logs import NOON, ended, event, pack_all

pytestmark = pytest.mark.anyio

DAY: Final = 24 * 3600
LATE: Final = add_seconds(NOON, 4 * DAY)
"""Time at which no log may be in the part of ``NOON`` or of the next day any more."""

DAY_OF_NOON: Final = 20261123

_ADD_AS_BEFORE: Final = text("INSERT INTO events (table_id, seq, body) VALUES (:id, :seq, '{}')")


@asynccontextmanager
async def connected(location: DatabaseLocation) -> AsyncIterator[Any]:
    """Provide a transaction that bypasses ``Database``."""
    engine = engine_of(location)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


async def parts(location: DatabaseLocation) -> list[str]:
    """Return the names of all parts that are attached."""
    names = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'events'::regclass"
    return sorted(name for (name,) in await on_disk(location, names))


async def rows(location: DatabaseLocation, part: str = "events") -> int:
    """Return the number of rows of a part."""
    ((found,),) = await on_disk(location, f"SELECT count(*) FROM {part}")
    return int(found)


async def tidy(database: Database, time: str) -> None:
    """Pack logs and drop parts, as a server does at an ISO time."""

    async def sleep(_: float) -> None:
        pass

    await LogParts(database).open(time)
    await pack_logs(database, Heartbeat(database), time, sleep)


@pytest.fixture
async def database(shared_location: DatabaseLocation) -> AsyncIterator[Database]:
    """Provide a database with an ended table "t" of five events in the part of a day."""
    async with opened(shared_location) as database:
        await LogParts(database).open(NOON)
        await database.write(ended("t", 5))
        yield database


async def test_a_log_begins_in_the_part_of_its_day(
    database: Database, shared_location: DatabaseLocation
) -> None:
    assert await parts(shared_location) == ["events_0", "events_20261123", "events_20261124"]
    assert await rows(shared_location, "events_20261123") == 5
    await LogParts(database).open(add_seconds(NOON, DAY))
    await database.write(ended("u", 2) + WriteBatch(events=[event("t", 6)]))
    assert await rows(shared_location, "events_20261123") == 6
    assert await rows(shared_location, "events_20261124") == 2
    assert "events_20261125" in await parts(shared_location)


async def test_a_part_is_dropped_once_all_logs_have_left(
    database: Database, shared_location: DatabaseLocation
) -> None:
    await database.write(ended("running", 3, over=False))
    await database.write(ended("young", 2, over=False))
    await database.write(ended("single", 1))
    latest = add_seconds(LATE, -1)
    await database.write(WriteBatch(events=[event("young", 3, at=latest)]))
    names = ("t", "running", "young", "single")
    before = {name: await database.log(name) for name in names}
    await tidy(database, add_seconds(NOON, REST_S + 1))
    assert await rows(shared_location, "events_0") == 1  # the last event of "t"
    assert await rows(shared_location, "events_20261123") == 12
    await tidy(database, LATE)
    assert await parts(shared_location) == [
        "events_0",
        "events_20261125",
        "events_20261127",
        "events_20261128",
    ]
    assert await rows(shared_location) == 1 + 1 + 3 + 1
    assert {name: await database.log(name) for name in names} == before
    for name in names:
        length = len(before[name])
        with pytest.raises(Conflict):
            await database.write(WriteBatch(events=[event(name, length)]))
        await database.write(WriteBatch(events=[event(name, length + 1)]))
        assert await database.log_length(name) == length + 1
    assert await rows(shared_location, "events_0") == await rows(shared_location)


async def test_parts_wait_until_all_servers_read_them(shared_location: DatabaseLocation) -> None:
    async with opened(shared_location) as database:
        async with connected(shared_location) as connection:
            await connection.exec_driver_sql(
                "INSERT INTO servers (name, version, beat, steady_since, reads) "
                f"VALUES ('old', '0.1.0', '{NEVER}', '{NEVER}', '0014')"
            )
        await LogParts(database).open(NOON)
        assert (database.part, await parts(shared_location)) == (0, ["events_0"])
        await database.write(ended("t", 2))
        await add_as_before(shared_location, "t", 3)
        assert len(await database.log("t")) == 3
        async with connected(shared_location) as connection:
            await connection.exec_driver_sql("DELETE FROM servers WHERE name = 'old'")
        await LogParts(database).open(NOON)
        assert database.part == DAY_OF_NOON
        with pytest.raises(IntegrityError, match="no partition"):
            await add_as_before(shared_location, "t", 4)
        await database.write(WriteBatch(events=[event("t", 4)]))
        assert len(await database.log("t")) == 4


async def add_as_before(location: DatabaseLocation, name: str, seq: int) -> None:
    """Add an event as a server does that does not know parts."""
    async with connected(location) as connection:
        await connection.execute(_ADD_AS_BEFORE, {"id": name, "seq": seq})


async def create_before_parts(location: DatabaseLocation, *names: str) -> None:
    """Create a database with tables as the version did that does not know parts."""

    def create(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0014")

    async with connected(location) as connection:
        await connection.run_sync(create)
        await connection.execute(
            text("INSERT INTO tables (id, created, summary) VALUES (:id, '', '{}')"),
            [{"id": name} for name in names],
        )


async def test_logs_from_before_parts_stay(empty_shared_location: DatabaseLocation) -> None:
    await create_before_parts(empty_shared_location, "t")
    for seq in (1, 2):
        await add_as_before(empty_shared_location, "t", seq)
    async with opened(empty_shared_location) as database:
        await LogParts(database).open(NOON)
        await database.write(WriteBatch(events=[event("t", 3)]))
        assert len(await database.log("t")) == 3
        assert await rows(empty_shared_location, "events_0") == 3


async def test_servers_go_on_during_the_migration(empty_shared_location: DatabaseLocation) -> None:
    names = ["t", "u", "v"]
    await create_before_parts(empty_shared_location, *names)
    migrated = asyncio.Event()

    async def play(name: str) -> int:
        engine, seq = engine_of(empty_shared_location), 0
        summary = text("UPDATE tables SET summary = '{}' WHERE id = :id")
        while not (migrated.is_set() and seq > 20):
            seq += 1
            async with engine.begin() as connection:
                await connection.execute(_ADD_AS_BEFORE, {"id": name, "seq": seq})
                await connection.execute(summary, {"id": name})
        await engine.dispose()
        return seq

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as playing:
        games = [playing.create_task(play(name)) for name in names]
        await asyncio.sleep(0.1)
        async with opened(empty_shared_location) as database:
            migrated.set()
            lengths = {name: await game for name, game in zip(names, games, strict=True)}
            assert {name: await database.log_length(name) for name in names} == lengths


async def test_a_part_that_a_query_uses_is_dropped_later(
    database: Database, shared_location: DatabaseLocation
) -> None:
    await pack_all(database, "t")
    log_parts = LogParts(database)
    async with connected(shared_location) as connection:
        await connection.exec_driver_sql("SELECT FROM events")
        assert await log_parts.drop(oldest_kept(LATE)) == []
    assert await log_parts.drop(oldest_kept(LATE)) == [DAY_OF_NOON, DAY_OF_NOON + 1]


async def test_a_table_that_opens_in_an_old_part_is_complete_or_not_there(
    database: Database, shared_location: DatabaseLocation
) -> None:
    """As a server opens one that had been stopped for days."""
    await pack_all(database, "t")
    log_parts, before = LogParts(database), oldest_kept(LATE)
    opening = text("INSERT INTO tables (id, created, summary, part) VALUES (:id, '', '{}', :part)")
    adding = text("INSERT INTO events (table_id, seq, body, part) VALUES (:id, 1, '{}', :part)")
    row = {"id": "u", "part": DAY_OF_NOON}
    async with connected(shared_location) as connection:
        await connection.execute(opening, row)
        await connection.execute(adding, row)
        assert await log_parts.drop(before) == []
    assert await log_parts.drop(before) == [DAY_OF_NOON + 1]
    assert await database.log("u") == [{}]
    await database.write(WriteBatch(rested_logs=[RestedLog("u", NOON, leaves=True)]))
    row["id"] = "v"
    async with engine_of(shared_location).connect() as connection:
        await connection.execute(opening, row)
        assert await log_parts.drop(before) == [DAY_OF_NOON]
        with pytest.raises(IntegrityError, match="no partition"):
            await connection.execute(adding, row)
    await connection.engine.dispose()
    assert await on_disk(shared_location, "SELECT id FROM tables ORDER BY id") == [("t",), ("u",)]


async def test_an_erased_person_is_in_no_part(
    database: Database, shared_location: DatabaseLocation
) -> None:
    await database.write(ended("u", 1) + WriteBatch(events=[event("u", 2, by="anna")]))
    await database.write(WriteBatch(events=[event("u", 3)]))
    await pack_all(database, "u")
    anna = "SELECT seq FROM events WHERE body::text LIKE '%anna%'"
    assert await on_disk(shared_location, anna) == [(2,)]
    await database.write(WriteBatch(rewritten_events=[event("u", 2, by=None)]))
    assert await on_disk(shared_location, anna) == []
    await database.write(WriteBatch(deleted_tables=["t", "u"]))
    assert await rows(shared_location) == 0


async def test_a_copy_has_each_event_once(
    database: Database, shared_location: DatabaseLocation, tmp_path: Path
) -> None:
    await database.write(ended("u", 3))
    await pack_all(database, "t")
    before = {name: await database.log(name) for name in ("t", "u")}
    assert (await back_up(shared_location, tmp_path / "copy")).events == 8
    assert await on_disk(tmp_path / "copy", "SELECT DISTINCT part FROM tables") == [(0,)]
    async with opened(tmp_path / "copy") as copy:
        assert {name: await copy.log(name) for name in before} == before
    await database.close()
    await restore_backup(tmp_path / "copy", shared_location)
    async with opened(shared_location) as restored:
        assert {name: await restored.log(name) for name in before} == before
        await LogParts(restored).open(NOON)
        await restored.write(ended("v", 2))
        assert await rows(shared_location, "events_20261123") == 2


async def test_no_part_is_dropped_while_it_is_copied(
    database: Database,
    shared_location: DatabaseLocation,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, dropped = await database.log("t"), list[int]()

    async def copy_slowly(read: AsyncConnection, written: AsyncConnection) -> None:
        await read.exec_driver_sql("SELECT 1")  # the copy is of this moment
        await pack_all(database, "t")
        dropped.extend(await LogParts(database).drop(oldest_kept(LATE)))
        await copy_rows(read, written)

    monkeypatch.setattr(backup, "copy_rows", copy_slowly)
    await back_up(shared_location, tmp_path / "copy")
    async with opened(tmp_path / "copy") as copy:
        assert await copy.log("t") == before
    assert not dropped


async def test_tables_begin_in_a_part_that_is_there(
    database: Database, shared_location: DatabaseLocation
) -> None:
    async with connected(shared_location) as connection:
        await connection.exec_driver_sql("SELECT FROM tables, events")
        await connection.exec_driver_sql("LOCK TABLE events IN SHARE UPDATE EXCLUSIVE MODE")
        with pytest.raises(StorageError, match="lock timeout"):
            await LogParts(database).open(LATE)
    assert database.part == 0
    await database.write(ended("u", 2))
    assert len(await database.log("u")) == 2


async def test_an_event_needs_its_table(database: Database) -> None:
    with pytest.raises(Conflict):
        await database.write(WriteBatch(events=[event("missing", 1)]))
    one = WriteBatch(tables=[NewTable("u", NOON, {})], events=[event("u", 1)])
    await database.write(one)
    assert len(await database.log("u")) == 1


async def test_only_old_logs_have_to_leave(database: Database) -> None:
    await database.write(ended("running", 3, over=False))
    found, _ = await database.rested_logs(LATE, "", oldest_kept(LATE))
    assert found == [RestedLog("running", LATE, True), RestedLog("t", LATE, True)]
    found, _ = await database.rested_logs(LATE, "", DAY_OF_NOON)
    assert found == [RestedLog("t", LATE)]
