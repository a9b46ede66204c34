"""A slow client delays no other client."""

import asyncio
import tracemalloc
from types import SimpleNamespace
from typing import cast

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from schwimmen.server.live.connection import (
    MAX_QUEUED_CHARS,
    MAX_QUEUED_MESSAGES,
    TRY_AGAIN_LATER,
    Connection,
)
from schwimmen.server.wire.messages import Pong
from tests.processes import PATIENCE

pytestmark = pytest.mark.anyio


class Socket:
    """Client that reads on demand."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.reads.set()
        self.sent: list[str] = []
        self.closed: int | None = None
        self.gone = False
        self.state = SimpleNamespace(send_now=self.send_now)

    def send_now(self, text: str) -> bool:
        """Send unless the client is slow."""
        if self.reads.is_set() and not self.gone:
            self.sent.append(text)
            return True
        return False

    async def send_text(self, text: str) -> None:
        """Wait until the client reads."""
        await self.reads.wait()
        if self.gone:
            raise WebSocketDisconnect(1006)
        self.sent.append(text)

    async def close(self, code: int) -> None:
        """Close the socket."""
        self.closed = code


def connect() -> tuple[Socket, Connection]:
    """Return a client and the connection to it."""
    socket = Socket()
    return socket, Connection(cast(WebSocket, socket))


async def test_messages_are_sent_in_order_before_closing() -> None:
    socket, connection = connect()
    for name in "abc":
        connection.send(Pong(id=name))
    connection.close(1000)
    await asyncio.wait_for(connection.pump(), PATIENCE)
    assert socket.sent == [f'{{"v":1,"type":"pong","id":"{name}"}}' for name in "abc"]
    assert socket.closed == 1000


async def test_no_message_follows_dropped_ones() -> None:
    socket, connection = connect()
    socket.reads.clear()
    connection.send_text("dropped")
    connection.close(TRY_AGAIN_LATER)
    socket.reads.set()
    connection.send_text("after it")
    await asyncio.wait_for(connection.pump(), PATIENCE)
    assert (socket.sent, socket.closed) == ([], TRY_AGAIN_LATER)


async def test_messages_do_not_overtake_queued_ones() -> None:
    socket, connection = connect()
    connection.send_text("at once")
    socket.reads.clear()
    pump = asyncio.create_task(connection.pump())
    connection.send_text("waits")
    socket.reads.set()
    connection.send_text("after it")
    socket.reads.clear()
    await asyncio.sleep(0)
    socket.reads.set()
    connection.send_text("last")
    connection.close(1000)
    await asyncio.wait_for(pump, PATIENCE)
    assert socket.sent == ["at once", "waits", "after it", "last"]


async def test_a_client_that_falls_too_far_behind_is_disconnected() -> None:
    socket, connection = connect()
    socket.reads.clear()
    pump = asyncio.create_task(connection.pump())
    for number in range(MAX_QUEUED_MESSAGES + 2):
        await asyncio.sleep(0)
        connection.send_text(str(number))
    socket.reads.set()
    await asyncio.wait_for(pump, PATIENCE)
    assert socket.closed == TRY_AGAIN_LATER
    assert socket.sent == ["0"]


async def test_the_queue_of_a_client_that_never_reads_is_bounded() -> None:
    socket, connection = connect()
    socket.reads.clear()
    pump = asyncio.create_task(connection.pump())
    tracemalloc.start()
    for number in range(50):
        connection.send_text(f"{number}" + "x" * (MAX_QUEUED_CHARS // 10))
        await asyncio.sleep(0)
        assert connection.closing == (number >= 9)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < MAX_QUEUED_CHARS / 2  # only the message being sent
    socket.reads.set()
    await asyncio.wait_for(pump, PATIENCE)
    assert socket.closed == TRY_AGAIN_LATER
    assert [text[:1] for text in socket.sent] == ["0"]


async def test_a_single_message_may_be_of_any_length() -> None:
    socket, connection = connect()
    socket.reads.clear()
    pump = asyncio.create_task(connection.pump())
    long = "x" * (2 * MAX_QUEUED_CHARS)
    for number in (1, 2):
        connection.send_text(long)
        socket.reads.set()
        while len(socket.sent) < number:
            await asyncio.sleep(0)
        socket.reads.clear()
    connection.send_text(long)
    connection.send_text("one more")
    socket.reads.set()
    await asyncio.wait_for(pump, PATIENCE)
    assert socket.closed == TRY_AGAIN_LATER
    assert "one more" not in socket.sent


async def test_a_lost_client_ends_the_pump() -> None:
    socket, connection = connect()
    socket.gone = True
    connection.send_text("x")
    await asyncio.wait_for(connection.pump(), PATIENCE)
    assert socket.closed is None
