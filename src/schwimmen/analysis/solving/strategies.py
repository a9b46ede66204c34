"""Strategies for a round of two in a small game: what answers to them are found for.

A strategy is a function from the information states of a seat to the probabilities of their legal
actions: one number after the other, from the lowest action up, for every information state in
turn. So it may be a table, a level of play, or whatever else looks at nothing but those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.player import blueprint_probabilities
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.policies import COMPILED_LEVELS, GREEDY, RANDOM, policies_of, policy_action
from schwimmen.rules.actions import number_of_actions
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.jit import jit_noinline
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import ROUND_DTYPE, RecordArray
from schwimmen.rules.errors import SchwimmenError, quote
from schwimmen.rules.ruleset import RuleSet

from .public_tree.tree import Decisions

Probabilities: TypeAlias = NDArray[np.float64]
Strategy: TypeAlias = Callable[[Decisions], Probabilities]

_LEVELS: Final = [level for level, how in COMPILED_LEVELS.items() if how in (RANDOM, GREEDY)]


def uniform_strategy(decisions: Decisions) -> Probabilities:
    """The strategy that plays every legal action with the same probability."""
    return decisions.uniform()


@dataclass(frozen=True)
class TabularStrategy:
    """The strategy of a table by information state; where it has none, all actions are even.

    ``keys`` are those of ``schwimmen.analysis.solving.round_tree``, in ascending order, ``sizes``
    how many actions are legal in each, ``shares`` their probabilities one after the other.
    """

    keys: NDArray[np.uint64]
    sizes: NDArray[np.int64]
    shares: Probabilities

    @classmethod
    def of(cls, strategies: Mapping[int, Sequence[float] | Probabilities]) -> TabularStrategy:
        """The table of a mapping, such as each of ``Solution.strategies``."""
        keys = sorted(strategies)
        rows = [np.asarray(strategies[key], np.float64) for key in keys]
        sizes = np.array([len(row) for row in rows], np.int64)
        return cls(np.array(keys, np.uint64), sizes, np.concatenate([np.zeros(0), *rows]))

    def __call__(self, decisions: Decisions) -> Probabilities:
        """The probabilities for information states.

        Raises ``SchwimmenError`` where the table has another number of actions than are legal.
        """
        actions = decisions.actions
        shares = decisions.uniform()
        if not len(self.keys):
            return shares
        places = np.minimum(np.searchsorted(self.keys, decisions.keys), len(self.keys) - 1)
        known = self.keys[places] == decisions.keys
        if (self.sizes[places] != actions)[known].any():
            raise SchwimmenError("the table has another number of actions than are legal")
        begin = np.cumsum(self.sizes) - self.sizes
        offset = begin[places] - (np.cumsum(actions) - actions)
        told = np.flatnonzero(np.repeat(known, actions))
        shares[told] = self.shares[told + np.repeat(offset, actions)[told]]
        return shares


def level_strategy(rules: RuleSet, level: str) -> Strategy:
    """The strategy of ``random``, or of a compiled level that leaves nothing to chance.

    Raises ``SchwimmenError`` for any other level.
    """
    if level not in _LEVELS:
        raise SchwimmenError(f"unknown level {quote(level)}: it is one of {', '.join(_LEVELS)}")
    if COMPILED_LEVELS[level] == RANDOM:
        return uniform_strategy
    policies = policies_of(rules, [level])

    def strategy(decisions: Decisions) -> Probabilities:
        shares = np.zeros(int(decisions.actions.sum()))
        _choose(decisions, policies, np.zeros(1, ROUND_DTYPE), new_rng(0), shares)
        return shares

    return strategy


def blueprint_strategy(rules: RuleSet, blueprint: NDArray[np.uint64]) -> Strategy:
    """The strategy of who looks its play up in the slots of a blueprint, however it was learnt."""
    keep = keep_threshold(rules)
    room = number_of_actions(rules.hand_size)

    def strategy(decisions: Decisions) -> Probabilities:
        shares = np.zeros(int(decisions.actions.sum()))
        with np.errstate(over="ignore"):  # keys wrap around, which NumPy tells if not compiled
            _look_up(decisions, blueprint, keep, np.zeros(1, ROUND_DTYPE), np.zeros(room), shares)
        return shares

    return strategy


@jit_noinline
def _look_up(
    decisions: Decisions, blueprint: Any, keep: int, rounds: RecordArray, work: Any, shares: Any
) -> None:
    """Write how likely every action is by the slots in every information state."""
    state = rounds[0]
    rules = decisions.rules[0]
    at = 0
    share = 0
    for position in range(len(decisions.places)):
        rounds[0] = decisions.rounds[decisions.places[position]]
        legal = decisions.legal[position]
        for _ in range(decisions.sizes[position]):
            state.hands[state.to_act] = decisions.hands[at]
            blueprint_probabilities(rules, state, legal, blueprint, keep, work)
            rest = legal
            while rest:
                shares[share] = work[lowest_bit(rest)]
                rest &= rest - 1
                share += 1
            at += 1


@jit_noinline
def _choose(
    decisions: Decisions, policies: Any, rounds: RecordArray, numbers: Any, shares: Any
) -> None:
    """Write 1 for the action that a policy chooses in every information state."""
    state = rounds[0]
    rules = decisions.rules[0]
    at = 0
    share = 0
    for position in range(len(decisions.places)):
        rounds[0] = decisions.rounds[decisions.places[position]]
        seat = state.to_act
        legal = decisions.legal[position]
        for _ in range(decisions.sizes[position]):
            state.hands[seat] = decisions.hands[at]
            action = policy_action(rules, state, legal, policies, 0, numbers)
            shares[share + popcount(legal & ((1 << action) - 1))] = 1.0
            share += popcount(legal)
            at += 1
