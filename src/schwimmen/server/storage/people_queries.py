"""What the database knows of people: names, ratings, who is ahead of whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, Row, and_, distinct, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from schwimmen.analysis import Rating

from . import schema

BOT_PREFIX: str = "bot:"
"""What stands before the level, where bots are rated."""


class Readable(Protocol):
    """What can be read: a ``Database``."""

    def read_connection(self) -> AbstractAsyncContextManager[AsyncConnection]: ...


class PlayerProfile(NamedTuple):
    """What is known of a player: the name, since when, and at how many tables they have a seat.

    ``generation`` is that of the cookies that serve, ``recovery`` is in the link that does.
    """

    name: str
    since: str
    tables: int
    generation: int = 0
    recovery: str | None = None


class RankedPlayer(NamedTuple):
    """Somebody with a rating; a bot's name is that of its level."""

    who: str
    name: str
    rating: Rating


class PeopleQueries:
    """Reads names and ratings. Raises ``StorageError`` where the database cannot be read."""

    def __init__(self, database: Readable) -> None:
        self._database = database

    async def profile(self, player_id: str) -> PlayerProfile | None:
        """What is known of a player, if anything."""
        players, seats = schema.players, schema.seats
        tables = select(func.count(distinct(seats.c.table_id))).where(
            seats.c.player_id == player_id
        )
        query = select(
            players.c.name,
            players.c.created,
            tables.scalar_subquery().label("tables"),
            players.c.generation,
            players.c.recovery,
        ).where(players.c.player_id == player_id)
        async with self._database.read_connection() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else PlayerProfile(*row)

    async def generations(self, whose: Collection[str]) -> dict[str, int]:
        """The generations of the cookies of those players who are known."""
        players = schema.players
        query = select(players.c.player_id, players.c.generation).where(
            players.c.player_id.in_(whose)
        )
        async with self._database.read_connection() as connection:
            rows = await connection.execute(query)
            return {row.player_id: row.generation for row in rows}

    async def inactive_players(self, time: str, limit: int = 200) -> list[str]:
        """Players without a seat who were known before that ISO time, and not rated since."""
        players, seats, ratings = schema.players, schema.seats, schema.ratings
        own = players.c.player_id
        query = (
            select(own)
            .where(
                players.c.created < time,
                ~exists().where(seats.c.player_id == own),
                ~exists().where(ratings.c.who == own, ratings.c.last >= time),
            )
            .limit(limit)
        )
        async with self._database.read_connection() as connection:
            return list((await connection.execute(query)).scalars())

    async def ratings_in_family(self, family: str, whose: Collection[str]) -> dict[str, Rating]:
        """The ratings of some in a family, of those who have one."""
        ratings = schema.ratings
        query = select(ratings).where(ratings.c.family == family, ratings.c.who.in_(whose))
        async with self._database.read_connection() as connection:
            return {row.who: _rating(row) for row in await connection.execute(query)}

    async def ratings_of(self, who: str) -> Mapping[str, Rating]:
        """Somebody's ratings, by family."""
        query = select(schema.ratings).where(schema.ratings.c.who == who)
        async with self._database.read_connection() as connection:
            return {row.family: _rating(row) for row in await connection.execute(query)}

    async def leaderboard(self, family: str, minimum: int, limit: int) -> list[RankedPlayer]:
        """The strongest in a family with so many matches; bots, and players with a name."""
        ratings, players = schema.ratings, schema.players
        query = (
            select(ratings, players.c.name)
            .outerjoin(players, players.c.player_id == ratings.c.who)
            .where(_listed(family, minimum))
            .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.who)
            .limit(limit)
        )
        async with self._database.read_connection() as connection:
            return [
                RankedPlayer(row.who, row.name or row.who.removeprefix(BOT_PREFIX), _rating(row))
                for row in await connection.execute(query)
            ]

    async def count_ahead(self, family: str, minimum: int, rating: Rating) -> int:
        """How many of those are stronger than that."""
        ratings, players = schema.ratings, schema.players
        query = (
            select(func.count())
            .select_from(ratings)
            .outerjoin(players, players.c.player_id == ratings.c.who)
            .where(
                _listed(family, minimum),
                ratings.c.mu - 3 * ratings.c.sigma > rating.ordinal,
            )
        )
        async with self._database.read_connection() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def unrated(self, limit: int) -> list[str]:
        """Tables whose match is over and has not been rated yet, the oldest first."""
        tables, rated = schema.tables, schema.rated
        query = (
            select(tables.c.id)
            .outerjoin(rated, rated.c.table_id == tables.c.id)
            .where(rated.c.table_id.is_(None), tables.c.summary["over"].as_boolean().is_(True))
            .order_by(tables.c.created, tables.c.id)
            .limit(limit)
        )
        async with self._database.read_connection() as connection:
            return list((await connection.execute(query)).scalars())

    async def is_rated(self, table_id: str) -> bool:
        """Whether that table's match has been rated."""
        query = select(schema.rated.c.table_id).where(schema.rated.c.table_id == table_id)
        async with self._database.read_connection() as connection:
            return (await connection.execute(query)).one_or_none() is not None


def _listed(family: str, minimum: int) -> ColumnElement[bool]:
    ratings, players = schema.ratings, schema.players
    return and_(
        ratings.c.family == family,
        ratings.c.matches >= minimum,
        or_(ratings.c.who.startswith(BOT_PREFIX), players.c.player_id.is_not(None)),
    )


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.matches, row.wins)
