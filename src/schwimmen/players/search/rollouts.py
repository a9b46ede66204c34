"""What actions are worth: played out in worlds that could be."""

from __future__ import annotations

from typing import Any, NamedTuple

from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import KEEP, RENEW, TAKE, action_kind, legal_actions
from schwimmen.rules.core.rng import shuffle, spawn
from schwimmen.rules.core.state import OVER, SHUFFLE
from schwimmen.rules.core.turn import apply, resume_after_shuffle

from ..blueprint.player import blueprint_or_greedy
from ..equity.match_equity import EquityLookup, equity_row
from ..random_play import weighted_action
from .belief import BY_BLUEPRINT, OpponentModels, model_weights


class RolloutTotals(NamedTuple):
    """What actions came to in worlds: the sum of each by number, every ``worths[action, world]``,
    and the turns that the rounds took, as sums."""

    sums: Any
    worths: Any
    turns: Any


@jit_noinline
def _action(rules: Any, state: Any, models: OpponentModels, model: int, numbers: Any) -> int:
    legal = legal_actions(rules, state)
    if model == BY_BLUEPRINT or state.last_turns:
        return blueprint_or_greedy(
            rules, state, legal, models.blueprint, models.keep_threshold, numbers
        )
    total = model_weights(rules, state, legal, models, model)
    return weighted_action(legal, models.weights, total, numbers)


@jit
def play_out(rules: Any, state: Any, models: OpponentModels, models_of: Any, numbers: Any) -> None:
    """Play to the end of the round, every seat by its model."""
    while state.phase != OVER:
        if state.phase == SHUFFLE:
            shuffle(numbers, state.aside, state.aside_count)
            resume_after_shuffle(rules, state)
        else:
            apply(rules, state, _action(rules, state, models, models_of[state.to_act], numbers))


@jit
def roll_out(
    rules: Any,
    worlds: Any,
    scratch: Any,
    models: OpponentModels,
    models_of: Any,
    actions: int,
    first: int,
    last: int,
    outlook: EquityLookup,
    seed: Any,
    numbers: Any,
    tally: RolloutTotals,
) -> None:
    """Add what each of some actions comes to in worlds ``first`` to ``last - 1``."""
    seat = worlds[0].to_act
    for w in range(first, last):
        rest = actions
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            scratch[0] = worlds[w]
            numbers[0] = spawn(seed, w)
            apply(rules[0], scratch[0], action)
            play_out(rules[0], scratch[0], models, models_of[w], numbers)
            worth = outlook.equity[equity_row(outlook, scratch[0]), seat]
            tally.sums[action] += worth
            tally.worths[action, w] = worth
            tally.turns[action] += scratch[0].turns


@jit
def leaves_last_turn_only(rules: Any, now: Any, scratch: Any, action: int) -> bool:
    """Whether after an action nothing is left but the last turn of the only other seat.

    It may not depend on cards that nobody has seen.
    """
    if action_kind(rules[0], action) in (RENEW, KEEP, TAKE):
        return False
    scratch[0] = now[0]
    apply(rules[0], scratch[0], action)
    state = scratch[0]
    return state.phase == OVER or (state.last_turns != 0 and popcount(state.playing) == 1)


@jit
def expected_value(
    rules: Any, now: Any, scratch: Any, action: int, other: int, hidden: int, candidates: Any,
    likely: Any, models: OpponentModels, models_of: Any, outlook: EquityLookup, numbers: Any,
) -> float:  # fmt: skip
    """What an action is worth against all hands of the only other seat, each as likely as it is."""
    seat = now[0].to_act
    total = 0.0
    weight = 0.0
    for i in range(len(candidates)):
        if likely[i] > 0:
            scratch[0] = now[0]
            scratch[0].hands[other] = now[0].hands[other] & ~hidden | candidates[i]
            apply(rules[0], scratch[0], action)
            play_out(rules[0], scratch[0], models, models_of, numbers)
            total += likely[i] * outlook.equity[equity_row(outlook, scratch[0]), seat]
            weight += likely[i]
    return total / weight
