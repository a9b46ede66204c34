"""No player and no address can fill the lobby, and listed hosts are connected."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.live.hub import Hub
from schwimmen.server.live.lobby import LISTED_FOR_S, RENOTE_AFTER_S
from schwimmen.server.runtime.clock import iso_time
from schwimmen.server.storage import DatabaseLocation, LobbyQueries
from tests.processes import PATIENCE

from ..conftest import RunningServer, serving
from ..guests import begin, guest
from ..test_http import error_of

pytestmark = pytest.mark.anyio

MOST, OF_PLAYER = DEFAULT_ALLOWANCE.open_tables, DEFAULT_ALLOWANCE.open_tables_of_player


class Later:
    """Clock of the lobby."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> str:
        return iso_time(datetime.fromisoformat("2030-01-01T00:00:00+00:00") + self.ahead)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Return the clock of the lobby and its tables, which stands still until it is changed."""
    clock = Later()
    monkeypatch.setattr(
        "schwimmen.server.live.lobby.NOTE_INTERVAL_S", 3600
    )  # tests check themselves
    return clock


@pytest.fixture
async def served(location: DatabaseLocation, later: Later) -> AsyncIterator[RunningServer]:
    """Server with either database, whose lobby uses that clock."""
    async with serving(location, proxies="127.0.0.1") as served:
        await served.services.rules_loader.wait()
        served.services.hub._now = served.services.lobby._now = later
        served.http.timeout = httpx.Timeout(PATIENCE)
        yield served


async def share(
    served: RunningServer, address: str = "192.0.2.1", cookie: str = "", **asked: Any
) -> tuple[httpx.Response, str]:
    """Open a table for several people; return the response and the host's cookie."""
    settings = {"seats": 3, "visibility": "open"} | asked.pop("settings", {})
    body = {"preset": "pagat", "name": "Anna", "settings": settings} | asked
    headers = {"x-forwarded-for": address} | ({"cookie": cookie} if cookie else {})
    async with httpx.AsyncClient(
        base_url=served.url, headers=headers, verify=False, timeout=PATIENCE
    ) as http:
        answer = await http.post("/api/tables/shared", json=body)
        return answer, answer.headers.get("set-cookie", "").partition(";")[0]


async def quick(served: RunningServer, name: str, cookie: str = "", **more: Any) -> tuple[str, str]:
    """Return the table of a quick match and the player's cookie."""
    body = {"preset": "pagat", "players": 3, "name": name} | more
    headers = {"cookie": cookie} if cookie else {}
    async with httpx.AsyncClient(
        base_url=served.url, headers=headers, verify=False, timeout=PATIENCE
    ) as http:
        answer = await http.post("/api/lobby/quick", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["id"], answer.headers["set-cookie"].partition(";")[0]


async def listed(served: RunningServer, which: str = "gathering") -> list[str]:
    """Return the ids in a list of the lobby."""
    return [one["id"] for one in (await served.http.get("/api/lobby")).json()[which]]


async def test_a_refused_address_does_not_displace_another(
    tmp_path: Path, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.live.lobby.MAX_KEYS", 1)
    limits = Limits(DEFAULT_ALLOWANCE._replace(open_tables=2))
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        served.services.hub._now = served.services.lobby._now = later
        assert (await share(served))[0].status_code == 201
        assert (await share(served, "192.0.2.2", name=""))[0].status_code == 422
        assert (await share(served))[0].status_code == 201
        assert error_of((await share(served))[0])["code"] == "too_many_open_here"


async def test_three_open_tables_of_one_player(served: RunningServer, later: Later) -> None:
    answer, cookie = await share(served)
    for _ in range(OF_PLAYER - 1):
        assert (await share(served, cookie=cookie))[0].status_code == 201
    refused, _ = await share(served, cookie=cookie)
    assert refused.status_code == 429
    assert error_of(refused)["code"] == "too_many_open"
    assert error_of(refused)["details"] == {"most": OF_PLAYER}
    # From any address; tables by link and other players are not limited.
    assert (await share(served, "192.0.2.9", cookie))[0].status_code == 429
    private = {"visibility": "link"}
    assert (await share(served, cookie=cookie, settings=private))[0].status_code == 201
    assert (await share(served))[0].status_code == 201
    # A table that is no longer listed does not count.
    later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
    assert (await share(served, cookie=cookie))[0].status_code == 201
    assert answer.status_code == 201


async def test_twenty_open_tables_of_one_address(served: RunningServer, later: Later) -> None:
    for _ in range(MOST):
        assert (await share(served))[0].status_code == 201
    refused, _ = await share(served)
    assert (refused.status_code, error_of(refused)["code"]) == (429, "too_many_open_here")
    assert (await share(served, "192.0.2.2"))[0].status_code == 201
    later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
    assert (await share(served))[0].status_code == 201


async def test_a_table_is_listed_while_its_host_is_connected(
    served: RunningServer, later: Later
) -> None:
    lobby = served.services.lobby
    answer, cookie = await share(served)
    table_id = answer.json()["id"]
    assert await listed(served) == [table_id]  # the host is about to connect
    async with guest(served, table_id, cookie) as anna:
        for _ in range(4):
            later.ahead += timedelta(seconds=RENOTE_AFTER_S)
            await lobby.note_hosts()
        assert await listed(served) == [table_id]
        async with guest(served, table_id) as bo:
            assert (await bo.ask("join", name="Bo"))["type"] == "accepted"
            await anna.socket.close()
            while served.services.hub._live[table_id].audience.present != {1}:
                await asyncio.sleep(0.001)
            await lobby.note_hosts()
            assert await listed(served) == [table_id], "a page may be loaded again"
            later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
            await lobby.note_hosts()
            assert await listed(served) == []
            async with guest(served, table_id, cookie) as anna:
                await lobby.note_hosts()
                assert await listed(served) == [table_id]
                await begin([anna, bo])
                await anna.socket.close()
                later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
                await lobby.note_hosts()
                assert await listed(served, "running") == [table_id], "a player is connected"


async def test_tables_of_one_player_beyond_the_limit_are_not_listed(
    served: RunningServer, later: Later
) -> None:
    cookie, tables = "", []
    for _ in range(OF_PLAYER + 2):
        answer, given = await share(served, cookie=cookie)
        cookie = cookie or given
        tables.append(answer.json()["id"])
        later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
    assert await listed(served) == []
    async with asyncio.TaskGroup() as group:
        done = asyncio.Event()

        async def hold(table_id: str) -> None:
            async with guest(served, table_id, cookie):
                await done.wait()

        for table_id in tables:
            group.create_task(hold(table_id))
        while len(served.services.hub.live) < len(tables) or not all(
            live.lobby_connection for live in served.services.hub.live
        ):
            await asyncio.sleep(0.01)
        for _ in range(3):
            await served.services.lobby.note_hosts()
            shown = await listed(served)
            assert len(shown) == OF_PLAYER
            later.ahead += timedelta(seconds=RENOTE_AFTER_S)
        done.set()


async def test_another_server_lists_the_same_tables(tmp_path: Path, later: Later) -> None:
    async with serving(tmp_path / "db") as one, serving(tmp_path / "db") as two:
        for server in (one, two):
            server.services.hub._now = server.services.lobby._now = later
        answer, cookie = await share(one)
        table_id = answer.json()["id"]
        later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
        assert await listed(two) == []
        async with guest(one, table_id, cookie):
            await one.services.lobby.note_hosts()
            assert await listed(two) == [table_id]


async def test_a_quick_match_finds_its_table_among_many(
    served: RunningServer, later: Later
) -> None:
    first, _ = await quick(served, "Anna")
    for n in range(101):  # more than the hundred newest
        await share(served, f"192.0.2.{n}")
    assert (await quick(served, "Bo"))[0] == first
    # No player is sent to a table whose host has gone.
    later.ahead += timedelta(seconds=LISTED_FOR_S + 1)
    second, _ = await quick(served, "Cleo")
    assert second != first
    assert (await quick(served, "Dora"))[0] == second
    assert (await quick(served, "Ede", players=4))[0] != second
    assert (await quick(served, "Flo", options={"lives": 5}))[0] != second
    assert (await quick(served, "Gerd"))[0] == second
    assert (await quick(served, "Hanno"))[0] != second, "it is full"


async def test_players_who_come_at_once_at_two_servers_meet(
    shared_location: DatabaseLocation, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = LobbyQueries.quick_match_tables

    async def looks(*arguments: Any) -> list[str]:
        found = await look(*arguments)
        await asyncio.sleep(0.2)  # in which the other server would look, too
        return found

    monkeypatch.setattr(LobbyQueries, "quick_match_tables", looks)
    async with serving(shared_location) as here, serving(shared_location) as there:
        for server in (here, there):
            server.services.hub._now = server.services.lobby._now = later
        (one, _), (other, _) = await asyncio.gather(quick(here, "Anna"), quick(there, "Bo"))
    assert one == other


@pytest.mark.parametrize(
    "name", ["www.x.com", "x . com", "ｘ．ｃｏｍ", "http://evil", "x.\u200dde"]
)
async def test_links_are_refused_as_names_at_open_tables(served: RunningServer, name: str) -> None:
    def check(answer: httpx.Response) -> None:
        assert answer.status_code == 422
        assert error_of(answer)["code"] == "link_name"
        assert "without the dot" in error_of(answer)["message"]

    private = {"visibility": "link"}
    check((await share(served, name=name))[0])
    check(await served.http.put("/api/me", json={"name": name}))
    check(await served.http.post("/api/bots", json={"name": name}))
    asked = {"preset": "pagat", "players": 3, "name": name}
    check(await served.http.post("/api/lobby/quick", json=asked))
    await quick(served, "Anna")
    check(await served.http.post("/api/lobby/quick", json=asked))
    # Friends may use them, until the table is open.
    answer, cookie = await share(served, name=name, settings=private)
    assert answer.status_code == 201
    async with guest(served, answer.json()["id"], cookie) as anna:
        settings = anna.table["settings"] | {"visibility": "open"}
        assert (await anna.ask("change", settings=settings))["code"] == "link_name"


async def test_a_link_is_refused_before_any_table_is_loaded(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quick(served, "Anna")
    asked = {"preset": "pagat", "players": 3, "name": "www.x.com"}
    with monkeypatch.context() as patched:
        patched.setattr(Hub, "using", lambda *_: pytest.fail("a table was loaded"))
        refused = await served.http.post("/api/lobby/quick", json=asked)
    assert (refused.status_code, error_of(refused)["code"]) == (422, "link_name")
