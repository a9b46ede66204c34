"""Table in memory and its log: events are stored, then broadcast, as are those of others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from logging import INFO, WARNING
from time import monotonic
from typing import Final

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import (
    ActionEvent,
    Chance,
    Command,
    DealEvent,
    Expire,
    Join,
    LogEvent,
    Refusal,
    ServerResumed,
    Table,
    UnplayableLog,
    close,
)

from ..runtime import metrics
from ..runtime.clock import JUMP_S, ServerClock, seconds_between
from ..runtime.logs import log_event, log_id
from ..storage import (
    VALID_S,
    Conflict,
    Database,
    KnownLog,
    Lease,
    LeaseLost,
    LeaseQueries,
    OlderServer,
    PeopleQueries,
    SeatFacts,
    TableStatus,
    WriteBatch,
)
from .audience import Audience, Chat
from .connection import SERVICE_RESTART
from .news import News, TableChange, TableWanted
from .table_store import (
    MAX_ATTEMPTS,
    busy_refusal,
    event_rows,
    facts_rows,
    in_thread,
    name_rows,
    read_events,
    read_log,
    require_own_rules,
    seating_rows,
    status_of,
    status_parts,
)

log = logging.getLogger(__name__)

RETRY_S: Final = 3.0
"""Seconds until a table is loaded again after a failure, unless it may be sooner."""

NO_ROWS: Final = WriteBatch()


def ignore(*_: object) -> None:
    pass


class StoredTable:
    """Table that runs commands one at a time; call ``load`` before anything else.

    Changes need the ``lock``. Events are stored before they are broadcast.
    """

    def __init__(
        self,
        table_id: str,
        database: Database,
        server_clock: ServerClock,
        chance: Chance,
        leases: LeaseQueries | None = None,
    ) -> None:
        """``leases``: those of the servers that share the database, if several may."""
        self.id = table_id
        self.lock = asyncio.Lock()
        self.users = 0
        """Number of connections, requests and bots that need the table in memory."""
        self.lease: Lease | None = None
        """This server's right to run the table's bots and clocks, where several servers may."""
        self._leases = leases
        self._asking = False
        """Whether this server asks another one for the table, since people have arrived here."""
        self.audience = Audience(table_id, server_clock.now, server_clock.steady)
        self._database = database
        self._people = PeopleQueries(database)
        self._server_clock = server_clock
        self.now = server_clock.now
        """Function that returns the ISO time."""
        self._chance = chance
        self._uptime = server_clock.uptime
        """Uptime of the server that the table's clocks have taken account of."""
        self._table: Table | None = None
        self._written: tuple[tuple[object, ...], TableStatus] | None = None
        """Status as this server last wrote it, behind the parts from which it was made."""
        self._in_doubt = False
        """Whether the log may have lost events."""
        self._known_logs: Sequence[KnownLog] = ()
        """Log as it was read, where several servers may rewrite it."""
        self.refreshes = 0
        """Number of times that a comparison with the length of the log has begun."""
        self._refreshed = 0
        """Number of the last comparison that has succeeded."""
        self._published = 0
        """Number of events that have been broadcast."""
        self._published_at = ""
        """Time of the last event that has been broadcast."""
        self.retry = asyncio.Event()
        """Event that ends the wait of ``recover``."""
        self._chat = Chat(table_id, database, self.audience)
        self._last_event_at = server_clock.steady()
        self.on_change: Callable[[], None] = ignore
        """Callback after every change and every new connection: bots or timers may have to act."""
        self.on_match_over: Callable[[Table], None] = ignore
        """Callback after the end of the match, or after loading a match that is over."""
        self.on_news: Callable[[News], None] = ignore
        """Callback with news for people at other servers that are not stored."""
        self._over = False
        """Whether ``on_match_over`` has been called."""

    @property
    def loaded(self) -> bool:
        """Whether the log has been replayed."""
        return self._table is not None

    @property
    def table(self) -> Table:
        """Table after its last event."""
        assert self._table is not None, "load first"
        return self._table

    @property
    def idle_s(self) -> float:
        """Seconds since the last event, or since this object was created."""
        return self._server_clock.steady() - self._last_event_at

    @property
    def owned(self) -> bool:
        """Whether this server, and no other, runs the table's bots and clocks."""
        return self._leases is None or self.lease is not None

    async def own(self) -> bool:
        """Try to become the server that runs the table; return whether it is.

        Raises ``StorageError``.
        """
        if self._leases and not self.lease and (lease := await self._leases.take_one(self.id)):
            self.accept(lease)
        return self.owned

    def accept(self, lease: Lease) -> None:
        """Become the server that runs the table."""
        self.lease, self._asking = lease, False
        self.retry.set()
        self.on_change()

    def ask(self) -> None:
        """Ask the server that runs the table for it, if people have arrived here since it had it.

        A hint may be lost: this is to be called again while this server does not own the table.
        """
        if self._asking:
            self.on_news(TableWanted(self.id))

    async def disown(self, successor: str | None = None) -> None:
        """Let another server run the table, ``successor`` or any. Raises ``StorageError``."""
        async with self.lock:  # not while an event of a bot or a clock is being stored
            if self._leases is None or self.lease is None:
                return
            if successor is None:
                await self._leases.release([self.lease])
            else:
                await self._leases.give(self.lease, successor)
            self.lease, self._asking = None, False

    @property
    def clock_was_set(self) -> bool:
        """Whether the system clock was set since the table's clocks last advanced."""
        return self._uptime is not self._server_clock.uptime

    async def load(self) -> None:
        """Replay the log unless it is loaded. The lock must be held.

        A table whose log can no longer be replayed is closed with a notice. Raises ``UnknownTable``
        and ``StorageError``.
        """
        if self._table is not None and self._in_doubt:
            stored = await read_events(self._database, self.id, self._table.seq - 1)
            if [event.at for event in stored] != [self._table.log[-1].at]:
                self._table = None
            self._in_doubt = False
        if self._table is not None:
            return None
        for _ in range(MAX_ATTEMPTS):
            with contextlib.suppress(Conflict):  # another server has loaded it at the same time
                return await self._load()
        raise busy_refusal()

    async def refresh(self, refreshes: int | None = None) -> None:
        """Load the log again if it has another length. The lock must be held.

        ``refreshes``: their number when the caller came; a later one that has succeeded will do, so
        that clients who come at once wait for one query.
        """
        done = self.loaded and refreshes is not None and self._refreshed > refreshes
        if done or self._leases is None:  # without leases no other server writes to the log
            return await self.load()
        self.refreshes += 1
        if self.loaded and await self._database.log_length(self.id) != self.table.seq:
            self._table = None
        self._refreshed = self.refreshes
        return await self.load()

    def doubt(self) -> None:
        """Compare the table with its log before it is used again: the log may have lost events."""
        self._in_doubt = True

    async def _load(self) -> None:
        self._written, self._in_doubt = None, False
        self._uptime = self._server_clock.uptime
        if self._leases is not None:
            self._known_logs = (KnownLog(self.id, await self._database.erasures(self.id)),)
        events = await read_log(self._database, self.id)
        require_own_rules(events, self._database)
        try:
            table = await in_thread(len(events), lambda: Table.replay(events))
            resumed = self._resume(table)
        except UnplayableLog as error:
            closing = close(events, self.now())
            log_event(
                log,
                WARNING,
                "table is closed",
                table=log_id(self.id),
                code=closing.code,
                reason=str(error),
            )
            table = await in_thread(len(events), lambda: Table.replay([*events, closing]))
            resumed = (closing,)
        if resumed:
            await self._write(table, resumed)
        last = self._published - 1
        if last >= 0 and [one.at for one in table.events[last : last + 1]] != [self._published_at]:
            log_event(log, WARNING, "the log has lost events", table=log_id(self.id))
            self._over = False
            self._disconnect_all()
        if table.settings is not None:
            await self._chat.load()
        self._table = table
        self._publish(resumed)

    async def execute(
        self, command: Command, extra_rows: WriteBatch = NO_ROWS, automatic: bool = False
    ) -> int:
        """Execute a command; return the number of its event, also if it was executed before.

        The batch ``extra_rows`` is written in the same transaction as the events. A player who sits
        down gets the face of the profile. A command of a bot or a clock is ``automatic``, and
        refused unless this server owns the table. Raises ``Refusal``, and ``StorageError`` or
        ``OlderServer`` if the events cannot be stored; then nothing has changed.
        """
        started = monotonic()
        if isinstance(command, Join):
            command = replace(command, face=await self._people.face(command.player))
        async with self.lock:
            for _ in range(MAX_ATTEMPTS):
                await self.load()
                if (seq := self.table.seq_of(command)) is not None:
                    return seq
                if automatic and not self.owned:
                    raise Refusal("owned_elsewhere", "another server runs this table by now")
                try:
                    now = await self._check_clock()
                    events = self.table.execute(command, now, self._chance)
                    await self._store(events, extra_rows, automatic)
                except LeaseLost:
                    self.lease = None
                except OlderServer:
                    await self.load()  # it was ahead of its log
                    raise
                except Conflict:
                    continue  # another server has extended the log: load it again
                except Refusal:
                    if await self._database.log_length(self.id) == self.table.seq:
                        raise
                    self._table = None  # refused because another server has extended the log
                else:
                    metrics.BROADCASTS.observe(monotonic() - started)
                    return events[0].seq
            raise busy_refusal()

    async def catch_up(self) -> None:
        """Load the events of other servers, and update the table's status."""
        async with self.lock:
            await self.refresh()
            await self._update_status()

    def is_behind(self, change: TableChange) -> bool:
        """Return whether this server may not have seen a change of another one."""
        return (
            not self.loaded
            or self._in_doubt
            or change.erased
            or change.seq > self.table.seq
            or (self.table.settings is not None and change.line > self.audience.last_line)
        )

    @property
    def stored_length(self) -> int:
        """Length of the log as far as this server knows it, 0 unless the table is loaded."""
        return self._published if self.loaded else 0

    def lacks_erasure(self, erasures: int) -> bool:
        """Return whether this server still has what has been erased from the table."""
        return self.loaded and any(known.erasures < erasures for known in self._known_logs)

    async def follow(self, change: TableChange) -> None:
        """Broadcast what other servers have stored, up to a change of theirs.

        Where they have erased something, all connections have to begin anew. Raises
        ``StorageError``.
        """
        async with self.lock:
            if not self.is_behind(change):
                return
            if change.erased:
                self._table = None
                self._disconnect_all()
                return
            await self.load()
            if change.seq > self.table.seq:
                await self._follow_log()
            if self.table.settings is not None:
                await self._chat.follow()

    def _disconnect_all(self) -> None:
        """Let all clients come back for the state and the chat."""
        self.audience.chat.clear()
        self.audience.disconnect(SERVICE_RESTART)

    async def _follow_log(self) -> None:
        events = await read_events(self._database, self.id, self.table.seq)
        if not events:
            return
        try:
            for event in events:
                self.table.apply(event)
        except UnplayableLog:
            self._table = None  # in whatever state the failure has left it
            raise
        self._written = None
        self._last_event_at = self._server_clock.steady()
        self._publish(())

    async def _update_status(self) -> None:
        parts = status_parts(self.table)
        if self._written is None or self._written[0] != parts:
            status = status_of(self.id, self.table)
            await self._database.write(WriteBatch(statuses=[status], known_logs=self._known_logs))
            self._written = parts, status

    async def check_clock(self) -> None:
        """Resume the table if the system clock was set, so that no player is charged for it."""
        async with self.lock:
            await self.load()
            await self._check_clock()

    async def _check_clock(self) -> str:
        """Resume the table if the system clock was set; return the time."""
        now = self.now()
        if self.clock_was_set:
            self._uptime = self._server_clock.uptime
            await self._store(self._resume(self.table, clock_jumped_here=True))
            now = self.now()
        return now

    def last_valid_seq(self, last_seq: int | None) -> int:
        """Return the number of a client's last event, 0 if the log has no such event."""
        return last_seq if last_seq is not None and last_seq <= self.table.seq else 0

    async def recover(self) -> None:
        """Load the table once the database works again, while the table is used."""
        while True:
            self.retry.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.retry.wait(), RETRY_S)
            if not self.users:
                return None
            with contextlib.suppress(SchwimmenError):
                async with self.lock:
                    return await self.load()

    def _execute_due(self, table: Table, until: str) -> list[LogEvent]:
        """Execute ``Expire`` at each due time until a time; return the events."""
        events: list[LogEvent] = []
        while (due := table.due) is not None and due <= until:
            events += table.execute(Expire(), due, self._chance)
        return events

    def _resume(self, table: Table, clock_jumped_here: bool = False) -> Sequence[LogEvent]:
        """Resume a table after downtime or a jump of the clock; return the events, if any.

        No player is charged for that time. ``clock_jumped_here``: the clock jumped while the table
        was in memory, so its log has no later event.
        """
        last, now = table.log[-1].at, self.now()
        since, last_alive_at = self._uptime.since, max(last, self._uptime.last_alive_at)
        if seconds_between(now, last) > JUMP_S:
            since = now  # the clock was set back at an unknown time
        elif last_alive_at >= since and not clock_jumped_here:
            return ()
        elif last >= since > self._uptime.last_alive_at or self._went_on(last):
            return ()  # another server has resumed the table after an outage, or had none
        events = self._execute_due(table, last_alive_at)
        if table.due is not None:
            events += table.execute(ServerResumed(last_alive_at), since, self._chance)
        return events

    def _went_on(self, last: str) -> bool:
        """Return whether another server stored an event while this one could not."""
        paused_at = self._uptime.last_alive_at
        if self._leases is None or not paused_at:
            return False
        return seconds_between(paused_at, last) > VALID_S

    async def _store(
        self,
        events: Sequence[LogEvent],
        extra_rows: WriteBatch = NO_ROWS,
        automatic: bool = False,
    ) -> None:
        """Store events that the table has applied, then publish them.

        If they are ``automatic``, raises ``LeaseLost`` if another server owns the table by now.
        """
        if not events:
            return
        if automatic and self.lease is not None:
            extra_rows += WriteBatch(leases=[self.lease])
        try:
            await self._write(self.table, events, extra_rows)
        except BaseException:
            self._table = None  # ahead of its log: it must be loaded again
            raise
        self._last_event_at = self._server_clock.steady()
        self._publish(events)

    def _publish(self, events: Sequence[LogEvent]) -> None:
        """Broadcast all new events, count the moves in ``events``, and report the match's end."""
        table = self.table
        new = table.events[self._published :]
        self._published, self._published_at = len(table.events), table.events[-1].at
        self.audience.broadcast_events(table, new)
        self.on_change()
        for event in events:
            if isinstance(event, ActionEvent):
                metrics.MOVES.labels(table.events[event.seq - 1].acted_by).inc()
        if table.over and not self._over:
            self._over = True
            if events:
                log_event(log, INFO, "match over", table=log_id(self.id), rounds=table.round)
            self.on_match_over(table)

    async def _write(
        self, table: Table, events: Sequence[LogEvent], extra_rows: WriteBatch = NO_ROWS
    ) -> None:
        parts, known = status_parts(table), self._written
        same = known is not None and known[0] == parts
        status = known[1] if known is not None and same else status_of(self.id, table)
        facts: Sequence[SeatFacts] = ()
        if table.over and any(isinstance(event, ActionEvent | DealEvent) for event in events):
            facts = await in_thread(len(table.log), lambda: facts_rows(self.id, table))
        write = WriteBatch(
            known_logs=self._known_logs,
            events=event_rows(self.id, events, table.to_act),
            facts=facts,
            statuses=[] if same else [status],
            seat_assignments=seating_rows(self.id, table, events),
            player_names=name_rows(events),
        )
        await self._database.write(write if extra_rows is NO_ROWS else write + extra_rows)
        self._written = parts, status
