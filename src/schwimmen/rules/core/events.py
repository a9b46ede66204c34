"""Public events of a round, each with the number of its rule in RULES.md, written into records."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline

from .bits import popcount
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
from .records import EventRecord
from .rows import MAX_SEATS
from .state import (
    CAP,
    CLOSED,
    EVENT_DTYPE,
    FIRE,
    NO_ACTION,
    NO_SEAT,
    OVER,
    SHORT_RECYCLE,
    SHUFFLE,
    SPECIAL_GRACE,
    TALON,
    THIRTY_ONE,
    UNTIL_ONE_OPEN,
    RecordArray,
    RoundRecord,
    RulesRecord,
)

# Kinds of event, in the order of ``EVENT_KINDS``.
DEALT: Final = 0
CHOSE: Final = 1
EXCHANGED: Final = 2
PASSED: Final = 3
CLOSED_SEAT: Final = 4
RENEWED_TABLE: Final = 5
RECYCLED: Final = 6
NEW_TABLE: Final = 7
STAYS: Final = 8
SHOWN: Final = 9
END: Final = 10

# Reasons of an event, in the order of ``EVENT_REASONS``; those of an end are the codes of ends.
NO_REASON: Final = 0
ALL_PASS: Final = 6
RENEW_TABLE: Final = 7
SEVEN_EIGHT_NINE: Final = 8

MAX_EVENTS: Final = 64
"""Upper bound of the events that one action brings: every group of cards can be laid aside once."""

EventArray: TypeAlias = Annotated[NDArray[Any], Array(EVENT_DTYPE, MAX_EVENTS)]
"""Kind of an array with room for the events of one action."""


@jit_noinline
def write_deal(rules: RulesRecord, state: RoundRecord, events: RecordArray) -> int:
    """Write the events of a round just dealt; return their number."""
    event = _new_event(events[0], DEALT, 4)
    event.seat = state.dealer
    event.cards = _laid_aside(rules, state, 0) if state.aside_count else state.table
    count = _write_shown(rules, state, 0, events, 1)
    count = _write_tables(rules, state, 0, SEVEN_EIGHT_NINE, events, count)
    return _write_end(rules, state, events, count)


@jit_noinline
def write_action(
    rules: RulesRecord, before: RoundRecord, state: RoundRecord, action: int, events: RecordArray
) -> int:
    """Write the events of an action that led from one state to the next; return their number.

    The first event is the action itself, in the canonical form of a record.
    """
    seat = before.to_act
    kind = action_kind(rules, action)
    event = _new_event(events[0], EXCHANGED, 8)
    event.seat = seat
    event.action = _canonical(rules, state, kind, action)
    event.closes = (before.open & ~state.open) != 0
    if kind >= KEEP:
        event.kind = CHOSE
        event.rule = 5
        event.cards = before.hands[seat] if kind == TAKE else before.extra
    elif kind == PASS:
        event.kind = PASSED
    elif kind == RENEW:
        event.kind = RENEWED_TABLE
        event.rule = 30
    elif kind == CLOSE:
        event.kind = CLOSED_SEAT
        event.rule = _closing_rule(rules) if event.closes else 27
    else:
        event.given = before.hands[seat] & ~state.hands[seat]
        event.taken = state.hands[seat] & ~before.hands[seat]
        if event.closes:
            event.rule = _closing_rule(rules)
    reason = SEVEN_EIGHT_NINE
    if kind == RENEW:
        reason = RENEW_TABLE
    elif kind == PASS and not before.last_turns and before.passes + 1 == popcount(before.active):
        reason = ALL_PASS
    return _write_consequences(rules, before, state, reason, events, 1)


@jit_noinline
def write_shuffle(
    rules: RulesRecord, before: RoundRecord, state: RoundRecord, events: RecordArray
) -> int:
    """Write the events after chance has shuffled the cards laid aside; return their number."""
    reason = ALL_PASS if before.passes else RENEW_TABLE
    return _write_consequences(rules, before, state, reason, events, 0)


@jit
def _new_event(event: EventRecord, kind: int, rule: int) -> EventRecord:
    event.kind = kind
    event.seat = NO_SEAT
    event.action = NO_ACTION
    event.cards = 0
    event.given = 0
    event.taken = 0
    event.reason = NO_REASON
    event.closes = 0
    event.rule = rule
    return event


@jit
def _canonical(rules: RulesRecord, state: RoundRecord, kind: int, action: int) -> int:
    """Return an action without a close that the end of the round by a special hand prevented."""
    if state.phase == OVER and state.end in (THIRTY_ONE, FIRE):
        if kind == EXCHANGE_CLOSE:
            return action - rules.hand_size * rules.hand_size
        if kind == EXCHANGE_ALL_CLOSE:
            return action - (EXCHANGE_ALL_CLOSE - EXCHANGE_ALL)
    return action


@jit
def _closing_rule(rules: RulesRecord) -> int:
    return 26 if rules.close_effect == UNTIL_ONE_OPEN else 10


@jit
def _write_consequences(
    rules: RulesRecord,
    before: RoundRecord,
    state: RoundRecord,
    reason: int,
    events: RecordArray,
    count: int,
) -> int:
    """Write the changes of the table, the hands shown, and the end; return the number of events."""
    first = before.aside_count
    if state.recyclings > before.recyclings:
        _new_event(events[count], RECYCLED, 32)
        count += 1
        first = 0
    replaced = state.aside_count > first
    if reason == ALL_PASS and not replaced and state.phase != SHUFFLE and state.end != TALON:
        _new_event(events[count], STAYS, 32 if rules.talon_short == SHORT_RECYCLE else 9)
        count += 1
    count = _write_tables(rules, state, first, reason, events, count)
    count = _write_shown(rules, state, before.shown, events, count)
    return _write_end(rules, state, events, count)


@jit
def _laid_aside(rules: RulesRecord, state: RoundRecord, first: int) -> int:
    """Return the group of table cards that were laid aside from index ``first`` on."""
    cards = 0
    for place in range(first, first + rules.hand_size):
        cards |= 1 << int(state.aside[place])
    return cards


@jit
def _write_tables(
    rules: RulesRecord,
    state: RoundRecord,
    first: int,
    reason: int,
    events: RecordArray,
    count: int,
) -> int:
    """Write a new table for each group of cards laid aside from index ``first`` on."""
    for place in range(first, state.aside_count, rules.hand_size):
        event = _new_event(events[count], NEW_TABLE, 9)
        event.given = _laid_aside(rules, state, place)
        following = place + rules.hand_size
        is_last = following >= state.aside_count
        event.cards = state.table if is_last else _laid_aside(rules, state, following)
        event.reason = reason
        if reason == RENEW_TABLE:
            event.rule = 30
        elif reason == SEVEN_EIGHT_NINE:
            event.rule = 34
        reason = SEVEN_EIGHT_NINE
        count += 1
    return count


@jit
def _write_shown(
    rules: RulesRecord, state: RoundRecord, before: int, events: RecordArray, count: int
) -> int:
    """Write the special hands that lie open, except those of the seats in ``before``."""
    shown = state.shown & ~before
    for seat in range(MAX_SEATS):
        if shown >> seat & 1:
            rule = 28 if rules.special == SPECIAL_GRACE else 12
            event = _new_event(events[count], SHOWN, rule)
            event.seat = seat
            event.cards = state.hands[seat]
            event.reason = special_kind(rules, state.hands[seat])
            count += 1
    return count


@jit
def _write_end(rules: RulesRecord, state: RoundRecord, events: RecordArray, count: int) -> int:
    if state.phase != OVER:
        return count
    event = _new_event(events[count], END, 12)
    event.seat = state.by
    event.reason = state.end
    if state.end == CLOSED:
        event.rule = 27 if rules.close_effect == UNTIL_ONE_OPEN else 11
    elif state.end == THIRTY_ONE and rules.special == SPECIAL_GRACE:
        event.rule = 28
    elif state.end == TALON:
        event.rule = 9
    elif state.end == CAP:
        event.rule = 13
    return count + 1
