"""Values of a moment of a round to all seats, and of all actions, from what a view shows."""

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
from ..equity.match_equity import EquityLookup, equity_row
from .belief import renumber_exchange
from .evidence import EvidenceRecord
from .opponent_model import AS_FITTED, MIXTURES
from .redeal import IMPOSSIBLE, number_of, redeal
from .rollouts import Trials, Z, clear_trials, play_out, roll_out, value_place
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
    evidence: EvidenceRecord,
    blueprint: Blueprint,
    lookup: EquityLookup,
    space: SearchSpace,
    rng: Rng,
) -> int:
    """Estimate the value of a moment to all seats, or of each action of a seat that is to act.

    They are estimated from what ``seat`` knows, or a spectator. The round is not over. ``redeal``
    describes ``pack``, ``events``, ``announced`` and ``starts``; ``lookup`` is that of the match,
    and describes the unit. In rollouts a seat that knows its hand plays by the blueprint, all
    others by the opponent models.

    The values of a moment, whichever seat is to act, are written to ``space.searches[0].seats``. In
    every world they are those of one end of the round, so they add up as those of all ends do. With
    ``announced``, they are those of the moment when the action has been played but no card has been
    turned up. With ``by_action``, the values of all legal actions are written to the trials
    instead, with their losses against the best one, and their outcomes. Unlike ``search``, it
    leaves no action unknown: each is played out in the same worlds, with the same random numbers,
    until its loss is known well enough, or the worlds or rollouts of the budget are used up.

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
        policy, evidence, blueprint, lookup, space, rng,
    )  # fmt: skip
    rollouts = share_of(situation, policy.rollouts)
    seed = random_seed(rng)
    if by_action:
        best = _value_actions(situation, rollouts, seed)
        work.uncertainty = _write_losses(situation, best)
        _write_outcomes(situation, work)
        return best
    number = max(1, min(rollouts, work.worlds))
    _value_moment(situation, announced, number, seed)
    for other in range(view.seat_count):
        found = work.seats[other]
        found.value, found.error, found.uncertainty = _mean_of(situation.trials, other, number)
    return 0


@jit_noinline
def _value_moment(situation: Situation, announced: int, number: int, seed: Any) -> None:
    """Write the values of a moment in a number of worlds to the trials, by seat."""
    simulator, worlds, trials = situation.simulator, situation.worlds, situation.trials
    state, now = simulator.scratch[0], situation.now[0]
    fill(situation, 0, number)
    for world in range(number):
        simulator.scratch[0] = worlds.rounds[world]
        simulator.rng[0] = spawn(seed, world)
        if announced:
            actor = int(now.to_act)
            action = situation.history.actions[len(situation.history.actions) - 1]
            rules, hand = simulator.rules[0], state.hands[actor]
            apply(rules, state, renumber_exchange(rules, action, now.hands[actor], hand))
        play_out(simulator, worlds.models[world].of)
        equity = simulator.lookup.equity[equity_row(simulator.lookup, state)]
        for seat in range(state.seats):
            trials.values[value_place(trials, seat, world)] = equity.seats[seat]


@jit_noinline
def _mean_of(trials: Trials, place: int, number: int) -> tuple[float, float, float]:
    """Return the mean of values in the first worlds, its standard error, and its uncertainty.

    ``place`` is the number of an action, or the seat for values of a moment. The uncertainty is the
    variance of the values over their range; 0 for equal values.
    """
    total, squares = 0.0, 0.0
    lowest, highest = np.inf, -np.inf
    for world in range(number):
        value = trials.values[value_place(trials, place, world)]
        total += value
        squares += value * value
        lowest, highest = min(lowest, value), max(highest, value)
    uncertainty = 0.0
    if highest > lowest:
        variance = max(0.0, squares - total * total / number) / number
        uncertainty = variance / (highest - lowest)
    return total / number, _standard_error(total, squares, number), uncertainty


@jit
def _standard_error(total: float, squares: float, number: int) -> float:
    """Return the standard error of a mean; 0 for a single value."""
    if number < 2:
        return 0.0
    return sqrt(max(0.0, squares - total * total / number) / (number * (number - 1)))


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
    """Write the losses of an action against another one in the worlds in which both were played."""
    trials = situation.trials
    trial = trials.actions[action]
    number = min(trial.played, trials.actions[best].played)
    for mixture in range(len(MIXTURES)):
        total, weights = 0.0, 0.0
        for world in range(number):
            weight = situation.worlds.models[world].weights[mixture]
            total += weight * _less(trials, action, best, world)
            weights += weight
        loss = total / weights
        if mixture == AS_FITTED:
            squares = 0.0
            for world in range(number):
                less = _less(trials, action, best, world)
                squares += less * less
            trial.loss, trial.least_loss, trial.most_loss = loss, loss, loss
            trial.loss_error = _standard_error(total, squares, number)
        else:
            trial.least_loss = min(trial.least_loss, loss)
            trial.most_loss = max(trial.most_loss, loss)
    trial.sure_loss = min(trial.loss - Z * trial.loss_error, trial.least_loss)


@jit
def _less(trials: Trials, action: int, best: int, world: int) -> float:
    """Return how much lower the value of an action in a world is than that of another one."""
    less: float = (
        trials.values[value_place(trials, best, world)]
        - trials.values[value_place(trials, action, world)]
    )
    return less


@jit_noinline
def _write_losses(situation: Situation, best: int) -> float:
    """Write the losses of all actions against the best one, and values that agree with them.

    Returns the uncertainty of the best action.
    """
    trials = situation.trials
    top = trials.actions[best]
    top.value, top.error, uncertainty = _mean_of(trials, best, top.played)
    top.loss, top.loss_error = 0.0, 0.0
    top.least_loss, top.most_loss, top.sure_loss = 0.0, 0.0, 0.0
    rest = situation.legal & ~(1 << best)
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        _compare(situation, action, best)
        trial = trials.actions[action]
        trial.loss = max(0.0, trial.loss)
        trial.value = top.value - trial.loss
        trial.error = sqrt(top.error * top.error + trial.loss_error * trial.loss_error)
    return uncertainty


@jit_noinline
def _write_outcomes(situation: Situation, work: SearchRecord) -> None:
    """Write the outcomes of all legal actions."""
    rules, scratch = situation.rules[0], situation.simulator.scratch
    rest = situation.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        write_outcome(rules, situation.now, action, scratch, work.outcomes[action])
