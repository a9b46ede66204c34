"""Play by a blueprint: sampling, probabilities and weights of actions, and the player."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.legal import CLOSE, EXCHANGE_ALL_CLOSE, EXCHANGE_CLOSE, action_kind
from schwimmen.rules.core.rng import Rng, randbelow
from schwimmen.rules.core.state import RoundRecord, RulesRecord

from ..greedy import best_hand_action, greedy_action, hand_after
from .infoset_key import action_for_slot, infoset_key
from .policy_table import (
    ABSENT,
    PACKED_ACTIONS,
    TOTAL_WEIGHT,
    Blueprint,
    find_policy,
    packed_slot,
    packed_weight,
)

_MAX_SACRIFICE: Final = 4  # doubled value given up when closing, to leave opponents a worse table


@jit_noinline
def prune_actions(rules: RulesRecord, legal: int, hand: int, table: int) -> int:
    """Return the legal actions without those that close with a clearly worse hand than others."""
    best = -1
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if _closes(rules, action):
            best = max(best, value_and_suit(rules, hand_after(rules, hand, table, action))[0])
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if _closes(rules, action):
            value = value_and_suit(rules, hand_after(rules, hand, table, action))[0]
            if value < best - _MAX_SACRIFICE:
                legal &= ~(1 << action)
    return legal


@jit
def _closes(rules: RulesRecord, action: int) -> bool:
    kind = action_kind(rules, action)
    return kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)


@jit_noinline
def blueprint_action(
    rules: RulesRecord, state: RoundRecord, legal: int, blueprint: Blueprint, rng: Rng
) -> int:
    """Sample the blueprint's action for the seat to act, or return ``ABSENT``."""
    if len(blueprint) == 0:
        return ABSENT
    key, order = infoset_key(rules, state)
    policy = find_policy(blueprint, key)
    if policy == ABSENT:
        return ABSENT
    remaining = randbelow(rng, TOTAL_WEIGHT)
    for index in range(PACKED_ACTIONS):
        remaining -= packed_weight(policy, index)
        if remaining < 0:
            action = action_for_slot(rules, order, packed_slot(policy, index))
            return action if legal >> action & 1 else ABSENT
    return ABSENT


@jit_noinline
def blueprint_or_greedy(
    rules: RulesRecord,
    state: RoundRecord,
    legal: int,
    blueprint: Blueprint,
    keep_threshold: int,
    rng: Rng,
) -> int:
    """Sample a blueprint's action; in the last turns take the best hand.

    Information sets that the blueprint lacks are played by the greedy policy.
    """
    if state.last_turns:
        return best_hand_action(rules, legal, state.hands[state.to_act], state.table)
    action = blueprint_action(rules, state, legal, blueprint, rng)
    return action if action != ABSENT else greedy_action(rules, state, legal, keep_threshold)


@jit_noinline
def blueprint_probabilities(
    rules: RulesRecord,
    state: RoundRecord,
    legal: int,
    blueprint: Blueprint,
    keep_threshold: int,
    probabilities: NDArray[np.float64],
) -> None:
    """Write the probability with which ``blueprint_or_greedy`` chooses each legal action."""
    rest = legal
    while rest:
        probabilities[lowest_bit(rest)] = 0.0
        rest &= rest - 1
    if state.last_turns:
        probabilities[best_hand_action(rules, legal, state.hands[state.to_act], state.table)] = 1.0
        return
    remaining = TOTAL_WEIGHT
    if len(blueprint) > 0:
        key, order = infoset_key(rules, state)
        policy = find_policy(blueprint, key)
        if policy != ABSENT:
            for index in range(PACKED_ACTIONS):
                action = action_for_slot(rules, order, packed_slot(policy, index))
                if legal >> action & 1:
                    probabilities[action] += packed_weight(policy, index) / TOTAL_WEIGHT
                    remaining -= packed_weight(policy, index)
    if remaining:
        probabilities[greedy_action(rules, state, legal, keep_threshold)] += (
            remaining / TOTAL_WEIGHT
        )


@jit_noinline
def blueprint_weights(
    rules: RulesRecord,
    state: RoundRecord,
    legal: int,
    blueprint: Blueprint,
    weights: NDArray[np.float64],
) -> float:
    """Write the weights of the legal actions; return their sum.

    It is 0 if the blueprint lacks the information set.
    """
    if len(blueprint) == 0:
        return 0.0
    key, order = infoset_key(rules, state)
    policy = find_policy(blueprint, key)
    if policy == ABSENT:
        return 0.0
    rest = legal
    total = 0.0
    while rest:
        weights[lowest_bit(rest)] = 0.0
        rest &= rest - 1
    for index in range(PACKED_ACTIONS):
        action = action_for_slot(rules, order, packed_slot(policy, index))
        if legal >> action & 1:
            share = packed_weight(policy, index) / TOTAL_WEIGHT
            weights[action] += share
            total += share
    return total
