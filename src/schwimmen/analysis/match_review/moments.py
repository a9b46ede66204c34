"""Moments of a reviewed match: chances of all seats, decisions with all their actions, grades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from schwimmen.players.value_function import Estimate, Reason
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.ruleset import RuleSet

from .course import Moment
from .grades import GRADES, Grade, grade_of, limit_of, scale_units
from .records import MOMENT_DTYPE

_KEYED_MOMENT_DTYPE: Final = np.dtype((np.void, MOMENT_DTYPE))


@dataclass(frozen=True, slots=True)
class Scale:
    """Units of a review: of values as chances, and of losses as points.

    In a match for lives a value is the probability of winning the match, and 100 points of match
    winning chance (MWC) are a whole match. In a game for points both units are points of hands: a
    value is the lead over the mean of the opponents that is expected after the round.
    """

    value: float
    """Unit of values, as a multiple of that of ``EquityLookup``."""
    points: float
    """Points for one unit of values."""
    whole: float
    """Points of which limits are percentages: a match won, or twice the best hand."""

    @classmethod
    def of(cls, rules: RuleSet) -> Scale:
        """Return the units for a rule set."""
        return cls(*scale_units(rules_array(rules)))

    def limit(self, percentage: float) -> float:
        """Return a percentage of the whole, in points."""
        return limit_of(percentage, self.whole)


@dataclass(frozen=True, slots=True)
class ReviewedAction:
    """Legal action of a decision, with its value to the seat to act.

    ``loss`` is how many points the action loses against the best one, and 0 for the best one.
    ``error`` and ``loss_error`` are standard errors.
    """

    action: str
    value: float
    error: float
    loss: float
    loss_error: float

    def grade(self, scale: Scale) -> Grade | None:
        """Return the worst grade of which the limit lies below the 95 % interval of the loss."""
        return GRADES[grade_of(self.loss, self.loss_error, scale.whole)]


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """Decision with more than one legal action; ``actions`` begin with the best one.

    ``only_move`` is true if every other action is at least a mistake. ``close_call`` is true if the
    best two actions differ by less than the noise, or by less than one point. ``reasons`` say why
    the best action is better than the one played or, if that was the best, than the second best
    one; only decisions with a grade and only moves have any.
    """

    seat: int
    chosen: ReviewedAction
    grade: Grade | None
    only_move: bool
    close_call: bool
    actions: tuple[ReviewedAction, ...]
    reasons: tuple[Reason, ...]

    @property
    def best(self) -> ReviewedAction:
        """Best action."""
        return self.actions[0]


def decision_of(moments: RecordArray, names: Mapping[int, str]) -> ReviewedDecision:
    """Return the decision of the moment with an array, given the names of its legal actions."""
    record = _record_of(moments)
    actions = tuple(
        ReviewedAction(names[number], *found)
        for number, *found in record["actions"][: record["count"]].tolist()
    )
    return ReviewedDecision(
        seat=int(record["decision"]),
        chosen=actions[record["chosen"]],
        grade=GRADES[record["grade"]],
        only_move=bool(record["only_move"]),
        close_call=bool(record["close_call"]),
        actions=actions,
        reasons=tuple(map(Reason.of, record["reasons"][: record["reason_count"]])),
    )


def _record_of(moments: RecordArray) -> Any:
    return moments.view(_KEYED_MOMENT_DTYPE)[0]


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a seat's chance from one moment to the next, by its cause.

    ``luck`` is what chance did: deals, shuffles, cards turned up, and hands shown. ``error`` is
    what the seat's own action lost against the best one, as a number that is 0 or less; ``others``
    is what an action of another seat did before any card was turned up.
    """

    luck: float = 0.0
    error: float = 0.0
    others: float = 0.0


@dataclass(frozen=True, slots=True)
class ReviewedMoment:
    """Moment of a match: before the first deal, after a deal, or after an action.

    After the last action of a round it is the moment before the next deal, too.
    """

    number: int
    """Place among the moments of the match, from 0."""
    round: int
    """Number of the round, from 1; 0 before the first deal."""
    seat: int | None
    """Seat that acted; ``None`` after a deal and before the first one."""
    action: str | None
    """Action of that seat, as in a record."""
    chances: tuple[Estimate, ...]
    """Value to every seat, from what it knows; ``Scale`` describes the unit."""
    changes: tuple[Change, ...]
    """Change of the value to every seat since the moment before; empty in a graph."""
    decision: ReviewedDecision | None
    """Decision at this moment, if it has more than one legal action and one was played."""

    def to_dict(self) -> dict[str, Any]:
        """Return the moment as plain data, with the name of the chosen action alone."""
        plain = asdict(self)
        if self.decision is not None:
            plain["decision"]["chosen"] = self.decision.chosen.action
        return plain


def reviewed_moment(moment: Moment, moments: RecordArray, with_decisions: bool) -> ReviewedMoment:
    """Return the review of a moment from the array of its record."""
    record = _record_of(moments)
    seats = int(record["seats"])
    decision = None
    if moment.chosen is not None:
        choices = next(view.choices for view in moment.views if view.choices)
        decision = decision_of(moments, {choice.number: choice.action for choice in choices})
    event = moment.event
    return ReviewedMoment(
        moment.number,
        moment.round,
        None if event is None else event.seat,
        None if event is None else event.action,
        tuple(Estimate(*one) for one in record["chances"][:seats].tolist()),
        tuple(Change(*one) for one in record["changes"][:seats].tolist()) if with_decisions else (),
        decision,
    )
