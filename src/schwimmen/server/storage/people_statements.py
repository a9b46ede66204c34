"""People, ratings and daily deals: rows to write, and the prepared statements that write them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Boolean, Executable, bindparam, case, insert, update

from ..player_ids import public_id
from . import schema
from .statement import Parameters, Statement, by_dialect, columns, prefixed

BOT_PREFIX: Final = "bot:"
"""Prefix of a bot's level in the column ``who`` of ratings."""


class PlayerName(NamedTuple):
    """Name of a player, who is created at ``at`` if unknown.

    Without ``replace``, a name that is already stored stays.
    """

    player_id: str
    name: str
    at: str
    replace: bool = True


class ChosenFace(NamedTuple):
    """Face of a known player, ``None`` for the one drawn from the name."""

    player_id: str
    face: str | None


class NewGeneration(NamedTuple):
    """Next generation of a player's cookies; must follow the stored one."""

    player_id: str
    generation: int


class NewRecovery(NamedTuple):
    """Number of the only recovery link of a player that is valid from now on."""

    player_id: str
    recovery: str


class NewRating(NamedTuple):
    """Rating of ``who`` in a family of variants after a match that ended at ``last``.

    It replaces a rating over ``matches_before`` matches, or is the first one if that is 0.
    """

    family: str
    who: str
    mu: float
    sigma: float
    matches: int
    wins: int
    last: str
    matches_before: int


class PastRating(NamedTuple):
    """Rating of ``who`` in a family after a number of ``matches``; the last one ended at ``at``."""

    family: str
    who: str
    matches: int
    mu: float
    sigma: float
    at: str


class RatedMatch(NamedTuple):
    """Table whose match has been rated, and the place of each seat, ``None`` if unreadable.

    A table can be rated once.
    """

    table_id: str
    places: list[int] | None


class NewDaily(NamedTuple):
    """Deal of the day that a player has begun; ``until`` is the ISO time at which the day ends.

    A player can begin the deal of a date and variant once.
    """

    player_id: str
    date: str
    variant: str
    table_id: str
    until: str


class DailyOutcome(NamedTuple):
    """Result of the deal of the day at a table, which counts if ``at`` is before the day's end."""

    table_id: str
    at: str
    place: int
    signs: str


def _upsert_name(dialect: Any) -> Executable:
    new = dialect.insert(schema.players).values(
        player_id=bindparam("_player_id"),
        name=bindparam("_name"),
        created=bindparam("_at"),
        public_id=bindparam("_public_id"),
    )
    replaced = case(
        (bindparam("_replace", type_=Boolean), new.excluded.name), else_=schema.players.c.name
    )
    upsert: Executable = new.on_conflict_do_update(
        index_elements=[schema.players.c.player_id],
        set_={"name": replaced},
    )
    return upsert


def _named(row: PlayerName) -> Parameters:
    return {**prefixed(row), "_public_id": public_id(row.player_id)}


def _rating(row: NewRating) -> dict[str, Any]:
    rating = row._asdict()
    del rating["matches_before"]
    return rating


def _changed_rating(row: NewRating) -> Parameters:
    key = {"_family": row.family, "_who": row.who, "_matches_before": row.matches_before}
    return key | _rating(row)


def _history_row(row: NewRating) -> Parameters:
    return PastRating(row.family, row.who, row.matches, row.mu, row.sigma, row.last)._asdict()


_players, _ratings, _daily = schema.players.c, schema.ratings.c, schema.daily.c

PEOPLE_STATEMENTS: Final = (
    Statement(
        "player_names",
        by_dialect(_upsert_name),
        _named,
    ),
    Statement(
        "faces",
        update(schema.players)
        .where(_players.player_id == bindparam("_player_id"))
        .values(face=bindparam("_face")),
        prefixed,
    ),
    Statement(
        "generations",
        update(schema.players)
        .where(
            _players.player_id == bindparam("_player_id"),
            _players.generation == bindparam("_generation") - 1,
        )
        .values(generation=bindparam("_generation")),
        prefixed,
        conflict="the generation has changed since it was read",
    ),
    Statement(
        "recoveries",
        update(schema.players)
        .where(_players.player_id == bindparam("_player_id"))
        .values(recovery=bindparam("_recovery")),
        prefixed,
    ),
    Statement("rated_matches", insert(schema.rated), columns),
    Statement(
        "ratings", insert(schema.ratings), _rating, applies=lambda row: not row.matches_before
    ),
    Statement(
        "ratings",
        update(schema.ratings).where(
            _ratings.family == bindparam("_family"),
            _ratings.who == bindparam("_who"),
            _ratings.matches == bindparam("_matches_before"),
        ),
        _changed_rating,
        applies=lambda row: bool(row.matches_before),
        conflict="the rating has changed since it was read",
    ),
    Statement(
        "ratings",
        insert(schema.rating_history),
        _history_row,
        applies=lambda row: not row.who.startswith(BOT_PREFIX),
    ),
    Statement("daily", insert(schema.daily), columns),
    Statement(
        "daily_outcomes",
        update(schema.daily)
        .where(_daily.table_id == bindparam("_table_id"), _daily.until > bindparam("_at"))
        .values(place=bindparam("_place"), signs=bindparam("_signs")),
        prefixed,
    ),
)
"""Every statement about people in a transaction, in the order of execution."""

PEOPLE_COLUMNS: Final = (
    _players.player_id,
    _daily.player_id,
    _ratings.who,
    schema.rating_history.c.who,
)
"""Columns with ids of players; their rows are deleted with the player."""
