"""WebSocket protocol of a connection: uvicorn's, hardened against abusive clients."""

from __future__ import annotations

from asyncio.transports import BaseTransport
from contextlib import ExitStack, suppress
from functools import lru_cache
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State

from ..live.connection import CLOSE_TIMEOUT_S

MAX_MESSAGE_BYTES: Final = 64 * 2**10
"""Bytes of the largest message; a larger one closes the connection (1009)."""

MAX_FRAMES: Final = 256
"""Most frames in one message: empty frames cost memory without making it too large."""

MAX_UNREAD_BYTES: Final = 2**20
"""Bytes that may be buffered for a client that sends pings; beyond them it is disconnected."""

MAX_QUEUED: Final = 4
"""Queued messages of a client at which reading from it pauses."""


@lru_cache(maxsize=16)  # a message goes to many clients in a row
def _frame(text: str) -> bytes:
    """Return a message as it is sent without extensions, none of which is offered."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket of a client; a client that violates the protocol is disconnected cheaply."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.resources = ExitStack()
        """Capacity that the connection occupies until it is lost."""
        self._unsent: list[bytes] = []
        """Messages that are sent together in the next iteration of the event loop."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Accept the connection."""
        super().connection_made(transport)
        self.close_timeout = CLOSE_TIMEOUT_S

    async def run_asgi(self) -> None:
        """Run the application, then abort a connection whose client does not read."""
        self.scope["state"]["send_now"] = self.send_now
        await super().run_asgi()
        del self.scope["state"]["send_now"]
        self.loop.call_later(2 * CLOSE_TIMEOUT_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the capacity and break reference cycles, so that memory is freed at once."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.resources.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send an event of the application; raise ``ClientDisconnected`` if the client is gone."""
        if message["type"] != "websocket.close" and self.transport.is_closing():
            raise ClientDisconnected
        self._send_unsent()
        await super().send(message)
        # Uvicorn would log an answer that refuses the handshake as an error.
        self.handshake_complete = self.handshake_complete or self.close_sent

    def send_now(self, text: str) -> bool:
        """Take a message that can be sent without waiting; return whether it is taken.

        The layers of the application cost as much as encoding the message. Writing to a socket
        costs a quarter of that, so it is done once for the answer to a move and its events.
        """
        if not self._is_open or not self.writable.is_set():
            return False
        if not self._unsent:
            self.loop.call_soon(self._send_unsent)
        self._unsent.append(_frame(text))
        return True

    @property
    def _is_open(self) -> bool:
        is_open = self.conn.state is State.OPEN and not self.close_sent
        return is_open and not self.transport.is_closing()

    def _send_unsent(self) -> None:
        if self._unsent and self._is_open:
            self.transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message; text that is not UTF-8 as bytes, which are refused.

        Uvicorn would log a traceback for this fault of the client.
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
        # Uvicorn pauses after every message, which costs as much as processing one.
        if self.queue.qsize() >= MAX_QUEUED and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        """Process another frame of a message."""
        if len(self.frames) < MAX_FRAMES:
            super().handle_cont(event)
        elif not self.close_sent:
            self.frames.clear()
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Answer a ping frame."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Close a connection with invalid frames; abort it before the handshake is complete.

        Until then no close frame can be sent.
        """
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        """Abort a connection that has been silent for too long."""
        super().keepalive_timeout()
        self.transport.abort()
