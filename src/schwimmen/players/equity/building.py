"""Making the tables: how large each may be, which outcomes it looks at, and when it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import FIRST, MAX_SEATS

from .frequencies import Frequencies, frequencies_of
from .model import BY_PLACE, EVEN, FEW, SIZE_DTYPE, Model, new_work
from .solving import solve_by_place, solve_even


class Limit(NamedTuple):
    """How large a table may be: standings, and standings times the outcomes of a round."""

    standings: int
    steps: int


class Limits(NamedTuple):
    """How large tables may be.

    ``few`` holds for those of up to four seats, ``by_place`` for more; ``low`` where a table by
    place cannot hold all standings anyway, ``even`` for those that take its place.
    """

    few: Limit
    by_place: Limit
    low: Limit
    even: Limit


# So that they take a tenth of a second each at most, and few megabytes.
LIMITS: Final = Limits(
    few=Limit(100_000, 1_500_000),
    by_place=Limit(20_000, 800_000),
    low=Limit(5_000, 200_000),
    even=Limit(20_000, 800_000),
)
# With more seats, outcomes rarer than this are left out: most of a great many.
_RARE: Final = 1 / 2500


@lru_cache(maxsize=16)
def model_of(rules: RuleSet, seats: int) -> Model:
    """The table for a match for lives by these rules; it is made on the first call.

    Raises ``SchwimmenError`` where the package's file of frequencies is damaged.
    """
    return build_model(
        rules, {number: frequencies_of(rules, number) for number in range(2, seats + 1)}
    )


def build_model(
    rules: RuleSet, measured: Mapping[int, Frequencies], limits: Limits = LIMITS
) -> Model:
    """The table for what a round costs so many seats, for each number of them from 2 on."""
    chickens = 2 if numbers_of(rules)[0].last_chance == FIRST else 1
    by_place = {seats: _common(found) for seats, found in sorted(measured.items())}
    lives = {BY_PLACE: _by_place_lives(rules.lives, chickens, by_place, limits), EVEN: {}}
    outcomes = {BY_PLACE: by_place, EVEN: {}}
    if any(seats > FEW and most < rules.lives for seats, most in lives[BY_PLACE].items()):
        outcomes[EVEN] = {seats: _evened(found) for seats, found in by_place.items()}
        most = rules.lives
        for seats, found in outcomes[EVEN].items():
            most = _fitting(EVEN, found, most, chickens, limits.even)
            lives[EVEN][seats] = most
    sizes = np.zeros((2, MAX_SEATS + 1), SIZE_DTYPE)
    values = 0
    rows: list[Frequencies] = []
    end = 0
    for kind in (BY_PLACE, EVEN):
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
    model = Model(
        numbers_of(rules),
        sizes,
        np.full(values, -1.0),
        np.concatenate([_padded(found.lives) for found in rows]),
        np.concatenate([found.probability for found in rows]),
        _ways(max(lives[EVEN].values(), default=0) + MAX_SEATS),
        np.stack([_extra(by_place.get(seats)) for seats in range(MAX_SEATS + 1)]),
    )
    work = new_work()
    for seats, most in lives[BY_PLACE].items():
        solve_by_place(model, work, seats, _order(seats, most))
    for seats in lives[EVEN]:
        solve_even(model, work, seats)
    return model


def _by_place_lives(
    lives: int, chickens: int, outcomes: Mapping[int, Frequencies], limits: Limits
) -> dict[int, int]:
    """The most lives of a table by place for so many seats; with more seats they are no more."""
    chosen: dict[int, int] = {}
    most = lives
    for seats, found in outcomes.items():
        limit = limits.few if seats <= FEW else limits.by_place
        most = _fitting(BY_PLACE, found, most, chickens, limit)
        if most < lives and seats > FEW:
            most = _fitting(BY_PLACE, found, most, chickens, limits.low)
        chosen[seats] = most
    return chosen


def _fitting(kind: int, found: Frequencies, lives: int, chickens: int, limit: Limit) -> int:
    """The most lives, of no more than these, with which a table is small enough."""
    most = min(limit.standings, limit.steps // len(found.probability)) // chickens
    while lives > 1 and _standings(kind, found.seats, lives) > most:
        lives -= 1
    return lives


def _standings(kind: int, seats: int, lives: int) -> int:
    return (lives + 1) ** seats if kind == BY_PLACE else comb(lives + seats, seats)


def _order(seats: int, most: int) -> NDArray[np.int64]:
    """All standings, those with fewer lives together first."""
    together = np.zeros(1, np.int64)
    for _ in range(seats):
        together = np.add.outer(np.arange(most + 1), together).ravel()
    return np.argsort(together, kind="stable")


def _common(found: Frequencies) -> Frequencies:
    """Without rare outcomes, where there are many seats."""
    if found.seats <= FEW:
        return found
    kept = found.probability >= _RARE
    probability = found.probability[kept]
    return Frequencies(found.lives[kept], probability / probability.sum())


def _evened(found: Frequencies) -> Frequencies:
    """As likely for everybody: any places may have what some have lost."""
    shapes: Counter[tuple[int, ...]] = Counter()
    for lives, probability in zip(found.lives.tolist(), found.probability, strict=True):
        shapes[tuple(sorted(lives))] += probability
    lives_of, probabilities = [], []
    for shape, probability in shapes.items():
        ways = list(_arrangements(Counter(shape), len(shape)))
        lives_of += ways
        probabilities += [probability / len(ways)] * len(ways)
    return Frequencies(np.array(lives_of, np.int64), np.array(probabilities))


def _arrangements(left: Counter[int], places: int) -> Iterator[tuple[int, ...]]:
    """All different orders of what is left."""
    if not places:
        yield ()
    for value in sorted(left):
        if left[value]:
            rest = left - Counter([value])
            yield from ((value, *others) for others in _arrangements(rest, places - 1))


def _extra(found: Frequencies | None) -> NDArray[np.float64]:
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
