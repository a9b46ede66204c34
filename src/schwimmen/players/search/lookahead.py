"""Search at decision time: values of all legal actions, and the best one.

Opponents' hands are weighed by their past actions, and every action is played out in sampled
worlds; the better half of the actions gets more of them (sequential halving).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.rng import Rng, random_fraction, random_seed
from schwimmen.rules.core.state import CHOICE, TURN, RecordArray, RulesRecord, ViewRecord

from ..blueprint.policy_table import Blueprint
from ..equity.match_equity import EquityLookup
from .belief import HandBeliefs, Worlds
from .best_reply import REPLY_CANDIDATES, REPLY_WORLDS, ReplyWorkspace, reply_gain
from .evidence import EvidenceRecord
from .redeal import IMPOSSIBLE, redeal
from .rollouts import Trials, expected_value, leaves_last_turn_only
from .sequential_halving import best_action, found_values, roll_out_by_halving
from .situation import (
    SPREAD,
    SearchRecord,
    SearchSpace,
    Situation,
    fill,
    share_of,
    situation_of,
)

if TYPE_CHECKING:
    from ..policies import PolicyRecord

_SEARCH_PROBABILITY: Final = 0.35  # that the only opponent searches before it replies
_REPLIED_ACTIONS: Final = 3  # best actions for which replies are searched


@jit_noinline
def search(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    starts: RecordArray,
    policy: PolicyRecord,
    evidence: EvidenceRecord,
    blueprint: Blueprint,
    lookup: EquityLookup,
    space: SearchSpace,
    rng: Rng,
) -> int:
    """Write the value of each legal action to the trials; return the best action.

    ``redeal`` describes ``pack``, ``events`` and ``starts``; ``lookup`` is that of the match, and
    describes the unit of the values. Returns ``IMPOSSIBLE`` if the view belongs to no real round.

    Ties go to the action that ends the round sooner, then to the one that leaves the best hand. An
    action that ends the round ties with the best if its value is lower by no more than the standard
    error of the difference in the same worlds and by a negligible share of the stakes; very late in
    a round that share grows. Other actions tie only if their values are equal.
    """
    work = space.searches[0]
    decisions = redeal(
        rules,
        pack,
        view,
        seat,
        events,
        0,
        starts,
        0,
        work.seen[0],
        space.rounds,
        space.actions,
        rng,
    )
    if decisions == IMPOSSIBLE:
        return IMPOSSIBLE
    situation = situation_of(
        rules, view, seat, decisions, decisions, 0, policy, evidence, blueprint, lookup, space, rng
    )
    fill(situation, 0, work.worlds)
    exact = _find_exact_values(situation)
    roll_out_by_halving(
        situation, situation.legal & ~exact, share_of(situation, policy.rollouts), random_seed(rng)
    )
    if policy.replies and popcount(situation.others) == 1 and situation.now[0].phase == TURN:
        workspace = ReplyWorkspace(
            work.after[:],
            Worlds(
                space.worlds[len(space.worlds) - REPLY_WORLDS :],
                space.models[len(space.models) - REPLY_WORLDS :],
            ),
            Trials(work.reply_trials, work.reply_values[:]),
            HandBeliefs(
                work.reply_hidden,
                work.reply_first,
                work.reply_sizes,
                space.candidates[len(space.candidates) - REPLY_CANDIDATES :],
            ),
            work.cards,
        )
        sample = work.sample[: policy.replies]
        _write_stratified_sample(situation, sample, work, rng)
        _add_reply_gains(situation, situation.legal & ~exact, sample, workspace, rng)
    return best_action(situation)


@jit_noinline
def _find_exact_values(situation: Situation) -> int:
    """Find the exact values of actions after which, heads-up, only last turns remain.

    Returns the mask of these actions.
    """
    simulator, beliefs, now = situation.simulator, situation.beliefs, situation.now
    exact = 0
    if popcount(situation.others) > 1 or now[0].phase == CHOICE:  # unseen cards decide
        return exact
    other = lowest_bit(situation.others)
    rest = situation.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if leaves_last_turn_only(simulator.rules, now, simulator.scratch, action):
            exact |= 1 << action
            trial = situation.trials.actions[action]
            trial.played = 0
            trial.value = expected_value(
                simulator,
                now,
                action,
                other,
                beliefs.hidden[other],
                beliefs.candidates[: beliefs.sizes[other]],
                situation.worlds.models[0].of,
            )
    return exact


@jit
def _write_stratified_sample(
    situation: Situation, sample: NDArray[np.int64], work: SearchRecord, rng: Rng
) -> None:
    """Write a sample of worlds, evenly spread from the opponent's worst hand to its best."""
    other = lowest_bit(situation.others)
    ranks, order = work.ranks, work.order
    number = len(sample)
    count = min(SPREAD * number, len(situation.worlds.rounds))
    for w in range(count):  # insertion sort
        rank = strength(situation.rules[0], situation.worlds.rounds[w].hands[other])
        place = w
        while place > 0 and ranks[place - 1] > rank:
            ranks[place] = ranks[place - 1]
            order[place] = order[place - 1]
            place -= 1
        ranks[place] = rank
        order[place] = w
    start = random_fraction(rng)
    for i in range(number):
        sample[i] = order[int((start + i) / number * count)]


@jit_noinline
def _add_reply_gains(
    situation: Situation,
    actions: int,
    sample: NDArray[np.int64],
    workspace: ReplyWorkspace,
    rng: Rng,
) -> None:
    """Correct the values of the best actions for an opponent that searches its reply.

    Other actions keep their values, but none above the lowest of the corrected ones.
    """
    trials = situation.trials
    others = actions
    least = inf
    for _ in range(_REPLIED_ACTIONS):
        if others == 0:
            return
        best = lowest_bit(others)
        rest = others
        while rest:
            action = lowest_bit(rest)
            rest &= rest - 1
            if trials.actions[action].value > trials.actions[best].value:
                best = action
        others &= ~(1 << best)
        course = situation.course
        course.actions[len(course.actions) - 1] = best
        gain = reply_gain(
            situation.simulator,
            situation.worlds,
            sample,
            course,
            situation.seen[0].unseen,
            workspace,
            rng,
        )
        trial = trials.actions[best]
        lowest, highest = found_values(situation, best)
        # The gain is an estimate: keep the value within the range of the rollouts.
        trial.value = min(max(trial.value + _SEARCH_PROBABILITY * gain, lowest), highest)
        least = min(least, trial.value)
    while others:
        trial = trials.actions[lowest_bit(others)]
        others &= others - 1
        trial.value = min(trial.value, least)
