"""Positions (docs/positions.md): their records, and the rounds and matches that go on from them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline

from ..options import Options
from .bits import lowest_bit, popcount
from .rows import MAX_SEATS, IntArray
from .settlement import conclude, finish
from .state import (
    FIRE,
    IN,
    NO_SEAT,
    OUT,
    OVER,
    SCORING_POINTS,
    SWIMMING,
    THIRTY_ONE,
    MatchRecord,
    RecordArray,
    RoundRecord,
    RulesRecord,
    ViewRecord,
    record_dtype,
)

UNKNOWN: Final = -1
"""Number of an unknown card in the row of cards of a position."""

# States of a hand, in the order of ``SeatState``.
OPEN: Final = 0
HAS_CLOSED: Final = 1
EXCHANGED: Final = 2
SHOWN: Final = 3
DONE: Final = 4

NO_LAST_CHANCE: Final = Options.last_chance.encode("none")


class HandRecord(Protocol):
    """Record of the hand of a seat in a position, and of its score."""

    cards: int
    """Number of cards, 0 for a seat that is not dealt in."""
    known: int
    """Mask of the cards that open exchanges revealed (R33)."""
    turns: int
    state: int
    score: int
    """Doubled lives or points."""
    out: int


class PositionRecord(Protocol):
    """Record of a position without its hands and cards.

    A row has all cards: those of the hands, of the table, the extra hand, the talon from the top
    on, and those laid aside, as many of each as its number says.
    """

    table: int
    extra: int
    talon: int
    aside: int
    phase: int
    to_act: int
    """Seat to act, or ``NO_SEAT`` if the round is over."""
    dealer: int
    took: int
    leader: int
    passes: int
    end: int
    by: int
    """Seat that ends the round, or ``NO_SEAT``."""
    replayed: int
    number: int
    """Number of the round in its match, 0 without one."""
    scores: int
    """Number of scores, 0 without a match."""


HAND_DTYPE: Final = record_dtype(HandRecord)
POSITION_DTYPE: Final = record_dtype(PositionRecord)

HandArray: TypeAlias = Annotated[NDArray[Any], Array(HAND_DTYPE, 0)]
EveryHand: TypeAlias = Annotated[NDArray[Any], Array(HAND_DTYPE, MAX_SEATS)]
PositionArray: TypeAlias = Annotated[NDArray[Any], Array(POSITION_DTYPE, 1)]


@jit_noinline
def lay_out(
    rules: RulesRecord,
    pack: int,
    position: PositionRecord,
    hands: RecordArray,
    cards: NDArray[np.int8],
    state: RoundRecord,
) -> None:
    """Write the round of a position that has a whole pack into a zero record.

    Unknown cards are left out of the hands; other unknown ones are at any places.
    """
    unknown = pack
    for place in range(len(cards)):
        if cards[place] != UNKNOWN:
            unknown &= ~(1 << int(cards[place]))
    rest = unknown
    place = 0
    for seat in range(len(hands)):
        hand = hands[seat]
        taken, rest = _taken(cards, place, hand.cards, rest)
        place += hand.cards
        state.hands[seat] = taken & ~unknown
        state.known[seat] = hand.known
        state.turns_of[seat] = hand.turns
        if hand.cards:
            bit = 1 << seat
            state.active |= bit
            state.playing |= bit if hand.state == OPEN else 0
            state.open |= 0 if hand.state in (HAS_CLOSED, EXCHANGED) else bit
            state.closed |= bit if hand.state == HAS_CLOSED else 0
            state.shown |= bit if hand.state == SHOWN else 0
    state.seats = len(hands)
    state.table, rest = _taken(cards, place, position.table, rest)
    place += position.table
    state.extra, rest = _taken(cards, place, position.extra, rest)
    place += position.extra
    talon, _ = _taken(cards, place, position.talon, rest)
    others = pack & ~talon
    state.talon_top = rules.pack_size - position.talon
    state.talon_end = rules.pack_size
    for at in range(state.talon_top):
        state.pack[at] = lowest_bit(others)
        others &= others - 1
    for at in range(position.talon):
        card = int(cards[place + at])
        if card == UNKNOWN:
            card = lowest_bit(rest)
            rest &= rest - 1
        state.pack[state.talon_top + at] = card
    place += position.talon
    state.aside_count = position.aside
    for at in range(position.aside):
        state.aside[at] = cards[place + at]
    state.took = position.took
    state.dealer = position.dealer
    state.leader = position.leader
    state.turns = turns_taken(hands)
    state.passes = position.passes
    state.end = position.end
    state.by = position.by
    if position.by != NO_SEAT and position.end in (THIRTY_ONE, FIRE):
        state.dealt_special = hands[position.by].turns == 0
    if position.to_act != NO_SEAT:
        state.last_turns = position.end != 0
        state.to_act = position.to_act
        state.phase = position.phase
        return
    finish(rules, state, position.end, position.by)
    state.replayed = position.replayed
    if state.replayed:
        for seat in range(len(hands)):
            state.score[seat] = 0


@jit
def lay_out_match(
    rules: RulesRecord,
    position: PositionRecord,
    hands: RecordArray,
    state: RoundRecord,
    match: MatchRecord,
) -> None:
    """Write the match of a position with scores and of its round into a zero record."""
    over = position.phase == OVER
    match.seats = len(hands)
    match.rounds = position.number - (not over)
    for seat in range(len(hands)):
        hand = hands[seat]
        if rules.scoring == SCORING_POINTS:
            match.totals[seat] = hand.score
            continue
        match.lives[seat] = 0 if hand.out else hand.score // 2
        match.status[seat] = OUT if hand.out else IN if hand.score else SWIMMING
        match.chicken_taken |= not hand.score  # a seat has run out of chips (R29)
    if over:
        conclude(rules, match, state)


@jit
def write_position(
    rules: RulesRecord,
    view: ViewRecord,
    viewer: int,
    rounds: RecordArray,
    position: PositionRecord,
    hands: RecordArray,
    cards: NDArray[np.int8],
) -> int:
    """Write the position that the view of a seat, or of a spectator, shows.

    Cards that it does not show are those of ``rounds[0]``, or unknown if ``rounds`` is empty.
    Whether a match counts the round is not written. Returns the number of cards.
    """
    is_open = len(rounds) > 0
    count = 0
    for seat in range(view.seat_count):
        one = view.seats[seat]
        hand = hands[seat]
        hand.cards = one.cards
        hand.known = one.known if one.cards else 0
        hand.turns = one.turns if one.cards else 0
        hand.state = OPEN
        if one.cards and one.closed:
            hand.state = HAS_CLOSED if view.closers >> seat & 1 else EXCHANGED
        elif one.cards and view.phase != OVER and not one.playing:
            hand.state = SHOWN if one.hand else DONE
        seen = one.known
        if is_open:
            seen = rounds[0].hands[seat]
        elif one.hand:
            seen = one.hand
        elif seat == viewer:
            seen = view.hand
        count = _append(cards, count, seen, one.cards)
        hand.score = 0
        hand.out = 0
        if view.in_match:
            for_points = rules.scoring == SCORING_POINTS
            hand.score = one.score if for_points else 2 * one.score
            hand.out = not for_points and one.status == OUT
    position.table = popcount(view.table)
    count = _append(cards, count, view.table, position.table)
    extra = rounds[0].extra if is_open else 0
    position.extra = popcount(extra) if is_open else 0 if view.table else rules.hand_size
    count = _append(cards, count, extra, position.extra)
    position.talon = view.talon
    for place in range(view.talon):
        cards[count + place] = rounds[0].pack[rounds[0].talon_top + place] if is_open else UNKNOWN
    count += view.talon
    position.aside = view.aside_count
    for place in range(view.aside_count):
        cards[count + place] = view.aside[place]
    count += view.aside_count
    position.phase = view.phase
    position.to_act = view.to_act
    position.dealer = view.dealer
    position.took = view.took
    position.leader = view.leader
    position.passes = view.passes
    position.end = view.end
    position.by = view.by
    position.replayed = view.replayed
    position.number = view.number if view.in_match else 0
    position.scores = view.seat_count if view.in_match else 0
    return count


@jit
def _append(cards: IntArray, count: int, seen: int, number: int) -> int:
    """Append ``number`` cards to a row of ``count``, those seen first; return the new count."""
    for place in range(count, count + number):
        cards[place] = UNKNOWN
        if seen:
            cards[place] = lowest_bit(seen)
            seen &= seen - 1
    return count + number


@jit
def _taken(cards: IntArray, start: int, number: int, rest: int) -> tuple[int, int]:
    """Return a part of a row of cards as a mask, with the lowest of the rest for unknown ones.

    Returns what is left of the rest, too.
    """
    taken = 0
    for place in range(start, start + number):
        if cards[place] == UNKNOWN:
            taken |= rest & -rest
            rest &= rest - 1
        else:
            taken |= 1 << int(cards[place])
    return taken, rest


@jit
def has_unknown(cards: IntArray, start: int, number: int) -> bool:
    """Return whether a card in a part of a row is unknown."""
    found = False
    for place in range(start, start + number):
        found |= cards[place] == UNKNOWN
    return found


@jit
def turns_taken(hands: RecordArray) -> int:
    """Return the number of turns of all seats."""
    turns = 0
    for seat in range(len(hands)):
        turns += hands[seat].turns
    return turns


@jit
def number_in_hands(hands: RecordArray) -> int:
    """Return the number of cards in all hands."""
    number = 0
    for seat in range(len(hands)):
        number += hands[seat].cards
    return number
