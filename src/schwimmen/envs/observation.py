"""What a seat may know (R33) of a round within a match, written as a row of small numbers.

Which number stands where is said by ``ObservationLayout``.
"""

from __future__ import annotations

from typing import Any

from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.state import (
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    SWIMMING,
    TURN,
    RecordArray,
)

from .bitmask_simd import spread
from .layout import MOST

_OVER_AS_OBSERVED = 3
_PHASES = 4


@jit
def observe(
    rules: RecordArray, rounds: RecordArray, matches: RecordArray, i: int, seat: int, out: Any
) -> None:
    """Write what a seat may know of ``rounds[i]`` within ``matches[i]`` into ``out``.

    ``out`` is a contiguous row of ``int8``, as long as the ``ObservationLayout`` of the rules and
    players
    says. A round that is over is taken to be settled into its match, if it belongs to one.
    """
    write_observation(rules[0], rounds[i], matches[i], seat, out, 0)


@jit
def write_observation(rules: Any, state: Any, match: Any, seat: int, out: Any, at: int) -> None:
    """Write what a seat may know into ``out`` from place ``at`` on."""
    at = _write_cards(state, seat, out, at)
    at = _write_flags(state, match, seat, out, at)
    at = _write_seats(rules, state, match, seat, out, at)
    dealt_in = state.active >> seat & 1
    out[at] = value_and_suit(rules, state.hands[seat])[0] if dealt_in else 0
    out[at + 1] = state.passes
    out[at + 2] = state.talon_end - state.talon_top
    before = match.rounds - 1 if state.phase == OVER and match.rounds else match.rounds
    out[at + 3] = min(before + 1, MOST)


@jit
def _write_cards(state: Any, seat: int, out: Any, at: int) -> int:
    aside = 0
    for place in range(state.aside_count):
        aside |= 1 << int(state.aside[place])
    spread(state.hands[seat], out, at, NUMBER_OF_CARDS)
    spread(state.table, out, at + NUMBER_OF_CARDS, NUMBER_OF_CARDS)
    spread(aside, out, at + 2 * NUMBER_OF_CARDS, NUMBER_OF_CARDS)
    at += 3 * NUMBER_OF_CARDS
    for _ in range(state.seats):
        lies_open = state.phase == OVER or state.shown >> seat & 1
        spread(state.hands[seat] if lies_open else state.known[seat], out, at, NUMBER_OF_CARDS)
        at += NUMBER_OF_CARDS
        seat = seat + 1 if seat + 1 < state.seats else 0
    return at


@jit
def _write_flags(state: Any, match: Any, seat: int, out: Any, at: int) -> int:
    """All that is one bit, in two groups: a group must fit a mask, and have eight bits at least."""
    seats: int = state.seats
    over = state.phase == OVER
    phase = TURN if state.phase == SHUFFLE else _OVER_AS_OBSERVED if over else state.phase
    swimming = 0
    for other in range(seats):
        if match.status[other] == SWIMMING:
            swimming |= 1 << other
    flags = 1 << phase
    flags |= (0 if over else state.last_turns) << _PHASES
    length = _PHASES + 1
    flags |= _from(seat, state.active, seats) << length
    flags |= _from(seat, 0 if over else state.playing, seats) << length + seats
    flags |= _from(seat, state.active & ~state.open, seats) << length + 2 * seats
    length += 3 * seats
    spread(flags, out, at, length)
    at += length
    flags = _from(seat, 1 << state.to_act, seats) if state.phase < SHUFFLE else 0
    flags |= _from(seat, 1 << state.dealer, seats) << seats
    flags |= _from(seat, 1 << state.leader, seats) << 2 * seats
    flags |= _from(seat, swimming, seats) << 3 * seats
    spread(flags, out, at, 4 * seats)
    return at + 4 * seats


@jit
def _from(seat: int, mask: int, seats: int) -> int:
    """A mask of seats, counted from one of them on."""
    return (mask >> seat | mask << seats - seat) & (1 << seats) - 1


@jit
def _write_seats(rules: Any, state: Any, match: Any, seat: int, out: Any, at: int) -> int:
    seats: int = state.seats
    for place in range(seats):
        out[at + place] = min(state.turns_of[seat], MOST)
        if rules.scoring == SCORING_POINTS:
            total = match.totals[seat]
            high = min(max(total >> 7, -MOST), MOST)
            out[at + seats + 2 * place] = high
            out[at + seats + 2 * place + 1] = min(max(total - (high << 7), 0), MOST)
        else:
            out[at + seats + place] = min(match.lives[seat], MOST)
        seat = seat + 1 if seat + 1 < seats else 0
    return at + (3 * seats if rules.scoring == SCORING_POINTS else 2 * seats)
