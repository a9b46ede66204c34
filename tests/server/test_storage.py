"""Storage: batches are written completely or not at all, and are on disk."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, text
from sqlalchemy.event import listen, remove
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from schwimmen.server.storage import (
    NEVER,
    Conflict,
    Database,
    DatabaseLocation,
    DueTable,
    LobbyQueries,
    NewEvent,
    NewSeat,
    NewTable,
    PostgresLocation,
    PostponedTable,
    StorageError,
    TableStatus,
    WriteBatch,
    schema,
)
from schwimmen.server.storage.postgres import postgres_engine
from schwimmen.server.storage.schema import MIGRATIONS, known_revisions
from schwimmen.server.storage.sqlite import sqlite_engine
from tests.processes import PATIENCE

pytestmark = pytest.mark.anyio


def table(name: str, created: str = "2026-01-01") -> WriteBatch:
    """Return a new table with a seat and an event."""
    return WriteBatch(
        tables=[NewTable(name, created, {"round": 1})],
        seats=[NewSeat(name, 0, "anna")],
        events=[event(name, 1)],
    )


def event(name: str, seq: int, client_id: str | None = None) -> NewEvent:
    """Return an event whose body names it."""
    return NewEvent(name, seq, client_id, {"seq": seq})


def engine_of(location: DatabaseLocation) -> AsyncEngine:
    """Return an engine that bypasses ``Database``."""
    return (
        postgres_engine(location)
        if isinstance(location, PostgresLocation)
        else sqlite_engine(location)
    )


async def on_disk(location: DatabaseLocation, query: str) -> list[Any]:
    """Return the rows that another process would read."""
    engine = engine_of(location)
    async with engine.connect() as connection:
        rows = [tuple(row) for row in await connection.execute(text(query))]
    await engine.dispose()
    return rows


async def test_a_file_can_have_any_name_in_any_folder(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "a b%20?.db"
    database = await Database.open(path)
    await database.close()
    assert path.stat().st_size


async def test_written_rows_can_be_read(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    await database.write(table("t"))
    await database.write(
        WriteBatch(
            events=[event("t", 2, "c")._replace(to_act=1)],
            statuses=[TableStatus("t", {"round": 2})],
        )
    )
    # On disk, not only in this process.
    assert await on_disk(location, "SELECT seq, client_id FROM events ORDER BY seq") == [
        (1, None),
        (2, "c"),
    ]
    secret = database.secret
    await database.close()
    database = await Database.open(location)
    assert await database.log("t") == [{"seq": 1}, {"seq": 2}]
    assert await database.log("u") == []
    assert await database.tables_of("anna") == [
        {
            "id": "t",
            "created": "2026-01-01",
            "summary": {"round": 2},
            "seat": 0,
            "to_act": 1,
            "places": None,
        }
    ]
    assert await database.tables_of("berta") == []
    assert database.secret == secret
    assert len(secret) == 32
    await database.close()


async def test_a_table_that_has_changed_is_not_postponed(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    await database.write(table("t"))
    for due in ("2026-01-02", "2026-01-03"):
        await database.write(WriteBatch(statuses=[TableStatus("t", {}, due=due)]))
    await database.write(WriteBatch(postponed=[PostponedTable("t", "2026-01-02", None)]))
    assert await database.due_tables("2026-01-04") == ([DueTable("t", "2026-01-03", {})], True)
    await database.write(WriteBatch(postponed=[PostponedTable("t", "2026-01-03", NEVER)]))
    assert await database.due_tables("2026-01-04") == ([], True)
    await database.close()


async def test_own_tables_come_newest_first(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    for name, created in (("a", "2026-01-02"), ("b", "2026-01-03"), ("c", "2026-01-01")):
        await database.write(table(name, created))
    assert [row["id"] for row in await database.tables_of("anna")] == ["b", "a", "c"]
    assert [row["id"] for row in await database.tables_of("anna", limit=2)] == ["b", "a"]
    await database.close()


async def test_the_lobby_reads_only_indexed_rows(tmp_path: Path) -> None:
    database, asked = await Database.open(tmp_path / "db"), list[tuple[str, Any]]()

    def note(_: object, __: object, statement: str, values: Any, *___: object) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, values))

    listen(Engine, "before_cursor_execute", note)
    await LobbyQueries(database).tables("gathering", "2026-01-01")
    await LobbyQueries(database).quick_match_tables("pagat", "2026-01-01")
    remove(Engine, "before_cursor_execute", note)
    plans = []
    async with database.read_connection() as connection:
        for statement, values in asked:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            plans.append(" ".join(row.detail for row in rows))
    await database.close()
    listed, quick = plans
    assert "ix_tables_listed (listed=? AND seen>?)" in listed
    assert "ix_tables_quick (quick=? AND seen>?)" in quick


async def test_pending_batches_share_a_transaction(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    await database.write(table("t"))
    before = database.groups
    writes = [WriteBatch(events=[event("t", seq)]) for seq in range(2, 202)]
    await asyncio.gather(*(database.write(write) for write in writes))
    assert database.groups - before <= 2
    assert [body["seq"] for body in await database.log("t")] == list(range(1, 202))
    await database.close()


async def test_an_invalid_batch_does_not_affect_others(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    await database.write(table("t"))
    answers = await asyncio.gather(
        database.write(WriteBatch(events=[event("t", 2, "x")])),
        database.write(WriteBatch(events=[event("t", 2)])),  # duplicate number
        database.write(WriteBatch(events=[event("t", 3, "x")])),  # duplicate client id
        database.write(WriteBatch(events=[event("t", 4)], tables=[NewTable("t", "", {})])),
        database.write(WriteBatch(events=[event("nowhere", 1)])),
        database.write(WriteBatch(events=[event("t", 3)])),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [
        type(None),
        Conflict,
        Conflict,
        Conflict,
        Conflict,
        type(None),
    ]
    assert [body["seq"] for body in await database.log("t")] == [1, 2, 3]
    await database.close()


async def test_closing_writes_pending_batches(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    writing = [asyncio.create_task(database.write(table(name))) for name in "abc"]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*writing)
    assert await on_disk(location, "SELECT count(*) FROM tables") == [(3,)]
    with pytest.raises(StorageError, match="is closed"):
        await database.write(table("d"))


async def test_a_cancelled_caller_does_not_affect_others(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    impatient = asyncio.create_task(database.write(table("a")))
    patient = asyncio.create_task(database.write(table("b")))
    await asyncio.sleep(0)
    impatient.cancel()
    await patient
    assert len(await database.log("b")) == 1
    await database.close()


async def test_a_failing_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = await Database.open(tmp_path / "db")

    def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr("schwimmen.server.storage.writer.execute", full)
        with pytest.raises(StorageError, match=r"db: cannot be written: database or disk is full$"):
            await database.write(table("t"))
    await database.write(table("t"))
    await database.close()


async def test_writing_and_reading_connections_have_the_settings_that_keep_commits_on_disk(
    tmp_path: Path,
) -> None:
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    found: list[dict[str, Any]] = []

    def read(connection: Connection) -> None:
        found.append(
            {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in settings}
        )

    database = await Database.open(tmp_path / "db")
    await database._transactions(read)
    async with database._engine.connect() as connection:
        await connection.run_sync(read)
    await database.close()
    assert found == [settings, settings]


async def test_the_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "db")
    await database.close()
    assert (tmp_path / "db").stat().st_mode & 0o077 == 0


async def test_two_servers_can_open_one_database(location: DatabaseLocation) -> None:
    one = await Database.open(location)
    other = await Database.open(location)
    assert one.secret == other.secret
    await one.write(table("t"))
    with pytest.raises(Conflict):
        await other.write(WriteBatch(events=[event("t", 1)]))
    await one.close()
    await other.close()


async def test_servers_can_create_one_database_concurrently(location: DatabaseLocation) -> None:
    opened = await asyncio.gather(*(Database.open(location) for _ in range(3)))
    assert len({database.secret for database in opened}) == 1
    for database in opened:
        await database.close()


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("migrate", OperationalError("", {}, sqlite3.OperationalError("disk I/O error"))),
        ("_secret", OSError(5, "disk I/O error")),
    ],
)
async def test_a_failure_while_opening_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(f"schwimmen.server.storage.opening.{step}", fail)
    with pytest.raises(StorageError, match=r"db: .*disk I/O error$"):
        await Database.open(tmp_path / "db")


async def test_migrations_lead_to_the_schema(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    await database.close()

    wanted = MetaData()
    for table in schema.metadata.sorted_tables:
        table.to_metadata(wanted)
    if isinstance(location, PostgresLocation):
        schema.events.to_metadata(wanted, name="events_0")

    def is_compared(item: Any, name: str, kind: str, *_: object) -> bool:
        of_parts = kind.endswith("_constraint") and item.table.name == "events"
        return not (of_parts and isinstance(location, PostgresLocation))

    def compared(connection: Connection) -> tuple[Any, str | None]:
        context = MigrationContext.configure(connection, opts={"include_object": is_compared})
        return compare_metadata(context, wanted), context.get_current_revision()

    engine = engine_of(location)
    async with engine.connect() as connection:
        assert await connection.run_sync(compared) == ([], schema.HEAD)
    await engine.dispose()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [schema.HEAD]
    assert {revision.revision for revision in script.walk_revisions()} == known_revisions()


@pytest.mark.parametrize("times", [1, 2])
def test_a_cancelled_read_does_not_outlive_the_event_loop(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that reports to a closed loop raises, which fails the test."""
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connect_slowly(*place: Any, **how: Any) -> sqlite3.Connection:
        time.sleep(0.1)
        return connect(*place, **how)

    async def read_and_cancel() -> None:
        database = await Database.open(tmp_path / "db")
        monkeypatch.setattr(sqlite3, "connect", connect_slowly)
        reads = [asyncio.create_task(database.settings_with_prefix("")) for _ in range(3)]
        for _ in range(times):
            await asyncio.sleep(0.01)
            for read in reads:
                read.cancel()
        await asyncio.gather(*reads, return_exceptions=True)
        await database.close()

    before = {*threading.enumerate()}
    asyncio.run(read_and_cancel())
    for thread in {*threading.enumerate()} - before:
        thread.join(PATIENCE)
