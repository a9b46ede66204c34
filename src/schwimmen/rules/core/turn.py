"""Turns and their consequences (R8 to R13, R25 to R30)."""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit, jit_noinline

from ..options import Options
from .bits import next_seat, nth_bit, popcount
from .deal import AWAITS_SHUFFLE, TOO_SHORT, begin_turn, choose_hand, complete_table, replace_table
from .hand_value import special_kind
from .legal import (
    CLOSE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    KEEP,
    PASS,
    RENEW,
    TAKE,
    action_kind,
)
from .settlement import finish
from .state import (
    CAP,
    CLOSED,
    IMMEDIATE,
    NO_SEAT,
    RENEWED,
    SPECIAL_ENDS,
    SPECIAL_NONE,
    TALON,
    THIRTY_ONE,
    UNTIL_ONE_OPEN,
    RoundRecord,
    RulesRecord,
)

ONE_TURN_EACH: Final = Options.close_effect.encode("one_turn_each")
SHORT_SHOWDOWN: Final = Options.talon_short.encode("showdown")


@jit
def apply(rules: RulesRecord, state: RoundRecord, action: int) -> None:
    """Play a legal action, by its number, for the seat to act."""
    kind = action_kind(rules, action)
    if kind >= KEEP:
        choose_hand(rules, state, kind == TAKE)
        return
    if kind == RENEW:
        _renew(rules, state)
        return
    exchanges = kind <= EXCHANGE_ALL_CLOSE
    if kind <= EXCHANGE_CLOSE:
        _exchange_one(rules, state, action)
    elif exchanges:
        _exchange_all(state)
    seat = state.to_act
    own_bit = 1 << seat
    state.turns += 1
    state.turns_of[seat] += 1
    state.passes = state.passes + 1 if kind == PASS else 0
    if state.last_turns:
        state.playing &= ~own_bit
    if exchanges and rules.special != SPECIAL_NONE:
        found = special_kind(rules, state.hands[seat])
        if found and rules.special == SPECIAL_ENDS:
            state.shown |= own_bit
            finish(rules, state, found, seat)
            return
        if found and state.end != THIRTY_ONE:
            _begin_grace(state, seat)
    if not state.last_turns:
        closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
        if closes:
            state.closed |= own_bit
        if closes or (kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN):
            _close_seat(rules, state, seat)
    _end_turn(rules, state, seat)


@jit_noinline
def resume_after_shuffle(rules: RulesRecord, state: RoundRecord) -> None:
    """Resume the round after chance has shuffled ``state.aside`` (R32)."""
    complete_table(rules, state)
    if state.passes:
        state.passes = 0
        _next_turn(rules, state, state.to_act)
    else:
        state.phase = RENEWED


@jit
def _exchange_one(rules: RulesRecord, state: RoundRecord, action: int) -> None:
    seat = state.to_act
    hand_index, table_index = _card_indices(rules.hand_size, action)
    given = nth_bit(state.hands[seat], hand_index)
    taken = nth_bit(state.table, table_index)
    state.hands[seat] ^= given | taken
    state.table ^= given | taken
    state.known[seat] = state.known[seat] & ~given | taken


@jit
def _card_indices(size: int, action: int) -> tuple[int, int]:
    """Return the indices of the hand card and table card exchanged by an action."""
    if size == 3:  # division by a constant is much faster
        return action // 3 % 3, action % 3
    if size == 4:
        return action // 4 % 4, action % 4
    return action // size % size, action % size


@jit
def _exchange_all(state: RoundRecord) -> None:
    hand = state.hands[state.to_act]
    state.hands[state.to_act] = state.table
    state.known[state.to_act] = state.table
    state.table = hand


@jit
def _renew(rules: RulesRecord, state: RoundRecord) -> None:
    """Replace the table cards, for which ``legal`` has found enough cards (R30)."""
    state.passes = 0
    if replace_table(rules, state) != AWAITS_SHUFFLE:
        state.phase = RENEWED


@jit_noinline
def _begin_grace(state: RoundRecord, seat: int) -> None:
    """Show a 31 and give a last turn to each seat that has not had a turn (R28)."""
    state.shown |= 1 << seat
    state.end = THIRTY_ONE
    state.by = seat
    state.last_turns = 1
    state.playing = 0
    for other in range(state.seats):
        if state.active >> other & 1 and state.turns_of[other] == 0:
            state.playing |= 1 << other


@jit
def _close_seat(rules: RulesRecord, state: RoundRecord, seat: int) -> None:
    """Close a seat (R11), which in the Dutch game also follows an exchange of all (R26, R27)."""
    state.open &= ~(1 << seat)
    state.playing &= state.open
    if rules.close_effect == IMMEDIATE:
        finish(rules, state, CLOSED, seat)
    elif rules.close_effect == ONE_TURN_EACH or popcount(state.playing) == 1:
        state.last_turns = 1
        state.end = CLOSED
        state.by = seat


@jit
def _end_turn(rules: RulesRecord, state: RoundRecord, seat: int) -> None:
    """End the round if R13 requires it (its cases in order), else pass the turn."""
    if state.to_act == NO_SEAT:
        return
    if state.last_turns:
        if state.playing == 0:
            finish(rules, state, state.end, state.by)
            return
    elif state.passes == popcount(state.active):
        outcome = replace_table(rules, state)
        if outcome == AWAITS_SHUFFLE:
            return
        state.passes = 0
        if outcome == TOO_SHORT and rules.talon_short == SHORT_SHOWDOWN:
            finish(rules, state, TALON, NO_SEAT)
            return
    _next_turn(rules, state, seat)


@jit
def _next_turn(rules: RulesRecord, state: RoundRecord, seat: int) -> None:
    if state.turns >= rules.turn_cap * popcount(state.active):
        finish(rules, state, CAP, NO_SEAT)
    else:
        begin_turn(rules, state, next_seat(state, seat, state.playing))
