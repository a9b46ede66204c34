"""One open WebSocket: what cannot be sent at once waits in a queue, so that nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..wire.messages import AnyServerMessage

MAX_QUEUED_MESSAGES: Final = 256
"""Messages that may wait for a slow client; one that falls behind further is disconnected."""

MAX_QUEUED_CHARS: Final = 2**20
"""Characters that may wait for it, unless they are all of one message."""

SERVICE_RESTART: Final = 1012
"""Close code "service restart": it comes back, and may find that things have changed."""

POLICY_VIOLATION: Final = 1008
"""Close code "policy violation": it kept on sending what it was refused."""

NO_SUCH_TABLE: Final = 4404
"""Close code of a table that is not there: coming back makes no sense."""

NO_SPECTATORS: Final = 4403
"""Close code of a table where only those who play may be: coming back makes no sense."""

SIGNED_OUT: Final = 4401
"""Close code of a device that has been signed out: coming back makes no sense with that cookie."""

TRY_AGAIN_LATER: Final = 1013
"""Close code "try again later": it reads too slowly, asks for too much at a hello, or says none in
time; it comes back and is told the gap."""


class Connection:
    """The sending half of a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self.player: str | None = None
        """Whose connection it is, once it has been welcomed; a secret."""
        self.seat: int | None = None
        """The seat it has; none for a spectator."""
        self.address: str | None = None
        """Where the client is, unless it is not limited by that."""
        self.welcomed = False
        self._socket = socket
        self._send_now: Callable[[str], bool] = socket.state.send_now
        self._queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        self._waiting = 0
        """Characters in the queue, and of the one from it that is on its way."""
        self._close_code: int | None = None

    @property
    def closing(self) -> bool:
        """Whether it has been told to end."""
        return self._close_code is not None

    def send(self, message: AnyServerMessage) -> None:
        """Sends a message, or puts it into the queue; never waits."""
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """The same with a message that is text already."""
        if not self._waiting and self._send_now(text):
            return
        if self.closing:
            return
        waiting = self._waiting + len(text)
        if self._queue.full() or (self._waiting and waiting > MAX_QUEUED_CHARS):
            self.close(TRY_AGAIN_LATER)
            return
        self._waiting = waiting
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Ends the connection.

        What still waits is not sent to one that shall come later, or is signed out.
        """
        self._close_code = code
        if code in (TRY_AGAIN_LATER, SIGNED_OUT):
            while not self._queue.empty():
                self._waiting -= len(self._queue.get_nowait())
        if self._queue.empty():
            self._queue.put_nowait("")

    async def pump(self) -> None:
        """Sends what is in the queue, until the connection is closed or lost."""
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
            return  # gone; the receiving half notices too
