"""Queries about the matches of a player: aggregates, the last results, and pages of matches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from schwimmen.analysis.statistics.figures import BestHand, Counts, Kind, numbered
from schwimmen.analysis.statistics.progress import Progress

from . import schema
from .aggregates import Place, read_progress, sequence_of
from .database import Database
from .log_parts import IN_LOG

UNREADABLE: Final[Kind] = ("", 0)
"""Kind under which matches that cannot be replayed are counted."""


class Selection(NamedTuple):
    """Matches of a player of one variant or number of players, or all."""

    player_id: str
    variant: str | None = None
    players: int | None = None

    def has(self, kind: Kind) -> bool:
        """Return whether the matches of a kind are selected."""
        return self.variant in (None, kind[0]) and self.players in (None, kind[1])

    @property
    def condition(self) -> ColumnElement[bool]:
        """Condition of the selected rows of ``matches``."""
        return and_(
            _matches.player_id == self.player_id,
            *([] if self.variant is None else [_matches.variant == self.variant]),
            *([] if self.players is None else [_matches.players == self.players]),
        )


class CourseMatch(NamedTuple):
    """Finished match in the course of results; ``ended`` is the ISO time of its last move."""

    table_id: str
    ended: str
    variant: str
    players: int
    won: bool
    shared: bool
    rounds: int
    lost: int


class MetOpponent(NamedTuple):
    """Opponent with the number of finished matches; a bot has no ``player_id``."""

    player_id: str | None
    public_id: str | None
    name: str
    face: str | None
    matches: int
    won: int


class StoredMatch(NamedTuple):
    """Match of a player with the table's summary and the stored facts."""

    table_id: str
    created: str
    summary: dict[str, Any]
    body: str | None


class PlayerFigures(NamedTuple):
    """Aggregates of a selection of matches.

    ``kinds`` has the sums of all matches of the player by kind. ``since`` is the creation of the
    first table, ``best`` the best hand for each size, ``course`` the last results, oldest first.
    """

    kinds: dict[Kind, Counts]
    since: str | None
    progress: Progress
    best: dict[int, BestHand]
    course: list[CourseMatch]


_matches, _seats, _tables, _facts = (
    schema.matches.c,
    schema.seats.c,
    schema.tables.c,
    schema.facts.c,
)
_figures, _progress, _opponents = schema.figures.c, schema.progress.c, schema.opponents.c
_players = schema.players.c
_ORDER: Final = (_matches.created, _matches.table_id, _matches.seat)
_NEWEST: Final = [column.desc() for column in _ORDER]
_COURSE: Final = tuple(schema.matches.c[name] for name in CourseMatch._fields)


class FigureQueries:
    """Queries about matches. Every method raises ``StorageError`` if reading fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stale_player(self) -> str | None:
        """Return a player with a finished match that is not counted, ``None`` if there is none."""
        query = (
            select(_seats.player_id)
            .join_from(schema.seats, schema.tables, _tables.id == _seats.table_id)
            .where(_seats.stale, _tables.summary["over"].as_boolean().is_(True))
            .limit(1)
        )
        player: str | None = await self._database.scalar(query)
        return player

    async def stale_seats(self, player_id: str, limit: int) -> list[dict[str, Any]]:
        """Return a player's seats with moves that are not counted, oldest table first.

        ``id``, ``seat`` and ``summary``; ``last``: number of the last event of the log; ``seq``,
        ``version`` and ``body`` of the stored facts, ``None`` without facts.
        """
        last = select(func.max(schema.events.c.seq)).where(IN_LOG)
        query = (
            select(
                _tables.id,
                _seats.seat,
                _tables.summary,
                last.scalar_subquery().label("last"),
                _facts.seq,
                _facts.version,
                _facts.body,
            )
            .join_from(schema.seats, schema.tables, _tables.id == _seats.table_id)
            .outerjoin(
                schema.facts,
                and_(_facts.table_id == _seats.table_id, _facts.seat == _seats.seat),
            )
            .where(
                _seats.player_id == player_id,
                _seats.stale,
                _tables.summary["round"].as_integer() > 0,
            )
            .order_by(_tables.created, _tables.id, _seats.seat)
            .limit(limit)
        )
        return await self._database.mappings(query)

    async def figures(self, selection: Selection, course: int) -> PlayerFigures:
        """Return the aggregates of a selection, with the last ``course`` results."""
        async with self._snapshot() as connection:
            kinds = await _kinds(connection, selection.player_id)
            first = (
                select(_matches.created)
                .where(_matches.player_id == selection.player_id, _matches.variant != "")
                .order_by(*_ORDER)
                .limit(1)
            )
            name = sequence_of(selection.variant, selection.players)
            return PlayerFigures(
                kinds,
                (await connection.execute(first)).scalar_one_or_none(),
                await _progress_of(connection, selection.player_id, name),
                await _best_hands(connection, selection, kinds),
                await _last(connection, selection, course),
            )

    async def progress(self, player_id: str, sequence: str) -> Progress:
        """Return the progress of a player over a sequence of matches."""
        async with self._database.read_connection() as connection:
            return await _progress_of(connection, player_id, sequence)

    async def form(self, player_id: str, limit: int) -> list[CourseMatch]:
        """Return the finished matches that ended last, oldest first."""
        query = (
            select(*_COURSE)
            .where(_matches.player_id == player_id, _matches.over.is_(True))
            .order_by(_matches.ended.desc(), *_NEWEST)
            .limit(limit)
        )
        rows = await self._database.rows(query)
        return [CourseMatch(*row) for row in reversed(rows)]

    async def opponents(self, player_id: str, limit: int) -> list[MetOpponent]:
        """Return the most frequent opponents of a player, people before bots."""
        query = (
            select(
                _players.player_id,
                _players.public_id,
                func.coalesce(_players.name, _opponents.opponent),
                _players.face,
                _opponents.matches,
                _opponents.won,
            )
            .outerjoin_from(
                schema.opponents,
                schema.players,
                and_(_opponents.person, _players.player_id == _opponents.opponent),
            )
            .where(
                _opponents.player_id == player_id,
                or_(_opponents.person.is_(False), _players.player_id.is_not(None)),
            )
            .order_by(
                _opponents.matches.desc(), _opponents.person.desc(), _opponents.opponent.desc()
            )
            .limit(limit)
        )
        return [MetOpponent(*row) for row in await self._database.rows(query)]

    async def count_unreadable(self, player_id: str) -> int:
        """Return the number of a player's matches that cannot be replayed."""
        async with self._database.read_connection() as connection:
            kinds = await _kinds(connection, player_id)
        return kinds.get(UNREADABLE, Counter())["unreadable"]

    async def place_of(self, player_id: str, table_id: str) -> Place | None:
        """Return the place of a player's first match at a table."""
        query = (
            select(*_ORDER)
            .where(_matches.player_id == player_id, _matches.table_id == table_id)
            .order_by(_matches.seat)
            .limit(1)
        )
        rows = await self._database.rows(query)
        return Place(*rows[0]) if rows else None

    async def places(
        self, selection: Selection, limit: int, after: Place | None = None, newest: bool = False
    ) -> list[tuple[Place, int]]:
        """Return the places and rounds of matches that can be replayed, oldest or ``newest`` first.

        ``after``: only those that come after this place, in that order.
        """
        query = (
            select(*_ORDER, _matches.rounds)
            .where(selection.condition, _matches.variant != "")
            .limit(limit)
        )
        query = query.order_by(*(_NEWEST if newest else _ORDER))
        if after is not None:
            key, last = tuple_(*_ORDER), tuple_(*after)
            query = query.where(key < last if newest else key > last)
        return [(Place(*row[:-1]), row[-1]) for row in await self._database.rows(query)]

    async def matches(self, places: Sequence[Place]) -> list[StoredMatch]:
        """Return the matches at places, in their order, without those deleted meanwhile."""
        seats = [(place.table_id, place.seat) for place in places]
        query = (
            select(_facts.table_id, _facts.seat, _tables.created, _tables.summary, _facts.body)
            .join_from(schema.facts, schema.tables, _tables.id == _facts.table_id)
            .where(tuple_(_facts.table_id, _facts.seat).in_(seats))
        )
        found = {
            (table_id, seat): StoredMatch(table_id, *match)
            for table_id, seat, *match in await self._database.rows(query)
        }
        return [found[seat] for seat in seats if seat in found]

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Provide a connection whose queries all see the database at one moment."""
        async with self._database.read_connection() as connection:
            if connection.dialect.name == "postgresql":  # a transaction of SQLite always does
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection


async def _kinds(connection: AsyncConnection, player_id: str) -> dict[Kind, Counts]:
    query = select(_figures.variant, _figures.players, _figures.counts).where(
        _figures.player_id == player_id
    )
    return {
        (variant, players): Counter(json.loads(counts))
        for variant, players, counts in await connection.execute(query)
    }


async def _progress_of(connection: AsyncConnection, player_id: str, sequence: str) -> Progress:
    query = select(_progress.body).where(
        _progress.player_id == player_id, _progress.sequence == sequence
    )
    body = (await connection.execute(query)).scalar_one_or_none()
    return Progress() if body is None else read_progress(body)


async def _best_hands(
    connection: AsyncConnection, selection: Selection, kinds: dict[Kind, Counts]
) -> dict[int, BestHand]:
    """Return the best hand for each size, the first one if several are as good."""
    chosen = {kind: counts for kind, counts in kinds.items() if selection.has(kind)}
    sizes = {
        int(name.split()[1]) for counts in chosen.values() for name in counts if name[:5] == "hand "
    }
    best = {}
    for cards in sizes:
        values = {
            kind: max(found)
            for kind, counts in chosen.items()
            if (found := numbered(counts, f"hand {cards}"))
        }
        value = max(values.values())
        rows = []
        for variant, players in (kind for kind, one in values.items() if one == value):
            query: Select[Any] = (
                select(*_ORDER, _matches.hand, _matches.suit)
                .where(
                    _matches.player_id == selection.player_id,
                    _matches.variant == variant,
                    _matches.players == players,
                    _matches.cards == cards,
                    _matches.value == value,
                )
                .order_by(*_ORDER)
                .limit(1)
            )
            rows.append(tuple((await connection.execute(query)).one()))
        *_, hand, suit = min(rows)
        best[cards] = BestHand(hand, value, suit)
    return best


async def _last(connection: AsyncConnection, selection: Selection, limit: int) -> list[CourseMatch]:
    query = (
        select(*_COURSE)
        .where(selection.condition, _matches.over.is_(True))
        .order_by(*_NEWEST)
        .limit(limit)
    )
    rows = list(await connection.execute(query))
    return [CourseMatch(*row) for row in reversed(rows)]
