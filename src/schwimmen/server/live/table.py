"""A table in memory: one command at a time, on disk first, then told to everybody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from logging import INFO, WARNING
from time import monotonic
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import (
    ActionEvent,
    Chance,
    Command,
    Expire,
    Leave,
    LogEvent,
    Refusal,
    ServerResumed,
    Table,
    UnplayableLog,
    close,
    normalize_text,
    placeholder_name,
    without_player,
)

from ..operation import metrics
from ..operation.clock import JUMP_S, ServerClock, seconds_between
from ..operation.logs import log_event, log_id
from ..storage import (
    Conflict,
    Database,
    DeletedChat,
    NewEvent,
    TableStatus,
    VacatedSeat,
    WriteBatch,
)
from ..wire.messages import MAX_TEXT_LENGTH
from ..wire.people import ChatLine, Reaction
from ..wire.tables import Pace
from .audience import Audience, Chat
from .bot_scheduler import Participant
from .connection import NO_SUCH_TABLE, SERVICE_RESTART, Connection
from .table_store import (
    MAX_ATTEMPTS,
    UnreadableLog,
    busy_refusal,
    event_rows,
    in_thread,
    lobby_list_of,
    name_rows,
    read_log,
    seating_rows,
    status_of,
)

log = logging.getLogger(__name__)

RETRY_S: Final = 3.0
"""Seconds until a table is looked after again that could not be kept."""


GRACE_S: Final = 10.0
"""Seconds for which bots play on for somebody whose connection is gone: a page loads again."""


def _nobody_cares(*_: object) -> None:
    pass


class LiveTable:
    """A table with its connections. ``load`` it before anything else.

    Whoever changes it holds ``lock``; events are on disk before anyone hears of them.
    """

    def __init__(
        self,
        table_id: str,
        database: Database,
        server_clock: ServerClock,
        chance: Chance,
    ) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        self.users = 0
        """Who needs it in memory: connections, requests, its bots."""
        self.audience = Audience(table_id, server_clock.now, server_clock.steady)
        self._database = database
        self._server_clock = server_clock
        self.now = server_clock.now
        """What time it is, as an ISO time."""
        self._chance = chance
        self._uptime = server_clock.uptime
        """What the clocks here have taken account of."""
        self._gone: dict[Participant, tuple[int, float]] = {}
        """The seats of people whose connections are gone, and until when bots play on for them."""
        self._table: Table | None = None
        self._stands: TableStatus | None = None
        """How the database says that the table stands, where this server has said so."""
        self._told = 0
        self._chat = Chat(table_id, database, self.audience)
        self._stirred = server_clock.steady()
        self.pace: Pace = "relaxed"
        """How quickly bots play here; nobody keeps it."""
        self.on_change: Callable[[], None] = _nobody_cares
        """Called when somebody may have to act now: after every change, and for a newcomer."""
        self.on_match_over: Callable[[Table], None] = _nobody_cares
        """Called when the match has ended."""

    @property
    def loaded(self) -> bool:
        """Whether the log has been played."""
        return self._table is not None

    @property
    def table(self) -> Table:
        """The table as of its last event."""
        assert self._table is not None, "load first"
        return self._table

    @property
    def idle_s(self) -> float:
        """Seconds since the last event, or since the table was first needed here."""
        return self._server_clock.steady() - self._stirred

    @property
    def participants(self) -> frozenset[Participant]:
        """Those for whom bots play here and clocks run; the table is put aside without any.

        The people who still play and are connected, or were a moment ago. Once none plays any more,
        those who did.
        """
        if not self.loaded:
            return frozenset()
        seats = self.table.remaining or self.table.people
        now = self._server_clock.steady()
        gone = {one for one, (seat, until) in self._gone.items() if seat in seats and now < until}
        return frozenset(gone | self.audience.participants(seats))

    @property
    def clock_was_set(self) -> bool:
        """Whether the system clock was set since the table last looked at it."""
        return self._uptime is not self._server_clock.uptime

    @property
    def lobby_connection(self) -> Connection | None:
        """The connection that keeps the table in the lobby: the host's, or a player's in a match.

        None where the table is not in the lobby, or nobody is there for it.
        """
        if not self.loaded or lobby_list_of(self.table) is None:
            return None
        host = self.table.host if self.table.phase == "gathering" else None
        return self.audience.one_of(host)

    def set_pace(self, pace: Pace, seat: int) -> None:
        """Lets bots play at that pace from now on; with several people the host says so."""
        if self.loaded and (self.table.settings is None or seat == self.table.host):
            self.pace = pace
            self.on_change()

    async def load(self) -> None:
        """Plays the log, unless that is done. The lock must be held.

        A log that no longer plays is closed with a notice, and kept. Raises ``UnknownTable`` and
        ``StorageError``.
        """
        if self._table is not None:
            return None
        for _ in range(MAX_ATTEMPTS):
            with contextlib.suppress(Conflict):  # another server has just loaded it too
                return await self._load()
        raise busy_refusal()

    async def refresh(self) -> None:
        """Loads what another server may have written meanwhile. The lock must be held."""
        if self.loaded and await self._database.log_length(self.id) != self.table.seq:
            self._table = None
        await self.load()

    async def _load(self) -> None:
        self._stands = None
        self._uptime = self._server_clock.uptime
        events = await read_log(self._database, self.id)
        try:
            table = await in_thread(len(events), lambda: Table.replay(events))
            resumed = self._resumed(table)
        except UnplayableLog as error:
            closing = close(events, self.now())
            reason = str(error)
            log_event(
                log,
                WARNING,
                "table is closed",
                table=log_id(self.id),
                code=closing.code,
                reason=reason,
            )
            table = await in_thread(len(events), lambda: Table.replay([*events, closing]))
            resumed = (closing,)
        if resumed:
            await self._keep(table, resumed)
        if table.settings is not None:
            await self._chat.load()
        self._table = table
        self._broadcast_events()
        self._note(resumed)

    async def execute(self, command: Command, beside: WriteBatch | None = None) -> int:
        """Takes a command and returns the number of the event it led to.

        What is to be written ``beside`` its events is there if they are. A client id that was
        taken before has the same answer again. Raises ``Refusal``, and ``StorageError`` where the
        event cannot be kept; then nothing has changed.
        """
        asked = monotonic()
        async with self.lock:
            for _ in range(MAX_ATTEMPTS):
                await self.load()
                taken = self.table.seq_of(command)
                if taken is not None:
                    return taken
                try:
                    await self._check_clock()
                    seq = await self._play(command, beside)
                except Conflict:
                    continue  # another process plays at this table too: hear of its events
                except Refusal:
                    if await self._database.log_length(self.id) == self.table.seq:
                        raise
                    self._table = None  # the same, noticed later
                else:
                    metrics.BROADCASTS.observe(monotonic() - asked)
                    return seq
            raise busy_refusal()

    async def catch_up(self) -> None:
        """Hears of what another server did here, and notes how the table stands."""
        async with self.lock:
            await self.refresh()
            await self._note_standing()

    async def run_overdue(self, player: str) -> None:
        """A player comes to a table that was put aside: what was due meanwhile happens first, each
        at its time. The lock must be held.
        """
        for _ in range(MAX_ATTEMPTS):
            with contextlib.suppress(Conflict):  # another server is at it, too
                await self.load()
                await self._check_clock()
                table = self.table
                if not self.participants and table.seat_of(player) in (
                    table.remaining or table.people
                ):
                    await self._add(self._settled(table, self.now()))
                return
        raise busy_refusal()

    async def _note_standing(self) -> None:
        stands = status_of(self.id, self.table)
        if stands != self._stands:
            await self._database.write(WriteBatch(statuses=[stands]))
            self._stands = stands

    async def check_clock(self) -> None:
        """Time that did not pass, since the system clock was set, is nobody's."""
        async with self.lock:
            await self.load()
            await self._check_clock()

    async def _check_clock(self) -> None:
        self._server_clock.now()
        if self.clock_was_set:
            self._uptime = self._server_clock.uptime
            await self._add(self._resumed(self.table, was_here=True))

    def known(self, last_seq: int | None) -> int:
        """The last event known to a client that says so; 0 where there is no such event here."""
        return last_seq if last_seq is not None and last_seq <= self.table.seq else 0

    async def welcome(self, connection: Connection, player: str | None, known: int) -> None:
        """Lets a connection in and tells it all after event ``known``. The lock must be held."""
        if await self.audience.welcome(connection, self.table, player, known):
            self.on_change()

    async def recover(self) -> None:
        """The database failed: loads the table as soon as that works, while somebody needs it."""
        await asyncio.sleep(RETRY_S)
        while self.users:
            with contextlib.suppress(SchwimmenError):
                async with self.lock:
                    await self.load()
                    return
            await asyncio.sleep(RETRY_S)

    def let_go(self) -> None:
        """Nobody needs it any more: nothing here leads back to it, so that its memory is free."""
        self.on_change = self.on_match_over = _nobody_cares

    def leave(self, connection: Connection) -> None:
        """Forgets a connection."""
        if connection.player is not None and connection.seat is not None:
            until = self._server_clock.steady() + GRACE_S
            self._gone[Participant(connection.player, connection.address)] = connection.seat, until
        self.audience.leave(connection)

    async def say(self, player: str, text: str, client_id: str) -> None:
        """Tells all at the table what somebody at it says; once for a client id.

        Raises ``SchwimmenError`` for what cannot be shown, ``Refusal`` where nobody chats, and
        ``StorageError`` where it cannot be kept.
        """
        text = normalize_text(text, "text", MAX_TEXT_LENGTH)
        async with self.lock:
            await self.load()
            settings, seat = self.table.settings, self.table.seat_of(player)
            if settings is None or not settings.chat:
                raise Refusal("chat_off", "there is no chat at this table")
            if seat is None:
                raise Refusal("not_seated", "you are watching, you have no seat here")
            name = next(one.name for one in self.table.seats if one.seat == seat)
            said = ChatLine(number=0, at=self.now(), seat=seat, name=name, text=text)
            await self._chat.say(said, player, client_id)

    def react(self, seat: int, reaction: Reaction) -> None:
        """Shows all at the table how somebody feels; nobody keeps it."""
        if self.loaded and self.table.settings is None:
            raise Refusal("one_person", "this table is for one person")
        self.audience.react(seat, reaction)

    async def forget(self, player: str) -> bool:
        """Takes a person out of the table, and says whether anything of it is left.

        They may sit there, or have a seat kept for them, or have been there before the match. The
        lock must be held; the table need not be loaded. Without another person the whole table is
        removed. Raises ``StorageError``.
        """
        holders = await self._database.seats_of(self.id)
        mine = [seat for seat, holder in holders.items() if holder == player]
        if set(holders.values()) == {player}:
            await self._database.write(WriteBatch(deleted_tables=[self.id]))
            self._table = None
            self.audience.disconnect(NO_SUCH_TABLE)
            return False
        await self._stand_up(player)
        row = await self._database.table_row(self.id)
        bodies = await self._database.log(self.id)
        summary = row["summary"]
        seats = summary["seats"]
        name = placeholder_name(mine[0] if mine else 0, [seat["name"] for seat in seats])
        if mine and summary.get("phase") != "gathering":
            seats[mine[0]]["name"] = name
        if summary.get("host") not in [seat["name"] for seat in seats]:
            summary["host"] = None
        changed = without_player(bodies, player, name)
        await self._database.write(
            WriteBatch(
                rewritten_events=[NewEvent(self.id, body["seq"], None, body) for body in changed],
                statuses=[TableStatus(self.id, summary, row["listed"], row["due"], row["quick"])],
                vacated_seats=[VacatedSeat(self.id, seat) for seat in mine],
                deleted_chat=[DeletedChat(self.id, player)],
            )
        )
        self._table = None  # other than its log
        self.audience.chat.clear()
        self.audience.disconnect(SERVICE_RESTART, mine)
        with contextlib.suppress(UnreadableLog):
            await self.load()
            await self._note_standing()  # nobody may be waited for any more
            await self.audience.welcome_all(self.table)
        return True

    async def _stand_up(self, player: str) -> None:
        """Somebody who is to be forgotten leaves, so that nobody waits for them."""
        # Where nobody can play nobody waits; or they are away already, or the match is over.
        with contextlib.suppress(UnreadableLog, Refusal):
            await self.load()
            if self.table.settings is not None:
                await self._play(Leave(player))

    def _settled(self, table: Table, until: str) -> list[LogEvent]:
        """What was due until then, each at its time."""
        events: list[LogEvent] = []
        while (due := table.due) is not None and due <= until:
            events += table.execute(Expire(), due, self._chance)
        return events

    def _resumed(self, table: Table, was_here: bool = False) -> Sequence[LogEvent]:
        """Time in which no server was there, or that the system clock left out or showed again, is
        nobody's: what follows from that. A table that ``was_here`` has no event from after it.
        """
        last, now = table.log[-1].at, self.now()
        since, gone = self._uptime.since, max(last, self._uptime.alive)
        if seconds_between(now, last) > JUMP_S:
            since = now  # the clock was set back, nobody knows when
        elif gone >= since and not was_here:
            return ()
        events = self._settled(table, gone)
        if table.due is not None:
            events += table.execute(ServerResumed(gone), since, self._chance)
        return events

    async def _play(self, command: Command, beside: WriteBatch | None = None) -> int:
        table = self.table
        events = table.execute(command, self.now(), self._chance)
        await self._add(events, beside)
        return events[0].seq

    async def _add(self, events: Sequence[LogEvent], beside: WriteBatch | None = None) -> None:
        """Keeps events that the table has taken, then tells everybody."""
        if not events:
            return
        try:
            await self._keep(self.table, events, beside)
        except BaseException:
            self._table = None  # ahead of its log: to be loaded again
            raise
        self._stirred = self._server_clock.steady()
        self._broadcast_events()
        self._note(events)

    def _note(self, events: Sequence[LogEvent]) -> None:
        """Counts what was played, and reports a match that is over now."""
        table = self.table
        actions = [event for event in events if isinstance(event, ActionEvent)]
        for event in actions:
            metrics.MOVES.labels(table.events[event.seq - 1].by).inc()
        if actions and table.over:
            log_event(log, INFO, "match over", table=log_id(self.id), rounds=table.round)
            self.on_match_over(table)

    async def _keep(
        self, table: Table, events: Sequence[LogEvent], beside: WriteBatch | None = None
    ) -> None:
        stands = status_of(self.id, table)
        write = WriteBatch(
            events=event_rows(self.id, events),
            statuses=[] if stands == self._stands else [stands],
            seat_assignments=seating_rows(self.id, table, events),
            player_names=name_rows(events),
        )
        await self._database.write(write if beside is None else write + beside)
        self._stands = stands

    def _broadcast_events(self) -> None:
        news = self.table.events[self._told :]
        self._told = len(self.table.events)
        self.audience.broadcast_events(self.table, news)
        self.on_change()
