"""Cards drawn from the talon and laid aside, and the talon made anew (R9, R32)."""

from __future__ import annotations

from typing import Any, Final

from ..cards import NUMBER_OF_CARDS
from .bits import next_seat, popcount
from .hand_value import rank_mask, special_kind
from .jit import jit, jit_noinline
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
)

REPLACED: Final = 0
AWAITS_SHUFFLE: Final = 1
TOO_SHORT: Final = 2


@jit
def draw(state: Any, number: int) -> int:
    """Take the top cards of the talon, as a mask."""
    cards = 0
    for place in range(state.talon_top, state.talon_top + number):
        cards |= 1 << int(state.pack[place])
    state.talon_top += number
    return cards


@jit
def lay_aside(state: Any, cards: int) -> None:
    """Lay a group aside, clubs before spades before hearts before diamonds, high before low."""
    for card in range(NUMBER_OF_CARDS):
        if cards >> card & 1:
            state.aside[state.aside_count] = card
            state.aside_count += 1


@jit_noinline
def replace_table(rules: Any, state: Any) -> int:
    """Lay the table aside and turn up a new one, recycling if the rules say so (R9, R32).

    Returns ``REPLACED``; ``TOO_SHORT`` when nothing could be moved; or ``AWAITS_SHUFFLE`` with the
    phase at ``SHUFFLE``: chance must order the cards laid aside, then ``complete_table``.
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
def complete_table(rules: Any, state: Any) -> None:
    """The cards laid aside, as they lie, become the talon and complete the table (R32)."""
    for place in range(state.aside_count):
        state.pack[place] = state.aside[place]
    state.talon_top = 0
    state.talon_end = state.aside_count
    state.aside_count = 0
    state.recyclings += 1
    state.table |= draw(state, rules.hand_size - popcount(state.table))
    lay_aside(state, state.leaving)
    state.leaving = 0


_SEVEN_EIGHT_NINE = 0b1110_0000


@jit_noinline
def deal(rules: Any, state: Any, seats: int, active: int, dealer: int, leader: int) -> None:
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
        _look_at_dealt_hands(rules, state)
    if state.end and rules.special == SPECIAL_ENDS:
        if not rules.dealer_choice:
            _turn_up_extra(state)
        finish(rules, state, state.end, state.by)
    elif rules.dealer_choice and not state.shown >> dealer & 1:
        state.phase = CHOICE
        state.to_act = dealer
    else:
        _turn_up_extra(state)
        _begin(rules, state)


@jit
def _look_at_dealt_hands(rules: Any, state: Any) -> None:
    """Fire ends the round before 31, of several 31s the first in turn order (R12, R28)."""
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
def _turn_up_extra(state: Any) -> None:
    state.table = state.extra
    state.extra = 0


@jit_noinline
def choose(rules: Any, state: Any, take: bool) -> None:
    """The dealer keeps the hand or takes the extra hand; the other is turned up (R5)."""
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
    _begin(rules, state)


@jit
def _begin(rules: Any, state: Any) -> None:
    if state.playing == 0:
        finish(rules, state, state.end, state.by)
    elif state.playing >> state.leader & 1:
        begin_turn(rules, state, state.leader)
    else:
        begin_turn(rules, state, next_seat(state, state.leader, state.playing))


@jit
def begin_turn(rules: Any, state: Any, seat: int) -> None:
    """Give the turn to a seat; a table of 7, 8 and 9 is replaced first (R34)."""
    state.to_act = seat
    state.phase = TURN
    if rules.replace_789 and not state.last_turns:
        while (
            rank_mask(state.table) == _SEVEN_EIGHT_NINE
            and state.talon_end - state.talon_top >= rules.hand_size
        ):
            lay_aside(state, state.table)
            state.table = draw(state, rules.hand_size)
