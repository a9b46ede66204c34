"""People on the wire: shared tables, lobby, chat, profiles and ratings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from schwimmen.tables import AwaitedKind, Settings
from schwimmen.tables.settings import Options

from .base import CompactModel, WireModel
from .tables import SummarySeat

Reaction = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "wow", "laugh", "cry", "hurry"
]
"""Reactions that people at a table can send."""


class ClockState(CompactModel):
    """Clocks of a table with several people.

    ``awaited`` is the kind of the current wait, of ``seat`` if it is for a move, ``due`` the time
    at which it ends by itself, ``null`` if never. From ``reserve_from`` on the seat to act uses its
    reserve. ``reserves`` are the milliseconds left by seat when this wait began, ``null`` for bots
    and without a clock.
    """

    awaited: AwaitedKind | None = None
    seat: int | None = None
    due: str | None = None
    reserve_from: str | None = None
    reserves: list[int | None] = Field(default=[])


class SeedCommitment(WireModel):
    """Commitment of a player."""

    seat: int
    commitment: str


class Seeds(CompactModel):
    """State of the agreement on fair shuffles (docs/fairness.md).

    ``commitment`` is the server's in this ``attempt``, counted from 1; ``waiting_for`` lists the
    seats that have not yet committed, or revealed.
    """

    phase: Literal["committing", "revealing", "settled"]
    attempt: int
    commitment: str
    commitments: list[SeedCommitment] = Field(default=[])
    waiting_for: list[int] = Field(default=[])


class Presence(WireModel):
    """Seats of people who are connected, and the number of spectators."""

    seats: list[int]
    spectators: int


class ChatLine(WireModel):
    """Line of chat; ``number`` counts from 1 in each evening, a table and its rematches.

    ``seat`` is the one at the table of the line, ``null`` for a spectator, whose ``name`` may be
    empty.
    """

    number: int
    at: str
    seat: int | None
    name: str
    text: str


class NewSharedTable(WireModel):
    """New table for several people, with the player as host."""

    preset: str
    options: Options = Field(default={})
    settings: Settings
    name: str


class QuickMatch(WireModel):
    """Request for a seat at any table with these rules and number of seats, or at a new one.

    Bots take the empty seats twenty seconds later.
    """

    preset: str
    options: Options = Field(default={})
    players: Annotated[int, Field(ge=2, le=10)]
    name: str


class LobbyTable(WireModel):
    """Table of the lobby, which any player may join or watch.

    ``seats`` are those that are taken, ``free`` is the number of free seats. ``round`` counts from
    1, and is 0 before the match.
    """

    id: str
    preset: str
    options: Options
    settings: Settings
    seats: list[SummarySeat]
    host: str | None
    free: int
    round: int
    opened: str


class Lobby(WireModel):
    """Open tables, newest first: ``gathering`` ones to join, ``running`` ones to watch."""

    gathering: list[LobbyTable]
    running: list[LobbyTable]


class OwnRating(WireModel):
    """Rating of the player in a family of variants (docs/ratings.md).

    ``place`` is the player's place on the leaderboard; ``missing`` is the number of matches still
    needed for one.
    """

    variant: str
    rating: int
    matches: int
    wins: int
    missing: int
    place: int | None


class Me(WireModel):
    """Account of the player; the server stores nothing unless the player is ``known``.

    ``signed_out``: another browser of the player has signed this one out. ``id`` is that of the
    public page ``/players/{id}``, ``face`` the chosen one. ``since`` is the time of the first
    visit, ``matches`` the number of tables with a seat of the player.
    """

    known: bool
    signed_out: bool
    id: str | None
    name: str
    face: str | None
    since: str | None
    matches: int
    ratings: list[OwnRating]


class NewName(WireModel):
    """Name of the player for new tables."""

    name: Annotated[str, Field(max_length=200)]


class NewFace(WireModel):
    """Face of the player for new tables, ``null`` for the one drawn from the name.

    It is written as portrait, background and clothes, such as ``Berta-moss-oxblood``.
    """

    face: Annotated[str | None, Field(max_length=200)]


BadgeName = Literal[
    "first_win",
    "thirty_matches",
    "five_in_a_row",
    "unscathed",
    "fire",
    "survivor",
    "all_games",
    "daily_week",
]
"""Badges for feats (docs/profiles.md)."""


class Badge(WireModel):
    """Badge of the player: ``done`` of the ``goal``, and the time ``at`` which it was earned."""

    name: BadgeName
    done: int
    goal: int
    at: str | None


class CurvePoint(WireModel):
    """Rating after a number of rated matches."""

    matches: int
    rating: int
    at: str


class RatingCurve(WireModel):
    """Rating of the player in a family of variants after each rated match, oldest first."""

    variant: str
    points: list[CurvePoint]


class FormResult(WireModel):
    """Finished match of the player's form."""

    table: str
    ended: str
    outcome: Literal["won", "shared", "lost"]


class Rival(WireModel):
    """Frequent opponent, by finished matches against them and those of them that were won.

    ``id`` is that of a person's public page, ``null`` for a bot.
    """

    id: str | None
    name: str
    face: str | None
    matches: int
    won: int


class PersonalBest(WireModel):
    """Largest number of something in one match, and its table."""

    count: int
    table: str


class PersonalBests(WireModel):
    """Personal bests of the player.

    ``swim`` is the most rounds in a row survived while swimming, ``fires`` the most fires in one
    match, ``streak`` the most matches won in a row.
    """

    swim: PersonalBest | None
    fires: PersonalBest | None
    streak: int


class OwnProfile(WireModel):
    """Private part of the player's profile, from the matches that are still stored.

    ``form`` has the last ten results, newest last.
    """

    curves: list[RatingCurve]
    form: list[FormResult]
    rivals: list[Rival]
    bests: PersonalBests
    badges: list[Badge]


class PublicRating(WireModel):
    """Rating of a player on the leaderboard of a family of variants."""

    variant: str
    rating: int
    place: int


class PublicProfile(WireModel):
    """Public profile of a player; ``you`` if it is the caller's."""

    id: str
    you: bool
    name: str
    face: str | None
    program: bool
    ratings: list[PublicRating]
    badges: list[BadgeName]


class BotToken(WireModel):
    """Token that identifies a program, for the header ``Authorization: Bearer TOKEN``.

    It must be kept like a password, and is valid as long as the server's database exists.
    """

    token: str


class Qr(WireModel):
    """QR code of ``size`` by ``size`` modules: the dark ones as an SVG path, without a margin."""

    size: int
    path: str


class Recovery(WireModel):
    """Token that signs another browser in as the player; it must be kept like a password.

    ``qr`` holds the address ``/recover#TOKEN`` of this server, as the player's browser reaches it.
    """

    token: str
    qr: Qr


class RecoverRequest(WireModel):
    """Request to sign this browser in by a token, or without ``sure`` to identify the player."""

    token: Annotated[str, Field(max_length=500)]
    sure: bool = False


class RecoverResponse(WireModel):
    """Player of a recovery token; ``done`` if this browser is signed in as that player now.

    If not, the page asks for confirmation and sends the request again with ``sure``. ``other`` is
    the player of this browser so far, if that player has matches.
    """

    done: bool
    name: str
    matches: int
    other: str | None
    other_matches: int


class LeaderboardRow(WireModel):
    """Row of the leaderboard; a ``bot`` is named by its level, a ``program`` has a token.

    ``id`` is that of the player's public page; a bot has none.
    """

    place: int
    id: str | None
    name: str
    face: str | None
    bot: bool
    program: bool
    you: bool
    rating: int
    matches: int
    wins: int


class Leaderboard(WireModel):
    """Highest ratings in a family of variants, among players with ``minimum`` matches.

    ``own`` is the player's own rating, listed or not, after the first finished match.
    """

    variant: str
    variants: list[str]
    minimum: int
    rows: list[LeaderboardRow]
    own: OwnRating | None


class ErasureResult(WireModel):
    """Number of tables removed, and of tables left in which others have played."""

    removed: int
    left: int
