"""Course of a match to be reviewed: its moments as the seats see them, and their estimates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    views: tuple[View, ...]
    """Views of the seats dealt in, during a round."""
    before: tuple[View, ...]
    """Views of the seats that another one surprised, before its action turned up cards."""
    chosen: Choice | None
    """Action that is played next, if there is a decision to be reviewed."""


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
    yield Moment(0, 0, None, record, (), (), None)
    number = 0
    for round_ in match.rounds:
        actions, names, shuffles = round_.action_numbers, round_.actions, iter(round_.shuffles)
        seat: int | None = None
        event: RoundEvent | None = None
        views: tuple[View, ...] = ()
        before: tuple[View, ...] = ()
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
                if with_decisions and _shows_cards(events, match.rules):
                    before = tuple(view for view in views if view.seat != seat)
                else:
                    before = ()
            number += 1
            views = () if replay.round.over else _views(replay)
            record = _new_record(match.rules, start, seat)
            if replay.round.over:
                start = copy_array(replay.arrays[2])
                _value_exactly(match.rules, start, record)
            yield Moment(
                number,
                len(replay.rounds),
                event,
                record,
                views,
                before,
                _decision(views, names[played])
                if with_decisions and played < len(actions)
                else None,
            )


def _views(match: Match) -> tuple[View, ...]:
    """Return the views of all seats dealt in."""
    dealt_in = match.round.arrays[1]["active"][0]
    return tuple(match.view(seat) for seat in range(len(match.players)) if dealt_in >> seat & 1)


def _decision(views: Iterable[View], played: str) -> Choice | None:
    """Return the choice of the seat to act that was played, if there was another one."""
    choices = next(view.choices for view in views if view.choices)
    return next(one for one in choices if one.action == played) if len(choices) > 1 else None


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

        They depend on the seed, the place of the moment and what each seat knows, and on nothing
        else.
        """
        values, decisions = self._functions()
        for view in moment.views:
            rules, seat = rules_array(view.rules), _seat_of(view)
            seed = seed_of(self._seed, moment.number, seat)
            if moment.chosen is not None and view.choices:
                found = decisions.search_actions(view, seed)
                legal = sum(1 << choice.number for choice in view.choices)
                chosen = moment.chosen.number
                kernel.value_decision(rules, found, legal, seat, chosen, moment.record)
                self._explain(decisions, moment, view)
            else:
                kernel.value_seat(rules, values.search(view, seed), seat, 0, moment.record)
        for view in moment.before:
            rules, seat = rules_array(view.rules), _seat_of(view)
            seed = seed_of(self._seed, moment.number, seat, 1)
            found = values.search(view, seed, moment.event)
            kernel.value_seat(rules, found, seat, 1, moment.record)
        return moment.record

    def _explain(self, function: ValueFunction, moment: Moment, view: View) -> None:
        """Find the reasons of a decision, if it is to have any."""
        best, other = kernel.actions_to_explain(moment.record)
        if other == NO_ACTION:
            return
        rng = new_rng(self._seed)
        with np.errstate(over="ignore"):  # the generator wraps around
            kernel.seed_reasons(rng, moment.number, _seat_of(view))
        found = function.search_reasons(view, best, other, int(rng[0]))
        kernel.keep_reasons(found, moment.record)

    def _functions(self) -> tuple[ValueFunction, ValueFunction]:
        """Return the value functions of this thread, for moments and for decisions."""
        if not hasattr(self._local, "functions"):
            moment, decision = self._effort.moment, self._effort.decision
            self._local.functions = ValueFunction(moment), ValueFunction(decision or moment)
        functions: tuple[ValueFunction, ValueFunction] = self._local.functions
        return functions


def seed_of(seed: int, number: int, seat: int, announced: int = 0) -> int:
    """Return the seed of an estimate for a seat at the moment ``number``, from that of a review."""
    rng = new_rng(seed)
    with np.errstate(over="ignore"):  # the generator wraps around
        kernel.seed_estimate(rng, number, seat, announced)
    return int(rng[0])


def _seat_of(view: View) -> int:
    assert view.seat is not None
    return view.seat
