"""What answers to a policy are worth, in a round of two whose other seat plays by it exactly."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.blueprint.player import blueprint_or_greedy, blueprint_probabilities
from schwimmen.rules.core.bits import lowest_bit, nth_bit, popcount
from schwimmen.rules.core.hand_value import special_kind
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import EXCHANGE_CLOSE, RENEW, action_kind, legal_actions
from schwimmen.rules.core.rng import RANDOM_BITS, next_bits, shuffle
from schwimmen.rules.core.state import (
    CHOICE,
    OVER,
    SCORING_POINTS,
    SHUFFLE,
    SPECIAL_ENDS,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

_ONE: Final = 1.0 / (1 << RANDOM_BITS)
_NO_MORE: Final = 0.005  # of a share: not worth playing out
_STRIDE: Final = np.uint64(0xD1B54A32D192ED03)  # from the chance of a world to the next


class NoisyBlueprint(NamedTuple):
    """Play by the slots of a blueprint, or what fits in them; see ``blueprint_or_greedy``.

    ``noise`` is how often any legal action is played instead, each as likely; ``work`` is room for
    the shares of actions.
    """

    blueprint: Any
    keep_threshold: int
    noise: float
    work: Any


class Belief(NamedTuple):
    """Hidden cards that the other seat may hold, and how likely each is, up to a factor.

    ``cumulative`` has the sums of ``likely``, ``unseen`` all cards that may be hidden, ``hidden``
    those that are in the world at hand.
    """

    candidates: Any
    likely: Any
    cumulative: Any
    unseen: int
    hidden: int


@jit
def _renumbered(size: int, action: int, before: int, after: int) -> int:
    """The number of an exchange by another hand that has the given card, too."""
    place = action // size % size
    return action + size * (popcount(after & (nth_bit(before, place) - 1)) - place)


@jit_noinline
def weigh_hands(
    rules: Any, decisions: Any, played: Any, seat: int, policy: NoisyBlueprint, belief: Belief
) -> None:
    """Fill in how likely the seat held each candidate, by all it has done."""
    total = 0.0
    for i in range(len(belief.candidates)):
        belief.likely[i] = _likelihood(rules, decisions, played, seat, policy, belief, i)
        total += belief.likely[i]
    if total == 0:  # it does not play by the policy
        belief.likely[:] = 1.0
    total = 0.0
    for i in range(len(belief.candidates)):
        total += belief.likely[i]
        belief.cumulative[i] = total


@jit_noinline
def _likelihood(
    rules: Any,
    decisions: Any,
    played: Any,
    seat: int,
    policy: NoisyBlueprint,
    belief: Belief,
    i: int,
) -> float:
    likely = 1.0
    for k in range(len(decisions)):
        state = decisions[k]
        before = state.hands[seat]
        if state.to_act != seat or before & belief.hidden != belief.hidden:
            continue
        mine = before & ~belief.hidden | belief.candidates[i]
        if rules.special == SPECIAL_ENDS and special_kind(rules, mine):
            return 0.0
        action = played[k]
        if action_kind(rules, action) <= EXCHANGE_CLOSE:
            action = _renumbered(rules.hand_size, action, before, mine)
        state.hands[seat] = mine
        legal = legal_actions(rules, state)
        blueprint_probabilities(
            rules, state, legal, policy.blueprint, policy.keep_threshold, policy.work
        )
        state.hands[seat] = before
        likely *= policy.work[action] * (1 - policy.noise) + policy.noise / popcount(legal)
    return likely


@jit
def _draw(rules: Any, now: Any, belief: Belief, cards: Any, other: int, numbers: Any) -> None:
    """Give the other seat of a world one of its hands, and chance the rest of the cards."""
    at = next_bits(numbers) * _ONE * belief.cumulative[len(belief.cumulative) - 1]
    chosen = min(np.searchsorted(belief.cumulative, at, "right"), len(belief.candidates) - 1)
    held = belief.candidates[chosen]
    now.hands[other] = now.hands[other] & ~belief.hidden | held
    rest = belief.unseen & ~held
    number = 0
    while rest:
        cards[number] = lowest_bit(rest)
        rest &= rest - 1
        number += 1
    shuffle(numbers, cards, number)
    if now.phase == CHOICE:
        now.extra = 0
        for _ in range(rules.hand_size):
            number -= 1
            now.extra |= 1 << int(cards[number])
    for place in range(now.talon_top, now.talon_end):
        number -= 1
        now.pack[place] = cards[number]


@jit
def _play_out(
    rules: Any, state: Any, seat: int, own: Any, policy: NoisyBlueprint, numbers: Any
) -> float:
    """Play to the end, the seat by its own slots; returns what it gains."""
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(numbers, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
            continue
        legal = legal_actions(rules, state)
        blueprint = own if state.to_act == seat else policy.blueprint
        apply(
            rules,
            state,
            blueprint_or_greedy(rules, state, legal, blueprint, policy.keep_threshold, numbers),
        )
    gained: float = state.score[1 - seat] - state.score[seat]
    return -gained if rules.scoring == SCORING_POINTS else gained


@jit_noinline
def play_out(
    rules: Any,
    now: Any,
    scratch: Any,
    belief: Belief,
    policy: NoisyBlueprint,
    own: Any,
    actions: int,
    first: int,
    last: int,
    seed: Any,
    numbers: Any,
    cards: Any,
    sums: Any,
) -> None:
    """Add what some actions gain in worlds ``first`` to ``last - 1``, equal for equal seeds.

    Afterwards the seat plays by its own slots. ``scratch`` has room for two rounds.
    """
    seat = now[0].to_act
    for w in range(first, last):
        numbers[0] = seed + np.uint64(w) * _STRIDE
        scratch[0] = now[0]
        _draw(rules[0], scratch[0], belief, cards, 1 - seat, numbers)
        begun = numbers[0]
        rest = actions
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            numbers[0] = begun
            scratch[1] = scratch[0]
            apply(rules[0], scratch[1], action)
            sums[action] += _play_out(rules[0], scratch[1], seat, own, policy, numbers)


@jit_noinline
def policy_change_value(
    rules: Any,
    now: Any,
    scratch: Any,
    policy: NoisyBlueprint,
    own: Any,
    shares: Any,
    times: int,
    seed: Any,
    numbers: Any,
    cards: Any,
) -> float:
    """What the seat not to act gains more if the other acts by ``shares`` than by the policy.

    From then on all is as in ``play_out``. Every action that is in question is played out so many
    times, with the talon in any order.
    """
    state = now[0]
    seat = 1 - state.to_act
    rest = legal_actions(rules[0], state)
    blueprint_probabilities(
        rules[0], state, rest, policy.blueprint, policy.keep_threshold, policy.work
    )
    total = 0.0
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        more = shares[action] - policy.work[action]
        if abs(more) < _NO_MORE:
            continue
        gained = 0.0
        for time in range(times):
            numbers[0] = seed + np.uint64(time) * _STRIDE
            scratch[0] = now[0]
            _mix(scratch[0], cards, numbers)
            apply(rules[0], scratch[0], action)
            gained += _play_out(rules[0], scratch[0], seat, own, policy, numbers)
        total += more * gained / times
    return total


@jit
def _mix(state: Any, cards: Any, numbers: Any) -> None:
    """Put the talon into another order."""
    number = state.talon_end - state.talon_top
    for place in range(number):
        cards[place] = state.pack[state.talon_top + place]
    shuffle(numbers, cards, number)
    for place in range(number):
        state.pack[state.talon_top + place] = cards[place]


@jit_noinline
def settles_round(rules: Any, now: Any, scratch: Any, action: int) -> bool:
    """Whether nothing is left after an action but the other's last turn, and no card to come."""
    if action_kind(rules[0], action) >= RENEW:  # or the dealer's choice
        return False
    scratch[0] = now[0]
    apply(rules[0], scratch[0], action)
    state = scratch[0]
    over: bool = state.phase == OVER
    return over or bool(state.last_turns != 0 and state.to_act != now[0].to_act)


@jit_noinline
def expected_value(
    rules: Any,
    now: Any,
    scratch: Any,
    belief: Belief,
    policy: NoisyBlueprint,
    action: int,
    numbers: Any,
) -> float:
    """What an action that settles the round gains on average over all candidates."""
    seat = now[0].to_act
    other = 1 - seat
    total = 0.0
    for i in range(len(belief.candidates)):
        if belief.likely[i] > 0:
            scratch[0] = now[0]
            scratch[0].hands[other] = now[0].hands[other] & ~belief.hidden | belief.candidates[i]
            apply(rules[0], scratch[0], action)
            gained = _play_out(rules[0], scratch[0], seat, policy.blueprint, policy, numbers)
            total += belief.likely[i] * gained
    mean: float = total / belief.cumulative[len(belief.cumulative) - 1]
    return mean
