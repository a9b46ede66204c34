"""A WebSocket client that costs little, so that thousands leave the processor to the server.

The protocol is that of ``websockets``; without its queues and tasks a message is heard when it has
been read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri


class Socket(asyncio.Protocol):
    """A connection. ``hear`` is called with every text, ``lost`` when the server ends it."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        hear: Callable[[str], None],
        lost: Callable[[str], None],
    ) -> None:
        self.headers: Mapping[str, str] = {}
        """Those of the server's answer, in lower case."""
        self._protocol = ClientProtocol(parse_uri(url), max_size=None)
        self._asked = headers
        self._hear = hear
        self._lost = lost
        self._left = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    @classmethod
    async def open(
        cls,
        url: str,
        headers: Mapping[str, str],
        hear: Callable[[str], None],
        lost: Callable[[str], None],
    ) -> Socket:
        """Connects. Raises ``ConnectionError`` where the server does not let it in."""
        where = parse_uri(url)
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: cls(url, headers, hear, lost), where.host, where.port
        )
        await socket._opened
        return socket

    def send(self, text: str) -> None:
        """Sends a message; never waits."""
        self._protocol.send_text(text.encode())
        self._write()

    def close(self) -> None:
        """Leaves."""
        self._left = True
        self._protocol.send_close(1000)
        self._write()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks to be let in."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        request = self._protocol.connect()
        request.headers.update(self._asked)
        self._protocol.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        """Hears all messages that are there as a whole now."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self.headers = {name.lower(): value for name, value in event.headers.raw_items()}
                if self._protocol.handshake_exc is None:
                    self._opened.set_result(None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(bytes(event.data).decode())
        self._write()

    def connection_lost(self, error: Exception | None) -> None:
        """Says so, unless it was this end that left."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("was not let in"))
        elif not self._left:
            self._lost(f"code {self._protocol.close_code}")

    def _write(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
