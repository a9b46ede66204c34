"""Values of responses to a known policy, in a round of two whose other seat plays it exactly."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, jit, jit_noinline
from schwimmen.players.blueprint.policy import blueprint_or_greedy, blueprint_probabilities
from schwimmen.players.blueprint.policy_table import Blueprint
from schwimmen.players.search.belief import (
    History,
    deal_unseen_cards,
    may_have_held,
    renumber_exchange,
    sample_index,
)
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, shuffle
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    OVER,
    ROUND_DTYPE,
    SCORING_POINTS,
    SHUFFLE,
    Action,
    CardSet,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    Seat,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

_NEGLIGIBLE: Final = 0.005  # difference of probabilities that is not worth a rollout
_STRIDE: Final = np.uint64(0xD1B54A32D192ED03)  # between the seeds of two worlds


Gains: TypeAlias = Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]
"""Kind of an array with a number for each action."""


class NoisyBlueprint(NamedTuple):
    """Blueprint policy that plays a random legal action with probability ``noise``.

    ``probabilities`` is work space. ``blueprint_or_greedy`` describes ``keep_threshold``.
    """

    blueprint: Blueprint
    keep_threshold: int
    noise: float
    probabilities: Gains


class ResponseBelief(NamedTuple):
    """Belief about the opponent's hidden cards: candidates and their unnormalized likelihoods.

    ``cumulative`` has the running sums of ``likelihoods``, ``unseen`` all cards that may be hidden,
    ``hidden`` the opponent's hidden cards in the determinized round.
    """

    candidates: Annotated[NDArray[np.int64], Array(np.int64, 1)]
    likelihoods: Annotated[NDArray[np.float64], Array(np.float64, LengthOf(".candidates"))]
    cumulative: Annotated[NDArray[np.float64], Array(np.float64, LengthOf(".candidates"))]
    unseen: int
    hidden: int


class ResponseSimulator(NamedTuple):
    """Rules, determinized round, opponent's policy, and work space for rollouts.

    ``scratch`` has room for two rounds.
    """

    rules: RulesArray
    now: RoundArray
    policy: NoisyBlueprint
    scratch: Annotated[NDArray[Any], Array(ROUND_DTYPE, 2)]
    cards: Annotated[NDArray[np.int64], Array(np.int64, NUMBER_OF_CARDS)]
    rng: Rng


@entry(long=True, inline=False)
def keep_possible_hands(
    rules: RulesArray,
    now: RoundArray,
    history: History,
    seat: Seat,
    hidden: CardSet,
    candidates: Annotated[NDArray[np.int64], Array(np.int64, 1)],
) -> int:
    """Move the candidates that the seat may have held to the front; return their number.

    ``hidden`` are the seat's hidden cards in the determinized round ``now[0]``.
    """
    number = 0
    for i in range(len(candidates)):
        if may_have_held(rules[0], now[0], history, seat, hidden, candidates[i]):
            candidates[number] = candidates[i]
            number += 1
    return number


@entry(long=True, inline=False)
def weigh_candidates(
    rules: RulesArray, history: History, seat: Seat, policy: NoisyBlueprint, belief: ResponseBelief
) -> None:
    """Fill in the likelihood of every candidate, given all actions of the seat."""
    total = 0.0
    for i in range(len(belief.candidates)):
        belief.likelihoods[i] = _likelihood(rules[0], history, seat, policy, belief, i)
        total += belief.likelihoods[i]
    if total == 0:  # the seat does not play by the policy
        belief.likelihoods[:] = 1.0
    total = 0.0
    for i in range(len(belief.candidates)):
        total += belief.likelihoods[i]
        belief.cumulative[i] = total


@jit_noinline
def _likelihood(
    rules: RulesRecord,
    history: History,
    seat: int,
    policy: NoisyBlueprint,
    belief: ResponseBelief,
    i: int,
) -> float:
    likelihood = 1.0
    for k in range(len(history.rounds)):
        state = history.rounds[k]
        before = state.hands[seat]
        if state.to_act != seat or before & belief.hidden != belief.hidden:
            continue
        own = before & ~belief.hidden | belief.candidates[i]
        action = renumber_exchange(rules, history.actions[k], before, own)
        state.hands[seat] = own
        legal = legal_actions(rules, state)
        blueprint_probabilities(
            rules, state, legal, policy.blueprint, policy.keep_threshold, policy.probabilities
        )
        state.hands[seat] = before
        probability = policy.probabilities[action] * (1 - policy.noise)
        likelihood *= probability + policy.noise / popcount(legal)
    return likelihood


@jit
def _sample_world(
    rules: RulesRecord,
    state: RoundRecord,
    belief: ResponseBelief,
    cards: NDArray[np.int64],
    other: int,
    rng: Rng,
) -> None:
    """Give the other seat one of its possible hands, and deal the remaining cards at random."""
    i = sample_index(belief.cumulative, rng)
    held = belief.candidates[i]
    state.hands[other] = state.hands[other] & ~belief.hidden | held
    deal_unseen_cards(rules, state, belief.unseen & ~held, cards, rng)


@jit
def _response_gain(
    rules: RulesRecord,
    state: RoundRecord,
    seat: int,
    own: Blueprint,
    policy: NoisyBlueprint,
    rng: Rng,
) -> float:
    """Play to the end of a round, each seat by its blueprint, and return the gain of ``seat``."""
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
            continue
        legal = legal_actions(rules, state)
        blueprint = own if state.to_act == seat else policy.blueprint
        apply(
            rules,
            state,
            blueprint_or_greedy(rules, state, legal, blueprint, policy.keep_threshold, rng),
        )
    gain: float = state.score[1 - seat] - state.score[seat]
    return -gain if rules.scoring == SCORING_POINTS else gain


@entry(long=True, inline=False)
def roll_out_responses(
    simulator: ResponseSimulator,
    belief: ResponseBelief,
    own: Blueprint,
    actions: int,
    first: int,
    last: int,
    seed: np.uint64,
    sums: Gains,
) -> None:
    """Add the gains of some actions in the worlds ``first`` to ``last - 1`` to ``sums``.

    After the action the seat plays by its ``own`` blueprint. Equal seeds give equal worlds.
    """
    rules, scratch, rng = simulator.rules, simulator.scratch, simulator.rng
    seat = simulator.now[0].to_act
    for w in range(first, last):
        rng[0] = seed + np.uint64(w) * _STRIDE
        scratch[0] = simulator.now[0]
        _sample_world(rules[0], scratch[0], belief, simulator.cards, 1 - seat, rng)
        start = rng[0]
        rest = actions
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            rng[0] = start
            scratch[1] = scratch[0]
            apply(rules[0], scratch[1], action)
            sums[action] += _response_gain(rules[0], scratch[1], seat, own, simulator.policy, rng)


@entry(long=True, inline=False)
def policy_change_value(
    simulator: ResponseSimulator,
    own: Blueprint,
    probabilities: Gains,
    repetitions: int,
    seed: np.uint64,
) -> float:
    """Return the gain of the seat not to act if the other acts by ``probabilities`` once.

    The gain is relative to the other seat's policy, by which it plays afterwards, as in
    ``roll_out_responses``. Every action whose probability changes is played out ``repetitions``
    times, with the talon in random order.
    """
    rules, scratch, rng = simulator.rules, simulator.scratch, simulator.rng
    policy = simulator.policy
    state = simulator.now[0]
    seat = 1 - state.to_act
    rest = legal_actions(rules[0], state)
    blueprint_probabilities(
        rules[0], state, rest, policy.blueprint, policy.keep_threshold, policy.probabilities
    )
    total = 0.0
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        change = probabilities[action] - policy.probabilities[action]
        if abs(change) < _NEGLIGIBLE:
            continue
        gain = 0.0
        for repetition in range(repetitions):
            rng[0] = seed + np.uint64(repetition) * _STRIDE
            scratch[0] = simulator.now[0]
            _shuffle_talon(scratch[0], simulator.cards, rng)
            apply(rules[0], scratch[0], action)
            gain += _response_gain(rules[0], scratch[0], seat, own, policy, rng)
        total += change * gain / repetitions
    return total


@jit
def _shuffle_talon(state: RoundRecord, cards: NDArray[np.int64], rng: Rng) -> None:
    number = state.talon_end - state.talon_top
    for i in range(number):
        cards[i] = state.pack[state.talon_top + i]
    shuffle(rng, cards, number)
    for i in range(number):
        state.pack[state.talon_top + i] = cards[i]


@entry(long=True, inline=False)
def expected_gain(simulator: ResponseSimulator, belief: ResponseBelief, action: Action) -> float:
    """Return the mean gain over all candidates of an action that leaves only the last turn."""
    rules, now, scratch = simulator.rules, simulator.now, simulator.scratch
    policy = simulator.policy
    seat = now[0].to_act
    other = 1 - seat
    total = 0.0
    for i in range(len(belief.candidates)):
        if belief.likelihoods[i] > 0:
            scratch[0] = now[0]
            scratch[0].hands[other] = now[0].hands[other] & ~belief.hidden | belief.candidates[i]
            apply(rules[0], scratch[0], action)
            gain = _response_gain(
                rules[0], scratch[0], seat, policy.blueprint, policy, simulator.rng
            )
            total += belief.likelihoods[i] * gain
    mean: float = total / belief.cumulative[len(belief.cumulative) - 1]
    return mean
