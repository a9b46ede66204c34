"""Odds with confidence intervals, from rounds that a level plays against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from schwimmen.players.policies import COMPILED_LEVELS
from schwimmen.rules import mask_of
from schwimmen.rules.core.state import rules_array
from schwimmen.rules.errors import SchwimmenError, quote, whole_number
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import Points, points_of
from schwimmen.simulation.statistics import VALUES
from schwimmen.simulation.workers import Workers, run_chunks, workers_of

from ..confidence import MIN_SAMPLES, Interval, interval_of_mean, interval_of_share
from .forks import TURNS, Counts, ForkChunk, Tallies, count_values, empty_tallies, play_chunk

CHUNK: Final = 5_000
"""Rounds in a chunk."""

_SURE: Final = NormalDist().inv_cdf(0.975)

LEVEL: Final = "blueprint"
"""Default level of the players: the strongest one that is compiled."""


@dataclass(frozen=True, slots=True)
class ValueOdds:
    """Estimate for hands of one value, from a number of samples."""

    value: Points
    samples: int
    estimate: Interval


@dataclass(frozen=True, slots=True)
class Limit:
    """Value of a hand from which an action pays, with the range in which it lies.

    Acting from ``value`` on has the highest gain over all hands. Acting from another value in the
    range from ``low`` to ``high`` is not significantly worse.
    """

    value: Points
    low: Points
    high: Points


@dataclass(frozen=True, slots=True)
class ClosingTurn:
    """Closing against playing on in a player's own turn, counted from 1.

    ``gains`` are the lives, or points, that closing with each value saves. ``limit`` is the value
    from which it pays, ``weak`` that value if the table cards left to the others are worth less
    than an average hand, ``strong`` if they are worth at least as much; each is ``None`` if closing
    is not significantly better.
    """

    turn: int
    gains: tuple[ValueOdds, ...]
    limit: Limit | None
    weak: Limit | None
    strong: Limit | None


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of a round under given rules, for a number of players.

    ``lost`` is the share of rounds lost (in games for points: not won) with a hand of each value at
    the showdown. ``choices`` are the lives that the dealer saves by keeping a hand of each value,
    and ``keep`` the value from which keeping pays; both are empty without a choice. ``places`` are
    the lives lost, or points made, in a round by each place in the order of play, the dealer being
    last.
    """

    rules: RuleSet
    players: int
    rounds: int
    lost: tuple[ValueOdds, ...]
    closings: tuple[ClosingTurn, ...]
    choices: tuple[ValueOdds, ...]
    keep: Limit | None
    places: tuple[Interval, ...]


def odds_of(
    rules: RuleSet | str = "pagat",
    players: int = 3,
    rounds: int = 100_000,
    *,
    seed: int = 0,
    level: str = LEVEL,
    workers: int | Workers | None = None,
    progress: Callable[[int], object] = lambda done: None,
    **options: Any,
) -> Odds:
    """Return the odds of a game, estimated from the first rounds of matches.

    ``rules`` is a rule set or the name of a preset, whose options keyword arguments change. The
    players are of one compiled level. The result depends only on the rules, players, rounds, level
    and seed. ``progress`` is called with the number of rounds done.

    Raises ``RuleSetError`` for invalid rules or a wrong number of players, and ``SchwimmenError``
    for other invalid arguments.

    >>> odds = odds_of("pagat", players=4, rounds=2000, seed=1)
    >>> by_value = {odds.value: odds.estimate.mean for odds in odds.lost}
    >>> by_value[20] > by_value[27]
    True
    """
    rules = RuleSet.of(rules, **options)
    rules.check_players(whole_number("players", players, 2))
    number = whole_number("rounds", rounds, 1)
    if level not in COMPILED_LEVELS:
        raise SchwimmenError(f"level: {quote(level)} is none of {', '.join(COMPILED_LEVELS)}")
    starts = range(0, number, CHUNK)
    chunks = (
        ForkChunk(
            rules, players, level, whole_number("seed", seed, 0),
            first, min(number, first + CHUNK) - 1,
        )
        for first in starts
    )  # fmt: skip
    total = empty_tallies(players)
    with closing(run_chunks(play_chunk, chunks, workers_of(workers))) as results:
        for first, tallies in zip(starts, results, strict=True):
            total = total.plus(tallies)
            progress(min(number, first + CHUNK))
    return _estimate(rules, players, number, total)


@lru_cache
def deals_by_value(rules: RuleSet) -> dict[Points, int]:
    """Return the number of hands of the pack with each value, in ascending order of values.

    >>> deals = deals_by_value(RuleSet("pagat"))
    >>> deals[32], deals[31], sum(deals.values())
    (4, 24, 4960)
    """
    counts = np.zeros(VALUES, np.int64)
    count_values(rules_array(rules), mask_of(rules.cards), counts)
    return {points_of(value): count for value, count in enumerate(counts.tolist()) if count}


def _estimate(rules: RuleSet, players: int, rounds: int, tallies: Tallies) -> Odds:
    scale = 2 if rules.scoring == "points" else 1
    choices = tuple(_gains(tallies.choices, scale))
    return Odds(
        rules=rules,
        players=players,
        rounds=rounds,
        lost=tuple(
            ValueOdds(points_of(value), samples, interval_of_share(samples, lost, lost, 1))
            for value, (samples, lost) in enumerate(tallies.lost.tolist())
            if samples
        ),
        closings=tuple(_closing(turn, tallies.closings[turn], scale) for turn in range(TURNS)),
        choices=choices,
        keep=limit_of(choices),
        places=tuple(
            interval_of_mean(rounds, score, squares, scale)
            for rounds, score, squares in tallies.places.tolist()
        ),
    )


def _closing(turn: int, by_table: Counts, scale: int) -> ClosingTurn:
    gains = tuple(_gains(by_table.sum(axis=0), scale))
    weak, strong = (limit_of(tuple(_gains(sums, scale))) for sums in by_table)
    return ClosingTurn(turn + 1, gains, limit_of(gains), weak, strong)


def _gains(by_value: Counts, scale: int) -> Iterator[ValueOdds]:
    for value, (pairs, gain, squares) in enumerate(by_value.tolist()):
        if pairs:
            yield ValueOdds(points_of(value), pairs, interval_of_mean(pairs, gain, squares, scale))


def limit_of(gains: Sequence[ValueOdds]) -> Limit | None:
    """Return the best value from which to act, ``None`` if acting is not significantly better.

    Values with fewer than ``MIN_SAMPLES`` samples do not count.
    """
    sums = [
        (gain.value, gain.samples * gain.estimate.mean, (gain.samples * gain.estimate.error) ** 2)
        for gain in gains
        if gain.samples >= MIN_SAMPLES and gain.estimate.error is not None
    ]
    best, best_total, total, variance, best_variance = len(sums), 0.0, 0.0, 0.0, 0.0
    for place in reversed(range(len(sums))):
        total += sums[place][1]
        variance += sums[place][2]
        if total > best_total:
            best, best_total, best_variance = place, total, variance
    if best_total <= _SURE * sqrt(best_variance):
        return None
    low = _last_unsure(sums[:best][::-1])
    high = _last_unsure(sums[best:-1])
    return Limit(sums[best][0], sums[best - low][0], sums[best + high][0])


def _last_unsure(sums: Sequence[tuple[Points, float, float]]) -> int:
    """Return the number of leading gains before their total differs significantly from 0."""
    total = variance = 0.0
    for count, (_, gain, its_variance) in enumerate(sums):
        total += gain
        variance += its_variance
        if abs(total) > _SURE * sqrt(variance):
            return count
    return len(sums)
