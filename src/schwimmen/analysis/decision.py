"""Analysis of one decision from a view: actions with values, beliefs about hands, reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from schwimmen.players.budget import Limit as Limit
from schwimmen.players.budget import SearchBudget, growing_budgets
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.player import check_to_act
from schwimmen.players.value_function import ActionEstimate, Reason, ValueFunction
from schwimmen.players.value_function import PossibleHand as PossibleHand
from schwimmen.rules import Position, View
from schwimmen.rules.errors import whole_number

BUDGET: Final = SearchBudget(9000, worlds=6000, rollouts=60_000)
"""Budget whose candidates, and share of rollouts, analyses have."""
DEFAULT_LIMIT: Final = Limit(worlds=4000)
"""Limit of an analysis without one."""


@dataclass(frozen=True, slots=True)
class AnalysedAction(ActionEstimate):
    """Estimates of a legal action, and how probable it is that ``blueprint`` plays it.

    ``ActionEstimate`` explains values and losses; in a match for lives a value is the probability
    of winning it.
    """

    policy: float


@dataclass(frozen=True, slots=True)
class DecisionAnalysis:
    """Analysis of a decision of the seat of ``view``, in a number of ``worlds``.

    ``actions`` begin with the best one. ``beliefs`` have for each other seat with hidden cards the
    hands that it may hold, the most probable first.
    """

    view: View
    worlds: int
    actions: tuple[AnalysedAction, ...]
    beliefs: Mapping[int, tuple[PossibleHand, ...]]
    _budget: SearchBudget = field(repr=False)
    _seed: int = field(repr=False)

    @property
    def best(self) -> AnalysedAction:
        """Action with the highest value."""
        return self.actions[0]

    def reasons(self, other: str | None = None) -> tuple[Reason, ...]:
        """Return reasons why the best action is better than another (default: the second best).

        There are three at most, and none if the values differ by no more than noise. Each is found
        by playing rounds with a fact changed, which takes a while. Raises ``SchwimmenError`` for an
        illegal action.
        """
        if other is None:
            if len(self.actions) == 1:
                return ()
            other = self.actions[1].action
        return ValueFunction(self._budget).reasons(self.view, self.best.action, other, self._seed)


def analyse(
    view_or_position: View | Position | str, limit: Limit = DEFAULT_LIMIT, *, seed: int = 0
) -> Iterator[DecisionAnalysis]:
    """Yield analyses of the decision of a seat, each with more worlds than the one before.

    The decision is that of the seat of a view, or of the seat to act in a position or its text
    (docs/positions.md). A view is better, as it has the events of the round, from which much
    follows about the hands of others. Equal numbers of worlds and seeds give equal analyses; a
    ``limit`` by time does not.

    Raises ``SchwimmenError`` if the seat is not to act, for a view that belongs to no real round
    and for an invalid limit or seed, and ``PositionError`` for an invalid position.

    >>> position = "pagat ??????/AHKH7S/?????? TH9D8D 20 - turn:1 0 1 0 - 4 2/1/0"
    >>> *_, last = analyse(position, Limit(worlds=1000))
    >>> last.worlds, last.best.action, sorted(last.beliefs)
    (1000, '7SxTH', [0, 2])
    """
    if isinstance(view_or_position, View):
        view = view_or_position
    else:
        view = Position.of(view_or_position).view()
    check_to_act(view)
    return _analyses(view, limit, whole_number("seed", seed, 0, 2**64 - 1))


def _analyses(view: View, limit: Limit, seed: int) -> Iterator[DecisionAnalysis]:
    policy = BlueprintPlayer(seed).action_probabilities(view)
    found: DecisionAnalysis | None = None

    def error() -> float:
        assert found is not None
        return found.best.error

    for budget in growing_budgets(BUDGET, limit, error):
        values = ValueFunction(budget)
        estimates = values.of_actions(view, seed)
        actions = tuple(
            AnalysedAction(**asdict(one), policy=policy[one.action]) for one in estimates
        )
        found = DecisionAnalysis(view, budget.worlds, actions, values.beliefs(view), budget, seed)
        yield found
