"""What a server does again and again.

It plays matches to their end that nobody plays any more, puts tables aside where nobody is, and
says it is alive.

What is due at a table stands in the database, so that whichever server is alive sees to it, however
the one that had the table in memory came to its end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from logging import ERROR
from time import monotonic
from typing import Final

from schwimmen.rules.errors import SchwimmenError

from .hub import Hub
from .logs import say, short
from .pulse import Pulse
from .standing import put_aside
from .storage import Database, Write
from .times import later

log = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""Seconds from one look to the next."""

LATE_S: Final = 2.0
"""So much later than it was due a table is taken up: before that another server may be at it."""

FAILED_S: Final = 60.0
"""Seconds until a table is tried again where something went wrong."""

SHARE: Final = 0.05
"""The share of one processor core for matches that nobody plays any more."""

TURN_S: Final = 1.0
"""Seconds of work on one of them, before it is the turn of the next."""


class Caretaker:
    """Takes care of all tables while it runs."""

    def __init__(
        self,
        hub: Hub,
        database: Database,
        pulse: Pulse,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._hub = hub
        self._database = database
        self._pulse = pulse
        self._sleep = sleep
        self._failed: dict[str, float] = {}
        self._playing_out: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Looks after the tables until it is cancelled."""
        try:
            while True:
                try:
                    await self.look()
                except SchwimmenError as error:
                    say(log, ERROR, "nobody knows what is due", reason=str(error))
                except Exception:  # one strange table must not keep the others waiting
                    say(log, ERROR, "tables could not be looked after", failure=True)
                await asyncio.sleep(LOOK_EVERY_S)
        finally:
            if self._playing_out is not None:
                self._playing_out.cancel()
                await asyncio.gather(self._playing_out, return_exceptions=True)

    async def look(self) -> None:
        """Looks once. Raises ``StorageError``."""
        late = later(self._hub.watch.now(), -LATE_S)
        due, anything = await self._database.due(late)
        if anything:
            await self._pulse.beat()
        latest = monotonic() - FAILED_S
        self._failed = {one: time for one, time in self._failed.items() if time > latest}
        aside = []
        for table in due:
            table_id = table.table_id
            if table_id not in self._failed:
                waits = self._hub.waits_for(table_id)
                if waits:
                    await self._try(table_id, self._hub.catch_up(table_id))
                elif waits is None and table.summary.get("abandoned", True):
                    self._play_out(table_id)
                elif waits is None:
                    aside.append(put_aside(table))
        if aside:
            await self._database.write(Write(aside=aside))

    def _play_out(self, table_id: str) -> None:
        if self._playing_out is None or self._playing_out.done():
            worked = 0.0

            async def pause(seconds: float) -> bool:
                nonlocal worked
                worked += seconds
                await self._sleep(seconds * (1 / SHARE - 1))
                return worked < TURN_S

            playing_out = self._try(table_id, self._hub.play_out(table_id, pause))
            self._playing_out = asyncio.create_task(playing_out, name="playing out")

    async def _try(self, table_id: str, going_on: Awaitable[None]) -> None:
        try:
            await going_on
        except SchwimmenError as error:
            say(log, ERROR, "a table cannot go on", table=short(table_id), reason=str(error))
            self._failed[table_id] = monotonic()
