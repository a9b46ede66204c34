"""Rows that tell of people beyond one table: what they are called, and how strong they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .location import Conflict


class PlayerName(NamedTuple):
    """What a player is called, seen at ``at`` for the first time if nothing is known of them.

    With ``replace`` the name takes the place of another.
    """

    player_id: str
    name: str
    at: str
    replace: bool = True


class NewGeneration(NamedTuple):
    """The generation of a player's cookies from now on, which follows from the one before."""

    player_id: str
    generation: int


class NewRecovery(NamedTuple):
    """What is in the only recovery link of a player that serves from now on."""

    player_id: str
    recovery: str


class NewRating(NamedTuple):
    """How strong ``who`` is in a family of variants after a match that ended at ``last``.

    It follows from a rating with ``matches_before`` matches, from none at all if those are 0.
    """

    family: str
    who: str
    mu: float
    sigma: float
    matches: int
    wins: int
    last: str
    matches_before: int


class RatedMatch(NamedTuple):
    """A table whose match has been rated, and the place of each seat; none where it plays no more.

    A table can be rated once.
    """

    table_id: str
    places: list[int] | None


class PeopleWrite(Protocol):
    """The part of a ``WriteBatch`` that is about people."""

    @property
    def player_names(self) -> Sequence[PlayerName]: ...
    @property
    def generations(self) -> Sequence[NewGeneration]: ...
    @property
    def recoveries(self) -> Sequence[NewRecovery]: ...
    @property
    def ratings(self) -> Sequence[NewRating]: ...
    @property
    def rated_matches(self) -> Sequence[RatedMatch]: ...
    @property
    def deleted_players(self) -> Sequence[str]: ...


def write_people(connection: Connection, writes: Sequence[PeopleWrite]) -> None:
    """Writes what is to be written of people, after everything about tables.

    Raises ``Conflict`` where a rating or a generation has changed since it was read.
    """
    for row in (row for write in writes for row in write.player_names):
        connection.execute(_naming(connection.dialect.name, row))
    players = schema.players
    for new in (row for write in writes for row in write.generations):
        before = players.c.player_id == new.player_id, players.c.generation == new.generation - 1
        found = connection.execute(update(players).where(*before).values(generation=new.generation))
        if found.rowcount != 1:
            raise Conflict("the generation has changed since it was read")
    for link in (row for write in writes for row in write.recoveries):
        connection.execute(
            update(players)
            .where(players.c.player_id == link.player_id)
            .values(recovery=link.recovery)
        )
    rated = [row._asdict() for write in writes for row in write.rated_matches]
    if rated:
        connection.execute(insert(schema.rated), rated)
    for rating in (row for write in writes for row in write.ratings):
        _rate(connection, rating)
    old = [{"which": player} for write in writes for player in write.deleted_players]
    if old:
        for column in (schema.players.c.player_id, schema.ratings.c.who):
            connection.execute(delete(column.table).where(column == bindparam("which")), old)


def _naming(dialect: str, row: PlayerName) -> Any:
    values = {"player_id": row.player_id, "name": row.name, "created": row.at}
    one = postgresql if dialect == "postgresql" else sqlite
    insertion = one.insert(schema.players).values(values)
    key = [schema.players.c.player_id]
    if row.replace:
        return insertion.on_conflict_do_update(index_elements=key, set_={"name": row.name})
    return insertion.on_conflict_do_nothing(index_elements=key)


def _rate(connection: Connection, row: NewRating) -> None:
    values = row._asdict()
    seen = values.pop("matches_before")
    ratings = schema.ratings
    if not seen:
        connection.execute(insert(ratings).values(values))
        return
    found = connection.execute(
        update(ratings)
        .where(ratings.c.family == row.family, ratings.c.who == row.who, ratings.c.matches == seen)
        .values(values)
    )
    if found.rowcount != 1:
        raise Conflict("the rating has changed since it was read")


NEVER: Final = "9999-12-31T00:00:00.000+00:00"
"""When something is due where nothing happens before people come, though a clock runs."""


class NewTable(NamedTuple):
    """A row of ``tables``; see ``TableStatus``."""

    id: str
    created: str
    summary: dict[str, Any]
    listed: str | None = None
    due: str | None = None
    quick: str | None = None
    seen: str | None = None


class HostSeen(NamedTuple):
    """The ISO time when the host of a table in the lobby was seen connected."""

    table_id: str
    time: str


class NewSeat(NamedTuple):
    """A seat and the player whose cookie holds it."""

    table_id: str
    seat: int
    player_id: str


class NewEvent(NamedTuple):
    """An event of a table's log; ``body`` is any JSON object."""

    table_id: str
    seq: int
    client_id: str | None
    body: dict[str, Any]


class TableStatus(NamedTuple):
    """How a table stands now: the ``summary`` that lists show of it, any JSON object.

    ``listed``: the lobby's list that it is in, if it is. ``due``: the ISO time when something
    happens there by itself, ``NEVER`` where time passes and nothing happens. ``quick``: the kind of
    quick match for which a seat is free.
    """

    table_id: str
    summary: dict[str, Any]
    listed: str | None = None
    due: str | None = None
    quick: str | None = None


class DueTable(NamedTuple):
    """A table where something is due at an ISO time."""

    table_id: str
    due: str
    summary: dict[str, Any]


class PostponedTable(NamedTuple):
    """A table that waits for people although something was due there at the ISO time ``was``.

    The new ``due`` is only written if that is still so: otherwise the table has gone on.
    """

    table_id: str
    was: str
    due: str | None


class SeatAssignment(NamedTuple):
    """Who holds which seat of a table, all of them."""

    table_id: str
    players: dict[int, str]


class NewChatLine(NamedTuple):
    """What somebody said at a table; ``body`` is any JSON object."""

    table_id: str
    number: int
    player_id: str
    body: dict[str, Any]


class DeletedChat(NamedTuple):
    """All that a player said at a table, to be removed."""

    table_id: str
    player_id: str


class ExpiredChat(NamedTuple):
    """The lines at a table up to that number, which nobody is told any more, to be removed."""

    table_id: str
    number: int


class VacatedSeat(NamedTuple):
    """A seat that is nobody's any more; what was known of its player goes with it."""

    table_id: str
    seat: int


class SeatFacts(NamedTuple):
    """What the log of a table says of a seat up to event ``seq``; no ``body`` if it cannot."""

    table_id: str
    seat: int
    seq: int
    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class WriteBatch:
    """Rows that are written together or not at all."""

    tables: Sequence[NewTable] = ()
    seats: Sequence[NewSeat] = ()
    events: Sequence[NewEvent] = ()
    statuses: Sequence[TableStatus] = ()
    hosts_seen: Sequence[HostSeen] = ()
    postponed: Sequence[PostponedTable] = ()
    seat_assignments: Sequence[SeatAssignment] = ()
    chat: Sequence[NewChatLine] = ()
    facts: Sequence[SeatFacts] = ()
    rewritten_events: Sequence[NewEvent] = ()
    """New bodies of events that are there, for the only reason there is: a person is forgotten."""
    vacated_seats: Sequence[VacatedSeat] = ()
    deleted_chat: Sequence[DeletedChat] = ()
    expired_chat: Sequence[ExpiredChat] = ()
    settings: Sequence[tuple[str, str]] = ()
    """Names and values that the server notes for itself, in the place of those noted before."""
    deleted_settings: Sequence[str] = ()
    """Names of settings that are removed."""
    deleted_tables: Sequence[str] = ()
    """The ids of tables that are removed, with all that belongs to them."""
    player_names: Sequence[PlayerName] = ()
    generations: Sequence[NewGeneration] = ()
    recoveries: Sequence[NewRecovery] = ()
    ratings: Sequence[NewRating] = ()
    rated_matches: Sequence[RatedMatch] = ()
    deleted_players: Sequence[str] = ()
    """Players whose names and ratings are forgotten."""

    def __add__(self, other: WriteBatch) -> WriteBatch:
        """The rows of both, together or not at all."""
        names = [one.name for one in fields(WriteBatch)]
        return WriteBatch(**{name: (*getattr(self, name), *getattr(other, name)) for name in names})
