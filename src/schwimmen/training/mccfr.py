"""Play learnt by regret: what one would rather have done, situation by situation.

This is Monte-Carlo counterfactual regret minimisation (Lanctot and others, Monte Carlo sampling for
regret minimization in extensive games, 2009): one seat learns in every round, all it could do at
each of its decisions is played out in the same world, and later rounds count for more (Brown and
Sandholm, Solving imperfect-information games via discounted regret minimization, 2019). It begins
from values of afterstates. One game says little about an action, so that until a situation has
come often these values, which many situations share, count along as they improve.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.blueprint.infoset_key import (
    ACTION_SLOTS,
    NO_SLOT,
    action_for_slot,
    infoset_key,
    slot_for_action,
)
from schwimmen.players.blueprint.player import prune_actions
from schwimmen.players.greedy import best_hand_action
from schwimmen.players.random_play import random_action, shuffle_pack, weighted_action
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.deal import deal
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import next_bits, randbelow, shuffle
from schwimmen.rules.core.state import OVER, SHUFFLE
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from .afterstates import (
    MAX_ACTIONS,
    UNKNOWN_VALUE,
    AfterstateValues,
    blended_value,
    look_up_values,
    record_decision,
    sample_action,
    softmax_weights,
    update_value,
)
from .hash_table import ABSENT, find, find_or_add, round_gain

_WARMTH: Final = 0.02
_BEGINNING: Final = 150.0  # so many visits are the first values worth
_EXPLORED: Final = 6  # one decision of so many, of who learns, is a random one
_HOPELESS: Final = 8.0  # regret, in visits times lives, from which an action is seldom tried
_SELDOM: Final = 15  # a mask: one time of sixteen
_BORROWED: Final = 100.0  # visits of a situation that the values of afterstates count as much as


class Regrets(NamedTuple):
    """By key and slot: regrets, and how often each was played, both weighted by time.

    ``menus`` are masks of the slots worth a thought, ``visits`` how often somebody learnt there.
    ``values`` are those of afterstates. ``gains`` is room for what actions came to.
    """

    keys: Any
    number: Any
    menus: Any
    regrets: Any
    played: Any
    visits: Any
    values: AfterstateValues
    gains: Any


def new_regrets(places: int, values: AfterstateValues) -> Regrets:
    """Nothing regretted yet; play begins from values of afterstates."""
    return Regrets(
        np.zeros(places, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(places, np.int32),
        np.zeros((places, ACTION_SLOTS), np.float32),
        np.zeros((places, ACTION_SLOTS), np.float32),
        np.zeros(places, np.int32),
        values,
        np.zeros(MAX_ACTIONS),
    )


@jit
def _missed(row: Any, menu: int) -> tuple[int, float]:
    """The slots whose regrets are above 0, and the sum of these."""
    slots, total = 0, 0.0
    while menu:
        slot = menu & -menu
        menu &= menu - 1
        regret = row[lowest_bit(slot)]
        if regret > 0:
            slots |= slot
            total += regret
    return slots, total


@jit
def _sampled(row: Any, menu: int, numbers: Any) -> int:
    """A slot drawn in proportion to its regret."""
    slots, total = _missed(row, menu)
    return weighted_action(slots, row, total, numbers) if slots else random_action(menu, numbers)


@jit
def _place(rules: Any, state: Any, table: Regrets, weight: float) -> tuple[int, int]:
    """Where the situation of the seat to act stands, begun if it is new, and its order."""
    key, order = infoset_key(rules, state)
    before = table.number[0]
    place = find_or_add(table.keys, key, table.number)
    if table.number[0] > before:
        _begin(rules, state, table, place, order, weight)
    return place, order


@jit_noinline
def _begin(rules: Any, state: Any, table: Regrets, place: int, order: int, weight: float) -> None:
    """Begin from the values of afterstates, as if they had been seen for some time."""
    values = table.values
    legal = legal_actions(rules, state)
    actions = prune_actions(rules, legal, state.hands[state.to_act], state.table)
    best = look_up_values(rules, state, actions, values)
    rest = actions
    while rest:
        table.gains[lowest_bit(rest)] = max(values.work[lowest_bit(rest)], best - 1.0)
        rest &= rest - 1
    total = softmax_weights(actions, best, _WARMTH, values.work)
    mean = 0.0
    rest = actions
    while rest:
        mean += values.work[lowest_bit(rest)] / total * table.gains[lowest_bit(rest)]
        rest &= rest - 1
    menu = 0
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        slot = slot_for_action(rules, order, action)
        if slot != NO_SLOT:
            menu |= 1 << slot
            table.regrets[place, slot] = weight * _BEGINNING * (table.gains[action] - mean)
    table.menus[place] = menu


@jit
def _legal(rules: Any, state: Any, order: int, slot: int, numbers: Any) -> int:
    """The action of a slot, or any where the same situation does not allow it just now."""
    action = action_for_slot(rules, order, slot)
    legal = legal_actions(rules, state)
    return action if legal >> action & 1 else random_action(legal, numbers)


@jit_noinline
def _act(rules: Any, state: Any, table: Regrets, weight: float, note: bool, numbers: Any) -> int:
    """Play as learnt so far; with ``note`` it is taken in how one plays here on average.

    Only then a new situation is begun, too: what is merely tried out goes to many odd places.
    """
    if state.last_turns:
        legal = legal_actions(rules, state)
        return best_hand_action(rules, legal, state.hands[state.to_act], state.table)
    if note:
        place, order = _place(rules, state, table, weight)
    else:
        key, order = infoset_key(rules, state)
        place = find(table.keys, key)
    if place == ABSENT:
        return sample_action(rules, state, table.values, _WARMTH, 0, numbers)
    row = table.regrets[place]
    menu = int(table.menus[place])
    if note:
        slots, total = _missed(row, menu)
        while slots:
            slot = lowest_bit(slots)
            slots &= slots - 1
            table.played[place, slot] += weight * row[slot] / total
    return _legal(rules, state, order, _sampled(row, menu, numbers), numbers)


@jit_noinline
def _tried(
    rules: Any,
    rounds: Any,
    table: Regrets,
    place: int,
    action: int,
    weight: float,
    numbers: Any,
) -> float:
    """What an action comes to in this world, and the less its situation is known, on the whole."""
    values = table.values
    record_decision(rules, rounds[0], action, values, 0)
    seat = rounds[0].to_act
    rounds[1] = rounds[0]
    state = rounds[1]
    apply(rules, state, action)
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(numbers, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            apply(rules, state, _act(rules, state, table, weight, False, numbers))
    came_to = round_gain(rules, state, seat)
    fine, plain, rough = values.course[0]
    borrowed = blended_value(values, fine, plain, rough)
    for level in range(3):
        update_value(values, values.course[0, level], came_to)
    if borrowed <= UNKNOWN_VALUE:
        return came_to
    own = float(table.visits[place])
    return (_BORROWED * borrowed + own * came_to) / (_BORROWED + own)


@jit_noinline
def _learn(rules: Any, rounds: Any, table: Regrets, weight: float, numbers: Any) -> int:
    """Try all actions of the seat to act and take the regrets in; returns one to go on with."""
    state = rounds[0]
    place, order = _place(rules, state, table, weight)
    if place == ABSENT:
        return sample_action(rules, state, table.values, _WARMTH, 0, numbers)
    row = table.regrets[place]
    menu = int(table.menus[place])
    legal = legal_actions(rules, state)
    _, total = _missed(row, menu)
    table.visits[place] += 1
    mean = 0.0
    tried = 0
    rest = menu
    while rest:
        slot = lowest_bit(rest)
        rest &= rest - 1
        action = action_for_slot(rules, order, slot)
        hopeless = row[slot] < -_HOPELESS * weight
        if (hopeless and next_bits(numbers) & _SELDOM) or not legal >> action & 1:
            continue
        tried |= 1 << slot
        table.gains[slot] = _tried(rules, rounds, table, place, action, weight, numbers)
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
    slot = _sampled(row, menu, numbers)
    if randbelow(numbers, _EXPLORED) == 0:
        slot = random_action(menu, numbers)
    return _legal(rules, state, order, slot, numbers)


@jit
def learn_regrets(
    rules: Any,
    rounds: Any,
    cards: Any,
    table: Regrets,
    players: int,
    first: int,
    last: int,
    weight: float,
    numbers: Any,
) -> None:
    """Play rounds ``first`` to ``last - 1``; one seat after another learns.

    ``rounds`` has room for two; ``weight`` is what these rounds count, 1 for the first.
    """
    state = rounds[0]
    for played in range(first, last):
        dealer = played % players
        learner = played // players % players
        shuffle_pack(rules[0], state, cards, numbers)
        deal(rules[0], state, players, (1 << players) - 1, dealer, (dealer + 1) % players)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                shuffle(numbers, state.aside, state.aside_count)
                resume_after_shuffle(rules[0], state)
            elif state.to_act == learner and not state.last_turns:
                apply(rules[0], state, _learn(rules[0], rounds, table, weight, numbers))
            else:
                apply(rules[0], state, _act(rules[0], state, table, weight, True, numbers))
