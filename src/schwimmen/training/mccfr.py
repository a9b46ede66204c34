"""Monte Carlo counterfactual regret minimization (MCCFR).

One seat learns in every round: all actions of each of its decisions are played out in the same
world (Lanctot and others: Monte Carlo sampling for regret minimization in extensive games, 2009).
Later rounds have a higher weight (Brown and Sandholm: Solving imperfect-information games via
discounted regret minimization, 2019). Regrets start from afterstate values. A single game is a
noisy sample of an action's gain, so these values, which many information sets share, also count in
the first visits.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, jit, jit_noinline
from schwimmen.players.blueprint.infoset_key import (
    ACTION_SLOTS,
    NO_SLOT,
    action_for_slot,
    infoset_key,
    slot_for_action,
)
from schwimmen.players.blueprint.policy import prune_actions
from schwimmen.players.greedy import best_hand_action
from schwimmen.players.random_play import random_action, shuffle_pack, weighted_action
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, next_bits, randbelow, shuffle
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    OVER,
    SHUFFLE,
    NumberOfSeats,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    WholePack,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from .afterstates import (
    UNKNOWN_VALUE,
    AfterstateValues,
    blended_value,
    look_up_values,
    record_decision,
    round_gain,
    sample_action,
    softmax_weights,
    update_value,
)
from .hash_table import ABSENT, find, find_or_add

_TEMPERATURE: Final = 0.02
_INITIAL_VISITS: Final = 150.0  # visits that the initial values count as
_EXPLORATION_PERIOD: Final = 6  # decisions of the learning seat for each random one
_PRUNING_THRESHOLD: Final = 8.0  # negative regret, in visits times lives, of a pruned action
_PRUNED_MASK: Final = 15  # a pruned action is tried one time in sixteen
_VALUE_VISITS: Final = 100.0  # visits that the afterstate value counts as


class Regrets(NamedTuple):
    """Hash table of regrets and sums of the policies played, by key and slot, weighted by time.

    ``slots`` are masks of the action slots considered, ``visits`` the numbers of updates.
    ``values`` are the afterstate values, ``gains`` is work space for the gains of actions.
    """

    keys: Annotated[NDArray[np.uint64], Array(np.uint64, 1)]
    number: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    slots: Annotated[NDArray[np.int32], Array(np.int32, LengthOf(".keys"))]
    regrets: Annotated[NDArray[np.float32], Array(np.float32, LengthOf(".keys"), ACTION_SLOTS)]
    policy_sums: Annotated[NDArray[np.float32], Array(np.float32, LengthOf(".keys"), ACTION_SLOTS)]
    visits: Annotated[NDArray[np.int32], Array(np.int32, LengthOf(".keys"))]
    values: AfterstateValues
    gains: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]


def new_regrets(size: int, values: AfterstateValues) -> Regrets:
    """Return an empty table that starts from afterstate values."""
    return Regrets(
        np.zeros(size, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(size, np.int32),
        np.zeros((size, ACTION_SLOTS), np.float32),
        np.zeros((size, ACTION_SLOTS), np.float32),
        np.zeros(size, np.int32),
        values,
        np.zeros(MAX_ACTIONS),
    )


@jit
def _positive_regrets(row: NDArray[np.float32], mask: int) -> tuple[int, float]:
    """Return the slots with positive regrets, and the sum of these regrets."""
    slots, total = 0, 0.0
    while mask:
        slot = mask & -mask
        mask &= mask - 1
        regret = row[lowest_bit(slot)]
        if regret > 0:
            slots |= slot
            total += regret
    return slots, total


@jit
def _sample_slot(row: NDArray[np.float32], mask: int, rng: Rng) -> int:
    """Sample a slot in proportion to its positive regret."""
    slots, total = _positive_regrets(row, mask)
    return weighted_action(slots, row, total, rng) if slots else random_action(mask, rng)


@jit
def _find_or_initialize(
    rules: RulesRecord, state: RoundRecord, table: Regrets, weight: float
) -> tuple[int, int]:
    """Return the index of the actor's information set, initialized if new, and its card order."""
    key, order = infoset_key(rules, state)
    before = table.number[0]
    index = find_or_add(table.keys, key, table.number)
    if table.number[0] > before:
        _initialize(rules, state, table, index, order, weight)
    return index, order


@jit_noinline
def _initialize(
    rules: RulesRecord, state: RoundRecord, table: Regrets, index: int, order: int, weight: float
) -> None:
    """Initialize regrets from afterstate values, which count as ``_INITIAL_VISITS`` visits."""
    values = table.values
    legal = legal_actions(rules, state)
    actions = prune_actions(rules, legal, state.hands[state.to_act], state.table)
    best = look_up_values(rules, state, actions, values)
    rest = actions
    while rest:
        table.gains[lowest_bit(rest)] = max(values.work[lowest_bit(rest)], best - 1.0)
        rest &= rest - 1
    total = softmax_weights(actions, best, _TEMPERATURE, values.work)
    mean = 0.0
    rest = actions
    while rest:
        mean += values.work[lowest_bit(rest)] / total * table.gains[lowest_bit(rest)]
        rest &= rest - 1
    mask = 0
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        slot = slot_for_action(rules, order, action)
        if slot != NO_SLOT:
            mask |= 1 << slot
            table.regrets[index, slot] = weight * _INITIAL_VISITS * (table.gains[action] - mean)
    table.slots[index] = mask


@jit
def _legal_action(rules: RulesRecord, state: RoundRecord, order: int, slot: int, rng: Rng) -> int:
    """Return the action of a slot, or a random one if the action is illegal just now."""
    action = action_for_slot(rules, order, slot)
    legal = legal_actions(rules, state)
    return action if legal >> action & 1 else random_action(legal, rng)


@jit_noinline
def _sample_current_policy(
    rules: RulesRecord, state: RoundRecord, table: Regrets, weight: float, record: bool, rng: Rng
) -> int:
    """Sample an action of the current policy; with ``record``, add it to the average policy.

    New information sets are initialized only with ``record``, since rollouts visit many rare ones.
    """
    if state.last_turns:
        legal = legal_actions(rules, state)
        return best_hand_action(rules, legal, state.hands[state.to_act], state.table)
    if record:
        index, order = _find_or_initialize(rules, state, table, weight)
    else:
        key, order = infoset_key(rules, state)
        index = find(table.keys, key)
    if index == ABSENT:
        return sample_action(rules, state, table.values, _TEMPERATURE, 0, rng)
    row = table.regrets[index]
    mask = int(table.slots[index])
    if record:
        slots, total = _positive_regrets(row, mask)
        while slots:
            slot = lowest_bit(slots)
            slots &= slots - 1
            table.policy_sums[index, slot] += weight * row[slot] / total
    return _legal_action(rules, state, order, _sample_slot(row, mask, rng), rng)


@jit_noinline
def _try_action(
    rules: RulesRecord,
    rounds: RecordArray,
    table: Regrets,
    index: int,
    action: int,
    weight: float,
    rng: Rng,
) -> float:
    """Return an action's gain in this world, blended with its value while visits are few."""
    values = table.values
    record_decision(rules, rounds[0], action, values, 0)
    seat = rounds[0].to_act
    rounds[1] = rounds[0]
    state = rounds[1]
    apply(rules, state, action)
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            apply(rules, state, _sample_current_policy(rules, state, table, weight, False, rng))
    gain = round_gain(rules, state, seat)
    fine, plain, coarse = values.trajectory[0]
    value = blended_value(values, fine, plain, coarse)
    for level in range(3):
        update_value(values, values.trajectory[0, level], gain)
    if value <= UNKNOWN_VALUE:
        return gain
    own = float(table.visits[index])
    return (_VALUE_VISITS * value + own * gain) / (_VALUE_VISITS + own)


@jit_noinline
def _update_regrets(
    rules: RulesRecord, rounds: RecordArray, table: Regrets, weight: float, rng: Rng
) -> int:
    """Try all actions of the seat to act and update its regrets; return an action to play."""
    state = rounds[0]
    index, order = _find_or_initialize(rules, state, table, weight)
    if index == ABSENT:
        return sample_action(rules, state, table.values, _TEMPERATURE, 0, rng)
    row = table.regrets[index]
    mask = int(table.slots[index])
    legal = legal_actions(rules, state)
    _, total = _positive_regrets(row, mask)
    table.visits[index] += 1
    mean = 0.0
    tried = 0
    rest = mask
    while rest:
        slot = lowest_bit(rest)
        rest &= rest - 1
        action = action_for_slot(rules, order, slot)
        pruned = row[slot] < -_PRUNING_THRESHOLD * weight
        if (pruned and next_bits(rng) & _PRUNED_MASK) or not legal >> action & 1:
            continue
        tried |= 1 << slot
        table.gains[slot] = _try_action(rules, rounds, table, index, action, weight, rng)
        if row[slot] > 0:
            mean += row[slot] / total * table.gains[slot]
    rest = tried
    while rest and total <= 0:
        mean += table.gains[lowest_bit(rest)] / popcount(tried)
        rest &= rest - 1
    while tried:
        slot = lowest_bit(tried)
        tried &= tried - 1
        row[slot] += weight * (table.gains[slot] - mean)
    slot = _sample_slot(row, mask, rng)
    if randbelow(rng, _EXPLORATION_PERIOD) == 0:
        slot = random_action(mask, rng)
    return _legal_action(rules, state, order, slot, rng)


@entry(long=True)
def learn_regrets(
    rules: RulesArray,
    rounds: RoundArray,
    cards: WholePack,
    table: Regrets,
    players: NumberOfSeats,
    first: int,
    last: int,
    weight: float,
    rng: Rng,
) -> None:
    """Play the rounds ``first`` to ``last - 1``; the seats learn in turn.

    ``rounds`` has room for two rounds. ``weight`` is the weight of these rounds, 1 for the first.
    """
    state = rounds[0]
    for played in range(first, last):
        dealer = played % players
        learner = played // players % players
        shuffle_pack(rules[0], state, cards, rng)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(rng, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
            elif state.to_act == learner and not state.last_turns:
                apply(rules[0], state, _update_regrets(rules[0], rounds, table, weight, rng))
            else:
                apply(
                    rules[0],
                    state,
                    _sample_current_policy(rules[0], state, table, weight, True, rng),
                )
