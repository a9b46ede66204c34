"""Evenings among friends: the chat and the score go on after a rematch; spectators take part."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from schwimmen.server.storage import DatabaseLocation
from tests.server.conftest import RunningServer, serving
from tests.server.guests import Guest, begin, guest, seated
from tests.server.test_deletion import delete_data

pytestmark = pytest.mark.anyio

QUICK = {"options": {"special": "none", "lives": 1}}


async def play_match(guests: Sequence[Guest]) -> str:
    """Play the match of these guests; return the table of the rematch that the first asks for."""
    await begin([*guests])
    await asyncio.gather(*(one.play_match() for one in guests))
    assert (await guests[0].ask("rematch"))["type"] == "accepted"
    return str((await guests[0].sees("rematch"))["rematch"])


def texts(client: Guest) -> list[str]:
    return [line["text"] for line in client.said]


async def say(client: Guest, text: str) -> None:
    answer = await client.ask("say", text=text)
    assert answer["type"] == "accepted", answer


async def test_chat_and_score_go_on_at_the_table_of_a_rematch(location: DatabaseLocation) -> None:
    async with serving(location) as served, seated(served, 2, **QUICK) as (_, (anna, bo)):
        assert anna.table["evening"] == []
        await say(anna, "Guten Abend")
        await say(bo, "Hallo Anna")
        again = await play_match([anna, bo])
        async with guest(served, again, anna.cookie) as here:
            assert texts(here) == ["Guten Abend", "Hallo Anna"]
            await say(here, "Noch eine")
            score = here.table["evening"]
            assert {one["name"]: one["matches"] for one in score} == {"Anna": 1, "Bo": 1}
            assert sum(one["wins"] for one in score) >= 1
            seats = {one["name"]: one["seat"] for one in score}
            assert seats == {"Anna": 0, "Bo": 1}
    async with (
        serving(location) as restarted,
        guest(restarted, again, bo.cookie) as there,
        guest(restarted, again, anna.cookie) as here,
    ):
        assert texts(there) == ["Guten Abend", "Hallo Anna", "Noch eine"]
        assert [line["number"] for line in there.said] == [1, 2, 3]
        assert (await there.ask("join", name=""))["type"] == "accepted"
        third = await play_match([here, there])
        assert {one["name"]: one["matches"] for one in here.table["evening"]} == {
            "Anna": 2,
            "Bo": 2,
        }
        assert (await there.sees("rematch"))["rematch"] == third
        async with guest(restarted, third, there.cookie) as last:
            assert len(texts(last)) == 3


async def test_newcomers_read_no_chat_from_which_they_were_excluded(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        for spectators, expected in ((False, []), (True, ["Unter uns"])):
            async with seated(served, 2, spectators=spectators, **QUICK) as (_, guests):
                await say(guests[0], "Unter uns")
                again = await play_match(guests)
                async with guest(served, again) as newcomer:
                    assert texts(newcomer) == expected
                async with guest(served, again, guests[1].cookie) as bo:
                    assert texts(bo) == ["Unter uns"]


async def test_deleted_people_leave_no_line_at_later_tables(location: DatabaseLocation) -> None:
    async with serving(location) as served, seated(served, 2, seats=3, **QUICK) as (first, guests):
        async with guest(served, first) as zoe:
            assert (await zoe.ask("join", name="Zoe"))["type"] == "accepted"
            await say(zoe, "Nur kurz")
            assert (await zoe.ask("leave"))["type"] == "accepted"
        await say(guests[0], "Schade")
        again = await play_match(guests)
        async with guest(served, again, guests[0].cookie) as anna:
            assert texts(anna) == ["Nur kurz", "Schade"]
        await delete_data(served, zoe)
        async with guest(served, again, guests[0].cookie) as anna:
            assert texts(anna) == ["Schade"]


async def profile_name(served: RunningServer, client: Guest, name: str) -> None:
    async with httpx.AsyncClient(base_url=served.url, headers={"cookie": client.cookie}) as http:
        answer = await http.put("/api/me", json={"name": name})
        assert answer.is_success, answer.text


async def test_spectators_react_and_chat_where_the_host_allows_it(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2) as (table_id, guests),
        guest(served, table_id) as watching,
    ):
        anna = guests[0]
        await begin(guests)
        assert (await watching.ask("react", reaction="wow"))["type"] == "accepted"
        reacted = await anna.until("reacted")
        assert (reacted["seat"], reacted["reaction"]) == (None, "wow")
        assert (await watching.ask("say", text="Toll"))["code"] == "not_seated"

        settings = anna.table["settings"] | {"spectator_chat": True}
        assert (await anna.ask("change", settings=settings))["type"] == "accepted"
        await say(watching, "Toll")
        await anna.until("said")
        line = anna.said[-1]
        assert (line["seat"], line["name"], line["text"]) == (None, "", "Toll")

        settings |= {"chat": False, "spectators": True}
        assert (await anna.ask("change", settings=settings))["type"] == "accepted"
        assert (await watching.ask("say", text="Noch da?"))["code"] == "chat_off"


async def test_spectators_have_the_name_of_their_profile_unless_a_player_has_it(
    tmp_path: Path,
) -> None:
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, spectator_chat=True) as (table_id, (anna, _)),
        seated(served, 2) as (_, (other_anna, cleo)),
        guest(served, table_id, other_anna.cookie) as impostor,
        guest(served, table_id, cleo.cookie) as watching,
    ):
        await profile_name(served, cleo, "Cleo P.")
        for client, name in ((impostor, ""), (watching, "Cleo P.")):
            await say(client, "Hallo")
            await anna.until("said")
            assert (anna.said[-1]["seat"], anna.said[-1]["name"]) == (None, name)
