"""Statistics on the wire: figures, and the facts from which they follow."""

from __future__ import annotations

from schwimmen.analysis import MatchFacts

from .base import Number, WireModel
from .tables import SummarySeat


class Matches(WireModel):
    """Numbers of matches: played, finished, running, won, won jointly, and played with hints."""

    played: int
    finished: int
    running: int
    won: int
    shared: int
    with_hints: int


class Share(WireModel):
    """Finished matches of one kind; ``key`` is a variant or a number of players."""

    key: str
    finished: int
    won: int


class Rounds(WireModel):
    """Figures on finished rounds."""

    played: int
    lost: int
    best: int
    lives_lost: int
    average_length: float | None
    average_turns: float | None


class ValueCount(WireModel):
    """Number of hands with a value."""

    value: Number
    count: int


class BestHand(WireModel):
    """Best hand at a showdown."""

    hand: str
    value: Number
    suit: str | None


class Hands(WireModel):
    """Figures on hands of one size at the showdown."""

    cards: int
    showdowns: int
    average: float
    best: BestHand
    thirty_ones: int
    fires: int
    threes: int
    values: list[ValueCount]


class TurnClosings(WireModel):
    """Numbers of rounds closed in the player's n-th turn, and of those not lost."""

    turn: int
    closed: int
    paid: int


class Closings(WireModel):
    """Numbers of rounds closed by the player, and of those not lost."""

    closed: int
    paid: int
    by_turn: list[TurnClosings]


class Swimming(WireModel):
    """Figures on rounds started while swimming."""

    matches: int
    rounds: int
    survived: int
    longest: int


class Streaks(WireModel):
    """Numbers of matches won in a row."""

    current: int
    longest: int


class PointsGames(WireModel):
    """Figures on rounds played for points."""

    rounds: int
    average: float


class CoursePoint(WireModel):
    """Finished match with the moving rates up to it."""

    id: str
    ended: str
    variant: str
    players: int
    won: bool
    win_rate: float
    lost_rate: float | None


class Statistics(WireModel):
    """Statistics of the player's matches, or of a selection.

    ``since`` is the time at which the first of all matches began. ``variants`` and ``players`` are
    the possible selections; ``not_counted`` is the number of matches whose logs can no longer be
    replayed. ``course`` lists the last finished matches, newest last.
    """

    since: str | None
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


class PlayedMatch(WireModel):
    """Match of the player, with the facts from which statistics follow.

    ``ended`` is the time of its last move, even while it is running. ``hints`` is the number of
    hints that the player asked for.
    """

    id: str
    started: str
    ended: str
    seats: list[SummarySeat]
    hints: int
    facts: MatchFacts


class MatchHistory(WireModel):
    """Matches of the player, newest first; ``more`` if older ones are left.

    ``not_counted`` is the number of matches whose logs can no longer be replayed.
    """

    matches: list[PlayedMatch]
    more: bool
    not_counted: int
