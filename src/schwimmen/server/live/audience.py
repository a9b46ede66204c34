"""Everybody who is connected to a table, and what each of them is told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from schwimmen.tables import PublicEvent, Table

from ..limits.buckets import Clock
from ..wire.encode import HistoryJson, UpdateEncoder
from ..wire.messages import AnyServerMessage, Closed, PresenceChanged, Reacted, Refused, Said
from ..wire.people import ChatLine, Presence, Reaction
from .bot_scheduler import Participant
from .connection import NO_SPECTATORS, Connection
from .table_store import LONG_LOG, in_thread

if TYPE_CHECKING:
    from schwimmen.rules import RoundEvent
from ..storage import Conflict, Database, ExpiredChat, NewChatLine, WriteBatch
from .table_store import MAX_ATTEMPTS, busy_refusal

CHAT_HISTORY: Final = 100
"""So many of the last lines are told to whoever comes."""


MAX_UNPACED_HISTORY: Final = 200
"""Happenings in a round up to which its views are sent to all at once: they grow with it."""

PACED_SOCKETS_PER_SECOND: Final = 20
"""Sockets that are sent a view of a longer round in any second."""


@dataclass
class _Owed:
    """What a connection is still to be told: the events after ``known``, and with ``agreed`` the
    table."""

    known: int
    agreed: bool = False


class Audience:
    """The connections of one table."""

    def __init__(self, table_id: str, now: Callable[[], str], clock: Clock = monotonic) -> None:
        self._id = table_id
        self._now = now
        self._clock = clock
        self._connections: set[Connection] = set()
        self._presence = Presence(seats=[], watching=0)
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_HISTORY)
        """The last lines that were said."""
        self._agreed: tuple[object, ...] = ()
        self._past = HistoryJson()
        self._table: Table | None = None
        self._seq = 0
        """The number of its last event that is on disk."""
        self._owed: dict[Connection, _Owed] = {}
        """What is still to be told to whom, in the order of waiting."""
        self._paced: deque[float] = deque(maxlen=PACED_SOCKETS_PER_SECOND)
        """When the last views of a long round were sent."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def present(self) -> frozenset[int]:
        """The seats of people who are connected."""
        return frozenset(self._presence.seats)

    def one_of(self, seat: int | None) -> Connection | None:
        """A connection of that seat, or of any if none is given."""
        seated = (one for one in self._connections if one.seat is not None)
        return next((one for one in seated if seat in (None, one.seat)), None)

    def participants(self, seats: Container[int | None]) -> set[Participant]:
        """Those who are connected of the people at these seats."""
        return {
            Participant(one.player, one.address)
            for one in self._connections
            if one.player is not None and one.seat in seats
        }

    async def welcome(
        self, connection: Connection, table: Table, player: str | None, known: int
    ) -> bool:
        """Lets a connection in and tells it all after event ``known``; or refuses it.

        The table must not change meanwhile.
        """
        connection.player = player
        connection.seat = None if player is None else table.seat_of(player)
        if not may_watch(table, connection.seat):
            _refuse_spectator(connection)
            return False
        text = await self._welcome(connection, table, known)
        connection.welcomed = True
        self._connections.add(connection)
        news = self._count()
        self._greet(connection, table, text)
        if news:
            self._tell(PresenceChanged(presence=self._presence), but=connection)
        return True

    async def welcome_all(self, table: Table) -> None:
        """Welcomes everybody again: what they know of names and of what was said is other now.

        The table must not change meanwhile.
        """
        for connection in list(self._connections):
            owed = self._owed.pop(connection, None)
            known = table.seq if owed is None else owed.known
            text = await self._welcome(connection, table, known)
            if connection in self._connections:
                self._greet(connection, table, text)

    async def _welcome(
        self, connection: Connection, table: Table, known: int
    ) -> Callable[[Presence, Iterable[ChatLine]], str]:
        """Return what makes the message; that of a long log is made in a thread."""
        news, seat = (
            partial(UpdateEncoder, self._id, table, self._now(), HistoryJson()),
            connection.seat,
        )
        events = table.seq - known + len(_history(table))
        if events <= LONG_LOG:
            return news().welcome_for(seat, known)
        return await in_thread(events, lambda: news().welcome_for(seat, known))

    def _greet(
        self,
        connection: Connection,
        table: Table,
        text: Callable[[Presence, Iterable[ChatLine]], str],
    ) -> None:
        self._owed.pop(connection, None)
        connection.send_text(text(self._presence, self.chat))
        _tell_closed(connection, table)

    def leave(self, connection: Connection) -> None:
        """Forgets a connection."""
        if connection in self._connections:
            self._let_go(connection)
            if self._count():
                self._tell(PresenceChanged(presence=self._presence))

    def _let_go(self, connection: Connection) -> None:
        self._connections.remove(connection)
        self._owed.pop(connection, None)

    def broadcast_events(self, table: Table, news: Sequence[PublicEvent]) -> None:
        """Tells everybody of new events, which are on disk, with the view that each has then."""
        for connection in list(self._connections):
            player = connection.player
            connection.seat = None if player is None else table.seat_of(player)
            if not may_watch(table, connection.seat):
                self._let_go(connection)
                _refuse_spectator(connection)
        before, self._agreed = self._agreed, _agreed(table)
        for connection in self._connections:
            owed = self._owed.setdefault(connection, _Owed(len(table.events) - len(news)))
            owed.agreed |= before != self._agreed
        self._table, self._seq = table, table.seq
        self._pay()
        if self._count():
            self._tell(PresenceChanged(presence=self._presence))

    def _pay(self) -> None:
        """Sends what is owed; views of a long round to so many sockets a second only.

        Then the seat to act comes first, the other seats follow, and after them spectators by how
        long they have been waiting. What is not sent yet grows by the events that come, and is sent
        with the view as it is then.
        """
        table = self._table
        if not self._owed or table is None or table.seq != self._seq:
            return  # it is ahead of what is on disk: who keeps its events will come again
        paced = len(_history(table)) > MAX_UNPACED_HISTORY
        news: UpdateEncoder | None = None
        waiting = sorted(self._owed, key=lambda one: (one.seat is None, one.seat != table.to_act))
        for connection in waiting:
            if paced and not self._has_turn():
                return
            news = news or UpdateEncoder(self._id, table, self._now(), self._past)
            owed = self._owed.pop(connection)
            connection.send_text(news.text_for(connection.seat, owed.known, owed.agreed))
            _tell_closed(connection, table)

    def _has_turn(self) -> bool:
        """Whether one more socket may be sent a view of a long round now; if not, in a while."""
        now = self._clock()
        wait = self._paced[0] + 1 - now if len(self._paced) == PACED_SOCKETS_PER_SECOND else 0.0
        if wait <= 0:
            self._paced.append(now)
            return True
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._again)
        return False

    def _again(self) -> None:
        self._timer = None
        self._pay()

    def broadcast_line(self, line: ChatLine) -> None:
        """Tells everybody what somebody said."""
        self.chat.append(line)
        self._tell(Said(line=line))

    def react(self, seat: int, reaction: Reaction) -> None:
        """Tells everybody how somebody feels."""
        self._tell(Reacted(seat=seat, reaction=reaction))

    def disconnect(self, code: int, seats: Container[int | None] | None = None) -> None:
        """Ends the connections of those seats, or all."""
        for connection in list(self._connections):
            if seats is None or connection.seat in seats:
                self._let_go(connection)
                connection.seat = None
                connection.close(code)
        self._count()

    def _count(self) -> bool:
        """Whether others are there than before."""
        seats = sorted({one.seat for one in self._connections if one.seat is not None})
        watching = sum(one.seat is None for one in self._connections)
        if (seats, watching) == (self._presence.seats, self._presence.watching):
            return False
        self._presence = Presence(seats=seats, watching=watching)
        return True

    def _tell(self, message: AnyServerMessage, but: Connection | None = None) -> None:
        text = message.model_dump_json()
        for connection in self._connections:
            if connection is not but:
                connection.send_text(text)


def may_watch(table: Table, seat: int | None) -> bool:
    """Whether somebody at that seat, or at none, may see what happens at a table."""
    if seat is not None:
        return True
    settings = table.settings
    return settings is None or settings.spectators or table.phase == "gathering"


def _refuse_spectator(connection: Connection) -> None:
    connection.welcomed = False
    line = "nobody watches at this table: it is for those who play"
    connection.send(Refused(id=None, code="no_spectators", reason=None, message=line, legal=None))
    connection.close(NO_SPECTATORS)


def _history(table: Table) -> tuple[RoundEvent, ...]:
    """What has happened in the running round."""
    view = table.view(None)
    return () if view is None else view.history


def _agreed(table: Table) -> tuple[object, ...]:
    """All that ``encode.table_info`` tells of a table: told again when it is other than before."""
    return (table.phase, table.round, table.host, table.seats, table.terms, table.rematch)


def _tell_closed(connection: Connection, table: Table) -> None:
    if (closed := table.closed) is not None:
        connection.send(Closed(code=closed.code, message=closed.notice))


class Chat:
    """The chat of a table in memory; whoever uses it holds the table's lock."""

    def __init__(self, table_id: str, database: Database, audience: Audience) -> None:
        self._id = table_id
        self._database = database
        self._audience = audience
        self._said: deque[tuple[str, str]] = deque(maxlen=CHAT_HISTORY)

    async def load(self) -> None:
        """Reads the last lines, unless that is done. Raises ``StorageError``."""
        if not self._audience.chat:
            self._audience.chat.extend(await self._lines())

    async def say(self, line: ChatLine, player: str, client_id: str) -> None:
        """Tells everybody, with the next number, what a player says; once for a client id.

        Raises ``Refusal`` where others are quicker, and ``StorageError`` where it cannot be kept.
        """
        if (player, client_id) in self._said:
            return
        for _ in range(MAX_ATTEMPTS):
            try:
                await self._say(line, player)
            except Conflict:
                await self._hear()  # another process heard somebody too
            else:
                self._said.append((player, client_id))
                return
        raise busy_refusal()

    async def _say(self, line: ChatLine, player: str) -> None:
        lines = self._audience.chat
        number = lines[-1].number + 1 if lines else 1
        body = line.model_dump(exclude={"number"})
        await self._database.write(
            WriteBatch(
                chat=[NewChatLine(self._id, number, player, body)],
                expired_chat=[ExpiredChat(self._id, number - CHAT_HISTORY)],
            )
        )
        self._audience.broadcast_line(line.model_copy(update={"number": number}))

    async def _hear(self) -> None:
        last = self._audience.chat[-1].number if self._audience.chat else 0
        for line in await self._lines():
            if line.number > last:
                self._audience.broadcast_line(line)

    async def _lines(self) -> list[ChatLine]:
        rows = await self._database.chat(self._id, CHAT_HISTORY)
        return [ChatLine(number=row["number"], **row["body"]) for row in rows]
