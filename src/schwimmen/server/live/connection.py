"""Sending half of one WebSocket: a bounded queue keeps slow clients from holding up others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..wire.messages import AnyServerMessage
from ..wire.state import TableState, Views

CLOSE_TIMEOUT_S: Final = 2
"""Seconds that a client may take for the rest of its messages and the close handshake."""

MAX_QUEUED_MESSAGES: Final = 256
"""Messages in the queue of a slow client beyond which it is disconnected."""

MAX_QUEUED_CHARS: Final = 2**20
"""Characters in the queue beyond which the client is disconnected, unless it is one message."""

SERVICE_RESTART: Final = 1012
"""Close code "service restart": the client reconnects at once, as another server is there or the
table has changed."""

POLICY_VIOLATION: Final = 1008
"""Close code "policy violation": the client kept sending messages that were refused."""

NO_SUCH_TABLE: Final = 4404
"""Close code for an unknown table: the client should not reconnect."""

NO_SPECTATORS: Final = 4403
"""Close code for a table without spectators: the client should not reconnect."""

SIGNED_OUT: Final = 4401
"""Close code for a signed-out device: the client should not reconnect with that cookie."""

TRY_AGAIN_LATER: Final = 1013
"""Close code "try again later": the client reads too slowly, exceeds a limit with its hello or
sends none in time, or the server has no engine yet. It reconnects and gets the missed events."""


class Connection:
    """Sending half of a client's WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self.player: str | None = None
        """Player id of a welcomed client; secret."""
        self.seat: int | None = None
        """Seat of the client, ``None`` for a spectator."""
        self.address: str | None = None
        """Network address by which the client is limited, if it is."""
        self.welcomed = False
        self.views: Views = "full"
        """Form of the updates that the client gets."""
        self.return_s = 0.0
        """Seconds over which the client comes back if the connection is lost."""
        self.known_state: tuple[TableState, int | None] | None = None
        """State that the client has, and the seat for which it was sent, if it gets changes."""
        self._socket = socket
        self._send_now: Callable[[str], bool] = socket.state.send_now
        self._queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        self._waiting = 0
        """Characters in the queue and in the message being sent."""
        self._close_code: int | None = None

    @property
    def closing(self) -> bool:
        """Whether the connection is being closed."""
        return self._close_code is not None

    def send(self, message: AnyServerMessage) -> None:
        """Send a message or queue it, without waiting."""
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """Send an encoded message or queue it, without waiting."""
        if self.closing:
            return  # messages before this one may have been dropped
        if not self._waiting and self._send_now(text):
            return
        waiting = self._waiting + len(text)
        if self._queue.full() or (self._waiting and waiting > MAX_QUEUED_CHARS):
            self.close(TRY_AGAIN_LATER)
            return
        self._waiting = waiting
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the connection.

        The queue is dropped for a client that is signed out or should try again later.
        """
        self._close_code = code
        if code in (TRY_AGAIN_LATER, SIGNED_OUT):
            while not self._queue.empty():
                self._waiting -= len(self._queue.get_nowait())
        if self._queue.empty():
            self._queue.put_nowait("")

    async def pump(self) -> None:
        """Send queued messages until the connection is closed or lost."""
        try:
            while True:
                text = await self._queue.get()
                if text:
                    await self._socket.send_text(text)
                    self._waiting -= len(text)
                if self._close_code is not None and self._queue.empty():
                    await self._socket.close(self._close_code)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return  # the connection is lost, as the receiving half notices too
