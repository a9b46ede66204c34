"""Rollouts: values of actions, from rounds played to their end in determinized worlds."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import entry, jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.legal import KEEP, RENEW, TAKE, action_kind, legal_actions
from schwimmen.rules.core.rng import Rng, random_fraction, shuffle, spawn
from schwimmen.rules.core.rows import IntArray
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    OVER,
    SHUFFLE,
    Action,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    record_dtype,
)
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from ..blueprint.policy import blueprint_or_greedy
from ..equity.match_equity import EquityLookup, equity_row
from ..random_play import random_action, weighted_action
from .belief import OpponentModels, Worlds, model_weights
from .opponent_model import AS_BLUEPRINT, TREMBLES, write_values


class Simulator(NamedTuple):
    """Shared data of rollouts: rules, opponent models, equity, work space and generator.

    ``close_thresholds`` has the doubled value around which each model closes, or ``AS_BLUEPRINT``.
    ``scratch`` has room for one round.
    """

    rules: RecordArray
    models: OpponentModels
    close_thresholds: IntArray
    lookup: EquityLookup
    scratch: RecordArray
    rng: Rng


class TrialRecord(Protocol):
    """Record of the rollouts of an action."""

    value: Annotated[float, np.float64]
    total: Annotated[float, np.float64]
    """Sum of the values of the rollouts."""
    turns: Annotated[float, np.float64]
    """Sum of the turns of the rounds played out."""
    played: int
    """Number of worlds in which the action was played out; 0 if its value is exact."""
    error: Annotated[float, np.float64]
    """Standard error of the value, if ``estimate_values`` found it."""
    loss: Annotated[float, np.float64]
    """Value of the best action minus that of this one, if ``estimate_values`` found it."""
    loss_error: Annotated[float, np.float64]
    """Standard error of the loss, in the worlds in which both actions were played out."""
    least_loss: Annotated[float, np.float64]
    """Least of the losses by all mixtures of opponents."""
    most_loss: Annotated[float, np.float64]
    """Highest of the losses by all mixtures of opponents."""
    sure_loss: Annotated[float, np.float64]
    """Lower end of the 95 % interval of the loss, or the least loss if that is lower."""


TRIAL_DTYPE: Final = record_dtype(TrialRecord)

Z: Final = 1.96
"""Standard errors on either side of a 95 % interval."""


class Trials(NamedTuple):
    """Trials of all actions by number, and the values of the rollouts of each, world by world.

    The values of an action begin at its number times the number of worlds.
    """

    actions: RecordArray
    values: NDArray[np.float64]


@jit
def value_place(trials: Trials, action: int, world: int) -> int:
    """Return the place of the value of an action in a world."""
    return len(trials.values) // MAX_ACTIONS * action + world


@jit
def clear_trials(trials: Trials, actions: int) -> None:
    """Clear the trials of some actions before their first rollout."""
    while actions:
        trial = trials.actions[lowest_bit(actions)]
        actions &= actions - 1
        trial.total = 0.0
        trial.turns = 0.0
        trial.played = 0


@jit_noinline
def sample_action(simulator: Simulator, rules: RulesRecord, state: RoundRecord, model: int) -> int:
    """Sample the action of the seat to act by its model."""
    models, thresholds, rng = simulator.models, simulator.close_thresholds, simulator.rng
    legal = legal_actions(rules, state)
    # In the last turns the model, which may be unknown, does not matter.
    if state.last_turns or thresholds[model] == AS_BLUEPRINT:
        return blueprint_or_greedy(
            rules, state, legal, models.blueprint, models.keep_threshold, rng
        )
    if random_fraction(rng) < TREMBLES[model]:
        return random_action(legal, rng)
    write_values(rules, legal, state.hands[state.to_act], state.table, models.values)
    total = model_weights(rules, state, legal, models, model, thresholds)
    return weighted_action(legal, models.weights, total, rng)


@jit
def play_out(simulator: Simulator, models_of: IntArray) -> None:
    """Play out the round in ``simulator.scratch``, every seat by its model ``models_of[seat]``."""
    rules, state, rng = simulator.rules[0], simulator.scratch[0], simulator.rng
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(rng, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            action = sample_action(simulator, rules, state, models_of[state.to_act])
            apply(rules, state, action)


@jit_noinline
def scratch_value(simulator: Simulator, models_of: IntArray, seat: int) -> float:
    """Play out the round in ``simulator.scratch`` and return its value for a seat."""
    play_out(simulator, models_of)
    row = equity_row(simulator.lookup, simulator.scratch[0])
    value: float = simulator.lookup.equity[row].seats[seat]
    return value


@jit_noinline
def roll_out(
    simulator: Simulator,
    worlds: Worlds,
    actions: int,
    first: int,
    last: int,
    seed: Any,
    trials: Trials,
) -> None:
    """Play out some actions in the worlds ``first`` to ``last - 1``."""
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
            value = scratch_value(simulator, worlds.models[w].of, seat)
            trial = trials.actions[action]
            trial.total += value
            trial.turns += scratch[0].turns
            trials.values[value_place(trials, action, w)] = value
    rest = actions
    while rest:
        trial = trials.actions[lowest_bit(rest)]
        rest &= rest - 1
        trial.played = last
        trial.value = trial.total / last


@entry
def leaves_last_turn_only(
    rules: RulesArray, now: RoundArray, scratch: RoundArray, action: Action
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


@jit_noinline
def expected_value(
    simulator: Simulator,
    now: RecordArray,
    action: int,
    other: int,
    hidden: int,
    candidates: RecordArray,
    models_of: IntArray,
) -> float:
    """Return the value of an action against all candidates for the other seat's hidden cards."""
    seat = now[0].to_act
    scratch = simulator.scratch
    total = 0.0
    weight = 0.0
    for i in range(len(candidates)):
        candidate = candidates[i]
        if candidate.likelihood > 0:
            scratch[0] = now[0]
            scratch[0].hands[other] = now[0].hands[other] & ~hidden | candidate.cards
            apply(simulator.rules[0], scratch[0], action)
            total += candidate.likelihood * scratch_value(simulator, models_of, seat)
            weight += candidate.likelihood
    return total / weight
