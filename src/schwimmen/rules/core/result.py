"""Result of a round, and its losses with their reasons, as records (R16 to R24, R31, R35, R36)."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline

from .hand_value import STRENGTH_SHIFT, special_kind, strength, value_and_suit
from .records import LossRecord
from .rows import MAX_SEATS
from .settlement import best_and_worst, losing_by_hand
from .state import (
    DEALT_PENALTY_HARSH,
    FIRE,
    FIRE_PENALTY_ALL_OTHERS,
    LOSERS_ALL_BUT_BEST,
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
CLOSER_IN_TIE: Final = 7
TIED_WITH_CLOSER: Final = 8
SPARED: Final = 9
NOT_BEST: Final = 10

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
    best, best_seats, worst_seats = best_and_worst(rules, state)
    losing = losing_by_hand(rules, state, best_seats, worst_seats)
    winner = _first_of(state, best_seats, state.leader)
    count = 0
    for seat in range(state.seats):
        if not state.active >> seat & 1:
            continue
        is_best = best_seats >> seat & 1
        if rules.scoring == SCORING_POINTS:
            if not is_best:
                own = strength(rules, state.hands[seat])
                loss = _new_loss(losses[count], seat, DIFFERENCE, 31, winner)
                loss.amount = (best >> STRENGTH_SHIFT) - (own >> STRENGTH_SHIFT)
                loss.decided = _decided_by(rules, state, seat, winner)
                count += 1
            continue
        count += _write_loss_by_hand(rules, state, seat, losing, worst_seats, winner, losses[count])
        if rules.closer_penalty and state.closed >> seat & 1 and not is_best:
            loss = _new_loss(losses[count], seat, CLOSER, 20, winner)
            loss.decided = _decided_by(rules, state, seat, winner)
            count += 1
    return count


@jit
def _first_of(state: RoundRecord, seats: int, start: int) -> int:
    """Return the first of some seats in turn order, which begins with ``start``."""
    seat = start
    while not seats >> seat & 1:
        seat = (seat + 1) % state.seats
    return seat


@jit
def _write_loss_by_hand(
    rules: RulesRecord,
    state: RoundRecord,
    seat: int,
    losing: int,
    worst_seats: int,
    winner: int,
    loss: LossRecord,
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
    if rules.losers == LOSERS_ALL_BUT_BEST:
        if losing >> seat & 1:
            _new_loss(loss, seat, NOT_BEST, 36, winner)
            loss.decided = _decided_by(rules, state, seat, winner)
        return losing >> seat & 1
    if not worst_seats >> seat & 1:
        return 0
    if losing == worst_seats:
        _write_worst(rules, state, seat, worst_seats, loss)
    else:
        _write_tie_with_closer(state, seat, losing, worst_seats, loss)
    return 1


@jit
def _write_worst(
    rules: RulesRecord, state: RoundRecord, seat: int, worst_seats: int, loss: LossRecord
) -> None:
    """Write the loss of a seat that has the worst hand, alone or tied (R17)."""
    tied = worst_seats & ~(1 << seat)
    against = _first_of(state, tied, seat) if tied else _next_better(rules, state, seat)
    _new_loss(loss, seat, TIED_WORST if tied else WORST, 18 if state.end == FIRE else 17, against)
    loss.decided = TIE if tied else _decided_by(rules, state, seat, against)


@jit
def _write_tie_with_closer(
    state: RoundRecord, seat: int, losing: int, worst_seats: int, loss: LossRecord
) -> None:
    """Write the loss of a seat that is tied for worst where only some such seats lose (R35)."""
    loses = losing >> seat & 1
    others = worst_seats & ~losing if loses else losing
    reason = SPARED
    if loses:
        reason = CLOSER_IN_TIE if state.closed >> seat & 1 else TIED_WITH_CLOSER
    _new_loss(loss, seat, reason, 35, _first_of(state, others, seat))
    loss.amount = loses
    loss.decided = TIE


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
    """Return the seat with the worst hand besides that of ``seat``, the first in turn order."""
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
