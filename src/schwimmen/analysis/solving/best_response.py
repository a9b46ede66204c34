"""Best responses and exploitability of strategies, in a round of two in a small game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

from .public_tree.tree import Decisions, PublicTree
from .round_tree import SEATS
from .strategies import Probabilities, Strategy

MAX_STATES: Final = 1_000_000_000
"""Default limit of information states for best responses."""

_ROUNDING: Final = 1e-6


@dataclass(frozen=True)
class BestResponses:
    """Values of two strategies and of the best responses to them, in lives (or points) gained."""

    values: tuple[float, ...]
    """Each seat's gain when both play their strategies."""
    best: tuple[float, ...]
    """Each seat's gain by the best response to the other's strategy."""
    information_states: tuple[int, ...]
    """Number of information states of each seat."""

    @property
    def exploitability(self) -> float:
        """Mean gain of the two best responses over the strategies; 0 in an equilibrium.

        It equals OpenSpiel's ``exploitability``, half of its ``nash_conv``.
        """
        gains = (best - value for best, value in zip(self.best, self.values, strict=True))
        return sum(gains) / SEATS


def best_responses(
    rules: RuleSet, strategies: Sequence[Strategy], dealer: int = 1, limit: int = MAX_STATES
) -> BestResponses:
    """Return the best responses to the strategies of the two seats.

    The tree is expanded for one first table after another and never held as a whole. A million
    information states take a second or two.

    Raises the errors of ``PublicTree``, and ``SchwimmenError`` for strategies that do not return
    probabilities, and for a game with an estimate of more than ``limit`` information states.

    >>> rules = RuleSet.study(
    ...     "KC 9C 8C KS", hand_size=1, max_players=2, turn_cap=1, special="none", fire=False,
    ...     three_of_a_kind=False, dealer_choice=False, exchange_all=False, close_timing="instead",
    ... )
    >>> from schwimmen.analysis.solving.strategies import uniform_strategy
    >>> found = best_responses(rules, [uniform_strategy, uniform_strategy])
    >>> found.information_states, round(found.exploitability, 6)
    ((12, 48), 0.472222)
    """
    if len(strategies) != SEATS:
        raise SchwimmenError(f"strategies: {len(strategies)}, but there are {SEATS} seats")
    _check_size(rules, min_information_states(rules), limit)
    tree = PublicTree(rules, dealer)
    unit = 2 if rules.scoring == "points" else 1
    totals = np.zeros((2, SEATS))
    states = np.zeros(SEATS, np.int64)
    head: tuple[Probabilities | float, ...] = (0.0,) * 4
    for number, first in enumerate(tree.tables.tolist(), 1):
        tree.expand(first)
        tree.evaluate(
            [
                _checked_probabilities(strategy, tree.decisions(seat))
                for seat, strategy in enumerate(strategies)
            ]
        )
        found = tree.values
        for seat in range(SEATS):
            below = slice(tree.head.slots[seat], tree.roots.slots[seat])
            totals[:, seat] += found.value[seat, below].sum(), found.best[seat, below].sum()
        states += np.subtract(tree.information_states, tree.head_states)
        _check_size(rules, round(states.sum() / number * len(tree.tables)), limit)
        head = tuple(map(np.add, head, tree.head_values()))
    for sums, part in zip(head, tree.head_values(), strict=True):
        part[:] = sums
    tree.sum_actions()
    for seat in range(SEATS):
        above = slice(tree.head.slots[seat])
        totals[:, seat] += tree.values.value[seat, above].sum(), tree.values.best[seat, above].sum()
    states += tree.head_states
    values, best = (totals / unit).tolist()
    return BestResponses(tuple(values), tuple(best), tuple(states.tolist()))


def min_information_states(rules: RuleSet) -> int:
    """Return the number of information states after the leader's first exchange of one card.

    A round has more in total, unless many hands are 31 and end it at once.

    >>> min_information_states(RuleSet("pagat"))
    1413659520
    """
    cards, size = len(rules.cards), rules.hand_size
    exchanges = (cards - size) * size
    return comb(cards, size) * exchanges * comb(cards - size - 1, size)


def _check_size(rules: RuleSet, states: int, limit: int) -> None:
    if states > limit:
        raise SchwimmenError(
            f"pack: {len(rules.cards)} cards with {rules.hand_size} in hand and turn_cap "
            f"{rules.turn_cap} make about {states:,} information states, more than {limit:,}; "
            "take fewer cards or a smaller turn_cap",
            "too_large",
        )


def _checked_probabilities(strategy: Strategy, decisions: Decisions) -> Probabilities:
    probabilities = strategy(decisions)
    actions = decisions.actions
    if len(probabilities) != actions.sum():
        raise SchwimmenError(
            f"a strategy returned {len(probabilities)} probabilities for {actions.sum()} actions"
        )
    if len(probabilities):
        sums = np.add.reduceat(probabilities, np.cumsum(actions) - actions)
        if probabilities.min() < 0 or not np.allclose(sums, 1, rtol=0, atol=_ROUNDING):
            raise SchwimmenError("a strategy's probabilities do not add up to 1")
    return probabilities
