"""Servers that share a database: people at the same table see the same, wherever they are."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Collection, Iterable
from itertools import count
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from schwimmen.server.limits.allowance import Limits
from schwimmen.server.live import other_servers, ownership
from schwimmen.server.live.connection import SERVICE_RESTART
from schwimmen.server.live.other_servers import OtherServers
from schwimmen.server.live.table import LiveTable
from schwimmen.server.runtime.clock import add_seconds
from schwimmen.server.storage import (
    Database,
    DatabaseClock,
    DatabaseLocation,
    Hints,
    LastNumbers,
    LeaseQueries,
    NewChatLine,
    NewEvent,
    PostgresLocation,
    PresenceQueries,
    WriteBatch,
    hints,
)
from schwimmen.server.storage.heartbeat import Heartbeat
from schwimmen.tables import ClosedEvent, Leave, LogEvent, Table, UnplayableLog
from tests import postgres as postgres_server
from tests.processes import PATIENCE

from ..conftest import AN_HOUR, RunningServer, serving
from ..guests import Guest, begin, guest, seated, share
from ..test_deletion import delete_data

pytestmark = pytest.mark.anyio


@pytest.fixture
async def servers(
    shared_location: DatabaseLocation,
) -> AsyncIterator[tuple[RunningServer, RunningServer]]:
    """Provide two servers of one database."""
    async with (
        serving(shared_location, AN_HOUR) as here,
        serving(shared_location, AN_HOUR) as there,
    ):
        yield here, there


@contextlib.asynccontextmanager
async def apart(
    servers: tuple[RunningServer, RunningServer], **settings: Any
) -> AsyncIterator[list[Guest]]:
    """Provide two people at a table, each at another server, who play a match."""
    here, there = servers
    table_id, cookie = await share(here, seats=2, **settings)
    async with guest(here, table_id, cookie) as anna, guest(there, table_id) as bo:
        assert (await bo.ask("join", name="Bo"))["type"] == "accepted"
        await anna.sees("joined")
        await begin([anna, bo])
        yield [anna, bo]


async def play(guests: list[Guest], moves: int) -> None:
    """Play moves, each of which all have seen before the next."""
    for _ in range(moves):
        (to_act,) = (one for one in guests if one.view["legal_actions"])
        await to_act.play()
        for one in guests:
            while len(one.events) < len(to_act.events):
                await one.receive()


async def test_moves_and_chat_arrive_at_the_other_server(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    async with apart(servers) as guests:
        await play(guests, 3)
        anna, bo = guests
        await anna.ask("say", text="Guten Abend")
        while not bo.said:
            await bo.receive()
        assert bo.said[0]["text"] == "Guten Abend"
        assert anna.events == bo.events


def test_a_chat_line_takes_the_place_of_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: dict[object, dict[str, object]] = {}
    monkeypatch.setattr(Hints, "send", lambda _, key, hint: sent.update({key: json.loads(hint)}))
    database = SimpleNamespace(server="here", on_commit=None, secret=b"")
    hub = SimpleNamespace(on_news=None, limits=Limits())
    OtherServers(hub, database, PostgresLocation("postgresql://host/name"))  # type: ignore[arg-type]
    for batch in (
        WriteBatch(events=[NewEvent("t", 7, None, {})]),
        WriteBatch(chat=[NewChatLine("t", 3, "player", {})]),
        WriteBatch(events=[NewEvent("t", 8, None, {})]),
    ):
        database.on_commit([batch])
    assert {(one["seq"], one["line"]) for one in sent.values()} == {(8, 0), (0, 3)}


async def test_a_lost_hint_is_made_up_for(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hints, "send", lambda *_: None)
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    async with apart(servers) as guests:
        await play(guests, 2)
        assert guests[0].events == guests[1].events


async def test_a_move_that_is_being_stored_is_not_missed_in_the_log(
    servers: tuple[RunningServer, RunningServer],
    shared_location: DatabaseLocation,
    postgres: postgres_server.Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubted: list[LiveTable] = []
    polled = asyncio.Semaphore(0)
    last_numbers = Database.last_numbers

    async def counted(database: Database, table_ids: Collection[str]) -> dict[str, LastNumbers]:
        numbers = await last_numbers(database, table_ids)
        polled.release()
        return numbers

    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    monkeypatch.setattr(LiveTable, "doubt", lambda live: doubted.append(live))
    monkeypatch.setattr(Database, "last_numbers", counted)
    name = str(shared_location).rpartition("/")[2]
    writing = await asyncpg.connect(postgres.url(name))
    async with apart(servers) as guests:
        (to_act,) = (one for one in guests if one.view["legal_actions"])
        async with writing.transaction():
            await writing.execute("LOCK TABLE events IN EXCLUSIVE MODE")  # only inserts wait
            move = asyncio.create_task(to_act.play())
            tables = [live for server in servers for live in server.services.hub.live]
            while all(live.table.seq == live.stored_length for live in tables):
                await asyncio.sleep(0.01)
            while not polled.locked():
                await polled.acquire()
            for _ in servers * 2:
                await polled.acquire()
        assert (await move)["type"] == "accepted"
    await writing.close()
    assert doubted == []


async def test_a_lost_connection_is_replaced(
    servers: tuple[RunningServer, RunningServer],
    postgres: postgres_server.Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hints, "RETRY_S", 0.02)
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    async with apart(servers) as guests:
        ended = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        )
        await asyncio.to_thread(postgres.execute, ended)
        await play(guests, 2)
        assert guests[0].events == guests[1].events


async def test_bots_and_people_of_both_servers_play_a_match_to_its_end(
    shared_location: DatabaseLocation,
) -> None:
    async with serving(shared_location) as here, serving(shared_location) as there:
        table_id, cookie = await share(here, seats=3, bots="greedy")
        async with guest(here, table_id, cookie) as anna, guest(there, table_id) as bo:
            assert (await bo.ask("join", name="Bo"))["type"] == "accepted"
            await anna.sees("joined")
            await begin([anna, bo])
            await asyncio.gather(anna.play_match(), bo.play_match())
            for one, other in ((anna, bo), (bo, anna)):
                while len(one.events) < len(other.events):
                    await one.receive()
            assert anna.events == bo.events
            assert [event["seq"] for event in bo.events] == list(range(1, len(bo.events) + 1))


async def test_a_table_that_another_version_cannot_play_is_closed_everywhere(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    replay = Table.replay

    def other_rules(log: Iterable[LogEvent]) -> Table:
        events = list(log)
        if not isinstance(events[-1], ClosedEvent):
            raise UnplayableLog("event 7 cannot be played: this version knows no such action")
        return replay(events)

    async with seated(here, 2) as (table_id, (anna, bo)):
        await begin([anna, bo])
        monkeypatch.setattr(Table, "replay", other_rules)  # nothing makes the first server load it
        async with guest(there, table_id, bo.cookie) as again:
            notice = again.table["closed"]
        for one in (anna, bo):
            assert (await one.until("closed"))["message"] == notice
            assert (await one.ask("deal"))["code"] == "table_closed"


async def test_erased_names_disappear_at_the_other_server(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    async with apart(servers) as (anna, bo):
        assert await delete_data(there, bo) == {"removed": 0, "left": 1}
        with pytest.raises(ConnectionClosed) as caught:
            await anna.until("nothing more")
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == SERVICE_RESTART
        async with guest(here, str(anna.table["id"]), anna.cookie) as again:
            assert "'Bo'" not in str(again.welcome)


async def test_a_lost_hint_of_an_erasure_is_made_up_for(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hints, "send", lambda *_: None)
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    here, there = servers
    async with apart(servers) as (anna, bo):
        assert await delete_data(there, bo) == {"removed": 0, "left": 1}
        with pytest.raises(ConnectionClosed):
            await anna.until("nothing more")
        async with guest(here, str(anna.table["id"]), anna.cookie) as again:
            assert "'Bo'" not in str(again.welcome)


async def test_no_erased_name_is_written_again(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    async with apart(servers) as (anna, bo):
        table_id = str(anna.table["id"])
        assert (await bo.ask("leave"))["type"] == "accepted"
        await anna.sees("away")
        monkeypatch.setattr(Hints, "send", lambda *_: None)
        assert await delete_data(there, bo) == {"removed": 0, "left": 1}
        # This server does not know that yet, and writes what lists show of the table.
        async with here.services.hub.using(table_id) as live:
            player = live.table.player_at(anna.seat or 0)
            assert player is not None
            await live.execute(Leave(player))
        summary = await here.services.database.summary(table_id)
        assert summary is not None
        assert "'Bo'" not in str(summary)
        assert not [
            body for body in await there.services.database.log(table_id) if "'Bo'" in str(body)
        ]


async def test_a_server_whose_outage_others_did_not_have_gives_no_time_back(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, _ = servers
    async with apart(servers, clock={"move": 60, "reserve": 0}) as guests:
        clock = here.services.hub.server_clock
        await play(guests, 1)
        clock.resume(add_seconds(clock.now(), -60))
        async with here.services.hub.using(str(guests[0].table["id"])) as live:
            await live.check_clock()
        await play(guests, 2)
        assert "resumed" not in [event["type"] for event in guests[0].events]


async def test_each_server_knows_whose_turn_it_is(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    async with seated(here, 2) as (table_id, (anna, bo)):
        await begin([anna, bo])
        for _ in range(2):
            for one in (anna, bo):
                there.http.headers["cookie"] = one.cookie
                (listed,) = (await there.http.get("/api/tables")).json()
                assert (listed["id"], listed["to_act"]) == (table_id, anna.view["to_act"])
            await play([anna, bo], 1)


async def test_a_hint_of_another_program_is_ignored(
    servers: tuple[RunningServer, RunningServer],
    shared_location: DatabaseLocation,
    postgres: postgres_server.Server,
) -> None:
    name = str(shared_location).rpartition("/")[2]
    hint = '{"kind": "change", "table_id": "a", "seq": "x"}'
    for payload in ("no JSON", "[]", "7", '["a", 1]', '["a", [1]]', f'["a", [{hint}]]'):
        notify = f"NOTIFY {hints.CHANNEL}, '{payload}'"
        await asyncio.to_thread(postgres.execute, notify, database=name)
    async with apart(servers) as guests:
        await play(guests, 2)


@pytest.mark.parametrize(
    ("failing", "method", "event"),
    [
        (Heartbeat, "look_at_others", "the heartbeat failed"),
        (LeaseQueries, "held", "leases could not be changed"),
        (DatabaseClock, "compare", "the database's clock could not be read"),
        (Database, "last_numbers", "could not look for changes"),
        (PresenceQueries, "store", "presence could not be stored"),
    ],
)
async def test_a_server_goes_on_after_an_unexpected_failure(
    shared_location: DatabaseLocation,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failing: type,
    method: str,
    event: str,
) -> None:
    monkeypatch.setattr(ownership, "COMPARE_S", 0.02)
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    work, calls, again = getattr(failing, method), count(), asyncio.Event()

    async def fails_at_first(*arguments: object) -> object:
        if next(calls) == 0:
            raise RuntimeError("unexpected")
        again.set()
        return await work(*arguments)

    async with serving(shared_location, AN_HOUR) as here, seated(here, 2):
        monkeypatch.setattr(failing, method, fails_at_first)
        await asyncio.wait_for(again.wait(), PATIENCE)
    (line,) = (one for one in caplog.records if one.exc_info)
    assert line.getMessage() == event


async def test_hints_are_sent_after_an_unexpected_failure(
    shared_location: DatabaseLocation,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(hints, "RETRY_S", 0.02)
    assert isinstance(shared_location, PostgresLocation)
    received = asyncio.Event()
    here = Hints(shared_location, "here", lambda *_: None)
    there = Hints(shared_location, "there", lambda *_: received.set())
    running = asyncio.gather(here.run(), there.run())
    here.send("faulty", None)  # type: ignore[arg-type]
    async with asyncio.timeout(PATIENCE):
        while not received.is_set():
            await asyncio.sleep(0.02)
            if "hints are interrupted" in caplog.text:
                here.send("right", b"1")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_limits_hold_over_all_servers(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    limits, others = here.services.limits, there.services.limits
    while not others.tables.used("192.0.2.1"):  # hints are lost until the other server listens
        assert limits.tables.charge_or_delay("192.0.2.1") == 0
        await asyncio.sleep(0.05)
    while not others.tables_of_player.used("anna"):
        limits.tables_of_player.charge("anna", limits.tables_of_player.rate.burst + 1)
        await asyncio.sleep(0.05)
    assert others.tables_of_player.charge_or_delay("anna") > 0
    assert others.tables_of_player.charge_or_delay("bo") == 0
    assert not others.tables_of_player.used(("anna",))


async def test_addresses_stay_at_their_server(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    monkeypatch.setattr(Hints, "send", lambda _, __, hint: sent.append(hint))
    servers[0].services.limits.joins.charge_or_delay("192.0.2.1")
    assert [json.loads(hint)["limit"] for hint in sent] == ["joins"]
    assert b"192.0.2.1" not in sent[0]
