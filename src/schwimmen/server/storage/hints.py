"""Hints between servers that share a PostgreSQL database.

Two connections of their own send and receive them. ``NOTIFY`` in the transactions of the log would
make these wait for each other, and ``LISTEN`` on many connections would make it slow. A hint may be
lost.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, Final

from ..runtime.logs import log_failures
from .location import DatabaseUnreachable, PostgresLocation
from .postgres import hasty_connection

log = logging.getLogger(__name__)

CHANNEL: Final = "schwimmen"

GATHER_S: Final = 0.01
"""Seconds for which hints gather before they are sent."""

RETRY_S: Final = 1.0
"""Seconds until a lost connection is replaced."""

MAX_BYTES: Final = 7_500
"""Bytes of hints in one notification, which may have 8,000."""


class Hints:
    """Hints to and from the other servers of a database; each is JSON of at most a kilobyte."""

    def __init__(
        self,
        location: PostgresLocation,
        server: str,
        on_hint: Callable[[str, Any], None],
    ) -> None:
        """Name this server, and the callback for the names of the others and their hints."""
        self._location = location
        self._server = server
        self._on_hint = on_hint
        self._waiting: dict[Hashable, bytes] = {}
        self._any_waiting = asyncio.Event()

    def send(self, key: Hashable, hint: bytes) -> None:
        """Send a hint soon, in place of one with the same key that has not been sent."""
        self._waiting[key] = hint
        self._any_waiting.set()

    async def run(self) -> None:
        """Send and receive until cancelled, through every failure."""
        await asyncio.gather(self._again(self._send), self._again(self._listen))

    async def _again(self, work: Callable[[Any], Awaitable[None]]) -> None:
        while True:
            with log_failures(log, "hints are interrupted"), suppress(DatabaseUnreachable):
                async with hasty_connection(self._location) as connection:
                    await work(connection)
            await asyncio.sleep(RETRY_S)

    async def _send(self, connection: Any) -> None:
        while True:
            await self._any_waiting.wait()
            await asyncio.sleep(GATHER_S)
            self._any_waiting.clear()
            waiting, self._waiting = list(self._waiting.values()), {}
            while waiting:
                size, number = len(waiting[0]), 1
                while number < len(waiting) and size + len(waiting[number]) < MAX_BYTES:
                    size += len(waiting[number]) + 1
                    number += 1
                payload = b'["%b",[%b]]' % (self._server.encode(), b",".join(waiting[:number]))
                del waiting[:number]
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload.decode())

    async def _listen(self, connection: Any) -> None:
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        await connection.add_listener(CHANNEL, self._receive)
        await ended.wait()

    def _receive(self, _: Any, __: int, ___: str, payload: str) -> None:
        try:
            server, hints = json.loads(payload)
        except (ValueError, TypeError):  # of another program
            return
        if server != self._server and isinstance(server, str) and isinstance(hints, list):
            for hint in hints:
                self._on_hint(server, hint)
