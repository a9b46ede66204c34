"""The sending half of a WebSocket: nobody waits for a slow client."""

import asyncio
from typing import cast

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from schwimmen.server.connection import LONGEST_QUEUE, TOO_SLOW, Connection
from schwimmen.server.messages import Pong

pytestmark = pytest.mark.anyio


class Socket:
    """A client that reads when it is let."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.reads.set()
        self.sent: list[str] = []
        self.closed: int | None = None
        self.gone = False

    async def send_text(self, text: str) -> None:
        """Waits until the client reads."""
        await self.reads.wait()
        if self.gone:
            raise WebSocketDisconnect(1006)
        self.sent.append(text)

    async def close(self, code: int) -> None:
        """Ends it."""
        self.closed = code


def connect() -> tuple[Socket, Connection]:
    """A client and our connection to it."""
    socket = Socket()
    return socket, Connection(cast(WebSocket, socket))


async def test_messages_are_sent_in_order_and_then_it_is_closed() -> None:
    socket, connection = connect()
    for name in "abc":
        connection.send(Pong(id=name))
    connection.close(1000)
    await asyncio.wait_for(connection.pump(), 5)
    assert socket.sent == [f'{{"v":1,"type":"pong","id":"{name}"}}' for name in "abc"]
    assert socket.closed == 1000


async def test_a_client_that_falls_too_far_behind_is_sent_away() -> None:
    socket, connection = connect()
    socket.reads.clear()
    pump = asyncio.create_task(connection.pump())
    for number in range(LONGEST_QUEUE + 2):
        await asyncio.sleep(0)
        connection.send_text(str(number))
    socket.reads.set()
    await asyncio.wait_for(pump, 5)
    assert socket.closed == TOO_SLOW
    assert socket.sent == ["0"]


async def test_a_client_that_is_gone_ends_it() -> None:
    socket, connection = connect()
    socket.gone = True
    connection.send_text("x")
    await asyncio.wait_for(connection.pump(), 5)
    assert socket.closed is None
