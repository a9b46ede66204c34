"""Connections of one table: presence, and the events, views and chat lines sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Container, Mapping, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from schwimmen.tables import PublicEvent, Table

from ..limits.buckets import Clock
from ..storage import Conflict, Database, ExpiredChat, NewChatLine, WriteBatch
from ..wire.messages import AnyServerMessage, Closed, PresenceChanged, Reacted, Refused, Said
from ..wire.people import ChatLine, Presence, Reaction
from ..wire.state import HistoryJson, StateEncoder, TableState, WelcomeEncoder
from .bot_scheduler import Participant
from .connection import NO_SPECTATORS, Connection
from .table_store import LONG_LOG, MAX_ATTEMPTS, busy_refusal, in_thread

if TYPE_CHECKING:
    from schwimmen.rules import RoundEvent

CHAT_HISTORY: Final = 100
"""Last chat lines that a new connection gets."""

MAX_UNPACED_HISTORY: Final = 200
"""Events of a round up to which full views, which grow with it, are sent to all sockets at once."""

PACED_SOCKETS_PER_SECOND: Final = 20
"""Sockets to which full views of a longer round are sent each second."""


NOBODY: Final = Presence(seats=[], spectators=0)


class Audience:
    """Connections of one table."""

    def __init__(self, table_id: str, now: Callable[[], str], clock: Clock = monotonic) -> None:
        self._id = table_id
        self._now = now
        self._clock = clock
        self._connections: set[Connection] = set()
        self._presence = NOBODY
        """Presence at all servers."""
        self._here = NOBODY
        self._elsewhere: dict[str, tuple[Presence, float]] = {}
        """Presence at each other server, and when that server announced it."""
        self.on_presence: Callable[[], None] = lambda: None
        """Callback after presence at this server has changed."""
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_HISTORY)
        """Last chat lines."""
        self._state: TableState | None = None
        """State of the table that was last sent."""
        self._history = HistoryJson()
        self._table: Table | None = None
        self._seats: object = None
        """Seats of the table when its last events were sent."""
        self._phase = ""
        self._stored_seq = 0
        """Number of the table's last stored event."""
        self._pending: dict[Connection, int] = {}
        """Connections to which a full view is due, longest waiting first, with the last event that
        each has."""
        self._sent_at: deque[float] = deque(maxlen=PACED_SOCKETS_PER_SECOND)
        """Times at which the last paced views were sent."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def last_line(self) -> int:
        """Number of the last chat line, 0 without one."""
        return self.chat[-1].number if self.chat else 0

    @property
    def present(self) -> frozenset[int]:
        """Seats of people who are connected."""
        return frozenset(self._presence.seats)

    @property
    def here(self) -> Presence:
        """Presence at this server."""
        return self._here

    def connection_of(self, seat: int | None) -> Connection | None:
        """Return a connection of a seat, or of any seat for ``None``."""
        seated = (one for one in self._connections if one.seat is not None)
        return next((one for one in seated if seat in (None, one.seat)), None)

    def participants(self, seats: Container[int | None]) -> set[Participant]:
        """Return the connected people at these seats."""
        return {
            Participant(one.player, one.address)
            for one in self._connections
            if one.player is not None and one.seat in seats
        }

    async def welcome(
        self, connection: Connection, table: Table, player: str | None, known: int
    ) -> bool:
        """Admit a connection and send it the state and all events after ``known``, or refuse it.

        The table must not change in the meantime.
        """
        connection.player = player
        connection.seat = None if player is None else table.seat_of(player)
        if not may_watch(table, connection.seat):
            _refuse_spectator(connection)
            return False
        encode = await self._welcome_encoder(connection, table, known)
        connection.welcomed = True
        self._connections.add(connection)
        presence_changed = self._update_presence()
        self._send_welcome(connection, table, encode)
        if presence_changed:
            self._broadcast(PresenceChanged(presence=self._presence), exclude=connection)
        return True

    async def welcome_all(self, table: Table) -> None:
        """Send the whole state to all connections again, after names or chat lines were erased.

        The table must not change in the meantime.
        """
        for connection in list(self._connections):
            known = self._pending.pop(connection, table.seq)
            encode = await self._welcome_encoder(connection, table, known)
            if connection in self._connections:
                self._send_welcome(connection, table, encode)

    async def _welcome_encoder(
        self, connection: Connection, table: Table, known: int
    ) -> WelcomeEncoder:
        """Return the encoder of a welcome message; long logs are encoded in a thread."""
        seat, views, now = connection.seat, connection.views, self._now()
        state = self._state_of(table)
        connection.known_state = (state, seat) if views == "changes" else None

        def encode() -> WelcomeEncoder:
            return StateEncoder(state, now, HistoryJson()).welcome_for(seat, known, views)

        events = table.seq - known + len(_history(table))
        return encode() if events <= LONG_LOG else await in_thread(events, encode)

    def _state_of(self, table: Table) -> TableState:
        """Return the state of a table, whose last event is stored."""
        if self._state is None or self._state.table is not table or self._state.seq != table.seq:
            self._state = TableState(self._id, table, self._state)
        return self._state

    def _send_welcome(self, connection: Connection, table: Table, encode: WelcomeEncoder) -> None:
        self._pending.pop(connection, None)
        first = table.chat_from(connection.player)
        readable = [line for line in self.chat if line.number >= first]
        connection.send_text(encode(self._presence, readable, connection.return_s))
        _send_closed(connection, table)

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        if connection in self._connections:
            self._remove(connection)
            self._tell(self._update_presence())

    def _remove(self, connection: Connection) -> None:
        self._connections.remove(connection)
        self._pending.pop(connection, None)

    def broadcast_events(self, table: Table, events: Sequence[PublicEvent]) -> None:
        """Send new events, which are stored, to all connections, and the state after them."""
        same_seats = table.seats is self._seats and table.phase == self._phase
        self._seats, self._phase = table.seats, table.phase
        seats_changed = not same_seats and self._reseat(table)
        self._table, self._stored_seq = table, table.seq
        if self._connections:
            self._send_state(table, len(table.events) - len(events))
        if seats_changed:
            self._tell(self._update_presence())

    def _reseat(self, table: Table) -> bool:
        """Note the seats of all connections, and refuse spectators; return whether any changed."""
        has_spectators, changed = may_watch(table, None), False
        for connection in list(self._connections):
            player, seat = connection.player, connection.seat
            connection.seat = None if player is None else table.seat_of(player)
            changed = changed or connection.seat != seat
            if connection.seat is None and not has_spectators:
                self._remove(connection)
                _refuse_spectator(connection)
                changed = True
        return changed

    def _send_state(self, table: Table, known: int) -> None:
        """Send the events after ``known``, with changes of the state or, soon, full views."""
        before = self._state
        state = self._state = TableState(self._id, table, before)
        encoder = StateEncoder(state, self._now(), self._history)
        for connection in self._connections:
            if connection.views == "full":
                self._pending.setdefault(connection, known)
                continue
            seat = connection.seat
            if before is not None and connection.known_state == (before, seat):
                text = encoder.changes_for(seat, known, before)
            else:
                text = encoder.state_for(seat, known, connection.views)
            connection.known_state = state, seat
            if text:
                connection.send_text(text)
            _send_closed(connection, table)
        self._send_pending(encoder)

    def _send_pending(self, encoder: StateEncoder | None = None) -> None:
        """Send the pending updates; views of a long round to a few sockets each second.

        The seat to act comes first, then the other seats, then the spectators who have waited
        longest. An update that has not been sent collects later events, and is sent with the view
        at that time. ``encoder`` is the one of the table's present state, if there is one.
        """
        table = self._table
        if not self._pending or table is None or table.seq != self._stored_seq:
            return  # the table has events that are not stored yet: they bring the next call
        paced = len(_history(table)) > MAX_UNPACED_HISTORY
        encoder = encoder or StateEncoder(self._state_of(table), self._now(), self._history)
        order = sorted(self._pending, key=lambda one: (one.seat is None, one.seat != table.to_act))
        for connection in order:
            if paced and not self._may_send_paced():
                return
            known = self._pending.pop(connection)
            connection.send_text(encoder.state_for(connection.seat, known, "full"))
            _send_closed(connection, table)

    def _may_send_paced(self) -> bool:
        """Return whether a paced view may be sent now; if not, a timer sends the rest later."""
        now = self._clock()
        is_limited = len(self._sent_at) == PACED_SOCKETS_PER_SECOND
        wait = self._sent_at[0] + 1 - now if is_limited else 0.0
        if wait <= 0:
            self._sent_at.append(now)
            return True
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._on_timer)
        return False

    def _on_timer(self) -> None:
        self._timer = None
        self._send_pending()

    def broadcast_line(self, line: ChatLine) -> None:
        """Send a chat line to all connections."""
        self.chat.append(line)
        self._broadcast(Said(line=line))

    def react(self, seat: int | None, reaction: Reaction) -> None:
        """Send a reaction to all connections."""
        self._broadcast(Reacted(seat=seat, reaction=reaction))

    def disconnect(self, code: int, seats: Container[int | None] | None = None) -> None:
        """Close the connections of these seats, or all."""
        for connection in list(self._connections):
            if seats is None or connection.seat in seats:
                self._remove(connection)
                connection.seat = None
                connection.close(code)
        self._update_presence()

    def set_presence_at(self, server: str, presence: Presence) -> None:
        """Note who is connected to another server, and tell people here."""
        self._elsewhere[server] = presence, self._clock()
        self._tell(self._add_up_presence())

    def set_presence_elsewhere(self, stored: Mapping[str, Presence], stored_after_s: float) -> None:
        """Note presence at other servers as they have stored it, and tell people here.

        What a server announced in the last ``stored_after_s`` seconds may not be stored, and stays.
        """
        since = self._clock() - stored_after_s
        recent = {one: it for one, it in self._elsewhere.items() if it[1] >= since}
        self._elsewhere = {one: (presence, -inf) for one, presence in stored.items()} | recent
        self._tell(self._add_up_presence())

    def announce_presence(self) -> None:
        """Announce presence at this server to others."""
        self.on_presence()

    def _tell(self, presence_changed: bool) -> None:
        if presence_changed:
            self._broadcast(PresenceChanged(presence=self._presence))

    def _update_presence(self) -> bool:
        """Count the connections; return whether presence has changed."""
        seats = sorted({one.seat for one in self._connections if one.seat is not None})
        spectators = sum(one.seat is None for one in self._connections)
        if (seats, spectators) == (self._here.seats, self._here.spectators):
            return False
        self._here = Presence(seats=seats, spectators=spectators)
        self.on_presence()
        return self._add_up_presence()

    def _add_up_presence(self) -> bool:
        """Add up presence at all servers; return whether it has changed."""
        before = self._presence
        everywhere = [self._here, *(presence for presence, _ in self._elsewhere.values())]
        self._presence = Presence(
            seats=sorted({seat for one in everywhere for seat in one.seats}),
            spectators=sum(one.spectators for one in everywhere),
        )
        return self._presence != before

    def _broadcast(self, message: AnyServerMessage, exclude: Connection | None = None) -> None:
        text = message.model_dump_json()
        for connection in self._connections:
            if connection is not exclude:
                connection.send_text(text)


def may_watch(table: Table, seat: int | None) -> bool:
    """Return whether a client with that seat, or without one, may see the table's events."""
    if seat is not None:
        return True
    settings = table.settings
    return settings is None or settings.spectators or table.phase == "gathering"


def _refuse_spectator(connection: Connection) -> None:
    connection.welcomed = False
    line = "this table has no spectators"
    connection.send(Refused(id=None, code="no_spectators", reason=None, message=line, legal=None))
    connection.close(NO_SPECTATORS)


def _history(table: Table) -> tuple[RoundEvent, ...]:
    """Return the events of the running round."""
    view = table.view(None)
    return () if view is None else view.history


def _send_closed(connection: Connection, table: Table) -> None:
    if (closed := table.closed) is not None:
        connection.send(Closed(code=closed.code, message=closed.notice))


class Chat:
    """Chat of a table in memory; callers hold the table's lock."""

    def __init__(self, table_id: str, database: Database, audience: Audience) -> None:
        self._id = table_id
        self._database = database
        self._audience = audience
        self._sent: deque[tuple[str, str]] = deque(maxlen=CHAT_HISTORY)
        """Player and client id of the last lines."""

    async def load(self) -> None:
        """Read the last lines unless they are loaded. Raises ``StorageError``."""
        if not self._audience.chat:
            self._audience.chat.extend(await self._read())

    async def say(self, line: ChatLine, player: str, client_id: str) -> None:
        """Store a player's line with the next number and broadcast it, once for a client id.

        Raises ``Refusal`` if other servers were faster each time, and ``StorageError``.
        """
        if (player, client_id) in self._sent:
            return
        for _ in range(MAX_ATTEMPTS):
            try:
                await self._store(line, player)
            except Conflict:
                await self.follow()  # another server has stored a line
            else:
                self._sent.append((player, client_id))
                return
        raise busy_refusal()

    async def _store(self, line: ChatLine, player: str) -> None:
        number = self._audience.last_line + 1
        body = line.model_dump(exclude={"number"})
        await self._database.write(
            WriteBatch(
                chat=[NewChatLine(self._id, number, player, body)],
                expired_chat=[ExpiredChat(self._id, number - CHAT_HISTORY)],
            )
        )
        self._audience.broadcast_line(line.model_copy(update={"number": number}))

    async def follow(self) -> None:
        """Broadcast the lines that other servers have stored. Raises ``StorageError``."""
        last = self._audience.last_line
        for line in await self._read():
            if line.number > last:
                self._audience.broadcast_line(line)

    async def _read(self) -> list[ChatLine]:
        rows = await self._database.chat(self._id)
        return [ChatLine(number=row["number"], **row["body"]) for row in rows]
