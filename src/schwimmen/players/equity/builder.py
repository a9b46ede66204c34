"""Construction of equity models, by recursion from the last states of a match to the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.state import LAST_CHANCE_FIRST, MAX_SEATS, MatchRecord, rules_array
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
    EquityWorkspace,
    add_value,
    after_outcome,
    new_workspace,
    set_lives,
    value_index,
)

_ENDLESS: Final = 1e-12


@jit_noinline
def solve_by_position(
    model: EquityModel, workspace: EquityWorkspace, seats: int, order: NDArray[np.int64]
) -> None:
    """Solve all states of this number of seats; those of fewer seats must have been solved.

    ``order`` sorts the states such that every round that costs lives leads to an earlier one.
    Unsolved states have values below 0.
    """
    size = model.sizes[BY_POSITION, seats]
    match = workspace.matches[CURRENT]
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
                _solve_deals(model, workspace, seats)


@jit
def _solve_deals(model: EquityModel, workspace: EquityWorkspace, seats: int) -> None:
    """Solve a state for every dealer; a round without losses passes the deal on (R7, R24)."""
    match = workspace.matches[CURRENT]
    for leader in range(seats):
        match.leader = leader
        match.dealer = (leader + seats - 1) % seats
        _look_ahead(model, workspace, BY_POSITION, leader, seats)
    ever = 1.0  # probability that the deal passes all the way round
    for leader in range(seats):
        ever *= workspace.again[leader]
    for seat in range(seats):
        probability = 0.0
        passed = 1.0
        for leader in range(seats):
            probability += passed * workspace.sums[leader, seat]
            passed *= workspace.again[leader]
        probability = probability / (1.0 - ever) if ever < 1.0 - _ENDLESS else 1.0 / seats
        for leader in range(seats - 1, -1, -1):
            probability = workspace.sums[leader, seat] + workspace.again[leader] * probability
            workspace.sums[leader, seat] = probability
    for leader in range(seats):
        match.leader = leader
        start = value_index(model, BY_POSITION, match, seats)
        for place in range(seats):
            model.values[start + place] = workspace.sums[leader, (leader + place) % seats]


@jit_noinline
def solve_symmetric(model: EquityModel, workspace: EquityWorkspace, seats: int) -> None:
    """Solve all states of this number of seats as if positions did not matter."""
    size = model.sizes[SYMMETRIC, seats]
    match = workspace.matches[CURRENT]
    match.seats = seats
    match.leader = 0
    match.dealer = seats - 1
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for seat in range(seats):
            set_lives(match, seat, 0)
        for _ in range(size.states):
            _look_ahead(model, workspace, SYMMETRIC, 0, seats)
            start = value_index(model, SYMMETRIC, match, seats)
            ends = 1.0 - workspace.again[0]
            for seat in range(seats):
                probability = workspace.sums[0, seat] / ends if ends > _ENDLESS else 1.0 / seats
                model.values[start + seat] = probability
            _next_state(match, seats, int(size.lives))


@jit
def _next_state(match: MatchRecord, seats: int, most: int) -> None:
    """Advance to the next state in lexicographic order, with lives from most to fewest."""
    seat = seats - 1
    while seat > 0 and match.lives[seat] == match.lives[seat - 1]:
        set_lives(match, seat, 0)
        seat -= 1
    if seat or match.lives[0] < most:
        set_lives(match, seat, int(match.lives[seat]) + 1)


@jit_noinline
def _look_ahead(
    model: EquityModel, workspace: EquityWorkspace, kind: int, row: int, seats: int
) -> None:
    """Sum every seat's win probability after one round, and the probability of no change."""
    size = model.sizes[kind, seats]
    match = workspace.matches[CURRENT]
    after = workspace.matches[AFTER]
    workspace.again[row] = 0.0
    for seat in range(seats):
        workspace.sums[row, seat] = 0.0
    for outcome in range(size.first, size.last):
        probability = model.probability[outcome]
        if after_outcome(model, match, after, workspace.rounds[0], outcome):
            add_value(model, kind, after, probability, workspace.sums, row)
        else:
            workspace.again[row] += probability


class SizeLimit(NamedTuple):
    """Size limit of a model: states, and states times the outcomes of a round."""

    states: int
    steps: int


class SizeLimits(NamedTuple):
    """Size limits of models by position and symmetric models.

    By position, ``few`` holds up to four seats, ``many`` for more, and ``partial`` if the model
    cannot hold all states anyway. ``symmetric`` holds for the model that then complements it.
    """

    few: SizeLimit
    many: SizeLimit
    partial: SizeLimit
    symmetric: SizeLimit


# Each model takes at most a tenth of a second and a few megabytes.
LIMITS: Final = SizeLimits(
    few=SizeLimit(100_000, 1_500_000),
    many=SizeLimit(20_000, 800_000),
    partial=SizeLimit(5_000, 200_000),
    symmetric=SizeLimit(20_000, 800_000),
)
# With more than a few seats, outcomes rarer than this are left out; that is most of them.
_RARE: Final = 1 / 2500


@lru_cache(maxsize=16)
def equity_model(rules: RuleSet, seats: int) -> EquityModel:
    """Return the equity model of a match for lives under the given rules, cached.

    Raises ``SchwimmenError`` if the package's frequencies file is damaged.
    """
    return build_equity_model(
        rules, {number: loss_frequencies_for(rules, number) for number in range(2, seats + 1)}
    )


def build_equity_model(
    rules: RuleSet, frequencies: Mapping[int, LossFrequencies], limits: SizeLimits = LIMITS
) -> EquityModel:
    """Return the equity model for loss frequencies by number of seats, from 2 on."""
    chickens = 2 if rules_array(rules)[0].last_chance == LAST_CHANCE_FIRST else 1
    by_position = {seats: _without_rare(found) for seats, found in sorted(frequencies.items())}
    lives = {
        BY_POSITION: _max_lives_by_position(rules.lives, chickens, by_position, limits),
        SYMMETRIC: {},
    }
    outcomes = {BY_POSITION: by_position, SYMMETRIC: {}}
    if any(seats > FEW_SEATS and most < rules.lives for seats, most in lives[BY_POSITION].items()):
        outcomes[SYMMETRIC] = {seats: _symmetrized(found) for seats, found in by_position.items()}
        most = rules.lives
        for seats, found in outcomes[SYMMETRIC].items():
            most = _max_lives(SYMMETRIC, found, most, chickens, limits.symmetric)
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
            size.states = _number_of_states(kind, seats, lives[kind][seats])
            size.start = values
            values += chickens * int(size.states) * seats
    model = EquityModel(
        rules_array(rules),
        sizes,
        np.full(values, -1.0),
        np.concatenate([_padded(found.lives) for found in rows]),
        np.concatenate([found.probability for found in rows]),
        _binomials(max(lives[SYMMETRIC].values(), default=0) + MAX_SEATS),
        np.stack([_excess_losses(by_position.get(seats)) for seats in range(MAX_SEATS + 1)]),
    )
    workspace = new_workspace()
    for seats, most in lives[BY_POSITION].items():
        solve_by_position(model, workspace, seats, _states_by_total(seats, most))
    for seats in lives[SYMMETRIC]:
        solve_symmetric(model, workspace, seats)
    return model


def _max_lives_by_position(
    lives: int, chickens: int, outcomes: Mapping[int, LossFrequencies], limits: SizeLimits
) -> dict[int, int]:
    """Return the maximum of lives in the model by position, non-increasing with the seats."""
    chosen: dict[int, int] = {}
    most = lives
    for seats, found in outcomes.items():
        limit = limits.few if seats <= FEW_SEATS else limits.many
        most = _max_lives(BY_POSITION, found, most, chickens, limit)
        if most < lives and seats > FEW_SEATS:
            most = _max_lives(BY_POSITION, found, most, chickens, limits.partial)
        chosen[seats] = most
    return chosen


def _max_lives(
    kind: int, found: LossFrequencies, lives: int, chickens: int, limit: SizeLimit
) -> int:
    """Return the largest number of lives, up to ``lives``, with which a model fits the limit."""
    most = min(limit.states, limit.steps // len(found.probability)) // chickens
    while lives > 1 and _number_of_states(kind, found.seats, lives) > most:
        lives -= 1
    return lives


def _number_of_states(kind: int, seats: int, lives: int) -> int:
    return (lives + 1) ** seats if kind == BY_POSITION else comb(lives + seats, seats)


def _states_by_total(seats: int, most: int) -> NDArray[np.int64]:
    """Return the numbers of all states, sorted by their total of lives."""
    total_lives = np.zeros(1, np.int64)
    for _ in range(seats):
        total_lives = np.add.outer(np.arange(most + 1), total_lives).ravel()
    return np.argsort(total_lives, kind="stable")


def _without_rare(found: LossFrequencies) -> LossFrequencies:
    """Return the frequencies without rare outcomes, if there are more than a few seats."""
    if found.seats <= FEW_SEATS:
        return found
    kept = found.probability >= _RARE
    probability = found.probability[kept]
    return LossFrequencies(found.lives[kept], probability / probability.sum())


def _symmetrized(found: LossFrequencies) -> LossFrequencies:
    """Return the frequencies averaged over all permutations of the positions."""
    shapes: Counter[tuple[int, ...]] = Counter()
    for lives, probability in zip(found.lives.tolist(), found.probability, strict=True):
        shapes[tuple(sorted(lives))] += probability
    lives_of, probabilities = [], []
    for shape, probability in shapes.items():
        permutations = list(_permutations(Counter(shape), len(shape)))
        lives_of += permutations
        probabilities += [probability / len(permutations)] * len(permutations)
    return LossFrequencies(np.array(lives_of, np.int64), np.array(probabilities))


def _permutations(left: Counter[int], places: int) -> Iterator[tuple[int, ...]]:
    """Yield all distinct permutations of a multiset."""
    if not places:
        yield ()
    for value in sorted(left):
        if left[value]:
            rest = left - Counter([value])
            yield from ((value, *others) for others in _permutations(rest, places - 1))


def _excess_losses(found: LossFrequencies | None) -> NDArray[np.float64]:
    """Return the expected number of lives that each position will still cost beyond the average.

    As the deal passes on, a seat moves through all positions, next to the one before its own. The
    running sum of their excess losses is periodic; its mean is returned.
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


def _binomials(most: int) -> NDArray[np.int64]:
    """Return ``comb(n, k)`` for all n up to ``most`` and k up to the maximum of seats."""
    rows: Any = [[comb(n, k) for k in range(MAX_SEATS + 1)] for n in range(most + 1)]
    return np.array(rows, np.int64)
