"""Hint for a decision: its actions as a review values them, and why the best one is better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from schwimmen.players.player import check_to_act
from schwimmen.players.search.reasons.records import MAX_REASONS
from schwimmen.players.value_function import Reason
from schwimmen.rules import Choice, Match, Position, SchwimmenError, View
from schwimmen.rules.core.state import MAX_ACTIONS, NO_ACTION, NO_SEAT, RecordArray, rules_array
from schwimmen.rules.errors import quote, whole_number
from schwimmen.rules.schema import NUMBER, From, Row, decoder_of

from .match_review import kernel
from .match_review.course import Estimator, Moment, number_of_moments
from .match_review.efforts import DEFAULT_EFFORT, Effort, effort_of
from .match_review.moments import ReviewedAction
from .match_review.records import MOMENT_DTYPE


@dataclass(frozen=True, slots=True)
class Hint:
    """Values of all legal actions of a seat, the best one first, as a review has them.

    Of actions that are equally good within the noise the best is the plainest; the others follow
    it, with a loss of 0. ``only_move`` is true if every other action is at least a mistake.
    ``reasons`` say why the best action is better than the first one that is not as good, or than
    the one that was chosen.
    """

    seat: Annotated[int, NUMBER, From("decider")]
    actions: Annotated[tuple[ReviewedAction, ...], Row(MAX_ACTIONS, "count")]
    reasons: Annotated[tuple[Reason, ...], Row(MAX_REASONS, "reason_count")]
    only_move: bool

    @property
    def best(self) -> ReviewedAction:
        """Best action, the plainest of several."""
        return self.actions[0]

    @property
    def as_good(self) -> tuple[ReviewedAction, ...]:
        """Other actions that are as good as the best one within the noise."""
        return tuple(one for one in self.actions[1:] if one.loss == 0)


_hint = decoder_of(Hint, MOMENT_DTYPE, ("names",))


def hint(
    view_or_match: View | Match,
    effort: str | Effort = DEFAULT_EFFORT,
    *,
    seed: int = 0,
    chosen: str | None = None,
) -> Hint:
    """Return the values of all actions of the seat to act, from its view alone.

    They are those of a review of the match with the same effort and seed; a view counts as one of
    the first round. ``effort`` is one of ``EFFORTS`` or an ``Effort``. The reasons compare the best
    action with the first one that is not as good. If an action is ``chosen``, the reasons are those
    of a review in which it is played.

    Raises ``SchwimmenError`` if no seat is to act or the view is not that of the seat to act, for a
    round by itself, for an illegal action, an unknown effort and an invalid seed.

    >>> match = Match("pagat", players=2, seed=4, lives=1)
    >>> found = hint(match, "graph")
    >>> found.best.action in match.round.legal_actions, found.best.loss
    (True, 0.0)
    """
    number = None
    if isinstance(view_or_match, Match):
        number = number_of_moments(view_or_match) - 1
        view = view_or_match.view(view_or_match.to_act)
    else:
        view = view_or_match
    check_to_act(view)
    if all(one.lives is None and one.total is None for one in view.seats):
        raise SchwimmenError(
            "a round by itself has no hints, only analyses: there is no match to win"
        )
    estimator = Estimator(effort_of(effort), whole_number("seed", seed))
    moment = Moment(
        number=_moments_before(view) if number is None else number,
        round=view.number,
        event=None,
        record=_record_of(view),
        view=None,
        before=None,
        decision=(view, _chosen(view, chosen)),
    )
    names = {choice.number: choice.action for choice in view.choices}
    found: Hint = _hint(names, *estimator(moment).tolist()[0])
    return found


def _moments_before(view: View) -> int:
    """Return how many moments a review has before a decision, if its round is the first one."""
    events = (event for event in view.history if event.kind != "position")
    return 1 + sum(event.action is not None for event in events)


def _record_of(view: View) -> RecordArray:
    """Return an array of the record of the moment of a view."""
    position = Position.of_view(view)
    matches = position.encode_match(position.encode_known())
    moments = np.zeros(1, MOMENT_DTYPE)
    kernel.begin_moment(rules_array(view.rules), matches, NO_SEAT, moments)
    return moments


def _chosen(view: View, action: str | None) -> Choice:
    """Return the choice of an action; one without a number for ``None``."""
    if action is None:
        return replace(view.choices[0], number=NO_ACTION)
    for choice in view.choices:
        if choice.action == action:
            return choice
    raise SchwimmenError(f"{quote(action)} is not a legal action of this seat")
