"""WebSockets of a server's tables: when their clients come back, and handing them on."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from logging import INFO, getLogger
from time import monotonic
from typing import Final

from ..errors import Draining
from ..runtime.logs import log_event
from ..wire.messages import StorageChanged
from .connection import SERVICE_RESTART, Connection

log = getLogger(__name__)

RETURNS_PER_S: Final = 200
"""Clients a second that come back without holding up others: each costs as much as some moves."""

MAX_RETURN_S: Final = 10.0
"""Longest time in seconds over which clients come back."""

STEP_S: Final = 0.1
"""Seconds between two groups of clients that are handed on."""


class Sockets:
    """Open WebSockets of the tables at this server."""

    def __init__(self) -> None:
        self._tables: dict[Connection, str] = {}
        self._storage_available = True
        self._draining = False

    @property
    def draining(self) -> bool:
        """Whether the server hands its clients on and accepts no others."""
        return self._draining

    @property
    def return_s(self) -> float:
        """Seconds over which clients come back if this server is gone, each at a random time."""
        return round(min(len(self._tables) / RETURNS_PER_S, MAX_RETURN_S), 3)

    def check_draining(self) -> None:
        """Raise ``Draining`` if the server accepts no new clients."""
        if self._draining:
            raise Draining

    @property
    def storage_available(self) -> bool:
        """Whether clients were told last that the server can store moves."""
        return self._storage_available

    def set_storage(self, available: bool) -> None:
        """Notify all clients if it has changed whether the server can store moves."""
        if available != self._storage_available:
            self._storage_available = available
            text = StorageChanged(available=available).model_dump_json()
            for connection in self._tables:
                if connection.welcomed:
                    connection.send_text(text)

    @contextmanager
    def holding(self, connection: Connection, table_id: str) -> Iterator[None]:
        """Count the connection of a client at a table until the block ends."""
        self._tables[connection] = table_id
        if self._draining:
            connection.close(SERVICE_RESTART)
        try:
            yield
        finally:
            del self._tables[connection]

    async def drain(self, seconds: float | None = None) -> None:
        """Accept no new clients, and close all connections in small groups over some seconds.

        Without ``seconds`` it takes as long as so many clients need to come back. The clients of a
        table follow one another, so that the next server soon has all of them.
        """
        self._draining = True
        duration = self.return_s if seconds is None else seconds
        left = sorted(self._tables, key=lambda one: self._tables[one])
        total, begin = len(left), monotonic()
        if total and duration:
            log_event(log, INFO, "draining", sockets=total, seconds=duration)
        while left:
            elapsed = monotonic() - begin + STEP_S
            share = min(elapsed / duration, 1) if duration else 1
            while total - len(left) < math.ceil(share * total):
                left.pop().close(SERVICE_RESTART)
            if left:
                await asyncio.sleep(STEP_S)
