"""A table of everybody's chance to win a match for lives, for every standing that there can be."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import next_seat, popcount
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.settlement import active_seats, settle
from schwimmen.rules.core.state import (
    IN,
    LAST_CHANCE_ALL,
    MATCH_DTYPE,
    MAX_SEATS,
    OUT,
    ROUND_DTYPE,
    SWIMMING,
    RecordArray,
)

BY_POSITION: Final = 0  # the order of the seats and the deal are told apart
SYMMETRIC: Final = 1  # everybody is in every place equally often

FEW_SEATS: Final = 4  # seats that are never evened: more lives than the table has are scaled

SIZE_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("lives", np.int64),  # the most that a standing may have; none: there is no table
            ("chickens", np.int64),  # 2 where a standing also says whether it is taken (R29)
            ("standings", np.int64),  # for either
            ("start", np.int64),  # of its part of ``values``
            ("first", np.int64),  # its outcomes of a round are those from here
            ("last", np.int64),  # to before here
        ],
    )
)


class EquityModel(NamedTuple):
    """Chances to win after every standing, for tables of up to so many seats.

    A standing is the lives of those still in the game, 0 for who swims. ``sizes[kind, seats]``
    says where its values lie: by place in the order of play from who leads the next round to the
    dealer (kind ``BY_POSITION``), or by lives from most to fewest (``SYMMETRIC``).

    ``lives[outcome, place]`` are what a round costs, with its ``probability``. ``ways[n, k]``
    counts the choices of k from n.
    ``extra[seats, place]`` is how many lives a place will yet cost its seat beyond the average.
    """

    rules: RecordArray
    sizes: RecordArray
    values: NDArray[np.float64]
    lives: NDArray[np.int64]
    probability: NDArray[np.float64]
    ways: NDArray[np.int64]
    extra: NDArray[np.float64]


class EquityWorkspace(NamedTuple):
    """Room to reckon in; every thread needs its own."""

    matches: RecordArray
    rounds: RecordArray
    sums: NDArray[np.float64]
    again: NDArray[np.float64]
    parts: NDArray[np.float64]


# What the matches of a ``EquityWorkspace`` are for.
CURRENT: Final = 0  # that is being solved, or looked at
AFTER: Final = 1  # a round from there
LATER: Final = 2  # another round from there
SCALED: Final = 3  # with fewer lives


def new_workspace() -> EquityWorkspace:
    """Room to reckon in."""
    return EquityWorkspace(
        np.zeros(4, MATCH_DTYPE),
        np.zeros(1, ROUND_DTYPE),
        np.zeros((MAX_SEATS, MAX_SEATS)),
        np.zeros(MAX_SEATS),
        np.zeros(MAX_SEATS),
    )


@jit
def copy_match(source: Any, target: Any) -> None:
    """Make one match like another."""
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
def after_outcome(model: Any, before: Any, after: Any, state: Any, outcome: int) -> bool:
    """Settle a round of this outcome; returns whether it has changed anything but the deal."""
    active = active_seats(before)
    seat = int(before.leader)
    for place in range(popcount(active)):
        state.score[seat] = model.lives[outcome, place]
        seat = next_seat(before, seat, active)
    settle_scores(model, before, after, state)
    if after.over:
        return True
    for seat in range(before.seats):
        if before.lives[seat] != after.lives[seat] or before.status[seat] != after.status[seat]:
            return True
    return False


@jit_noinline
def settle_scores(model: Any, before: Any, after: Any, state: Any) -> None:
    """Settle a round in which everybody lost ``state.score``."""
    state.seats = before.seats
    state.active = active_seats(before)
    state.dealer = before.dealer
    copy_match(before, after)
    settle(model.rules[0], after, state)


@jit_noinline
def value_index(model: Any, kind: int, match: Any, seats: int) -> int:
    """Where the values of a standing begin; its lives are no more than the table has."""
    size = model.sizes[kind, seats]
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
        # Lives from most to fewest have this number in the order of words (combinatorial number
        # system), which grows with everybody's lives.
        for seat in range(match.seats):
            if match.status[seat] != OUT:
                rank = _rank(match, seat, True)
                index += int(model.ways[match.lives[seat] + seats - rank - 1, seats - rank])
    taken = int(match.chicken_taken) if size.chickens > 1 else 0
    return int(size.start + (taken * size.standings + index) * seats)


@jit
def _rank(match: Any, seat: int, alone: bool) -> int:
    """How many have more lives; ``alone`` counts those of lower seats with as many, too."""
    rank = 0
    for other in range(match.seats):
        if match.status[other] != OUT and (
            match.lives[other] > match.lives[seat]
            or (alone and other < seat and match.lives[other] == match.lives[seat])
        ):
            rank += 1
    return rank


@jit_noinline
def add_value(model: Any, kind: int, match: Any, weight: float, sums: Any, row: int) -> None:
    """Add everybody's chance, times a weight, to a row of sums by seat.

    The match is over, or its lives are no more than the table has.
    """
    if match.over:
        share = weight / popcount(match.winners)
        for seat in range(match.seats):
            if int(match.winners) >> seat & 1:
                sums[row, seat] += share
        return
    active = active_seats(match)
    seats = popcount(active)
    place = value_index(model, kind, match, seats)
    seat = int(match.leader)
    for order in range(seats):
        at = order if kind == BY_POSITION else _rank(match, seat, False)
        sums[row, seat] += weight * model.values[place + at]
        seat = next_seat(match, seat, active)


@jit_noinline
def win_probabilities(model: Any, work: Any, match: Any, sums: Any, row: int) -> None:
    """Write everybody's chance after any standing into a row by seat.

    Beyond the table by place, what the places mean is added to the even one: as much of a life as
    each will yet cost its seat beyond the average.
    """
    for seat in range(match.seats):
        sums[row, seat] = 0.0
    active = active_seats(match)
    seats = popcount(active)
    held = model.sizes[BY_POSITION, seats].lives
    evened = seats > FEW_SEATS and model.sizes[SYMMETRIC, seats].lives > 0
    if match.over or not evened or _most_lives(match) <= held:
        _add_scaled(model, work, BY_POSITION, match, 1.0, sums, row)
        return
    _add_scaled(model, work, SYMMETRIC, match, 1.0, sums, row)
    state = work.rounds[0]
    later = work.matches[LATER]
    for seat in range(match.seats):
        state.score[seat] = 0
    seat = int(match.leader)
    for place in range(seats):
        state.score[seat] = 1
        settle_scores(model, match, later, state)
        _add_scaled(model, work, SYMMETRIC, later, model.extra[seats, place], sums, row)
        state.score[seat] = 0
        seat = next_seat(match, seat, active)
    total = 0.0
    for seat in range(match.seats):
        sums[row, seat] = max(0.0, sums[row, seat])
        total += sums[row, seat]
    for seat in range(match.seats):
        sums[row, seat] /= total


@jit_noinline
def _add_scaled(
    model: Any, work: Any, kind: int, match: Any, weight: float, sums: Any, row: int
) -> None:
    """Add chances for a standing that may have more lives than the table.

    What counts among many lives is the distance from the others beside the square root of the
    number of rounds to come. So where the mean shrinks by the square of a factor, the distances
    from it shrink by the factor; it is that with which the best has the most lives of the table.
    The mean counts seats by their lives: who has few will not be there for long.
    Between whole lives chances are interpolated along the diagonals of the unit cube.
    """
    if match.over:
        add_value(model, kind, match, weight, sums, row)
        return
    most = int(model.sizes[kind, popcount(active_seats(match))].lives)
    best = _most_lives(match)
    if best <= most:
        add_value(model, kind, match, weight, sums, row)
        return
    scaled = work.matches[SCALED]
    copy_match(match, scaled)
    chance = (
        1 if model.rules[0].last_chance == LAST_CHANCE_ALL else 0
    )  # as good as one life more (R22)
    total = 0
    squares = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            losses = int(match.lives[seat]) + chance
            total += losses
            squares += losses * losses
    mean = squares / total
    ahead = best + chance - mean
    top = most + chance
    shrink = 2.0 * top / (ahead + (ahead * ahead + 4.0 * mean * top) ** 0.5)
    for seat in range(match.seats):
        work.parts[seat] = 0.0
        if match.status[seat] == IN:
            exact = max(1.0, most - (best - match.lives[seat]) * shrink)
            scaled.lives[seat] = int(exact)
            work.parts[seat] = exact - int(exact)
    rest = 1.0
    while rest > 0.0:
        upper = 0
        for seat in range(match.seats):
            if work.parts[seat] > work.parts[upper]:
                upper = seat
        part = work.parts[upper]
        add_value(model, kind, scaled, weight * (rest - part), sums, row)
        scaled.lives[upper] += 1
        work.parts[upper] = 0.0
        rest = part


@jit
def _most_lives(match: Any) -> int:
    best = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            best = max(best, int(match.lives[seat]))
    return best


@jit
def set_lives(match: Any, seat: int, lives: int) -> None:
    """Give a seat so many lives; with none it swims."""
    match.lives[seat] = lives
    match.status[seat] = IN if lives else SWIMMING
