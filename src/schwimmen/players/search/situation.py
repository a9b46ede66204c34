"""Situation of a seat in a round: its work space, and beliefs about the hands of other seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, jit, jit_noinline
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.outcome import OUTCOME_DTYPE, OutcomeRecord
from schwimmen.rules.core.rng import Rng, random_seed
from schwimmen.rules.core.rows import MAX_SEATS, IntArray, Pack, PerSeat, Records
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    NO_SEAT,
    ROUND_DTYPE,
    RULES_DTYPE,
    RecordArray,
    RulesRecord,
    ViewRecord,
    record_dtype,
)

from ..blueprint.policy_table import Blueprint
from ..budget import MAX_REPLIES, SearchBudget
from ..equity.match_equity import EquityLookup
from .belief import (
    CANDIDATE_DTYPE,
    MODELS_DTYPE,
    HandBeliefs,
    History,
    OpponentModels,
    Worlds,
    fill_worlds,
    weigh_hands,
    write_candidates,
)
from .best_reply import REPLY_CANDIDATES, REPLY_WORLDS
from .evidence import LEAST_ESTIMATING, EvidenceRecord
from .opponent_model import AS_FITTED, MIXTURES, MODELS, ROLLOUT_THRESHOLDS
from .redeal import SEEN_DTYPE
from .rollouts import TRIAL_DTYPE, Simulator, Trials

if TYPE_CHECKING:
    from ..policies import PolicyRecord

LONG_ROUND: Final = 12
"""Turns of each player after which a round ends in rollouts.

Otherwise waiting for an opponent's mistake would always seem to be worth another turn.
"""

_FEW_PLAYERS: Final = 4  # more players make longer rollouts, of which there are fewer

MAX_ENUMERATED: Final = 6000
"""Maximum number of hidden hands of an only opponent that are all weighed, not sampled."""

SPREAD: Final = 10
"""Number of worlds for each one that is sampled for replies."""


class SeatValueRecord(Protocol):
    """Record of the value of a moment to a seat, as ``estimate_values`` finds it."""

    value: Annotated[float, np.float64]
    error: Annotated[float, np.float64]
    """Standard error."""
    uncertainty: Annotated[float, np.float64]
    """Variance of the value in the rollouts, over its range.

    If the round has two outcomes, it is their difference times the product of their probabilities.
    """


SEAT_VALUE_DTYPE: Final = record_dtype(SeatValueRecord)


class SearchRecord(Protocol):
    """Record of the work space of a search, of a fixed size."""

    seen: Annotated[RecordArray, SEEN_DTYPE, (1,)]
    match_rules: Annotated[RecordArray, RULES_DTYPE, (1,)]
    rules: Annotated[RecordArray, RULES_DTYPE, (1,)]
    """Rules under which rounds are played out, with an earlier end."""
    scratch: Annotated[RecordArray, ROUND_DTYPE, (1,)]
    after: Annotated[RecordArray, ROUND_DTYPE, (1,)]
    rng: Annotated[Rng, np.uint64, (1,)]
    priors: Annotated[NDArray[np.float64], np.float64, (MAX_SEATS, MODELS)]
    weights: Annotated[NDArray[np.float64], np.float64, (MAX_ACTIONS,)]
    hand_values: Annotated[IntArray, np.int64, (MAX_ACTIONS,)]
    hidden: PerSeat
    first: PerSeat
    sizes: PerSeat
    cards: Pack
    trials: Annotated[RecordArray, TRIAL_DTYPE, (MAX_ACTIONS,)]
    outcomes: Annotated[Records[OutcomeRecord], OUTCOME_DTYPE, (MAX_ACTIONS,)]
    """Outcomes of the legal actions, if ``estimate_values`` wrote them."""
    reply_hidden: PerSeat
    reply_first: PerSeat
    reply_sizes: PerSeat
    reply_trials: Annotated[RecordArray, TRIAL_DTYPE, (MAX_ACTIONS,)]
    reply_values: Annotated[NDArray[np.float64], np.float64, (MAX_ACTIONS * REPLY_WORLDS,)]
    ranks: Annotated[NDArray[np.int64], np.int64, (SPREAD * MAX_REPLIES,)]
    order: Annotated[NDArray[np.int64], np.int64, (SPREAD * MAX_REPLIES,)]
    sample: Annotated[NDArray[np.int64], np.int64, (MAX_REPLIES,)]
    worlds: int
    """Number of worlds that may be sampled."""
    seats: Annotated[Records[SeatValueRecord], SEAT_VALUE_DTYPE, (MAX_SEATS,)]
    """Values of the moment to all seats, if ``estimate_values`` found them."""
    uncertainty: Annotated[float, np.float64]
    """Uncertainty of the best action, if ``estimate_values`` valued actions."""


SEARCH_DTYPE: Final = record_dtype(SearchRecord)


SearchArray: TypeAlias = Annotated[NDArray[Any], Array(SEARCH_DTYPE, 1)]
CourseRounds: TypeAlias = Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf("events", 1))]
CourseActions: TypeAlias = Annotated[NDArray[np.int64], Array(np.int64, LengthOf("events", 1))]
WorldArray: TypeAlias = Annotated[NDArray[Any], Array(ROUND_DTYPE, REPLY_WORLDS + 1)]
ModelArray: TypeAlias = Annotated[NDArray[Any], Array(MODELS_DTYPE, LengthOf("worlds"))]
CandidateArray: TypeAlias = Annotated[
    NDArray[Any], Array(CANDIDATE_DTYPE, MAX_ENUMERATED + REPLY_CANDIDATES)
]
RolloutArray: TypeAlias = Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]


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


class Situation(NamedTuple):
    """Knowledge of a seat, or a spectator, about a round: a world, its history, and beliefs.

    ``course`` is the history and the round now, with room for an action in it. ``legal`` is the
    mask of the legal actions, ``others`` that of the other seats dealt in: all, for a spectator.
    ``rules`` are those of the match. ``cards`` is work space.
    """

    rules: RecordArray
    seat: int
    seen: RecordArray
    now: RecordArray
    history: History
    course: History
    legal: int
    others: int
    beliefs: HandBeliefs
    worlds: Worlds
    simulator: Simulator
    trials: Trials
    cards: Pack


@jit_noinline
def situation_of(
    rules: RulesRecord,
    view: ViewRecord,
    seat: int,
    decisions: int,
    played: int,
    estimating: int,
    policy: PolicyRecord,
    evidence: EvidenceRecord,
    blueprint: Blueprint,
    lookup: EquityLookup,
    space: SearchSpace,
    rng: Rng,
) -> Situation:
    """Return the situation after ``redeal``, with weighed hands but without worlds.

    ``decisions`` are those of the determinized round. The actions of the first ``played`` are
    known: of all, or of one more if an action is announced. When ``estimating`` values, in place of
    choosing an action, the hands of a seat are not sampled if they are no more than its candidates,
    no model is less probable by the evidence than ``LEAST_ESTIMATING``, and ``ROLLOUT_THRESHOLDS``
    describes how rollouts differ.
    """
    work = space.searches[0]
    now = space.rounds[decisions : decisions + 1]
    state = now[0]
    players = popcount(state.active)
    share = max(players, _FEW_PLAYERS)
    work.worlds = max(1, policy.worlds * _FEW_PLAYERS // share)
    work.match_rules[0] = rules
    work.rules[0] = rules
    work.rules[0].turn_cap = min(rules.turn_cap, max(LONG_ROUND, view.turns // players + 1))
    work.rng[0] = random_seed(rng)
    others = int(state.active)
    if seat != NO_SEAT:
        others &= ~(1 << seat)
    for player in range(view.seat_count):
        for model in range(MODELS):
            weight = evidence.of[player, model]
            if estimating:
                weight = max(weight, LEAST_ESTIMATING)
            work.priors[player, model] = MIXTURES[AS_FITTED, model] * weight
    models = OpponentModels(
        work.priors[:], blueprint, policy.keep_threshold, work.weights, work.hand_values
    )
    situation = Situation(
        work.match_rules,
        seat,
        work.seen,
        now,
        History(space.rounds[:played], space.actions[:played]),
        History(space.rounds[: decisions + 1], space.actions[: decisions + 1]),
        legal_actions(rules, state),
        others,
        HandBeliefs(work.hidden, work.first, work.sizes, space.candidates),
        Worlds(space.worlds[: work.worlds], space.models[: work.worlds]),
        Simulator(
            work.rules,
            models,
            ROLLOUT_THRESHOLDS[estimating, rules.hand_size - 3],
            lookup,
            work.scratch,
            work.rng,
        ),
        Trials(work.trials, space.values),
        work.cards,
    )
    _weigh_all_hands(situation, policy.candidates, estimating)
    return situation


@jit
def share_of(situation: Situation, rollouts: int) -> int:
    """Return the part of a budget's rollouts that is used with this number of players."""
    return rollouts * _FEW_PLAYERS // max(popcount(situation.now[0].active), _FEW_PLAYERS)


@jit_noinline
def fill(situation: Situation, first: int, last: int) -> None:
    """Sample the worlds ``first`` to ``last - 1`` of a situation."""
    worlds = situation.worlds
    fill_worlds(
        situation.simulator.rules[0],
        situation.now,
        situation.history,
        Worlds(worlds.rounds[first:last], worlds.models[first:last]),
        situation.beliefs,
        situation.seat,
        situation.seen[0].unseen,
        situation.cards,
        situation.simulator.rng,
    )


@jit
def _weigh_all_hands(situation: Situation, number: int, all_hands: int) -> None:
    """Weigh candidates for every opponent's hidden cards by its past actions.

    Heads-up these are all possible hands, or a sample if they exceed ``MAX_ENUMERATED``. Against
    several opponents they are a sample, unless ``all_hands`` admits all.
    """
    beliefs, seen = situation.beliefs, situation.seen[0]
    opponents = popcount(situation.others)
    sample = max(1, number // opponents)
    most = MAX_ENUMERATED if opponents == 1 else all_hands * sample
    first = 0
    rest = situation.others
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
            situation.simulator.rng,
        )
        beliefs.hidden[seat] = hidden
        beliefs.first[seat] = first
        beliefs.sizes[seat] = size
        weigh_hands(
            situation.simulator.rules[0],
            situation.now[0],
            situation.history,
            seat,
            hidden,
            beliefs.candidates[first : first + size],
            situation.simulator.models,
        )
        first += size
