"""What happens at a table by itself: a clock runs out, a round is dealt, the match begins."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from logging import ERROR
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Expire, Refusal

from .live import LiveTable
from .logs import say, short
from .times import seconds_between

log = logging.getLogger(__name__)

SOON_S: Final = 0.05
"""Seconds until it is looked again at what is due, where something else happened first."""


class Dues:
    """Lets happen what is due at a table while somebody is there for whom it does."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Looks again at what is due, and when."""
        self._woken.set()
        if self._task is None and self._live.payers and self._due() is not None:
            self._task = asyncio.create_task(self._run(), name="dues")

    async def stop(self) -> None:
        """Waits for nothing any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def let_go(self) -> None:
        """The table is let go: whoever looks for what is due in the database goes on."""
        if self._task is not None:
            self._task.cancel()

    def _due(self) -> str | None:
        return self._live.table.due if self._live.loaded else None

    async def _run(self) -> None:
        try:
            while self._live.payers and (due := self._due()) is not None:
                left = seconds_between(self._live.now(), due)
                if left > 0 and not self._live.clock_was_set:
                    self._woken.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._woken.wait(), left)
                    continue
                try:
                    if self._live.clock_was_set:
                        await self._live.look_at_the_clock()
                    else:
                        await self._live.take(Expire())
                except Refusal:
                    await asyncio.sleep(SOON_S)
                except SchwimmenError as error:
                    say(log, ERROR, "a clock waits", table=short(self._live.id), reason=str(error))
                    await self._live.recover()
        finally:
            self._task = None
