"""The chances to win of every standing, by recursion from the last standings to the first."""

from __future__ import annotations

from typing import Any, Final

from schwimmen.rules.compiled import compiled, compiled_apart

from .lookup import add_value, after_outcome, set_lives, where
from .model import AFTER, BY_PLACE, EVEN, STANDING

_ENDLESS: Final = 1e-12


@compiled_apart
def solve_by_place(model: Any, work: Any, seats: int, order: Any) -> None:
    """Solve all standings of so many seats, when those of fewer are solved.

    ``order`` has the standings in an order in which every round that costs lives leads back; the
    values are below 0 where they are not solved yet.
    """
    size = model.sizes[BY_PLACE, seats]
    match = work.matches[STANDING]
    match.seats = seats
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for place in range(len(order)):
            index = int(order[place])
            for seat in range(seats):
                set_lives(match, seat, index % (size.lives + 1))
                index //= size.lives + 1
            match.leader = 0
            if model.values[where(model, BY_PLACE, match, seats)] < 0.0:
                _solve_deals(model, work, seats)


@compiled
def _solve_deals(model: Any, work: Any, seats: int) -> None:
    """Solve a standing for every deal: rounds that change nothing pass it on (R7, R24)."""
    match = work.matches[STANDING]
    for leader in range(seats):
        match.leader = leader
        match.dealer = (leader + seats - 1) % seats
        _look_ahead(model, work, BY_PLACE, leader, seats)
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
        start = where(model, BY_PLACE, match, seats)
        for place in range(seats):
            model.values[start + place] = work.sums[leader, (leader + place) % seats]


@compiled_apart
def solve_even(model: Any, work: Any, seats: int) -> None:
    """Solve all standings of so many seats as if everybody were in every place equally often."""
    size = model.sizes[EVEN, seats]
    match = work.matches[STANDING]
    match.seats = seats
    match.leader = 0
    match.dealer = seats - 1
    for taken in range(int(size.chickens) - 1, -1, -1):
        match.chicken_taken = taken
        for seat in range(seats):
            set_lives(match, seat, 0)
        for _ in range(size.standings):
            _look_ahead(model, work, EVEN, 0, seats)
            start = where(model, EVEN, match, seats)
            ends = 1.0 - work.again[0]
            for seat in range(seats):
                chance = work.sums[0, seat] / ends if ends > _ENDLESS else 1.0 / seats
                model.values[start + seat] = chance
            _next_standing(match, seats, int(size.lives))


@compiled
def _next_standing(match: Any, seats: int, most: int) -> None:
    """The next standing in the order of words, with lives from most to fewest."""
    seat = seats - 1
    while seat > 0 and match.lives[seat] == match.lives[seat - 1]:
        set_lives(match, seat, 0)
        seat -= 1
    if seat or match.lives[0] < most:
        set_lives(match, seat, int(match.lives[seat]) + 1)


@compiled_apart
def _look_ahead(model: Any, work: Any, kind: int, row: int, seats: int) -> None:
    """Everybody's chance one round on, and the probability that the round changes nothing."""
    size = model.sizes[kind, seats]
    match = work.matches[STANDING]
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
