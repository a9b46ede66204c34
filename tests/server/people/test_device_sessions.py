"""Signing out other devices, and expired recovery links."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Executable
from websockets.exceptions import ConnectionClosed

from schwimmen.server.live.connection import SIGNED_OUT
from schwimmen.server.people import device_sessions
from schwimmen.server.people.device_sessions import STALE_S, Claim, DeviceSessions
from schwimmen.server.storage import (
    Database,
    DatabaseLocation,
    PeopleQueries,
    PlayerName,
    StorageError,
    WriteBatch,
)
from schwimmen.tables import Refusal

from ..conftest import Client, RunningServer, serving
from ..guests import guest, share
from ..limits.test_buckets import Clock
from ..test_http import error_of
from ..test_me import elsewhere, token_of
from ..test_tokens import token as program

pytestmark = pytest.mark.anyio


async def another_device(served: RunningServer, browser: httpx.AsyncClient) -> None:
    """Sign another browser in as the same player."""
    body = {"token": await token_of(served.http), "sure": True}
    assert (await browser.post("/api/me/recover", json=body)).json()["done"]


async def sign_out_others(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/api/me/sign-out-others")
    assert answer.status_code == 200, answer.text
    assert answer.json()["known"]


async def end_of(client: Client) -> int:
    """Return the close code of a connection."""
    with suppress(ConnectionClosed):
        while True:
            await client.receive()
    assert client.socket.close_code is not None
    return client.socket.close_code


async def test_all_other_devices_become_new_guests(served: RunningServer) -> None:
    await served.services.rules_loader.wait()
    table_id = await served.open_table()
    async with elsewhere(served) as device, elsewhere(served) as thief:
        await another_device(served, device)
        thief.cookies = httpx.Cookies(
            served.http.cookies
        )  # even with a copy of this browser's cookie
        await sign_out_others(served.http)
        me = (await served.http.get("/api/me")).json()
        assert (me["known"], me["signed_out"], me["matches"]) == (True, False, 1)
        for other in (device, thief):
            refused = (await other.get("/api/me")).json()
            assert (refused["known"], refused["signed_out"]) == (False, True)
            assert (await other.get("/api/tables")).json() == []
            info = (await other.get(f"/api/tables/{table_id}")).json()
            assert not any(seat["you"] for seat in info["seats"])
            assert (await other.post("/api/me/sign-out-others")).status_code == 422
            renamed = (await other.put("/api/me", json={"name": "Eve"})).json()
            assert (renamed["name"], renamed["matches"]) == ("Eve", 0)
            assert not (await other.get("/api/me")).json()["signed_out"]
        assert (await served.http.get("/api/me")).json() == me
        await sign_out_others(served.http)  # again
        await another_device(served, device)
        assert (await device.get("/api/me")).json() == me


async def test_only_the_newest_recovery_link_is_valid(served: RunningServer) -> None:
    await served.open_table()
    player = next(iter(served.http.cookies.values())).partition(".")[0]
    links = [await token_of(served.http)]

    async def served_by(browser: httpx.AsyncClient) -> list[bool]:
        answers = [await browser.post("/api/me/recover", json={"token": one}) for one in links]
        codes = {error_of(one)["code"] for one in answers if one.status_code != 200}
        assert codes <= {"recovery_outdated"}
        return [one.status_code == 200 for one in answers]

    async with elsewhere(served) as browser:
        assert await served_by(browser) == [True]
        links.append(await token_of(served.http))
        assert await served_by(browser) == [False, True]
        links.append(await token_of(served.http))
        assert await served_by(browser) == [False, False, True]
        await sign_out_others(served.http)
        assert await served_by(browser) == [False, False, False]
        await served.http.delete("/api/me")
        await served.services.profiles.rename(player, "Anna")  # created again, from another device
        await served.services.profiles.recovery(player)
        assert not any(await served_by(browser))


async def test_connections_of_other_devices_close_at_all_servers(
    location: DatabaseLocation,
) -> None:
    async with serving(location) as served, serving(location) as beside:
        table_id, cookie = await share(served, seats=2)
        name, _, value = cookie.partition("=")
        served.http.cookies.set(name, value, domain="127.0.0.1")
        async with (
            guest(served, table_id, cookie) as here,
            guest(beside, table_id, cookie) as there,
            guest(beside, table_id) as other,
        ):
            assert (here.seat, there.seat, other.seat) == (0, 0, None)
            await sign_out_others(served.http)
            assert [await end_of(here), await end_of(there)] == [SIGNED_OUT] * 2
            assert (await other.ask("join", name="Bo"))["type"] == "accepted"
        # The new cookie is valid at the other server, too, the old one nowhere.
        cookie = f"{name}={served.http.cookies[name]}"
        async with guest(beside, table_id, cookie) as again:
            assert again.seat == 0
        for one in (served, beside):
            one.http.cookies = httpx.Cookies()
            one.http.cookies.set(name, value, domain="127.0.0.1")
            async with one.socket(table_id) as refused:
                assert await end_of(refused) == SIGNED_OUT
            assert (await one.http.post("/api/me/sign-out")).status_code == 200
            assert not one.http.cookies
            async with guest(one, table_id) as visitor:
                assert visitor.seat is None


async def test_commands_of_a_signed_out_device_are_refused(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        seq = anna.events[-1]["seq"]
        await sign_out_others(served.http)
        await served.services.device_sessions.poll()
        await anna.send(type="play", id="late", action=anna.view["legal_actions"][0])
        assert await end_of(anna) == SIGNED_OUT
    assert await served.services.database.log_length(table_id) == seq


async def test_programs_have_one_token(served: RunningServer) -> None:
    robo = await program(served.http)
    answer = await served.http.post("/api/me/sign-out-others", headers=robo)
    assert error_of(answer)["code"] == "is_program"
    refused = await served.http.post("/api/me/sign-out-others")
    assert error_of(refused)["code"] == "unknown_player"


async def test_two_devices_that_sign_out_each_other(served: RunningServer) -> None:
    players = served.services.profiles
    await players.rename("anna", "Anna")
    claim = Claim("anna")
    assert await players.sign_out_others(claim) == Claim("anna", 1)
    with pytest.raises(Refusal) as caught:
        await players.sign_out_others(claim)
    assert caught.value.code == "busy"
    assert await served.services.device_sessions.is_valid(Claim("anna", 1))


async def test_generations_are_cached_until_they_may_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(device_sessions, "MAX_CACHED", 3)
    database = await Database.open(tmp_path / "db")
    elsewhere = await Database.open(tmp_path / "db")
    players = [f"p{number}" for number in range(5)]
    names = [PlayerName(player, "Anna", "2026") for player in players]
    await database.write(WriteBatch(player_names=names))
    own, other = (DeviceSessions(one, clock) for one in (database, elsewhere))
    reads = 0
    reading = database.rows

    async def counted(query: Executable) -> object:
        nonlocal reads
        reads += 1
        return await reading(query)

    monkeypatch.setattr(database, "rows", counted)
    await own.poll()
    reads = 0
    for _ in range(3):
        assert await own.is_valid(Claim("p0"))
    assert reads == 1
    assert await other.sign_out_others(Claim("p0")) == Claim("p0", 1)
    assert await own.is_valid(Claim("p0"))  # not polled yet
    assert await own.is_valid(Claim("p0", 1))  # proves that there is a newer generation
    assert not await own.is_valid(Claim("p0"))
    await other.sign_out_others(Claim("p1"))
    clock.now += STALE_S
    assert not await own.is_valid(Claim("p1"))  # the cache is stale
    await own.poll()
    reads = 0
    for player in players:
        await own.is_valid(Claim(player))
    assert reads == len(players)
    await own.is_valid(Claim(players[-1]))
    assert reads == len(players)
    await own.is_valid(Claim(players[0]))  # no longer cached
    assert reads == len(players) + 1
    await database.close()
    await elsewhere.close()


async def test_devices_that_come_at_once_wait_for_one_query(
    location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await Database.open(location)
    sessions = DeviceSessions(database)
    await database.write(WriteBatch(player_names=[PlayerName("p7", "Anna", "2026-01-01", True)]))
    await sessions.sign_out_others(Claim("p7"))
    asked = list[int]()
    generations = PeopleQueries.generations

    async def counted(self: PeopleQueries, players: Sequence[str]) -> dict[str, int]:
        asked.append(len(players))
        return await generations(self, players)

    monkeypatch.setattr(PeopleQueries, "generations", counted)
    claims = [Claim(f"p{number}") for number in range(50)] * 2
    valid = await asyncio.gather(*map(sessions.is_valid, claims))
    assert [claims[n].player for n, one in enumerate(valid) if not one] == ["p7", "p7"]
    assert asked == [50]
    await database.close()


async def test_every_device_is_told_that_the_database_fails(
    location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await Database.open(location)
    sessions = DeviceSessions(database)

    async def fails(*_: object) -> None:
        raise StorageError("db: cannot be read: gone")

    with monkeypatch.context() as patched:
        patched.setattr(PeopleQueries, "generations", fails)
        claims = [Claim(f"p{number}") for number in range(3)]
        answers = await asyncio.gather(*map(sessions.is_valid, claims), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StorageError] * 3
    assert await sessions.is_valid(claims[0])
    await database.close()
