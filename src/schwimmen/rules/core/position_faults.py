"""Faults of positions (docs/positions.md), with their texts."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline

from ..ruleset import WRONG_PLAYERS
from .hand_value import impossible_hand
from .position import (
    DONE,
    NO_LAST_CHANCE,
    OPEN,
    SHOWN,
    UNKNOWN,
    PositionRecord,
    has_unknown,
    lay_out,
    number_in_hands,
    turns_taken,
)
from .settlement import ALL_OUT_REPLAY
from .state import (
    CHOICE,
    CLOSED,
    NO_SEAT,
    OVER,
    RENEWED,
    SCORING_POINTS,
    THIRTY_ONE,
    RecordArray,
    RoundRecord,
    RulesRecord,
)

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
        if turns_taken(hands) or position.aside or position.passes or position.took:
            return LATE_CHOICE, 0, 0, 0
    elif (table or extra) != rules.hand_size or (table and extra):
        return TABLE_SIZE, rules.hand_size, 0, 0
    elif not table and position.phase != OVER:
        return NO_TABLE, 0, 0, 0
    if position.phase == RENEWED and not rules.renew:
        return NOT_RENEWED, 0, 0, 0
    if has_unknown(cards, number_in_hands(hands), table):
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
    if not over and turns_taken(hands) >= rules.turn_cap * dealt_in:
        return TURNS, 0, 0, 0
    if position.replayed and not (over and rules.all_out == ALL_OUT_REPLAY):
        return NOT_REPLAYED, 0, 0, 0
    if over:
        if has_unknown(cards, 0, number_in_hands(hands)):
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
