"""Hub of the tables in memory, with their bots and timers."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterator,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from logging import ERROR, INFO, WARNING
from string import ascii_letters, digits
from time import monotonic
from typing import Any, Literal, TypeAlias

from schwimmen.records.daily import DailyDeal
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import (
    Chance,
    Change,
    LogEvent,
    Refusal,
    Rematch,
    Seat,
    Table,
    assign_names,
    character_of,
    check_level,
    create,
    create_daily,
    numbered_name,
    open_rematch,
    open_table,
    record_of_log,
)

from ..limits.allowance import Limits
from ..runtime import metrics
from ..runtime.clock import ServerClock
from ..runtime.host_bots import HostBots
from ..runtime.logs import log_event, log_id
from ..runtime.rules_loader import RulesLoader
from ..storage import (
    CarriedChat,
    DailyQueries,
    Database,
    LeaseQueries,
    NewDaily,
    NewSeat,
    NewTable,
    PeopleQueries,
    PlayerName,
    WriteBatch,
)
from ..wire import encode, tables
from ..wire.people import NewSharedTable
from ..wire.tables import TableInfo
from .audience import may_watch
from .bot_scheduler import BotScheduler
from .bots import BotRunner
from .news import News, TableChange
from .sockets import Sockets
from .table import LiveTable
from .table_store import event_rows, in_thread, initial_status, name_rows, seating_rows, status_of
from .table_timer import TableTimer

log = logging.getLogger(__name__)

Activity: TypeAlias = Literal["bots", "waiting", "paused"]
"""Activity of a table: its bots move, it waits for a player or a clock, or has no participants."""


def new_id() -> str:
    """Return a random table id, fit for addresses, file names and spreadsheets."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(16))


class Hub:
    """Hub that opens tables, loads them from their logs while they are used, and unloads them.

    ``pace`` is the longest pause before a bot's move in seconds; packs, shuffles, first dealers and
    seeds come from ``chance``. ``on_match_over`` is called with the id and the table of a match
    that has ended.
    """

    def __init__(
        self,
        database: Database,
        rules_loader: RulesLoader,
        pace: float,
        chance: Chance,
        limits: Limits,
        server_clock: ServerClock,
        on_match_over: Callable[[str, Table], None] = lambda *_: None,
        host_bots: HostBots | None = None,
        leases: LeaseQueries | None = None,
    ) -> None:
        """``leases``: those of the servers that share the database, if several may."""
        self._database = database
        self._leases = leases
        self._daily_queries = DailyQueries(database)
        self._people = PeopleQueries(database)
        self._on_match_over = on_match_over
        self._rules_loader = rules_loader
        self._pace = pace
        self.limits = limits
        self.host_bots = host_bots or HostBots()
        """Bots that the host of the server has declared."""
        self.bot_scheduler = BotScheduler(limits)
        """Scheduler of all work for which people have a budget."""
        self.sockets = Sockets()
        """Open WebSockets of the tables."""
        self.server_clock = server_clock
        """Clock of this server."""
        self._now = server_clock.now
        self._chance = chance
        server_clock.on_jump = self._clock_was_set
        self._live: dict[str, LiveTable] = {}
        self._bots: dict[str, BotRunner] = {}
        self._timers: dict[str, TableTimer] = {}
        self._begun = set[asyncio.Task[None]]()
        self.on_news: Callable[[News], None] = lambda _: None
        """Callback with news of the tables that are not stored."""

    async def create(self, new: tables.NewTable, player: str) -> str:
        """Open a table with the player at seat 0 and bots at the others; return its id.

        Raises ``SchwimmenError`` for invalid rules, levels, bots and names.
        """
        self.limits.check_length(new.options)
        for opponent in new.opponents:
            self.host_bots.check(opponent.bot)
        seats = _seats(new, player, await self._people.face(player), self._chance)
        events = create(new.preset, new.options, seats, self._now(), self._chance)
        table_id = new_id()
        name = PlayerName(player, seats[0].name, events[0].at, replace=bool(new.name.strip()))
        await self._database.write(_solo_rows(table_id, events, name))
        log_event(
            log,
            INFO,
            "table opened",
            table=log_id(table_id),
            preset=new.preset,
            seats=len(seats),
            bots=len(new.opponents),
        )
        return table_id

    async def open_daily(self, deal: DailyDeal, player: str, name: str, until: str) -> str:
        """Open a table for the deal of the day, which ends at ``until``; return its id.

        Raises ``Conflict`` if the player has begun it already, and ``SchwimmenError`` for an
        invalid name.
        """
        face = await self._people.face(player)
        events = create_daily(deal, player, name, self._now(), face)
        table_id = new_id()
        row = PlayerName(player, events[0].seats[0].name, events[0].at, bool(name.strip()))
        begun = NewDaily(player, deal.date, deal.variant, table_id, until)
        await self._database.write(_solo_rows(table_id, events, row) + WriteBatch(daily=[begun]))
        log_event(log, INFO, "daily table opened", table=log_id(table_id), preset=deal.variant)
        return table_id

    async def open_shared(self, new: NewSharedTable, player: str) -> str:
        """Open a table for several people with the player as host; return its id.

        Raises ``SchwimmenError`` for invalid rules, settings and names.
        """
        self.limits.check_length(new.options)
        table_id, settings = new_id(), new.settings
        self.host_bots.check(settings.bot)
        face = await self._people.face(player)
        events = open_table(
            new.preset, new.options, settings, player, new.name, self._now(), table_id, face
        )
        await self._database.write(_opening_rows(table_id, events))
        log_event(
            log,
            INFO,
            "table opened",
            table=log_id(table_id),
            preset=new.preset,
            seats=settings.seats,
            visibility=settings.visibility,
        )
        return table_id

    def check_change(self, change: Change, live: LiveTable) -> None:
        """Raise ``SchwimmenError`` for a change to options or a bot that this server does not have.

        A bot that the table has already may stay.
        """
        if change.options is not None:
            self.limits.check_length(change.options)
        before = live.table.settings if live.loaded else None
        if change.settings and (before is None or change.settings.bot != before.bot):
            self.host_bots.check(change.settings.bot)

    async def rematch(self, table_id: str, player: str, client_id: str) -> int:
        """Open a table for a rematch, and announce it at this one; return the event's number.

        Raises ``Refusal`` and ``UnknownTable``.
        """
        async with self.using(table_id) as live:
            command = Rematch(player, new_id(), client_id)
            async with live.lock:
                await live.load()
                seq = live.table.seq_of(command)
                if seq is not None:
                    return seq
                self.limits.check_length(live.table.terms.options)
                face = await self._people.face(player)
                last_line = live.audience.last_line
                events = open_rematch(
                    live.table, table_id, player, self._now(), command.table, face, last_line
                )
            rows = _opening_rows(command.table, events)
            chat = WriteBatch(carried_chat=[CarriedChat(command.table, table_id, last_line)])
            return await live.execute(command, extra_rows=rows + chat)

    def check_engine(self) -> None:
        """Raise ``EnginePreparing`` or ``EngineFailed`` while no table can be loaded."""
        self._rules_loader.check()

    @asynccontextmanager
    async def using(self, table_id: str) -> AsyncIterator[LiveTable]:
        """Yield the table, loaded; it stays in memory as long as it is used.

        Raises ``UnknownTable``, and as ``check_engine`` does.
        """
        self.check_engine()
        with self._held(table_id) as live:
            await self._rules_loader.wait()
            async with live.lock:
                await live.load()
            yield live

    @contextmanager
    def _held(self, table_id: str) -> Iterator[LiveTable]:
        """Yield the only object for a table, loaded or not, and keep it until the end."""
        live = self._live.get(table_id)
        if live is None:
            live = LiveTable(
                table_id, self._database, self.server_clock, self._chance, self._leases
            )
            on_idle = partial(self._unload_unused, table_id)
            bots = BotRunner(live, self._pace, self.bot_scheduler, self.host_bots, on_idle)
            timer = TableTimer(live)

            def wake() -> None:
                bots.wake()
                timer.wake()

            live.on_change, live.on_match_over = wake, partial(self._on_match_over, table_id)
            live.on_news = self.on_news
            self._live[table_id], self._bots[table_id] = live, bots
            self._timers[table_id] = timer
            metrics.TABLES.inc()
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            self._unload_unused(table_id)

    async def events_to_replay(self, table_id: str) -> int:
        """Return the number of events to replay before the table can be used.

        It is 0 for a table in memory, even if that still loads: one replay is for all clients.
        """
        return 0 if table_id in self._live else await self._database.log_length(table_id)

    @property
    def live(self) -> Collection[LiveTable]:
        """Tables in memory."""
        return self._live.values()

    async def check_shown(self, table_id: str, player: str | None) -> None:
        """Raise ``Refusal`` for another player's deal of the day until its day is over.

        Its cards are those that this player may still have to play.
        """
        owner = await self._daily_queries.owner(table_id)
        if owner is not None and owner.player_id != player and self._now() < owner.until:
            line = f"the cards of this deal of the day are hidden until {owner.until}"
            raise Refusal("daily_hidden", line, details={"until": owner.until})

    async def info(self, table_id: str, player: str | None) -> TableInfo:
        """Return a table's information for a player. Raises ``UnknownTable``."""
        async with self.using(table_id) as live, live.lock:
            await live.load()
            seat = None if player is None else live.table.seat_of(player)
            return encode.table_info(table_id, live.table, seat)

    async def record(self, table_id: str, player: str | None) -> dict[str, Any]:
        """Return the match record of a table, without a running round (R33).

        Raises ``UnknownTable``, and ``Refusal`` before the match, where spectators are not
        allowed, and as ``check_shown`` does.
        """
        await self.check_shown(table_id, player)
        async with self.using(table_id) as live, live.lock:
            await live.load()
            table = live.table
            seat = None if player is None else table.seat_of(player)
            if not table.over and not may_watch(table, seat):
                line = "this table has no spectators until its match is over"
                raise Refusal("no_spectators", line)
            unfinished, published = table.open_to_all, table.phase in ("over", "closed")
            events = list(table.log)
        return await in_thread(len(events), lambda: record_of_log(events, unfinished, published))

    async def erase_player(self, player: str) -> tuple[int, int]:
        """Erase a person from every table; return the numbers of tables removed and left.

        Raises ``StorageError``, and ``RulesLoadError`` without rules.
        """
        await self._rules_loader.wait()
        # All at once: one after the other, each deletion would go through all matches left.
        await self._database.write(WriteBatch(uncounted_players=[player]))
        still_exist = []
        for table_id in await self._database.tables_mentioning(player):
            with self._held(table_id) as live:
                async with live.lock:
                    still_exist.append(await live.erase_player(player))
        removed, left = still_exist.count(False), still_exist.count(True)
        log_event(log, INFO, "a player was forgotten", removed=removed, left=left)
        return removed, left

    async def remove_idle(self, finished: str | None, unfinished: str | None) -> int:
        """Remove the tables without events since these times; return their number.

        Those in use stay: in memory here, or at another server that runs them or has people. Raises
        ``StorageError``.
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
        """Stop all bots and timers."""
        for task in self._begun:
            task.cancel()
        await asyncio.gather(*self._begun, return_exceptions=True)
        running: list[BotRunner | TableTimer] = [*self._bots.values(), *self._timers.values()]
        await asyncio.gather(*(one.stop() for one in running))
        await asyncio.to_thread(self.host_bots.close)
        self.bot_scheduler.close()

    def to_act(self, table_id: str) -> int | None:
        """Return the seat whose turn it is at a table in memory, if any."""
        live = self._live.get(table_id)
        return live.table.to_act if live is not None and live.loaded else None

    def activity(self, table_id: str) -> Activity:
        """Return the activity of a table on this server."""
        live = self._live.get(table_id)
        if live is None or (live.loaded and not live.people_here):
            return "paused"
        return "bots" if self._bots[table_id].busy else "waiting"

    def find(self, table_id: str) -> LiveTable | None:
        """Return a table that is in memory, loaded or not."""
        return self._live.get(table_id)

    def follow(self, live: LiveTable, change: TableChange) -> None:
        """Broadcast what another server has changed at a table, soon."""
        if live.is_behind(change):
            work = partial(live.follow, change)
            self._begin(live, work, "changes of another server could not be read")

    def hand_over(self, live: LiveTable, successor: str | None = None) -> None:
        """Let another server run a table, ``successor`` or any, soon."""
        if live.lease is not None:
            work = partial(live.disown, successor)
            self._begin(live, work, "a table could not be handed over")

    def _begin(self, live: LiveTable, work: Callable[[], Awaitable[None]], failure: str) -> None:
        async def attempt() -> None:
            try:
                await work()
            except SchwimmenError as error:
                log_event(log, ERROR, failure, table=log_id(live.id), reason=str(error))
                await live.recover()

        task = asyncio.create_task(attempt())
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    async def catch_up(self, table_id: str) -> None:
        """Load the events that other servers have added to a table, and update its status.

        Raises ``SchwimmenError``.
        """
        async with self.using(table_id) as live:
            await live.catch_up()

    async def play_out(self, table_id: str, pause: Callable[[float], Awaitable[bool]]) -> None:
        """Play an abandoned match on, and update the status of its table.

        After every move ``pause`` gets the seconds that the move took, and returns whether to go
        on. Raises ``SchwimmenError`` if the table cannot continue.
        """
        async with self.using(table_id) as live:
            await live.catch_up()
            if not await live.own():
                return
            live.playing_out = True
            try:
                begin = monotonic()
                while await self._bots[table_id].play_out() and await pause(monotonic() - begin):
                    begin = monotonic()
            finally:
                live.playing_out = False

    def _clock_was_set(self) -> None:
        log_event(log, WARNING, "the system clock was set")
        for live in list(self._live.values()):
            live.on_change()

    def _unload_unused(self, table_id: str) -> None:
        live = self._live.get(table_id)
        if live is not None and not live.users and not self._bots[table_id].busy:
            self._timers.pop(table_id).cancel()
            del self._live[table_id], self._bots[table_id]
            live.detach()
            metrics.TABLES.dec()


def _solo_rows(table_id: str, events: Sequence[LogEvent], name: PlayerName) -> WriteBatch:
    """Return the rows of a new table for one person, at seat 0, which needs no rules yet."""
    status = initial_status(table_id, events)
    return WriteBatch(
        tables=[NewTable(table_id, events[0].at, *status[1:])],
        seats=[NewSeat(table_id, 0, name.player_id)],
        player_names=[name],
        events=event_rows(table_id, events),
    )


def _opening_rows(table_id: str, events: Sequence[LogEvent]) -> WriteBatch:
    """Return the rows of a new table for several people, which needs no rules yet."""
    table = Table.replay(events)
    return WriteBatch(
        # Listed at once, as its host is about to connect.
        tables=[
            NewTable(table_id, events[0].at, *status_of(table_id, table)[1:], seen=events[0].at)
        ],
        seat_assignments=seating_rows(table_id, table, events),
        player_names=name_rows(events),
        events=event_rows(table_id, events),
    )


def _seats(new: tables.NewTable, player: str, face: str | None, chance: Chance) -> tuple[Seat, ...]:
    for seat, opponent in enumerate(new.opponents, 1):
        check_level(opponent.level, seat)
    given = [new.name, *(opponent.name for opponent in new.opponents)]
    for seat, opponent in enumerate(new.opponents, 1):
        if opponent.bot is not None and not given[seat]:
            given[seat] = numbered_name(opponent.bot, given)
    name, *names = assign_names(given, chance)
    return (
        Seat(name=name, player=player, face=face),
        *(
            Seat(
                name=name,
                level=one.level,
                bot=one.bot,
                character=None if one.bot else character_of(name, one.level),
            )
            for name, one in zip(names, new.opponents, strict=True)
        ),
    )
