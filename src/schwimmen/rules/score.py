"""The end of a round and what it costs each seat (R17 to R20, R31)."""

from __future__ import annotations

from typing import Any

from .compiled import compiled, compiled_apart
from .state import FIRE, NOBODY, OVER, THIRTY_ONE
from .value import STRENGTH_SHIFT, special, strength


@compiled_apart
def finish(rules: Any, state: Any, end: int, by: int) -> None:
    """End the round and settle what everyone loses or scores."""
    state.phase = OVER
    state.to_act = NOBODY
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
            if rules.points:
                state.score[seat] = _points(rank, best)
            else:
                lost = _lives_lost(rules, state, seat, rank == worst)
                if rules.closer_penalty and state.closed >> seat & 1 and rank < best:
                    lost += 1
                state.score[seat] = lost


@compiled
def _points(rank: int, best: int) -> int:
    """Doubled points (R31): the winning value, or the difference to it."""
    value = best >> STRENGTH_SHIFT
    return value if rank == best else (rank >> STRENGTH_SHIFT) - value


@compiled
def _lives_lost(rules: Any, state: Any, seat: int, is_worst: bool) -> int:
    if rules.harsh and state.dealt_special:  # R19
        if special(rules, state.hands[seat]) == state.end:
            return 0
        if state.end == FIRE and special(rules, state.hands[seat]) != THIRTY_ONE:
            return 2
        return 1
    if state.end == FIRE and rules.fire_hits_all:  # R18
        return 0 if seat == state.by else 1
    return 1 if is_worst else 0  # R17
