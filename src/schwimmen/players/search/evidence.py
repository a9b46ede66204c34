"""Evidence of what kind of player each seat is: what it did in earlier rounds of the match.

At the end of a round all hands lie open, so its course is known to all players.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, jit, jit_noinline
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import NO_SEAT, RecordArray, RulesRecord, ViewRecord, record_dtype

from ..blueprint.policy_table import Blueprint
from .belief import History, OpponentModels, repeats, weigh_action
from .opponent_model import MODELS
from .redeal import IMPOSSIBLE, redeal

if TYPE_CHECKING:
    from ..policies import PolicyRecord
    from .situation import SearchRecord


class EvidenceRecord(Protocol):
    """Record of the evidence of a match."""

    of: Annotated[NDArray[np.float64], np.float64, (MAX_SEATS, MODELS)]
    """Weight of each opponent model by what each seat did, 1 for the most probable ones."""


_LEAST: Final = 0.001  # of the most probable model, as a seat may change its player or its mind

LEAST_ESTIMATING: Final = 0.03
"""Least weight of a model when values are estimated.

After many rounds one model has nearly all the weight, and whether a seat is certain never to close
may decide what an action is worth. Beliefs about hands lose next to nothing by this.
"""

EVIDENCE_DTYPE: Final = record_dtype(EvidenceRecord)

NO_EVIDENCE: Final = np.zeros(1, EVIDENCE_DTYPE)
NO_EVIDENCE["of"] = 1.0
"""Array of the evidence before the first round of a match."""

EvidenceArray: TypeAlias = Annotated[NDArray[Any], Array(EVIDENCE_DTYPE, 1)]


@jit_noinline
def add_evidence(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    events: RecordArray,
    starts: RecordArray,
    policy: PolicyRecord,
    blueprint: Blueprint,
    work: SearchRecord,
    rounds: RecordArray,
    actions: NDArray[np.int64],
    evidence: EvidenceRecord,
    rng: Rng,
) -> int:
    """Multiply the evidence by the square root of what each model makes of the actions of a round.

    Repeated decisions count once. ``view`` is that of a spectator at the end of the round.
    ``redeal`` describes ``pack``, ``events`` and ``starts``. Returns the number of decisions, or
    ``IMPOSSIBLE`` if the view belongs to no real round.
    """
    decisions = redeal(
        rules, pack, view, NO_SEAT, events, 0, starts, 0, work.seen[0], rounds, actions, rng
    )
    if decisions == IMPOSSIBLE:
        return IMPOSSIBLE
    models = OpponentModels(
        work.priors[:], blueprint, policy.keep_threshold, work.weights, work.hand_values
    )
    for seat in range(view.seat_count):
        for model in range(MODELS):
            work.priors[seat, model] = 1.0
    history = History(rounds[:decisions], actions[:decisions])
    for place in range(decisions):
        if repeats(history, place):
            continue
        state = rounds[place]
        weights = work.priors[state.to_act]
        weigh_action(rules, state, actions[place], models, weights)
        _scale(weights, 0.0)  # products of many probabilities vanish
    for seat in range(view.seat_count):
        for model in range(MODELS):
            # Actions of a player are less independent than the models have them.
            evidence.of[seat, model] *= sqrt(work.priors[seat, model])
        _scale(evidence.of[seat], _LEAST)
    return decisions


@jit
def _scale(weights: NDArray[np.float64], least: float) -> None:
    """Scale weights so that the highest is 1, and none is less than the least."""
    highest = 0.0
    for model in range(MODELS):
        highest = max(highest, weights[model])
    for model in range(MODELS):
        weights[model] = max(weights[model] / highest, least)
