"""Search at decision time: values of all legal actions, and the best one.

Opponents' hands are weighed by their past actions, and every action is played out in sampled
worlds; the better half of the actions gets more of them (sequential halving).
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import strength
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, random_fraction, random_seed
from schwimmen.rules.core.state import (
    CHOICE,
    MAX_ACTIONS,
    OVER,
    ROUND_DTYPE,
    RULES_DTYPE,
    TURN,
    Pack,
    PerSeat,
    RecordArray,
    RulesRecord,
    ViewRecord,
    record_dtype,
)
from schwimmen.rules.core.turn import apply

from ..blueprint.policy_table import Blueprint
from ..equity.match_equity import EquityLookup
from ..greedy import hand_after
from .belief import (
    CANDIDATE_DTYPE,
    MODELS,
    MODELS_DTYPE,
    HandBeliefs,
    History,
    OpponentModels,
    Worlds,
    fill_worlds,
    weigh_hands,
    write_candidates,
)
from .best_reply import REPLY_CANDIDATES, REPLY_WORLDS, ReplyWorkspace, reply_gain
from .budget import MAX_REPLIES, SearchBudget
from .opponent_model import NEVER
from .redeal import IMPOSSIBLE, SEEN_DTYPE, SeenRecord, redeal
from .rollouts import (
    TRIAL_DTYPE,
    Simulator,
    Trials,
    expected_value,
    leaves_last_turn_only,
    roll_out,
    value_place,
)

if TYPE_CHECKING:
    from ..policies import PolicyRecord

# Opponent models: the blueprint, and players that close at a threshold (doubled value). None of
# them is a bot of the ladder. The last one never closes; it counts against patient opponents only.
_PRIORS: Final = np.array((0.4, 0.15, 0.15, 0.15, 0.15, 0.0))
_CLOSE_THRESHOLDS: Final = np.array((0, 41, 45, 51, 57, NEVER))
_PATIENT: Final = MODELS - 1

# Opponents that have not closed for this many turns may never do so.
_PATIENT_FROM: Final = 5
_PATIENT_PRIOR: Final = 0.05

# In rollouts a round ends after this many turns of each player. Otherwise waiting for an opponent's
# mistake would always seem to be worth another turn.
_TURNS: Final = 12
_IMPATIENCE: Final = 0.5  # share of the stakes that ending may cost, per turn after ``_TURNS``

_SEARCH_PROBABILITY: Final = 0.35  # that the only opponent searches before it replies
_SPREAD: Final = 10  # worlds for each one that is sampled for replies
_REPLIED_ACTIONS: Final = 3  # best actions for which replies are searched

_FEW_PLAYERS: Final = 4  # more players make longer rollouts, of which there are fewer
_FIRST_WORLDS: Final = 16  # in which every action is tried
_NEGLIGIBLE: Final = 0.001  # share of the stakes that ending a round a turn sooner may cost
_ROUNDING: Final = 1e-9

MAX_ENUMERATED: Final = 6000
"""Hidden hands of the only opponent that are all weighed; of more a sample is weighed."""


class SearchRecord(Protocol):
    """Record of the work space of a search, of a fixed size. Arrays of one record hold one."""

    seen: Annotated[Any, SEEN_DTYPE, (1,)]
    rules: Annotated[RecordArray, RULES_DTYPE, (1,)]
    """Rules under which rounds are played out, with an earlier end."""
    scratch: Annotated[RecordArray, ROUND_DTYPE, (1,)]
    after: Annotated[RecordArray, ROUND_DTYPE, (1,)]
    rng: Annotated[Rng, np.uint64, (1,)]
    priors: Annotated[NDArray[np.float64], np.float64, (MODELS,)]
    weights: Annotated[NDArray[np.float64], np.float64, (MAX_ACTIONS,)]
    hidden: PerSeat
    first: PerSeat
    sizes: PerSeat
    cards: Pack
    trials: Annotated[RecordArray, TRIAL_DTYPE, (MAX_ACTIONS,)]
    reply_hidden: PerSeat
    reply_first: PerSeat
    reply_sizes: PerSeat
    reply_trials: Annotated[RecordArray, TRIAL_DTYPE, (MAX_ACTIONS,)]
    reply_values: Annotated[NDArray[np.float64], np.float64, (MAX_ACTIONS * REPLY_WORLDS,)]
    ranks: Annotated[NDArray[np.int64], np.int64, (_SPREAD * MAX_REPLIES,)]
    order: Annotated[NDArray[np.int64], np.int64, (_SPREAD * MAX_REPLIES,)]
    sample: Annotated[NDArray[np.int64], np.int64, (MAX_REPLIES,)]
    worlds: int
    """Number of worlds that were sampled."""


SEARCH_DTYPE: Final = record_dtype(SearchRecord)


class SearchSpace(NamedTuple):
    """Work space of a search.

    ``searches`` has one record. ``rounds`` and ``actions`` hold the history: they have room for one
    more than there are events. ``worlds`` and ``models`` have room for the worlds and for
    ``REPLY_WORLDS`` more, ``candidates`` for the hands that are weighed (``MAX_ENUMERATED`` or the
    candidates of the budget) and for ``REPLY_CANDIDATES`` more, and ``values`` for a value of each
    of ``MAX_ACTIONS`` actions in each world.
    """

    searches: RecordArray
    rounds: RecordArray
    actions: NDArray[np.int64]
    worlds: RecordArray
    models: RecordArray
    candidates: RecordArray
    values: NDArray[np.float64]


def new_search_space(budget: SearchBudget, events: int) -> SearchSpace:
    """Return work space for one search with a budget, after a number of events."""
    worlds = budget.worlds + REPLY_WORLDS
    return SearchSpace(
        np.zeros(1, SEARCH_DTYPE),
        np.empty(events + 1, ROUND_DTYPE),
        np.empty(events + 1, np.int64),
        np.empty(worlds, ROUND_DTYPE),
        np.empty(worlds, MODELS_DTYPE),
        np.empty(max(MAX_ENUMERATED, budget.candidates) + REPLY_CANDIDATES, CANDIDATE_DTYPE),
        np.empty(MAX_ACTIONS * budget.worlds),
    )


class Decision(NamedTuple):
    """A decision: the round now in a determinized world, its history, and what is believed.

    ``course`` is the history and the round now, with room for an action in it. ``legal`` is the
    mask of the legal actions, ``others`` that of the other seats dealt in. ``rules`` are those of
    the match.
    """

    rules: RulesRecord
    seen: SeenRecord
    now: RecordArray
    history: History
    course: History
    legal: int
    others: int
    beliefs: HandBeliefs
    worlds: Worlds
    simulator: Simulator
    trials: Trials


@jit_noinline
def search(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    starts: RecordArray,
    policy: PolicyRecord,
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
    seen = work.seen[0]
    decisions = redeal(
        rules, pack, view, seat, events, starts, 0, seen, space.rounds, space.actions, rng
    )
    if decisions == IMPOSSIBLE:
        return IMPOSSIBLE
    now = space.rounds[decisions : decisions + 1]
    state = now[0]
    players = popcount(state.active)
    share = max(players, _FEW_PLAYERS)
    work.worlds = max(1, policy.worlds * _FEW_PLAYERS // share)
    rollouts = policy.rollouts * _FEW_PLAYERS // share
    work.rules[0] = rules
    work.rules[0].turn_cap = min(rules.turn_cap, max(_TURNS, view.turns // players + 1))
    work.rng[0] = random_seed(rng)
    others = int(state.active) & ~(1 << seat)
    _set_priors(view, others, work.priors)
    models = OpponentModels(
        work.priors, _CLOSE_THRESHOLDS, blueprint, policy.keep_threshold, work.weights
    )
    decision = Decision(
        rules,
        seen,
        now,
        History(space.rounds[:decisions], space.actions[:decisions]),
        History(space.rounds[: decisions + 1], space.actions[: decisions + 1]),
        legal_actions(rules, state),
        others,
        HandBeliefs(work.hidden, work.first, work.sizes, space.candidates),
        Worlds(space.worlds[: work.worlds], space.models[: work.worlds]),
        Simulator(work.rules, models, lookup, work.scratch, work.rng),
        Trials(work.trials, space.values),
    )
    _weigh_all_hands(decision, policy.candidates)
    fill_worlds(
        work.rules[0],
        now,
        decision.worlds,
        decision.beliefs,
        seen.unseen,
        work.cards,
        work.rng,
    )
    exact = _find_exact_values(decision)
    _roll_out_by_halving(decision, decision.legal & ~exact, rollouts, random_seed(rng))
    if policy.replies and popcount(others) == 1 and state.phase == TURN:
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
        _write_stratified_sample(decision, sample, work, rng)
        _add_reply_gains(decision, decision.legal & ~exact, sample, workspace, rng)
    return _best_action(decision)


@jit
def _set_priors(view: ViewRecord, others: int, priors: NDArray[np.float64]) -> None:
    most = 0
    for seat in range(view.seat_count):
        if others >> seat & 1:
            most = max(most, view.seats[seat].turns)
    for model in range(MODELS):
        priors[model] = _PRIORS[model]
    if most >= _PATIENT_FROM:
        priors[_PATIENT] = _PATIENT_PRIOR


@jit
def _weigh_all_hands(decision: Decision, number: int) -> None:
    """Weigh candidates for every opponent's hidden cards by its past actions.

    Heads-up these are all possible hands if there are not too many, else a sample.
    """
    beliefs, seen = decision.beliefs, decision.seen
    opponents = popcount(decision.others)
    most = MAX_ENUMERATED if opponents == 1 else 0
    sample = max(1, number // opponents)
    first = 0
    rest = decision.others
    while rest:
        seat = lowest_bit(rest)
        rest &= rest - 1
        hidden = seen.hidden[seat]
        size = write_candidates(
            seen.unseen,
            popcount(hidden),
            beliefs.candidates[first:],
            most,
            sample,
            decision.simulator.rng,
        )
        beliefs.hidden[seat] = hidden
        beliefs.first[seat] = first
        beliefs.sizes[seat] = size
        weigh_hands(
            decision.simulator.rules[0],
            decision.now[0],
            decision.history,
            seat,
            hidden,
            beliefs.candidates[first : first + size],
            decision.simulator.models,
        )
        first += size


@jit_noinline
def _find_exact_values(decision: Decision) -> int:
    """Find the values of actions after which, heads-up, only last turns remain; return the mask."""
    simulator, beliefs, now = decision.simulator, decision.beliefs, decision.now
    exact = 0
    if popcount(decision.others) > 1 or now[0].phase == CHOICE:  # unseen cards decide
        return exact
    other = lowest_bit(decision.others)
    rest = decision.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if leaves_last_turn_only(simulator.rules, now, simulator.scratch, action):
            exact |= 1 << action
            trial = decision.trials.actions[action]
            trial.played = 0
            trial.value = expected_value(
                simulator,
                now,
                action,
                other,
                beliefs.hidden[other],
                beliefs.candidates[: beliefs.sizes[other]],
                decision.worlds.models[0].of,
            )
    return exact


@jit_noinline
def _roll_out_by_halving(decision: Decision, actions: int, rollouts: int, seed: Any) -> None:
    """Play out actions in the worlds: the better half of them gets more worlds."""
    trials = decision.trials.actions
    rest = actions
    while rest:
        trial = trials[lowest_bit(rest)]
        rest &= rest - 1
        trial.total = 0.0
        trial.turns = 0.0
        trial.played = 0
    halvings = 1
    while 1 << halvings < popcount(actions):
        halvings += 1
    most = len(decision.worlds.rounds)
    played = 0
    while actions and played < most:
        number = popcount(actions)
        until = min(most, played + max(_FIRST_WORLDS, rollouts // (halvings * number)))
        roll_out(decision.simulator, decision.worlds, actions, played, until, seed, decision.trials)
        played = until
        if number > 2:
            while popcount(actions) > (number + 1) // 2:
                actions &= ~(1 << _worst(decision, actions))


@jit_noinline
def _worst(decision: Decision, actions: int) -> int:
    """Return the action with the lowest value."""
    trials = decision.trials.actions
    worst = lowest_bit(actions)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        less = trials[worst].value - trials[action].value
        if less > 0 or (less == 0 and _is_preferred(decision, worst, action)):
            worst = action
    return worst


@jit_noinline
def _is_preferred(decision: Decision, action: int, other: int) -> bool:
    """Return whether an action is better than another one of equal value."""
    turns, others_turns = _turns_after(decision, action), _turns_after(decision, other)
    if turns != others_turns:
        return turns < others_turns
    rules, state = decision.rules, decision.now[0]
    hand = state.hands[state.to_act]
    rank = strength(rules, hand_after(rules, hand, state.table, action))
    others_rank = strength(rules, hand_after(rules, hand, state.table, other))
    return rank > others_rank or (rank == others_rank and action < other)


@jit_noinline
def _turns_after(decision: Decision, action: int) -> float:
    """Return the mean number of turns in the round; 0 or 1 if it is ending anyway."""
    trial = decision.trials.actions[action]
    if trial.played:
        return float(trial.turns / trial.played)
    _play(decision, action)
    after = decision.simulator.scratch[0]
    if after.phase == OVER:
        return 0.0
    return 1.0 if after.last_turns else inf


@jit_noinline
def _play(decision: Decision, action: int) -> None:
    """Play an action in the scratch of the simulator."""
    scratch = decision.simulator.scratch
    scratch[0] = decision.now[0]
    apply(decision.rules, scratch[0], action)


@jit_noinline
def _best_action(decision: Decision) -> int:
    trials = decision.trials.actions
    best = lowest_bit(decision.legal)
    rest = decision.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if trials[action].value > trials[best].value:
            best = action
    chosen = best
    rest = decision.legal
    while rest:
        action = lowest_bit(rest)
        rest &= rest - 1
        if _ties(decision, action, best) and _is_preferred(decision, action, chosen):
            chosen = action
    return chosen


@jit_noinline
def _ties(decision: Decision, action: int, best: int) -> bool:
    """Return whether an action counts as good as the best one."""
    trials = decision.trials
    one, best_one = trials.actions[action], trials.actions[best]
    less = best_one.value - one.value
    played = best_one.played
    if 0 < one.played < played:
        return False  # it was dropped after fewer worlds
    if less <= _ROUNDING or played == 0:
        return bool(less <= _ROUNDING)
    lowest, highest = _found_values(decision, best)
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
    state = decision.now[0]
    late_turns = max(0, int(state.turns_of[state.to_act]) + 1 - _TURNS)
    tolerance = max(min(error, _NEGLIGIBLE * stakes), _IMPATIENCE * late_turns * stakes)
    return less <= tolerance and _ends(decision, action)


@jit
def _ends(decision: Decision, action: int) -> bool:
    """Return whether only last turns remain after an action, or none."""
    if decision.now[0].phase == CHOICE:  # unseen cards decide
        return False
    _play(decision, action)
    after = decision.simulator.scratch[0]
    return bool(after.phase == OVER or after.last_turns)


@jit
def _write_stratified_sample(
    decision: Decision, sample: NDArray[np.int64], work: SearchRecord, rng: Rng
) -> None:
    """Write a sample of worlds, evenly spread from the opponent's worst hand to its best."""
    other = lowest_bit(decision.others)
    ranks, order = work.ranks, work.order
    number = len(sample)
    count = min(_SPREAD * number, len(decision.worlds.rounds))
    for w in range(count):  # insertion sort
        rank = strength(decision.rules, decision.worlds.rounds[w].hands[other])
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
    decision: Decision,
    actions: int,
    sample: NDArray[np.int64],
    workspace: ReplyWorkspace,
    rng: Rng,
) -> None:
    """Correct the values of the best actions for an opponent that searches its reply.

    Other actions keep their values, but none above the lowest of the corrected ones.
    """
    trials = decision.trials
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
        course = decision.course
        course.actions[len(course.actions) - 1] = best
        gain = reply_gain(
            decision.simulator,
            decision.worlds,
            sample,
            course,
            decision.seen.unseen,
            workspace,
            rng,
        )
        trial = trials.actions[best]
        lowest, highest = _found_values(decision, best)
        # The gain is an estimate: keep the value within the values that were found.
        trial.value = min(max(trial.value + _SEARCH_PROBABILITY * gain, lowest), highest)
        least = min(least, trial.value)
    while others:
        trial = trials.actions[lowest_bit(others)]
        others &= others - 1
        trial.value = min(trial.value, least)


@jit
def _found_values(decision: Decision, action: int) -> tuple[float, float]:
    """Return the lowest and the highest value of an action in a world."""
    trials = decision.trials
    lowest, highest = inf, -inf
    for world in range(trials.actions[action].played):
        value = trials.values[value_place(trials, action, world)]
        lowest, highest = min(lowest, value), max(highest, value)
    return lowest, highest
