"""Several people at a table, on the wire: tables to come to, who is there, what they say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from schwimmen.tables import Settings, WaitKind

from .base import Number, Options, Wire
from .tables import SummarySeat

Reaction = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "wow", "laugh", "cry", "hurry"
]
"""What can be shown at one touch."""


class ClockState(Wire):
    """The clocks of a table with several people, as of ``now``, the server's time.

    ``awaited``: what is waited for, of ``seat`` if it is a move. ``due``: when it happens by
    itself; ``null`` if it never does. ``reserve_from``: when the seat to act begins to use its
    reserve. ``reserves``: by seat the milliseconds that were left of it when this wait began,
    ``null`` for bots and where there is no clock.
    """

    now: str
    awaited: WaitKind | None
    seat: int | None
    due: str | None
    reserve_from: str | None
    reserves: list[int | None]


class SeedCommitment(Wire):
    """A player's commitment."""

    seat: int
    commitment: str


class Seeds(Wire):
    """How far the agreement on the shuffles is (docs/fairness.md).

    ``commitment`` is the server's in this ``attempt``, counted from 1; ``waiting_for`` are the
    seats that are still to commit, or to reveal.
    """

    phase: Literal["committing", "revealing", "settled"]
    attempt: int
    commitment: str
    commitments: list[SeedCommitment]
    waiting_for: list[int]


class Presence(Wire):
    """The seats of people who are connected just now, and how many others watch."""

    seats: list[int]
    watching: int


class ChatLine(Wire):
    """What somebody said; ``number`` counts from 1 at each table."""

    number: int
    at: str
    seat: int
    name: str
    text: str


class NewSharedTable(Wire):
    """A table for several people, where the asker sits down first and is host."""

    preset: str
    options: Options = Field(default={})
    settings: Settings
    name: str


class QuickMatch(Wire):
    """A seat at any table with these rules and so many seats, or at a new one.

    Bots take the seats that are still empty twenty seconds later.
    """

    preset: str
    options: Options = Field(default={})
    players: Annotated[int, Field(ge=2, le=10)]
    name: str


class LobbyTable(Wire):
    """A table that anyone may come to, or watch.

    ``seats`` are those that are taken; ``free`` is how many people may still sit down. ``round``
    counts from 1, 0 before the match.
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


class Lobby(Wire):
    """``gathering``: tables to join, ``running``: tables to watch; the newest first."""

    gathering: list[LobbyTable]
    running: list[LobbyTable]


class OwnRating(Wire):
    """The asker's strength in a family of variants (docs/ratings.md).

    ``place`` is that on the leaderboard, for which ``missing`` more matches are needed.
    """

    variant: str
    rating: int
    matches: int
    wins: int
    missing: int
    place: int | None


class Me(Wire):
    """What the server knows of the asker: nothing at all, unless they are ``known``.

    ``signed_out``: another of their browsers has signed this one out.

    ``since`` is when they were first seen, ``matches`` at how many tables they have a seat.
    """

    known: bool
    signed_out: bool
    name: str
    since: str | None
    matches: int
    ratings: list[OwnRating]


class NewName(Wire):
    """What the asker wants to be called at the next table."""

    name: Annotated[str, Field(max_length=200)]


class BotToken(Wire):
    """What proves that a program is who it is, in the header ``Authorization: Bearer TOKEN``.

    To be kept like a password; it is good as long as the server's database.
    """

    token: str


class Qr(Wire):
    """A QR code of ``size`` squares each way, its dark ones as an SVG path, without a margin."""

    size: int
    path: str


class Recovery(Wire):
    """What makes another browser the asker's; to be kept like a password.

    ``qr`` is the address ``/recover#TOKEN`` as the asker's browser reaches this server.
    """

    token: str
    qr: Qr


class RecoverRequest(Wire):
    """``sure``: this browser is to be that player's; else you are only told who that is."""

    token: Annotated[str, Field(max_length=500)]
    sure: bool = False


class RecoverResponse(Wire):
    """Who the token is for, and whether this browser is theirs now.

    If not, ask, and come back being ``sure``. It is ``other``'s so far, if they have matches.
    """

    done: bool
    name: str
    matches: int
    other: str | None
    other_matches: int


class LeaderboardRow(Wire):
    """Somebody's place: a ``bot`` is named by its level; a ``program`` is one with a token."""

    place: int
    name: str
    bot: bool
    program: bool
    you: bool
    rating: int
    matches: int
    wins: int


class Leaderboard(Wire):
    """The strongest in a family of variants, of those with ``minimum`` matches.

    ``own`` is the asker's standing, listed or not, once they have finished a match.
    """

    variant: str
    variants: list[str]
    minimum: int
    rows: list[LeaderboardRow]
    own: OwnRating | None


class ErasureResult(Wire):
    """How many tables were removed for good, and how many others were left."""

    removed: int
    left: int


class Matches(Wire):
    """Matches played: decided, still running, won, and won together with others."""

    played: int
    finished: int
    running: int
    won: int
    shared: int


class Share(Wire):
    """Finished matches of one kind; ``key`` is a variant or a number of players."""

    key: str
    finished: int
    won: int


class Rounds(Wire):
    """Rounds played to their end."""

    played: int
    lost: int
    best: int
    lives_lost: int
    average_length: float | None
    average_turns: float | None


class ValueCount(Wire):
    """How many hands were worth that."""

    value: Number
    count: int


class BestHand(Wire):
    """The best hand shown."""

    hand: str
    value: Number
    suit: str | None


class Hands(Wire):
    """Hands of one size at the showdown."""

    cards: int
    showdowns: int
    average: float
    best: BestHand
    thirty_ones: int
    fires: int
    threes: int
    values: list[ValueCount]


class TurnClosings(Wire):
    """Closings in the own turn of that number."""

    turn: int
    closed: int
    paid: int


class Closings(Wire):
    """Rounds closed, and those of them not lost."""

    closed: int
    paid: int
    by_turn: list[TurnClosings]


class Swimming(Wire):
    """Rounds begun while swimming."""

    matches: int
    rounds: int
    survived: int
    longest: int


class Streaks(Wire):
    """Matches won one after the other."""

    current: int
    longest: int


class PointsGames(Wire):
    """Rounds for points."""

    rounds: int
    average: float


class CoursePoint(Wire):
    """A finished match, and the rates over it and those before it."""

    id: str
    ended: str
    variant: str
    players: int
    won: bool
    win_rate: float
    lost_rate: float | None


class Statistics(Wire):
    """Figures over the asker's matches, or over those asked for.

    ``variants`` and ``players`` are what can be asked for; ``not_counted`` are matches whose log
    plays no more. ``course`` has the last matches finished, the newest last.
    """

    variants: list[str]
    players: list[int]
    not_counted: int
    window: int
    matches: Matches
    by_variant: list[Share]
    by_players: list[Share]
    rounds: Rounds
    hands: list[Hands]
    closings: Closings
    swimming: Swimming
    streaks: Streaks
    points: PointsGames | None
    course: list[CoursePoint]
