"""The end of a round and what it costs each seat (R17 to R20, R31)."""

from __future__ import annotations

from typing import Any

from .bits import next_seat, popcount
from .hand_value import STRENGTH_SHIFT, special_kind, strength
from .jit import jit, jit_noinline
from .state import (
    ALL_OUT_REPLAY,
    DEALT_PENALTY_HARSH,
    FIRE,
    FIRE_PENALTY_ALL_OTHERS,
    IN,
    LAST_CHANCE_ALL,
    LAST_CHANCE_FIRST,
    NO_SEAT,
    NO_TARGET,
    OUT,
    OVER,
    SCORING_POINTS,
    SWIMMING,
    THIRTY_ONE,
)


@jit_noinline
def finish(rules: Any, state: Any, end: int, by: int) -> None:
    """End the round and settle what everyone loses or scores."""
    state.phase = OVER
    state.to_act = NO_SEAT
    state.end = end
    state.by = by
    best = -1
    worst = 1 << 30
    for seat in range(state.seats):
        if state.active >> seat & 1:
            rank = strength(rules, state.hands[seat])
            state.score[seat] = rank
            best = max(best, rank)
            worst = min(worst, rank)
    for seat in range(state.seats):
        if state.active >> seat & 1:
            rank = state.score[seat]
            if rules.scoring == SCORING_POINTS:
                state.score[seat] = _points(rank, best)
            else:
                lost = _lives_lost(rules, state, seat, rank == worst)
                if rules.closer_penalty and state.closed >> seat & 1 and rank < best:
                    lost += 1
                state.score[seat] = lost


@jit
def _points(rank: int, best: int) -> int:
    """Doubled points (R31): the winning value, or the difference to it."""
    value = best >> STRENGTH_SHIFT
    return value if rank == best else (rank >> STRENGTH_SHIFT) - value


@jit
def _lives_lost(rules: Any, state: Any, seat: int, is_worst: bool) -> int:
    if rules.dealt_penalty == DEALT_PENALTY_HARSH and state.dealt_special:  # R19
        if special_kind(rules, state.hands[seat]) == state.end:
            return 0
        if state.end == FIRE and special_kind(rules, state.hands[seat]) != THIRTY_ONE:
            return 2
        return 1
    if state.end == FIRE and rules.fire_penalty == FIRE_PENALTY_ALL_OTHERS:  # R18
        return 0 if seat == state.by else 1
    return 1 if is_worst else 0  # R17


@jit_noinline
def begin_match(rules: Any, match: Any, seats: int, dealer: int) -> None:
    """Everyone starts with all lives (R21); left of the first dealer leads (R6)."""
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
def active_seats(match: Any) -> int:
    """The seats still in the game, as a mask."""
    active = 0
    for seat in range(match.seats):
        if match.status[seat] != OUT:
            active |= 1 << seat
    return active


@jit_noinline
def settle(rules: Any, match: Any, state: Any) -> None:
    """Take a round that is over into account: who is out, who deals and leads, who has won."""
    match.rounds += 1
    if rules.scoring == SCORING_POINTS:
        _settle_points(rules, match, state)
    else:
        _settle_lives(rules, match, state)


@jit
def _settle_points(rules: Any, match: Any, state: Any) -> None:
    """R31."""
    best_total = match.totals[0] + state.score[0]
    for seat in range(state.seats):
        match.totals[seat] += state.score[seat]
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
def _next_leader(rules: Any, state: Any) -> int:
    """The biggest loser, of several the first in turn order; else left of the leader (R31).

    A loser's score is never above 0, a winner's always is.
    """
    leader = -1
    seat = state.leader
    for _ in range(state.seats):
        if state.score[seat] <= 0 and (leader < 0 or state.score[seat] < state.score[leader]):
            leader = seat
        seat = next_seat(state, seat, state.active)
    return next_seat(state, state.leader, state.active) if leader < 0 else leader


@jit
def _settle_lives(rules: Any, match: Any, state: Any) -> None:
    left, runs_out = _after_losses(rules, match, state)
    if left == 0 and rules.all_out == ALL_OUT_REPLAY:  # R24: the round does not count
        left = state.active
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
        if popcount(left) <= 1:
            match.over = 1
            match.winners = left if left else state.active  # R23, R24
            return
    match.dealer = next_seat(state, state.dealer, left)
    match.leader = next_seat(state, match.dealer, left)


@jit
def _after_losses(rules: Any, match: Any, state: Any) -> tuple[int, int]:
    """Who would be left after this round, and who has just given away the last chip (R22, R29)."""
    left = 0
    runs_out = 0
    for seat in range(state.seats):
        if state.active >> seat & 1:
            lost = state.score[seat]
            if lost == 0 or match.lives[seat] > lost:
                left |= 1 << seat
            elif match.lives[seat] > 0:
                runs_out |= 1 << seat
    alone = popcount(runs_out) == 1
    if rules.last_chance == LAST_CHANCE_ALL or (
        rules.last_chance == LAST_CHANCE_FIRST and alone and not match.chicken_taken
    ):
        left |= runs_out
    return left, runs_out
