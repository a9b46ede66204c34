"""Course of a match to be reviewed: its moments as the seats see them, and their estimates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import local
from typing import Final

import numpy as np

from schwimmen.players.equity import equities_before_round
from schwimmen.players.search.value_function import ActionEstimate, Estimate, ValueFunction
from schwimmen.rules import Match, MissingShuffle, RoundEvent, View
from schwimmen.rules.core.rng import new_rng, spawn

from .efforts import Effort

_CHANCE: Final = frozenset({"choice", "recycled", "table", "shown", "end"})
"""Kinds of event that show cards, hands or the dealer's choice of them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Moment of a match with the views from which it is to be estimated.

    ``base`` is what each seat has for certain: its lead in a game for points.
    """

    number: int
    round: int
    seat: int | None
    event: RoundEvent | None
    base: tuple[float, ...]
    exact: tuple[float, ...] | None
    """Values before a deal and at the end of the match, which need no estimate."""
    views: tuple[View, ...]
    """Views of the seats dealt in, during a round."""
    before: tuple[View, ...]
    """Views of the seats that another one surprised, before its action turned up cards."""
    chosen: str | None
    """Action that is played next, if there is a decision to be reviewed."""


@dataclass(frozen=True, slots=True)
class Estimates:
    """Estimates of a moment by seat; seats that are out have none.

    ``announced`` are those of the moment when the action had been played but no card turned up.
    ``actions`` are those of the decision, best action first.
    """

    chances: dict[int, Estimate]
    announced: dict[int, Estimate]
    actions: tuple[ActionEstimate, ...]


def number_of_moments(match: Match) -> int:
    """Return how many moments a review of the match has."""
    return 1 + sum(1 + len(round_.action_numbers) for round_ in match.rounds)


def course_of(match: Match, with_decisions: bool) -> Iterator[Moment]:
    """Yield the moments of a match in order, by playing it again."""
    replay = Match(match.rules, match.players, dealer=match.first_dealer, deal=False)
    start = replay.course_arrays[2]
    for_lives = match.rules.scoring == "lives"
    level = (0.0,) * len(match.players)
    before_match = equities_before_round(match.rules, start) if for_lives else level
    yield Moment(0, 0, None, None, level, before_match, (), (), None)
    number = 0
    for round_ in match.rounds:
        actions, names, shuffles = round_.action_numbers, round_.actions, iter(round_.shuffles)
        base = level if for_lives else _leads(replay)
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
                event, *more = replay.round.events_since(past)
                surprise = any(one.kind in _CHANCE for one in (event, *more))
                if surprise and with_decisions:
                    before = tuple(view for view in views if view.seat != seat)
                else:
                    before = ()
            number += 1
            over = replay.round.over
            views = () if over else _views(replay)
            exact: tuple[float, ...] | None = None
            if over and for_lives:
                exact = equities_before_round(match.rules, replay.arrays[2])
            elif over:
                exact = _leads(replay)
            yield Moment(
                number,
                len(replay.rounds),
                seat,
                event,
                base,
                exact,
                views,
                before,
                names[played]
                if with_decisions and played < len(actions) and len(replay.round.legal_numbers) > 1
                else None,
            )


def _views(match: Match) -> tuple[View, ...]:
    """Return the views of all seats dealt in."""
    dealt_in = match.round.arrays[1]["active"][0]
    return tuple(match.view(seat) for seat in range(len(match.players)) if dealt_in >> seat & 1)


def _leads(match: Match) -> tuple[float, ...]:
    """Return how far each seat is ahead of the mean of its opponents, in points."""
    totals = [float(total) for total in match.totals or ()]
    others = len(totals) - 1
    return tuple(total - (sum(totals) - total) / others for total in totals)


class Estimator:
    """Estimator of moments at an effort, which several threads may use."""

    def __init__(self, effort: Effort, seed: int) -> None:
        self._effort = effort
        self._seed = new_rng(seed)[0]
        self._local = local()

    def __call__(self, moment: Moment) -> Estimates:
        """Return the estimates of a moment.

        They depend on the seed, the place of the moment and what each seat knows, and on nothing
        else.
        """
        chances: dict[int, Estimate] = {}
        announced: dict[int, Estimate] = {}
        actions: tuple[ActionEstimate, ...] = ()
        values, decisions = self._functions()
        for view in moment.views:
            assert view.seat is not None
            seed = self._seed_of(moment, view.seat, 0)
            if moment.chosen is not None and view.choices:
                actions = decisions.of_actions(view, seed)
                chances[view.seat] = Estimate(actions[0].value, actions[0].error)
            else:
                chances[view.seat] = values.of_moment(view, seed)
        for view in moment.before:
            assert view.seat is not None
            seed = self._seed_of(moment, view.seat, 1)
            announced[view.seat] = values.of_moment(view, seed, moment.event)
        return Estimates(chances, announced, actions)

    def _functions(self) -> tuple[ValueFunction, ValueFunction]:
        """Return the value functions of this thread, for moments and for decisions."""
        if not hasattr(self._local, "functions"):
            moment, decision = self._effort.moment, self._effort.decision
            self._local.functions = ValueFunction(moment), ValueFunction(decision or moment)
        functions: tuple[ValueFunction, ValueFunction] = self._local.functions
        return functions

    def _seed_of(self, moment: Moment, seat: int, purpose: int) -> int:
        with np.errstate(over="ignore"):  # the generator wraps around
            of_moment = np.uint64(spawn(self._seed, moment.number))
            return int(spawn(of_moment, 2 * seat + purpose))
