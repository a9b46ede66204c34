"""Outages besides crashes: bad connections, a full disk, a clock that is set."""

from __future__ import annotations

import asyncio
import resource
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import httpx
import pytest

from schwimmen.records import load
from schwimmen.server.runtime.clock import iso_time
from schwimmen.server.storage import Database, StorageError, WriteBatch
from tests.effort import count
from tests.processes import Start

from .conftest import serving
from .guests import Guest, begin, guest, seated, share
from .persistent_players import Player, check, open_tables
from .test_crash_recovery import Address, answering

pytestmark = pytest.mark.anyio


async def test_dropped_connections_and_reordered_messages(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        players = await open_tables(Player, served.url, 4, Random(4), lives=count(2), mishaps=0.3)
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
        for table_id in {player.table_id for player in players}:
            record = await served.http.get(f"/api/tables/{table_id}/record")
            check([one for one in players if one.table_id == table_id], load(record.text))


async def test_a_full_disk_is_reported_and_nothing_is_lost(tmp_path: Path, start: Start) -> None:
    address = Address()
    process = start(tmp_path / "db", "--port", str(address.port), "--pace", "0")
    await answering(address.url)
    table_id, cookie = await share(address, seats=2, bots="random")
    async with guest(address, table_id, cookie) as anna:
        await begin([anna])
        while await anna.my_turn() and not anna.view["legal_actions"]:
            await anna.deal()  # the bot ended the round before her turn
        before, received = anna.view, len(anna.events)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        action = anna.view["legal_actions"][0]
        for _ in range(2):
            refused = await anna.ask("play", id="full", action=action)
            assert (refused["type"], refused["code"]) == ("refused", "unavailable")
            assert "\n" not in refused["message"]
        assert (anna.view, len(anna.events)) == (before, received)
        async with httpx.AsyncClient(base_url=address.url) as http:
            assert (await http.get(f"/api/tables/{table_id}")).status_code == 200
            while (well := await http.get("/healthz")).status_code == 200:
                await asyncio.sleep(0.05)  # the health check is cached
            assert (well.status_code, well.json()["database"]) == (503, "failed")
            assert well.json()["reason"].endswith("written: its disk is full or broken")
        no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, no_limit)
        accepted = await anna.ask("play", id="full", action=action)
        assert (accepted["type"], accepted["seq"]) == ("accepted", received + 1)
        await answering(address.url)
        await anna.play_match()
        assert [one["seq"] for one in anna.events] == list(range(1, len(anna.events) + 1))
    assert "Traceback" not in process.end(signal.SIGTERM)[1]


async def fails(self: Database, write: WriteBatch) -> None:
    raise StorageError("db: cannot be written: database or disk is full")


async def on_turn(guests: list[Guest]) -> Guest:
    """Return the guest who is to act, once they know."""
    to_act: Guest = guests[guests[0].view["to_act"]]
    while not to_act.view["legal_actions"]:
        await to_act.receive()
    return to_act


@pytest.mark.parametrize("when", ["a move", "the end of the time"])
async def test_a_clock_continues_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, when: str
) -> None:
    monkeypatch.setattr("schwimmen.server.live.table.RETRY_S", 0.05)
    monkeypatch.setattr("schwimmen.tables.settings.MIN_MOVE_S", 1)
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, clock={"move": 1, "reserve": 0}) as (_, guests),
    ):
        await begin(guests)
        to_act = await on_turn(guests)
        with monkeypatch.context() as patched:
            patched.setattr(Database, "write", fails)
            if when == "a move":
                assert (await to_act.play())["code"] == "unavailable"
            while when != "a move" and "a timer failed" not in caplog.text:
                await asyncio.sleep(0.01)
        await to_act.sees("action")
        assert {one["acted_by"] for one in to_act.events if one["type"] == "action"} == {"clock"}


async def test_clients_stay_connected_while_the_database_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (_, guests):
        await begin(guests)
        to_act = await on_turn(guests)
        with monkeypatch.context() as patched:
            patched.setattr(Database, "write", fails)
            assert (await to_act.play())["code"] == "unavailable"
            await to_act.send(type="pace", pace="quick")
            assert (await to_act.ask("react", reaction="oops"))["type"] == "accepted"
        assert (await to_act.play())["type"] == "accepted"


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_jump_of_the_system_clock_costs_no_player_time(tmp_path: Path, hours: int) -> None:
    clock = {"move": 60, "reserve": 0}
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, clock=clock) as (table_id, (anna, bo)),
    ):
        await begin([anna, bo])
        jump = timedelta(hours=hours)
        async with served.services.hub.using(table_id) as live:
            live.now = lambda: iso_time(datetime.now(UTC) + jump)
            live.on_change()
            await asyncio.sleep(0.2)  # enough for due events to happen
            for one in (anna, bo):
                if one.view["legal_actions"]:
                    assert (await one.play())["type"] == "accepted"
            await asyncio.gather(anna.play_match(), bo.play_match())
        assert {one["acted_by"] for one in anna.events if one["type"] == "action"} == {"person"}
