"""What happens at a table by itself: a clock runs out, a round is dealt, the match begins."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from logging import ERROR, INFO, WARNING
from string import ascii_letters, digits
from time import monotonic
from typing import Any, Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.tables import (
    Chance,
    Expire,
    LogEvent,
    Refusal,
    Rematch,
    Seat,
    Table,
    assign_names,
    check_level,
    create,
    open_rematch,
    open_table,
    record_of_log,
)

from ..limits.allowance import Limits
from ..operation import metrics
from ..operation.clock import ServerClock, seconds_between
from ..operation.logs import log_event, log_id
from ..operation.rules_loader import RulesLoader
from ..storage import Database, NewSeat, NewTable, PlayerName, WriteBatch
from ..wire import encode, tables
from ..wire.people import NewSharedTable
from ..wire.tables import TableInfo, TableSummary
from .audience import may_watch
from .bot_scheduler import BotScheduler
from .bots import BotRunner
from .table import LiveTable
from .table_store import event_rows, in_thread, initial_status, name_rows, seating_rows, status_of

log = logging.getLogger(__name__)

SOON_S: Final = 0.05
"""Seconds until it is looked again at what is due, where something else happened first."""


class TableTimer:
    """Lets happen what is due at a table while somebody is there for whom it does."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Looks again at what is due, and when."""
        self._woken.set()
        if self._task is None and self._live.participants and self._due() is not None:
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
            while self._live.participants and (due := self._due()) is not None:
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
                        await self._live.execute(Expire())
                except Refusal:
                    await asyncio.sleep(SOON_S)
                except SchwimmenError as error:
                    log_event(
                        log, ERROR, "a clock waits", table=log_id(self._live.id), reason=str(error)
                    )
                    await self._live.recover()
        finally:
            self._task = None


def new_id() -> str:
    """The id of a table that nobody can guess: it stands in addresses, file names, spreadsheets."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(16))


class Hub:
    """Opens tables, loads them from their logs while somebody needs them, and lets them go.

    ``pace`` is the pause before a bot's move in seconds, at the most; packs, shuffles, first
    dealers and seeds come from ``chance``. ``over`` is called with a table whose match has ended,
    and its id.
    """

    def __init__(
        self,
        database: Database,
        rules_loader: RulesLoader,
        pace: float,
        chance: Chance,
        limits: Limits,
        server_clock: ServerClock,
        over: Callable[[str, Table], None] = lambda *_: None,
    ) -> None:
        self._database = database
        self._over = over
        self._rules_loader = rules_loader
        self._pace = pace
        self._limits = limits
        self._thinking = BotScheduler(limits)
        self.server_clock = server_clock
        """What tells the time here."""
        self._now = server_clock.now
        self._chance = chance
        server_clock.on_jump = self._clock_was_set
        self._live: dict[str, LiveTable] = {}
        self._bots: dict[str, BotRunner] = {}
        self._dues: dict[str, TableTimer] = {}

    async def create(self, asked: tables.NewTable, player: str) -> str:
        """Opens a table: the player at seat 0, the bots after them. Returns its id.

        Raises ``SchwimmenError`` for rules, levels and names that cannot be.
        """
        self.check_length(asked.options)
        seats = _seats(asked, player, self._chance)
        events = create(asked.preset, asked.options, seats, self._now(), self._chance)
        table_id = new_id()
        standing = initial_status(table_id, events)
        await self._database.write(
            WriteBatch(
                tables=[NewTable(table_id, events[0].at, *standing[1:])],
                seats=[NewSeat(table_id, 0, player)],
                player_names=[
                    PlayerName(
                        player, seats[0].name, events[0].at, replace=bool(asked.name.strip())
                    )
                ],
                events=event_rows(table_id, events),
            )
        )
        log_event(
            log,
            INFO,
            "table opened",
            table=log_id(table_id),
            preset=asked.preset,
            seats=len(seats),
            bots=len(asked.opponents),
        )
        return table_id

    async def open_shared(self, asked: NewSharedTable, player: str) -> str:
        """Opens a table for several people, where the player sits and is host. Returns its id.

        Raises ``SchwimmenError`` for rules, settings and names that cannot be.
        """
        self.check_length(asked.options)
        table_id, settings = new_id(), asked.settings
        events = open_table(
            asked.preset, asked.options, settings, player, asked.name, self._now(), table_id
        )
        await self._database.write(_opened(table_id, events))
        log_event(
            log,
            INFO,
            "table opened",
            table=log_id(table_id),
            preset=asked.preset,
            seats=settings.seats,
            visibility=settings.visibility,
        )
        return table_id

    async def rematch(self, table_id: str, player: str, client_id: str) -> int:
        """Opens a table where those of this one play again; it takes the news as any other.

        Returns the number of the event there. Raises ``Refusal`` and ``UnknownTable``.
        """
        async with self.using(table_id) as live:
            command = Rematch(player, new_id(), client_id)
            async with live.lock:
                await live.load()
                taken = live.table.seq_of(command)
                if taken is not None:
                    return taken
                self.check_length(live.table.terms.options)
                events = open_rematch(live.table, table_id, player, self._now(), command.table)
            return await live.execute(command, beside=_opened(command.table, events))

    @asynccontextmanager
    async def using(self, table_id: str) -> AsyncIterator[LiveTable]:
        """The table, loaded; it stays in memory until nobody uses it.

        Raises ``UnknownTable``.
        """
        with self._held(table_id) as live:
            await self._rules_loader.wait()
            async with live.lock:
                await live.load()
            yield live

    @contextmanager
    def _held(self, table_id: str) -> Iterator[LiveTable]:
        """The table, loaded or not, and the same for all who hold it."""
        live = self._live.get(table_id)
        if live is None:
            live = LiveTable(table_id, self._database, self.server_clock, self._chance)
            done = partial(self._let_go, table_id)
            bots, dues = BotRunner(live, self._pace, self._thinking, done), TableTimer(live)

            def wake() -> None:
                bots.wake()
                dues.wake()

            live.on_change, live.on_match_over = wake, partial(self._over, table_id)
            self._live[table_id], self._bots[table_id] = live, bots
            self._dues[table_id] = dues
            metrics.TABLES.inc()
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            self._let_go(table_id)

    async def events_to_replay(self, table_id: str) -> int:
        """Return how many events have to be played again before the table can be used."""
        live = self._live.get(table_id)
        return 0 if live is not None and live.loaded else await self._database.log_length(table_id)

    @property
    def live(self) -> Collection[LiveTable]:
        """The tables in memory."""
        return self._live.values()

    async def info(self, table_id: str, player: str | None) -> TableInfo:
        """A table as the player with that id sees it. Raises ``UnknownTable``."""
        async with self.using(table_id) as live, live.lock:
            await live.load()
            seat = None if player is None else live.table.seat_of(player)
            return encode.table_info(table_id, live.table, seat)

    async def tables_of(self, player: str, limit: int, before: str | None) -> list[TableSummary]:
        """The tables where the player has a seat, newest first, after the one named ``before``."""
        return [
            encode.table_summary(row)
            for row in await self._database.tables_of(player, limit, before)
        ]

    async def record(self, table_id: str, player: str | None) -> dict[str, Any]:
        """The match record of a table; a round that is still played is left out (R33).

        Raises ``UnknownTable``, and ``Refusal`` before the match and for those who may not watch.
        """
        async with self.using(table_id) as live, live.lock:
            await live.load()
            table = live.table
            seat = None if player is None else table.seat_of(player)
            if not table.over and not may_watch(table, seat):
                raise Refusal("no_spectators", "nobody watches at this table until it is over")
            unfinished, published = table.open_to_all, table.phase in ("over", "closed")
            events = list(table.log)
        return await in_thread(len(events), lambda: record_of_log(events, unfinished, published))

    async def forget(self, player: str) -> tuple[int, int]:
        """Takes a person out of every table: how many were removed, and how many others are left.

        Raises ``StorageError``, and ``RulesLoadError`` without rules.
        """
        await self._rules_loader.wait()
        left = []
        for table_id in await self._database.tables_mentioning(player):
            with self._held(table_id) as live:
                async with live.lock:
                    left.append(await live.forget(player))
        log_event(
            log, INFO, "a player was forgotten", removed=left.count(False), left=left.count(True)
        )
        return left.count(False), left.count(True)

    async def remove_idle(self, finished: str | None, unfinished: str | None) -> int:
        """Removes the tables where nothing has happened since those times, and counts them.

        Raises ``StorageError``.
        """
        removed = 0
        while True:
            found = await self._database.idle_tables(finished, unfinished)
            idle = [table_id for table_id in found if table_id not in self._live]
            if not idle:
                return removed
            await self._database.write(WriteBatch(deleted_tables=idle))
            removed += len(idle)

    async def close(self) -> None:
        """Stops all that happens by itself. The tables themselves are in their logs."""
        running: list[BotRunner | TableTimer] = [*self._bots.values(), *self._dues.values()]
        await asyncio.gather(*(one.stop() for one in running))
        self._thinking.close()

    def check_length(self, options: Mapping[str, OptionValue]) -> None:
        """Raises ``RuleSetError`` for a match that would be too long here."""
        self._limits.check_length(options)

    def is_waiting(self, table_id: str) -> bool | None:
        """Whether a table with people here waits for something else than its bots; ``None`` for one
        without people."""
        live = self._live.get(table_id)
        if live is None or (live.loaded and not live.participants):
            return None
        return not self._bots[table_id].busy

    async def catch_up(self, table_id: str) -> None:
        """Hears of what another server did at a table, and notes how it stands.

        Raises ``SchwimmenError`` where that cannot be.
        """
        async with self.using(table_id) as live:
            await live.catch_up()

    async def play_out(self, table_id: str, pause: Callable[[float], Awaitable[bool]]) -> None:
        """Plays a match on that no person plays any more, and notes how the table stands.

        After every move ``pause`` takes the seconds that it took, and says whether to go on. Raises
        ``SchwimmenError`` where the table cannot go on.
        """
        async with self.using(table_id) as live:
            await live.catch_up()
            begin = monotonic()
            while await self._bots[table_id].play_out() and await pause(monotonic() - begin):
                begin = monotonic()

    def _clock_was_set(self) -> None:
        log_event(log, WARNING, "the system clock was set")
        for live in list(self._live.values()):
            live.on_change()

    def _let_go(self, table_id: str) -> None:
        live = self._live.get(table_id)
        if live is not None and not live.users and not self._bots[table_id].busy:
            self._dues.pop(table_id).let_go()
            del self._live[table_id], self._bots[table_id]
            live.let_go()
            metrics.TABLES.dec()


def _opened(table_id: str, events: Sequence[LogEvent]) -> WriteBatch:
    """The first events of a table where people gather, which needs no rules."""
    table = Table.replay(events)
    return WriteBatch(
        # Its host comes in a moment.
        tables=[
            NewTable(table_id, events[0].at, *status_of(table_id, table)[1:], seen=events[0].at)
        ],
        seat_assignments=seating_rows(table_id, table, events),
        player_names=name_rows(events),
        events=event_rows(table_id, events),
    )


def _seats(asked: tables.NewTable, player: str, chance: Chance) -> tuple[Seat, ...]:
    for seat, opponent in enumerate(asked.opponents, 1):
        check_level(opponent.level, seat)
    name, *names = assign_names([asked.name, *(bot.name for bot in asked.opponents)], chance)
    return (
        Seat(name=name, player=player),
        *(
            Seat(name=name, level=bot.level)
            for name, bot in zip(names, asked.opponents, strict=True)
        ),
    )
