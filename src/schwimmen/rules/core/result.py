"""Result of a round, and its losses with their reasons, as records (R16 to R24, R31)."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline

from .hand_value import STRENGTH_SHIFT, special_kind, strength, value_and_suit
from .records import LossRecord
from .rows import MAX_SEATS
from .state import (
    DEALT_PENALTY_HARSH,
    FIRE,
    FIRE_PENALTY_ALL_OTHERS,
    LOSS_DTYPE,
    NO_SEAT,
    NO_SUIT,
    SCORING_POINTS,
    THIRTY_ONE,
    MatchRecord,
    RecordArray,
    ResultRecord,
    RoundRecord,
    RulesRecord,
)

# Reasons of a loss, in the order of ``LOSS_REASONS``.
WORST: Final = 0
TIED_WORST: Final = 1
FIRE_OF_ANOTHER: Final = 2
DEALT_31: Final = 3
DEALT_FIRE: Final = 4
CLOSER: Final = 5
DIFFERENCE: Final = 6

# Criteria by which two hands differ (R16), in the order of ``CRITERIA``.
NOT_COMPARED: Final = 0
BY_VALUE: Final = 1
BY_TRIPS_RANK: Final = 2
BY_SUIT: Final = 3
BY_HIGH_CARD: Final = 4
TIE: Final = 5

MAX_LOSSES: Final = 2 * MAX_SEATS
LossArray: TypeAlias = Annotated[NDArray[Any], Array(LOSS_DTYPE, MAX_LOSSES)]
"""Kind of an array with room for two losses of each seat: by its hand, and for closing (R20)."""

_NEVER: Final = 1 << 30
"""Strength above that of every hand."""


@jit_noinline
def write_result(rules: RulesRecord, state: RoundRecord, result: ResultRecord) -> None:
    """Write the result of a round that is over, without its match."""
    result.dealer = state.dealer
    result.leader = state.leader
    result.end = state.end
    result.by = state.by
    result.turns = state.turns
    result.seat_count = state.seats
    result.active = state.active
    for seat in range(state.seats):
        hand = state.hands[seat] if state.active >> seat & 1 else 0
        result.hands[seat] = hand
        result.values[seat], result.suits[seat] = value_and_suit(rules, hand)
        result.scores[seat] = state.score[seat]


@jit
def write_match_scores(match: MatchRecord, result: ResultRecord) -> None:
    """Write the scores of a match after a round."""
    for seat in range(match.seats):
        result.lives[seat] = match.lives[seat]
        result.status[seat] = match.status[seat]
        result.totals[seat] = match.totals[seat]


@jit_noinline
def write_losses(rules: RulesRecord, state: RoundRecord, losses: RecordArray) -> int:
    """Write the losses of a round that is over, in seat order; return their number.

    They are those of the round by itself, before its match decides whether it counts (R24).
    """
    best = -1
    worst = _NEVER
    winner = NO_SEAT
    seat = state.leader
    for _ in range(state.seats):
        if state.active >> seat & 1:
            own = strength(rules, state.hands[seat])
            worst = min(worst, own)
            if own > best:
                best = own
                winner = seat
        seat = (seat + 1) % state.seats
    count = 0
    for seat in range(state.seats):
        if not state.active >> seat & 1:
            continue
        own = strength(rules, state.hands[seat])
        if rules.scoring == SCORING_POINTS:
            if own != best:
                loss = _new_loss(losses[count], seat, DIFFERENCE, 31, winner)
                loss.amount = (best >> STRENGTH_SHIFT) - (own >> STRENGTH_SHIFT)
                loss.decided = _decided_by(rules, state, seat, winner)
                count += 1
            continue
        count += _write_loss_by_hand(rules, state, seat, own == worst, losses[count])
        if rules.closer_penalty and state.closed >> seat & 1 and own < best:
            loss = _new_loss(losses[count], seat, CLOSER, 20, winner)
            loss.decided = _decided_by(rules, state, seat, winner)
            count += 1
    return count


@jit
def _write_loss_by_hand(
    rules: RulesRecord, state: RoundRecord, seat: int, is_worst: bool, loss: LossRecord
) -> int:
    """Write the loss of a seat by its hand, if any; return the number of losses, 0 or 1."""
    if rules.dealt_penalty == DEALT_PENALTY_HARSH and state.dealt_special:
        own = special_kind(rules, state.hands[seat])
        if own == state.end:
            return 0
        if state.end == THIRTY_ONE:
            _new_loss(loss, seat, DEALT_31, 19, state.by)
        else:
            _new_loss(loss, seat, DEALT_FIRE, 19, state.by)
            loss.amount = 1 if own == THIRTY_ONE else 2
        return 1
    if state.end == FIRE and rules.fire_penalty == FIRE_PENALTY_ALL_OTHERS:
        if seat != state.by:
            _new_loss(loss, seat, FIRE_OF_ANOTHER, 18, state.by)
        return seat != state.by
    if not is_worst:
        return 0
    against = _next_better(rules, state, seat)
    _new_loss(loss, seat, WORST, 18 if state.end == FIRE else 17, against)
    if strength(rules, state.hands[seat]) == strength(rules, state.hands[against]):
        loss.reason = TIED_WORST
        loss.decided = TIE
    else:
        loss.decided = _decided_by(rules, state, seat, against)
    return 1


@jit
def _new_loss(loss: LossRecord, seat: int, reason: int, rule: int, against: int) -> LossRecord:
    loss.seat = seat
    loss.amount = 1
    loss.rule = rule
    loss.reason = reason
    loss.against = against
    loss.decided = NOT_COMPARED
    return loss


@jit
def _next_better(rules: RulesRecord, state: RoundRecord, seat: int) -> int:
    """Return the seat with the worst hand besides that of ``seat``, the first in turn order.

    If it is tied with that of ``seat``, turn order begins after this seat.
    """
    own = strength(rules, state.hands[seat])
    lowest = _NEVER
    found = NO_SEAT
    other = state.leader
    for _ in range(state.seats):
        if other != seat and state.active >> other & 1:
            rank = strength(rules, state.hands[other])
            if rank < lowest:
                lowest = rank
                found = other
        other = (other + 1) % state.seats
    if lowest == own:
        found = (seat + 1) % state.seats
        while not (state.active >> found & 1 and strength(rules, state.hands[found]) == own):
            found = (found + 1) % state.seats
    return found


@jit
def _decided_by(rules: RulesRecord, state: RoundRecord, lower: int, higher: int) -> int:
    value, suit = value_and_suit(rules, state.hands[lower])
    higher_value, higher_suit = value_and_suit(rules, state.hands[higher])
    if value != higher_value:
        return BY_VALUE
    if suit == NO_SUIT:
        return BY_TRIPS_RANK
    return BY_HIGH_CARD if suit == higher_suit else BY_SUIT
