"""Playing by a blueprint."""

from __future__ import annotations

from typing import Any, Final

from schwimmen.rules.bits import count, lowest
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.stream import below

from ..greedy_action import BY_TURN, greedy_action
from ..last_turn import best_hand_action
from .situation import action_of, situation
from .slots import ABSENT, SHARES, action_in, play_at, share_in

_CHOICES: Final = 3
_LEAST: Final = 0.004


@compiled_apart
def blueprint_action(rules: Any, state: Any, legal: int, slots: Any, numbers: Any) -> int:
    """What the blueprint plays in the situation of the seat to act, or ``ABSENT``."""
    if len(slots) == 0:
        return ABSENT
    key, order = situation(rules, state)
    play = play_at(slots, key)
    if play == ABSENT:
        return ABSENT
    drawn = below(numbers, SHARES)
    for which in range(_CHOICES):
        drawn -= share_in(play, which)
        if drawn < 0:
            action = action_of(rules, order, action_in(play, which))
            return action if legal >> action & 1 else ABSENT
    return ABSENT


@compiled_apart
def blueprint_or_greedy(
    rules: Any, state: Any, legal: int, slots: Any, keep_from: int, numbers: Any
) -> int:
    """What to play by a blueprint that does not know everything; in the last turns the best hand.

    Where it knows nothing the greedy player's judgement stands in.
    """
    if state.last_turns:
        return best_hand_action(rules, legal, state.hands[state.to_act], state.table)
    action = blueprint_action(rules, state, legal, slots, numbers)
    return action if action != ABSENT else _greedy(rules, state, legal, keep_from)


@compiled_apart
def blueprint_shares(
    rules: Any, state: Any, legal: int, slots: Any, keep_from: int, shares: Any
) -> None:
    """Write exactly how likely ``blueprint_or_greedy`` is to choose each legal action."""
    rest = legal
    while rest:
        shares[lowest(rest)] = 0.0
        rest &= rest - 1
    if state.last_turns:
        shares[best_hand_action(rules, legal, state.hands[state.to_act], state.table)] = 1.0
        return
    left = SHARES
    if len(slots) > 0:
        key, order = situation(rules, state)
        play = play_at(slots, key)
        if play != ABSENT:
            for which in range(_CHOICES):
                action = action_of(rules, order, action_in(play, which))
                if legal >> action & 1:
                    shares[action] += share_in(play, which) / SHARES
                    left -= share_in(play, which)
    if left:
        shares[_greedy(rules, state, legal, keep_from)] += left / SHARES


@compiled
def _greedy(rules: Any, state: Any, legal: int, keep_from: int) -> int:
    return greedy_action(
        rules,
        legal,
        state.hands[state.to_act],
        state.table,
        state.turns_of[state.to_act],
        count(state.active),
        state.last_turns,
        keep_from,
        BY_TURN,
    )


@compiled_apart
def blueprint_weights(rules: Any, state: Any, legal: int, slots: Any, weights: Any) -> float:
    """Write how likely each legal action is; returns the sum of all, 0 if nothing is known."""
    if len(slots) == 0:
        return 0.0
    key, order = situation(rules, state)
    play = play_at(slots, key)
    if play == ABSENT:
        return 0.0
    rest = legal
    total = 0.0
    while rest:
        weights[lowest(rest)] = _LEAST
        total += _LEAST
        rest &= rest - 1
    for which in range(_CHOICES):
        action = action_of(rules, order, action_in(play, which))
        if legal >> action & 1:
            share = share_in(play, which) / SHARES
            weights[action] += share
            total += share
    return total
