"""Value function: estimates of the value of any moment of a round to any seat, from its view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from schwimmen.rules import RoundEvent, SchwimmenError, View, mask_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.history import event_records
from schwimmen.rules.view_builder import record_of

from ..blueprint.policy_table import blueprint_for
from ..equity.match_equity import equity_lookup
from ..player import check_to_act
from .budget import SearchBudget
from .determinization import starts_of
from .redeal import IMPOSSIBLE
from .search import NO_REAL_ROUND, policy_with
from .situation import SEARCH_DTYPE, new_search_space
from .valuation import estimate_values

_KEYED_SEARCH_DTYPE: Final = np.dtype((np.void, SEARCH_DTYPE))
_TRIAL_FIELDS: Final = ("value", "error", "loss", "loss_error")


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated value and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class ActionEstimate:
    """Estimated value of a legal action, and its loss against the best action.

    ``loss_error`` is the standard error of the loss. It is smaller than that of the value, as both
    actions are played out in the same worlds.
    """

    action: str
    value: float
    error: float
    loss: float
    loss_error: float


class ValueFunction:
    """Value function with a budget, for one thread.

    Values are those of ``EquityLookup``: in a match for lives the probability of winning it. Equal
    seeds give equal estimates, which depend on nothing that the seat of the view does not know.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> values = ValueFunction(SearchBudget(candidates=100, worlds=100, rollouts=2000))
    >>> all(0 < values.of_moment(match.view(seat), seed=1).value < 1 for seat in (0, 1))
    True
    >>> sorted(one.action for one in values.of_actions(match.view(match.to_act), seed=1))
    ['keep', 'take']
    """

    def __init__(self, budget: SearchBudget) -> None:
        self._budget = budget
        self._space = new_search_space(budget, 0)

    def of_moment(self, view: View, seed: int, announced: RoundEvent | None = None) -> Estimate:
        """Return the value of a moment to the seat of a view, whichever seat is to act.

        The round is not over. With ``announced``, an action of the seat to act, the value is that
        of the moment when it has been played but no card has been turned up.

        Raises ``SchwimmenError`` for a view that belongs to no real round.
        """
        work = self.search(view, seed, announced).view(_KEYED_SEARCH_DTYPE)[0]
        return Estimate(float(work["value"]), float(work["error"]))

    def of_actions(self, view: View, seed: int) -> tuple[ActionEstimate, ...]:
        """Return the value of every legal action of the seat of a view, which is to act.

        The best action comes first. Raises ``SchwimmenError`` for a view that belongs to no real
        round, and if its seat is not to act.
        """
        trials = self.search_actions(view, seed).view(_KEYED_SEARCH_DTYPE)[0]["trials"]
        estimates = [
            ActionEstimate(
                choice.action,
                *(float(trials[name][choice.number]) for name in _TRIAL_FIELDS),
            )
            for choice in view.choices
        ]
        return tuple(sorted(estimates, key=lambda one: (one.loss, one.loss_error)))

    def search(self, view: View, seed: int, announced: RoundEvent | None = None) -> RecordArray:
        """Return an array of the work space with the value that ``of_moment`` returns.

        It is valid until the next estimate.
        """
        return self._estimate(view, seed, announced, by_action=False)

    def search_actions(self, view: View, seed: int) -> RecordArray:
        """Return an array of the work space with the values that ``of_actions`` returns.

        It is valid until the next estimate.
        """
        check_to_act(view)
        return self._estimate(view, seed, None, by_action=True)

    def _estimate(
        self, view: View, seed: int, announced: RoundEvent | None, *, by_action: bool
    ) -> RecordArray:
        assert view.seat is not None
        events = view.history if announced is None else (*view.history, announced)
        if len(self._space.actions) <= len(events):
            self._space = new_search_space(self._budget, 2 * len(events))
        with np.errstate(over="ignore"):  # the generator wraps around
            found = estimate_values(
                rules_array(view.rules)[0],
                mask_of(view.rules.cards),
                record_of(view)[0],
                view.seat,
                event_records(events, view.rules.hand_size),
                int(announced is not None),
                int(by_action),
                starts_of(view),
                policy_with(view.rules, self._budget)[0],
                blueprint_for(view.rules, sum(seat.active for seat in view.seats)),
                equity_lookup(view),
                self._space,
                new_rng(seed),
            )
        if found == IMPOSSIBLE:
            raise SchwimmenError(NO_REAL_ROUND)
        return self._space.searches
