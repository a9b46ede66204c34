"""Clients that are silent, slow or gone are closed in time, without noise in the log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import struct
import threading
from asyncio.transports import Transport
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TypeAlias

import pytest
from websockets.exceptions import ConnectionClosed

from schwimmen.server.http.http_protocol import READ_S, REQUEST_S, HttpProtocol
from schwimmen.server.live.connection import TRY_AGAIN_LATER
from schwimmen.server.live.session import HELLO_S
from schwimmen.server.operation.startup import KEEP_ALIVE_S
from schwimmen.server.routes.pages import STATIC
from tests.processes import PATIENCE

from ..conftest import RunningServer, serving
from ..runtime.test_metrics import value

pytestmark = pytest.mark.anyio

Turn: TypeAlias = Callable[[float], None]

GET = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n"
POST = (
    b"POST /api/rules HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    b"content-type: application/json\r\ncontent-length: 19\r\n\r\n"
)
BODY = b'{"preset": "pagat"}'
UPGRADE = (
    b"GET /api/tables/none/ws HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
    b"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.fixture
async def turn() -> Turn:
    """Return a function that advances the clock of the event loop by some seconds."""
    loop = asyncio.get_running_loop()
    real, ahead = loop.time, 0.0

    def forward(seconds: float) -> None:
        nonlocal ahead
        ahead += seconds

    loop.time = lambda: real() + ahead  # type: ignore[method-assign]  # time passes at once
    return forward


class Raw:
    """Client that sends raw bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def deliver(self, *sent: bytes) -> None:
        """Send bytes, and let the server, which shares the event loop, process them."""
        for one in sent:
            self.writer.write(one)
        for _ in range(20):
            await asyncio.sleep(0)

    async def answer(self) -> tuple[int, bytes]:
        """Return the status and the body of the next response."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return int(head.split(b" ")[1]), await self.reader.readexactly(length)

    async def read_to_end(self) -> bytes:
        """Return all bytes until the server closes the connection."""
        return await self.reader.read()


@contextlib.asynccontextmanager
async def raw(served: RunningServer, address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """Provide a connection that the server has accepted or refused."""
    before = value("schwimmen_connections_open")
    port = int(served.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    client = Raw(reader, writer)
    while value("schwimmen_connections_open") <= before and not reader._buffer:  # type: ignore[attr-defined]
        await asyncio.sleep(0.001)
    try:
        yield client
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def test_a_silent_connection_is_closed(served: RunningServer, turn: Turn) -> None:
    async with raw(served) as silent:
        turn(REQUEST_S)
        assert await silent.read_to_end() == b""


@pytest.mark.parametrize("sent", [GET[:10], GET, UPGRADE, POST, POST + BODY[:-1]])
async def test_an_incomplete_request_is_refused(
    sent: bytes, served: RunningServer, turn: Turn
) -> None:
    async with raw(served) as slow:
        await slow.deliver(sent)
        turn(REQUEST_S)
        status, body = await slow.answer()
        assert (status, b"within 10 seconds" in body) == (408, True)
        assert await slow.read_to_end() == b""


async def test_a_slow_request_gets_no_more_time(served: RunningServer, turn: Turn) -> None:
    async with raw(served) as slow:
        for n in range(5):
            await slow.deliver(GET[n : n + 1])
            turn(REQUEST_S / 5)
        assert (await slow.answer())[0] == 408


async def test_a_connection_is_kept_between_requests(served: RunningServer, turn: Turn) -> None:
    async with raw(served) as client:
        for _ in range(3):
            await client.deliver(POST, BODY)
            assert (await client.answer())[0] == 200
            await client.deliver()
            turn(KEEP_ALIVE_S - 1)
            await client.deliver()
        await client.deliver(GET)  # an incomplete request
        turn(REQUEST_S)
        assert (await client.answer())[0] == 408
        assert await client.read_to_end() == b""


@contextlib.contextmanager
def slow_reader(served: RunningServer) -> Iterator[socket.socket]:
    """Provide a connected client with a small receive buffer."""
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", int(served.url.rpartition(":")[2])))
        slow.setblocking(False)
        yield slow


async def test_a_client_that_does_not_read_is_disconnected(
    served: RunningServer, turn: Turn
) -> None:
    with slow_reader(served) as deaf:
        large = max((STATIC / "assets").iterdir(), key=lambda one: one.stat().st_size)
        request = GET.replace(b"healthz", f"assets/{large.name}".encode()) + b"\r\n"
        deaf.send(request * 100)
        while not value("schwimmen_connections_open"):
            await asyncio.sleep(0.001)
        last = monotonic() + PATIENCE
        while value("schwimmen_connections_open"):
            await asyncio.sleep(0.01)
            turn(READ_S / 20)
            assert monotonic() < last


async def test_a_client_that_does_not_read_to_the_end_is_disconnected(
    served: RunningServer, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = 2**14
    transports: list[Transport] = []
    take = HttpProtocol.connection_made

    def connection_made(protocol: HttpProtocol, transport: Transport) -> None:
        own = transport.get_extra_info("socket")
        own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        transport.set_write_buffer_limits(high=2 * left, low=left)
        transports.append(transport)
        take(protocol, transport)

    monkeypatch.setattr(HttpProtocol, "connection_made", connection_made)
    with slow_reader(served) as lazy:
        lazy.send(GET.replace(b"healthz", b"api/openapi.json") + b"connection: close\r\n\r\n")
        while not transports or not transports[0].is_closing():
            await asyncio.sleep(0.001)
        (transport,) = transports
        assert transport.get_write_buffer_size() > 2 * left
        while transport.get_write_buffer_size() > left:
            with contextlib.suppress(BlockingIOError):
                lazy.recv(100)
            await asyncio.sleep(0)
        assert transport.get_write_buffer_size()
        turn(READ_S)
        async with asyncio.timeout(PATIENCE):
            while value("schwimmen_connections_open"):
                await asyncio.sleep(0.001)


async def test_a_socket_without_a_hello_is_closed(served: RunningServer, turn: Turn) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as mute:
        await mute.send(type="ping", id="x")
        assert (await mute.receive())["type"] == "pong"
        turn(HELLO_S)
        with pytest.raises(ConnectionClosed):
            await mute.receive()
        assert mute.socket.close_code == TRY_AGAIN_LATER
        await anna.send(type="ping", id="x")
        await anna.until("pong")


async def test_a_hello_can_wait_for_the_rules(tmp_path: Path, turn: Turn) -> None:
    released = threading.Event()

    def load() -> None:
        released.wait()

    async with serving(tmp_path / "db", load=load) as warming:
        try:
            table_id = await warming.open_table()
            async with warming.socket(table_id) as anna:
                await anna.send(type="hello", last_seq=None)
                for _ in range(3):
                    await anna.send(type="ping", id="x")
                    assert (await anna.receive())["type"] == "pong"
                    turn(HELLO_S)
                released.set()
                assert (await anna.receive())["type"] == "welcome"
        finally:
            released.set()


def reset(client: Raw) -> None:
    """Reset the connection, as a crash does."""
    own = client.writer.get_extra_info("socket")
    own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.writer.transport.abort()


async def gone(left: float) -> None:
    """Wait until the server has noticed that connections are gone."""
    while value("schwimmen_connections_open") > left:
        await asyncio.sleep(0.001)


MASK = b"\x00\x00\x00\x00"
HELLO = b'{"v": 1, "type": "hello", "last_seq": null}'
FRAME = bytes([0x81, 0x80 | len(HELLO)]) + MASK + HELLO
PING = b"\x89\x80" + MASK
JUNK = b"\x81\x81" + MASK + b"{"
CLOSE = b"\x88\x82" + MASK + b"\x03\xe8"

PHASES: list[list[bytes]] = [
    [],
    [GET],
    [GET + b"\r\n"],
    [(GET + b"\r\n") * 20],
    [b"\x16\x03\x01\r\n\r\n"],
    [POST, BODY[:5]],
    [POST, BODY],
    [UPGRADE],
    [UPGRADE + b"\r\n"],
    [UPGRADE.replace(b"13", b"12") + b"\r\n"],
    [UPGRADE.replace(b"/ws", b"") + b"\r\n"],
    [UPGRADE + b"\r\n", b"\xff" * 40],
    [UPGRADE + b"\r\n", FRAME],
    [UPGRADE + b"\r\n", FRAME, PING * 50],
    [UPGRADE + b"\r\n", FRAME, JUNK * 50],
    [UPGRADE + b"\r\n", FRAME * 20],
    [UPGRADE + b"\r\n", FRAME, CLOSE],
]
"""Bytes that a client has sent before it is cut off."""


@pytest.mark.parametrize("turns", [0, 3, 8])
async def test_disconnected_clients_are_not_logged(
    turns: int, served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = (await served.open_table()).encode()
    caplog.set_level(logging.WARNING)
    left = value("schwimmen_connections_open")
    for sent in PHASES:
        for path in (b"none", table_id):
            async with raw(served) as client:
                for one in sent:
                    client.writer.write(one.replace(b"none", path))
                    for _ in range(turns):
                        await asyncio.sleep(0)
                reset(client)
            await gone(left)
    # At most one line of each kind a second: see OncePerSecond.
    logged = {one.getMessage() for one in caplog.records}
    assert logged <= {"Invalid HTTP request received."}
    assert (await served.http.get("/healthz")).status_code == 200
