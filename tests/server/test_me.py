"""Guest profiles: names, recovery on another browser, lists of tables."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from schwimmen.server.storage import Database, DatabaseLocation

from .conftest import RunningServer, headers_of, serving
from .finished_tables import finished_table, store_table
from .test_http import error_of

pytestmark = pytest.mark.anyio

NOBODY: dict[str, Any] = {
    "known": False,
    "id": None,
    "name": "",
    "face": None,
    "since": None,
    "matches": 0,
    "ratings": [],
    "signed_out": False,
}


@asynccontextmanager
async def elsewhere(served: RunningServer) -> AsyncIterator[httpx.AsyncClient]:
    """Provide another browser."""
    async with httpx.AsyncClient(base_url=served.url) as browser:
        yield browser


async def token_of(browser: httpx.AsyncClient) -> str:
    answer = await browser.post("/api/me/recovery")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


async def test_a_guest_keeps_the_last_name(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        assert (await served.http.get("/api/me")).json() == NOBODY
        assert not served.http.cookies
        await served.open_table(name="Anna")
        first = (await served.http.get("/api/me")).json()
        assert (first["known"], first["name"], first["matches"]) == (True, "Anna", 1)
        await served.open_table(name="Anke")
        await served.open_table(name="")  # a guest without a name
        second = (await served.http.get("/api/me")).json()
        assert second == first | {"name": "Anke", "matches": 3}
    async with serving(location) as served, elsewhere(served) as browser:
        assert (await browser.get("/api/me")).json() == NOBODY


async def test_a_guest_can_be_renamed(served: RunningServer) -> None:
    answer = await served.http.put("/api/me", json={"name": "  Wilhelmine \u00c4 "})
    assert answer.json()["name"] == "Wilhelmine Ä"
    assert (await served.http.get("/api/me")).json() == answer.json()
    for name in ("", "   ", "a" * 41, "a\u202eb", "\u0301"):
        refused = await served.http.put("/api/me", json={"name": name})
        assert refused.status_code == 422
        assert error_of(refused)["code"] == "bad_name"
    assert (await served.http.get("/api/me")).json() == answer.json()


async def test_a_recovery_link_signs_in_another_browser(served: RunningServer) -> None:
    table_id = await served.open_table()
    token = await token_of(served.http)
    async with elsewhere(served) as browser:
        who = {"name": "Anna", "matches": 1, "other": None, "other_matches": 0}
        asked = await browser.post("/api/me/recover", json={"token": token})
        assert asked.json() == who | {"done": False}
        assert "set-cookie" not in asked.headers
        assert (await browser.get("/api/me")).json() == NOBODY
        answer = await browser.post("/api/me/recover", json={"token": token, "sure": True})
        assert answer.json() == who | {"done": True}
        (cookie,) = answer.headers.get_list("set-cookie")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        info = (await browser.get(f"/api/tables/{table_id}")).json()
        assert [seat["you"] for seat in info["seats"]] == [True, False, False]
        # The first browser is still signed in.
        assert (await served.http.get("/api/me")).json() == (await browser.get("/api/me")).json()
        # Recovering again needs no confirmation.
        again = await browser.post("/api/me/recover", json={"token": token})
        assert again.json() == who | {"done": True}


async def test_recovery_warns_a_browser_with_its_own_matches(served: RunningServer) -> None:
    mine = await served.open_table()
    token = await token_of(served.http)
    async with elsewhere(served) as browser:
        other = RunningServer(served.url, served.services, browser)
        table_id = await other.open_table(name="Berta")
        asked = await browser.post("/api/me/recover", json={"token": token})
        assert asked.json() == {
            "done": False,
            "name": "Anna",
            "matches": 1,
            "other": "Berta",
            "other_matches": 1,
        }
        assert "set-cookie" not in asked.headers
        assert [one["id"] for one in (await browser.get("/api/tables")).json()] == [table_id]
        sure = await browser.post("/api/me/recover", json={"token": token, "sure": True})
        assert sure.json()["done"]
        assert [one["id"] for one in (await browser.get("/api/tables")).json()] == [mine]


async def test_recovery_does_not_warn_a_browser_with_only_a_name(served: RunningServer) -> None:
    await served.open_table()
    token = await token_of(served.http)
    async with elsewhere(served) as browser:
        await browser.put("/api/me", json={"name": "Berta"})
        asked = (await browser.post("/api/me/recover", json={"token": token})).json()
        assert (asked["done"], asked["other"], asked["other_matches"]) == (False, None, 0)
        assert (await browser.get("/api/me")).json()["name"] == "Berta"


async def test_invalid_recovery_tokens(served: RunningServer, tmp_path: Path) -> None:
    await served.open_table()
    token = await token_of(served.http)
    player = token.partition(".")[0]
    cookie = next(iter(served.http.cookies.values()))
    async with serving(tmp_path / "other") as foreign:
        await foreign.open_table()
        of_another = await token_of(foreign.http)
    damaged = token.replace(token[-5], "A" if token[-5] != "A" else "B")
    async with elsewhere(served) as browser:
        unsigned = ("", "x", player, "\u00e4.\udc80", "." * 500)
        for bad in (*unsigned, cookie, damaged, of_another):
            body = json.dumps({"token": bad})
            refused = await browser.post(
                "/api/me/recover", content=body, headers={"content-type": "application/json"}
            )
            assert refused.status_code == 422, bad
            assert error_of(refused)["code"] in ("bad_recovery", "invalid"), bad
        long = await browser.post("/api/me/recover", json={"token": "a" * 501})
        assert error_of(long)["code"] == "invalid"
        refused = await browser.post("/api/me/recovery")
        assert error_of(refused)["code"] == "unknown_player"
        assert not browser.cookies
        assert (await served.http.delete("/api/me")).json() == {"removed": 1, "left": 0}
        gone = await browser.post("/api/me/recover", json={"token": token})
        assert error_of(gone)["code"] == "recovery_forgotten"


async def test_a_recovery_token_is_no_cookie(served: RunningServer) -> None:
    await served.open_table()
    token = await token_of(served.http)
    name = next(iter(served.http.cookies))
    async with httpx.AsyncClient(base_url=served.url, cookies={name: token}) as browser:
        assert (await browser.get("/api/me")).json() == NOBODY


async def test_the_recovery_link_has_a_qr_code(served: RunningServer) -> None:
    await served.open_table()
    answer = (await served.http.post("/api/me/recovery")).json()
    drawn = answer["qr"]
    rows = [[False] * drawn["size"] for _ in range(drawn["size"])]
    for square in drawn["path"].split("h1v1h-1z")[:-1]:
        x, y = map(int, square.removeprefix("M").split())
        rows[y][x] = True
    link = f"{served.url}/recover#{answer['token']}"
    assert rows == [[dark == 1 for dark in row] for row in segno.make_qr(link, error="m").matrix]
    origin = served.url.replace("127.0.0.1", "localhost")
    host = {"origin": origin, "host": origin.removeprefix("http://")}
    other = await served.http.post("/api/me/recovery", headers=host)
    assert other.json()["qr"] != drawn  # the address that this browser uses


async def test_own_tables_come_in_pages(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    table = finished_table(people=2)
    for number in range(5):
        await store_table(database, f"t{number}", table)
    async with serving(location) as served:
        served.http.headers.update(headers_of(served, "id-1"))
        whole = (await served.http.get("/api/tables")).json()
        assert len(whole) == 5
        assert {(one["you"], one["phase"], len(one["seats"])) for one in whole} == {(1, "over", 3)}
        pages, before = [], None
        while True:
            asked = {"limit": 2} | ({} if before is None else {"before": before})
            page = (await served.http.get("/api/tables", params=asked)).json()
            if not page:
                break
            pages.append(page)
            before = page[-1]["id"]
        assert [len(page) for page in pages] == [2, 2, 1]
        assert [one["id"] for page in pages for one in page] == [one["id"] for one in whole]
        nowhere = (await served.http.get("/api/tables", params={"before": "nowhere"})).json()
        assert nowhere == []
    await database.close()
