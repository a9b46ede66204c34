"""People and paces that several servers of a database know of each other."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from schwimmen.server.live import other_servers
from schwimmen.server.live.bots import PAUSE_FACTORS
from schwimmen.server.storage import DatabaseLocation, Hints, PresenceRow, presence
from tests import postgres as postgres_server
from tests.processes import PATIENCE

from ..conftest import AN_HOUR, RunningServer, serving
from ..guests import Guest, guest, seated, share
from .test_hub import gone
from .test_other_servers import apart, servers
from .test_ownership import table_at

__all__ = ["servers"]

pytestmark = pytest.mark.anyio


@pytest.fixture
def quick_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers store and poll presence at once, and keep it however slow the machine is."""
    monkeypatch.setattr(presence, "ABSENT_S", PATIENCE)
    monkeypatch.setattr(other_servers, "STORE_S", 0.02)
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)


async def test_presence_pace_and_reactions_are_told(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    monkeypatch.setattr(presence, "ABSENT_S", PATIENCE)  # however slow the machine is
    _, there = servers
    async with apart(servers) as (anna, bo):
        table_id = anna.table["id"]

        async def all_see(people: list[Guest], seats: list[int], spectators: int) -> None:
            for one in people:
                while one.presence != {"seats": seats, "spectators": spectators}:
                    await one.receive()

        await all_see([anna, bo], [0, 1], 0)
        await anna.ask("react", reaction="laugh")
        assert (await bo.until("reacted"))["seat"] == 0
        await anna.send(type="pace", pace="quick")
        live = there.services.hub.find(table_id)
        while live is not None and live.pace != "quick":
            await asyncio.sleep(0.01)
        async with guest(there, table_id) as watcher:
            await all_see([anna, bo, watcher], [0, 1], 1)
        await all_see([anna, bo], [0, 1], 0)
        await bo.socket.close()
        await all_see([anna], [0], 0)


@pytest.mark.usefixtures("quick_polls")
async def test_a_person_at_another_server_is_not_sent_away_without_hints(
    shared_location: DatabaseLocation,
    servers: tuple[RunningServer, RunningServer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hints, "send", lambda *_: None)
    async with apart(servers) as (anna, bo):
        for one in (anna, bo):
            while one.presence["seats"] != [0, 1]:
                await one.receive()
        assert (await anna.ask("away", seat=1))["code"] == "not_absent"
        async with (
            serving(shared_location, AN_HOUR) as third,
            guest(third, anna.table["id"]) as watcher,
        ):
            # Already in the first message.
            assert watcher.presence == {"seats": [0, 1], "spectators": 1}
        await bo.socket.close()
        while anna.presence["seats"] != [0]:
            await anna.receive()
        assert (await anna.ask("away", seat=1))["type"] == "accepted"


@pytest.mark.usefixtures("quick_polls")
async def test_the_newest_pace_stays_where_a_host_has_two_connections(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    table_id, cookie = await share(here, seats=2)
    async with (
        guest(here, table_id, cookie) as one,
        guest(there, table_id, cookie) as two,
        asyncio.timeout(PATIENCE),
    ):
        tables = [table_at(server, table_id) for server in servers]
        choices = ((one, "quick"), (two, "instant"), (one, "relaxed"))
        for client, pace in choices:
            await client.send(type="pace", pace=pace)
            rows: Collection[PresenceRow] = ()
            while {row.pace for row in rows} != {None, pace}:
                rows = await here.services.database.presence.at_table(table_id)
                await asyncio.sleep(0.02)
            for live in tables:
                while live.pace != pace:
                    await asyncio.sleep(0.02)


async def test_people_at_a_server_that_stops_are_gone(
    shared_location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ABSENT_S", PATIENCE)  # however slow the machine is
    monkeypatch.setattr(other_servers, "STORE_S", 0.02)
    async with serving(shared_location, AN_HOUR) as here:
        stored = here.services.database.presence
        async with serving(shared_location, AN_HOUR) as there, seated(there, 2) as (table_id, _):
            async with asyncio.timeout(PATIENCE):
                while not await stored.at_table(table_id):
                    await asyncio.sleep(0.02)
        assert not await stored.at_table(table_id)


@pytest.mark.usefixtures("quick_polls")
async def test_presence_that_was_lost_is_stored_again(
    shared_location: DatabaseLocation, postgres: postgres_server.Server
) -> None:
    name = str(shared_location).rpartition("/")[2]
    async with (
        serving(shared_location, AN_HOUR) as here,
        seated(here, 2) as (table_id, _),
        asyncio.timeout(PATIENCE),
    ):
        for _ in range(2):
            rows: Collection[PresenceRow] = ()
            while [row.seats for row in rows] != [[0, 1]]:
                rows = await here.services.database.presence.at_table(table_id)
                await asyncio.sleep(0.02)
            await asyncio.to_thread(postgres.execute, "DELETE FROM presence", database=name)


async def test_a_server_that_loads_the_table_later_is_told_the_pace(
    servers: tuple[RunningServer, RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_servers, "POLL_S", 0.02)
    here, there = servers
    table_id, cookie = await share(here, seats=2)
    async with guest(here, table_id, cookie) as anna, asyncio.timeout(PATIENCE):
        await anna.send(type="pace", pace="quick")
        for _ in range(2):
            async with guest(there, table_id):
                live = table_at(there, table_id)
                while live.pace != "quick":
                    await asyncio.sleep(0.01)
            await gone(there)
    changes: list[str] = []
    live.on_change = lambda: changes.append(live.pace)
    for pace in PAUSE_FACTORS:
        live.follow_pace(pace)
        live.follow_pace(pace)
    assert changes == list(PAUSE_FACTORS)
