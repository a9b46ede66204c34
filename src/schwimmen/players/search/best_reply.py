"""Best replies: values of actions if the only opponent searches before it replies.

The opponent is modelled as a smaller search. Its belief about the seat's hand follows from all of
the seat's actions, this one included. It tries its replies in sampled worlds in which the seat goes
on by the opponent models.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, random_fraction, random_seed, spawn
from schwimmen.rules.core.rows import IntArray, Pack
from schwimmen.rules.core.state import TURN, RecordArray, RoundRecord
from schwimmen.rules.core.turn import apply

from ..blueprint.policy import prune_actions
from .belief import (
    HandBeliefs,
    History,
    Worlds,
    add_likelihoods,
    fill_worlds,
    weigh_hands,
    write_candidates,
)
from .opponent_model import MODELS
from .rollouts import (
    Simulator,
    Trials,
    expected_value,
    leaves_last_turn_only,
    roll_out,
    scratch_value,
)

REPLY_WORLDS: Final = 24
"""Worlds in which the best replies are tried."""

_FIRST_WORLDS: Final = 8  # of the ``REPLY_WORLDS``, those in which every reply is tried
_BEST_REPLIES: Final = 3
_REPETITIONS: Final = 6  # rollouts of a reply in every world

_WEIGHED: Final = 400  # candidates that the opponent weighs
_SAMPLED: Final = 48  # candidates drawn by weight from the ``_WEIGHED``, for its search
REPLY_CANDIDATES: Final = _WEIGHED + _SAMPLED
"""Room for the candidates of the opponent's search."""


class ReplyWorkspace(NamedTuple):
    """Work space of the opponent's search.

    ``after`` has room for one round. The candidates of ``beliefs``, ``REPLY_CANDIDATES`` of them,
    are those for the hidden cards of the searching seat.
    """

    after: RecordArray
    worlds: Worlds
    trials: Trials
    beliefs: HandBeliefs
    cards: Pack


@jit_noinline
def _play_on(simulator: Simulator, rounds: RecordArray, models_of: IntArray, seat: int) -> float:
    """Return the value for a seat of the round in ``rounds``, played out."""
    simulator.scratch[0] = rounds[0]
    return scratch_value(simulator, models_of, seat)


@jit_noinline
def _rule_out_seen_cards(state: RoundRecord, candidates: RecordArray) -> bool:
    """Update the likelihoods by the cards that the opponent sees; return whether any are left.

    Candidates are ruled out if they have cards of the opponent's hand or of a new table.
    """
    seen = state.hands[state.to_act] | state.table
    total = 0.0
    for i in range(len(candidates)):
        candidate = candidates[i]
        candidate.likelihood = 0.0
        if candidate.cards & seen == 0:
            for model in range(MODELS):
                candidate.likelihood += candidate.weights[model]
        total += candidate.likelihood
        candidate.cumulative = total
    return total > 0


@jit_noinline
def _best_reply(
    simulator: Simulator,
    seat: int,
    course: History,
    workspace: ReplyWorkspace,
    unseen: int,
    seed: Any,
) -> int:
    """Return the action that a search finds best for the seat to act in ``workspace.after``."""
    rules, after = simulator.rules, workspace.after
    beliefs, trials = workspace.beliefs, workspace.trials
    state = after[0]
    legal = prune_actions(
        rules[0], legal_actions(rules[0], state), state.hands[state.to_act], state.table
    )
    candidates = beliefs.candidates[_WEIGHED:]
    best, chosen, undecided = -np.inf, -1, 0
    rest = legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if not leaves_last_turn_only(rules, after, simulator.scratch, action):
            undecided |= 1 << action
            trials.actions[action].total = 0.0
            continue
        value = expected_value(
            simulator,
            after,
            action,
            seat,
            beliefs.hidden[seat],
            candidates,
            workspace.worlds.models[0].of,
        )
        if value > best:
            best, chosen = value, action
    fill_worlds(
        rules[0],
        after,
        course,
        workspace.worlds,
        beliefs,
        state.to_act,
        unseen,
        workspace.cards,
        simulator.rng,
    )
    first = 0
    last = _FIRST_WORLDS
    while undecided:
        roll_out(simulator, workspace.worlds, undecided, first, last, seed, trials)
        if last == REPLY_WORLDS:
            break
        undecided = _best_actions(trials.actions, undecided)
        first, last = last, REPLY_WORLDS
    while undecided:
        action = lowest_bit(undecided)
        undecided &= undecided - 1
        value = trials.actions[action].value
        if value > best:
            best, chosen = value, action
    return chosen


@jit
def _best_actions(trials: RecordArray, actions: int) -> int:
    """Return the few actions with the highest sums of values."""
    while popcount(actions) > _BEST_REPLIES:
        worst = lowest_bit(actions)
        rest = actions
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            if trials[action].total < trials[worst].total:
                worst = action
        actions &= ~(1 << worst)
    return actions


@jit_noinline
def reply_gain(
    simulator: Simulator,
    worlds: Worlds,
    sample: NDArray[np.int64],
    course: History,
    unseen: int,
    workspace: ReplyWorkspace,
    rng: Rng,
) -> float:
    """Return the mean gain of an action over sampled worlds if the opponent searches its reply.

    ``course`` is the history, with the round now and the action at its end. ``sample`` has the
    numbers of the worlds, ``unseen`` all cards that neither lie open nor are known.
    """
    rules, after = simulator.rules, workspace.after
    last = len(course.actions) - 1
    now, action = course.rounds[last], course.actions[last]
    seat = now.to_act
    after[0] = now
    apply(rules[0], after[0], action)
    hidden = after[0].hands[seat] & ~after[0].known[seat]
    unseen |= hidden
    _weigh_own_hands(simulator, course, seat, hidden, unseen, workspace, rng)
    candidates = workspace.beliefs.candidates[_WEIGHED:]
    seed = random_seed(rng)
    total = 0.0
    for i in range(len(sample)):
        w = sample[i]
        after[0] = worlds.rounds[w]
        apply(rules[0], after[0], action)
        state = after[0]
        if state.phase != TURN or state.to_act == seat or state.last_turns:
            continue
        if not _rule_out_seen_cards(state, candidates):
            continue
        simulator.rng[0] = spawn(seed, w)
        others = unseen & ~(state.hands[state.to_act] | state.table)
        reply = _best_reply(simulator, seat, course, workspace, others, seed)
        models_of = worlds.models[w].of
        replied = workspace.worlds.rounds
        for repetition in range(_REPETITIONS):
            start = spawn(seed, w + repetition)
            simulator.rng[0] = start
            total -= _play_on(simulator, after, models_of, seat)
            simulator.rng[0] = start
            replied[0] = state
            apply(rules[0], replied[0], reply)
            total += _play_on(simulator, replied, models_of, seat)
    return total / (_REPETITIONS * len(sample))


@jit
def _weigh_own_hands(
    simulator: Simulator,
    course: History,
    seat: int,
    hidden: int,
    unseen: int,
    workspace: ReplyWorkspace,
    rng: Rng,
) -> None:
    """Write the opponent's belief about the seat's hidden cards in ``workspace.after``.

    The candidates are a sample of those weighed, in proportion to their weights.
    """
    beliefs = workspace.beliefs
    number = write_candidates(
        unseen, popcount(hidden), beliefs.candidates, _WEIGHED, _WEIGHED, simulator.rng
    )
    weighed = beliefs.candidates[:number]
    weigh_hands(
        simulator.rules[0],
        workspace.after[0],
        course,
        seat,
        hidden,
        weighed,
        simulator.models,
    )
    beliefs.hidden[seat] = hidden
    beliefs.first[seat] = _WEIGHED
    beliefs.sizes[seat] = _SAMPLED
    step = weighed[number - 1].cumulative / _SAMPLED
    start = random_fraction(rng)
    last = number - 1
    while weighed[last].likelihood <= 0:
        last -= 1
    drawn = 0
    for i in range(_SAMPLED):
        while drawn < last and weighed[drawn].cumulative <= (start + i) * step:
            drawn += 1
        candidate = beliefs.candidates[_WEIGHED + i]
        candidate.cards = weighed[drawn].cards
        for model in range(MODELS):
            candidate.weights[model] = weighed[drawn].weights[model] / weighed[drawn].likelihood
    add_likelihoods(beliefs.candidates[_WEIGHED:])
