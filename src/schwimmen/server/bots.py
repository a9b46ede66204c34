"""The bots of one table: they play when it is up to them, one move at a time, at a human pace."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from logging import ERROR
from typing import TYPE_CHECKING, Final

from schwimmen.players import make_player
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Play, Refusal

from . import metrics
from .live import LiveTable
from .logs import say, short
from .wire.tables import Pace

if TYPE_CHECKING:
    from schwimmen.players import Player
    from schwimmen.rules import View

log = logging.getLogger(__name__)

PACES: Final[dict[Pace, float]] = {"relaxed": 1, "quick": 0.4, "instant": 0}
"""What part of the server's pause each pace has."""


class Bots:
    """Plays for every seat of a table that is a bot's, or whose person is away.

    ``pause`` are the seconds from the last event to a bot's move, unless somebody at the table
    wants it quicker. ``done`` is called when nothing is left to do, until ``wake`` finds a bot's
    turn again.
    """

    def __init__(self, live: LiveTable, pause: float, done: Callable[[], None]) -> None:
        self._live = live
        self._pause = pause
        self._woken = asyncio.Event()
        self._done = done
        self._players: dict[int, Player] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a bot is about to play."""
        return self._task is not None

    def wake(self) -> None:
        """Lets the bots go on if it is up to one of them, and look again at how long they pause."""
        self._woken.set()
        if self._task is None and self._to_act() is not None:
            self._task = asyncio.create_task(self._run(), name="bots")

    async def stop(self) -> None:
        """Ends whatever they are at."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _to_act(self) -> tuple[int, str] | None:
        """The seat to act and the level of the bot that plays there, if one does."""
        return self._live.table.bot_to_act if self._live.loaded else None

    async def _run(self) -> None:
        try:
            while (to_act := self._to_act()) is not None:
                try:
                    await self._move(*to_act)
                except SchwimmenError as error:
                    say(log, ERROR, "bots wait", table=short(self._live.id), reason=str(error))
                    await self._live.recover()
        finally:
            self._task = None
            self._done()

    async def _move(self, seat: int, level: str) -> None:
        """Plays for the seat; it thinks while it pauses."""
        seq = self._live.table.seq
        view = self._live.table.view(seat)
        assert view is not None
        action = await asyncio.to_thread(self._choose, seat, level, view)
        await self._wait()
        if self._live.loaded and self._live.table.seq == seq:
            with contextlib.suppress(Refusal):  # another process played here: look again
                await self._live.take(Play(seat, action, bot=True))

    async def _wait(self) -> None:
        """Waits until the table has been quiet long enough; a change of pace counts at once."""
        while (left := self._pause * PACES[self._live.pace] - self._live.quiet) > 0:
            self._woken.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), left)

    def _choose(self, seat: int, level: str, view: View) -> str:
        """The bot's action; a bot that fails must not stop the table, so any legal one will do."""
        try:
            if seat not in self._players:
                self._players[seat] = make_player(level)
            with metrics.THINKING.labels(level).time():
                action = self._players[seat].choose(view)
            if action in view.legal_actions:
                return action
            say(log, ERROR, "a bot chose what is not legal", table=short(self._live.id))
        except Exception:
            say(log, ERROR, "a bot failed", failure=True, table=short(self._live.id))
        return view.legal_actions[0]
