"""How frames of a WebSocket become messages: uvicorn's way, less what a client could abuse."""

from __future__ import annotations

from asyncio.transports import BaseTransport
from contextlib import ExitStack, suppress
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame

MAX_MESSAGE_BYTES: Final = 64 * 2**10
"""Bytes of the largest message; beyond it the connection is closed (1009)."""

MOST_FRAMES: Final = 256
"""Frames of one message at most: empty ones would cost memory without ever being too large."""

MOST_UNREAD: Final = 2**20
"""Bytes that may wait for a client; more, and it sends pings without reading the answers."""


MOST_WAITING: Final = 4
"""Messages that may wait to be taken before no more are read from a client."""

CLOSE_TIMEOUT_S: Final = 2
"""How long a client that has to go may take to read what it is still sent, and to say goodbye."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A client that does not play by the rules of WebSockets costs little and is soon gone."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.held = ExitStack()
        """What the connection occupies until it is lost."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self.close_timeout = CLOSE_TIMEOUT_S

    async def run_asgi(self) -> None:
        """Runs the application. One that does not read would be waited for without end."""
        self.scope["state"]["send_now"] = self.send_now
        await super().run_asgi()
        del self.scope["state"]["send_now"]
        self.loop.call_later(2 * CLOSE_TIMEOUT_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over. Nothing leads back to what was said here, so that its memory is free."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.held.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Sends what the application says; to a client that is gone nothing is written."""
        if message["type"] == "websocket.send" and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def send_now(self, text: str) -> bool:
        """Sends a message past all layers of the application, if nothing has to be waited for.

        They cost as much as to make the message. Says whether it was sent.
        """
        if self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Hands a whole message on; text that is not UTF-8 as the bytes it is, to be refused.

        Uvicorn would log a traceback for what is the client's fault.
        """
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        text: str | None = None
        if self.curr_msg_data_type == "text":
            with suppress(UnicodeDecodeError):
                text = data.decode()
        self.queue.put_nowait(
            {"type": "websocket.receive", "bytes": data}
            if text is None
            else {"type": "websocket.receive", "text": text}
        )
        # Not after every message, as uvicorn does: it costs as much as to take one.
        if self.queue.qsize() >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        """Takes another frame of a message."""
        if len(self.frames) < MOST_FRAMES:
            super().handle_cont(event)
        elif not self.close_sent:
            self.frames.clear()
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Answers a ping of the protocol."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Ends a connection with frames that are none, or that come before the handshake is done:
        then no close frame can be sent."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        """Ends a connection that has been silent too long; what still waits is not waited for."""
        super().keepalive_timeout()
        self.transport.abort()
