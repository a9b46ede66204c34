"""Timer of one table, which acts when a clock runs out or a player has been away for long."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from logging import ERROR
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Expire, Refusal

from ..runtime.clock import seconds_between
from ..runtime.logs import log_event, log_id
from .table import LiveTable

log = logging.getLogger(__name__)

RETRY_REFUSED_S: Final = 0.05
"""Seconds until the timer looks again after another event came first."""


class TableTimer:
    """Timer for the overdue ``Expire`` commands of a table while it has participants."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Start the timer if anything is due, and let it look again at the time."""
        self._woken.set()
        if self._task is None and self._due() is not None and self._live.participants:
            self._task = asyncio.create_task(self._run(), name="timer")

    async def stop(self) -> None:
        """Cancel the running task and wait for its end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def cancel(self) -> None:
        """Cancel the running task; the database keeps the due time."""
        if self._task is not None:
            self._task.cancel()

    def _due(self) -> str | None:
        return self._live.table.due if self._live.loaded else None

    async def _run(self) -> None:
        try:
            while (due := self._due()) is not None and self._live.participants:
                left = seconds_between(self._live.now(), due)
                if left > 0 and not self._live.clock_was_set:
                    self._woken.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._woken.wait(), left)
                    continue
                try:
                    if self._live.clock_was_set:
                        await self._live.check_clock()
                    else:
                        await self._live.execute(Expire(), automatic=True)
                except Refusal:
                    await asyncio.sleep(RETRY_REFUSED_S)
                except SchwimmenError as error:
                    log_event(
                        log, ERROR, "a timer failed", table=log_id(self._live.id), reason=str(error)
                    )
                    await self._live.recover()
        finally:
            self._task = None
