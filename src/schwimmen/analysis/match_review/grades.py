"""Best actions and grades of decisions, compiled, from the estimates of their actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from schwimmen.engine import entry, jit, jit_noinline
from schwimmen.rules.actions import ACTION_KINDS
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.legal import action_kind
from schwimmen.rules.core.rows import Records
from schwimmen.rules.core.state import (
    NO_ACTION,
    SCORING_POINTS,
    RulesArray,
    RulesRecord,
)

from .calibration import calibration_of
from .records import GRADE_CODES, MomentRecord

if TYPE_CHECKING:
    from schwimmen.players.search.reasons.records import ReasonsRecord
    from schwimmen.players.search.rollouts import TrialRecord
    from schwimmen.players.search.situation import SearchRecord
    from schwimmen.rules.core.outcome import OutcomeRecord

    from .numbers import ReviewedActionRecord

Grade: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

GRADE_LIMITS: Final[dict[Grade, float]] = {"inaccuracy": 1.5, "mistake": 4.0, "blunder": 8.0}
"""Loss from which an action has a grade, as a percentage of ``Scale.whole``."""

GRADES: Final[tuple[Grade | None, ...]] = (None, *GRADE_LIMITS)
"""Grades in the order of their codes, from no grade to the worst one."""

NOT_CHOSEN: Final = -1

_LIMITS: Final = np.array((0.0, *GRADE_LIMITS.values()))
_MISTAKE: Final = GRADES.index("mistake")

_PLAIN: Final = ("pass", "close", "keep", "exchange", "exchange!", "all", "all!", "take", "renew")
_UNCHANGED: Final = 2  # place of the last one that leaves the hand as it is
_RANKS: Final = np.array([max(_PLAIN.index(kind), _UNCHANGED) for kind in ACTION_KINDS])
"""Ranks of the kinds of action, the plainest first: those that leave the hand as it is have one."""


@jit
def units_of(rules: RulesRecord) -> tuple[float, float, float]:
    """Return the unit of values, the points for it, and the whole, as ``Scale`` describes them."""
    if rules.scoring == SCORING_POINTS:
        best_hand = 10.0 * rules.hand_size + 1.0
        return best_hand, 1.0, 2.0 * best_hand
    return 1.0, 100.0, 100.0


@entry
def scale_units(rules: RulesArray) -> tuple[float, float, float]:
    """Return ``units_of`` the rules in an array."""
    return units_of(rules[0])


@jit
def limit_of(percentage: float, whole: float) -> float:
    """Return a percentage of the whole, in points."""
    return percentage * whole / 100.0


@jit
def grade_of(sure_loss: float, whole: float) -> int:
    """Return the code of the worst grade of which the limit lies below a loss that is sure."""
    grade = GRADE_CODES - 1
    while grade > 0 and not sure_loss > limit_of(_LIMITS[grade], whole):
        grade -= 1
    return grade


@jit_noinline
def write_decision(
    rules: RulesRecord,
    search: SearchRecord,
    legal: int,
    seat: int,
    chosen: int,
    moment: MomentRecord,
) -> None:
    """Write the decision of a seat from a search of its legal actions.

    ``legal`` is the mask of these actions. ``chosen`` is the one that is played, or ``NO_ACTION``.
    Losses within the noise, and those that depend on the mixture of opponents, count as 0.
    """
    unit, points, whole = units_of(rules)
    trials = search.trials
    moment.decider = seat
    moment.count = _sort_actions(rules, trials, legal, moment)
    moment.chosen = NOT_CHOSEN
    best = trials[moment.actions[0].number]
    highest = best.value + best.loss
    factor, added = calibration_of(rules, moment, highest, search.uncertainty)
    for place in range(moment.count):
        action = moment.actions[place]
        trial = trials[action.number]
        loss = _certain_loss(trial)
        action.value = moment.bases[seat] + unit * (factor * (highest - loss) + added)
        action.error = unit * factor * trial.error
        action.loss = points * unit * factor * loss
        action.loss_error = points * unit * factor * trial.loss_error
        action.least_loss = points * unit * factor * trial.least_loss
        action.most_loss = points * unit * factor * trial.most_loss
        action.grade = grade_of(points * unit * factor * trial.sure_loss, whole)
        _write_outcome(search.outcomes[action.number], action)
        if action.number == chosen:
            moment.chosen = place
            moment.grade = action.grade
    moment.only_move = 1
    for place in range(1, moment.count):
        if moment.actions[place].grade < _MISTAKE:
            moment.only_move = 0


@jit
def _write_outcome(outcome: OutcomeRecord, action: ReviewedActionRecord) -> None:
    action.hand_value = outcome.value
    action.closes = outcome.closes
    action.ends = outcome.end
    action.over = outcome.over


@jit
def compared_actions(moment: MomentRecord) -> tuple[int, int]:
    """Return the best action of a decision, and the one than which it is to be shown to be better.

    The other is the action that is played if that has a grade, and the first one that is not as
    good if the best is an only move, or if none is played; else it is ``NO_ACTION``.
    """
    best, other = moment.actions[0].number, NO_ACTION
    if moment.chosen == NOT_CHOSEN or moment.grade or moment.only_move:
        place = max(moment.chosen, 1)
        while place < moment.count and moment.actions[place].loss <= 0:
            place += 1
        if place < moment.count:
            other = moment.actions[place].number
    return best, other


@jit_noinline
def write_reasons(reasons: ReasonsRecord, moment: MomentRecord) -> None:
    """Write the reasons why the best action of a decision is better than the compared one."""
    moment.reason_count = reasons.count
    for place in range(reasons.count):
        moment.reasons[place] = reasons.found[place]


@jit
def _certain_loss(trial: TrialRecord) -> float:
    """Return the loss of an action, or 0 if it is not sure by all mixtures of opponents."""
    loss: float = trial.loss
    return loss if trial.sure_loss > 0.0 else 0.0


@jit
def _sort_actions(
    rules: RulesRecord, trials: Records[TrialRecord], legal: int, moment: MomentRecord
) -> int:
    """Write the numbers of the legal actions, the best first, and return how many there are."""
    count = 0
    while legal:
        number = lowest_bit(legal)
        legal &= legal - 1
        place = count
        while place > 0 and _is_better(rules, trials, number, moment.actions[place - 1].number):
            moment.actions[place].number = moment.actions[place - 1].number
            place -= 1
        moment.actions[place].number = number
        count += 1
    return count


@jit
def _is_better(rules: RulesRecord, trials: Records[TrialRecord], action: int, than: int) -> bool:
    """Return whether an action loses less than another one, or is plainer if both lose nothing."""
    trial, other = trials[action], trials[than]
    loss, other_loss = _certain_loss(trial), _certain_loss(other)
    if loss != other_loss:
        return loss < other_loss
    rank = _RANKS[action_kind(rules, action)]
    other_rank = _RANKS[action_kind(rules, than)]
    if loss <= 0 and rank != other_rank:
        return bool(rank < other_rank)
    if trial.loss != other.loss:
        return trial.loss < other.loss
    return trial.loss_error < other.loss_error
