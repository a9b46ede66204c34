"""Rows that tell of people beyond one table: what they are called, and how strong they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .errors import Conflict


class Named(NamedTuple):
    """What a player is called, seen at ``at`` for the first time if nothing is known of them.

    With ``anew`` the name takes the place of another.
    """

    player_id: str
    name: str
    at: str
    anew: bool = True


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

    It follows from a rating with ``seen`` matches, from none at all if those are 0.
    """

    family: str
    who: str
    mu: float
    sigma: float
    matches: int
    wins: int
    last: str
    seen: int


class Rated(NamedTuple):
    """A table whose match has been rated, and the place of each seat; none where it plays no more.

    A table can be rated once.
    """

    table_id: str
    places: list[int] | None


class PeopleWrite(Protocol):
    """The part of a ``Write`` that is about people."""

    @property
    def names(self) -> Sequence[Named]: ...
    @property
    def generations(self) -> Sequence[NewGeneration]: ...
    @property
    def recoveries(self) -> Sequence[NewRecovery]: ...
    @property
    def ratings(self) -> Sequence[NewRating]: ...
    @property
    def rated(self) -> Sequence[Rated]: ...
    @property
    def old_players(self) -> Sequence[str]: ...


def write_people(connection: Connection, writes: Sequence[PeopleWrite]) -> None:
    """Writes what is to be written of people, after everything about tables.

    Raises ``Conflict`` where a rating or a generation has changed since it was read.
    """
    for row in (row for write in writes for row in write.names):
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
    rated = [row._asdict() for write in writes for row in write.rated]
    if rated:
        connection.execute(insert(schema.rated), rated)
    for rating in (row for write in writes for row in write.ratings):
        _rate(connection, rating)
    old = [{"which": player} for write in writes for player in write.old_players]
    if old:
        for column in (schema.players.c.player_id, schema.ratings.c.who):
            connection.execute(delete(column.table).where(column == bindparam("which")), old)


def _naming(dialect: str, row: Named) -> Any:
    values = {"player_id": row.player_id, "name": row.name, "created": row.at}
    one = postgresql if dialect == "postgresql" else sqlite
    insertion = one.insert(schema.players).values(values)
    key = [schema.players.c.player_id]
    if row.anew:
        return insertion.on_conflict_do_update(index_elements=key, set_={"name": row.name})
    return insertion.on_conflict_do_nothing(index_elements=key)


def _rate(connection: Connection, row: NewRating) -> None:
    values = row._asdict()
    seen = values.pop("seen")
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
