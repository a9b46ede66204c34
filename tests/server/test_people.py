"""Shared tables over HTTP and WebSockets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from schwimmen.records import read_record
from schwimmen.records.fairness import verify
from schwimmen.server.live.audience import CHAT_HISTORY
from schwimmen.server.storage import DatabaseLocation, NewEvent, WriteBatch
from schwimmen.tables import Change, Leave, Refusal

from .conftest import serving
from .guests import begin, guest, seated, share
from .test_idle_tables import Day
from .test_storage import on_disk

pytestmark = pytest.mark.anyio


async def test_people_gather_and_play_a_verifiable_match(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 3, seats=4) as (table_id, guests):
        anna, bo, cleo = guests
        assert (anna.seat, bo.seat, cleo.seat) == (0, 1, 2)
        assert anna.table["host"] == 0
        await begin(guests)
        assert bo.table["phase"] == "playing"
        assert [seat["level"] for seat in bo.table["seats"]] == [None, None, None, "casual"]
        await asyncio.gather(*(one.play_match() for one in guests))
        text = (await served.http.get(f"/api/tables/{table_id}/record")).text
        found = verify(read_record(json.loads(text)))
        assert {one.seal for one in guests} == {found.seal}


async def test_the_lobby_lists_open_tables_until_they_are_over(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        await share(served, "Hidden", seats=3)
        table_id, cookie = await share(served, seats=2, fill=False, visibility="open")
        lobby = (await served.http.get("/api/lobby")).json()
        assert [(one["id"], one["host"], one["free"]) for one in lobby["gathering"]] == [
            (table_id, "Anna", 1)
        ]
        assert lobby["running"] == []
        async with guest(served, table_id, cookie) as anna, guest(served, table_id) as bo:
            assert (await bo.ask("join", name="Bo"))["type"] == "accepted"
            lobby = (await served.http.get("/api/lobby")).json()
            assert lobby["gathering"][0]["free"] == 0
            await begin([anna, bo])
            lobby = (await served.http.get("/api/lobby")).json()
            assert ([], [table_id]) == (
                lobby["gathering"],
                [one["id"] for one in lobby["running"]],
            )
            await asyncio.gather(anna.play_match(), bo.play_match())
        assert (await served.http.get("/api/lobby")).json() == {"gathering": [], "running": []}


async def test_a_quick_match_seats_players_of_the_same_kind_together(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:

        async def quick(name: str, **more: object) -> tuple[str, str]:
            body = {"preset": "pagat", "players": 3, "name": name} | more
            async with httpx.AsyncClient(base_url=served.url) as http:
                answer = await http.post("/api/lobby/quick", json=body)
                assert answer.status_code == 200, answer.text
                return answer.json()["id"], answer.headers["set-cookie"].partition(";")[0]

        first, cookie = await quick("Anna")
        assert (await quick("Bo"))[0] == first
        assert (await quick("Cleo", preset="dutch"))[0] != first
        assert (await quick("Dora", players=4))[0] != first
        assert (await quick("Anna"))[0] != first, "there is an Anna at that table"
        async with guest(served, first, cookie) as anna:
            assert anna.state.times["awaited"] == "start"
            assert (await quick("Ede"))[0] == first, "those who wait longest come first"
            await anna.sees("started")  # at once: the table is full


async def test_a_damaged_table_does_not_prevent_quick_matches(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, httpx.AsyncClient(base_url=served.url) as http:
        made = []
        for name in ("Anna", "Bo"):
            body = {"preset": "pagat", "players": 3, "name": name}
            http.cookies.clear()
            answer = await http.post("/api/lobby/quick", json=body)
            assert answer.status_code == 200, answer.text
            made.append(answer.json()["id"])
            nonsense = NewEvent(made[0], 1, None, {"type": "nonsense"})
            await served.services.database.write(WriteBatch(rewritten_events=[nonsense]))
        assert made[0] != made[1]


async def test_presence_is_broadcast(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (table_id, (anna, _)):
        async with guest(served, table_id) as other:
            assert other.presence == {"seats": [0, 1], "spectators": 1}
            while anna.presence != {"seats": [0, 1], "spectators": 1}:
                await anna.receive()
        while anna.presence != {"seats": [0, 1], "spectators": 0}:
            await anna.receive()


async def test_people_chat_and_react(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        async with seated(served, 2) as (table_id, (anna, bo)):
            for _ in range(2):  # repeated, but broadcast once
                answer = await anna.ask("say", id="one", text="  <b>Hallo</b>\tzusammen ")
                assert answer["type"] == "accepted"
            await bo.until("said")
            line = bo.said[0]
            assert (line["seat"], line["name"], line["text"]) == (
                0,
                "Anna",
                "<b>Hallo</b> zusammen",
            )
            assert (await bo.ask("react", reaction="laugh"))["type"] == "accepted"
            reacted = await anna.until("reacted")
            assert (reacted["seat"], reacted["reaction"]) == (1, "laugh")
            for text in ("", "   ", "a\u0000b", "\u202eleft"):
                assert (await bo.ask("say", text=text))["code"] == "bad_text"
            async with guest(served, table_id) as other:
                assert [one["text"] for one in other.said] == ["<b>Hallo</b> zusammen"]
                assert (await other.ask("say", text="Ich auch"))["code"] == "not_seated"
            settings = anna.table["settings"] | {"chat": False}
            assert (await anna.ask("change", settings=settings))["type"] == "accepted"
            assert (await bo.ask("say", text="Noch da?"))["code"] == "chat_off"
            assert [line["number"] for line in bo.said] == [1]
        async with serving(tmp_path / "db") as again, guest(again, table_id) as other:
            assert [one["text"] for one in other.said] == ["<b>Hallo</b> zusammen"]


async def test_chat_lines_carry_the_current_seat(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2) as (table_id, (anna, _)),
        served.services.hub.using(table_id) as live,
    ):
        host, bo = (live.table.player_at(seat) for seat in (0, 1))
        assert host is not None
        assert bo is not None
        await asyncio.gather(
            live.execute(Change(host, order=(1, 0))), live.say(bo, "Ich bin Bo", "one")
        )
        while not anna.said:
            await anna.receive()
        assert [(line["seat"], line["name"]) for line in anna.said] == [(0, "Bo")]
        with pytest.raises(Refusal, match="watching"):
            await asyncio.gather(live.execute(Leave(bo)), live.say(bo, "Noch da", "two"))


async def test_expired_chat_lines_are_deleted(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        seated(served, 2) as (table_id, guests),
        served.services.hub.using(table_id) as live,
    ):
        host = live.table.player_at(0)
        assert host is not None
        for number in range(CHAT_HISTORY + 5):
            await live.say(host, f"line {number}", f"{number}")
        async with guest(served, table_id, guests[1].cookie) as late:
            numbers = [line["number"] for line in late.said]
        assert numbers == list(range(6, CHAT_HISTORY + 6))
        assert [
            row[0] for row in await on_disk(location, "SELECT number FROM chat ORDER BY number")
        ] == numbers


async def test_chat_reaches_clients_of_another_server(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db") as one,
        serving(tmp_path / "db") as other,
        seated(one, 2) as (table_id, (anna, bo)),
        guest(other, table_id, bo.cookie) as there,
    ):
        assert (await anna.ask("say", text="Hallo"))["type"] == "accepted"
        assert (await there.ask("say", text="Moin"))["type"] == "accepted"
        assert [(line["number"], line["text"]) for line in there.said] == [
            (1, "Hallo"),
            (2, "Moin"),
        ]


async def test_the_host_can_exclude_spectators(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, spectators=False) as (table_id, guests),
    ):
        async with guest(served, table_id) as other:
            assert other.table["phase"] == "gathering"
            await begin(guests)
            while (message := await other.receive())["type"] != "refused":
                pass
            assert message["code"] == "no_spectators"
            with pytest.raises(ConnectionClosed):
                await other.receive()
            assert other.socket.close_code == 4403
            assert not other.view
        answer = await served.http.get(f"/api/tables/{table_id}/record")
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_spectators")
        async with guest(served, table_id) as late:
            assert late.welcome == {}


async def test_a_player_returns_on_another_device(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (table_id, guests):
        await begin(guests)
        bo = guests[1]
        async with guest(served, table_id, bo.cookie) as again:
            assert again.seat == 1
            assert again.view == bo.view
            assert [one["seq"] for one in again.events] == list(range(1, len(again.events) + 1))


async def test_a_bot_plays_for_an_absent_player_until_they_return(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (_, (anna, bo)):
        await begin([anna, bo])
        assert (await bo.ask("away", seat=0))["code"] == "not_absent"
        assert (await anna.ask("away", seat=1))["code"] == "not_absent"
        await bo.socket.close()
        while anna.presence["seats"] != [0]:
            await anna.receive()
        assert (await anna.ask("away", seat=1))["type"] == "accepted"
        await anna.sees("away")
        assert anna.table["seats"][1]["away"] == "host"
        await anna.play_match()
        by = {(one["seat"], one["acted_by"]) for one in anna.events if one["type"] == "action"}
        assert (1, "bot") in by


async def test_a_rematch_of_the_same_people(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (table_id, (anna, bo)):
        assert (await bo.ask("rematch"))["code"] == "not_over"
        await begin([anna, bo])
        await asyncio.gather(anna.play_match(), bo.play_match())
        assert (await bo.ask("rematch", id="once"))["type"] == "accepted"
        assert (await bo.ask("rematch", id="once"))["type"] == "accepted"
        refused = await anna.ask("rematch")
        assert (refused["code"], refused["details"]["table"]) == (
            "rematch_made",
            bo.table["rematch"],
        )
        event = await anna.sees("rematch")
        assert event["rematch"] == anna.table["rematch"] == bo.table["rematch"] != table_id
        async with (
            guest(served, event["rematch"], anna.cookie) as again,
            guest(served, event["rematch"], bo.cookie) as host,
        ):
            assert (host.seat, host.table["host"]) == (1, 1)
            assert (again.seat, again.table["seats"][0]["invited"]) == (None, True)
            assert (await again.ask("join", name=""))["type"] == "accepted"
            seat = again.table["seats"][0]
            assert (again.seat, seat["invited"], seat["name"]) == (0, False, "Anna")


async def test_clocks_and_bots_continue_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        table_id, cookie = await share(
            served, seats=2, clock={"move": 5, "reserve": 0}, options={"lives": 1}
        )
        async with guest(served, table_id, cookie) as anna:
            await begin([anna])
    # Anna does nothing: the clock expires twice, and a bot takes over.
    async with serving(tmp_path / "db") as again, guest(again, table_id, cookie) as anna:
        hub = again.services.hub
        day, live = Day(hub.server_clock), hub._live[table_id]

        async def pass_time() -> None:
            while True:
                day.passed += 5
                live.on_change()
                await asyncio.sleep(0.01)

        passing = asyncio.create_task(pass_time())
        await anna.sees("away")
        passing.cancel()
        assert anna.table["seats"][0]["away"] == "clock"
