"""Views of a round and its match by a seat or a spectator, written into records (R33)."""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit

from .bits import nth_bit
from .hand_value import value_and_suit
from .legal import (
    CLOSE,
    EXCHANGE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    NOT_YOUR_TURN,
    RENEW,
    TAKE,
    action_kind,
    legal_actions,
    refusal,
)
from .records import SeatRecord
from .rows import NUMBER_OF_ACTION_KINDS
from .state import (
    NO_SEAT,
    NO_SUIT,
    NO_VALUE,
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    UNTIL_ONE_OPEN,
    MatchRecord,
    RecordArray,
    RoundRecord,
    RulesRecord,
    ViewRecord,
)

_SIMPLE_ACTIONS: Final = NUMBER_OF_ACTION_KINDS - EXCHANGE_ALL


@jit
def write_view(
    rules: RulesRecord, state: RoundRecord, seat: int, open_hands: int, view: ViewRecord
) -> None:
    """Write the view of a round by a seat, or by a spectator for ``NO_SEAT``.

    With ``open_hands`` all hands lie open. The numbers of the match are those of a round by itself.
    """
    over = state.phase == OVER
    last_turns = state.last_turns and not over
    view.phase = state.phase
    view.dealer = state.dealer
    view.leader = state.leader
    view.to_act = NO_SEAT if state.phase >= SHUFFLE else state.to_act
    view.turns = state.turns
    view.last_turns = last_turns
    view.table = state.table
    view.talon = state.talon_end - state.talon_top
    view.passes = state.passes
    view.end = state.end
    view.by = state.by
    view.closers = state.closed
    view.all_closes = (
        rules.exchange_all
        and rules.close_effect == UNTIL_ONE_OPEN
        and not (over or state.last_turns)
    )
    view.number = 1
    view.replayed = state.replayed
    view.over = over
    view.winners = 0
    view.in_match = 0
    view.took = state.took
    view.aside_count = state.aside_count
    for place in range(state.aside_count):
        view.aside[place] = state.aside[place]
    view.seat_count = state.seats
    for other in range(state.seats):
        _write_seat(rules, state, other, open_hands, view.seats[other])
    view.hand = 0
    view.value = NO_VALUE
    view.suit = NO_SUIT
    if seat != NO_SEAT and state.active >> seat & 1:
        view.hand = state.hands[seat]
        view.value, view.suit = value_and_suit(rules, view.hand)
    others_turn = state.phase < SHUFFLE and seat != state.to_act
    for kind in range(NUMBER_OF_ACTION_KINDS):
        view.refusals[kind] = NOT_YOUR_TURN if others_turn else refusal(rules, state, kind)


@jit
def _write_seat(
    rules: RulesRecord, state: RoundRecord, seat: int, open_hands: int, view: SeatRecord
) -> None:
    over = state.phase == OVER
    active = state.active >> seat & 1
    view.cards = rules.hand_size if active else 0
    view.known = state.known[seat]
    view.hand = 0
    view.value = NO_VALUE
    view.suit = NO_SUIT
    if active and (open_hands or over or state.shown >> seat & 1):
        view.hand = state.hands[seat]
        view.value, view.suit = value_and_suit(rules, view.hand)
    view.closed = active and not state.open >> seat & 1
    view.playing = not over and state.playing >> seat & 1
    view.turns = state.turns_of[seat]
    view.score = 0
    view.status = 0


@jit
def write_scores(
    rules: RulesRecord, state: RoundRecord, match: MatchRecord, view: ViewRecord
) -> None:
    """Write the public state of the match around a round."""
    view.number = match.rounds + (state.phase != OVER)
    view.over = match.over
    view.winners = match.winners
    view.in_match = 1
    for seat in range(state.seats):
        for_points = rules.scoring == SCORING_POINTS
        view.seats[seat].score = match.totals[seat] if for_points else match.lives[seat]
        view.seats[seat].status = match.status[seat]


@jit
def closes(kind: int, all_closes: int, last_turns: int) -> bool:
    """Return whether a legal action of a kind closes, given these numbers of the view."""
    if kind == CLOSE:
        return not last_turns
    return kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE) or (
        kind == EXCHANGE_ALL and all_closes != 0
    )


@jit
def write_choices(
    rules: RulesRecord, state: RoundRecord, all_closes: int, choices: RecordArray
) -> int:
    """Write the legal actions of the seat to act and the hands they leave; return their number."""
    pairs: int = rules.hand_size * rules.hand_size
    hand, table = state.hands[state.to_act], state.table
    unchanged, counting = value_and_suit(rules, hand)
    swapped, swapped_suit = value_and_suit(rules, table)
    legal = legal_actions(rules, state)
    count = 0
    for number in range(2 * pairs + _SIMPLE_ACTIONS):
        if not legal >> number & 1:
            continue
        choice = choices[count]
        count += 1
        kind = action_kind(rules, number)
        choice.number = number
        choice.given = 0
        choice.taken = 0
        choice.value = unchanged
        choice.suit = counting
        choice.closes = closes(kind, all_closes, state.last_turns)
        if kind in (EXCHANGE, EXCHANGE_CLOSE):
            pair = number % pairs
            choice.given = nth_bit(hand, pair // rules.hand_size)
            choice.taken = nth_bit(table, pair % rules.hand_size)
            choice.value, choice.suit = value_and_suit(rules, hand ^ choice.given | choice.taken)
        elif kind in (EXCHANGE_ALL, EXCHANGE_ALL_CLOSE):
            choice.given = hand & ~table
            choice.taken = table & ~hand
            choice.value, choice.suit = swapped, swapped_suit
        elif kind in (RENEW, TAKE):  # the result depends on unseen cards
            choice.value = NO_VALUE
            choice.suit = NO_SUIT
    return count
