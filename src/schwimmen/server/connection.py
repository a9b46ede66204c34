"""One open WebSocket: what it is sent waits in a queue of its own, so that nobody waits for it."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from .messages import Accepted, Closed, Events, Pong, Refused, Welcome

LONGEST_QUEUE: Final = 256
"""Messages that may wait for a slow client; one that falls behind further is disconnected."""

TOO_SLOW: Final = 1013
"""Close code "try again later": it comes back and is told the gap."""


class Connection:
    """The sending half of a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self.seat: int | None = None
        """The seat it has, once it has been welcomed; none for a spectator."""
        self.welcomed = False
        self._socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue(LONGEST_QUEUE)
        self._close_code: int | None = None

    def send(self, message: Welcome | Events | Accepted | Refused | Closed | Pong) -> None:
        """Puts a message into the queue; never waits."""
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """Puts a message that is text already into the queue."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Ends the connection; what still waits is not sent if the client is too slow for it."""
        self._close_code = code
        if code == TOO_SLOW:
            while not self._queue.empty():
                self._queue.get_nowait()
        if self._queue.empty():
            self._queue.put_nowait("")

    async def pump(self) -> None:
        """Sends what is in the queue, until the connection is closed or lost."""
        try:
            while True:
                text = await self._queue.get()
                if text:
                    await self._socket.send_text(text)
                if self._close_code is not None and self._queue.empty():
                    await self._socket.close(self._close_code)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return  # gone; the receiving half notices too
