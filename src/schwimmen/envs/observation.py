"""Observations: the knowledge of a seat (R33) about a round and its match, as a row of numbers.

``ObservationLayout`` describes the row.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.state import (
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    SWIMMING,
    TURN,
    MatchArray,
    MatchRecord,
    RoundAndMatch,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    SeatOrNone,
)

from .bitmask_simd import bits_to_bytes
from .layout import MAX_OBSERVED

Bytes: TypeAlias = Annotated[NDArray[np.int8], Array(np.int8, 4 * NUMBER_OF_CARDS)]

_OVER_PHASE: Final = 3  # the code of the phase OVER in an observation
_PHASES: Final = 4


@entry
def observe(
    rules: RulesArray,
    rounds: RoundArray,
    matches: MatchArray,
    i: RoundAndMatch,
    seat: SeatOrNone,
    out: Bytes,
) -> None:
    """Write the observation of ``rounds[i]`` in ``matches[i]`` for a seat into ``out``.

    ``out`` is a contiguous row of ``int8``, with the size of the ``ObservationLayout`` for these
    rules and players. A round of a match that is over must have been settled.
    """
    write_observation(rules[0], rounds[i], matches[i], seat, out, 0)


@jit
def write_observation(
    rules: RulesRecord, state: RoundRecord, match: MatchRecord, seat: int, out: Bytes, at: int
) -> None:
    """Write the observation for a seat into ``out`` from index ``at`` on."""
    at = _write_cards(state, seat, out, at)
    at = _write_flags(state, match, seat, out, at)
    at = _write_seats(rules, state, match, seat, out, at)
    dealt_in = state.active >> seat & 1
    out[at] = value_and_suit(rules, state.hands[seat])[0] if dealt_in else 0
    out[at + 1] = state.passes
    out[at + 2] = state.talon_end - state.talon_top
    before = match.rounds - 1 if state.phase == OVER and match.rounds else match.rounds
    out[at + 3] = min(before + 1, MAX_OBSERVED)


@jit
def _write_cards(state: RoundRecord, seat: int, out: Bytes, at: int) -> int:
    aside = 0
    for place in range(state.aside_count):
        aside |= 1 << int(state.aside[place])
    bits_to_bytes(state.hands[seat], out, at, NUMBER_OF_CARDS)
    bits_to_bytes(state.table, out, at + NUMBER_OF_CARDS, NUMBER_OF_CARDS)
    bits_to_bytes(aside, out, at + 2 * NUMBER_OF_CARDS, NUMBER_OF_CARDS)
    at += 3 * NUMBER_OF_CARDS
    for _ in range(state.seats):
        is_open = state.phase == OVER or state.shown >> seat & 1
        bits_to_bytes(state.hands[seat] if is_open else state.known[seat], out, at, NUMBER_OF_CARDS)
        at += NUMBER_OF_CARDS
        seat = seat + 1 if seat + 1 < state.seats else 0
    return at


@jit
def _write_flags(state: RoundRecord, match: MatchRecord, seat: int, out: Bytes, at: int) -> int:
    """Write all single bits, in two groups of at least eight bits that each fit a mask."""
    seats: int = state.seats
    over = state.phase == OVER
    phase = TURN if state.phase == SHUFFLE else _OVER_PHASE if over else state.phase
    swimming = 0
    for other in range(seats):
        if match.status[other] == SWIMMING:
            swimming |= 1 << other
    flags = 1 << phase
    flags |= (0 if over else state.last_turns) << _PHASES
    length = _PHASES + 1
    flags |= _rotate(seat, state.active, seats) << length
    flags |= _rotate(seat, 0 if over else state.playing, seats) << length + seats
    flags |= _rotate(seat, state.active & ~state.open, seats) << length + 2 * seats
    length += 3 * seats
    bits_to_bytes(flags, out, at, length)
    at += length
    flags = _rotate(seat, 1 << state.to_act, seats) if state.phase < SHUFFLE else 0
    flags |= _rotate(seat, 1 << state.dealer, seats) << seats
    flags |= _rotate(seat, 1 << state.leader, seats) << 2 * seats
    flags |= _rotate(seat, swimming, seats) << 3 * seats
    bits_to_bytes(flags, out, at, 4 * seats)
    return at + 4 * seats


@jit
def _rotate(seat: int, mask: int, seats: int) -> int:
    """Rotate a mask of seats so that a seat becomes seat 0."""
    return (mask >> seat | mask << seats - seat) & (1 << seats) - 1


@jit
def _write_seats(
    rules: RulesRecord, state: RoundRecord, match: MatchRecord, seat: int, out: Bytes, at: int
) -> int:
    seats: int = state.seats
    for place in range(seats):
        out[at + place] = min(state.turns_of[seat], MAX_OBSERVED)
        if rules.scoring == SCORING_POINTS:
            total = match.totals[seat]
            high = min(max(total >> 7, -MAX_OBSERVED), MAX_OBSERVED)
            out[at + seats + 2 * place] = high
            out[at + seats + 2 * place + 1] = min(max(total - (high << 7), 0), MAX_OBSERVED)
        else:
            out[at + seats + place] = min(match.lives[seat], MAX_OBSERVED)
        seat = seat + 1 if seat + 1 < seats else 0
    return at + (3 * seats if rules.scoring == SCORING_POINTS else 2 * seats)
