"""Several servers that share a database and a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from schwimmen.server.storage import DatabaseLocation, WriteBatch, parse_location
from tests.postgres import Server

from .conftest import AN_HOUR, serving
from .guests import begin, guest, seated, share
from .test_storage import on_disk

pytestmark = pytest.mark.anyio


async def test_no_player_acts_at_a_former_seat(location: DatabaseLocation) -> None:
    async with (
        serving(location) as one,
        serving(location) as other,
        seated(one, 2) as (table_id, (anna, bo)),
        guest(other, table_id, bo.cookie) as there,
    ):
        assert (await anna.ask("change", order=[1, 0]))["type"] == "accepted"
        await bo.until("events")
        await begin([anna, bo])
        while bo.view["legal_actions"]:
            await bo.play("keep" if "keep" in bo.view["legal_actions"] else "pass")
        await anna.my_turn()
        # This server still has them at seat 1 and does not know of the match.
        played = len(anna.events)
        refused = await there.ask("play", action=anna.view["legal_actions"][0])
        assert refused["code"] == "not_seated"
        assert there.seat == 0
        assert await one.services.database.log_length(table_id) == played


async def test_a_table_continues_when_the_server_ahead_is_gone(
    location: DatabaseLocation,
) -> None:
    async with serving(location) as one:
        table_id = await one.open_table()
        async with one.seat(table_id) as here:
            await here.my_turn()
            async with serving(location, pace=AN_HOUR) as other:
                other.http.cookies = one.http.cookies
                async with other.seat(table_id) as there:
                    while there.view["legal_actions"]:
                        await there.play()
                    known = there.events[-1]["seq"]
            await one.services.hub.catch_up(table_id)
            while here.events[-1]["seq"] <= known:
                await here.receive()
            assert [one["seq"] for one in here.events] == list(range(1, len(here.events) + 1))


@pytest.fixture
def shared(postgres: Server, migrated: str) -> DatabaseLocation:
    """Return a database that several servers may use at once."""
    return parse_location(postgres.new_database(migrated))


async def test_a_new_client_gets_the_events_of_another_server(shared: DatabaseLocation) -> None:
    async with serving(shared) as one, serving(shared) as other:
        table_id = await one.open_table()
        other.http.cookies = one.http.cookies
        async with one.seat(table_id) as here, other.seat(table_id) as there:
            await here.my_turn()
            await there.hello(1)
            known = there.events[-1]["seq"]
            await there.play()
            async with one.seat(table_id) as late:
                assert late.events[-1]["seq"] > known


async def test_two_servers_load_a_table_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "db") as before:
        table_id, cookie = await share(before, seats=2, clock={"move": 60, "reserve": 0})
        async with guest(before, table_id, cookie) as anna:
            await begin([anna])
    async with serving(tmp_path / "db") as one, serving(tmp_path / "db") as other:
        database = other.services.database
        hurried: list[int] = []
        turns = iter(["ours"])
        write = database.write

        async def late(rows: WriteBatch) -> None:
            if len(rows.events) and next(turns, ""):
                hurried.append((await one.http.get(f"/api/tables/{table_id}")).status_code)
            await write(rows)

        monkeypatch.setattr(database, "write", late)
        answer = await other.http.get(f"/api/tables/{table_id}")
        assert [answer.status_code, *hurried] == [200, 200]


async def test_two_servers_open_one_table_for_the_next_match(location: DatabaseLocation) -> None:
    async with (
        serving(location) as one,
        serving(location) as other,
        seated(one, 2) as (table_id, (anna, bo)),
    ):
        await begin([anna, bo])
        await asyncio.gather(anna.play_match(), bo.play_match())
        async with guest(other, table_id, bo.cookie) as there:
            answers = await asyncio.gather(anna.ask("rematch"), there.ask("rematch"))
        assert sorted(one["type"] for one in answers) == ["accepted", "refused"]
        assert (await anna.ask("rematch"))["code"] == "rematch_made"
    assert len(await on_disk(location, "SELECT id FROM tables")) == 2
