"""A turn and what follows from it (R8 to R13, R25 to R30)."""

from __future__ import annotations

from typing import Any

from .bits import next_seat, nth_bit, popcount
from .deal import AWAITS_SHUFFLE, TOO_SHORT, begin_turn, choose, complete_table, replace_table
from .hand_value import special_kind
from .jit import jit, jit_noinline
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
    ONE_TURN_EACH,
    RENEWED,
    SHORT_SHOWDOWN,
    SPECIAL_ENDS,
    SPECIAL_NONE,
    TALON,
    THIRTY_ONE,
    UNTIL_ONE_OPEN,
)


@jit
def apply(rules: Any, state: Any, action: int) -> None:
    """Play a legal action, by its number, for the seat to act."""
    kind = action_kind(rules, action)
    if kind >= KEEP:
        choose(rules, state, kind == TAKE)
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
    mine = 1 << seat
    state.turns += 1
    state.turns_of[seat] += 1
    state.passes = state.passes + 1 if kind == PASS else 0
    if state.last_turns:
        state.playing &= ~mine
    if exchanges and rules.special != SPECIAL_NONE:
        found = special_kind(rules, state.hands[seat])
        if found and rules.special == SPECIAL_ENDS:
            state.shown |= mine
            finish(rules, state, found, seat)
            return
        if found and state.end != THIRTY_ONE:
            _begin_grace(state, seat)
    if not state.last_turns:
        closes = kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
        if closes:
            state.closed |= mine
        if closes or (kind == EXCHANGE_ALL and rules.close_effect == UNTIL_ONE_OPEN):
            _leave_the_open(rules, state, seat)
    _end_turn(rules, state, seat)


@jit_noinline
def resume_after_shuffle(rules: Any, state: Any) -> None:
    """Go on once chance has put ``state.aside`` into its new order (R32)."""
    complete_table(rules, state)
    if state.passes:
        state.passes = 0
        _next_turn(rules, state, state.to_act)
    else:
        state.phase = RENEWED


@jit
def _exchange_one(rules: Any, state: Any, action: int) -> None:
    seat = state.to_act
    hand_place, table_place = _places(rules.hand_size, action)
    given = nth_bit(state.hands[seat], hand_place)
    taken = nth_bit(state.table, table_place)
    state.hands[seat] ^= given | taken
    state.table ^= given | taken
    state.known[seat] = state.known[seat] & ~given | taken


@jit
def _places(size: int, action: int) -> tuple[int, int]:
    """Which hand card goes for which table card; dividing by a constant is much faster."""
    if size == 3:
        return action // 3 % 3, action % 3
    if size == 4:
        return action // 4 % 4, action % 4
    return action // size % size, action % size


@jit
def _exchange_all(state: Any) -> None:
    hand = state.hands[state.to_act]
    state.hands[state.to_act] = state.table
    state.known[state.to_act] = state.table
    state.table = hand


@jit
def _renew(rules: Any, state: Any) -> None:
    """R30; that the cards suffice is looked at before (``legal``)."""
    state.passes = 0
    if replace_table(rules, state) != AWAITS_SHUFFLE:
        state.phase = RENEWED


@jit_noinline
def _begin_grace(state: Any, seat: int) -> None:
    """31 made: those who have not had a turn yet get one each (R28)."""
    state.shown |= 1 << seat
    state.end = THIRTY_ONE
    state.by = seat
    state.last_turns = 1
    state.playing = 0
    for other in range(state.seats):
        if state.active >> other & 1 and state.turns_of[other] == 0:
            state.playing |= 1 << other


@jit
def _leave_the_open(rules: Any, state: Any, seat: int) -> None:
    """A seat has closed (R11), in the Dutch game also by exchanging all (R26, R27)."""
    state.open &= ~(1 << seat)
    state.playing &= state.open
    if rules.close_effect == IMMEDIATE:
        finish(rules, state, CLOSED, seat)
    elif rules.close_effect == ONE_TURN_EACH or popcount(state.playing) == 1:
        state.last_turns = 1
        state.end = CLOSED
        state.by = seat


@jit
def _end_turn(rules: Any, state: Any, seat: int) -> None:
    """What else may end the round after a turn, in the order of R13."""
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
def _next_turn(rules: Any, state: Any, seat: int) -> None:
    if state.turns >= rules.turn_cap * popcount(state.active):
        finish(rules, state, CAP, NO_SEAT)
    else:
        begin_turn(rules, state, next_seat(state, seat, state.playing))
