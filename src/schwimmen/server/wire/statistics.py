"""A player's figures on the wire; what each of them means is said in ``schwimmen.analysis``."""

from __future__ import annotations

from .base import Number, Wire


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
