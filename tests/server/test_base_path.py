"""A server below a path: addresses, redirects, cookies, QR codes and link previews."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from schwimmen.cli import main
from schwimmen.server.operation.startup import ServerSettings
from schwimmen.server.routes import pages
from schwimmen.server.routes.tables import _draw
from schwimmen.server.runtime.addresses import qr_svg_path
from tests.processes import PATIENCE

from .conftest import TWO_BOTS, RunningServer, serving, websocket
from .guests import share

BASE = "/games/31"
PUBLIC_URL = "https://play.example.org"
BROWSER = {"accept": "text/html"}


@pytest.fixture
async def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningServer]:
    """Provide a server below a path, with documentation."""
    with ZipFile(tmp_path / "docs.zip", "w") as archive:
        archive.writestr("index.html", "the documentation")
        archive.writestr("play/index.html", "how to play")
    monkeypatch.setattr(pages, "DOCUMENTATION", tmp_path / "docs.zip")
    async with serving(tmp_path / "db", public_url=PUBLIC_URL, base_path=BASE) as served:
        yield served


def outside(served: RunningServer) -> httpx.AsyncClient:
    """Return a client of everything at the host and port of a server."""
    return httpx.AsyncClient(base_url=served.url.removesuffix(BASE), timeout=PATIENCE)


@pytest.mark.anyio
async def test_the_page_finds_its_files(served: RunningServer) -> None:
    for path in ("/", "/rules", "/t/some-table", "/t/some-table/replay", "/nowhere"):
        answer = await served.http.get(path, headers=BROWSER)
        assert answer.status_code == (404 if path == "/nowhere" else 200)
        files = re.findall(r'(?:href|src)="([^"]*)"', answer.text)
        assert len(files) >= 5
        for file in files:
            assert file.startswith(f"{BASE}/")
            found = await served.http.get(file.removeprefix(BASE))
            assert found.status_code == 200, file
    manifest = (await served.http.get("/manifest.webmanifest")).json()
    assert {manifest["start_url"], manifest["scope"]} == {"./"}
    assert "id" not in manifest  # relative to the origin, where another place may be


@pytest.mark.anyio
async def test_everything_is_below_the_path(served: RunningServer) -> None:
    for path in ("/api/setup", "/healthz", "/sw.js", "/engine-data/catalogue.json"):
        assert (await served.http.get(path)).status_code == 200
    assert (await served.http.get("/api/openapi.json")).json()["servers"] == [{"url": BASE}]
    assert (await served.http.get("/api/nothing", headers=BROWSER)).status_code == 404
    assert (await served.http.get("/assets/none.js", headers=BROWSER)).status_code == 404
    documentation = await served.http.get("/docs", follow_redirects=True)
    assert documentation.text == "the documentation"
    play = await served.http.get("/docs/play", follow_redirects=True)
    assert (play.text, play.url.path) == ("how to play", f"{BASE}/docs/play/")
    body = b" " * 100_000  # too large except for a match of a device
    assert (await served.http.post("/api/tables", content=body)).status_code == 413
    assert (await served.http.post("/api/tables/device", content=body)).status_code == 422
    assert (await served.http.get("/api/me")).headers["cache-control"] == "no-store"


@pytest.mark.anyio
async def test_other_paths_name_it(served: RunningServer) -> None:
    async with outside(served) as http:
        there = await http.get(BASE)
        assert (there.status_code, there.headers["location"]) == (307, f"{BASE}/")
        # The last ones are of a proxy that removes the path.
        for path in ("/", "/games", "/games/", f"{BASE}x/", "/api/setup", "/healthz", "/metrics"):
            answer = await http.get(path)
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "not_found"
            assert answer.json()["error"]["message"].startswith(f"the game is at {BASE}/ ")
            assert "x-frame-options" in answer.headers
    with pytest.raises(InvalidStatus):
        async with websocket(served.url.removesuffix(BASE), "some-table", {}):
            pass


@pytest.mark.anyio
async def test_a_table_is_played_with_a_cookie_of_the_path(served: RunningServer) -> None:
    answer = await served.http.post("/api/tables", json={"preset": "pagat", "opponents": TWO_BOTS})
    table = answer.json()["id"]
    cookie = SimpleCookie(answer.headers["set-cookie"])
    assert [morsel["path"] for morsel in cookie.values()] == [f"{BASE}/"]
    async with served.seat(table) as client:
        assert client.seat == 0
        await client.my_turn()
        assert (await client.play())["type"] == "accepted"
    assert [found["id"] for found in (await served.http.get("/api/tables")).json()] == [table]
    signed_out = await served.http.post("/api/me/sign-out")
    assert f"Path={BASE}/;" in signed_out.headers["set-cookie"]
    assert not served.http.cookies


@pytest.mark.anyio
async def test_links_lead_there(served: RunningServer) -> None:
    table, _ = await share(served, seats=2)
    await served.http.put("/api/me", json={"name": "Anna"})
    code = await served.http.get(f"/api/tables/{table}/qr.svg")
    assert code.content == _draw(f"{served.url}/t/{table}")
    for headers, page in (({}, served.url), ({"origin": PUBLIC_URL}, f"{PUBLIC_URL}{BASE}")):
        headers |= {"host": PUBLIC_URL.partition("://")[2]} if headers else {}
        recovery = (await served.http.post("/api/me/recovery", headers=headers)).json()
        size, path = qr_svg_path(f"{page}/recover#{recovery['token']}")
        assert recovery["qr"] == {"size": size, "path": path}
    text = (await served.http.get(f"/t/{table}")).text
    addresses = re.findall(rf'content="({PUBLIC_URL}[^"]*)"', text)
    place = f"{PUBLIC_URL}{BASE}"
    assert addresses == [f"{place}/t/{table}", f"{place}/link-preview.png"]
    assert (await served.http.get("/link-preview.png")).status_code == 200


@pytest.mark.anyio
async def test_two_places_of_one_host_know_their_own_players(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as root, serving(tmp_path / "other", base_path=BASE) as far:
        for served in (root, far):
            await served.http.put("/api/me", json={"name": "Anna"})
        # A browser sends the cookies of the shorter path to the longer one, too.
        far.http.cookies.update(root.http.cookies)
        assert (await far.http.get("/api/me")).json()["name"] == "Anna"
        assert "set-cookie" not in (await far.http.get("/api/me")).headers
        assert len({morsel.name for morsel in far.http.cookies.jar}) == 2


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("/", ""),
        ("/cards", "/cards"),
        ("/cards/", "/cards"),
        ("/games/31/", "/games/31"),
        ("/~me/a_b.c-d", "/~me/a_b.c-d"),
        ("/.well-known", "/.well-known"),
    ],
)
@pytest.mark.parametrize("command", ["play", "serve"])
def test_the_path_is_normalized(
    command: str, given: str, taken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[ServerSettings] = []
    monkeypatch.setattr("schwimmen.server.operation.startup.run", ran.append)
    monkeypatch.setattr("schwimmen.server.runtime.logs.set_up_logging", lambda *_: None)
    public = ["--public-url", PUBLIC_URL] if command == "serve" else []
    assert main([command, "--base-path", given, *public]) == 0
    assert ran[0].base_path == taken
    assert ran[0].public_url == (f"{PUBLIC_URL}{taken}/" if public else None)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "cards",
        "//x",
        "/a//b",
        "/a b",
        "/a?b",
        "/a#b",
        "/ä",
        "/%61",
        "/..",
        "/a/../b",
        "/./",
        "/a\n",
    ],
)
def test_another_path_is_refused_in_one_line(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--base-path", given])
    (line,) = capsys.readouterr().err.splitlines()
    assert f"argument --base-path: {given!r} is not a path such as /cards" in line
