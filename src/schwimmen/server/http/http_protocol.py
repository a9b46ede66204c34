"""How bytes of a connection become requests: uvicorn's way, with limits of number and of time."""

from __future__ import annotations

from asyncio import TimerHandle
from asyncio.transports import Transport
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, Final

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..limits.connections import Capacity
from .errors import SECURITY_HEADERS, error_response
from .ws_protocol import WebSocketProtocol

REQUEST_S: Final = 10.0
"""Seconds within which a request, or the handshake of a WebSocket, has to arrive as a whole; the
first one from the moment that the connection is made."""

READ_S: Final = 30.0
"""Seconds within which a client has to read what waits for it of an answer."""

LINGER_S: Final = 1.0
"""Seconds that a refused connection may take to send the request to which the refusal belongs."""


class HttpProtocol(H11Protocol):
    """One connection of a client, which is soon closed if it is silent or slow.

    What uvicorn offers to build upon: the methods of ``asyncio.Protocol``, ``on_response_complete``
    and ``handle_websocket_upgrade``; and the connection ``conn`` of h11.
    """

    def __init__(self, *args: Any, capacity: Capacity, **options: Any) -> None:
        super().__init__(*args, **options)
        self._capacity = capacity
        self._held = ExitStack()
        self._refused = False
        self._request_timer: TimerHandle | None = None
        self._reading_timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Take the connection, or refuse it where there is no room."""
        super().connection_made(transport)
        refusal = self._capacity.take(self.client[0] if self.client else "", self._held)
        if refusal is None:
            self._watch()
        else:
            self._refuse(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release what the connection occupied."""
        super().connection_lost(exc)
        self._release()

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request."""
        if self._refused:
            self.transport.close()
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Go on with the next request, part of which may be there."""
        super().on_response_complete()
        self._watch()
        if self.transport.is_closing():
            self._await_reading()

    def pause_writing(self) -> None:
        """Hold up the application, but not without end."""
        super().pause_writing()
        self._await_reading()

    def resume_writing(self) -> None:
        """Go on: the client reads."""
        super().resume_writing()
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None
        if self.transport.is_closing():  # what is left may stay unread for ever
            self._await_reading()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, whether or not the client has read the last answer."""
        super().timeout_keep_alive_handler()
        self._await_reading()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the protocol of WebSockets."""
        held = self._held.pop_all()
        self._release()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, WebSocketProtocol)
        protocol.held = held

    def _watch(self) -> None:
        """Let the time for a request run while it is incomplete, and only then."""
        handed_over = self.transport.get_protocol() is not self
        if handed_over or self.transport.is_closing() or not self._incomplete():
            self._stop_request_timer()
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST_S, self._too_slow)

    def _incomplete(self) -> bool:
        match self.conn.their_state:
            case h11.SEND_BODY:
                return True
            case h11.IDLE:  # a client with an answer may stay silent: uvicorn limits that
                return self.cycle is None or bool(self.conn.trailing_data[0])
            case _:
                return False

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _too_slow(self) -> None:
        self._request_timer = None
        in_body = self.conn.their_state is h11.SEND_BODY
        if not self.cycle.response_started if in_body else self.conn.trailing_data[0]:
            line = f"a request has to arrive within {REQUEST_S:g} seconds"
            self.transport.write(_raw(error_response(408, "too_slow", line)))
        self.transport.close()
        self._await_reading()

    def _refuse(self, refusal: Response) -> None:
        self._refused = True
        self.transport.write(_raw(refusal))
        room = self._capacity.linger()
        if room is None:
            self.transport.close()
            return
        # Closed before the request was read, the answer might be lost on its way.
        self._held.enter_context(room)
        self._request_timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _await_reading(self) -> None:
        """Abort the connection unless the client reads what waits for it."""
        if self._reading_timer is None and self.transport.get_write_buffer_size():
            self._reading_timer = self.loop.call_later(READ_S, self.transport.abort)

    def _release(self) -> None:
        self._stop_request_timer()
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None
        self._held.close()


def _raw(answer: Response) -> bytes:
    """Return the bytes of an answer after which the connection is closed."""
    status = HTTPStatus(answer.status_code)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
    headers = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
    for name, value in (*answer.raw_headers, *headers, (b"connection", b"close")):
        lines.append(name + b": " + value)
    return b"\r\n".join([*lines, b"", bytes(answer.body)])
