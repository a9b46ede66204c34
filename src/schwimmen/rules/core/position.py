"""Positions (docs/positions.md): their faults, the rounds and matches that go on from them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline

from ..options import Options
from ..ruleset import WRONG_PLAYERS
from .bits import lowest_bit, popcount
from .hand_value import impossible_hand
from .rows import MAX_SEATS, IntArray
from .settlement import ALL_OUT_REPLAY, conclude, finish
from .state import (
    CHOICE,
    CLOSED,
    FIRE,
    IN,
    NO_SEAT,
    OUT,
    OVER,
    RENEWED,
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

Fault: TypeAlias = tuple[int, int, int, int]
"""Code of a fault, and what its text says: two numbers, and a mask of cards."""

POSITION_FAULTS: Final[list[str]] = []
"""Texts of the faults in the order of their codes.

Their places are the ``number`` and the ``other`` number of the fault, its ``cards``, the ``hand``
of the seat ``number``, the ``end`` with the code ``number``, and as many ``unknown`` cards.
"""


def _fault(text: str) -> int:
    """Return the code of a new fault."""
    POSITION_FAULTS.append(text)
    return len(POSITION_FAULTS) - 1


VALID: Final = _fault("")
WRONG_HAND: Final = _fault("hands: {hand} is not - or a hand of {other} cards")
NO_HAND: Final = _fault("hands: a seat that is not dealt in has no turns")
PLAYERS: Final = _fault(f"hands: {WRONG_PLAYERS}")
TOO_FEW: Final = _fault("hands: at least two seats are dealt in")
NOTHING_TO_TAKE: Final = _fault(
    "dealer: nothing to take in a game without the dealer's choice (R5)"
)
DEALER: Final = _fault("dealer: seat {number} is not dealt in")
LEADER: Final = _fault("leader: seat {number} is not dealt in")
TO_ACT: Final = _fault("turn: seat {number} is not dealt in")
BY: Final = _fault("end: seat {number} is not dealt in")
NO_CHOICE: Final = _fault("turn: only the dealer chooses, in a game with the dealer's choice (R5)")
TABLE_OF_CHOICE: Final = _fault("table: during the dealer's choice it is [{unknown}] (R5)")
LATE_CHOICE: Final = _fault("turn: the dealer's choice comes before all turns (R5)")
TABLE_SIZE: Final = _fault("table: it has {number} cards")
NO_TABLE: Final = _fault("table: it has no cards only in the dealer's choice (R5)")
NOT_RENEWED: Final = _fault("turn: the table is not renewed in this game (R30)")
HIDDEN_TABLE: Final = _fault("table: the table cards are public, none is ??")
FOREIGN: Final = _fault("the pack has no {cards}")
DOUBLE: Final = _fault("double {cards}")
WRONG_NUMBER: Final = _fault("{number} cards, but the pack has {other}")
NO_END: Final = _fault("end: a round that is over has an end, such as close:0")
OVER_AFTER: Final = _fault("end: after {end} the round is over")
NO_FURTHER_TURN: Final = _fault("turn: seat {number} has no further turn")
NOT_LAST_TURNS: Final = _fault(
    "hands: a seat is shown or done only in last turns, which need an end"
)
PASSES: Final = _fault("passes: after {number} passes the table is replaced (R9)")
TURNS: Final = _fault("hands: so many turns end the round (R13)")
NOT_REPLAYED: Final = _fault(
    "end: only a round that is over is replayed, with all_out=replay (R24)"
)
HIDDEN_HAND: Final = _fault("hands: all hands lie open at the end")
SPECIAL: Final = _fault("hands: the hand of seat {number} would have ended the round (R12)")
SCORES: Final = _fault("scores: there are {number} seats, not {other}")
ROUND_NUMBER: Final = _fault("round: rounds are counted from 1")
OUT_OF_POINTS: Final = _fault("scores: in a game for points no seat is out")
NOT_LIVES: Final = _fault("scores: lives are whole numbers from 0 on")
NO_SWIMMING: Final = _fault("scores: without lives a seat is out (-) in this game (R22)")
OUT_WITHOUT_HAND: Final = _fault("scores: a seat without a hand is out (-)")
HAND_OF_OUT: Final = _fault("scores: a seat that is out (-) has no hand (-)")


@jit_noinline
def find_fault(
    rules: RulesRecord,
    pack: int,
    position: PositionRecord,
    hands: RecordArray,
    cards: NDArray[np.int8],
    state: RoundRecord,
) -> Fault:
    """Return the first fault of a position; ``state`` is a zero record, which is overwritten.

    ``pack`` is the mask of the cards of a whole pack.
    """
    fault = _fault_of_hands(rules, position, hands)
    if fault[0] == VALID:
        fault = _fault_of_phase(rules, position, hands, cards)
    if fault[0] == VALID:
        fault = _fault_of_cards(rules, pack, cards)
    if fault[0] == VALID:
        fault = _fault_of_play(rules, pack, position, hands, cards, state)
    if fault[0] == VALID and position.scores:
        fault = _fault_of_scores(rules, position, hands)
    return fault


@jit
def _fault_of_hands(rules: RulesRecord, position: PositionRecord, hands: RecordArray) -> Fault:
    dealt_in = 0
    for seat in range(len(hands)):
        hand = hands[seat]
        dealt_in += hand.cards > 0
        if hand.cards and hand.cards != rules.hand_size:
            return WRONG_HAND, seat, rules.hand_size, 0
        if not hand.cards and (hand.known or hand.turns or hand.state != OPEN):
            return NO_HAND, seat, 0, 0
    if not 2 <= len(hands) <= rules.max_players:
        return PLAYERS, len(hands), rules.max_players, 0
    if dealt_in < 2:
        return TOO_FEW, dealt_in, 0, 0
    if position.took and not rules.dealer_choice:
        return NOTHING_TO_TAKE, 0, 0, 0
    if not _is_dealt_in(hands, position.dealer):
        return DEALER, position.dealer, 0, 0
    if not _is_dealt_in(hands, position.leader):
        return LEADER, position.leader, 0, 0
    if position.to_act != NO_SEAT and not _is_dealt_in(hands, position.to_act):
        return TO_ACT, position.to_act, 0, 0
    if position.by != NO_SEAT and not _is_dealt_in(hands, position.by):
        return BY, position.by, 0, 0
    return VALID, 0, 0, 0


@jit
def _is_dealt_in(hands: RecordArray, seat: int) -> bool:
    return 0 <= seat < len(hands) and hands[seat].cards > 0


@jit
def _fault_of_phase(
    rules: RulesRecord, position: PositionRecord, hands: RecordArray, cards: NDArray[np.int8]
) -> Fault:
    table, extra = position.table, position.extra
    if position.phase == CHOICE:
        if not rules.dealer_choice or position.to_act != position.dealer:
            return NO_CHOICE, 0, 0, 0
        if table or extra != rules.hand_size:
            return TABLE_OF_CHOICE, rules.hand_size, 0, 0
        if _turns(hands) or position.aside or position.passes or position.took:
            return LATE_CHOICE, 0, 0, 0
    elif (table or extra) != rules.hand_size or (table and extra):
        return TABLE_SIZE, rules.hand_size, 0, 0
    elif not table and position.phase != OVER:
        return NO_TABLE, 0, 0, 0
    if position.phase == RENEWED and not rules.renew:
        return NOT_RENEWED, 0, 0, 0
    if _has_unknown(cards, _number_in_hands(hands), table):
        return HIDDEN_TABLE, 0, 0, 0
    return VALID, 0, 0, 0


@jit
def _fault_of_cards(rules: RulesRecord, pack: int, cards: NDArray[np.int8]) -> Fault:
    foreign = 0
    double = 0
    placed = 0
    for place in range(len(cards)):
        if cards[place] != UNKNOWN:
            bit = 1 << int(cards[place])
            foreign |= bit & ~pack
            double |= bit & placed
            placed |= bit
    if foreign:
        return FOREIGN, 0, 0, foreign
    if double:
        return DOUBLE, 0, 0, double
    if len(cards) != rules.pack_size:
        return WRONG_NUMBER, len(cards), rules.pack_size, 0
    return VALID, 0, 0, 0


@jit
def _fault_of_play(
    rules: RulesRecord,
    pack: int,
    position: PositionRecord,
    hands: RecordArray,
    cards: NDArray[np.int8],
    state: RoundRecord,
) -> Fault:
    over = position.phase == OVER
    dealt_in = 0
    late = False
    for seat in range(len(hands)):
        dealt_in += hands[seat].cards > 0
        late |= hands[seat].state == SHOWN or hands[seat].state == DONE
    if over and not position.end:
        return NO_END, 0, 0, 0
    if not over and position.end not in (0, CLOSED, THIRTY_ONE):
        return OVER_AFTER, position.end, 0, 0
    if position.to_act != NO_SEAT and hands[position.to_act].state != OPEN:
        return NO_FURTHER_TURN, position.to_act, 0, 0
    if not over and not position.end and late:
        return NOT_LAST_TURNS, 0, 0, 0
    if position.passes >= dealt_in and not over:
        return PASSES, dealt_in, 0, 0
    if not over and _turns(hands) >= rules.turn_cap * dealt_in:
        return TURNS, 0, 0, 0
    if position.replayed and not (over and rules.all_out == ALL_OUT_REPLAY):
        return NOT_REPLAYED, 0, 0, 0
    if over:
        if _has_unknown(cards, 0, _number_in_hands(hands)):
            return HIDDEN_HAND, 0, 0, 0
    else:
        lay_out(rules, pack, position, hands, cards, state)
        seat = impossible_hand(rules, state)
        if seat != NO_SEAT:
            return SPECIAL, seat, 0, 0
    return VALID, 0, 0, 0


@jit
def _fault_of_scores(rules: RulesRecord, position: PositionRecord, hands: RecordArray) -> Fault:
    if position.scores != len(hands):
        return SCORES, len(hands), position.scores, 0
    if position.number < 1:
        return ROUND_NUMBER, 0, 0, 0
    out = False
    odd = False
    swimming = False
    for seat in range(len(hands)):
        hand = hands[seat]
        out |= hand.out != 0
        odd |= not hand.out and (hand.score < 0 or hand.score % 2 != 0)
        swimming |= not hand.out and hand.score == 0
    if rules.scoring == SCORING_POINTS:
        return OUT_OF_POINTS if out else VALID, 0, 0, 0
    if odd:
        return NOT_LIVES, 0, 0, 0
    if swimming and rules.last_chance == NO_LAST_CHANCE:
        return NO_SWIMMING, 0, 0, 0
    for seat in range(len(hands)):
        hand = hands[seat]
        if not hand.out and not hand.cards:
            return OUT_WITHOUT_HAND, 0, 0, 0
        if hand.out and hand.cards and position.phase != OVER:
            return HAND_OF_OUT, 0, 0, 0
    return VALID, 0, 0, 0


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
    state.turns = _turns(hands)
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
    if position.replayed:
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
    position.replayed = 0
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
def _has_unknown(cards: IntArray, start: int, number: int) -> bool:
    """Return whether a card in a part of a row is unknown."""
    found = False
    for place in range(start, start + number):
        found |= cards[place] == UNKNOWN
    return found


@jit
def _turns(hands: RecordArray) -> int:
    """Return the number of turns of all seats."""
    turns = 0
    for seat in range(len(hands)):
        turns += hands[seat].turns
    return turns


@jit
def _number_in_hands(hands: RecordArray) -> int:
    """Return the number of cards in all hands."""
    number = 0
    for seat in range(len(hands)):
        number += hands[seat].cards
    return number
