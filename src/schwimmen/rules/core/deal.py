"""Deal and talon: drawing, laying aside and recycling (R4, R5, R9, R32, R34)."""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit, jit_noinline

from ..cards import NUMBER_OF_CARDS
from .bits import next_seat, popcount
from .hand_value import rank_mask, special_kind
from .settlement import finish
from .state import (
    CHOICE,
    FIRE,
    NO_SEAT,
    RECYCLE_IN_ORDER,
    SHORT_RECYCLE,
    SHUFFLE,
    SPECIAL_ENDS,
    SPECIAL_GRACE,
    SPECIAL_NONE,
    THIRTY_ONE,
    TURN,
    RoundRecord,
    RulesRecord,
)

REPLACED: Final = 0
AWAITS_SHUFFLE: Final = 1
TOO_SHORT: Final = 2


@jit
def draw(state: RoundRecord, number: int) -> int:
    """Draw cards from the top of the talon and return their mask."""
    cards = 0
    for position in range(state.talon_top, state.talon_top + number):
        cards |= 1 << int(state.pack[position])
    state.talon_top += number
    return cards


@jit
def lay_aside(state: RoundRecord, cards: int) -> None:
    """Lay a group of cards aside in the order of a record: by suit, high before low."""
    for card in range(NUMBER_OF_CARDS):
        if cards >> card & 1:
            state.aside[state.aside_count] = card
            state.aside_count += 1


@jit_noinline
def replace_table(rules: RulesRecord, state: RoundRecord) -> int:
    """Lay the table cards aside and turn up new ones, recycling if the rules allow it (R9, R32).

    Returns ``REPLACED``; ``TOO_SHORT`` if the talon is too short and nothing has changed; or
    ``AWAITS_SHUFFLE`` in the phase ``SHUFFLE``, when chance must order the cards laid aside before
    ``complete_table`` is called.
    """
    left = state.talon_end - state.talon_top
    if left >= rules.hand_size:
        lay_aside(state, state.table)
        state.table = draw(state, rules.hand_size)
        return REPLACED
    if rules.talon_short != SHORT_RECYCLE or left + state.aside_count < rules.hand_size:
        return TOO_SHORT
    state.leaving = state.table
    state.table = draw(state, left)
    if rules.recycle == RECYCLE_IN_ORDER:
        complete_table(rules, state)
        return REPLACED
    state.phase = SHUFFLE
    return AWAITS_SHUFFLE


@jit_noinline
def complete_table(rules: RulesRecord, state: RoundRecord) -> None:
    """Turn the cards laid aside, in their order, into the talon and complete the table (R32)."""
    for position in range(state.aside_count):
        state.pack[position] = state.aside[position]
    state.talon_top = 0
    state.talon_end = state.aside_count
    state.aside_count = 0
    state.recyclings += 1
    state.table |= draw(state, rules.hand_size - popcount(state.table))
    lay_aside(state, state.leaving)
    state.leaving = 0


_SEVEN_EIGHT_NINE: Final = 0b1110_0000


@jit_noinline
def deal(
    rules: RulesRecord, state: RoundRecord, seats: int, active: int, dealer: int, leader: int
) -> None:
    """Deal ``state.pack``, which is in the order of the deal, to the active seats (R4)."""
    state.seats = seats
    state.active = active
    state.playing = active
    state.dealer = dealer
    state.leader = leader
    state.open = active
    state.closed = 0
    state.shown = 0
    state.table = 0
    state.took = 0
    state.leaving = 0
    state.last_turns = 0
    state.turns = 0
    state.passes = 0
    state.end = 0
    state.by = NO_SEAT
    state.dealt_special = 0
    state.replayed = 0
    state.aside_count = 0
    state.recyclings = 0
    state.talon_top = 0
    state.talon_end = rules.pack_size
    for seat in range(seats):
        state.hands[seat] = 0
        state.known[seat] = 0
        state.turns_of[seat] = 0
        state.score[seat] = 0
    seat = dealer
    while True:
        seat = next_seat(state, seat, active)
        state.hands[seat] = draw(state, rules.hand_size)
        if seat == dealer:
            break
    state.extra = draw(state, rules.hand_size)
    if rules.special != SPECIAL_NONE:
        _check_dealt_hands(rules, state)
    if state.end and rules.special == SPECIAL_ENDS:
        if not rules.dealer_choice:
            _turn_up_extra(state)
        finish(rules, state, state.end, state.by)
    elif rules.dealer_choice and not state.shown >> dealer & 1:
        state.phase = CHOICE
        state.to_act = dealer
    else:
        _turn_up_extra(state)
        _begin_play(rules, state)


@jit
def _check_dealt_hands(rules: RulesRecord, state: RoundRecord) -> None:
    """Find the special hands dealt; the first fire decides, else the first 31 (R12, R28)."""
    seat = state.leader
    while True:
        found = special_kind(rules, state.hands[seat])
        if found:
            state.shown |= 1 << seat
            if state.end == 0 or (found == FIRE and state.end == THIRTY_ONE):
                state.end = found
                state.by = seat
        seat = next_seat(state, seat, state.active)
        if seat == state.leader:
            break
    if state.end:
        state.dealt_special = 1
        if rules.special == SPECIAL_GRACE:
            state.last_turns = 1
            state.playing = state.active & ~state.shown


@jit
def _turn_up_extra(state: RoundRecord) -> None:
    state.table = state.extra
    state.extra = 0


@jit_noinline
def choose_hand(rules: RulesRecord, state: RoundRecord, take: bool) -> None:
    """Keep the dealer's hand or take the extra hand, and turn up the other one (R5)."""
    dealer = state.dealer
    state.took = int(take)
    if take:
        hand = state.hands[dealer]
        state.hands[dealer] = state.extra
        state.extra = hand
    _turn_up_extra(state)
    found = special_kind(rules, state.hands[dealer]) if take else 0
    if found:
        state.shown |= 1 << dealer
        state.dealt_special = 1
        if rules.special == SPECIAL_ENDS:
            finish(rules, state, found, dealer)
            return
        if state.end == 0:
            state.end = found
            state.by = dealer
        state.last_turns = 1
        state.playing = state.active & ~state.shown
    _begin_play(rules, state)


@jit
def _begin_play(rules: RulesRecord, state: RoundRecord) -> None:
    if state.playing == 0:
        finish(rules, state, state.end, state.by)
    elif state.playing >> state.leader & 1:
        begin_turn(rules, state, state.leader)
    else:
        begin_turn(rules, state, next_seat(state, state.leader, state.playing))


@jit
def begin_turn(rules: RulesRecord, state: RoundRecord, seat: int) -> None:
    """Give the turn to a seat, first replacing table cards 7, 8 and 9 (R34)."""
    state.to_act = seat
    state.phase = TURN
    if rules.replace_789 and not state.last_turns:
        while (
            rank_mask(state.table) == _SEVEN_EIGHT_NINE
            and state.talon_end - state.talon_top >= rules.hand_size
        ):
            lay_aside(state, state.table)
            state.table = draw(state, rules.hand_size)
