"""``/api/connection``: what the server sees of a request and of a WebSocket."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from schwimmen.server.routes import operation

from .conftest import RunningServer, serving

pytestmark = pytest.mark.anyio

FORWARDED = {"x-forwarded-for": "203.0.113.5", "x-forwarded-proto": "https"}


@pytest.mark.parametrize("proxies", [None, "127.0.0.1"])
async def test_a_request_is_described(proxies: str | None, tmp_path: Path) -> None:
    async with serving(tmp_path / "db", proxies=proxies) as served:
        answer = await served.http.post("/api/connection", headers=FORWARDED)
    seen = answer.json()
    assert (seen["address"], seen["scheme"], seen["trusted"]) == (
        ("203.0.113.5", "https", True) if proxies else ("127.0.0.1", "http", False)
    )
    assert seen["host"] == served.url.removeprefix("http://")
    assert seen["forwarded"] == ["x-forwarded-for", "x-forwarded-proto"]
    assert seen["origin"] is None
    assert abs(datetime.fromisoformat(seen["time"]) - datetime.now(UTC)) < timedelta(minutes=5)
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize(
    "address", ["203.0.113.5:4711", "[2001:db8::1]:4711", "2001:db8::1", "10.0.0.1, 203.0.113.5"]
)
async def test_an_address_is_recognized_in_the_header(address: str, tmp_path: Path) -> None:
    async with serving(tmp_path / "db", proxies="127.0.0.1") as served:
        headers = {"x-forwarded-for": address}
        seen = (await served.http.post("/api/connection", headers=headers)).json()
    assert seen["trusted"]
    assert seen["address"] in address


async def test_a_request_creates_no_player(served: RunningServer) -> None:
    await served.http.post("/api/connection")
    assert (await served.http.get("/api/me")).json()["name"] == ""


async def test_a_socket_is_described_when_it_opens_and_after_a_message(
    served: RunningServer,
) -> None:
    address = f"{served.url.replace('http', 'ws')}/api/connection"
    async with connect(address, additional_headers=FORWARDED) as socket:
        first = json.loads(await socket.recv())
        assert (first["scheme"], first["address"]) == ("ws", "127.0.0.1")
        await socket.send("anything")
        again = json.loads(await socket.recv())
        assert again | {"time": ""} == first | {"time": ""}
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1000


async def test_a_silent_socket_is_closed(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operation, "HELD_S", 0.01)
    async with connect(f"{served.url.replace('http', 'ws')}/api/connection") as socket:
        await socket.recv()
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_a_message_of_bytes_closes_the_socket(served: RunningServer) -> None:
    async with connect(f"{served.url.replace('http', 'ws')}/api/connection") as socket:
        await socket.recv()
        await socket.send(b"bytes")
        await socket.recv()
