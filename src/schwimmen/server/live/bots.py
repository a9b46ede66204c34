"""Bots of one table, which play one move at a time at a human pace."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from logging import ERROR, WARNING
from secrets import randbits
from typing import TYPE_CHECKING, Final

from schwimmen.players import make_player
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import BotFailed, BotRecovered, Command, Deal, Expire, Play, Refusal

from ..runtime import metrics
from ..runtime.host_bots import HostBots
from ..runtime.logs import log_event, log_id
from ..wire.tables import Pace
from .bot_scheduler import BotScheduler, Participant
from .table import LiveTable

if TYPE_CHECKING:
    from schwimmen.players import Player
    from schwimmen.rules import View

log = logging.getLogger(__name__)

PAUSE_FACTORS: Final[dict[Pace, float]] = {"relaxed": 1, "quick": 0.4, "instant": 0}
"""Factor of the server's pause at each pace."""

MAX_FAILURES: Final = 3
"""Failures in succession after which a level plays for a bot of the host in its match."""


class BotRunner:
    """Runner of the bots at a table, for their own seats and for people who are away.

    Bots play only while the table has participants. ``pause`` is the number of seconds between the
    last event and a bot's move, at the relaxed pace. ``on_idle`` is called when no bot is to move,
    until ``wake`` finds a bot's turn again.

    A level plays for a bot of the host that fails, after ``MAX_FAILURES`` in succession for the
    rest of the match, and for one that this server does not have.
    """

    def __init__(
        self,
        live: LiveTable,
        pause: float,
        scheduler: BotScheduler,
        host_bots: HostBots,
        on_idle: Callable[[], None],
    ) -> None:
        self._live = live
        self._pause = pause
        self._scheduler = scheduler
        self._host_bots = host_bots
        self._failures = Counter[int]()
        """Failures in succession of the host's bots, by seat."""
        self._woken = asyncio.Event()
        self._on_idle = on_idle
        self._players: dict[int, Player] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether the runner has a pending move."""
        return self._task is not None

    def wake(self) -> None:
        """Start the bots if one is to move, and let a pausing bot check its pause again."""
        self._woken.set()
        if self._task is None and self._to_act() is not None and self._live.participants:
            self._task = asyncio.create_task(self._run(), name="bots")

    async def stop(self) -> None:
        """Cancel the running task."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def play_out(self) -> bool:
        """Execute the next step of an abandoned match; return whether there was one."""
        table, participants = self._live.table, frozenset[Participant]()
        if self.busy or self._live.participants or not table.abandoned:
            return False
        command: Command
        if (to_act := table.bot_to_act) is not None:
            seat, level = to_act
            action = await self._decide(seat, level, participants)
            if action is None:
                return True
            command = Play(seat, action, bot=True)
        elif table.round:
            bots = (seat.seat for seat in table.seats if seat.level is not None)
            command = Deal(next(bots, 0))
        elif table.due is None or table.due > self._live.now():
            return False
        else:
            command = Expire()
        try:
            await self._live.execute(command, automatic=True)
        except Refusal:  # a person is back
            return False
        return True

    def _to_act(self) -> tuple[int, str] | None:
        """Return the seat to act and the level of its bot, if a bot plays there."""
        return self._live.table.bot_to_act if self._live.loaded else None

    async def _run(self) -> None:
        try:
            while (to_act := self._to_act()) is not None and (
                participants := self._live.participants
            ):
                try:
                    if delay := self._scheduler.delay_for(participants):
                        await self._sleep(delay)
                    else:
                        await self._move(*to_act, participants)
                except SchwimmenError as error:
                    log_event(
                        log,
                        ERROR,
                        "bots could not move",
                        table=log_id(self._live.id),
                        reason=str(error),
                    )
                    await self._live.recover()
        finally:
            self._task = None
            self._on_idle()

    async def _move(self, seat: int, level: str, participants: frozenset[Participant]) -> None:
        """Choose and execute an action for the seat; thinking is part of the pause."""
        action = await self._decide(seat, level, participants)
        if action is None:
            return
        seq = self._live.table.seq
        await self._wait_for_pause()
        async with self._scheduler.move_slot(participants):
            if self._live.loaded and self._live.table.seq == seq and self._live.participants:
                with contextlib.suppress(Refusal):  # another server has changed the table
                    await self._live.execute(Play(seat, action, bot=True), automatic=True)

    async def _decide(
        self, seat: int, level: str, participants: frozenset[Participant]
    ) -> str | None:
        """Return the action of the seat's bot, ``None`` if the table has changed meanwhile."""
        table = self._live.table
        seq, bot = table.seq, table.bot_at(seat)
        if bot is None:
            action = await self._think(seat, level, participants)
            return action if self._is_at(seq) else None
        answer = await self._ask(seat, bot, participants)
        if not self._is_at(seq):
            return None
        if answer is not None:
            self._failures[seat] = 0
            news: Command | None = BotRecovered(seat) if table.failed_at(seat) else None
        else:
            self._failures[seat] += 1
            final = self._failures[seat] >= MAX_FAILURES or bot not in self._host_bots.names
            news = BotFailed(seat, final) if final or not table.failed_at(seat) else None
        if news is not None:
            try:
                await self._live.execute(news, automatic=True)
            except Refusal:  # another server has changed the table
                return None
        if answer is not None:
            return answer
        seq = self._live.table.seq
        action = await self._think(seat, level, participants)
        return action if self._is_at(seq) else None

    def _is_at(self, seq: int) -> bool:
        """Return whether this is still the number of the table's last event."""
        return self._live.loaded and self._live.table.seq == seq

    async def _ask(self, seat: int, bot: str, participants: frozenset[Participant]) -> str | None:
        """Return the action of a bot of the host, ``None`` if it fails, which is logged."""
        view = self._live.table.view(seat)
        assert view is not None
        reason, lines = "this server has no such bot", tuple[str, ...]()
        if bot in self._host_bots.names:
            work = partial(self._host_bots.choose, bot, view, randbits(32))
            try:
                return await self._scheduler.ask(bot, participants, work)
            except SchwimmenError as error:
                reason, lines = str(error), getattr(error, "lines", ())
        log_event(
            log,
            WARNING,
            "a bot of the host failed",
            bot=bot,
            table=log_id(self._live.id),
            reason=reason,
            lines=" | ".join(line.strip() for line in lines) or None,
        )
        return None

    async def _think(self, seat: int, level: str, participants: frozenset[Participant]) -> str:
        table = self._live.table  # a thread may find it unloaded
        view = table.view(seat)
        assert view is not None
        known = table.bot_seed(seat), table.character_at(seat)
        think = partial(self._choose, seat, level, view, *known)
        return await self._scheduler.choose(level, participants, think)

    async def _wait_for_pause(self) -> None:
        """Wait until the pause since the last event is over; a change of pace counts at once."""
        while (left := self._pause * PAUSE_FACTORS[self._live.pace] - self._live.idle_s) > 0:
            await self._sleep(left)

    async def _sleep(self, seconds: float) -> None:
        """Sleep for a time, or until ``wake`` is called."""
        self._woken.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)

    def _choose(
        self, seat: int, level: str, view: View, seed: int | None, character: str | None
    ) -> str:
        """Return the bot's action, or any legal one if the bot fails, to keep the table going.

        With a seed the choice depends on the seed and the view alone.
        """
        try:
            if seat not in self._players or seed is not None:
                self._players[seat] = make_player(level, seed, character=character)
            with metrics.BOT_THINKING.labels(level).time():
                action = self._players[seat].choose(view)
            if action in view.legal_actions:
                return action
            log_event(log, ERROR, "a bot chose an illegal action", table=log_id(self._live.id))
        except Exception:
            log_event(log, ERROR, "a bot failed", failure=True, table=log_id(self._live.id))
        return view.legal_actions[0]
