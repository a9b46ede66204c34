"""Settlement of rounds (R17 to R20, R31, R35, R36) and of matches (R21 to R24, R29, R31)."""

from __future__ import annotations

from typing import Final

from schwimmen.engine import jit, jit_noinline

from ..options import Options
from ..ruleset import RuleSet
from .bits import next_seat, popcount
from .hand_value import STRENGTH_SHIFT, special_kind, strength
from .state import (
    CLOSER_TIE_LOSES,
    CLOSER_TIE_SAFE,
    DEALT_PENALTY_HARSH,
    FIRE,
    FIRE_PENALTY_ALL_OTHERS,
    IN,
    LAST_CHANCE_ALL,
    LAST_CHANCE_FIRST,
    LOSERS_ALL_BUT_BEST,
    NO_SEAT,
    OUT,
    OVER,
    SCORING_POINTS,
    SWIMMING,
    THIRTY_ONE,
    MatchRecord,
    RoundRecord,
    RulesRecord,
)

ALL_OUT_REPLAY: Final = Options.all_out.encode("replay")
NO_TARGET: Final = Options.target.encode(None)


def most_lives_lost(rules: RuleSet) -> int:
    """Return the most lives that a round can cost a player (R17 to R20, R36).

    >>> most_lives_lost(RuleSet("pagat")), most_lives_lost(RuleSet("pagat", closer_penalty=True))
    (1, 2)
    """
    return 1 + (rules.dealt_penalty == "harsh" or rules.closer_penalty)


def may_cost_nothing(rules: RuleSet) -> bool:
    """Return whether a round may cost no lives.

    That is so if all hold 31 (R19), all are tied (R36), or the round does not count (R24).

    >>> may_cost_nothing(RuleSet("pagat")), may_cost_nothing(RuleSet("gamerules"))
    (False, True)
    """
    return (
        rules.all_out == "replay"
        or rules.dealt_penalty == "harsh"
        or rules.losers == "all_but_best"
    )


@jit_noinline
def finish(rules: RulesRecord, state: RoundRecord, end: int, by: int) -> None:
    """End the round and set the score of each seat."""
    state.phase = OVER
    state.to_act = NO_SEAT
    state.end = end
    state.by = by
    best, best_seats, worst_seats = best_and_worst(rules, state)
    losing = losing_by_hand(rules, state, best_seats, worst_seats)
    fined = state.closed & ~best_seats if rules.closer_penalty else 0  # R20
    for seat in range(state.seats):
        if state.active >> seat & 1:
            if rules.scoring == SCORING_POINTS:
                state.score[seat] = _points(strength(rules, state.hands[seat]), best)
            else:
                lost = _lives_lost(rules, state, seat, losing >> seat & 1)
                state.score[seat] = lost + (fined >> seat & 1)


@jit
def best_and_worst(rules: RulesRecord, state: RoundRecord) -> tuple[int, int, int]:
    """Return the strength of the best hand, and the seats that have the best and worst hands."""
    best, worst = -1, 1 << 30
    best_seats, worst_seats = 0, 0
    for seat in range(state.seats):
        if state.active >> seat & 1:
            own = strength(rules, state.hands[seat])
            if own > best:
                best, best_seats = own, 0
            if own < worst:
                worst, worst_seats = own, 0
            best_seats |= (own == best) << seat
            worst_seats |= (own == worst) << seat
    return best, best_seats, worst_seats


@jit
def losing_by_hand(
    rules: RulesRecord, state: RoundRecord, best_seats: int, worst_seats: int
) -> int:
    """Return the seats whose hands lose where R17 decides (R17, R35, R36)."""
    if rules.losers == LOSERS_ALL_BUT_BEST:
        return state.active & ~best_seats
    closers = worst_seats & state.closed
    if rules.closer_tie == CLOSER_TIE_LOSES and closers:
        return closers
    if rules.closer_tie == CLOSER_TIE_SAFE and closers != worst_seats:
        return worst_seats & ~closers
    return worst_seats


@jit
def _points(own: int, best: int) -> int:
    """Return doubled points (R31): the winning value, or the difference from it."""
    value = best >> STRENGTH_SHIFT
    return value if own == best else (own >> STRENGTH_SHIFT) - value


@jit
def _lives_lost(rules: RulesRecord, state: RoundRecord, seat: int, loses: int) -> int:
    if rules.dealt_penalty == DEALT_PENALTY_HARSH and state.dealt_special:  # R19
        if special_kind(rules, state.hands[seat]) == state.end:
            return 0
        if state.end == FIRE and special_kind(rules, state.hands[seat]) != THIRTY_ONE:
            return 2
        return 1
    if state.end == FIRE and rules.fire_penalty == FIRE_PENALTY_ALL_OTHERS:  # R18
        return 0 if seat == state.by else 1
    return loses  # R17, R35, R36


@jit_noinline
def begin_match(rules: RulesRecord, match: MatchRecord, seats: int, dealer: int) -> None:
    """Start a match: all lives for each seat (R21), the seat left of the dealer leads (R6)."""
    match.seats = seats
    match.dealer = dealer
    match.leader = (dealer + 1) % seats
    match.rounds = 0
    match.over = 0
    match.chicken_taken = 0
    match.winners = 0
    for seat in range(seats):
        match.lives[seat] = rules.lives
        match.status[seat] = IN
        match.totals[seat] = 0


@jit
def active_seats(match: MatchRecord) -> int:
    """Return the mask of the seats still in the game."""
    active = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            active |= 1 << seat
    return active


@jit_noinline
def settle(rules: RulesRecord, match: MatchRecord, state: RoundRecord) -> None:
    """Settle a round that is over: lives or points, the next dealer and leader, winners."""
    match.rounds += 1
    if rules.scoring == SCORING_POINTS:
        for seat in range(state.seats):
            match.totals[seat] += state.score[seat]
    else:
        _take_lives(rules, match, state)
    conclude(rules, match, state)


@jit_noinline
def conclude(rules: RulesRecord, match: MatchRecord, state: RoundRecord) -> None:
    """Find the next dealer and leader after a round that is settled, and the winners, if any."""
    if rules.scoring == SCORING_POINTS:
        _conclude_points(rules, match, state)
    else:
        _conclude_lives(match, state)


@jit
def _conclude_points(rules: RulesRecord, match: MatchRecord, state: RoundRecord) -> None:
    """Find the next dealer and leader, and the winners (R31)."""
    best_total = match.totals[0]
    for seat in range(state.seats):
        best_total = max(best_total, match.totals[seat])
    reached = rules.target != NO_TARGET and best_total >= rules.target
    if reached or match.rounds >= rules.rounds:
        match.over = 1
        for seat in range(state.seats):
            if match.totals[seat] == best_total:
                match.winners |= 1 << seat
    match.dealer = next_seat(state, state.dealer, state.active)
    match.leader = _next_leader(rules, state)


@jit
def _next_leader(rules: RulesRecord, state: RoundRecord) -> int:
    """Return the next leader (R31): the biggest loser, or the seat left of the leader.

    Turn order decides between equal losers. Only winners score above 0.
    """
    leader = -1
    seat = state.leader
    for _ in range(state.seats):
        if state.score[seat] <= 0 and (leader < 0 or state.score[seat] < state.score[leader]):
            leader = seat
        seat = next_seat(state, seat, state.active)
    return next_seat(state, state.leader, state.active) if leader < 0 else leader


@jit
def _conclude_lives(match: MatchRecord, state: RoundRecord) -> None:
    """Find the next dealer and leader, or the winners (R7, R23, R24)."""
    left = active_seats(match)
    if popcount(left) <= 1:
        match.over = 1
        match.winners = left if left else state.active
        return
    match.dealer = next_seat(state, state.dealer, left)
    match.leader = next_seat(state, match.dealer, left)


@jit
def _take_lives(rules: RulesRecord, match: MatchRecord, state: RoundRecord) -> None:
    """Take the lives of a round (R21, R22, R24, R29)."""
    left, runs_out = _after_losses(rules, match, state)
    if left == 0 and rules.all_out == ALL_OUT_REPLAY:  # R24
        state.replayed = 1
        for seat in range(state.seats):
            state.score[seat] = 0
    else:
        for seat in range(state.seats):
            if state.active >> seat & 1:
                match.lives[seat] = max(0, match.lives[seat] - state.score[seat])
                if not left >> seat & 1:
                    match.status[seat] = OUT
                elif runs_out >> seat & 1:
                    match.status[seat] = SWIMMING
        if runs_out:
            match.chicken_taken = 1


@jit
def _after_losses(rules: RulesRecord, match: MatchRecord, state: RoundRecord) -> tuple[int, int]:
    """Return the seats left after this round, and those that lose their last chip (R22, R29)."""
    left = 0
    runs_out = 0
    for seat in range(state.seats):
        if state.active >> seat & 1:
            lost = state.score[seat]
            if lost == 0 or match.lives[seat] > lost:
                left |= 1 << seat
            elif match.lives[seat] > 0:
                runs_out |= 1 << seat
    only_one = popcount(runs_out) == 1
    if rules.last_chance == LAST_CHANCE_ALL or (
        rules.last_chance == LAST_CHANCE_FIRST and only_one and not match.chicken_taken
    ):
        left |= runs_out
    return left, runs_out
