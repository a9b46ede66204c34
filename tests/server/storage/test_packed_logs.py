"""Packed logs read like the rows that they replace, whatever happens at the same time."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import Connection

from schwimmen.server.operation.maintenance import REST_S, pack_logs
from schwimmen.server.runtime.clock import add_seconds
from schwimmen.server.storage import (
    NEVER,
    PACKED_LOGS,
    Conflict,
    Database,
    DatabaseDamaged,
    DatabaseLocation,
    NewEvent,
    NewTable,
    PostgresLocation,
    RestedLog,
    StorageError,
    WriteBatch,
    back_up,
)
from schwimmen.server.storage.heartbeat import Heartbeat
from schwimmen.server.storage.log_parts import LogParts
from schwimmen.server.storage.packed_logs import pack, packed, unpacked
from schwimmen.server.storage.statements import execute
from tests.processes import PATIENCE
from tests.strategies import examples

from ..test_storage import engine_of, on_disk
from .test_heartbeat import opened

pytestmark = pytest.mark.anyio

NOON: Final = "2026-11-23T12:00:00.000+00:00"
NEXT_NOON: Final = add_seconds(NOON, REST_S)

BODIES: Final = st.dictionaries(
    st.text(max_size=4),
    st.text(max_size=8)
    | st.integers()
    | st.none()
    | st.floats(allow_nan=False, allow_infinity=False),
    max_size=4,
)
STEPS: Final = st.lists(
    st.tuples(st.just("add"), st.lists(BODIES, min_size=1, max_size=5))
    | st.tuples(st.just("pack"), st.none())
    | st.tuples(st.just("leave"), st.none())
    | st.tuples(st.just("rewrite"), st.tuples(st.integers(0, 30), BODIES))
    | st.tuples(st.just("late"), st.integers(0, 30)),
    max_size=10,
)
NUMBERS: Final = count()


def event(name: str, seq: int, /, **more: Any) -> NewEvent:
    """Return an event at noon."""
    return NewEvent(name, seq, None, {"seq": seq, "at": NOON, **more})


def ended(name: str, events: int, **summary: Any) -> WriteBatch:
    """Return a table whose match is over, with the events of its log."""
    return WriteBatch(
        tables=[NewTable(name, NOON, {"round": 1, "over": True, **summary})],
        events=[event(name, seq) for seq in range(1, events + 1)],
    )


async def pack_all(database: Database, *names: str, since: str = NEVER) -> None:
    """Pack logs without an event since a time."""
    await database.write(WriteBatch(rested_logs=[RestedLog(name, since) for name in names]))


async def rows(location: DatabaseLocation) -> list[tuple[str, int]]:
    """Return table and number of each event that has a row."""
    return await on_disk(location, "SELECT table_id, seq FROM events ORDER BY table_id, seq")


@pytest.fixture
async def database(location: DatabaseLocation) -> AsyncIterator[Database]:
    """Provide a database with an ended table "t" of five events."""
    async with opened(location) as database:
        await database.write(ended("t", 5))
        yield database


@given(st.lists(BODIES.map(json.dumps), min_size=1))
def test_packing_keeps_every_text(texts: list[str]) -> None:
    assert unpacked(packed(texts)) == texts


@examples(200, sampled=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_log_is_the_same_however_it_is_stored(
    location: DatabaseLocation, steps: Sequence[tuple[str, Any]]
) -> None:
    async def run() -> None:
        async with opened(location) as database:
            shared = isinstance(location, PostgresLocation)
            await LogParts(database).open(NOON)
            await check_steps(database, f"table {next(NUMBERS)}", steps, shared)

    asyncio.run(run())


async def check_steps(
    database: Database, name: str, steps: Sequence[tuple[str, Any]], shared: bool
) -> None:
    """Apply steps to a table; compare its log with a list of the events after each."""
    await database.write(ended(name, 1))
    texts = [json.dumps(event(name, 1).body)]
    for kind, what in steps:
        if kind == "add":
            events = [event(name, len(texts) + one, **body) for one, body in enumerate(what, 1)]
            await database.write(WriteBatch(events=events))
            texts += [json.dumps(one.body) for one in events]
        elif kind == "pack":
            await pack_all(database, name)
        elif kind == "leave":
            leaving = RestedLog(name, NOON, leaves=True)
            await database.write(WriteBatch(rested_logs=[leaving]))
        elif kind == "rewrite":
            number, body = what
            changed = event(name, number % len(texts) + 1, **body)
            await database.write(WriteBatch(rewritten_events=[changed]))
            texts[changed.seq - 1] = json.dumps(changed.body)
        elif shared and len(texts) > 1:  # an SQLite file has one server, which knows the log
            seq = what % (len(texts) - 1) + 2  # the first event comes with its table
            late = WriteBatch(events=[event(name, seq, late=True)])
            with pytest.raises(Conflict):
                await database.write(late)
        for after in {0, len(texts) // 2, len(texts) - 1, len(texts)}:
            assert await database.log_texts(name, after) == texts[after:]
        assert await database.log(name) == [json.loads(text) for text in texts]
        assert await database.log_length(name) == len(texts)
        assert await database.last_numbers([name]) == {name: (len(texts), 0, 0)}


async def test_all_events_but_the_last_lose_their_rows(
    database: Database, location: DatabaseLocation
) -> None:
    await pack_all(database, "t")
    assert await rows(location) == [("t", 5)]
    await database.write(WriteBatch(events=[event("t", 6), event("t", 7)]))
    await pack_all(database, "t")
    assert await rows(location) == [("t", 7)]
    assert [body["seq"] for body in await database.log("t")] == [*range(1, 8)]


async def test_a_log_with_a_later_event_or_a_gap_is_not_packed(
    database: Database, location: DatabaseLocation
) -> None:
    gap = WriteBatch(tables=[NewTable("gap", NOON, {})], events=[event("gap", 1)])
    timeless = [NewEvent("timeless", seq, None, {"seq": seq}) for seq in (1, 2)]
    await database.write(gap)
    await database.write(WriteBatch(tables=[NewTable("timeless", NOON, {})], events=timeless))
    engine = engine_of(location)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE events SET seq = 3 WHERE table_id = 'gap'")
    await engine.dispose()
    before = await rows(location)
    await pack_all(database, "t", "gap", "timeless", "missing", since=NOON)
    assert await rows(location) == before
    await pack_all(database, "gap", "timeless")
    assert await rows(location) == before


async def test_only_ended_tables_are_found(database: Database) -> None:
    await database.write(ended("closed", 2, over=False, closed=True))
    await database.write(ended("running", 2, over=False))
    await database.write(ended("single", 1))
    await database.write(WriteBatch(tables=[NewTable("young", NEXT_NOON, {"over": True})]))

    async def found() -> list[str]:
        names, last = list[str](), ""
        while True:
            logs, end = await database.rested_logs(NEXT_NOON, last, limit=2)
            if end is None:
                return names
            names, last = [*names, *(log.table_id for log in logs)], end

    assert await found() == ["closed", "t"]
    await pack_all(database, "closed")
    assert await found() == ["t"]
    await database.write(WriteBatch(events=[event("closed", 3)]))
    assert await found() == ["closed", "t"]


async def test_a_player_is_found_in_packed_logs(database: Database) -> None:
    await database.write(ended("u", 3))
    await database.write(WriteBatch(events=[event("u", 4, player="anna"), event("u", 5)]))
    await pack_all(database, "t", "u")
    assert await database.tables_mentioning("anna") == ["u"]
    changed = event("u", 4, player=None)
    await database.write(WriteBatch(rewritten_events=[changed]))
    assert not await database.tables_mentioning("anna")
    assert (await database.log("u"))[3] == changed.body


async def test_a_deleted_table_leaves_no_packed_log(
    database: Database, location: DatabaseLocation
) -> None:
    await pack_all(database, "t")
    await database.write(WriteBatch(deleted_tables=["t"]))
    assert not await on_disk(location, "SELECT table_id FROM packed_logs")
    assert not await database.log("t")


async def test_an_unfinished_packing_changes_nothing(
    database: Database, location: DatabaseLocation
) -> None:
    before = await database.log_texts("t")
    engine = engine_of(location)
    async with engine.connect() as connection:
        await connection.run_sync(pack, [RestedLog("t", NEVER)])
        await connection.rollback()
    await engine.dispose()
    assert await database.log_texts("t") == before
    assert len(await rows(location)) == 5


async def test_a_backup_has_packed_logs(
    database: Database, location: DatabaseLocation, tmp_path: Path
) -> None:
    await database.write(ended("u", 3))
    before = await back_up(location, tmp_path / "before")
    await pack_all(database, "t")
    assert await back_up(location, tmp_path / "after") == before
    async with opened(tmp_path / "after") as copy:
        assert await copy.log_texts("t") == await database.log_texts("t")


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE packed_logs SET body = x'00'", "a packed log is damaged"),
        ("UPDATE packed_logs SET length = 3", "a packed log is damaged"),
        ("UPDATE events SET seq = 6", "a log has gaps"),
        ("DELETE FROM events", "a packed log has no last event"),
    ],
)
async def test_damage_is_found_in_a_backup(tmp_path: Path, damage: str, fault: str) -> None:
    async with opened(tmp_path / "db") as database:
        await database.write(ended("t", 5))
        await pack_all(database, "t")
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.execute(damage)
        connection.commit()
    with pytest.raises(StorageError, match=rf"the copy is damaged \({fault}\)"):
        await back_up(tmp_path / "db", tmp_path / "copy")


async def test_a_damaged_packed_log_cannot_be_read(
    database: Database, location: DatabaseLocation, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(ended("u", 3))
    await pack_all(database, "t")
    await database.write(WriteBatch(events=[event("t", 6)]))
    engine = engine_of(location)
    async with engine.begin() as connection:
        column = "'\\x00'" if isinstance(location, PostgresLocation) else "x'00'"
        await connection.exec_driver_sql(f"UPDATE packed_logs SET body = {column}")
    await engine.dispose()
    with pytest.raises(DatabaseDamaged, match="a packed log is damaged"):
        await database.log("t")
    await pack_logs(database, Heartbeat(database), add_seconds(NEXT_NOON, 1), asyncio.sleep)
    assert "a log could not be packed" in caplog.text
    assert await rows(location) == [("t", 5), ("t", 6), ("u", 3)]


async def test_one_server_packs_once_all_can_read(location: DatabaseLocation) -> None:
    pauses = list[float]()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def change(statement: str) -> None:
        engine = engine_of(location)
        async with engine.begin() as connection:
            await connection.exec_driver_sql(statement)
        await engine.dispose()

    async def pack_on(database: Database) -> list[tuple[str, int]]:
        now = add_seconds(NEXT_NOON, 1)
        await pack_logs(database, Heartbeat(database, lambda: now), now, pause)
        return await rows(location)

    async with opened(location) as one, opened(location) as two:
        first, second = sorted((one, two), key=lambda database: database.server)
        await first.write(ended("t", 3))
        await first.write(ended("u", 2))
        before = await rows(location)
        await change(  # a heartbeat of an earlier version
            "INSERT INTO servers (name, version, beat, steady_since) "
            f"VALUES ('old', '0.1.0', '{NEVER}', '{NEVER}')"
        )
        assert not await first.all_read(PACKED_LOGS)
        assert await pack_on(first) == before
        await change("DELETE FROM servers WHERE name = 'old'")
        assert await first.all_read(PACKED_LOGS)
        assert await pack_on(second) == before
        assert not pauses
        assert await pack_on(first) == [("t", 3), ("u", 2)]
        assert len(pauses) == 3


class Rival:
    """Transaction of another server on PostgreSQL, which ends when the test wants."""

    def __init__(self, location: DatabaseLocation) -> None:
        self._engine = engine_of(location)

    async def __aenter__(self) -> Rival:
        self._connection = await self._engine.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._connection.close()
        await self._engine.dispose()

    async def run(self, batch: WriteBatch) -> None:
        """Write a batch without a commit."""

        def work(connection: Connection) -> None:
            execute(connection, [batch])

        await self._connection.run_sync(work)

    async def commit(self) -> None:
        """Commit."""
        await self._connection.commit()


PACKING: Final = WriteBatch(rested_logs=[RestedLog("t", NEVER)])


@pytest.fixture(params=[False, True], ids=["part 0", "part of a day"])
async def shared(
    request: pytest.FixtureRequest, shared_location: DatabaseLocation
) -> AsyncIterator[Database]:
    """Provide a PostgreSQL database with an ended table "t" of five events."""
    async with opened(shared_location) as database:
        if request.param:
            await LogParts(database).open(NOON)
        await database.write(ended("t", 5))
        yield database


async def test_an_event_waits_for_packing(
    shared: Database, shared_location: DatabaseLocation
) -> None:
    async with Rival(shared_location) as rival:
        await rival.run(PACKING)
        late, next_one = (WriteBatch(events=[event("t", seq, mine=True)]) for seq in (3, 6))
        writing = [asyncio.create_task(shared.write(one)) for one in (late, next_one)]
        await asyncio.sleep(0.1)
        await rival.commit()
        answers = await asyncio.wait_for(asyncio.gather(*writing, return_exceptions=True), PATIENCE)
    assert [type(answer) for answer in answers] == [Conflict, type(None)]
    assert ["mine" in body for body in await shared.log("t")] == [False] * 5 + [True]


async def test_a_rewritten_event_waits_for_packing(
    shared: Database, shared_location: DatabaseLocation
) -> None:
    async with Rival(shared_location) as rival:
        await rival.run(PACKING)
        erased = WriteBatch(rewritten_events=[event("t", 2, erased=True)])
        erasing = asyncio.create_task(shared.write(erased))
        await asyncio.sleep(0.1)
        await rival.commit()
        await asyncio.wait_for(erasing, PATIENCE)
    assert [body.get("erased", False) for body in await shared.log("t")] == [
        False, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        WriteBatch(events=[event("t", 6)]),
        WriteBatch(rewritten_events=[event("t", 2, erased=True)]),
        WriteBatch(deleted_tables=["t"]),
    ],
    ids=["append", "rewrite", "delete"],
)
async def test_packing_leaves_a_table_that_changes(
    shared: Database, shared_location: DatabaseLocation, change: WriteBatch
) -> None:
    async with Rival(shared_location) as rival:
        await rival.run(change)
        await asyncio.wait_for(shared.write(PACKING), PATIENCE)
        assert len(await rows(shared_location)) == 5
        await rival.commit()
    bodies = [body for one in change.events for body in [one.body]]
    assert [body["seq"] for body in await shared.log("t")] == (
        [] if change.deleted_tables else [1, 2, 3, 4, 5, *(body["seq"] for body in bodies)]
    )


async def test_servers_pack_and_write_at_once(
    shared: Database, shared_location: DatabaseLocation
) -> None:
    accepted = dict[int, str]()

    async def write(database: Database, name: str) -> None:
        while (seq := await database.log_length("t") + 1) <= 40:
            with suppress(Conflict):
                await database.write(WriteBatch(events=[event("t", seq, by=name)]))
                assert seq not in accepted
                accepted[seq] = name

    async def pack_often(database: Database) -> None:
        while await database.log_length("t") < 40:
            await database.write(PACKING)

    async with opened(shared_location) as other, asyncio.timeout(PATIENCE):
        await asyncio.gather(
            write(shared, "one"), write(other, "two"), pack_often(shared), pack_often(other)
        )
    log = await shared.log("t")
    assert [body["seq"] for body in log] == [*range(1, 41)]
    assert {body["seq"]: body["by"] for body in log[5:]} == accepted


async def test_two_servers_erase_at_once(
    shared: Database, shared_location: DatabaseLocation
) -> None:
    await shared.write(PACKING)

    def erase(seq: int) -> WriteBatch:
        return WriteBatch(rewritten_events=[event("t", seq, erased=seq)])

    async with Rival(shared_location) as rival:
        await rival.run(erase(1))
        erasing = asyncio.create_task(shared.write(erase(2)))
        await asyncio.sleep(0.1)
        await rival.commit()
        await asyncio.wait_for(erasing, PATIENCE)
    assert [body.get("erased") for body in await shared.log("t")] == [1, 2, None, None, None]
