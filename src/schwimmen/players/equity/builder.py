"""Construction of equity models, by recursion from the last states of a match to the first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from schwimmen.engine import entry, jit, jit_noinline
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import (
    LAST_CHANCE_FIRST,
    MatchRecord,
    NumberOfSeats,
    RecordArray,
    RulesArray,
    rules_array,
)
from schwimmen.rules.ruleset import RuleSet

from ..rule_similarity import NONE_NEAR, Catalogue, nearest_family
from .loss_frequencies import LossFrequencies
from .model import (
    BY_POSITION,
    FEW_SEATS,
    MAX_SYMMETRIC_LIVES,
    MAX_SYMMETRIC_STATES,
    NUMBER_OF_SIZES,
    SIZE_DTYPE,
    SYMMETRIC,
    WORKSPACE_DTYPE,
    EquityModel,
    EquityWorkspace,
    OutcomeArray,
    SizeArray,
    ValueArray,
    WorkspaceArray,
    add_value,
    after_outcome,
    set_lives,
    size_index,
    value_index,
)
from .outcomes import FrequencyArray, OutcomeTables, measured_tables, outcome_tables

if TYPE_CHECKING:
    from .model import SizeRecord
    from .outcomes import FrequencyRecord

_ENDLESS: Final = 1e-12
_UNSOLVED: Final = -1.0


class SizeLimit(NamedTuple):
    """Size limit of a model: states, and states times the outcomes of a round."""

    states: int
    steps: int


class SizeLimits(NamedTuple):
    """Size limits of models by position and symmetric models.

    For models by position, ``few`` is the limit with up to four seats, ``many`` that with more, and
    ``partial`` that of a model that would not hold all states anyway. ``symmetric`` is the limit of
    the model that then complements it, with at most ``MAX_SYMMETRIC_STATES``.
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
    symmetric=SizeLimit(MAX_SYMMETRIC_STATES, 800_000),
)


@entry(inline=False)
def plan_model(
    rules: RulesArray,
    seats: NumberOfSeats,
    catalogue: Catalogue,
    frequencies: FrequencyArray,
    limits: SizeLimits,
    sizes: SizeArray,
) -> int:
    """Write the ``sizes`` of the model of a match between up to ``seats`` seats.

    ``catalogue`` and ``frequencies`` are as in ``OutcomeTables``. Returns the number of the model's
    values.
    """
    for index in range(len(sizes)):
        sizes[index].lives = 0
    lives = int(rules[0].lives)
    values = 0
    symmetric = False
    for kind in (BY_POSITION, SYMMETRIC):
        if kind == SYMMETRIC and not symmetric:
            break
        most = min(lives, MAX_SYMMETRIC_LIVES) if kind == SYMMETRIC else lives
        for number in range(2, seats + 1):
            place = nearest_family(rules, number, catalogue)
            if place == NONE_NEAR:
                continue
            size = sizes[size_index(kind, number)]
            _set_outcomes(frequencies[place], kind, size)
            size.chickens = 2 if rules[0].last_chance == LAST_CHANCE_FIRST else 1
            if kind == SYMMETRIC:
                most = _max_lives(kind, number, size, most, limits.symmetric)
            elif number <= FEW_SEATS:
                most = _max_lives(kind, number, size, most, limits.few)
            else:
                most = _max_lives(kind, number, size, most, limits.many)
                if most < lives:
                    most = _max_lives(kind, number, size, most, limits.partial)
                    symmetric = True
            size.lives = most
            size.states = _number_of_states(kind, number, most)
            size.start = values
            values += size.chickens * size.states * number
    return values


@jit
def _set_outcomes(found: FrequencyRecord, kind: int, size: SizeRecord) -> None:
    """Copy the places of the outcomes and the excess losses from loss frequencies to a size."""
    size.first = found.symmetric if kind == SYMMETRIC else found.first
    size.last = found.last if kind == SYMMETRIC else found.symmetric
    for position in range(MAX_SEATS):
        size.extra[position] = found.extra[position]


@jit
def _max_lives(kind: int, seats: int, size: SizeRecord, lives: int, limit: SizeLimit) -> int:
    """Return the largest number of lives, up to ``lives``, with which a model fits the limit."""
    outcomes = size.last - size.first
    states = min(limit.states, limit.steps // outcomes) // size.chickens
    most = 1
    while most < lives and _number_of_states(kind, seats, most + 1) <= states:
        most += 1
    return most


@jit
def _number_of_states(kind: int, seats: int, lives: int) -> int:
    states = 1
    for seat in range(1, seats + 1):
        if kind == BY_POSITION:
            states *= lives + 1
        else:  # the number of multisets of lives
            states = states * (lives + seat) // seat
    return states


@jit_noinline
def solve_model(model: EquityModel, outcomes: RecordArray, workspace: EquityWorkspace) -> None:
    """Compute all values of a model, whose sizes ``plan_model`` wrote.

    ``outcomes`` are as in ``OutcomeTables``.
    """
    for index in range(len(model.values)):
        model.values[index] = _UNSOLVED
    for seats in range(2, MAX_SEATS + 1):
        if model.sizes[size_index(BY_POSITION, seats)].lives:
            _solve_by_position(model, outcomes, workspace, seats)
        if model.sizes[size_index(SYMMETRIC, seats)].lives:
            _solve_symmetric(model, outcomes, workspace, seats)


@jit_noinline
def _solve_by_position(
    model: EquityModel, outcomes: RecordArray, workspace: EquityWorkspace, seats: int
) -> None:
    """Solve all states of this number of seats; those of fewer seats must have been solved.

    A round that costs lives leads to a state with fewer of them in total.
    """
    size = model.sizes[size_index(BY_POSITION, seats)]
    most = int(size.lives)
    match = workspace.current
    match.seats = seats
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for total in range(seats * most + 1):
            _share_out(match, total, seats, most)
            left = True
            while left:
                match.leader = 0
                if model.values[value_index(model, BY_POSITION, match, seats)] < 0.0:
                    _solve_deals(model, outcomes, workspace, seats)
                left = _next_of_total(match, seats, most)


@jit
def _share_out(match: MatchRecord, total: int, seats: int, most: int) -> None:
    """Share out ``total`` lives, giving each seat in turn up to ``most``."""
    for seat in range(seats):
        lives = min(total, most)
        set_lives(match, seat, lives)
        total -= lives


@jit
def _next_of_total(match: MatchRecord, seats: int, most: int) -> bool:
    """Advance to the next state with the same total of lives; return whether it exists."""
    before = 0
    for seat in range(seats):
        lives = int(match.lives[seat])
        if before > 0 and lives < most:
            _share_out(match, before - 1, seat, most)
            set_lives(match, seat, lives + 1)
            return True
        before += lives
    return False


@jit
def _solve_deals(
    model: EquityModel, outcomes: RecordArray, workspace: EquityWorkspace, seats: int
) -> None:
    """Solve a state for every dealer: a round without losses only passes the deal on (R7, R24)."""
    match, sums, again = workspace.current, workspace.sums, workspace.again
    for leader in range(seats):
        match.leader = leader
        match.dealer = (leader + seats - 1) % seats
        _look_ahead(model, outcomes, workspace, BY_POSITION, leader, seats)
    ever = 1.0  # probability that the deal passes all the way round
    for leader in range(seats):
        ever *= again[leader]
    for seat in range(seats):
        probability = 0.0
        passed = 1.0
        for leader in range(seats):
            probability += passed * sums[leader].seats[seat]
            passed *= again[leader]
        probability = probability / (1.0 - ever) if ever < 1.0 - _ENDLESS else 1.0 / seats
        for leader in range(seats - 1, -1, -1):
            probability = sums[leader].seats[seat] + again[leader] * probability
            sums[leader].seats[seat] = probability
    for leader in range(seats):
        match.leader = leader
        start = value_index(model, BY_POSITION, match, seats)
        for place in range(seats):
            model.values[start + place] = sums[leader].seats[(leader + place) % seats]


@jit_noinline
def _solve_symmetric(
    model: EquityModel, outcomes: RecordArray, workspace: EquityWorkspace, seats: int
) -> None:
    """Solve all states of this number of seats as if positions did not matter."""
    size = model.sizes[size_index(SYMMETRIC, seats)]
    match = workspace.current
    match.seats = seats
    match.leader = 0
    match.dealer = seats - 1
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for seat in range(seats):
            set_lives(match, seat, 0)
        for _ in range(size.states):
            _look_ahead(model, outcomes, workspace, SYMMETRIC, 0, seats)
            start = value_index(model, SYMMETRIC, match, seats)
            ends = 1.0 - workspace.again[0]
            for seat in range(seats):
                won = workspace.sums[0].seats[seat]
                model.values[start + seat] = won / ends if ends > _ENDLESS else 1.0 / seats
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
    model: EquityModel,
    outcomes: RecordArray,
    workspace: EquityWorkspace,
    kind: int,
    row: int,
    seats: int,
) -> None:
    """Sum every seat's win probability after one round, and the probability of no change."""
    size = model.sizes[size_index(kind, seats)]
    rules = model.rules[0]
    before, after = workspace.current, workspace.after
    sums = workspace.sums[row]
    workspace.again[row] = 0.0
    for seat in range(seats):
        sums.seats[seat] = 0.0
    for index in range(size.first, size.last):
        outcome = outcomes[index]
        if after_outcome(rules, before, after, workspace.played, outcome.lives):
            add_value(model, kind, after, outcome.probability, sums)
        else:
            workspace.again[row] += outcome.probability


@entry(javascript=True, long=True)
def plan_equity(
    rules: RulesArray,
    seats: NumberOfSeats,
    catalogue: Catalogue,
    frequencies: FrequencyArray,
    sizes: SizeArray,
) -> int:
    """Write the ``sizes`` of the equity model of a match, and return the number of its values.

    ``catalogue`` and ``frequencies`` are those of ``OutcomeTables``, and ``sizes`` has
    ``NUMBER_OF_SIZES`` records.
    """
    return plan_model(rules, seats, catalogue, frequencies, LIMITS, sizes)


@entry(javascript=True, long=True)
def solve_equity(
    rules: RulesArray,
    sizes: SizeArray,
    values: ValueArray,
    outcomes: OutcomeArray,
    workspaces: WorkspaceArray,
) -> None:
    """Compute the values of the equity model that ``plan_equity`` planned.

    ``outcomes`` are those of ``OutcomeTables``. ``workspaces[0]`` is work space.
    """
    solve_model(EquityModel(rules, sizes, values), outcomes, workspaces[0])


@lru_cache(maxsize=16)
def equity_model(rules: RuleSet, seats: int) -> EquityModel:
    """Return the equity model of a match for lives under the given rules, cached.

    Raises ``SchwimmenError`` if the package's frequencies file is damaged.
    """
    return _build(rules, seats, measured_tables(), LIMITS)


def build_equity_model(
    rules: RuleSet, frequencies: Mapping[int, LossFrequencies], limits: SizeLimits = LIMITS
) -> EquityModel:
    """Return the equity model for loss frequencies by number of seats, from 2 on."""
    tables = outcome_tables((rules.options, found) for found in frequencies.values())
    return _build(rules, max(frequencies), tables, limits)


def _build(rules: RuleSet, seats: int, tables: OutcomeTables, limits: SizeLimits) -> EquityModel:
    numbers = rules_array(rules)
    sizes = np.zeros(NUMBER_OF_SIZES, SIZE_DTYPE)
    values = plan_model(numbers, seats, tables.catalogue, tables.frequencies, limits, sizes)
    model = EquityModel(numbers, sizes, np.empty(values))
    workspace = np.zeros(1, WORKSPACE_DTYPE)
    solve_equity(*model, tables.outcomes, workspace)
    return model
