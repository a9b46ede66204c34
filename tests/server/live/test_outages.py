"""Outages of the database: play pauses, people are told, and it goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import Connection
from websockets.exceptions import InvalidStatus

from schwimmen.server.live import other_servers, outages
from schwimmen.server.storage import (
    Database,
    DatabaseLocation,
    PeopleQueries,
    PostgresLocation,
    StorageError,
    heartbeat,
    parse_location,
    writer,
)
from tests import postgres as postgres_server
from tests.processes import PATIENCE

from ..conftest import AN_HOUR, RunningServer, serving
from ..guests import Guest, begin, guest, seated
from ..test_outages import fails, on_turn
from .test_other_servers import play
from .test_sockets import close_code

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server look more often."""
    monkeypatch.setattr(outages, "CHECK_S", 0.02)
    monkeypatch.setattr("schwimmen.server.live.stored_table.RETRY_S", 0.05)


async def storage(guests: list[Guest], available: bool) -> None:
    """Wait until all guests are told whether the server can store moves."""
    for one in guests:
        while (await one.until("storage"))["available"] is not available:
            pass


async def test_play_goes_on_when_the_database_is_back(
    shared_location: DatabaseLocation,
    postgres: postgres_server.Server,
) -> None:
    clock = {"move": 300, "reserve": 0}
    async with (
        serving(shared_location) as served,
        seated(served, 2, clock=clock) as (table_id, guests),
    ):
        await begin(guests)
        to_act = await on_turn(guests)
        before = list(to_act.events)
        await asyncio.to_thread(postgres.stop)
        try:
            await storage(guests, available=False)
            refused = await to_act.ask("play", "the-same", action=to_act.view["legal_actions"][0])
            assert refused["code"] == "unavailable"
            assert to_act.events == before
            assert (await served.http.get("/healthz")).status_code == 503
        finally:
            await asyncio.to_thread(postgres.start)
        await storage(guests, available=True)
        accepted = await to_act.ask("play", "the-same", action=to_act.view["legal_actions"][0])
        assert accepted["type"] == "accepted"
        await to_act.sees("resumed")  # the clock stood still
        await asyncio.gather(*(one.play_match() for one in guests))
        bodies = await served.services.database.log(table_id)
    assert [body["seq"] for body in bodies] == list(range(1, len(bodies) + 1))
    assert [body.get("client_id") for body in bodies].count("the-same") == 1


@asynccontextmanager
async def bot_that_failed(
    served: RunningServer, caplog: pytest.LogCaptureFixture, stop: Callable[[], Any]
) -> AsyncIterator[None]:
    """Let a bot fail as the database is stopped; then wait until it moves all the same."""
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        while anna.view["legal_actions"]:
            await anna.play()
        played = len(anna.events)
        await asyncio.to_thread(stop)
        served.services.database.on_failure()
        await anna.until("storage")
        await anna.send(type="pace", pace="instant")
        while "bots could not move" not in caplog.text:
            await asyncio.sleep(0.02)
        yield
        while len(anna.events) == played:
            await anna.receive()


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be tried again before a test gives up."""
    monkeypatch.setattr("schwimmen.server.live.stored_table.RETRY_S", 2 * PATIENCE)


@pytest.mark.usefixtures("patience")
async def test_bots_go_on_as_soon_as_the_database_is_back(
    shared_location: DatabaseLocation,
    postgres: postgres_server.Server,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with (
        serving(shared_location, AN_HOUR) as served,
        bot_that_failed(served, caplog, postgres.stop),
    ):
        await asyncio.to_thread(postgres.start)


@pytest.mark.usefixtures("patience")
async def test_bots_go_on_as_soon_as_the_database_can_be_written(
    location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(location, AN_HOUR) as served:
        with monkeypatch.context() as patched:
            stop = partial(patched.setattr, Database, "write", fails)
            async with bot_that_failed(served, caplog, stop):
                patched.undo()


async def test_a_client_that_cannot_come_back_is_told_to_wait(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(*_: object) -> Any:
        raise StorageError("db: cannot be read: gone")

    table_id = await served.open_table()
    monkeypatch.setattr(PeopleQueries, "generations", unreadable)
    with pytest.raises(InvalidStatus) as caught:
        async with served.socket(table_id):
            pass
    assert caught.value.response.status_code == 503
    assert b'"unavailable"' in caught.value.response.body


async def test_a_new_client_is_told_that_play_pauses(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(served, 2) as (table_id, guests):
        with monkeypatch.context() as patched:
            patched.setattr(Database, "write", fails)
            served.services.database.on_failure()
            await storage(guests, available=False)
            async with guest(served, table_id, guests[0].cookie) as again:
                assert (await again.until("storage"))["available"] is False
        await storage(guests, available=True)


async def test_a_database_that_does_not_answer_pauses_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SLOW_S", 0.02)
    monkeypatch.setattr(heartbeat, "WRITE_TIMEOUT_S", 0.05)
    async with serving(tmp_path / "db") as served, seated(served, 2) as (_, guests):
        await begin(guests)
        to_act = await on_turn(guests)
        transactions, answers = served.services.database._transactions, asyncio.Event()

        async def hang(work: Callable[[Connection], None], erasing: bool = False) -> None:
            await answers.wait()
            await transactions(work, erasing)

        monkeypatch.setattr(served.services.database, "_transactions", hang)
        await to_act.send(type="play", id="slow", action=to_act.view["legal_actions"][0])
        await storage(guests, available=False)
        answers.set()
        assert (await to_act.until("accepted"))["id"] == "slow"
        monkeypatch.setattr(served.services.database, "_transactions", transactions)
        await storage([one for one in guests if one is not to_act], available=True)


async def test_a_failure_that_is_over_is_not_told(served: RunningServer) -> None:
    async with seated(served, 2) as (_, guests):
        served.services.database.on_failure()
        for number in range(3):
            await guests[0].ask("say", text=f"Hello {number}")
        assert not any('"storage"' in text for text in guests[0].raw)


async def test_clients_begin_again_if_the_log_has_lost_events(
    shared_location: DatabaseLocation,
    postgres: postgres_server.Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    name = str(shared_location).rpartition("/")[2]
    async with (
        serving(shared_location, AN_HOUR) as served,
        seated(served, 2) as (table_id, guests),
    ):
        await begin(guests)
        kept = len(guests[0].events)
        await play(guests, 2)
        # A replica that lagged behind has taken over.
        lose = f"DELETE FROM events WHERE seq > {kept}"
        await asyncio.to_thread(postgres.execute, lose, database=name)
        ahead = guests[0].events
        assert len(ahead) > kept
        for one in guests:
            assert await close_code(one) == 1012
        async with (
            guest(served, table_id, guests[0].cookie, ahead) as anna,
            guest(served, table_id, guests[1].cookie) as bo,
        ):
            whole = anna.welcome["events"]
            assert [event["seq"] for event in whole] == list(range(1, kept + 1))
            assert "last_at" not in anna.welcome
            anna.events = whole
            await asyncio.gather(anna.play_match(), bo.play_match())
            bodies = await served.services.database.log(table_id)
        assert [body["seq"] for body in bodies] == list(range(1, len(bodies) + 1))


async def test_a_table_in_doubt_stays_if_its_log_is_whole(served: RunningServer) -> None:
    async with seated(served, 2) as (table_id, guests):
        await begin(guests)
        live = served.services.hub.find(table_id)
        assert live is not None
        table = live.table
        live.doubt()
        assert (await (await on_turn(guests)).play())["type"] == "accepted"
        assert live.table is table


async def test_clients_who_come_at_once_wait_for_one_query(
    location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that has the database for itself makes no query."""
    async with serving(location) as served, seated(served, 2) as (table_id, _):
        live = served.services.hub.find(table_id)
        assert live is not None
        lengths = list[str]()
        log_length = Database.log_length

        async def counted(self: Database, table_id: str) -> int:
            lengths.append(table_id)
            return await log_length(self, table_id)

        monkeypatch.setattr(Database, "log_length", counted)
        refreshes = live.refreshes
        async with live.lock:
            for _ in range(3):
                await live.refresh(refreshes)
        assert lengths == [table_id] * isinstance(location, PostgresLocation)


async def test_a_query_that_failed_for_one_client_is_made_for_the_next(
    shared_location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(shared_location) as served, seated(served, 2) as (table_id, _):
        live = served.services.hub.find(table_id)
        assert live is not None
        lengths = AsyncMock(side_effect=[StorageError("the database is gone"), live.table.seq])
        monkeypatch.setattr(Database, "log_length", lengths)
        refreshes = live.refreshes
        async with live.lock:
            with pytest.raises(StorageError):
                await live.refresh(refreshes)
            await live.refresh(refreshes)
        assert lengths.await_count == 2


async def test_a_welcome_names_the_time_of_the_last_known_event(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        await anna.play()
        known = anna.events[1]
    async with served.seat(table_id, known["seq"]) as again:
        assert again.welcome["last_at"] == known["at"]
        assert again.welcome["events"][0]["seq"] == known["seq"] + 1


@pytest.fixture
def replicated() -> Iterator[tuple[postgres_server.Server, postgres_server.Server]]:
    """Provide a PostgreSQL server and its replica."""
    with postgres_server.running() as primary, primary.replica() as replica:
        yield primary, replica


@pytest.mark.parametrize("lags", [False, True])
async def test_a_replica_takes_over(
    replicated: tuple[postgres_server.Server, postgres_server.Server], lags: bool
) -> None:
    primary, replica = replicated
    name = (await asyncio.to_thread(primary.new_database)).partition("?")[0].rpartition("/")[2]
    hosts = f"host={primary.folder},{replica.folder}&target_session_attrs=read-write"

    async def until(condition: str) -> None:
        """Wait until a condition is true at the replica."""
        while await asyncio.to_thread(replica.execute, f"SELECT {condition}") != [(True,)]:
            await asyncio.sleep(0.05)

    async with (
        serving(parse_location(f"postgresql://postgres@/{name}?{hosts}"), AN_HOUR) as served,
        seated(served, 2) as (table_id, guests),
    ):
        await begin(guests)
        await play(guests, 1)
        kept = len(guests[0].events)
        written = "SELECT pg_current_wal_lsn()::text"
        ((position,),) = await asyncio.to_thread(primary.execute, written)
        await until(f"pg_last_wal_replay_lsn() >= '{position}'")
        if lags:
            alone = ("ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
            await asyncio.to_thread(replica.execute, *alone)
            await until("NOT EXISTS (SELECT FROM pg_stat_wal_receiver)")
            await play(guests, 2)
        await asyncio.to_thread(primary.stop)
        await storage(guests, available=False)
        await asyncio.to_thread(replica.promote)
        if lags:
            assert [await close_code(one) for one in guests] == [1012, 1012]
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(guest(served, table_id, one.cookie, one.events))
                for one in guests
            ]
            known = [one.welcome["events"] for one in players]
            assert [len(events) for events in known] == [kept if lags else 0] * 2
            await asyncio.gather(*(one.play_match() for one in players))
            bodies = await served.services.database.log(table_id)
        assert [body["seq"] for body in bodies] == list(range(1, len(bodies) + 1))
