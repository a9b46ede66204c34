"""Search from a view, and the player that chooses by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from threading import BoundedSemaphore

import numpy as np

from schwimmen.rules import RuleSet, SchwimmenError, View, mask_of
from schwimmen.rules.core.rng import Rng, new_rng
from schwimmen.rules.core.state import MAX_ACTIONS, RecordArray, rules_array
from schwimmen.rules.history import event_records
from schwimmen.rules.view_builder import record_of

from .blueprint.policy_table import blueprint_for
from .budget import Limit, SearchBudget, growing_budgets
from .cpu_count import cpu_count
from .equity.match_equity import equity_arrays, equity_lookup
from .kernel import look_ahead
from .level_players import BlueprintPlayer, LevelPlayer
from .levels import SEARCH_BUDGETS
from .match_evidence import NO_REAL_ROUND, MatchEvidence
from .player import check_to_act
from .policies import policy_for
from .search.determinization import starts_of
from .search.evidence import NO_EVIDENCE
from .search.redeal import IMPOSSIBLE
from .search.situation import new_search_space
from .search.summary import write_errors


def policy_with(rules: RuleSet, budget: SearchBudget) -> RecordArray:
    """Return an array of the policy of a search with a budget under the given rules."""
    policy = policy_for(rules, "master").copy()
    for name, amount in asdict(budget).items():
        policy[name] = amount
    return policy


class Search:
    """Search for one decision of the seat of a view, which is to act."""

    def __init__(
        self, view: View, budget: SearchBudget, rng: Rng, evidence: RecordArray = NO_EVIDENCE
    ) -> None:
        """Search at once. Raises ``SchwimmenError`` for a view that belongs to no real round.

        ``evidence`` is an array of that of the earlier rounds of the match.
        """
        assert view.seat is not None
        events = event_records(view.history, view.rules.hand_size)
        self._view = view
        self._space = new_search_space(budget, len(events))
        with np.errstate(over="ignore"):  # the generator wraps around
            self._best = look_ahead(
                rules_array(view.rules),
                mask_of(view.rules.cards),
                record_of(view),
                view.seat,
                events,
                len(events),
                starts_of(view),
                policy_with(view.rules, budget),
                evidence,
                blueprint_for(view.rules, sum(seat.active for seat in view.seats)),
                *equity_arrays(equity_lookup(view)),
                rng,
                *self._space._asdict().values(),
            )
        if self._best == IMPOSSIBLE:
            raise SchwimmenError(NO_REAL_ROUND)

    @property
    def worlds(self) -> RecordArray:
        """Sampled rounds that the seat may be in."""
        return self._space.worlds[: int(self._space.searches["worlds"][0])]

    def values(self) -> dict[str, float]:
        """Return the value of every legal action; ``EquityLookup`` describes the unit."""
        values = self._space.searches["trials"]["value"][0].tolist()
        return {choice.action: values[choice.number] for choice in self._view.choices}

    def errors(self) -> dict[str, float]:
        """Return the standard error of every value from rollouts, 0 for exact ones."""
        names = {choice.number: choice.action for choice in self._view.choices}
        errors = np.zeros(MAX_ACTIONS)
        write_errors(self._space.searches, self._space.values, mask_of(names), errors)
        return {action: float(errors[number]) for number, action in names.items()}

    def best(self) -> str:
        """Return the best action, with ties broken as ``lookahead.search`` describes.

        Raises ``SchwimmenError`` if the view shows another round than its history.
        """
        for choice in self._view.choices:
            if choice.number == self._best:
                return choice.action
        raise SchwimmenError(NO_REAL_ROUND)


class SearchPlayer(LevelPlayer):
    """Player that weighs opponents' hands and plays out every action in sampled worlds.

    While there are as many searches as processors, it plays by its blueprint instead of waiting.
    """

    def __init__(
        self,
        level: str,
        seed: int | None = None,
        budget: SearchBudget | None = None,
        limit: Limit | None = None,
        *,
        earlier: bool = True,
    ) -> None:
        """Choose with a budget, or within a limit.

        Heads-up, what the opponent did in earlier rounds of the match counts, unless ``earlier`` is
        false.
        """
        super().__init__(level, seed)
        self._budget = budget or SEARCH_BUDGETS[level]
        self._limit = limit or Limit()
        self._fallback = BlueprintPlayer(seed)
        self._evidence = MatchEvidence() if earlier else None

    def choose(self, view: View) -> str:
        check_to_act(view)
        if len(view.choices) == 1:
            return view.choices[0].action
        slots = _search_slots()
        if not slots.acquire(blocking=False):
            return self._fallback.choose(view)
        try:
            if not self._limit.any:
                return self.search(view).best()
            *_, last = self.deepen(view, self._limit)
            return last.best()
        finally:
            slots.release()

    def action_values(self, view: View) -> Mapping[str, float]:
        """Return the value of every legal action: the probability of winning the match after it.

        For a single round it is the mean number of lives that the opponents lose minus the seat's
        own; in games for points the difference to the opponents' mean, as a fraction of the best
        hand.
        """
        return self.search(view).values()

    def search(self, view: View) -> Search:
        """Return a new search from a view, with random numbers of its own."""
        check_to_act(view)
        return Search(view, self._budget, self._rng, self._evidence_before(view))

    def deepen(self, view: View, limit: Limit) -> Iterator[Search]:
        """Yield searches from a view within a limit, each with more worlds than the one before.

        Each has the random numbers of a new generator: equal players yield equal searches, except
        for their number if the limit is a time.
        """
        check_to_act(view)
        seed = int(self._rng[0])
        evidence = self._evidence_before(view)
        found: Search | None = None

        def error() -> float:
            assert found is not None
            return found.errors()[found.best()]

        for budget in growing_budgets(self._budget, limit, error):
            found = Search(view, budget, new_rng(seed), evidence)
            yield found

    def _evidence_before(self, view: View) -> RecordArray:
        # With more players it has not been shown to win more.
        if self._evidence is None or sum(seat.active for seat in view.seats) > 2:
            return NO_EVIDENCE
        return self._evidence.before(view)


@lru_cache(maxsize=1)
def _search_slots() -> BoundedSemaphore:
    return BoundedSemaphore(cpu_count())
