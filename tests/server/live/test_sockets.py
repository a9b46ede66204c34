"""Clients that come back after a while, and clients that are handed on to another server."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import cast

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from schwimmen.server.live import sockets
from schwimmen.server.live.connection import SERVICE_RESTART, Connection
from schwimmen.server.live.sockets import MAX_RETURN_S, RETURNS_PER_S, Sockets
from schwimmen.server.storage import DatabaseLocation

from ..conftest import AN_HOUR, Client, RunningServer, serving
from ..guests import begin, guest, seated
from .test_connection import Socket

pytestmark = pytest.mark.anyio


def connection() -> Connection:
    """Return a connection to a client that reads everything."""
    return Connection(cast(WebSocket, Socket()))


async def close_code(client: Client) -> int | None:
    """Return the code with which the server closes a connection."""
    with pytest.raises(ConnectionClosed) as caught:
        await client.until("nothing more")
    return None if caught.value.rcvd is None else caught.value.rcvd.code


def test_more_clients_take_more_time_to_come_back() -> None:
    held = Sockets()
    with ExitStack() as stack:
        for _ in range(RETURNS_PER_S):
            stack.enter_context(held.holding(connection(), "t"))
        assert held.return_s == 1
        for _ in range(20 * RETURNS_PER_S):
            stack.enter_context(held.holding(connection(), "t"))
        assert held.return_s == MAX_RETURN_S
    assert held.return_s == 0


async def test_a_client_alone_comes_back_at_once(served: RunningServer) -> None:
    async with served.seat(await served.open_table()) as anna:
        assert anna.welcome["return_s"] == 1 / RETURNS_PER_S


async def test_clients_are_handed_on_in_groups_table_by_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held, steps = Sockets(), list[str]()
    clients = {f"{table}{seat}": connection() for seat in range(3) for table in "ab"}
    time = iter(range(100))
    monkeypatch.setattr(sockets, "monotonic", lambda: next(time))
    monkeypatch.setattr(sockets, "STEP_S", 0)

    async def look(seconds: float) -> None:
        steps.append("".join(sorted(name for name, one in clients.items() if one.closing)))

    with ExitStack() as stack:
        for name, one in clients.items():
            stack.enter_context(held.holding(one, name[0]))
        monkeypatch.setattr(asyncio, "sleep", look)
        await held.drain(3)
    assert steps == ["b1b2", "a2b0b1b2"]
    assert all(one.closing for one in clients.values())


async def test_a_client_that_arrives_late_is_handed_on_too() -> None:
    held, late = Sockets(), connection()
    await held.drain()
    with held.holding(late, "t"):
        assert late.closing


async def test_a_draining_server_only_answers_what_does_not_hold_it(
    served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await served.services.hub.sockets.drain()
        assert await close_code(anna) == SERVICE_RESTART
    health = await served.http.get("/healthz")
    assert (health.status_code, health.json()["status"]) == (503, "draining")
    assert health.json()["reason"] == "the server is about to stop"
    with pytest.raises(InvalidStatus) as caught:
        async with served.socket(table_id):
            pass
    refused = caught.value.response
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert b'"draining"' in refused.body
    asked = await served.http.post("/api/connection")
    assert (asked.status_code, asked.headers["retry-after"]) == (503, "1")
    assert (await served.http.get(f"/api/tables/{table_id}")).status_code == 200
    assert [line.message for line in caplog.records if line.levelname == "ERROR"] == []


async def test_a_match_goes_on_at_the_next_server(location: DatabaseLocation) -> None:
    async with serving(location, AN_HOUR) as here, serving(location, AN_HOUR) as there:
        async with seated(here, 2) as (table_id, (anna, bo)):
            await begin([anna, bo])
            await here.services.hub.sockets.drain()
            assert [await close_code(one) for one in (anna, bo)] == [SERVICE_RESTART] * 2
        async with (
            guest(there, table_id, anna.cookie, anna.events) as anna_again,
            guest(there, table_id, bo.cookie, bo.events) as bo_again,
        ):
            # Each gets what it has missed, and nothing twice.
            assert anna_again.welcome["events"] == bo_again.welcome["events"] == []
            await asyncio.gather(anna_again.play_match(), bo_again.play_match())
            numbers = [event["seq"] for event in anna_again.events]
        assert numbers == list(range(1, len(numbers) + 1))


async def test_clients_that_come_back_get_only_what_they_missed(
    served: RunningServer,
) -> None:
    async with seated(served, 2) as (table_id, (anna, bo)):
        await begin([anna, bo])
        async with (
            guest(served, table_id) as early,
            guest(served, table_id) as late,
        ):
            known = len(early.events)
        to_act = anna if anna.view["legal_actions"] else bo
        await to_act.play()
        missed = to_act.events[known:]
        for gone in (early, late):
            async with guest(served, table_id, gone.cookie, gone.events) as again:
                assert [one["seq"] for one in again.welcome["events"]] == [
                    one["seq"] for one in missed
                ]
                assert again.events == to_act.events
