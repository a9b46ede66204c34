"""Moments of a reviewed match: chances of all seats, decisions with all their actions, grades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from schwimmen.players.search.reasons.records import MAX_REASONS
from schwimmen.players.value_function import Estimate, Reason
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import MAX_ACTIONS, RecordArray, rules_array
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import NUMBER, From, Given, Kind, Row, Seat, Value, code, decoder_of
from schwimmen.rules.view import END, End

from .course import Moment
from .grades import GRADES, Grade, limit_of, scale_units
from .numbers import REVIEWED_ACTION_DTYPE
from .records import MOMENT_DTYPE


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


_NAMED_ACTION: Final = Kind("namedAction", "Number of the action.", "names[{}]")


@dataclass(frozen=True, slots=True)
class ReviewedAction:
    """Legal action of a decision, with its value to the seat to act, and its outcome."""

    action: Annotated[str, _NAMED_ACTION, From("number")]
    value: float
    error: float
    """Standard error of the value."""
    loss: float
    """Points lost against the best action; 0 for this one, and for all that are as good.

    An action is as good if the 95 % interval of its loss contains 0, or if it loses nothing by one
    of the mixtures of opponents.
    """
    loss_error: float
    """Standard error of the loss."""
    least_loss: float
    """Lowest loss by any of the mixtures of opponents: of all, of strong and of weak players."""
    most_loss: float
    """Highest loss by any of these mixtures."""
    grade: Annotated[Grade | None, code("grades", GRADES)]
    """Worst grade with a limit below the 95 % interval of the loss, and below the lowest loss."""
    hand_value: Value
    """Value of the hand that the action leaves; ``None`` if it depends on unseen cards."""
    closes: bool
    """Whether the action closes (R10, R26)."""
    ends: Annotated[End | None, END]
    """End of the round that the action brings, at once or after last turns."""
    over: bool
    """Whether the round is over with the action."""


_reviewed_action = decoder_of(ReviewedAction, REVIEWED_ACTION_DTYPE, ("names",))

_PLAYED: Final = Kind(
    "playedAction",
    "Place among the actions, -1 for none.",
    "reviewed_action(names, *actions[{}].tolist())",
    names={"reviewed_action": _reviewed_action},
)


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """Decision with more than one legal action; ``actions`` begin with the best one.

    Actions are valued from what the seat knows, its hand included. So the value of the best one is
    the seat's own estimate of its chance.

    Of actions that are equally good within the noise the best is the plainest; the others follow
    it, with a loss of 0. ``only_move`` is true if every other action is at least a mistake.
    ``reasons`` say why the best action is better than the one played or, if that was the best, than
    the second best one; only decisions with a grade and only moves have any.
    """

    seat: Annotated[int, NUMBER, From("decider")]
    chosen: Annotated[ReviewedAction, _PLAYED]
    grade: Annotated[Grade | None, code("grades", GRADES)]
    only_move: bool
    actions: Annotated[tuple[ReviewedAction, ...], Row(MAX_ACTIONS, "count")]
    reasons: Annotated[tuple[Reason, ...], Row(MAX_REASONS, "reason_count")]

    @property
    def best(self) -> ReviewedAction:
        """Best action, the plainest of several."""
        return self.actions[0]

    @property
    def as_good(self) -> tuple[ReviewedAction, ...]:
        """Other actions that are as good as the best one within the noise."""
        return tuple(one for one in self.actions[1:] if one.loss == 0)


_decision = decoder_of(ReviewedDecision, MOMENT_DTYPE, ("names",))


def decision_of(moments: RecordArray, names: Mapping[int, str]) -> ReviewedDecision:
    """Return the decision of the moment with an array, given the names of its legal actions."""
    decision: ReviewedDecision = _decision(names, *moments.tolist()[0])
    return decision


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a seat's chance from one moment to the next, by its cause.

    ``luck`` is what chance did: deals, shuffles, cards turned up, hands shown, and what the seat's
    own action shows of its hand. ``error`` is what the seat's own action lost against the best one,
    as a number that is 0 or less; ``others`` is what an action of another seat did before any card
    was turned up. At a moment the changes of all seats add up to 0.
    """

    luck: float = 0.0
    error: float = 0.0
    others: float = 0.0


@dataclass(frozen=True, slots=True)
class ReviewedMoment:
    """Moment of a match: before the first deal, after a deal, or after an action.

    After the last action of a round it is the moment before the next deal, too.
    """

    number: Given[int]
    """Place among the moments of the match, from 0."""
    round: Given[int]
    """Number of the round, from 1; 0 before the first deal."""
    seat: Seat
    """Seat that acted; ``None`` after a deal and before the first one."""
    action: Given[str | None]
    """Action of that seat, as in a record."""
    chances: Annotated[tuple[Estimate, ...], Row(MAX_SEATS, "seats")]
    """Value to every seat, from what a spectator knows; ``Scale`` describes the unit.

    In a match for lives they add up to 1, in a game for points to 0.
    """
    changes: Annotated[tuple[Change, ...], Row(MAX_SEATS, "change_count")]
    """Change of the value to every seat since the moment before; empty in a graph."""
    decision: Given[ReviewedDecision | None]
    """Decision at this moment, if it has more than one legal action and one was played."""

    def to_dict(self) -> dict[str, Any]:
        """Return the moment as plain data, with the name of the chosen action alone."""
        plain = asdict(self)
        if self.decision is not None:
            plain["decision"]["chosen"] = self.decision.chosen.action
        return plain


_moment = decoder_of(ReviewedMoment, MOMENT_DTYPE, ("number", "round", "action", "decision"))


def reviewed_moment(moment: Moment, moments: RecordArray) -> ReviewedMoment:
    """Return the review of a moment from the array of its record."""
    decision = None
    if moment.decision is not None:
        names = {choice.number: choice.action for choice in moment.decision[0].choices}
        decision = decision_of(moments, names)
    action = None if moment.event is None else moment.event.action
    reviewed: ReviewedMoment = _moment(
        moment.number, moment.round, action, decision, *moments.tolist()[0]
    )
    return reviewed
