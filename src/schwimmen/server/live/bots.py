"""The bots of one table: they play when it is up to them, one move at a time, at a human pace."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from logging import ERROR
from typing import TYPE_CHECKING, Final

from schwimmen.players import make_player
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Command, Deal, Expire, Play, Refusal

from ..operation import metrics
from ..operation.logs import log_event, log_id
from ..wire.tables import Pace
from .bot_scheduler import BotScheduler, Participant
from .table import LiveTable

if TYPE_CHECKING:
    from schwimmen.players import Player
    from schwimmen.rules import View

log = logging.getLogger(__name__)

PACES: Final[dict[Pace, float]] = {"relaxed": 1, "quick": 0.4, "instant": 0}
"""What part of the server's pause each pace has."""


class BotRunner:
    """Plays for every seat of a table that is a bot's, or whose person is away.

    Only while somebody is there for whom they do. ``pause`` are the seconds from the last event to
    a bot's move, unless somebody at the table wants it quicker. ``done`` is called when nothing is
    left to do, until ``wake`` finds a bot's turn again.
    """

    def __init__(
        self, live: LiveTable, pause: float, thinking: BotScheduler, done: Callable[[], None]
    ) -> None:
        self._live = live
        self._pause = pause
        self._thinking = thinking
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
        if self._task is None and self._to_act() is not None and self._live.participants:
            self._task = asyncio.create_task(self._run(), name="bots")

    async def stop(self) -> None:
        """Ends whatever they are at."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def play_out(self) -> bool:
        """Does what is next in a match that no person plays any more; whether anything was."""
        table, participants = self._live.table, frozenset[Participant]()
        if self.busy or self._live.participants or not table.abandoned:
            return False
        command: Command
        if (to_act := table.bot_to_act) is not None:
            seat, level = to_act
            command = Play(seat, await self._think(seat, level, participants), bot=True)
        elif table.round:
            bots = (seat.seat for seat in table.seats if seat.level is not None)
            command = Deal(next(bots, 0))
        elif table.due is None or table.due > self._live.now():
            return False
        else:
            command = Expire()
        try:
            await self._live.execute(command)
        except Refusal:  # somebody is back
            return False
        return True

    def _to_act(self) -> tuple[int, str] | None:
        """The seat to act and the level of the bot that plays there, if one does."""
        return self._live.table.bot_to_act if self._live.loaded else None

    async def _run(self) -> None:
        try:
            while (to_act := self._to_act()) is not None and (
                participants := self._live.participants
            ):
                try:
                    if wait := self._thinking.wait(participants):
                        await self._sleep(wait)
                    else:
                        await self._move(*to_act, participants)
                except SchwimmenError as error:
                    log_event(
                        log, ERROR, "bots wait", table=log_id(self._live.id), reason=str(error)
                    )
                    await self._live.recover()
        finally:
            self._task = None
            self._done()

    async def _move(self, seat: int, level: str, participants: frozenset[Participant]) -> None:
        """Plays for the seat; it thinks while it pauses."""
        seq = self._live.table.seq
        action = await self._think(seat, level, participants)
        await self._wait()
        async with self._thinking.move_slot(participants):
            if self._live.loaded and self._live.table.seq == seq and self._live.participants:
                with contextlib.suppress(Refusal):  # another process played here: look again
                    await self._live.execute(Play(seat, action, bot=True))

    async def _think(self, seat: int, level: str, participants: frozenset[Participant]) -> str:
        view = self._live.table.view(seat)
        assert view is not None
        choose = partial(self._choose, seat, level, view)
        return await self._thinking.choose(level, participants, choose)

    async def _wait(self) -> None:
        """Waits until the table has been quiet long enough; a change of pace counts at once."""
        while (left := self._pause * PACES[self._live.pace] - self._live.idle_s) > 0:
            await self._sleep(left)

    async def _sleep(self, seconds: float) -> None:
        """Waits so long, or until something is other than before."""
        self._woken.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)

    def _choose(self, seat: int, level: str, view: View) -> str:
        """The bot's action; a bot that fails must not stop the table, so any legal one will do."""
        try:
            if seat not in self._players:
                self._players[seat] = make_player(level)
            with metrics.BOT_THINKING.labels(level).time():
                action = self._players[seat].choose(view)
            if action in view.legal_actions:
                return action
            log_event(log, ERROR, "a bot chose what is not legal", table=log_id(self._live.id))
        except Exception:
            log_event(log, ERROR, "a bot failed", failure=True, table=log_id(self._live.id))
        return view.legal_actions[0]
