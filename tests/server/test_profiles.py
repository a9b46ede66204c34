"""Profiles: faces, badges, rating curves, and their public part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from schwimmen.server.people.ratings import MIN_RANKED_MATCHES
from schwimmen.server.player_ids import public_id
from schwimmen.server.storage import (
    DatabaseLocation,
    NewRating,
    WriteBatch,
)

from .conftest import RunningServer, headers_of, serving
from .finished_tables import finished_table, store_table
from .guests import guest, share
from .people.test_ratings import until_rated
from .test_http import error_of
from .test_storage import on_disk

pytestmark = pytest.mark.anyio

FACE = "Theo-dusk-rust"


async def own(served: RunningServer, player: str = "id-0") -> dict[str, Any]:
    answer = await served.http.get("/api/me/profile", headers=headers_of(served, player))
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_face_is_chosen_refused_and_given_back(served: RunningServer) -> None:
    unknown = await served.http.put("/api/me/face", json={"face": FACE})
    assert error_of(unknown)["code"] == "unknown_player"
    await served.http.put("/api/me", json={"name": "Anna"})
    chosen = await served.http.put("/api/me/face", json={"face": FACE})
    assert chosen.json()["face"] == FACE
    for face in ("", "Theo", "Theo-dusk-dusk", "<b>-dusk-rust"):
        refused = await served.http.put("/api/me/face", json={"face": face})
        assert refused.status_code == 422
        assert error_of(refused)["code"] == "bad_face"
    assert (await served.http.get("/api/me")).json() == chosen.json()
    await served.http.put("/api/me", json={"name": "Anke"})
    assert (await served.http.get("/api/me")).json()["face"] == FACE
    assert (await served.http.put("/api/me/face", json={"face": None})).json()["face"] is None


async def test_a_seat_shows_the_face_to_others(served: RunningServer) -> None:
    await served.http.put("/api/me", json={"name": "Anna"})
    me = (await served.http.put("/api/me/face", json={"face": FACE})).json()
    cookie = "; ".join(f"{name}={value}" for name, value in served.http.cookies.items())
    table_id, _ = await share(served, "Bo", seats=2)
    async with guest(served, table_id, cookie) as anna:
        # A client cannot bring a face of its own.
        await anna.ask("join", name="Anna")
    async with httpx.AsyncClient(base_url=served.url) as other:
        seats = (await other.get(f"/api/tables/{table_id}")).json()["seats"]
    assert "face" not in seats[0]
    assert (seats[1]["face"], seats[1]["profile"]) == (FACE, me["id"])


async def test_others_see_less_of_a_profile(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        database = served.services.database
        await store_table(database, "t", finished_table(people=2))
        row = NewRating("dutch", "id-0", 30.0, 1.0, MIN_RANKED_MATCHES, 1, "2026", 0)
        await database.write(WriteBatch(ratings=[row]))
        url = f"/api/players/{public_id('id-0')}"
        seen = (await served.http.get(url)).json()
        assert set(seen) == {"id", "you", "name", "face", "program", "ratings", "badges"}
        assert (seen["you"], seen["name"]) == (False, "Anna")
        assert [(one["variant"], one["place"]) for one in seen["ratings"]] == [("dutch", 1)]
        assert "id-0" not in str(seen)
        earned = [badge["name"] for badge in (await own(served))["badges"] if badge["at"]]
        assert seen["badges"] == earned
        board = (await served.http.get("/api/leaderboard", params={"variant": "dutch"})).json()
        assert [line["id"] for line in board["rows"]] == [public_id("id-0")]
        await served.http.delete("/api/me", headers=headers_of(served, "id-0"))
        gone = await served.http.get(url)
        assert gone.status_code == 404
        assert error_of(gone)["code"] == "unknown_profile"


async def test_a_curve_has_a_point_for_each_match(location: DatabaseLocation) -> None:
    names = [f"t{seed}" for seed in range(3)]
    async with serving(location) as served:
        for seed, name in enumerate(names):
            await store_table(served.services.database, name, finished_table(people=2, seed=seed))
    async with serving(location) as served:
        await until_rated(served.services.database, *names)
        assert [len(curve["points"]) for curve in (await own(served))["curves"]] == [3]
    query = "SELECT who, matches FROM rating_history ORDER BY who, matches"
    assert await on_disk(location, query) == [
        (who, matches) for who in ("id-0", "id-1") for matches in (1, 2, 3)
    ]


async def test_deletion_leaves_neither_face_nor_curve(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        await store_table(served.services.database, "t", finished_table(people=2))
        await until_rated_soon(served)
        await served.services.profiles.choose_face("id-0", FACE)
        assert FACE in str(await on_disk(location, "SELECT * FROM players"))
        await served.http.delete("/api/me", headers=headers_of(served, "id-0"))
    assert FACE not in str(await on_disk(location, "SELECT * FROM players"))
    assert "id-0" not in str(await on_disk(location, "SELECT who FROM rating_history"))


async def until_rated_soon(served: RunningServer) -> None:
    """Rate the matches of stored tables, which no client has finished."""
    table = finished_table(people=2)
    served.services.ratings.match_over("t", table)
    await until_rated(served.services.database, "t")
