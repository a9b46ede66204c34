"""HTTP protocol of a connection: uvicorn's, with limits on connections and on time."""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle, Transport
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, Final, cast

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from .connections import Capacity
from .errors import SECURITY_HEADERS, error_response
from .ws_protocol import WebSocketProtocol

REQUEST_S: Final = 10.0
"""Seconds in which a whole request or WebSocket handshake has to arrive.

For the first request they count from the connection."""

READ_S: Final = 30.0
"""Seconds in which a client has to read the buffered part of a response."""

LINGER_S: Final = 1.0
"""Seconds that a refused connection may take to send its request and read the refusal."""


class HttpProtocol(H11Protocol):
    """Connection of a client, closed soon if the client is silent or slow.

    It relies on these parts of uvicorn: the methods of ``asyncio.Protocol``,
    ``on_response_complete``, ``handle_websocket_upgrade``, and the h11 connection ``conn``.
    """

    def __init__(self, *args: Any, capacity: Capacity, **options: Any) -> None:
        super().__init__(*args, **options)
        self._capacity = capacity
        self._resources = ExitStack()
        self._refused = False
        self._request_timer: TimerHandle | None = None
        self._read_timer: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Accept the connection, or refuse it if there are too many."""
        super().connection_made(cast(Transport, transport))
        refusal = self._capacity.take(self.client[0] if self.client else "", self._resources)
        if refusal is None:
            self._update_request_timer()
        else:
            self._refuse(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the capacity of the connection."""
        super().connection_lost(exc)
        self._release()

    def data_received(self, data: bytes) -> None:
        """Process bytes of a request."""
        if self._refused:
            self.transport.close()
            return
        super().data_received(data)
        self._update_request_timer()

    def on_response_complete(self) -> None:
        """Continue with the next request, part of which may have arrived."""
        super().on_response_complete()
        self._update_request_timer()
        if self.transport.is_closing():
            self._limit_reading()

    def pause_writing(self) -> None:
        """Pause the application until the client reads, for a limited time."""
        super().pause_writing()
        self._limit_reading()

    def resume_writing(self) -> None:
        """Resume the application: the client reads."""
        super().resume_writing()
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
        if self.transport.is_closing():  # the rest may never be read
            self._limit_reading()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if the last response is unread."""
        super().timeout_keep_alive_handler()
        self._limit_reading()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol."""
        resources = self._resources.pop_all()
        self._release()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, WebSocketProtocol)
        protocol.resources = resources

    def _update_request_timer(self) -> None:
        """Run the request timer exactly while a request is incomplete."""
        handed_over = self.transport.get_protocol() is not self
        if handed_over or self.transport.is_closing() or not self._incomplete():
            self._stop_request_timer()
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST_S, self._too_slow)

    def _incomplete(self) -> bool:
        match self.conn.their_state:
            case h11.SEND_BODY:
                return True
            case h11.IDLE:  # between requests uvicorn's keep-alive timeout applies
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
            line = f"a request must arrive within {REQUEST_S:g} seconds"
            self.transport.write(_raw(error_response(408, "too_slow", line)))
        self.transport.close()
        self._limit_reading()

    def _refuse(self, refusal: Response) -> None:
        self._refused = True
        self.transport.write(_raw(refusal))
        slot = self._capacity.linger()
        if slot is None:
            self.transport.close()
            return
        # If closed before the request was read, the response might be lost.
        self._resources.enter_context(slot)
        self._request_timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _limit_reading(self) -> None:
        """Abort the connection unless the client reads the buffered data in time."""
        if self._read_timer is None and self.transport.get_write_buffer_size():
            self._read_timer = self.loop.call_later(READ_S, self.transport.abort)

    def _release(self) -> None:
        self._stop_request_timer()
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
        self._resources.close()


def _raw(response: Response) -> bytes:
    """Return the bytes of a response that closes the connection."""
    status = HTTPStatus(response.status_code)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
    headers = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
    for name, value in (*response.raw_headers, *headers, (b"connection", b"close")):
        lines.append(name + b": " + value)
    return b"\r\n".join([*lines, b"", bytes(response.body)])
