"""What a table says about a standing, and the standing after a round; compiled."""

from __future__ import annotations

from typing import Any

from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.bits import next_seat
from schwimmen.rules.settle import active_seats, settle
from schwimmen.rules.state import ALL, IN, OUT, SWIMMING

from .model import BY_PLACE, EVEN, FEW, LATER, SCALED


@compiled
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


@compiled_apart
def after_outcome(model: Any, before: Any, after: Any, state: Any, outcome: int) -> bool:
    """Settle a round of this outcome; returns whether it has changed anything but the deal."""
    active = active_seats(before)
    seat = int(before.leader)
    for place in range(count(active)):
        state.score[seat] = model.lives[outcome, place]
        seat = next_seat(before, seat, active)
    settle_scores(model, before, after, state)
    if after.over:
        return True
    for seat in range(before.seats):
        if before.lives[seat] != after.lives[seat] or before.status[seat] != after.status[seat]:
            return True
    return False


@compiled_apart
def settle_scores(model: Any, before: Any, after: Any, state: Any) -> None:
    """Settle a round in which everybody lost ``state.score``."""
    state.seats = before.seats
    state.active = active_seats(before)
    state.dealer = before.dealer
    copy_match(before, after)
    settle(model.rules[0], after, state)


@compiled_apart
def where(model: Any, kind: int, match: Any, seats: int) -> int:
    """Where the values of a standing begin; its lives are no more than the table has."""
    size = model.sizes[kind, seats]
    index = 0
    if kind == BY_PLACE:
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


@compiled
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


@compiled_apart
def add_value(model: Any, kind: int, match: Any, weight: float, sums: Any, row: int) -> None:
    """Add everybody's chance, times a weight, to a row of sums by seat.

    The match is over, or its lives are no more than the table has.
    """
    if match.over:
        share = weight / count(match.winners)
        for seat in range(match.seats):
            if int(match.winners) >> seat & 1:
                sums[row, seat] += share
        return
    active = active_seats(match)
    seats = count(active)
    place = where(model, kind, match, seats)
    seat = int(match.leader)
    for order in range(seats):
        at = order if kind == BY_PLACE else _rank(match, seat, False)
        sums[row, seat] += weight * model.values[place + at]
        seat = next_seat(match, seat, active)


@compiled_apart
def chances(model: Any, work: Any, match: Any, sums: Any, row: int) -> None:
    """Write everybody's chance after any standing into a row by seat.

    Beyond the table by place, what the places mean is added to the even one: as much of a life as
    each will yet cost its seat beyond the average.
    """
    for seat in range(match.seats):
        sums[row, seat] = 0.0
    active = active_seats(match)
    seats = count(active)
    held = model.sizes[BY_PLACE, seats].lives
    evened = seats > FEW and model.sizes[EVEN, seats].lives > 0
    if match.over or not evened or _most_lives(match) <= held:
        _add_scaled(model, work, BY_PLACE, match, 1.0, sums, row)
        return
    _add_scaled(model, work, EVEN, match, 1.0, sums, row)
    state = work.rounds[0]
    later = work.matches[LATER]
    for seat in range(match.seats):
        state.score[seat] = 0
    seat = int(match.leader)
    for place in range(seats):
        state.score[seat] = 1
        settle_scores(model, match, later, state)
        _add_scaled(model, work, EVEN, later, model.extra[seats, place], sums, row)
        state.score[seat] = 0
        seat = next_seat(match, seat, active)
    total = 0.0
    for seat in range(match.seats):
        sums[row, seat] = max(0.0, sums[row, seat])
        total += sums[row, seat]
    for seat in range(match.seats):
        sums[row, seat] /= total


@compiled_apart
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
    most = int(model.sizes[kind, count(active_seats(match))].lives)
    best = _most_lives(match)
    if best <= most:
        add_value(model, kind, match, weight, sums, row)
        return
    scaled = work.matches[SCALED]
    copy_match(match, scaled)
    chance = 1 if model.rules[0].last_chance == ALL else 0  # as good as one life more (R22)
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


@compiled
def _most_lives(match: Any) -> int:
    best = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            best = max(best, int(match.lives[seat]))
    return best


@compiled
def set_lives(match: Any, seat: int, lives: int) -> None:
    """Give a seat so many lives; with none it swims."""
    match.lives[seat] = lives
    match.status[seat] = IN if lives else SWIMMING
