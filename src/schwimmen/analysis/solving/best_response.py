"""How much the best answer to a strategy gains, in a round of two in a small game."""

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

MOST_STATES: Final = 1_000_000_000
"""Of information states that best responses are found for, unless more are allowed."""

_ROUNDING: Final = 1e-6


@dataclass(frozen=True)
class BestResponses:
    """What strategies are worth, and the best answers to them, in lives (or points) gained.

    ``values`` is what each seat gains on the other when both play theirs, ``best`` what it gains by
    the best answer to the other's.
    """

    values: tuple[float, ...]
    best: tuple[float, ...]
    information_states: tuple[int, ...]
    """Of each seat."""

    @property
    def exploitability(self) -> float:
        """What a seat gains on average by the best answer; 0 where neither can gain anything.

        The same as OpenSpiel's ``exploitability``, half of its ``nash_conv``.
        """
        gains = (best - value for best, value in zip(self.best, self.values, strict=True))
        return sum(gains) / SEATS


def best_responses(
    rules: RuleSet, strategies: Sequence[Strategy], dealer: int = 1, most: int = MOST_STATES
) -> BestResponses:
    """The best answers to the strategies of the two seats.

    The tree is grown and left again one first table after the other, so that it need not be held as
    a whole. A million information states take a second or two.

    Raises what ``PublicTree`` does, and ``SchwimmenError`` for strategies that are no probabilities
    of the legal actions, and for a game that seems to have more than ``most`` information states.

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
    _check_size(rules, min_information_states(rules), most)
    tree = PublicTree(rules, dealer)
    unit = 2 if rules.scoring == "points" else 1
    totals = np.zeros((2, SEATS))
    states = np.zeros(SEATS, np.int64)
    head: tuple[Probabilities | float, ...] = (0.0,) * 4
    for number, first in enumerate(tree.tables.tolist(), 1):
        tree.expand(first)
        tree.evaluate([_played(one, tree.decisions(seat)) for seat, one in enumerate(strategies)])
        found = tree.values
        for seat in range(SEATS):
            below = slice(tree.head.slots[seat], tree.roots.slots[seat])
            totals[:, seat] += found.worth[seat, below].sum(), found.best[seat, below].sum()
        states += np.subtract(tree.information_states, tree.head_states)
        _check_size(rules, round(states.sum() / number * len(tree.tables)), most)
        head = tuple(map(np.add, head, tree.head_values()))
    for sums, part in zip(head, tree.head_values(), strict=True):
        part[:] = sums
    tree.fold()
    for seat in range(SEATS):
        above = slice(tree.head.slots[seat])
        totals[:, seat] += tree.values.worth[seat, above].sum(), tree.values.best[seat, above].sum()
    states += tree.head_states
    values, best = (totals / unit).tolist()
    return BestResponses(tuple(values), tuple(best), tuple(states.tolist()))


def min_information_states(rules: RuleSet) -> int:
    """How many information states follow on the leader's first exchange of one card.

    A round has more in all, unless 31 ends it at once with many of its hands.

    >>> min_information_states(RuleSet("pagat"))
    1413659520
    """
    cards, size = len(rules.cards), rules.hand_size
    exchanges = (cards - size) * size
    return comb(cards, size) * exchanges * comb(cards - size - 1, size)


def _check_size(rules: RuleSet, states: int, most: int) -> None:
    if states > most:
        raise SchwimmenError(
            f"pack: {len(rules.cards)} cards with {rules.hand_size} in hand and turn_cap "
            f"{rules.turn_cap} make about {states:,} information states, more than {most:,}; "
            "take fewer cards or a smaller turn_cap",
            "too_large",
        )


def _played(strategy: Strategy, decisions: Decisions) -> Probabilities:
    shares = strategy(decisions)
    actions = decisions.actions
    if len(shares) != actions.sum():
        raise SchwimmenError(
            f"a strategy tells {len(shares)} probabilities for {actions.sum()} legal actions"
        )
    if len(shares):
        sums = np.add.reduceat(shares, np.cumsum(actions) - actions)
        if shares.min() < 0 or not np.allclose(sums, 1, rtol=0, atol=_ROUNDING):
            raise SchwimmenError("a strategy's probabilities do not add up to 1 everywhere")
    return shares
