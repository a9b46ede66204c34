"""Everybody who is connected to a table, and what each of them is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Sequence
from typing import Final

from schwimmen.tables import PublicEvent, Table

from .connection import NO_SPECTATORS, Connection
from .wire import encode
from .wire.messages import (
    AnyServerMessage,
    Closed,
    PresenceTold,
    Reacted,
    Refused,
    Said,
    Welcome,
)
from .wire.news import News, Past
from .wire.people import ChatLine, Presence, Reaction

CHAT_KEPT: Final = 100
"""So many of the last lines are told to whoever comes."""


class Audience:
    """The connections of one table."""

    def __init__(self, table_id: str) -> None:
        self._id = table_id
        self._connections: set[Connection] = set()
        self._presence = Presence(seats=[], watching=0)
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        """The last lines that were said."""
        self._agreed: tuple[object, ...] = ()
        self._past = Past()

    @property
    def present(self) -> frozenset[int]:
        """The seats of people who are connected."""
        return frozenset(self._presence.seats)

    def welcome(
        self, connection: Connection, table: Table, player: str | None, known: int, at: str
    ) -> bool:
        """Lets a connection in and tells it all after event ``known``; or refuses it."""
        connection.player = player
        connection.seat = None if player is None else table.seat_of(player)
        if not may_watch(table, connection.seat):
            _refuse_spectator(connection)
            return False
        connection.welcomed = True
        self._connections.add(connection)
        news = self._count()
        self._greet(connection, table, known, at)
        if news:
            self._tell(PresenceTold(presence=self._presence), but=connection)
        return True

    def greet_all(self, table: Table, at: str) -> None:
        """Welcomes everybody again: what they know of names and of what was said is other now."""
        for connection in self._connections:
            self._greet(connection, table, table.seq, at)

    def _greet(self, connection: Connection, table: Table, known: int, at: str) -> None:
        seen = table.view(connection.seat)
        connection.send(
            Welcome(
                **encode.news(table, table.events[known:], at),
                seat=connection.seat,
                view=None if seen is None else encode.view(seen),
                table=encode.table_info(self._id, table, connection.seat),
                seq=table.seq,
                presence=self._presence,
                chat=list(self.chat),
            )
        )
        _tell_closed(connection, table)

    def leave(self, connection: Connection) -> None:
        """Forgets a connection."""
        if connection in self._connections:
            self._connections.remove(connection)
            if self._count():
                self._tell(PresenceTold(presence=self._presence))

    def tell_news(self, table: Table, news: Sequence[PublicEvent], at: str) -> None:
        """Tells everybody of new events, with the view that each of them has now."""
        for connection in list(self._connections):
            player = connection.player
            connection.seat = None if player is None else table.seat_of(player)
            if not may_watch(table, connection.seat):
                self._connections.remove(connection)
                _refuse_spectator(connection)
        before, self._agreed = self._agreed, _agreed(table)
        told = News(self._id, table, news, at, self._past, agreed=before != self._agreed)
        for connection in self._connections:
            connection.send_text(told.text_for(connection.seat))
            _tell_closed(connection, table)
        if self._count():
            self._tell(PresenceTold(presence=self._presence))

    def say(self, line: ChatLine) -> None:
        """Tells everybody what somebody said."""
        self.chat.append(line)
        self._tell(Said(line=line))

    def react(self, seat: int, reaction: Reaction) -> None:
        """Tells everybody how somebody feels."""
        self._tell(Reacted(seat=seat, reaction=reaction))

    def send_away(self, code: int, seats: Container[int | None] | None = None) -> None:
        """Ends the connections of those seats, or all."""
        for connection in list(self._connections):
            if seats is None or connection.seat in seats:
                self._connections.remove(connection)
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


def _agreed(table: Table) -> tuple[object, ...]:
    """All that ``encode.table_info`` tells of a table: told again when it is other than before."""
    return (table.phase, table.round, table.host, table.seats, table.terms, table.rematch)


def _tell_closed(connection: Connection, table: Table) -> None:
    if (closed := table.closed) is not None:
        connection.send(Closed(code=closed.code, message=closed.notice))
