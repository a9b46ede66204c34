"""The chances to win of every standing, by recursion from the last standings to the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.state import LAST_CHANCE_FIRST, MAX_SEATS, rules_array
from schwimmen.rules.ruleset import RuleSet

from .loss_frequencies import LossFrequencies, loss_frequencies_for
from .model import (
    AFTER,
    BY_POSITION,
    CURRENT,
    FEW_SEATS,
    SIZE_DTYPE,
    SYMMETRIC,
    EquityModel,
    add_value,
    after_outcome,
    new_workspace,
    set_lives,
    value_index,
)

_ENDLESS: Final = 1e-12


@jit_noinline
def solve_by_position(model: Any, work: Any, seats: int, order: Any) -> None:
    """Solve all standings of so many seats, when those of fewer are solved.

    ``order`` has the standings in an order in which every round that costs lives leads back; the
    values are below 0 where they are not solved yet.
    """
    size = model.sizes[BY_POSITION, seats]
    match = work.matches[CURRENT]
    match.seats = seats
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for place in range(len(order)):
            index = int(order[place])
            for seat in range(seats):
                set_lives(match, seat, index % (size.lives + 1))
                index //= size.lives + 1
            match.leader = 0
            if model.values[value_index(model, BY_POSITION, match, seats)] < 0.0:
                _solve_deals(model, work, seats)


@jit
def _solve_deals(model: Any, work: Any, seats: int) -> None:
    """Solve a standing for every deal: rounds that change nothing pass it on (R7, R24)."""
    match = work.matches[CURRENT]
    for leader in range(seats):
        match.leader = leader
        match.dealer = (leader + seats - 1) % seats
        _look_ahead(model, work, BY_POSITION, leader, seats)
    ever = 1.0  # the probability that the deal goes all around
    for leader in range(seats):
        ever *= work.again[leader]
    for seat in range(seats):
        chance = 0.0
        passed = 1.0
        for leader in range(seats):
            chance += passed * work.sums[leader, seat]
            passed *= work.again[leader]
        chance = chance / (1.0 - ever) if ever < 1.0 - _ENDLESS else 1.0 / seats
        for leader in range(seats - 1, -1, -1):
            chance = work.sums[leader, seat] + work.again[leader] * chance
            work.sums[leader, seat] = chance
    for leader in range(seats):
        match.leader = leader
        start = value_index(model, BY_POSITION, match, seats)
        for place in range(seats):
            model.values[start + place] = work.sums[leader, (leader + place) % seats]


@jit_noinline
def solve_symmetric(model: Any, work: Any, seats: int) -> None:
    """Solve all standings of so many seats as if everybody were in every place equally often."""
    size = model.sizes[SYMMETRIC, seats]
    match = work.matches[CURRENT]
    match.seats = seats
    match.leader = 0
    match.dealer = seats - 1
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for seat in range(seats):
            set_lives(match, seat, 0)
        for _ in range(size.standings):
            _look_ahead(model, work, SYMMETRIC, 0, seats)
            start = value_index(model, SYMMETRIC, match, seats)
            ends = 1.0 - work.again[0]
            for seat in range(seats):
                chance = work.sums[0, seat] / ends if ends > _ENDLESS else 1.0 / seats
                model.values[start + seat] = chance
            _next_standing(match, seats, int(size.lives))


@jit
def _next_standing(match: Any, seats: int, most: int) -> None:
    """The next standing in the order of words, with lives from most to fewest."""
    seat = seats - 1
    while seat > 0 and match.lives[seat] == match.lives[seat - 1]:
        set_lives(match, seat, 0)
        seat -= 1
    if seat or match.lives[0] < most:
        set_lives(match, seat, int(match.lives[seat]) + 1)


@jit_noinline
def _look_ahead(model: Any, work: Any, kind: int, row: int, seats: int) -> None:
    """Everybody's chance one round on, and the probability that the round changes nothing."""
    size = model.sizes[kind, seats]
    match = work.matches[CURRENT]
    after = work.matches[AFTER]
    work.again[row] = 0.0
    for seat in range(seats):
        work.sums[row, seat] = 0.0
    for outcome in range(size.first, size.last):
        probability = model.probability[outcome]
        if after_outcome(model, match, after, work.rounds[0], outcome):
            add_value(model, kind, after, probability, work.sums, row)
        else:
            work.again[row] += probability


class SizeLimit(NamedTuple):
    """How large a table may be: standings, and standings times the outcomes of a round."""

    standings: int
    steps: int


class SizeLimits(NamedTuple):
    """How large tables may be.

    ``few`` holds for those of up to four seats, ``by_place`` for more; ``low`` where a table by
    place cannot hold all standings anyway, ``even`` for those that take its place.
    """

    few: SizeLimit
    by_place: SizeLimit
    low: SizeLimit
    even: SizeLimit


# So that they take a tenth of a second each at most, and few megabytes.
LIMITS: Final = SizeLimits(
    few=SizeLimit(100_000, 1_500_000),
    by_place=SizeLimit(20_000, 800_000),
    low=SizeLimit(5_000, 200_000),
    even=SizeLimit(20_000, 800_000),
)
# With more seats, outcomes rarer than this are left out: most of a great many.
_RARE: Final = 1 / 2500


@lru_cache(maxsize=16)
def equity_model(rules: RuleSet, seats: int) -> EquityModel:
    """The table for a match for lives by these rules; it is made on the first call.

    Raises ``SchwimmenError`` where the package's file of frequencies is damaged.
    """
    return build_equity_model(
        rules, {number: loss_frequencies_for(rules, number) for number in range(2, seats + 1)}
    )


def build_equity_model(
    rules: RuleSet, measured: Mapping[int, LossFrequencies], limits: SizeLimits = LIMITS
) -> EquityModel:
    """The table for what a round costs so many seats, for each number of them from 2 on."""
    chickens = 2 if rules_array(rules)[0].last_chance == LAST_CHANCE_FIRST else 1
    by_place = {seats: _common(found) for seats, found in sorted(measured.items())}
    lives = {BY_POSITION: _by_place_lives(rules.lives, chickens, by_place, limits), SYMMETRIC: {}}
    outcomes = {BY_POSITION: by_place, SYMMETRIC: {}}
    if any(seats > FEW_SEATS and most < rules.lives for seats, most in lives[BY_POSITION].items()):
        outcomes[SYMMETRIC] = {seats: _evened(found) for seats, found in by_place.items()}
        most = rules.lives
        for seats, found in outcomes[SYMMETRIC].items():
            most = _fitting(SYMMETRIC, found, most, chickens, limits.even)
            lives[SYMMETRIC][seats] = most
    sizes = np.zeros((2, MAX_SEATS + 1), SIZE_DTYPE)
    values = 0
    rows: list[LossFrequencies] = []
    end = 0
    for kind in (BY_POSITION, SYMMETRIC):
        for seats, found in outcomes[kind].items():
            size = sizes[kind, seats]
            rows.append(found)
            size.first, size.last = end, end + len(found.probability)
            end = int(size.last)
            size.lives = lives[kind][seats]
            size.chickens = chickens
            size.standings = _standings(kind, seats, lives[kind][seats])
            size.start = values
            values += chickens * int(size.standings) * seats
    model = EquityModel(
        rules_array(rules),
        sizes,
        np.full(values, -1.0),
        np.concatenate([_padded(found.lives) for found in rows]),
        np.concatenate([found.probability for found in rows]),
        _ways(max(lives[SYMMETRIC].values(), default=0) + MAX_SEATS),
        np.stack([_extra(by_place.get(seats)) for seats in range(MAX_SEATS + 1)]),
    )
    work = new_workspace()
    for seats, most in lives[BY_POSITION].items():
        solve_by_position(model, work, seats, _order(seats, most))
    for seats in lives[SYMMETRIC]:
        solve_symmetric(model, work, seats)
    return model


def _by_place_lives(
    lives: int, chickens: int, outcomes: Mapping[int, LossFrequencies], limits: SizeLimits
) -> dict[int, int]:
    """The most lives of a table by place for so many seats; with more seats they are no more."""
    chosen: dict[int, int] = {}
    most = lives
    for seats, found in outcomes.items():
        limit = limits.few if seats <= FEW_SEATS else limits.by_place
        most = _fitting(BY_POSITION, found, most, chickens, limit)
        if most < lives and seats > FEW_SEATS:
            most = _fitting(BY_POSITION, found, most, chickens, limits.low)
        chosen[seats] = most
    return chosen


def _fitting(kind: int, found: LossFrequencies, lives: int, chickens: int, limit: SizeLimit) -> int:
    """The most lives, of no more than these, with which a table is small enough."""
    most = min(limit.standings, limit.steps // len(found.probability)) // chickens
    while lives > 1 and _standings(kind, found.seats, lives) > most:
        lives -= 1
    return lives


def _standings(kind: int, seats: int, lives: int) -> int:
    return (lives + 1) ** seats if kind == BY_POSITION else comb(lives + seats, seats)


def _order(seats: int, most: int) -> NDArray[np.int64]:
    """All standings, those with fewer lives together first."""
    together = np.zeros(1, np.int64)
    for _ in range(seats):
        together = np.add.outer(np.arange(most + 1), together).ravel()
    return np.argsort(together, kind="stable")


def _common(found: LossFrequencies) -> LossFrequencies:
    """Without rare outcomes, where there are many seats."""
    if found.seats <= FEW_SEATS:
        return found
    kept = found.probability >= _RARE
    probability = found.probability[kept]
    return LossFrequencies(found.lives[kept], probability / probability.sum())


def _evened(found: LossFrequencies) -> LossFrequencies:
    """As likely for everybody: any places may have what some have lost."""
    shapes: Counter[tuple[int, ...]] = Counter()
    for lives, probability in zip(found.lives.tolist(), found.probability, strict=True):
        shapes[tuple(sorted(lives))] += probability
    lives_of, probabilities = [], []
    for shape, probability in shapes.items():
        ways = list(_arrangements(Counter(shape), len(shape)))
        lives_of += ways
        probabilities += [probability / len(ways)] * len(ways)
    return LossFrequencies(np.array(lives_of, np.int64), np.array(probabilities))


def _arrangements(left: Counter[int], places: int) -> Iterator[tuple[int, ...]]:
    """All different orders of what is left."""
    if not places:
        yield ()
    for value in sorted(left):
        if left[value]:
            rest = left - Counter([value])
            yield from ((value, *others) for others in _arrangements(rest, places - 1))


def _extra(found: LossFrequencies | None) -> NDArray[np.float64]:
    """How many lives every place will yet cost beyond the average.

    The deal passes on, so a seat comes to every place in turn, to that before its own next: the sum
    of what they cost beyond the average goes up and down, and its mean is what is meant.
    """
    extra = np.zeros(MAX_SEATS)
    if found is not None:
        beyond = found.probability @ found.lives
        beyond -= beyond.mean()
        sums = [np.roll(beyond, rounds) for rounds in range(found.seats)]
        extra[: found.seats] = np.cumsum(sums, axis=0).mean(axis=0)
    return extra


def _padded(lives: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.pad(lives, ((0, 0), (0, MAX_SEATS - lives.shape[1])))


def _ways(most: int) -> NDArray[np.int64]:
    """``comb(n, k)`` for all n up to the most, and k up to the number of seats."""
    rows: Any = [[comb(n, k) for k in range(MAX_SEATS + 1)] for n in range(most + 1)]
    return np.array(rows, np.int64)
