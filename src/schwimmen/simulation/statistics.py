"""Statistics of a simulation.

Rounds are counted in whole numbers, so that sums are exact in any order; estimates follow from
these sums.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, jit
from schwimmen.extras import require_extra
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.state import (
    CAP,
    SCORING_POINTS,
    RecordArray,
    RulesArray,
)
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import Points, points_of
from schwimmen.rules.view import ENDS

from .bots import distinct_names
from .rounds import RowArray

if TYPE_CHECKING:
    import pyarrow as pa


Counts = NDArray[np.int64]

VALUES: Final = 2 * 41 + 1  # above the doubled value of any hand (R15, R30)

# Measures of a group of seats, over independent units: rounds, or matches if whole ones are played.
LOST: Final = 0  # rounds lost
SCORE: Final = 1  # lives lost, or doubled points
WON: Final = 2  # shares of matches won, ``FULL_WIN`` for a whole one
MEASURES: Final = 3
FULL_WIN: Final = 2520  # divisible by any number of winners up to ten
# The sums needed for a mean and its standard error: in one unit a group has the sum ``s`` of its
# ``n`` observations.
SUM_N, SUM_S, SUM_NN, SUM_NS, SUM_SS = range(5)
SUMS: Final = 5


One: TypeAlias = Annotated[Counts, Array(np.int64, 1)]


class Tallies(NamedTuple):
    """Counts over rounds, which can be added.

    ``rounds``, ``decisions`` and ``matches`` are arrays of one number; ``lengths`` is the sum of
    the squared lengths of matches in rounds. ``turns[t]`` is the number of rounds with ``t`` turns,
    ``ends[code, dealt]`` that of rounds with an end, ``values[bot, v]`` that of hands worth
    ``v / 2`` at the showdown. ``closings[bot, t, paid]`` counts rounds that a bot closed in its own
    turn ``t``; ``paid`` is 1 for rounds that it did not lose. ``groups[group, measure, sum]`` has
    the sums of each group: the bots, each at one or more seats, then the places in the order of
    play.
    """

    rounds: One
    decisions: One
    matches: One
    lengths: One
    turns: One
    ends: Annotated[Counts, Array(np.int64, CAP + 1, 2)]
    values: Annotated[Counts, Array(np.int64, 1, VALUES)]
    closings: Annotated[Counts, Array(np.int64, LengthOf(".values"), 1, 2)]
    groups: Annotated[Counts, Array(np.int64, LengthOf(".values"), MEASURES, SUMS)]

    def plus(self, other: Tallies) -> Tallies:
        """Return the sum of these and other tallies."""
        return Tallies(*(mine + its for mine, its in zip(self, other, strict=True)))


def empty_tallies(rules: RuleSet, seats: int, bots: int) -> Tallies:
    """Return tallies before the first round."""
    longest = rules.turn_cap * seats + 1

    def zeros(*shape: int) -> Counts:
        return np.zeros(shape, np.int64)

    return Tallies(
        rounds=zeros(1),
        decisions=zeros(1),
        matches=zeros(1),
        lengths=zeros(1),
        turns=zeros(longest),
        ends=zeros(CAP + 1, 2),
        values=zeros(bots, VALUES),
        closings=zeros(bots, longest, 2),
        groups=zeros(bots + seats, MEASURES, SUMS),
    )


def empty_unit(seats: int, bots: int) -> Counts:
    """Return the array for the observations of all groups in one unit."""
    return np.zeros((bots + seats, MEASURES, 2), np.int64)


@entry(long=True)
def count_rows(
    rules: RulesArray,
    rows: RowArray,
    bot_of: Annotated[NDArray[np.int64], Array(np.int64, 1)],
    tallies: Tallies,
    unit: Annotated[Counts, Array(np.int64, LengthOf("tallies.values"), MEASURES, 2)],
    whole_matches: bool,
) -> None:
    """Add rows to the tallies.

    ``bot_of`` has the bot of each seat. ``unit`` has the observations of a match that earlier rows
    began.
    """
    bots = len(tallies.values)
    for place in range(len(rows)):
        row = rows[place]
        tallies.rounds[0] += 1
        tallies.decisions[0] += row.decisions
        tallies.turns[row.turns] += 1
        tallies.ends[row.end, row.dealt] += 1
        seat = int(row.leader)
        for order in range(popcount(int(row.active))):
            while not int(row.active) >> seat & 1:
                seat = (seat + 1) % len(bot_of)
            bot = bot_of[seat]
            score = int(row.scores[seat])
            lost = int(score <= 0 if rules[0].scoring == SCORING_POINTS else score > 0)
            tallies.values[bot, row.values[seat]] += 1
            if int(row.closed) >> seat & 1:
                tallies.closings[bot, row.turns_of[seat], 1 - lost] += 1
            for group in (bot, bots + order):
                unit[group, LOST, 0] += 1
                unit[group, LOST, 1] += lost
                unit[group, SCORE, 0] += 1
                unit[group, SCORE, 1] += score
            seat = (seat + 1) % len(bot_of)
        if whole_matches and row.winners:
            tallies.matches[0] += 1
            tallies.lengths[0] += int(row.number) * int(row.number)
            share = FULL_WIN // popcount(int(row.winners))
            for winner in range(len(bot_of)):
                unit[bot_of[winner], WON, 0] += 1
                unit[bot_of[winner], WON, 1] += share * (int(row.winners) >> winner & 1)
        if row.winners or not whole_matches:
            _close_unit(tallies.groups, unit)


@jit
def _close_unit(groups: Counts, unit: Counts) -> None:
    for group in range(len(unit)):
        for measure in range(MEASURES):
            n = unit[group, measure, 0]
            s = unit[group, measure, 1]
            groups[group, measure, SUM_N] += n
            groups[group, measure, SUM_S] += s
            groups[group, measure, SUM_NN] += n * n
            groups[group, measure, SUM_NS] += n * s
            groups[group, measure, SUM_SS] += s * s
            unit[group, measure, 0] = 0
            unit[group, measure, 1] = 0


FORMAT: Final = "schwimmen-simulation/1"


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean and its standard error, which is ``None`` for a single round or match.

    The error allows for the dependence between the seats of one round (or the rounds of one match).
    """

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Distribution:
    """Frequencies of values in ascending order, with mean and standard deviation."""

    mean: float
    deviation: float
    counts: tuple[tuple[Points, int], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """Number of rounds with one kind of end, named as in RECORD.md.

    In ``dealt`` of these rounds a special hand was dealt or taken with the extra hand (R12).
    """

    end: str
    rounds: int
    share: float
    dealt: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Rounds that a bot closed (R20) in one of its turns; ``paid`` counts those it did not lose."""

    turn: int
    rounds: int
    paid: int


@dataclass(frozen=True, slots=True)
class BotStatistics:
    """Statistics of one bot over all its seats; means are for each seat and round.

    ``lost`` is the share of rounds lost, ``score`` the lives lost in a round, or the points made
    in a game for points (R31). ``won`` is the share of matches won, ``None`` if no matches were
    played. ``values`` are the values of hands at the showdown.
    """

    bot: str
    seats: tuple[int, ...]
    lost: Estimate
    score: Estimate
    won: Estimate | None
    values: Distribution
    closings: tuple[Closing, ...]


@dataclass(frozen=True, slots=True)
class PlaceStatistics:
    """Statistics of one place in the order of play.

    Place 1 leads the round and the last place deals (R6), unless the biggest loser leads (R31).
    """

    place: int
    rounds: int
    lost: Estimate
    score: Estimate


@dataclass(frozen=True, slots=True)
class Simulation:
    """Result of ``simulate``.

    ``matches`` is ``None`` if single rounds were played. ``bots`` are the names by seat.
    ``decisions`` counts those of all players, including dealer's choices and renewals. ``rows`` is
    ``None`` unless it was requested.
    """

    rules: RuleSet
    bots: tuple[str, ...]
    seed: int
    rounds: int
    matches: int | None
    decisions: int
    rounds_a_match: Estimate | None
    turns: Distribution
    ends: tuple[Ending, ...]
    by_bot: tuple[BotStatistics, ...]
    by_place: tuple[PlaceStatistics, ...]
    rows: RecordArray | None = field(default=None, repr=False, compare=False)

    @property
    def for_points(self) -> bool:
        """Whether the game is for points (R31), not for lives."""
        return self.rules.scoring == "points"

    def to_arrow(self) -> pa.Table:
        """Return the rows as an Arrow table with the columns described in ``docs/simulation.md``.

        Raises ``SchwimmenError`` if there are no rows, and ``MissingExtra`` without pyarrow.
        """
        from .rounds import arrow_table

        require_extra("parquet", "an Arrow table")
        if self.rows is None:
            raise SchwimmenError("there are no rows: simulate with rows=True")
        return arrow_table(self.rows, self.rules, self.bots, self.seed, self.matches is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, as ``schwimmen simulate --format json`` prints it.

        The keys are described in ``docs/simulation.md``.
        """
        score = "points" if self.for_points else "lives_lost"
        return {
            "format": FORMAT,
            "rules": {"preset": self.rules.preset, "options": dict(self.rules.changed)},
            "players": len(self.bots),
            "bots": list(self.bots),
            "seed": self.seed,
            "rounds": self.rounds,
            "matches": self.matches,
            "decisions": self.decisions,
            "rounds_a_match": _estimate(self.rounds_a_match),
            "turns": _distribution(self.turns, "turns"),
            "ends": [
                {"end": end.end, "rounds": end.rounds, "share": end.share, "dealt": end.dealt}
                for end in self.ends
            ],
            "by_bot": [
                {
                    "bot": bot.bot,
                    "seats": list(bot.seats),
                    "lost": _estimate(bot.lost),
                    score: _estimate(bot.score),
                    "won": _estimate(bot.won),
                    "values": _distribution(bot.values, "value"),
                    "closings": [
                        {"turn": closing.turn, "rounds": closing.rounds, "paid": closing.paid}
                        for closing in bot.closings
                    ],
                }
                for bot in self.by_bot
            ],
            "by_place": [
                {
                    "place": place.place,
                    "rounds": place.rounds,
                    "lost": _estimate(place.lost),
                    score: _estimate(place.score),
                }
                for place in self.by_place
            ],
        }


def _estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    return None if estimate is None else {"mean": estimate.mean, "error": estimate.error}


def _distribution(found: Distribution, name: str) -> dict[str, Any]:
    counts = [{name: value, "count": count} for value, count in found.counts]
    return {"mean": found.mean, "deviation": found.deviation, "counts": counts}


def summarize(
    rules: RuleSet,
    bots: tuple[str, ...],
    seed: int,
    whole_matches: bool,
    tallies: Tallies,
    rows: RecordArray | None,
) -> Simulation:
    """Return the result of a simulation from its tallies."""
    kinds, bot_of = distinct_names(bots)
    rounds, matches = int(tallies.rounds[0]), int(tallies.matches[0])
    units = matches if whole_matches else rounds
    scale = 2 if rules.scoring == "points" else 1

    def estimate(group: int, measure: int, scale: int = 1) -> Estimate:
        return _ratio([int(n) for n in tallies.groups[group, measure]], units, scale)

    by_place = range(len(kinds), len(kinds) + len(bots))
    length = [matches, rounds, matches, rounds, int(tallies.lengths[0])]
    return Simulation(
        rules=rules,
        bots=bots,
        seed=seed,
        rounds=rounds,
        matches=matches if whole_matches else None,
        decisions=int(tallies.decisions[0]),
        rounds_a_match=_ratio(length, matches) if whole_matches else None,
        turns=_spread(enumerate(tallies.turns.tolist())),
        ends=tuple(
            Ending(name, sum(count), sum(count) / rounds, count[1])
            for code, name in enumerate(ENDS)
            if name is not None and sum(count := tallies.ends[code].tolist())
        ),
        by_bot=tuple(
            BotStatistics(
                bot=kind,
                seats=tuple(seat for seat, bot in enumerate(bot_of) if bot == group),
                lost=estimate(group, LOST),
                score=estimate(group, SCORE, scale),
                won=estimate(group, WON, FULL_WIN) if whole_matches else None,
                values=_spread(
                    (points_of(value), count)
                    for value, count in enumerate(tallies.values[group].tolist())
                ),
                closings=tuple(
                    Closing(turn, lost + paid, paid)
                    for turn, (lost, paid) in enumerate(tallies.closings[group].tolist())
                    if lost + paid
                ),
            )
            for group, kind in enumerate(kinds)
        ),
        by_place=tuple(
            PlaceStatistics(
                place=place,
                rounds=int(tallies.groups[group, LOST, SUM_N]),
                lost=estimate(group, LOST),
                score=estimate(group, SCORE, scale),
            )
            for place, group in enumerate(by_place, 1)
            if tallies.groups[group, LOST, SUM_N]
        ),
        rows=rows,
    )


def _ratio(sums: list[int], units: int, scale: int = 1) -> Estimate:
    """Return a mean and its standard error, as a ratio of sums over the units.

    Cochran, Sampling Techniques, chapter 6. Whole numbers are divided last, so that the
    differences lose no precision.
    """
    n, s = sums[SUM_N], sums[SUM_S]
    squares = sums[SUM_SS] * n * n - 2 * s * n * sums[SUM_NS] + s * s * sums[SUM_NN]
    error = sqrt(squares * units / (n**4 * (units - 1))) / scale if units > 1 else None
    return Estimate(s / n / scale, error)


def _spread(counted: Iterable[tuple[Points, int]]) -> Distribution:
    counts = tuple((value, count) for value, count in counted if count)
    number = sum(count for _, count in counts)
    mean = sum(value * count for value, count in counts) / number
    variance = sum((value - mean) ** 2 * count for value, count in counts) / number
    return Distribution(mean, sqrt(variance), counts)
