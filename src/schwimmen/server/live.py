"""A table in memory: one command at a time, on disk first, then told to everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final

from pydantic import ValidationError

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import (
    Chance,
    Command,
    CreatedEvent,
    LogEvent,
    Refusal,
    Table,
    UnplayableLog,
    close,
    read_event,
)

from . import encode, wire
from .connection import Connection
from .messages import Closed, Events, Welcome
from .storage import Conflict, Database, NewEvent, StorageError, Summary, Write

log = logging.getLogger(__name__)

ATTEMPTS: Final = 3
"""How often a command is tried again after another process has written to the same log."""


class UnknownTable(SchwimmenError):
    """There is no table with that id."""


def new_summary(events: Sequence[LogEvent]) -> dict[str, Any]:
    """What a list of tables shows of a table that was opened with these events."""
    created = events[0]
    assert isinstance(created, CreatedEvent)
    return {
        "preset": created.preset,
        "options": created.options,
        "seats": [{"name": seat.name, "level": seat.level} for seat in created.seats],
        "over": False,
        "closed": False,
        "round": 1,
    }


def summary_of(table: Table) -> dict[str, Any]:
    """What a list of tables shows of this one."""
    return new_summary([table.created]) | {
        "over": table.over,
        "closed": table.closed is not None,
        "round": table.round,
    }


def rows_of(table_id: str, events: Sequence[LogEvent]) -> list[NewEvent]:
    """Events as they are kept. A client id counts for its own seat only."""
    rows = []
    for event in events:
        body = event.body()
        client_id = body.get("client_id")
        key = None if client_id is None else f"{body['seat']}/{client_id}"
        rows.append(NewEvent(table_id, event.seq, key, body))
    return rows


async def read_log(database: Database, table_id: str) -> list[LogEvent]:
    """The log of a table.

    Raises ``UnknownTable``, and ``StorageError`` for what is no log of ours.
    """
    bodies = await database.log(table_id)
    if not bodies:
        raise UnknownTable("there is no such table")
    try:
        return [read_event(body) for body in bodies]
    except ValidationError as error:
        fault = error.errors()[0]["msg"]
        raise StorageError(f"the log of table {table_id} cannot be read: {fault}") from None


class LiveTable:
    """A table with its connections. ``load`` it before anything else.

    Whoever changes it holds ``lock``; events are on disk before anyone hears of them.
    """

    def __init__(
        self, table_id: str, database: Database, now: Callable[[], str], chance: Chance
    ) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        self.users = 0
        """Who needs it in memory: connections, requests, its bots."""
        self._database = database
        self._now = now
        self._chance = chance
        self._connections: set[Connection] = set()
        self._table: Table | None = None
        self._told = 0
        self._stirred = monotonic()
        self.pace: wire.Pace = "relaxed"
        """How quickly bots play here; nobody keeps it."""
        self.changed: Callable[[], None] = lambda: None
        """Called when somebody may have to act now: after every change, and for a newcomer."""

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
    def quiet(self) -> float:
        """Seconds since the last event, or since the table was first needed here."""
        return monotonic() - self._stirred

    def set_pace(self, pace: wire.Pace) -> None:
        """Lets bots play at that pace from now on."""
        self.pace = pace
        self.changed()

    async def load(self) -> None:
        """Plays the log, unless that is done. The lock must be held.

        A log that no longer plays is closed with a notice, and kept. Raises ``UnknownTable``.
        """
        if self._table is not None:
            return
        events = await read_log(self._database, self.id)
        try:
            table = await asyncio.to_thread(Table.replay, events)
        except UnplayableLog as error:
            log.warning("table %s is closed: %s", self.id, error)
            closing = close(events, self._now())
            table = Table.replay([*events, closing])
            await self._keep(table, closing)
        self._table = table
        self._tell_news()

    async def take(self, command: Command) -> int:
        """Takes a command and returns the number of the event it led to.

        A client id that was taken before has the same answer again. Raises ``Refusal``, and
        ``StorageError`` where the event cannot be kept; then nothing has changed.
        """
        async with self.lock:
            for _ in range(ATTEMPTS):
                await self.load()
                if command.client_id is not None:
                    taken = self.table.taken(command.seat, command.client_id)
                    if taken is not None:
                        return taken
                try:
                    return await self._play(command)
                except Conflict:
                    continue  # another process plays at this table too: hear of its events
                except Refusal:
                    if await self._database.length(self.id) == self.table.seq:
                        raise
                    self._table = None  # the same, noticed later
            raise Refusal("busy", "somebody else was quicker; try again")

    def welcome(self, connection: Connection, player: str | None, last_seq: int | None) -> None:
        """Lets a connection in and tells it what it has missed. The lock must be held."""
        seats = self.table.created.seats
        connection.seat = next(
            (n for n, seat in enumerate(seats) if player is not None and seat.player == player),
            None,
        )
        known = last_seq if last_seq is not None and last_seq <= self.table.seq else 0
        connection.send(
            Welcome(
                table=self.info(player),
                seat=connection.seat,
                seq=self.table.seq,
                events=[encode.event(event) for event in self.table.events[known:]],
                view=self._view(connection.seat),
            )
        )
        self._tell_closed(connection)
        connection.welcomed = True
        self._connections.add(connection)
        self.changed()

    def _tell_closed(self, connection: Connection) -> None:
        if (closed := self.table.closed) is not None:
            connection.send(Closed(code=closed.code, message=closed.notice))

    def leave(self, connection: Connection) -> None:
        """Forgets a connection."""
        self._connections.discard(connection)

    def info(self, player: str | None) -> wire.TableInfo:
        """The table as the player with that id sees it."""
        return encode.table_info(self.id, self.table.created, self.table.closed, player)

    def _view(self, seat: int | None) -> wire.View | None:
        view = self.table.view(seat)
        return None if view is None else encode.view(view)

    async def _play(self, command: Command) -> int:
        table = self.table
        event = table.take(command, self._now(), self._chance)
        try:
            await self._keep(table, event)
        except BaseException:
            self._table = None  # ahead of its log: to be loaded again
            raise
        self._stirred = monotonic()
        self._tell_news()
        return event.seq

    async def _keep(self, table: Table, event: LogEvent) -> None:
        summary = Summary(self.id, summary_of(table))
        await self._database.write(Write(events=rows_of(self.id, [event]), summaries=[summary]))

    def _tell_news(self) -> None:
        news = self.table.events[self._told :]
        self._told = len(self.table.events)
        events = [encode.event(event) for event in news]
        texts: dict[int | None, str] = {}
        for connection in self._connections:
            if connection.seat not in texts:
                message = Events(events=events, view=self._view(connection.seat))
                texts[connection.seat] = message.model_dump_json()
            connection.send_text(texts[connection.seat])
            self._tell_closed(connection)
        self.changed()
