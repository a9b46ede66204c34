"""Heuristic policy: it evaluates actions like people of a level, mistakes included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.legal import CLOSE, EXCHANGE_ALL, EXCHANGE_ALL_CLOSE
from schwimmen.rules.core.rng import RANDOM_BITS, Rng, next_bits
from schwimmen.rules.core.state import (
    NO_SEAT,
    UNTIL_ONE_OPEN,
    RoundRecord,
    RulesRecord,
)

from .evaluation import DECISIVE, REMEMBERS, SEES_THREES, evaluate_action
from .profiles import CLOSE_RATES

if TYPE_CHECKING:
    from .profiles import ProfileRecord

_RANGE: Final = 2.0**RANDOM_BITS
_NEVER_OVERLOOKED: Final = DECISIVE  # the value of a hand that ends the round


@jit_noinline
def heuristic_action(
    rules: RulesRecord, state: RoundRecord, legal: int, profile: ProfileRecord, rng: Rng
) -> int:
    """Return the number of the action that a level with this profile chooses.

    ``legal`` is the mask of the legal actions. Only the hand of the seat to act and public
    information are read (R33).
    """
    perception = 0
    if _bernoulli(rng, profile.memory_rate):
        perception |= REMEMBERS
    recognised = value_and_suit(rules, state.hands[state.to_act])[1] == NO_SEAT
    if recognised or _bernoulli(rng, profile.three_rate):
        perception |= SEES_THREES
    sees_all = _bernoulli(rng, profile.exchange_all_rate)
    bias = profile.threshold_noise * _triangular(rng)
    unseen = unseen_cards(state, profile, perception)
    pairs: int = rules.hand_size * rules.hand_size
    overlooked = 0
    if profile.overlook_rate > 0:
        for pair in range(pairs):
            if _bernoulli(rng, profile.overlook_rate):
                overlooked |= 1 << pair | 1 << pairs + pair
    if not sees_all:
        overlooked |= 1 << 2 * pairs | 1 << 2 * pairs + 1
    turn = min(state.turns_of[state.to_act], CLOSE_RATES - 1)
    opponents = popcount(state.active) - 1
    if not (_bernoulli(rng, profile.close_rates[turn] / opponents) or state.last_turns):
        simple = 2 * pairs - EXCHANGE_ALL  # number of an action without a pair, less its kind
        overlooked |= (1 << pairs) - 1 << pairs
        overlooked |= 1 << simple + EXCHANGE_ALL_CLOSE | 1 << simple + CLOSE
        if rules.close_effect == UNTIL_ONE_OPEN:  # R26: this closes, too
            overlooked |= 1 << simple + EXCHANGE_ALL
    chosen = -1
    best_value = 0.0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        value = evaluate_action(rules, state, profile, perception, bias, unseen, action)
        if value < _NEVER_OVERLOOKED:
            if overlooked >> action & 1:
                value -= DECISIVE
            if profile.value_noise > 0:
                value += profile.value_noise * _triangular(rng)
        if chosen < 0 or value > best_value:
            chosen = action
            best_value = value
    return chosen


@jit_noinline
def evaluate_actions(
    rules: RulesRecord,
    state: RoundRecord,
    legal: int,
    profile: ProfileRecord,
    values: NDArray[np.float64],
) -> None:
    """Write the value of every legal action, without noise, to ``values`` by action number.

    ``values`` has room for all actions of the numbering.
    """
    perception = 0
    if profile.memory_rate > 0:
        perception |= REMEMBERS
    if profile.three_rate > 0:
        perception |= SEES_THREES
    unseen = unseen_cards(state, profile, perception)
    while legal:
        action = lowest_bit(legal)
        legal &= legal - 1
        values[action] = evaluate_action(rules, state, profile, perception, 0.0, unseen, action)


@jit
def unseen_cards(state: RoundRecord, profile: ProfileRecord, perception: int) -> int:
    """Return the cards that may still come: those that the level neither sees nor remembers."""
    seen = state.hands[state.to_act] | state.table
    if perception & REMEMBERS:
        for seat in range(state.seats):
            seen |= state.known[seat]
        for place in range(state.aside_count):
            seen |= 1 << int(state.aside[place])
    return int(profile.pack & ~seen)


@jit
def _bernoulli(rng: Rng, probability: float) -> bool:
    if probability <= 0:
        return False
    return probability >= 1 or next_bits(rng) < probability * _RANGE


@jit
def _triangular(rng: Rng) -> float:
    """Return a random number between -1 and 1 with a triangular distribution around 0."""
    return (next_bits(rng) + next_bits(rng)) / _RANGE - 1
