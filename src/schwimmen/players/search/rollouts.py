"""Rollouts: values of actions, from rounds played to their end in determinized worlds."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import KEEP, RENEW, TAKE, action_kind, legal_actions
from schwimmen.rules.core.rng import Rng, shuffle, spawn
from schwimmen.rules.core.state import OVER, SHUFFLE, RecordArray, RoundRecord, RulesRecord
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from ..blueprint.policy import blueprint_or_greedy
from ..equity.match_equity import EquityLookup, equity_row
from ..random_play import weighted_action
from .belief import BY_BLUEPRINT, OpponentModels, Worlds, model_weights


class Simulator(NamedTuple):
    """Everything that rollouts share: rules, opponent models, equity, work space and generator.

    ``scratch`` has room for one round.
    """

    rules: RecordArray
    models: OpponentModels
    lookup: EquityLookup
    scratch: RecordArray
    rng: Rng


class RolloutTotals(NamedTuple):
    """Results of rollouts by action: sums of values, ``values[action, world]``, sums of turns."""

    sums: NDArray[np.float64]
    values: NDArray[np.float64]
    turns: NDArray[np.float64]


@jit_noinline
def _sample_action(
    rules: RulesRecord, state: RoundRecord, models: OpponentModels, model: int, rng: Rng
) -> int:
    legal = legal_actions(rules, state)
    if model == BY_BLUEPRINT or state.last_turns:
        return blueprint_or_greedy(
            rules, state, legal, models.blueprint, models.keep_threshold, rng
        )
    total = model_weights(rules, state, legal, models, model)
    return weighted_action(legal, models.weights, total, rng)


@jit
def play_out(
    rules: RulesRecord, state: RoundRecord, models: OpponentModels, models_of: Any, rng: Rng
) -> None:
    """Play to the end of the round, every seat by its model ``models_of[seat]``."""
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            action = _sample_action(rules, state, models, models_of[state.to_act], rng)
            apply(rules, state, action)


@jit
def scratch_value(simulator: Simulator, models_of: Any, seat: int) -> float:
    """Play out the round in ``simulator.scratch`` and return its value for a seat."""
    state = simulator.scratch[0]
    play_out(simulator.rules[0], state, simulator.models, models_of, simulator.rng)
    value: float = simulator.lookup.equity[equity_row(simulator.lookup, state)].seats[seat]
    return value


@jit
def roll_out(
    simulator: Simulator,
    worlds: Worlds,
    actions: int,
    first: int,
    last: int,
    seed: Any,
    totals: RolloutTotals,
) -> None:
    """Add the values of some actions in the worlds ``first`` to ``last - 1`` to the totals."""
    seat = worlds.rounds[0].to_act
    scratch = simulator.scratch
    for w in range(first, last):
        rest = actions
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            scratch[0] = worlds.rounds[w]
            simulator.rng[0] = spawn(seed, w)
            apply(simulator.rules[0], scratch[0], action)
            value = scratch_value(simulator, worlds.models_of[w], seat)
            totals.sums[action] += value
            totals.values[action, w] = value
            totals.turns[action] += scratch[0].turns


@jit
def leaves_last_turn_only(
    rules: RecordArray, now: RecordArray, scratch: RecordArray, action: int
) -> bool:
    """Return whether an action leaves at most the single opponent's last turn.

    It is false for actions whose outcome depends on unseen cards.
    """
    if action_kind(rules[0], action) in (RENEW, KEEP, TAKE):
        return False
    scratch[0] = now[0]
    apply(rules[0], scratch[0], action)
    state = scratch[0]
    return state.phase == OVER or (state.last_turns != 0 and popcount(state.playing) == 1)


@jit
def expected_value(
    simulator: Simulator,
    now: RecordArray,
    action: int,
    other: int,
    hidden: int,
    candidates: NDArray[np.int64],
    likelihoods: NDArray[np.float64],
    models_of: Any,
) -> float:
    """Return the value of an action against all candidates for the other seat's hidden cards."""
    seat = now[0].to_act
    scratch = simulator.scratch
    total = 0.0
    weight = 0.0
    for i in range(len(candidates)):
        if likelihoods[i] > 0:
            scratch[0] = now[0]
            scratch[0].hands[other] = now[0].hands[other] & ~hidden | candidates[i]
            apply(simulator.rules[0], scratch[0], action)
            total += likelihoods[i] * scratch_value(simulator, models_of, seat)
            weight += likelihoods[i]
    return total / weight
