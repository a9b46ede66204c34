"""Sequential halving of the actions of a decision, and the best action by its trials."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any, Final

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.state import CHOICE, OVER
from schwimmen.rules.core.turn import apply

from ..greedy import hand_after
from .rollouts import clear_trials, roll_out, value_place
from .situation import LONG_ROUND, Situation

_FIRST_WORLDS: Final = 16  # in which every action is tried
_IMPATIENCE: Final = 0.5  # share of the stakes that ending may cost, per turn after a long round
_NEGLIGIBLE: Final = 0.001  # share of the stakes that ending a round a turn sooner may cost
_ROUNDING: Final = 1e-9


@jit_noinline
def roll_out_by_halving(situation: Situation, actions: int, rollouts: int, seed: Any) -> None:
    """Play out actions in the worlds; after each stage only the better half, or two, continue."""
    clear_trials(situation.trials, actions)
    halvings = 1
    while 1 << halvings < popcount(actions):
        halvings += 1
    most = len(situation.worlds.rounds)
    played = 0
    while actions and played < most:
        number = popcount(actions)
        until = min(most, played + max(_FIRST_WORLDS, rollouts // (halvings * number)))
        roll_out(
            situation.simulator, situation.worlds, actions, played, until, seed, situation.trials
        )
        played = until
        if number > 2:
            while popcount(actions) > (number + 1) // 2:
                actions &= ~(1 << _worst(situation, actions))


@jit_noinline
def _worst(situation: Situation, actions: int) -> int:
    """Return the action with the lowest value."""
    trials = situation.trials.actions
    worst = lowest_bit(actions)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        less = trials[worst].value - trials[action].value
        if less > 0 or (less == 0 and _is_preferred(situation, worst, action)):
            worst = action
    return worst


@jit_noinline
def _is_preferred(situation: Situation, action: int, other: int) -> bool:
    """Return whether an action is better than another one of equal value."""
    turns, others_turns = _turns_after(situation, action), _turns_after(situation, other)
    if turns != others_turns:
        return turns < others_turns
    rules, state = situation.rules[0], situation.now[0]
    hand = state.hands[state.to_act]
    rank = strength(rules, hand_after(rules, hand, state.table, action))
    others_rank = strength(rules, hand_after(rules, hand, state.table, other))
    return rank > others_rank or (rank == others_rank and action < other)


@jit_noinline
def _turns_after(situation: Situation, action: int) -> float:
    """Return the mean number of turns in the round; 0 or 1 if it is ending anyway."""
    trial = situation.trials.actions[action]
    if trial.played:
        return float(trial.turns / trial.played)
    _play(situation, action)
    after = situation.simulator.scratch[0]
    if after.phase == OVER:
        return 0.0
    return 1.0 if after.last_turns else inf


@jit_noinline
def _play(situation: Situation, action: int) -> None:
    """Play an action in the scratch of the simulator."""
    scratch = situation.simulator.scratch
    scratch[0] = situation.now[0]
    apply(situation.rules[0], scratch[0], action)


@jit_noinline
def best_action(situation: Situation) -> int:
    """Return the best action by the trials, with ties broken as ``lookahead.search`` describes."""
    trials = situation.trials.actions
    best = lowest_bit(situation.legal)
    rest = situation.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if trials[action].value > trials[best].value:
            best = action
    chosen = best
    rest = situation.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if _ties(situation, action, best) and _is_preferred(situation, action, chosen):
            chosen = action
    return chosen


@jit_noinline
def _ties(situation: Situation, action: int, best: int) -> bool:
    """Return whether an action counts as good as the best one."""
    trials = situation.trials
    one, best_one = trials.actions[action], trials.actions[best]
    less = best_one.value - one.value
    played = best_one.played
    if 0 < one.played < played:
        return False  # it was dropped after fewer worlds
    if less <= _ROUNDING or played == 0:
        return bool(less <= _ROUNDING)
    lowest, highest = found_values(situation, best)
    total, squares = 0.0, 0.0
    for world in range(played):
        value = trials.values[value_place(trials, best, world)]
        if one.played:
            value -= trials.values[value_place(trials, action, world)]
        total += value
        squares += value * value
    stakes = highest - lowest
    mean = total / played
    error = sqrt(max(0.0, squares / played - mean * mean) / played)
    state = situation.now[0]
    late_turns = max(0, int(state.turns_of[state.to_act]) + 1 - LONG_ROUND)
    tolerance = max(min(error, _NEGLIGIBLE * stakes), _IMPATIENCE * late_turns * stakes)
    return less <= tolerance and _ends(situation, action)


@jit
def _ends(situation: Situation, action: int) -> bool:
    """Return whether only last turns remain after an action, or none."""
    if situation.now[0].phase == CHOICE:  # unseen cards decide
        return False
    _play(situation, action)
    after = situation.simulator.scratch[0]
    return bool(after.phase == OVER or after.last_turns)


@jit
def found_values(situation: Situation, action: int) -> tuple[float, float]:
    """Return the lowest and the highest value of an action in a world."""
    trials = situation.trials
    lowest, highest = inf, -inf
    for world in range(trials.actions[action].played):
        value = trials.values[value_place(trials, action, world)]
        lowest, highest = min(lowest, value), max(highest, value)
    return lowest, highest
