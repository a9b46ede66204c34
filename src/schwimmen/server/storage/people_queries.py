"""Queries about players: names, ratings, the leaderboard, matches to rate."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, distinct, exists, func, or_, select

from schwimmen.analysis import Rating

from . import schema
from .database import Database
from .people_statements import BOT_PREFIX, PastRating


class PlayerProfile(NamedTuple):
    """Stored profile of a player: name and ISO time of creation.

    ``generation`` is that of valid cookies, ``recovery`` the number of the valid recovery link.
    ``face`` is the chosen one.
    """

    name: str
    since: str
    generation: int = 0
    recovery: str | None = None
    face: str | None = None


class RankedPlayer(NamedTuple):
    """Player or bot with a rating; a bot is named after its level."""

    who: str
    name: str
    rating: Rating
    face: str | None = None


class PeopleQueries:
    """Queries about players. Every method raises ``StorageError`` if the database is unreadable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, player_id: str) -> PlayerProfile | None:
        """Return the profile of a player, ``None`` if unknown."""
        players = schema.players.c
        query = select(
            players.name, players.created, players.generation, players.recovery, players.face
        ).where(players.player_id == player_id)
        rows = await self._database.rows(query)
        return PlayerProfile(*rows[0]) if rows else None

    async def face(self, player_id: str) -> str | None:
        """Return the chosen face of a player, ``None`` without one."""
        players = schema.players.c
        query = select(players.face).where(players.player_id == player_id)
        face: str | None = await self._database.scalar(query)
        return face

    async def player_of(self, public_id: str) -> str | None:
        """Return the player with a public id, ``None`` if unknown."""
        players = schema.players.c
        query = select(players.player_id).where(players.public_id == public_id)
        player: str | None = await self._database.scalar(query)
        return player

    async def count_tables(self, player_id: str) -> int:
        """Return the number of tables with a seat of a player."""
        seats = schema.seats.c
        query = select(func.count(distinct(seats.table_id))).where(seats.player_id == player_id)
        return int(await self._database.scalar(query))

    async def rating_history(self, who: str, limit: int) -> list[PastRating]:
        """Return the last ratings of a player in each family, in the order in which they were made.

        That is not always the order in which the matches ended, as after an outage.
        """
        history, ratings = schema.rating_history.c, schema.ratings.c
        found = []
        for family in await self._database.scalars(
            select(ratings.family).where(ratings.who == who)
        ):
            query = (
                select(schema.rating_history)
                .where(history.family == family, history.who == who)
                .order_by(history.matches.desc())
                .limit(limit)
            )
            rows = await self._database.rows(query)
            found += [PastRating(**row._mapping) for row in reversed(rows)]
        return found

    async def generations(self, player_ids: Collection[str]) -> dict[str, int]:
        """Return the cookie generations of the known players among these."""
        players = schema.players
        query = select(players.c.player_id, players.c.generation).where(
            players.c.player_id.in_(player_ids)
        )
        return {row.player_id: row.generation for row in await self._database.rows(query)}

    async def inactive_players(self, time: str, limit: int = 200) -> list[str]:
        """Return players without a seat, created before that ISO time and not rated since."""
        players, seats, ratings = schema.players, schema.seats, schema.ratings
        player_id = players.c.player_id
        query = (
            select(player_id)
            .where(
                players.c.created < time,
                ~exists().where(seats.c.player_id == player_id),
                ~exists().where(ratings.c.who == player_id, ratings.c.last >= time),
            )
            .limit(limit)
        )
        return await self._database.scalars(query)

    async def ratings_in_family(self, family: str, whose: Collection[str]) -> dict[str, Rating]:
        """Return the ratings in a family of variants, by player or bot."""
        ratings = schema.ratings
        query = select(ratings).where(ratings.c.family == family, ratings.c.who.in_(whose))
        return {row.who: _rating(row) for row in await self._database.rows(query)}

    async def ratings_of(self, who: str) -> Mapping[str, Rating]:
        """Return the ratings of a player or bot by family."""
        query = select(schema.ratings).where(schema.ratings.c.who == who)
        return {row.family: _rating(row) for row in await self._database.rows(query)}

    async def leaderboard(self, family: str, minimum: int, limit: int) -> list[RankedPlayer]:
        """Return the highest ratings in a family over at least ``minimum`` matches.

        These are bots, and players with a stored name.
        """
        ratings, players = schema.ratings, schema.players
        query = (
            select(ratings, players.c.name, players.c.face)
            .outerjoin(players, players.c.player_id == ratings.c.who)
            .where(_is_ranked(family, minimum))
            .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.who)
            .limit(limit)
        )
        return [
            RankedPlayer(
                row.who,
                row.name or row.who.removeprefix(BOT_PREFIX),
                _rating(row),
                row.face,
            )
            for row in await self._database.rows(query)
        ]

    async def count_ahead(self, family: str, minimum: int, rating: Rating) -> int:
        """Return the number of higher ratings on the leaderboard of a family."""
        ratings, players = schema.ratings, schema.players
        query = (
            select(func.count())
            .select_from(ratings)
            .outerjoin(players, players.c.player_id == ratings.c.who)
            .where(
                _is_ranked(family, minimum),
                ratings.c.mu - 3 * ratings.c.sigma > rating.ordinal,
            )
        )
        return int(await self._database.scalar(query))

    async def unrated(self, limit: int) -> list[str]:
        """Return tables whose match is over but not rated, oldest first."""
        tables, rated = schema.tables, schema.rated
        query = (
            select(tables.c.id)
            .outerjoin(rated, rated.c.table_id == tables.c.id)
            .where(rated.c.table_id.is_(None), tables.c.summary["over"].as_boolean().is_(True))
            .order_by(tables.c.created, tables.c.id)
            .limit(limit)
        )
        return await self._database.scalars(query)

    async def is_rated(self, table_id: str) -> bool:
        """Return whether the match of a table has been rated."""
        query = select(schema.rated.c.table_id).where(schema.rated.c.table_id == table_id)
        return await self._database.scalar(query) is not None


def _is_ranked(family: str, minimum: int) -> ColumnElement[bool]:
    ratings, players = schema.ratings, schema.players
    return and_(
        ratings.c.family == family,
        ratings.c.matches >= minimum,
        or_(ratings.c.who.startswith(BOT_PREFIX), players.c.player_id.is_not(None)),
    )


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.matches, row.wins)
