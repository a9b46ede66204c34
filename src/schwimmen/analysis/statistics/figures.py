"""Statistics of one player over many matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeVar

from schwimmen.rules.schema import Points

from .facts import MatchFacts, RoundFacts

WINDOW: Final = 20
"""Number of matches that a point of the course covers, its own included."""

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Matches:
    """Numbers of matches of a player.

    ``finished`` matches are decided for the player: they are over, or the player is out. ``won``
    counts all wins, ``shared`` the wins shared with others (R24, R31).
    """

    played: int
    finished: int
    running: int
    won: int
    shared: int


@dataclass(frozen=True, slots=True)
class Share:
    """Finished and won matches of one variant or number of players."""

    key: str
    finished: int
    won: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """Figures of finished rounds, including those of running matches.

    ``best`` counts rounds with no better hand than the player's at the showdown, ``lives_lost`` the
    lives lost in all rounds (R17 to R20). ``average_length`` is the mean number of turns of all
    players, ``average_turns`` that of the player; ``None`` without a round.
    """

    played: int
    lost: int
    best: int
    lives_lost: int
    average_length: float | None
    average_turns: float | None


@dataclass(frozen=True, slots=True)
class ValueCount:
    """Number of hands with one value at the showdown."""

    value: Points
    count: int


@dataclass(frozen=True, slots=True)
class BestHand:
    """Highest value of a hand at the showdown, and the first hand that had it."""

    hand: str
    value: Points
    suit: str | None


@dataclass(frozen=True, slots=True)
class Hands:
    """Figures of the player's hands at the showdown, for one size of hand.

    ``average`` is the mean value. ``thirty_ones`` counts hands worth 31 in one suit (41 with four
    cards), ``fires`` three aces that count as fire (R15), ``threes`` other threes of a kind that
    count as such. ``values`` has every value that occurred, in ascending order.
    """

    cards: int
    showdowns: int
    average: float
    best: BestHand
    thirty_ones: int
    fires: int
    threes: int
    values: tuple[ValueCount, ...]


@dataclass(frozen=True, slots=True)
class TurnClosings:
    """Rounds closed in the player's ``turn``-th turn; ``paid`` of them were not lost."""

    turn: int
    closed: int
    paid: int


@dataclass(frozen=True, slots=True)
class Closings:
    """Rounds that the player closed; ``paid`` of them were not lost."""

    closed: int
    paid: int
    by_turn: tuple[TurnClosings, ...]


@dataclass(frozen=True, slots=True)
class Swimming:
    """Rounds begun while swimming; ``survived`` of them did not put the player out.

    ``longest`` is the highest number survived in one match; they are consecutive, since a swimming
    player stays so. ``matches`` counts matches with such a round.
    """

    matches: int
    rounds: int
    survived: int
    longest: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """Winning streaks over finished matches: the current one and the longest."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class PointsGames:
    """Number of rounds for points (R31), and their mean score."""

    rounds: int
    average: float


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """Moving averages after one finished match, over it and up to ``WINDOW - 1`` before it.

    ``win_rate`` is the share of these matches won, ``lost_rate`` the share of their rounds lost,
    or ``None`` without a round.
    """

    won: bool
    win_rate: float
    lost_rate: float | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures over a number of matches.

    ``hands`` has an entry for each size of hand, ``course`` a point for every finished match, in
    order. ``points`` is ``None`` without a round for points.
    """

    matches: Matches
    by_variant: tuple[Share, ...]
    by_players: tuple[Share, ...]
    rounds: Rounds
    hands: tuple[Hands, ...]
    closings: Closings
    swimming: Swimming
    streaks: Streaks
    points: PointsGames | None
    course: tuple[CoursePoint, ...]


def statistics_of(matches: Iterable[MatchFacts]) -> Statistics:
    """Return the statistics of matches given in the order in which they were played.

    >>> statistics_of([]).matches
    Matches(played=0, finished=0, running=0, won=0, shared=0)
    """
    matches = tuple(matches)
    finished = [match for match in matches if match.over]
    rounds = [round_ for match in matches for round_ in match.rounds]
    points = [round_.points for round_ in rounds if round_.points is not None]
    return Statistics(
        matches=Matches(
            played=len(matches),
            finished=len(finished),
            running=len(matches) - len(finished),
            won=sum(match.won for match in finished),
            shared=sum(match.shared for match in finished),
        ),
        by_variant=_shares(finished, lambda match: match.variant),
        by_players=_shares(finished, lambda match: match.players),
        rounds=Rounds(
            played=len(rounds),
            lost=sum(round_.lost for round_ in rounds),
            best=sum(round_.best for round_ in rounds),
            lives_lost=sum(round_.lives_lost or 0 for round_ in rounds),
            average_length=_mean([round_.length for round_ in rounds]),
            average_turns=_mean([round_.turns for round_ in rounds]),
        ),
        hands=tuple(
            _hands(
                size,
                [round_ for match in matches if match.hand_size == size for round_ in match.rounds],
            )
            for size in sorted({match.hand_size for match in matches if match.rounds})
        ),
        closings=_closings(rounds),
        swimming=_swimming(matches),
        streaks=_streaks(finished),
        points=PointsGames(len(points), sum(points) / len(points)) if points else None,
        course=_course(finished),
    )


def _mean(numbers: Sequence[Points]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _shares(
    matches: Iterable[MatchFacts], key: Callable[[MatchFacts], str | int]
) -> tuple[Share, ...]:
    """Return a share for each key that occurs: numbers in order, texts by frequency."""
    finished = Counter(map(key, matches))
    won = Counter(key(match) for match in matches if match.won)
    kinds = sorted(
        finished, key=lambda kind: (kind if isinstance(kind, int) else -finished[kind], str(kind))
    )
    return tuple(Share(str(kind), finished[kind], won[kind]) for kind in kinds)


def _hands(cards: int, rounds: Sequence[RoundFacts]) -> Hands:
    values = Counter(round_.value for round_ in rounds)
    best = max(rounds, key=lambda round_: round_.value)
    by_rank = Counter(round_.value for round_ in rounds if round_.suit is None)
    fires = by_rank[32]
    return Hands(
        cards=cards,
        showdowns=len(rounds),
        average=sum(round_.value for round_ in rounds) / len(rounds),
        best=BestHand(best.hand, best.value, best.suit),
        thirty_ones=values[10 * cards + 1],
        fires=fires,
        threes=by_rank.total() - fires,
        values=tuple(ValueCount(value, values[value]) for value in sorted(values)),
    )


def _closings(rounds: Iterable[RoundFacts]) -> Closings:
    closed = Counter(round_.closed for round_ in rounds if round_.closed is not None)
    paid = Counter(round_.closed for round_ in rounds if round_.paid)
    return Closings(
        closed=closed.total(),
        paid=paid.total(),
        by_turn=tuple(TurnClosings(turn, closed[turn], paid[turn]) for turn in sorted(closed)),
    )


def _swimming(matches: Iterable[MatchFacts]) -> Swimming:
    swum = [[round_ for round_ in match.rounds if round_.swimming] for match in matches]
    survived = [sum(not round_.out for round_ in rounds) for rounds in swum]
    return Swimming(
        matches=sum(bool(rounds) for rounds in swum),
        rounds=sum(map(len, swum)),
        survived=sum(survived),
        longest=max(survived, default=0),
    )


def _streaks(finished: Sequence[MatchFacts]) -> Streaks:
    runs = [(won, len(list(run))) for won, run in groupby(match.won for match in finished)]
    return Streaks(
        current=runs[-1][1] if runs and runs[-1][0] else 0,
        longest=max((length for won, length in runs if won), default=0),
    )


def _course(finished: Sequence[MatchFacts]) -> tuple[CoursePoint, ...]:
    points = []
    for last, match in enumerate(finished, 1):
        window = finished[max(0, last - WINDOW) : last]
        rounds = sum(len(one.rounds) for one in window)
        lost = sum(round_.lost for one in window for round_ in one.rounds)
        points.append(
            CoursePoint(
                won=match.won,
                win_rate=sum(one.won for one in window) / len(window),
                lost_rate=lost / rounds if rounds else None,
            )
        )
    return tuple(points)
