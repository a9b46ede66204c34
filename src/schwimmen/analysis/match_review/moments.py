"""Moments of a reviewed match: chances of all seats, decisions with all their actions, grades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from schwimmen.players.search.value_function import ActionEstimate, Estimate
from schwimmen.rules.ruleset import RuleSet

Grade: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

GRADE_LIMITS: Final[dict[Grade, float]] = {"inaccuracy": 1.5, "mistake": 4.0, "blunder": 8.0}
"""Loss from which an action has a grade, as a percentage of ``Scale.whole``."""

_CLOSE: Final = 1.0  # loss of the second best action up to which a decision is close
_Z: Final = 1.96  # standard errors on either side of a 95 % interval


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
        if rules.scoring == "lives":
            return cls(value=1.0, points=100.0, whole=100.0)
        best_hand = 10.0 * rules.hand_size + 1.0
        return cls(value=best_hand, points=1.0, whole=2 * best_hand)

    def limit(self, percentage: float) -> float:
        """Return a percentage of the whole, in points."""
        return percentage * self.whole / 100


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
        grades = (grade for grade in GRADE_LIMITS if self._is_at_least(grade, scale))
        return max(grades, key=GRADE_LIMITS.__getitem__, default=None)

    def _is_at_least(self, grade: Grade, scale: Scale) -> bool:
        return self.loss - _Z * self.loss_error > scale.limit(GRADE_LIMITS[grade])


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """Decision with more than one legal action; ``actions`` begin with the best one.

    ``only_move`` is true if every other action is at least a mistake. ``close_call`` is true if the
    best two actions differ by less than the noise, or by less than one point.
    """

    seat: int
    chosen: ReviewedAction
    grade: Grade | None
    only_move: bool
    close_call: bool
    actions: tuple[ReviewedAction, ...]

    @property
    def best(self) -> ReviewedAction:
        """Best action."""
        return self.actions[0]


def review_decision(
    seat: int, chosen: str, estimates: Sequence[ActionEstimate], base: float, scale: Scale
) -> ReviewedDecision:
    """Return the review of a decision from the estimates of its actions, the best one first.

    ``base`` is added to all values.
    """
    actions = tuple(
        ReviewedAction(
            one.action,
            base + scale.value * one.value,
            scale.value * one.error,
            scale.points * scale.value * one.loss,
            scale.points * scale.value * one.loss_error,
        )
        for one in estimates
    )
    played = next(one for one in actions if one.action == chosen)
    _, second, *_ = actions
    others = [one.grade(scale) for one in actions[1:]]
    return ReviewedDecision(
        seat=seat,
        chosen=played,
        grade=played.grade(scale),
        only_move=all(grade in ("mistake", "blunder") for grade in others),
        close_call=second.loss < max(scale.limit(_CLOSE), _Z * second.loss_error),
        actions=actions,
    )


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
