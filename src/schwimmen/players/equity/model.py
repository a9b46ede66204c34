"""Equity model: win probabilities of all seats for every state of a match for lives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, sqrt
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit, jit_noinline
from schwimmen.rules.core.bits import next_seat, popcount
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.settlement import active_seats, settle
from schwimmen.rules.core.state import (
    IN,
    LAST_CHANCE_ALL,
    MATCH_DTYPE,
    OUT,
    ROUND_DTYPE,
    SWIMMING,
    MatchArray,
    MatchRecord,
    RoundRecord,
    RulesArray,
    RulesRecord,
)

BY_POSITION: Final = 0  # states distinguish the positions in the order of play
SYMMETRIC: Final = 1  # every seat is in every position equally often

FEW_SEATS: Final = 4  # up to this many seats the symmetric model is not used

MAX_SYMMETRIC_LIVES: Final = 200
"""Limit of the lives in a state of the symmetric model."""
MAX_SYMMETRIC_STATES: Final = 20_000
"""Limit of the states of the symmetric model for each number of seats."""

OUTCOME_DTYPE: Final = np.dtype((np.record, [("lives", np.int64), ("probability", np.float64)]))
"""Outcome of a round: the lives lost by every position, packed by ``pack_lives``."""

SIZE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("lives", np.int64),  # maximum in a state; 0 if there are no states
            ("chickens", np.int64),  # 2 if states distinguish whether the chicken is taken (R29)
            ("states", np.int64),  # states for each value of "chickens"
            ("start", np.int64),  # index of the first state's values
            ("first", np.int64),  # outcome of a round
            ("last", np.int64),  # outcome, exclusive
            # Expected number of lives that a seat in each position will still lose beyond average.
            ("extra", np.float64, (MAX_SEATS,)),
        ],
    )
)
NUMBER_OF_SIZES: Final = 2 * (MAX_SEATS + 1)

EQUITY_DTYPE: Final = np.dtype((np.record, [("seats", np.float64, (MAX_SEATS,))]))
"""Value of every seat."""

WORKSPACE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("current", MATCH_DTYPE),  # the state to be solved
            ("after", MATCH_DTYPE),  # the state one round later
            ("later", MATCH_DTYPE),  # the state two rounds later
            ("scaled", MATCH_DTYPE),  # a state with fewer lives
            ("played", ROUND_DTYPE),
            ("sums", EQUITY_DTYPE, (MAX_SEATS,)),
            ("again", np.float64, (MAX_SEATS,)),
            ("parts", np.float64, (MAX_SEATS,)),
        ],
    )
)
"""Work space for one thread."""


OutcomeArray: TypeAlias = Annotated[NDArray[Any], Array(OUTCOME_DTYPE, 0)]
SizeArray: TypeAlias = Annotated[NDArray[Any], Array(SIZE_DTYPE, NUMBER_OF_SIZES)]
ValueArray: TypeAlias = Annotated[NDArray[np.float64], Array(np.float64, 0)]
EquityRow: TypeAlias = Annotated[NDArray[Any], Array(EQUITY_DTYPE, 1)]
WorkspaceArray: TypeAlias = Annotated[NDArray[Any], Array(WORKSPACE_DTYPE, 1)]


class SizeRecord(Protocol):
    """One record of ``SIZE_DTYPE``."""

    lives: int
    chickens: int
    states: int
    start: int
    first: int
    last: int
    extra: NDArray[np.float64]


class EquityRecord(Protocol):
    """One record of ``EQUITY_DTYPE``."""

    seats: NDArray[np.float64]


class EquityWorkspace(Protocol):
    """One record of ``WORKSPACE_DTYPE``."""

    current: MatchRecord
    after: MatchRecord
    later: MatchRecord
    scaled: MatchRecord
    played: RoundRecord
    sums: Sequence[EquityRecord]
    again: NDArray[np.float64]
    parts: NDArray[np.float64]


class EquityModel(NamedTuple):
    """Win probabilities in all states of a match, by kind of state and number of seats.

    A state is the number of lives of every seat that is not out, 0 if it is swimming.
    ``sizes[size_index(kind, seats)]`` locates the ``values`` of its states. They are ordered by
    position from the next round's leader to the dealer (kind ``BY_POSITION``), or by lives from
    most to fewest (``SYMMETRIC``).
    """

    rules: RulesArray
    sizes: SizeArray
    values: ValueArray


_LOST_BITS: Final = 4
_LOST: Final = (1 << _LOST_BITS) - 1

# ``_BINOMIALS[n, k]`` is the binomial coefficient. Those that are larger than the number of states
# are not used.
_BINOMIALS: Final = np.array(
    [
        [min(comb(n, k), np.iinfo(np.int16).max) for k in range(MAX_SEATS + 1)]
        for n in range(MAX_SYMMETRIC_LIVES + MAX_SEATS)
    ],
    np.int16,
)


def pack_lives(lives: Iterable[int]) -> int:
    """Return the lives lost by every position as one number.

    >>> hex(pack_lives([0, 2, 1]))
    '0x120'
    """
    return sum(lost << _LOST_BITS * place for place, lost in enumerate(lives))


@jit
def size_index(kind: int, seats: int) -> int:
    """Return the index of the size of a kind of state in a model's ``sizes``."""
    return kind * (MAX_SEATS + 1) + seats


@jit
def copy_match(source: MatchRecord, target: MatchRecord) -> None:
    """Copy one match record to another, except for its totals."""
    target.seats = source.seats
    target.dealer = source.dealer
    target.leader = source.leader
    target.rounds = source.rounds
    target.over = source.over
    target.chicken_taken = source.chicken_taken
    target.winners = source.winners
    for seat in range(source.seats):
        target.lives[seat] = source.lives[seat]
        target.status[seat] = source.status[seat]


@jit_noinline
def after_outcome(
    rules: RulesRecord, before: MatchRecord, after: MatchRecord, state: RoundRecord, lives: int
) -> bool:
    """Settle a round with these packed losses; return whether anything but the deal has changed."""
    active = active_seats(before)
    seat = int(before.leader)
    for _ in range(popcount(active)):
        state.score[seat] = lives & _LOST
        lives >>= _LOST_BITS
        seat = next_seat(before, seat, active)
    settle_scores(rules, before, after, state)
    if after.over:
        return True
    for seat in range(before.seats):
        if before.lives[seat] != after.lives[seat] or before.status[seat] != after.status[seat]:
            return True
    return False


@jit_noinline
def settle_scores(
    rules: RulesRecord, before: MatchRecord, after: MatchRecord, state: RoundRecord
) -> None:
    """Settle a round in which each seat loses ``state.score`` lives."""
    state.seats = before.seats
    state.active = active_seats(before)
    state.dealer = before.dealer
    copy_match(before, after)
    settle(rules, after, state)


@jit_noinline
def value_index(model: EquityModel, kind: int, match: MatchRecord, seats: int) -> int:
    """Return the index of a state's first value; its lives must not exceed the model's."""
    size = model.sizes[size_index(kind, seats)]
    index = 0
    if kind == BY_POSITION:
        active = active_seats(match)
        seat = int(match.leader)
        factor = 1
        for _ in range(seats):
            index += int(match.lives[seat]) * factor
            factor *= size.lives + 1
            seat = next_seat(match, seat, active)
    else:
        # The number of a multiset of lives in the combinatorial number system.
        for seat in range(match.seats):
            if match.status[seat] != OUT:
                rank = _rank(match, seat, True)
                index += int(_BINOMIALS[match.lives[seat] + seats - rank - 1, seats - rank])
    taken = int(match.chicken_taken) if size.chickens > 1 else 0
    return int(size.start + (taken * size.states + index) * seats)


@jit
def _rank(match: MatchRecord, seat: int, alone: bool) -> int:
    """Return the number of seats with more lives; ``alone`` adds earlier seats with equal lives."""
    rank = 0
    for other in range(match.seats):
        if match.status[other] != OUT and (
            match.lives[other] > match.lives[seat]
            or (alone and other < seat and match.lives[other] == match.lives[seat])
        ):
            rank += 1
    return rank


@jit_noinline
def add_value(
    model: EquityModel, kind: int, match: MatchRecord, weight: float, sums: EquityRecord
) -> None:
    """Add every seat's win probability, times a weight, to the sums.

    The match is over, or its lives do not exceed the model's.
    """
    if match.over:
        share = weight / popcount(match.winners)
        for seat in range(match.seats):
            if int(match.winners) >> seat & 1:
                sums.seats[seat] += share
        return
    active = active_seats(match)
    seats = popcount(active)
    place = value_index(model, kind, match, seats)
    seat = int(match.leader)
    for order in range(seats):
        at = order if kind == BY_POSITION else _rank(match, seat, False)
        sums.seats[seat] += weight * model.values[place + at]
        seat = next_seat(match, seat, active)


@jit_noinline
def win_probabilities(
    model: EquityModel, workspace: EquityWorkspace, match: MatchRecord, found: EquityRecord
) -> None:
    """Write every seat's win probability in a state with any number of lives.

    States with more lives than the model by position covers use the symmetric model, corrected for
    the positions: by the expected number of lives that each will still cost beyond the average.
    """
    for seat in range(match.seats):
        found.seats[seat] = 0.0
    active = active_seats(match)
    seats = popcount(active)
    held = model.sizes[size_index(BY_POSITION, seats)].lives
    size = model.sizes[size_index(SYMMETRIC, seats)]
    symmetric = seats > FEW_SEATS and size.lives > 0
    if match.over or not symmetric or _most_lives(match) <= held:
        _add_scaled(model, workspace, BY_POSITION, match, 1.0, found)
        return
    _add_scaled(model, workspace, SYMMETRIC, match, 1.0, found)
    state = workspace.played
    later = workspace.later
    for seat in range(match.seats):
        state.score[seat] = 0
    seat = int(match.leader)
    for place in range(seats):
        state.score[seat] = 1
        settle_scores(model.rules[0], match, later, state)
        _add_scaled(model, workspace, SYMMETRIC, later, size.extra[place], found)
        state.score[seat] = 0
        seat = next_seat(match, seat, active)
    total = 0.0
    for seat in range(match.seats):
        found.seats[seat] = max(0.0, found.seats[seat])
        total += found.seats[seat]
    for seat in range(match.seats):
        found.seats[seat] /= total


@jit_noinline
def _add_scaled(
    model: EquityModel,
    workspace: EquityWorkspace,
    kind: int,
    match: MatchRecord,
    weight: float,
    sums: EquityRecord,
) -> None:
    """Add win probabilities for a state that may have more lives than the model.

    With many lives, win probabilities depend on a seat's distance from the others relative to the
    square root of the number of rounds to come. A scaled state therefore shrinks the mean by the
    square of a factor, and the distances from it by the factor, which is chosen so that the leading
    seat has the model's maximum of lives. The mean is weighted by lives, since a seat with few will
    be out soon. Between whole lives, probabilities are interpolated along the diagonals of the unit
    cube.
    """
    if match.over:
        add_value(model, kind, match, weight, sums)
        return
    most = int(model.sizes[size_index(kind, popcount(active_seats(match)))].lives)
    best = _most_lives(match)
    if best <= most:
        add_value(model, kind, match, weight, sums)
        return
    scaled = workspace.scaled
    copy_match(match, scaled)
    # The last chance is worth one more life (R22).
    last_chance_life = 1 if model.rules[0].last_chance == LAST_CHANCE_ALL else 0
    total = 0
    squares = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            losses = int(match.lives[seat]) + last_chance_life
            total += losses
            squares += losses * losses
    mean = squares / total
    ahead = best + last_chance_life - mean
    top = most + last_chance_life
    shrink = 2.0 * top / (ahead + sqrt(ahead * ahead + 4.0 * mean * top))
    for seat in range(match.seats):
        workspace.parts[seat] = 0.0
        if match.status[seat] == IN:
            exact = max(1.0, most - (best - match.lives[seat]) * shrink)
            scaled.lives[seat] = int(exact)
            workspace.parts[seat] = exact - int(exact)
    rest = 1.0
    while rest > 0.0:
        upper = 0
        for seat in range(match.seats):
            if workspace.parts[seat] > workspace.parts[upper]:
                upper = seat
        part = workspace.parts[upper]
        add_value(model, kind, scaled, weight * (rest - part), sums)
        scaled.lives[upper] += 1
        workspace.parts[upper] = 0.0
        rest = part


@jit
def _most_lives(match: MatchRecord) -> int:
    best = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            best = max(best, int(match.lives[seat]))
    return best


@jit
def set_lives(match: MatchRecord, seat: int, lives: int) -> None:
    """Give a seat this number of lives; with 0 it is swimming."""
    match.lives[seat] = lives
    match.status[seat] = IN if lives else SWIMMING


@entry(javascript=True)
def equity_before_round(
    rules: RulesArray,
    sizes: SizeArray,
    values: ValueArray,
    matches: MatchArray,
    workspaces: WorkspaceArray,
    equity: EquityRow,
) -> None:
    """Write every seat's probability of winning ``matches[0]`` into ``equity[0]``."""
    win_probabilities(EquityModel(rules, sizes, values), workspaces[0], matches[0], equity[0])
