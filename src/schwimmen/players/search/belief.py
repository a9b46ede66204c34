"""Beliefs about hidden hands: candidates weighted by the likelihood of their owner's actions."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import lowest_bit, nth_bit, popcount
from schwimmen.rules.core.hand_value import special_kind, strength
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import EXCHANGE_CLOSE, action_kind, legal_actions
from schwimmen.rules.core.rng import RANDOM_BITS, Rng, next_bits, randbelow, shuffle
from schwimmen.rules.core.state import (
    CHOICE,
    RECYCLE_IN_ORDER,
    SPECIAL_ENDS,
    SPECIAL_GRACE,
    RecordArray,
    RoundRecord,
    RulesRecord,
)

from ..blueprint.policy import blueprint_weights
from ..blueprint.policy_table import Blueprint
from ..greedy import best_hand_action, hand_after
from .opponent_model import threshold_weights

BY_BLUEPRINT: Final = 0
_ONE: Final = 1.0 / (1 << RANDOM_BITS)
_TRIES: Final = 12  # draws of a candidate without cards that other hands have
_MISTAKE: Final = 0.02  # probability of not taking the best hand in the last turn


class OpponentModels(NamedTuple):
    """Models of how opponents play: model 0 is the blueprint, the others close at a threshold.

    ``priors`` and ``close_thresholds`` (doubled values) have one entry for each model. ``weights``
    is work space for weights of actions.
    """

    priors: NDArray[np.float64]
    close_thresholds: NDArray[np.float64]
    blueprint: Blueprint
    keep_threshold: int
    weights: NDArray[np.float64]


class History(NamedTuple):
    """Past decisions of a determinized round: the round before each action, and the action."""

    rounds: RecordArray
    actions: NDArray[np.int64]


class HandBeliefs(NamedTuple):
    """Beliefs about the hidden cards of every seat.

    ``hidden[seat]`` are the hidden cards of the determinized round, for which the first
    ``sizes[seat]`` of ``candidates[seat]`` may be exchanged. ``weights[seat, i, model]`` is the
    joint weight of a candidate and an opponent model, ``cumulative[seat]`` the running sum of the
    candidates' weights.
    """

    hidden: NDArray[np.int64]
    candidates: NDArray[np.int64]
    sizes: NDArray[np.int64]
    weights: NDArray[np.float64]
    cumulative: NDArray[np.float64]


class Worlds(NamedTuple):
    """Determinized rounds, and the opponent model of each seat, ``models_of[world, seat]``."""

    rounds: RecordArray
    models_of: NDArray[np.int64]


@jit_noinline
def model_weights(
    rules: RulesRecord, state: RoundRecord, legal: int, models: OpponentModels, model: int
) -> float:
    """Write a model's weight of each legal action to ``models.weights``; return their sum."""
    if model == BY_BLUEPRINT:
        total = blueprint_weights(rules, state, legal, models.blueprint, models.weights)
        if total > 0:
            return total
        model = 1
    return threshold_weights(
        rules,
        legal,
        state.hands[state.to_act],
        state.table,
        models.close_thresholds[model],
        models.keep_threshold,
        models.weights,
    )


@jit
def renumber_exchange(rules: RulesRecord, action: int, before: int, after: int) -> int:
    """Return the number that an action has with another hand that holds the given card as well."""
    if action_kind(rules, action) > EXCHANGE_CLOSE:
        return action
    size: int = rules.hand_size
    position = action // size % size
    given = nth_bit(before, position)
    return action + size * (popcount(after & (given - 1)) - position)


@jit
def _leaves_best_hand(rules: RulesRecord, legal: int, hand: int, table: int, action: int) -> bool:
    """Return whether no legal action leaves a better hand than this one."""
    best = hand_after(rules, hand, table, best_hand_action(rules, legal, hand, table))
    return strength(rules, hand_after(rules, hand, table, action)) == strength(rules, best)


@jit_noinline
def weigh_hands(
    rules: RulesRecord,
    now: RoundRecord,
    history: History,
    seat: int,
    hidden: int,
    candidates: NDArray[np.int64],
    models: OpponentModels,
    weights: NDArray[np.float64],
) -> None:
    """Write the joint likelihood of each candidate and model to ``weights[i, model]``.

    ``hidden`` are the seat's hidden cards in the determinized round ``now``. Candidates that make
    a special hand have weight 0, since it would lie open; unless special hands allow other seats a
    last turn and the last turns have begun (R28).
    """
    kinds = len(models.priors)
    hand = now.hands[seat]
    shows = rules.special == SPECIAL_ENDS or (rules.special == SPECIAL_GRACE and not now.last_turns)
    for i in range(len(candidates)):
        for model in range(kinds):
            weights[i, model] = models.priors[model]
        if shows and special_kind(rules, hand & ~hidden | candidates[i]):
            weights[i, :] = 0.0
            continue
        for k in range(len(history.rounds)):
            state = history.rounds[k]
            if state.to_act != seat:
                continue
            before = state.hands[seat]
            if before & hidden != hidden:
                continue
            own = before & ~hidden | candidates[i]
            if shows and special_kind(rules, own):
                weights[i, :] = 0.0
                break
            action = renumber_exchange(rules, history.actions[k], before, own)
            state.hands[seat] = own
            legal = legal_actions(rules, state)
            if state.last_turns:
                if not _leaves_best_hand(rules, legal, own, state.table, action):
                    for model in range(kinds):
                        weights[i, model] *= _MISTAKE
            else:
                for model in range(kinds):
                    total = model_weights(rules, state, legal, models, model)
                    weights[i, model] *= models.weights[action] / total
            state.hands[seat] = before


@jit_noinline
def sample_hands(unseen: int, hands: NDArray[np.int64], size: int, rng: Rng) -> None:
    """Fill ``hands`` with sets of ``size`` unseen cards, each set equally likely."""
    for i in range(len(hands)):
        hands[i] = _sample_cards(unseen, size, rng)


@jit
def sample_index(cumulative: NDArray[np.float64], size: int, rng: Rng) -> int:
    """Sample one of the first ``size`` indices by their cumulative weights."""
    point = next_bits(rng) * _ONE * cumulative[size - 1]
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def deal_unseen_cards(
    rules: RulesRecord, world: RoundRecord, unseen: int, cards: NDArray[np.int64], rng: Rng
) -> None:
    """Shuffle unseen cards into the talon and, at the dealer's choice, into the extra hand.

    ``cards`` is work space.
    """
    number = 0
    while unseen:
        cards[number] = lowest_bit(unseen)
        unseen &= unseen - 1
        number += 1
    shuffle(rng, cards, number)
    if world.phase == CHOICE:
        extra = 0
        for _ in range(rules.hand_size):
            number -= 1
            extra |= 1 << int(cards[number])
        world.extra = extra
    for position in range(world.talon_top, world.talon_end):
        number -= 1
        world.pack[position] = cards[number]


@jit_noinline
def fill_worlds(
    rules: RulesRecord,
    now: RecordArray,
    worlds: Worlds,
    beliefs: HandBeliefs,
    unseen: int,
    cards: NDArray[np.int64],
    rng: Rng,
) -> None:
    """Sample worlds: hands and models by their joint weights, all other cards at random.

    ``now`` has the determinized round, ``unseen`` all cards that may be hidden; ``cards`` is work
    space.
    """
    state = now[0]
    for w in range(len(worlds.rounds)):
        worlds.rounds[w] = now[0]
        world = worlds.rounds[w]
        taken = 0
        first = randbelow(rng, int(state.seats))
        for step in range(state.seats):
            seat = (first + step) % state.seats
            if not state.active >> seat & 1 or seat == state.to_act:
                continue
            hidden = beliefs.hidden[seat]
            chosen = -1
            for _ in range(_TRIES):
                i = sample_index(beliefs.cumulative[seat], beliefs.sizes[seat], rng)
                if beliefs.candidates[seat, i] & taken == 0:
                    chosen = i
                    break
            if chosen >= 0:
                held = beliefs.candidates[seat, chosen]
                worlds.models_of[w, seat] = _sample_model(beliefs.weights[seat, chosen], rng)
            else:
                held = _sample_cards(unseen & ~taken, popcount(hidden), rng)
                worlds.models_of[w, seat] = _sample_model(beliefs.weights[seat, 0], rng)
            taken |= held
            world.hands[seat] = state.hands[seat] & ~hidden | held
        if state.recyclings and rules.recycle == RECYCLE_IN_ORDER:
            continue  # the order of the talon is known
        talon = 0
        for position in range(state.talon_top, state.talon_end):
            talon |= 1 << int(state.pack[position])
        # Recycled cards in the talon have been seen, but their order has not.
        deal_unseen_cards(rules, world, (unseen & ~taken) | (talon & ~unseen), cards, rng)


@jit
def _sample_model(weights: NDArray[Any], rng: Rng) -> int:
    total = 0.0
    for model in range(len(weights)):
        total += weights[model]
    remaining = next_bits(rng) * _ONE * total
    for model in range(len(weights)):
        remaining -= weights[model]
        if remaining < 0:
            return model
    return 0


@jit
def _sample_cards(cards: int, number: int, rng: Rng) -> int:
    """Return a random set of ``number`` of the cards."""
    chosen = 0
    for _ in range(number):
        rest = cards
        for _ in range(randbelow(rng, popcount(cards))):
            rest &= rest - 1
        chosen |= rest & -rest
        cards &= ~(rest & -rest)
    return chosen
