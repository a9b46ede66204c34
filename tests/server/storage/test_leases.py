"""Leases of tables by servers that share a database, and its clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import select, text

from schwimmen.server.runtime.clock import add_seconds, seconds_between
from schwimmen.server.storage import (
    Conflict,
    Database,
    DatabaseClock,
    DatabaseLocation,
    Lease,
    LeaseLost,
    LeaseQueries,
    NewChatLine,
    NewEvent,
    StorageError,
    TableStatus,
    WriteBatch,
    leases,
    schema,
)
from schwimmen.server.storage.heartbeat import JUST_DEAD_S, Heartbeat
from schwimmen.server.storage.leases import FORGOTTEN_S, VALID_S
from schwimmen.server.storage.rows import NewTable
from tests import postgres as postgres_server
from tests.processes import PATIENCE

from .test_heartbeat import opened

pytestmark = pytest.mark.anyio

TABLE = NewTable("t", "2026-11-23T12:00:00.000+00:00", {})


@dataclass
class Servers:
    """Two servers of a database, whose heartbeats the test sets."""

    one: Database
    two: Database
    postgres: postgres_server.Server
    name: str

    async def beat(
        self, server: Database, ago: float = 0, steady: float = 60, now: str | None = None
    ) -> None:
        """Set a server's last heartbeat, and for how long they had been steady before it."""
        beat = add_seconds(now or DatabaseClock(server).now(), -ago)
        since = add_seconds(beat, -steady)
        await asyncio.to_thread(
            self.postgres.execute,
            f"DELETE FROM servers WHERE name = '{server.server}'",
            f"INSERT INTO servers VALUES ('{server.server}', '0.1.0', '{beat}', '{since}')",
            database=self.name,
        )


@pytest.fixture
async def servers(
    shared_location: DatabaseLocation, postgres: postgres_server.Server
) -> AsyncIterator[Servers]:
    """Provide two servers."""
    async with opened(shared_location, hold=True) as one, opened(shared_location) as two:
        yield Servers(one, two, postgres, str(shared_location).rpartition("/")[2])


async def test_a_table_has_one_server(servers: Servers) -> None:
    one, two = LeaseQueries(servers.one), LeaseQueries(servers.two)
    await servers.beat(servers.one, ago=-3600)  # alive however long this takes
    await servers.beat(servers.two, ago=-3600)
    taken = await asyncio.gather(one.take(["t"]), two.take(["t"]))
    ((lease,),) = (leases for leases in taken if leases)
    owner, other = (one, two) if lease.server == servers.one.server else (two, one)
    assert await other.take(["t"]) == []
    (again,) = await owner.take(["t"])
    assert again.epoch > lease.epoch
    await owner.release([again])
    (released,) = await other.take(["t"])
    assert released.epoch > again.epoch
    await other.give(released, lease.server)
    assert await other.take(["t"]) == []
    (given,) = await owner.take(["t"])
    assert given.epoch > released.epoch
    await owner.release_all()
    assert await other.take(["t"])


@pytest.mark.parametrize(
    ("ago", "steady", "taken"),
    [
        (VALID_S + 30, 60.0, True),
        (-3600, 60.0, False),  # the owner lives
        (VALID_S + 30, 0.0, False),  # all looked dead a moment ago
    ],
)
async def test_the_leases_of_a_dead_server_are_taken(
    servers: Servers, ago: float, steady: float, taken: bool
) -> None:
    one, two = LeaseQueries(servers.one), LeaseQueries(servers.two)
    await one.take(["t", "u"])
    await servers.beat(servers.one, ago)
    await servers.beat(servers.two, ago=-30, steady=30 + steady)
    assert await two.take(["own"])
    leases = await two.take(["t", "u", "new"])
    assert {lease.table_id for lease in leases} == ({"t", "u", "new"} if taken else {"new"})


async def test_a_lease_of_no_server_is_taken(servers: Servers) -> None:
    await servers.beat(servers.two, ago=-30, steady=90)
    insert = "INSERT INTO leases (table_id, server, epoch) VALUES ('t', 'nobody', 1)"
    await asyncio.to_thread(servers.postgres.execute, insert, database=servers.name)
    (lease,) = await LeaseQueries(servers.two).take(["t"])
    assert lease.server == servers.two.server


@pytest.mark.parametrize(
    ("ago", "steady", "ended"),
    [(VALID_S + 1, 60.0, True), (-3600, 60.0, False), (VALID_S + 1, 0.0, False)],
)
async def test_transactions_of_a_dead_server_are_ended(
    servers: Servers, monkeypatch: pytest.MonkeyPatch, ago: float, steady: float, ended: bool
) -> None:
    monkeypatch.setattr(leases, "HUNG_S", 0.0)

    async def look_meanwhile() -> None:
        async with servers.one.transaction() as connection:
            await connection.execute(select(1))
            while await LeaseQueries(servers.two).end_sessions() != ended:
                await asyncio.sleep(0.01)  # PostgreSQL has answered, but does not wait yet
            await connection.execute(select(1))

    await servers.beat(servers.one, ago)
    await servers.beat(servers.two, ago=-30, steady=30 + steady)
    with pytest.raises(StorageError) if ended else nullcontext():
        await look_meanwhile()
    assert await servers.one.scalar(select(1)) == 1


async def test_transactions_that_do_not_hang_stay(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "HUNG_S", PATIENCE)
    await servers.beat(servers.one, ago=VALID_S + 1)
    await servers.beat(servers.two, ago=-30, steady=90)
    async with servers.one.transaction() as connection:
        await connection.execute(select(1))
        assert await LeaseQueries(servers.two).end_sessions() == 0
        await connection.execute(select(1))


async def test_a_failed_heartbeat_is_a_failure_of_the_database(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = asyncio.Event()
    servers.two.on_failure = failed.set
    await Heartbeat(servers.two).beat()
    assert not failed.is_set()
    monkeypatch.setattr("schwimmen.server.storage.heartbeat.SLOW_S", 0.05)
    lock = text("LOCK TABLE servers IN ACCESS EXCLUSIVE MODE")
    async with servers.one.transaction() as connection:
        await connection.execute(lock)
        beating = asyncio.create_task(Heartbeat(servers.two).beat())
        await failed.wait()
    await beating
    failed.clear()
    execute = partial(asyncio.to_thread, servers.postgres.execute, database=servers.name)
    await execute("ALTER TABLE servers RENAME TO away")
    with pytest.raises(StorageError):
        await Heartbeat(servers.two).beat()
    assert failed.is_set()
    await execute("ALTER TABLE away RENAME TO servers")


@pytest.mark.parametrize(
    ("ago", "looks_dead"),
    [(VALID_S - 0.5, False), (VALID_S + 0.5, True), (JUST_DEAD_S + 0.5, False)],
)
async def test_sessions_are_ended_of_servers_that_have_just_died(
    servers: Servers, monkeypatch: pytest.MonkeyPatch, ago: float, looks_dead: bool
) -> None:
    end_sessions = AsyncMock(return_value=0)
    monkeypatch.setattr(LeaseQueries, "end_sessions", end_sessions)
    now = DatabaseClock(servers.two).now()
    await servers.beat(servers.one, ago, now=now)
    await servers.beat(servers.two, now=now)
    await Heartbeat(servers.two).look_at_others()
    assert end_sessions.await_count == looks_dead


async def test_locks_do_not_hold_up_heartbeats(servers: Servers) -> None:
    await servers.one.write(WriteBatch(tables=[TABLE]))
    async with servers.two.transaction() as connection:
        await connection.execute(select(schema.tables).with_for_update())
        change = WriteBatch(statuses=[TableStatus("t", {"round": 2})])
        writing = asyncio.create_task(servers.one.write(change))
        blocked = "cardinality(pg_blocking_pids(pid)) > 0 AND datname = current_database()"
        waiting = text(f"SELECT count(*) FROM pg_stat_activity WHERE {blocked}")
        while not await servers.two.scalar(waiting):
            await asyncio.sleep(0.01)
        await Heartbeat(servers.one).beat()
        assert not writing.done()
    await writing


async def test_heartbeats_begin_anew_after_a_gap(servers: Servers) -> None:
    await servers.beat(servers.one, ago=VALID_S + 30)
    before = DatabaseClock(servers.one)
    await before.compare()
    now = before.now()
    await Heartbeat(servers.one).beat()
    ((since,),) = await asyncio.to_thread(
        servers.postgres.execute, "SELECT steady_since FROM servers", database=servers.name
    )
    assert since >= now


async def test_nothing_is_written_without_the_lease(servers: Servers) -> None:
    (lost,) = await LeaseQueries(servers.one).take(["t"])
    await LeaseQueries(servers.one).release([lost])
    (held,) = await LeaseQueries(servers.two).take(["t"])
    await servers.one.write(WriteBatch(tables=[TABLE]))

    async def say(number: int, *leases: Lease) -> bool:
        line = NewChatLine("t", number, "player", {})
        try:
            await servers.one.write(WriteBatch(chat=[line], leases=leases))
        except LeaseLost:
            return False
        return True

    # In one group: the others are stored all the same.
    stored = await asyncio.gather(say(1), say(2, lost), say(3, held), say(4, lost), say(5))
    assert list(stored) == [True, False, True, False, True]
    assert [line["number"] for line in await servers.two.chat("t")] == [1, 3, 5]


async def test_leases_of_forgotten_servers_and_tables_are_deleted(servers: Servers) -> None:
    await servers.beat(servers.one, ago=FORGOTTEN_S + 30)
    await LeaseQueries(servers.one).take(["t"])
    await Heartbeat(servers.two).beat()
    await LeaseQueries(servers.two).take(["u", "v"])
    await servers.two.write(WriteBatch(deleted_tables=["u"]))
    left = await asyncio.to_thread(
        servers.postgres.execute, "SELECT table_id FROM leases", database=servers.name
    )
    assert [table_id for (table_id,) in left] == ["v"]


async def test_a_wrong_clock_is_corrected(servers: Servers) -> None:
    ahead = 0.0

    def steady() -> float:
        return asyncio.get_running_loop().time() + ahead

    clock = DatabaseClock(servers.one, steady)
    await clock.compare()
    right = clock.now()
    ahead = 3600
    assert seconds_between(right, clock.now()) >= 3600
    await clock.compare()
    earliest = await LeaseQueries(servers.one).time()
    assert abs(seconds_between(clock.now(), earliest.isoformat())) < 1800


async def test_no_event_follows_a_gap(servers: Servers) -> None:
    def event(seq: int) -> NewEvent:
        return NewEvent("t", seq, None, {"type": "joined"})

    await servers.one.write(WriteBatch(tables=[TABLE], events=[event(1), event(2)]))
    with pytest.raises(Conflict, match="lacks the event before"):
        await servers.one.write(WriteBatch(events=[event(4), event(5)]))
    await servers.one.write(WriteBatch(events=[event(3), event(4)]))
    assert await servers.two.log_length("t") == 4
