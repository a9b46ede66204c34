"""Statistics of one player over many matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from schwimmen.rules.schema import Points

from .facts import MatchFacts

WINDOW: Final = 20
"""Number of matches that a point of the course covers, its own included."""

FIRE: Final = 32
"""Value of three aces that count as fire (R15)."""

Counts: TypeAlias = Counter[str]
"""Numbers that add up over matches, by name.

A name of several words ends with the value, turn or number of rounds that it counts. Numbers of 0
are left out.
"""

Kind: TypeAlias = tuple[str, int]
"""Variant and number of players of a match."""


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


class Result(NamedTuple):
    """Result of a finished match: whether it was won, its rounds, and those lost."""

    won: bool
    rounds: int
    lost: int


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """Figures of one match for a seat, from which those of many matches follow.

    ``best`` is the first of the best hands, ``None`` without a round. ``survived`` is the number of
    rounds survived while swimming, ``fires`` that of hands that counted as fire. ``unscathed``: a
    match for lives was won without losing one.
    """

    variant: str
    players: int
    cards: int
    over: bool
    won: bool
    shared: bool
    rounds: int
    lost: int
    best: BestHand | None
    survived: int
    fires: int
    unscathed: bool
    counts: Counts


UNREADABLE_MATCH: Final = MatchFigures(
    variant="",
    players=0,
    cards=0,
    over=False,
    won=False,
    shared=False,
    rounds=0,
    lost=0,
    best=None,
    survived=0,
    fires=0,
    unscathed=False,
    counts=Counter(unreadable=1),
)
"""Figures of an unreadable match: its record is invalid under the present rules."""


def figures_of(match: MatchFacts) -> MatchFigures:
    """Return the figures of a match."""
    rounds = match.rounds
    swum = [round_ for round_ in rounds if round_.swimming]
    survived = sum(not round_.out for round_ in swum)
    counts = Counter(
        {
            "played": 1,
            "finished": match.over,
            "won": match.over and match.won,
            "shared": match.over and match.shared,
            "rounds": len(rounds),
            "lost": sum(round_.lost for round_ in rounds),
            "best": sum(round_.best for round_ in rounds),
            "lives lost": sum(round_.lives_lost or 0 for round_ in rounds),
            "length": sum(round_.length for round_ in rounds),
            "turns": sum(round_.turns for round_ in rounds),
            "swum": len(swum),
            "matches swum": bool(swum),
            f"survived {survived}": bool(survived),
        }
    )
    for round_ in rounds:
        counts[f"hand {match.hand_size} {round_.value:g}"] += 1
        counts[f"rank {match.hand_size} {round_.value:g}"] += round_.suit is None
        if round_.closed is not None:
            counts[f"closed {round_.closed}"] += 1
            counts[f"paid {round_.closed}"] += round_.paid
        if round_.points is not None:
            counts[f"points {round_.points:g}"] += 1
    best = max(rounds, key=lambda round_: round_.value, default=None)
    return MatchFigures(
        variant=match.variant,
        players=match.players,
        cards=match.hand_size,
        over=match.over,
        won=match.won,
        shared=match.shared,
        rounds=counts["rounds"],
        lost=counts["lost"],
        best=None if best is None else BestHand(best.hand, best.value, best.suit),
        survived=survived,
        fires=counts[f"rank {match.hand_size} {FIRE}"],
        unscathed=match.won and match.scoring == "lives" and not counts["lives lost"],
        counts=Counter({name: int(count) for name, count in counts.items() if count}),
    )


def statistics_of(matches: Iterable[MatchFacts]) -> Statistics:
    """Return the statistics of matches given in the order in which they were played.

    >>> statistics_of([]).matches
    Matches(played=0, finished=0, running=0, won=0, shared=0)
    """
    figures = [figures_of(match) for match in matches]
    kinds: dict[Kind, Counts] = {}
    best: dict[int, BestHand] = {}
    for one in figures:
        kinds.setdefault((one.variant, one.players), Counter()).update(one.counts)
        if one.best is not None and (
            one.cards not in best or one.best.value > best[one.cards].value
        ):
            best[one.cards] = one.best
    results = [Result(one.won, one.rounds, one.lost) for one in figures if one.over]
    return statistics_from(kinds, best, _streaks(results), results)


def statistics_from(
    kinds: Mapping[Kind, Counts],
    best: Mapping[int, BestHand],
    streaks: Streaks,
    results: Sequence[Result],
) -> Statistics:
    """Return the statistics of matches with these sums by kind.

    ``best`` has the best hand for each size of hand, ``results`` the matches of the course.
    """
    total: Counts = sum(kinds.values(), Counter())
    by_variant, by_players = Counter[str](), Counter[int]()
    won_by_variant, won_by_players = Counter[str](), Counter[int]()
    for (variant, players), counts in kinds.items():
        by_variant[variant] += counts["finished"]
        by_players[players] += counts["finished"]
        won_by_variant[variant] += counts["won"]
        won_by_players[players] += counts["won"]
    rounds = total["rounds"]
    survived = numbered(total, "survived")
    points = numbered(total, "points")
    return Statistics(
        matches=Matches(
            played=total["played"],
            finished=total["finished"],
            running=total["played"] - total["finished"],
            won=total["won"],
            shared=total["shared"],
        ),
        by_variant=tuple(
            Share(variant, finished, won_by_variant[variant])
            for variant, finished in by_frequency(by_variant)
        ),
        by_players=tuple(
            Share(str(players), finished, won_by_players[players])
            for players, finished in sorted((+by_players).items())
        ),
        rounds=Rounds(
            played=rounds,
            lost=total["lost"],
            best=total["best"],
            lives_lost=total["lives lost"],
            average_length=total["length"] / rounds if rounds else None,
            average_turns=total["turns"] / rounds if rounds else None,
        ),
        hands=tuple(_hands(cards, total, best[cards]) for cards in sorted(best)),
        closings=_closings(total),
        swimming=Swimming(
            matches=total["matches swum"],
            rounds=total["swum"],
            survived=int(_sum(survived)),
            longest=int(max(survived, default=0)),
        ),
        streaks=streaks,
        points=PointsGames(points.total(), _sum(points) / points.total()) if points else None,
        course=_course(results),
    )


def by_frequency(numbers: Counter[str]) -> list[tuple[str, int]]:
    """Return the names that occur, the most frequent first, and names as frequent in order."""
    return sorted((+numbers).items(), key=lambda item: (-item[1], item[0]))


def numbered(counts: Counts, name: str) -> Counter[Points]:
    """Return the counts of a name by the number after it."""
    found = Counter[Points]()
    for full, count in counts.items():
        first, _, number = full.rpartition(" ")
        if first == name:
            found[float(number) if "." in number else int(number)] = count
    return found


def _sum(counts: Counter[Points]) -> Points:
    return sum(value * count for value, count in counts.items())


def _hands(cards: int, total: Counts, best: BestHand) -> Hands:
    values, ranks = numbered(total, f"hand {cards}"), numbered(total, f"rank {cards}")
    return Hands(
        cards=cards,
        showdowns=values.total(),
        average=_sum(values) / values.total(),
        best=best,
        thirty_ones=values[10 * cards + 1],
        fires=ranks[FIRE],
        threes=ranks.total() - ranks[FIRE],
        values=tuple(ValueCount(value, values[value]) for value in sorted(values)),
    )


def _closings(total: Counts) -> Closings:
    closed, paid = numbered(total, "closed"), numbered(total, "paid")
    return Closings(
        closed=closed.total(),
        paid=paid.total(),
        by_turn=tuple(TurnClosings(int(turn), closed[turn], paid[turn]) for turn in sorted(closed)),
    )


def _streaks(results: Iterable[Result]) -> Streaks:
    current = longest = 0
    for result in results:
        current = current + 1 if result.won else 0
        longest = max(longest, current)
    return Streaks(current, longest)


def _course(results: Sequence[Result]) -> tuple[CoursePoint, ...]:
    points = []
    for last, result in enumerate(results, 1):
        window = results[max(0, last - WINDOW) : last]
        rounds = sum(one.rounds for one in window)
        points.append(
            CoursePoint(
                won=result.won,
                win_rate=sum(one.won for one in window) / len(window),
                lost_rate=sum(one.lost for one in window) / rounds if rounds else None,
            )
        )
    return tuple(points)
