"""Light WebSocket client, so that thousands of them leave the processor to the server.

It uses the protocol of ``websockets`` without its queues and tasks: a message is handled as soon as
it has been read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri


class Socket(asyncio.Protocol):
    """Connection that calls ``on_text`` for every text and ``on_lost`` when it is lost."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        on_text: Callable[[str], None],
        on_lost: Callable[[str], None],
    ) -> None:
        self.headers: Mapping[str, str] = {}
        """Response headers, in lower case."""
        self._protocol = ClientProtocol(parse_uri(url), max_size=None)
        self._request_headers = headers
        self._on_text = on_text
        self._on_lost = on_lost
        self._is_closed = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    @classmethod
    async def open(
        cls,
        url: str,
        headers: Mapping[str, str],
        on_text: Callable[[str], None],
        on_lost: Callable[[str], None],
    ) -> Socket:
        """Connect. Raises ``ConnectionError`` if the server refuses the connection."""
        uri = parse_uri(url)
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: cls(url, headers, on_text, on_lost), uri.host, uri.port
        )
        await socket._opened
        return socket

    def send(self, text: str) -> None:
        """Send a message without waiting."""
        self._protocol.send_text(text.encode())
        self._write()

    def close(self) -> None:
        """Close the connection."""
        self._is_closed = True
        self._protocol.send_close(1000)
        self._write()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        request = self._protocol.connect()
        request.headers.update(self._request_headers)
        self._protocol.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        """Handle all messages that are complete."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self.headers = {name.lower(): value for name, value in event.headers.raw_items()}
                if self._protocol.handshake_exc is None:
                    self._opened.set_result(None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._on_text(bytes(event.data).decode())
        self._write()

    def connection_lost(self, error: Exception | None) -> None:
        """Report the loss, unless this end closed the connection."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server refused the connection"))
        elif not self._is_closed:
            self._on_lost(f"code {self._protocol.close_code}")

    def _write(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
