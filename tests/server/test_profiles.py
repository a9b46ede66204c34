"""Profiles: faces, public pages, badges, and rating curves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from sqlalchemy import delete
from starlette.responses import Response

from schwimmen.server.people.device_sessions import Claim
from schwimmen.server.people.ratings import HISTORY_FILLED
from schwimmen.server.storage import DatabaseLocation, public_id, schema
from tests.processes import PATIENCE

from .conftest import RunningServer, serving
from .finished_tables import finished_table, store_table
from .guests import guest, seated
from .people.test_ratings import until_rated
from .test_http import error_of
from .test_storage import engine_of, on_disk

pytestmark = pytest.mark.anyio

FACE = "Berta-moss-oxblood"


async def test_a_face_is_chosen_and_appears_at_the_next_table(served: RunningServer) -> None:
    before = await served.open_table(name="Anna")
    answer = await served.http.put("/api/me/face", json={"face": FACE})
    assert answer.json()["face"] == FACE
    after = await served.open_table(name="Anna")
    for table_id, face in ((before, None), (after, FACE)):
        own, *bots = (await served.http.get(f"/api/tables/{table_id}")).json()["seats"]
        assert own.get("face") == face
        assert not any("face" in bot or "profile" in bot for bot in bots)
    listed = (await served.http.get("/api/tables")).json()
    assert [table["seats"][0].get("face") for table in listed] == [FACE, None]
    assert (await served.http.put("/api/me/face", json={"face": None})).json()["face"] is None


@pytest.mark.parametrize("face", ["", "Berta", "Nobody-moss-rust", "Berta-red-rust", "a-b-c-d"])
async def test_a_bad_face_is_refused_in_one_line(served: RunningServer, face: str) -> None:
    await served.open_table(name="Anna")
    answer = await served.http.put("/api/me/face", json={"face": face})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "bad_face")


async def test_an_unknown_player_cannot_choose_a_face(served: RunningServer) -> None:
    answer = await served.http.put("/api/me/face", json={"face": FACE})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "unknown_player")


async def test_seats_lead_to_profiles_which_can_be_deleted(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (table_id, (anna, _)):
        seat = anna.table["seats"][0]
        player = (await served.services.database.seats_of(table_id))[0]
        assert seat["profile"] == public_id(player)
        address = f"/api/players/{seat['profile']}"
        profile = (await served.http.get(address)).json()
        assert (profile["name"], profile["you"], profile["badges"]) == ("Anna", False, [])
        assert player not in str(profile)
        async with httpx.AsyncClient(base_url=served.url, headers={"cookie": anna.cookie}) as http:
            assert (await http.get("/api/me")).json()["id"] == seat["profile"]
            assert (await http.get(address)).json()["you"]
            await http.delete("/api/me")
        answer = await served.http.get(address)
        assert (answer.status_code, error_of(answer)["code"]) == (404, "unknown_profile")


async def test_the_state_of_a_table_has_the_faces(served: RunningServer) -> None:
    await served.open_table(name="Anna")
    await served.http.put("/api/me/face", json={"face": FACE})
    table_id = await served.open_table(name="Anna")
    cookie = "; ".join(f"{name}={value}" for name, value in served.http.cookies.items())
    async with guest(served, table_id, cookie) as anna:
        assert anna.table["seats"][0]["face"] == FACE


async def test_an_empty_profile_has_all_badges_to_earn(served: RunningServer) -> None:
    profile = (await served.http.get("/api/me/profile")).json()
    assert len(profile["badges"]) == 8
    assert all(badge["at"] is None and badge["done"] == 0 for badge in profile["badges"])
    assert (profile["form"], profile["rivals"], profile["curves"]) == ([], [], [])


async def test_the_curve_is_filled_once_from_old_logs(location: DatabaseLocation) -> None:
    history = "SELECT family, who, matches, mu, sigma FROM rating_history ORDER BY who, matches"
    tables = [f"t{number}" for number in range(3)]
    async with serving(location) as served:
        for number, table_id in enumerate(tables):
            table = finished_table(2, seed=number)
            await store_table(served.services.database, table_id, table)
    async with serving(location) as served:  # it rates what was left over
        await until_rated(served.services.database, *tables)
    written = await on_disk(location, history)
    assert [row[1:3] for row in written] == [(f"id-{n}", m) for n in (0, 1) for m in (1, 2, 3)]
    engine = engine_of(location)
    async with engine.begin() as connection:
        await connection.execute(delete(schema.rating_history))
        mark = schema.settings.c.name == HISTORY_FILLED
        await connection.execute(delete(schema.settings).where(mark))
    await engine.dispose()
    async with serving(location) as served:
        async with asyncio.timeout(PATIENCE):
            while not await served.services.database.settings_with_prefix(HISTORY_FILLED):
                await asyncio.sleep(0.01)
        again = await on_disk(location, history)
        assert [row[:3] for row in again] == [row[:3] for row in written]
        # Matches are rated again in the order of their ends, and the last rating is the stored one.
        assert [again[number] for number in (2, 5)] == [written[number] for number in (2, 5)]
        cookies = served.services.cookies
        response = Response()
        cookies.set(response, Claim("id-0"), secure=False)
        headers = {"cookie": response.headers["set-cookie"].partition(";")[0]}
        profile = (await served.http.get("/api/me/profile", headers=headers)).json()
        (curve,) = profile["curves"]
        assert [point["matches"] for point in curve["points"]] == [1, 2, 3]
        assert len(profile["form"]) == 3
        assert profile["rivals"][0]["matches"] == 3
        (badge,) = (one for one in profile["badges"] if one["name"] == "thirty_matches")
        assert (badge["done"], badge["goal"]) == (3, 30)
        assert (await served.http.delete("/api/me", headers=headers)).status_code == 200
    assert {row[1] for row in await on_disk(location, history)} == {"id-1"}
