"""Exact equilibria and values of small rounds of two, by linear programming.

The linear program is the sequence form (Koller, Megiddo, von Stengel: Efficient computation of
equilibria for extensive two-person games, 1996): one variable for every sequence of actions of one
seat, and one constraint for every sequence of the other seat, whose strategy is the solution of the
dual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.extras import require_extra
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet

from .round_tree import SEATS, RoundTree, information_state_key

if TYPE_CHECKING:
    from schwimmen.rules import Round

_ROUNDING: Final = 1e-12  # of the solver


@dataclass(frozen=True)
class Solution:
    """Value of a round for seat 0, in lives (or points) gained, and an equilibrium.

    Information states that a strategy itself never reaches have uniform probabilities.
    """

    rules: RuleSet
    dealer: int
    value: float
    strategies: tuple[Mapping[int, NDArray[np.float64]], ...] = field(repr=False)

    def strategy(self, round_: Round) -> dict[int, float]:
        """Return the probability of every legal action, by number, for the seat to act in a round.

        Raises ``SchwimmenError`` for a round of another game, and if no seat is to act.
        """
        game = round_.rules, round_.players, round_.dealer, round_.leader
        if game != (self.rules, SEATS, self.dealer, 1 - self.dealer):
            raise SchwimmenError("the round is not of the game that was solved")
        seat = round_.to_act
        if seat is None:
            raise SchwimmenError("no seat is to act")
        probabilities = self.strategies[seat][information_state_key(round_)]
        return dict(zip(round_.legal_numbers, probabilities.tolist(), strict=True))


def solve(rules: RuleSet, dealer: int = 1) -> Solution:
    """Solve a round of two that is small enough for its full tree.

    A hundred thousand ends take about a second. Raises the errors of ``RoundTree``, and
    ``MissingExtra`` if SciPy is missing.

    >>> rules = RuleSet.study(
    ...     "KC 9C 8C KS", hand_size=1, max_players=2, turn_cap=1, special="none", fire=False,
    ...     three_of_a_kind=False, dealer_choice=False, exchange_all=False, close_timing="instead",
    ... )
    >>> round(solve(rules).value, 6)
    0.333333
    """
    require_extra("solving", "solving a game")
    from scipy.optimize import linprog
    from scipy.sparse import block_array, coo_array

    tree = RoundTree(rules, dealer)
    own, other = (_SequenceForm(tree, seat) for seat in range(SEATS))
    # Scores are lives lost, or doubled points; the game is zero-sum.
    unit = 2 if rules.scoring == "points" else -1
    won = tree.ends["score"] / (unit * tree.deals)
    payoffs = coo_array(
        (won, (other.sequences_of(tree.ends), own.sequences_of(tree.ends))),
        shape=(other.sequences, own.sequences),
    )
    # Seat 0 maximizes its minimum gain: the first of the variables after its plan, of which there
    # is one for each information state of seat 1.
    of_own, of_other = coo_array(own.constraints), coo_array(other.constraints)
    states = of_other.shape[0]
    start = np.zeros(of_own.shape[0])
    start[0] = 1
    goal = np.zeros(own.sequences + states)
    goal[own.sequences] = -1
    result = linprog(
        goal,
        A_ub=block_array([[-payoffs, of_other.T]]),
        b_ub=np.zeros(other.sequences),
        A_eq=block_array([[of_own, coo_array((of_own.shape[0], states))]]),
        b_eq=start,
        bounds=[(0, None)] * own.sequences + [(None, None)] * states,
        method="highs",
    )
    if not result.success:
        raise SchwimmenError(f"the linear program was not solved: {result.message}")
    plans = result.x[: own.sequences], -result.ineqlin.marginals
    return Solution(
        rules,
        dealer,
        -float(result.fun),
        (own.strategy(plans[0]), other.strategy(plans[1])),
    )


class _SequenceForm:
    """Sequences of one seat: number 0 is the empty one, the others are sorted by information state.

    ``constraints`` of a plan: in every information state, the weights of the sequences add up to
    the weight of the sequence that leads there. The first row is the empty sequence.
    """

    def __init__(self, tree: RoundTree, seat: int) -> None:
        from scipy.sparse import coo_array

        self._seat = seat
        self._tree = tree
        first = tree.nodes[tree.first[seat]]
        self._legal = np.bitwise_count(first["legal"]).astype(np.int64)
        self._begin = 1 + np.cumsum(self._legal) - self._legal
        self._keys = first["key"]
        self.sequences = 1 + int(self._legal.sum())
        rows = np.arange(1, len(first) + 1)
        parents = self._sequences_after(first["before"], first["rank"])
        self.constraints = coo_array(
            (
                np.concatenate([[1], np.full(len(first), -1), np.ones(self.sequences - 1)]),
                (
                    np.concatenate([[0], rows, np.repeat(rows, self._legal)]),
                    np.concatenate([[0], parents, np.arange(1, self.sequences)]),
                ),
            )
        )

    def sequences_of(self, ends: NDArray[Any]) -> NDArray[np.int64]:
        """Return this seat's sequence that leads to each end."""
        return self._sequences_after(ends["last"][:, self._seat], ends["rank"][:, self._seat])

    def strategy(self, plan: NDArray[np.float64]) -> dict[int, NDArray[np.float64]]:
        """Return the probabilities of the actions in every information state, by key."""
        plan = np.maximum(plan, 0)
        strategy = {}
        for key, begin, legal in zip(self._keys, self._begin, self._legal, strict=True):
            probabilities = plan[begin : begin + legal]
            total = probabilities.sum()
            even = np.full(legal, 1 / legal)
            strategy[int(key)] = probabilities / total if total > _ROUNDING else even
        return strategy

    def _sequences_after(self, nodes: NDArray[Any], ranks: NDArray[Any]) -> NDArray[np.int64]:
        """Return the sequences that end with an action in a node of this seat; -1 is no node."""
        after = np.zeros(len(nodes), np.int64)
        acted = nodes >= 0
        after[acted] = self._begin[self._tree.state_of[nodes[acted]]] + ranks[acted]
        return after
