"""Values of a moment of a round to any seat, and of all its actions, from the seat's view."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.outcome import write_outcome
from schwimmen.rules.core.rng import Rng, random_seed, spawn
from schwimmen.rules.core.state import (
    NO_ACTION,
    SCORING_POINTS,
    RecordArray,
    RulesRecord,
    ViewRecord,
)
from schwimmen.rules.core.turn import apply

from ..blueprint.policy_table import Blueprint
from ..equity.match_equity import EquityLookup
from .belief import renumber_exchange
from .redeal import IMPOSSIBLE, number_of, redeal
from .rollouts import clear_trials, roll_out, scratch_value, value_place
from .situation import SearchRecord, SearchSpace, Situation, fill, share_of, situation_of

if TYPE_CHECKING:
    from ..policies import PolicyRecord

_FIRST_WORLDS: Final = 64  # in which every action is tried
_BEST_WORLDS: Final = 512  # in which at least the best action is tried
_PRECISE: Final = 0.001  # standard error at which the loss of an action is known well enough
_LEAD_SHARE: Final = 0.5  # of the worlds in games for points, in which more actions are close
_CLEAR: Final = 0.1  # standard error, as a share of the loss, at which it is known well enough


@jit_noinline
def estimate_values(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    announced: int,
    by_action: int,
    starts: RecordArray,
    policy: PolicyRecord,
    blueprint: Blueprint,
    lookup: EquityLookup,
    space: SearchSpace,
    rng: Rng,
) -> int:
    """Estimate the value of a moment to a seat, or of each action of a seat that is to act.

    The round is not over. ``redeal`` describes ``pack``, ``events``, ``announced`` and ``starts``;
    ``lookup`` is that of the match, and describes the unit. In rollouts the other seats play by the
    opponent models, the seat itself by the blueprint.

    The value of a moment, whichever seat is to act, is written to ``space.searches[0]``, with its
    standard error. With ``announced``, it is that of the moment when the action has been played but
    no card has been turned up. With ``by_action``, the values of all legal actions are written to
    the trials instead, with their losses against the best one, and their outcomes. Unlike
    ``search``, it leaves no action unknown: each is played out in the same worlds, with the same
    random numbers, until its loss is known well enough, or the worlds or rollouts of the budget are
    used up.

    Returns the best action, or 0; ``IMPOSSIBLE`` if the view belongs to no real round.
    """
    work = space.searches[0]
    decisions = redeal(
        rules, pack, view, seat, events, announced, starts, 0,
        work.seen[0], space.rounds, space.actions, rng,
    )  # fmt: skip
    if decisions == IMPOSSIBLE:
        return IMPOSSIBLE
    if announced:
        action = number_of(rules, space.rounds[decisions], events[len(events) - 1])
        if action == NO_ACTION:
            return IMPOSSIBLE
        space.actions[decisions] = action
    situation = situation_of(
        rules, view, seat, decisions, decisions + announced, 1,
        policy, blueprint, lookup, space, rng,
    )  # fmt: skip
    rollouts = share_of(situation, policy.rollouts)
    seed = random_seed(rng)
    if by_action:
        best = _value_actions(situation, rollouts, seed)
        work.uncertainty = _write_losses(situation, best)
        _write_outcomes(situation, work)
        return best
    work.value, work.error, work.uncertainty = _value_moment(situation, announced, rollouts, seed)
    return 0


@jit_noinline
def _value_moment(
    situation: Situation, announced: int, rollouts: int, seed: Any
) -> tuple[float, float, float]:
    """Return the value of a moment, its standard error, and its uncertainty."""
    number = len(situation.worlds.rounds)
    fill(situation, 0, number)
    repetitions = max(1, rollouts // number)
    total, squares = 0.0, 0.0
    squares_of_all, lowest, highest = 0.0, np.inf, -np.inf
    for world in range(number):
        mean = 0.0
        for repetition in range(repetitions):
            value = _world_value(situation, world, announced, seed, repetition)
            mean += value / repetitions
            squares_of_all += value * value / repetitions
            lowest, highest = min(lowest, value), max(highest, value)
        total += mean
        squares += mean * mean
    return (
        total / number,
        _standard_error(total, squares, number),
        _uncertainty(total, squares_of_all, number, highest - lowest),
    )


@jit_noinline
def _world_value(
    situation: Situation, world: int, announced: int, seed: Any, repetition: int
) -> float:
    """Return the value of a world to the seat, in one rollout."""
    simulator, worlds = situation.simulator, situation.worlds
    scratch = simulator.scratch
    scratch[0] = worlds.rounds[world]
    simulator.rng[0] = spawn(seed, repetition * len(worlds.rounds) + world)
    if announced:
        state, now = scratch[0], situation.now[0]
        actor = int(now.to_act)
        action = situation.history.actions[len(situation.history.actions) - 1]
        action = renumber_exchange(simulator.rules[0], action, now.hands[actor], state.hands[actor])
        apply(simulator.rules[0], state, action)
    return scratch_value(simulator, worlds.models[world].of, situation.seat)


@jit
def _standard_error(total: float, squares: float, number: int) -> float:
    """Return the standard error of a mean; 0 for a single value."""
    if number < 2:
        return 0.0
    return sqrt(max(0.0, squares - total * total / number) / (number * (number - 1)))


@jit
def _uncertainty(total: float, squares: float, number: int, extent: float) -> float:
    """Return the variance of values over their range; 0 for equal values."""
    if extent <= 0:
        return 0.0
    return max(0.0, squares - total * total / number) / (number * extent)


@jit_noinline
def _value_actions(situation: Situation, rollouts: int, seed: Any) -> int:
    """Write the values of all legal actions to the trials; return the best action."""
    rng = situation.simulator.rng
    most = len(situation.worlds.rounds)
    if situation.rules[0].scoring == SCORING_POINTS:
        most = int(_LEAD_SHARE * most)
    trials = situation.trials.actions
    clear_trials(situation.trials, situation.legal)
    undecided = situation.legal
    best = lowest_bit(undecided)
    played = 0
    chance = rng[0]  # rollouts use the generator for themselves
    while played < most and (played == 0 or rollouts > 0):
        until = min(most, max(_FIRST_WORLDS, 2 * played))
        rng[0] = chance
        fill(situation, played, until)
        chance = rng[0]
        roll_out(
            situation.simulator, situation.worlds, undecided, played, until, seed, situation.trials
        )
        rollouts -= (until - played) * popcount(undecided)
        played = until
        best = _highest(situation, undecided)
        rest = undecided & ~(1 << best)
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            _compare(situation, action, best)
            trial = trials[action]
            if trial.loss_error <= max(_PRECISE, _CLEAR * trial.loss):
                undecided &= ~(1 << action)
        if popcount(undecided) == 1 and played >= _BEST_WORLDS:
            break
    return best


@jit
def _highest(situation: Situation, actions: int) -> int:
    """Return the action with the highest value."""
    trials = situation.trials.actions
    best = lowest_bit(actions)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        if trials[action].value > trials[best].value:
            best = action
    return best


@jit_noinline
def _compare(situation: Situation, action: int, best: int) -> None:
    """Write the loss of an action against another one in the worlds in which both were played."""
    trials = situation.trials
    trial = trials.actions[action]
    number = min(trial.played, trials.actions[best].played)
    total, squares = 0.0, 0.0
    for world in range(number):
        less = (
            trials.values[value_place(trials, best, world)]
            - trials.values[value_place(trials, action, world)]
        )
        total += less
        squares += less * less
    trial.loss = total / number
    trial.loss_error = _standard_error(total, squares, number)


@jit_noinline
def _write_losses(situation: Situation, best: int) -> float:
    """Write the losses of all actions against the best one, and values that agree with them.

    Returns the uncertainty of the best action.
    """
    trials = situation.trials
    top = trials.actions[best]
    total, squares = 0.0, 0.0
    lowest, highest = np.inf, -np.inf
    for world in range(top.played):
        value = trials.values[value_place(trials, best, world)]
        total += value
        squares += value * value
        lowest, highest = min(lowest, value), max(highest, value)
    top.value = total / top.played
    top.error = _standard_error(total, squares, top.played)
    top.loss = 0.0
    top.loss_error = 0.0
    rest = situation.legal & ~(1 << best)
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        _compare(situation, action, best)
        trial = trials.actions[action]
        trial.loss = max(0.0, trial.loss)
        trial.value = top.value - trial.loss
        trial.error = sqrt(top.error * top.error + trial.loss_error * trial.loss_error)
    return _uncertainty(total, squares, top.played, highest - lowest)


@jit_noinline
def _write_outcomes(situation: Situation, work: SearchRecord) -> None:
    """Write the outcomes of all legal actions."""
    rules, scratch = situation.rules[0], situation.simulator.scratch
    rest = situation.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        write_outcome(rules, situation.now, action, scratch, work.outcomes[action])
