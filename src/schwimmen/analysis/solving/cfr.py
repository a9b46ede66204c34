"""CFR+: self-play over the full tree of a small round of two, converging to an equilibrium.

The algorithm is that of Tammelin, Burch, Johanson and Bowling (Solving heads-up limit Texas
hold'em, 2015). It is the baseline for learning from samples.
"""

from __future__ import annotations

import numpy as np

from schwimmen.rules.ruleset import RuleSet

from .public_tree.tree import PublicTree
from .round_tree import SEATS
from .strategies import Probabilities, TabularStrategy


class CFRPlus:
    """CFR+ for the two seats of a round.

    Raises the errors of ``PublicTree`` and ``PublicTree.expand``.

    >>> rules = RuleSet.study(
    ...     "KC 9C 8C KS", hand_size=1, max_players=2, turn_cap=1, special="none", fire=False,
    ...     three_of_a_kind=False, dealer_choice=False, exchange_all=False, close_timing="instead",
    ... )
    >>> learner = CFRPlus(rules)
    >>> learner.run(20)
    >>> [len(table.keys) for table in learner.average_strategies()]
    [12, 48]
    """

    def __init__(self, rules: RuleSet, dealer: int = 1) -> None:
        self._tree = PublicTree(rules, dealer)
        self._tree.expand()
        self._decisions = [self._tree.decisions(seat) for seat in range(SEATS)]
        self._actions = [decisions.actions for decisions in self._decisions]
        self._first = [np.cumsum(actions) - actions for actions in self._actions]
        self._slots = [self._tree.slots_of(seat) for seat in range(SEATS)]
        self._strategies = [decisions.uniform() for decisions in self._decisions]
        self._regrets = [np.zeros(len(probabilities)) for probabilities in self._strategies]
        self._sums = [np.zeros(len(probabilities)) for probabilities in self._strategies]
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Run more iterations, each of which updates both seats in turn."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(SEATS):
                self._update(seat)

    def average_strategies(self) -> tuple[TabularStrategy, ...]:
        """Return the average strategies, in which later iterations have more weight."""
        return tuple(self._tabular(seat) for seat in range(SEATS))

    def _update(self, seat: int) -> None:
        tree, actions, slots = self._tree, self._actions[seat], self._slots[seat]
        tree.evaluate(self._strategies)
        tree.sum_actions()
        values = tree.values
        regrets, probabilities = self._regrets[seat], self._strategies[seat]
        reach = np.repeat(values.reach[seat, slots], actions)
        self._sums[seat] += self.iterations * reach * probabilities
        regrets += values.action_value[seat, : len(regrets)]
        regrets -= np.repeat(values.value[seat, slots], actions)
        np.maximum(regrets, 0, out=regrets)
        self._strategies[seat] = self._normalised(seat, regrets)

    def _normalised(self, seat: int, numbers: Probabilities) -> Probabilities:
        """Normalize numbers in every information state; uniform where all are 0."""
        actions = self._actions[seat]
        if not len(actions):
            return numbers
        totals = np.add.reduceat(numbers, self._first[seat])
        none = totals == 0
        parts: Probabilities = (numbers + np.repeat(none, actions)) / np.repeat(
            np.where(none, actions, totals), actions
        )
        return parts

    def _tabular(self, seat: int) -> TabularStrategy:
        keys, actions = self._decisions[seat].keys, self._actions[seat]
        order = np.argsort(keys)
        probabilities = self._normalised(seat, self._sums[seat])
        begin = np.cumsum(actions[order]) - actions[order]
        places = np.arange(len(probabilities)) + np.repeat(
            self._first[seat][order] - begin, actions[order]
        )
        return TabularStrategy(keys[order], actions[order], probabilities[places])
