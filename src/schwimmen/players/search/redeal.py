"""Rounds with all cards known that agree with everything a seat has seen.

A seat has seen its view and the public events of the round. Cards that it has not seen are dealt
again at random, and the actions are replayed. Any such round is a valid start, since all public
information is the same in all of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, next_seat, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.events import CHOSE, DEALT, EXCHANGED, NEW_TABLE, RECYCLED
from schwimmen.rules.core.hand_value import impossible_hand
from schwimmen.rules.core.legal import EXCHANGE_CLOSE, action_kind, legal_actions
from schwimmen.rules.core.records import EventRecord
from schwimmen.rules.core.rng import Rng, shuffle
from schwimmen.rules.core.rows import IntArray, Pack, PerSeat
from schwimmen.rules.core.state import (
    NO_ACTION,
    NO_SEAT,
    OVER,
    ROUND_DTYPE,
    SHUFFLE,
    AnyEvents,
    AnyRounds,
    CardSet,
    RecordArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    SeatOrNone,
    ViewArray,
    ViewRecord,
    record_dtype,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

IMPOSSIBLE: Final = -1
_ATTEMPTS: Final = 5000  # most views belong to nearly all deals of their unseen cards


class SeenRecord(Protocol):
    """Record of the cards seen in a round, by their place at its beginning."""

    first: PerSeat
    """Cards that each hand must have held before its first turn."""
    held: PerSeat
    """Work space: cards seen of each hand as the round goes on, and hands as they are dealt."""
    hidden: PerSeat
    """Cards of each hand now that only its owner has seen, as they are dealt again."""
    turned_up: int
    """Extra hand, once it lies open; the dealer's own if the dealer took the other."""
    took: int
    unseen: int
    """Cards at unknown places, all of which may be in hidden hands."""
    talon: Pack
    """First cards of the talon, ``talon_count`` of them."""
    talon_count: int
    cards: Pack
    """Work space."""


SEEN_DTYPE: Final = record_dtype(SeenRecord)


@jit_noinline
def redeal(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    announced: int,
    starts: RecordArray,
    given: int,
    seen: SeenRecord,
    rounds: RecordArray,
    actions: NDArray[np.int64],
    rng: Rng,
) -> int:
    """Deal the cards unseen by a seat, or a spectator, at random; return the number of decisions.

    ``pack`` are all cards, ``events`` those of the round so far; the numbers of exchanges among
    them need not give the cards. ``starts`` has the round with which the history begins, as far as
    it is known, or is empty if it begins with the deal. ``given`` are all hidden cards of the first
    seat that has any, or 0. With ``announced`` the last event is an action that the seat to act has
    chosen but not yet played: the cards that it gives are seen in its hand.

    The round before each decision is written to ``rounds``, its action to ``actions``, and the
    round as it is now behind them; both have room for one more than there are events. Returns
    ``IMPOSSIBLE`` if the view belongs to no real round, or if the round would have taken another
    course with the cards ``given``.
    """
    played = len(events) - announced
    _observe(pack, view, seat, events, played, starts, seen)
    for _ in range(1 if given else _ATTEMPTS):
        _deal_unseen(rules, view, starts, given, seen, rounds, rng)
        if len(starts) and impossible_hand(rules, rounds[0]) != NO_SEAT:
            continue
        decisions = _replay(rules, view, events[:played], seen, rounds, actions, rng)
        if decisions != IMPOSSIBLE:
            _find_hidden_cards(view, seat, rounds[decisions], seen)
            if announced:
                seen.hidden[events[played].seat] &= ~events[played].given
            return decisions
    return IMPOSSIBLE


@entry
def redeal_view(
    rules: RulesArray,
    pack: CardSet,
    views: ViewArray,
    seat: SeatOrNone,
    events: AnyEvents,
    starts: AnyRounds,
    given: CardSet,
    seen: Annotated[NDArray[Any], Array(SEEN_DTYPE, 1)],
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf("events", 1))],
    actions: Annotated[NDArray[np.int64], Array(np.int64, LengthOf("events", 1))],
    rng: Rng,
) -> int:
    """Return ``redeal`` of ``views[0]``, writing the seen cards to ``seen[0]``."""
    return redeal(
        rules[0], pack, views[0], seat, events, 0, starts, given, seen[0], rounds, actions, rng
    )


@jit
def _observe(
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    played: int,
    starts: RecordArray,
    seen: SeenRecord,
) -> None:
    """Find the places of the cards seen at the beginning of the history."""
    placed = 0
    seen.turned_up = 0
    seen.took = 0
    for other in range(view.seat_count):
        seen.first[other] = 0
    if len(starts):
        start = starts[0]
        placed = start.table
        for place in range(start.aside_count):
            placed |= 1 << int(start.aside[place])
        for other in range(view.seat_count):
            seen.first[other] = start.hands[other]
    for other in range(view.seat_count):
        seen.held[other] = seen.first[other]
    for i in range(played):
        event = events[i]
        if event.kind == DEALT:
            seen.turned_up = event.cards
        elif event.kind == CHOSE:
            seen.turned_up = event.cards
            seen.took = view.took
        elif event.kind == EXCHANGED:
            other = event.seat
            seen.first[other] |= event.given & ~seen.held[other]
            seen.held[other] = seen.held[other] & ~event.given | event.taken
    if played < len(events):
        event = events[played]
        seen.first[event.seat] |= event.given & ~seen.held[event.seat]
    placed |= seen.turned_up
    for other in range(view.seat_count):
        shown = view.hand if other == seat else view.seats[other].hand
        seen.first[other] |= shown & ~seen.held[other]
        placed |= seen.first[other]
    drawn = _write_drawn_cards(view, events, 0, pack & ~placed, seen.talon)
    seen.talon_count = popcount(drawn)
    seen.unseen = pack & ~(placed | drawn)


@jit
def _write_drawn_cards(
    view: ViewRecord, events: RecordArray, first: int, talon: int, order: IntArray
) -> int:
    """Write the cards drawn from a talon, from an event on, to ``order``; return their mask.

    ``talon`` are the cards that may be in it. Its last cards are part of the table that was turned
    up when it was recycled.
    """
    drawn = 0
    recycled = False
    for i in range(first, len(events)):
        event = events[i]
        if event.kind == RECYCLED:
            recycled = True
        elif event.kind == NEW_TABLE:
            cards = int(event.cards) & talon & ~drawn
            _list_cards(cards, order, popcount(drawn))
            drawn |= cards
            if recycled:
                return drawn
    if view.phase == SHUFFLE and not recycled:  # the rest of the talon lies on the table
        cards = view.table & talon & ~drawn
        _list_cards(cards, order, popcount(drawn))
        drawn |= cards
    return drawn


@jit
def _list_cards(cards: int, order: IntArray, place: int) -> int:
    """Write cards to an array, from a place on; return the place behind them."""
    while cards:
        order[place] = lowest_bit(cards)
        cards &= cards - 1
        place += 1
    return place


@jit
def _deal_unseen(
    rules: RulesRecord,
    view: ViewRecord,
    starts: RecordArray,
    given: int,
    seen: SeenRecord,
    rounds: RecordArray,
    rng: Rng,
) -> None:
    """Write the round at the beginning of the history, with unseen cards at random places."""
    left = _list_cards(seen.unseen & ~given, seen.cards, 0)
    shuffle(rng, seen.cards, left)
    left = _list_cards(given, seen.cards, left)
    hands = seen.held
    active = 0
    for seat in range(view.seat_count):
        hands[seat] = seen.first[seat]
        if view.seats[seat].cards:
            active |= 1 << seat
            while popcount(hands[seat]) < rules.hand_size:
                left -= 1
                hands[seat] |= 1 << int(seen.cards[left])
    extra = seen.turned_up
    if len(starts) == 0 or starts[0].table == 0:  # no hand has been turned up yet
        while popcount(extra) < rules.hand_size:
            left -= 1
            extra |= 1 << int(seen.cards[left])
    dealer = view.dealer
    if seen.took:
        hands[dealer], extra = extra, hands[dealer]
    state = rounds[0]
    if len(starts):
        rounds[0] = starts[0]
        state.extra = extra
        for seat in range(view.seat_count):
            state.hands[seat] = hands[seat]
        _fill_talon(seen, left, state.pack, state.talon_top)
        return
    state.seats = view.seat_count
    top = 0
    seat = dealer
    while True:
        seat = next_seat(state, seat, active)
        top = _list_cards(hands[seat], state.pack, top)
        if seat == dealer:
            break
    top = _list_cards(extra, state.pack, top)
    _fill_talon(seen, left, state.pack, top)
    deal(rules, state, view.seat_count, active, dealer, view.leader)


@jit
def _fill_talon(seen: SeenRecord, left: int, pack: IntArray, top: int) -> None:
    for place in range(seen.talon_count):
        pack[top] = seen.talon[place]
        top += 1
    for place in range(left):
        pack[top] = seen.cards[place]
        top += 1


@jit
def _replay(
    rules: RulesRecord,
    view: ViewRecord,
    events: RecordArray,
    seen: SeenRecord,
    rounds: RecordArray,
    actions: NDArray[np.int64],
    rng: Rng,
) -> int:
    """Replay the actions from ``rounds[0]``; return their number, or ``IMPOSSIBLE``."""
    decisions = 0
    for i in range(len(events)):
        event = events[i]
        state = rounds[decisions]
        if event.kind == RECYCLED and state.phase == SHUFFLE:
            _order_aside(view, events, i + 1, seen, state, rng)
            resume_after_shuffle(rules, state)
        if event.action == NO_ACTION:
            continue
        if state.phase >= SHUFFLE or state.to_act != event.seat:
            return IMPOSSIBLE
        action = number_of(rules, state, event)
        if action == NO_ACTION or not legal_actions(rules, state) >> action & 1:
            return IMPOSSIBLE
        actions[decisions] = action
        decisions += 1
        rounds[decisions] = rounds[decisions - 1]
        apply(rules, rounds[decisions], action)
    now = rounds[decisions]
    to_act = NO_SEAT if now.phase >= SHUFFLE else now.to_act
    if to_act != view.to_act or (now.phase == OVER) != (view.phase == OVER):
        return IMPOSSIBLE
    if now.phase != OVER:  # at the end all hands lie open
        for seat in range(view.seat_count):
            if now.shown >> seat & 1 != (view.seats[seat].hand != 0):
                return IMPOSSIBLE
    return decisions


@jit
def number_of(rules: RulesRecord, state: RoundRecord, event: EventRecord) -> int:
    """Return the number of an event's action in a round, that of an exchange by its cards.

    It is ``NO_ACTION`` if the hand or the table lacks the cards.
    """
    action: int = event.action
    if action_kind(rules, action) > EXCHANGE_CLOSE:
        return action
    if not (state.hands[event.seat] & event.given and state.table & event.taken):
        return NO_ACTION
    size = rules.hand_size
    pairs = size * size
    hand = popcount(state.hands[event.seat] & (event.given - 1))
    table = popcount(state.table & (event.taken - 1))
    return action // pairs * pairs + hand * size + table


@jit
def _order_aside(
    view: ViewRecord,
    events: RecordArray,
    first: int,
    seen: SeenRecord,
    state: RoundRecord,
    rng: Rng,
) -> None:
    """Order the cards laid aside as they were drawn from an event on, the others at random."""
    aside = 0
    for place in range(state.aside_count):
        aside |= 1 << int(state.aside[place])
    drawn = _write_drawn_cards(view, events, first, aside, state.aside)
    others = _list_cards(aside & ~drawn, seen.cards, 0)
    shuffle(rng, seen.cards, others)
    place = popcount(drawn)
    for other in range(others):
        state.aside[place + other] = seen.cards[other]


@jit
def _find_hidden_cards(view: ViewRecord, seat: int, now: RoundRecord, seen: SeenRecord) -> None:
    for other in range(len(seen.hidden)):
        one = view.seats[other]
        open_hand = other == seat or one.hand != 0
        hidden = other < view.seat_count and not open_hand
        seen.hidden[other] = now.hands[other] & ~one.known if hidden else 0
