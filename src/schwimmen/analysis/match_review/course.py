"""Course of a match to be reviewed: its moments, what is known at each, and their estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import local

import numpy as np

from schwimmen.players.equity import equities_before_round
from schwimmen.players.equity.model import EQUITY_DTYPE
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Choice, Match, MissingShuffle, RoundEvent, View
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import NO_ACTION, NO_SEAT, RecordArray, copy_array, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.history import event_records
from schwimmen.rules.ruleset import RuleSet

from . import kernel
from .efforts import Effort
from .records import MOMENT_DTYPE


@dataclass(frozen=True, slots=True)
class Moment:
    """Moment of a match with the views from which it is to be estimated."""

    number: int
    round: int
    event: RoundEvent | None
    record: RecordArray
    """Array of its record, which has its chances between two rounds, when they need no estimate."""
    view: View | None
    """View of a spectator, during a round."""
    before: View | None
    """View of a spectator before the action, if it turned up cards."""
    decision: tuple[View, Choice] | None
    """View of the seat that plays next and what it plays, if that is to be reviewed."""


def number_of_moments(match: Match) -> int:
    """Return how many moments a review of the match has."""
    return 1 + sum(1 + len(round_.action_numbers) for round_ in match.rounds)


def check_course(match: Match) -> None:
    """Raise ``SchwimmenError`` for a match that was set up from a position."""
    if any(round_.history[0].kind == "position" for round_ in match.rounds[:1]):
        raise SchwimmenError("a match set up from a position cannot be reviewed")


def course_of(match: Match, with_decisions: bool) -> Iterator[Moment]:
    """Yield the moments of a match in order, by playing it again."""
    replay = Match(match.rules, match.players, dealer=match.first_dealer, deal=False)
    start = replay.course_arrays[2]
    record = _new_record(match.rules, start, None)
    _value_exactly(match.rules, start, record)
    yield Moment(0, 0, None, record, None, None, None)
    number = 0
    for round_ in match.rounds:
        actions, names, shuffles = round_.action_numbers, round_.actions, iter(round_.shuffles)
        seat: int | None = None
        event: RoundEvent | None = None
        view: View | None = None
        before: View | None = None
        for played in range(1 + len(actions)):
            if played == 0:
                replay.deal(round_.pack)
            else:
                seat = replay.to_act
                past = len(replay.round.history)
                with suppress(MissingShuffle):
                    replay.play(actions[played - 1])
                if replay.round.needs_shuffle and (order := next(shuffles, None)):
                    replay.recycle(order)
                events = replay.round.events_since(past)
                event = events[0]
                before = view if with_decisions and _shows_cards(events, match.rules) else None
            number += 1
            view = None if replay.round.over else replay.view()
            record = _new_record(match.rules, start, seat)
            if replay.round.over:
                start = copy_array(replay.arrays[2])
                _value_exactly(match.rules, start, record)
            decision = None
            if with_decisions and played < len(actions):
                decision = _decision(replay, names[played])
            yield Moment(number, len(replay.rounds), event, record, view, before, decision)


def _decision(match: Match, played: str) -> tuple[View, Choice] | None:
    """Return the view of the seat to act and the choice that it plays, if it has another one."""
    view = match.view(match.to_act)
    if len(view.choices) == 1:
        return None
    return view, next(one for one in view.choices if one.action == played)


def _shows_cards(events: Sequence[RoundEvent], rules: RuleSet) -> bool:
    return bool(kernel.shows_cards(event_records(events, rules.hand_size), len(events)))


def _new_record(rules: RuleSet, matches: RecordArray, seat: int | None) -> RecordArray:
    """Return an array of the record of a moment after an action of a seat, or after a deal.

    ``matches`` is the array of the match before the round.
    """
    moments = np.zeros(1, MOMENT_DTYPE)
    acted = NO_SEAT if seat is None else seat
    kernel.begin_moment(rules_array(rules), matches, acted, moments)
    return moments


def _value_exactly(rules: RuleSet, matches: RecordArray, moments: RecordArray) -> None:
    """Write the chances of a moment between two rounds, at which the match has an array."""
    equity = np.zeros(1, EQUITY_DTYPE)
    if rules.scoring == "lives":
        seats = int(matches["seats"][0])
        equity["seats"][0, :seats] = equities_before_round(rules, matches)
    kernel.value_exactly(rules_array(rules), matches, equity, moments)


class Estimator:
    """Estimator of moments at an effort, which several threads may use."""

    def __init__(self, effort: Effort, seed: int) -> None:
        self._effort = effort
        self._seed = seed
        self._local = local()

    def __call__(self, moment: Moment) -> RecordArray:
        """Return the array of the record of a moment, with its estimates.

        The chances depend on the seed, the place of the moment and what a spectator knows, the
        decision on what its seat knows, and neither on anything else.
        """
        values, decisions = self._functions()
        for announced, view in enumerate((moment.view, moment.before)):
            if view is not None:
                seed = _seeded(kernel.seed_moment, self._seed, moment.number, announced)
                found = values.search(view, seed, moment.event if announced else None)
                kernel.value_seats(rules_array(view.rules), found, announced, moment.record)
        if moment.decision is not None:
            self._value_decision(decisions, moment, *moment.decision)
        return moment.record

    def _value_decision(
        self, function: ValueFunction, moment: Moment, view: View, chosen: Choice
    ) -> None:
        """Write the values of all actions of a decision, and its reasons if it is to have any."""
        assert view.seat is not None
        record, place = moment.record, (moment.number, view.seat)
        found = function.search_actions(view, _seeded(kernel.seed_decision, self._seed, *place))
        legal = sum(1 << choice.number for choice in view.choices)
        rules = rules_array(view.rules)
        kernel.value_decision(rules, found, legal, view.seat, chosen.number, record)
        best, other = kernel.actions_to_explain(record)
        if other != NO_ACTION:
            seed = _seeded(kernel.seed_reasons, self._seed, *place)
            kernel.keep_reasons(function.search_reasons(view, best, other, seed), record)

    def _functions(self) -> tuple[ValueFunction, ValueFunction]:
        """Return the value functions of this thread, for moments and for decisions."""
        if not hasattr(self._local, "functions"):
            moment, decision = self._effort.moment, self._effort.decision
            self._local.functions = ValueFunction(moment), ValueFunction(decision or moment)
        functions: tuple[ValueFunction, ValueFunction] = self._local.functions
        return functions


def decision_seed(seed: int, number: int, seat: int) -> int:
    """Return the seed of a seat's decision at the moment ``number``, from that of a review."""
    return _seeded(kernel.seed_decision, seed, number, seat)


def _seeded(function: Callable[..., None], seed: int, *place: int) -> int:
    """Return the seed that a function makes from that of a review, for a place in it."""
    rng = new_rng(seed)
    with np.errstate(over="ignore"):  # the generator wraps around
        function(rng, *place)
    return int(rng[0])
