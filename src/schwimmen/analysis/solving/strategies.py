"""Strategies for a round of two in a small game.

A strategy is a function from the information states of a seat to the probabilities of their legal
actions: for every information state in turn, one number per legal action, in ascending order of the
actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry
from schwimmen.players.blueprint.policy import blueprint_probabilities
from schwimmen.players.blueprint.policy_table import Blueprint
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.policies import (
    COMPILED_LEVELS,
    GREEDY,
    RANDOM,
    Policies,
    policies_of,
    policy_action,
)
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.rng import Rng, new_rng
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    ROUND_DTYPE,
    RoundArray,
)
from schwimmen.rules.errors import SchwimmenError, quote
from schwimmen.rules.ruleset import RuleSet

from .public_tree.tree import Decisions

Probabilities: TypeAlias = NDArray[np.float64]
Strategy: TypeAlias = Callable[[Decisions], Probabilities]

_LEVELS: Final = [level for level, how in COMPILED_LEVELS.items() if how in (RANDOM, GREEDY)]


def uniform_strategy(decisions: Decisions) -> Probabilities:
    """Return equal probabilities for all legal actions."""
    return decisions.uniform()


@dataclass(frozen=True)
class TabularStrategy:
    """Strategy stored by information state; it is uniform in all others.

    ``keys`` are those of ``information_state_key``, in ascending order, ``sizes`` the numbers of
    legal actions, ``probabilities`` those of the actions, one information state after another.
    """

    keys: NDArray[np.uint64]
    sizes: NDArray[np.int64]
    probabilities: Probabilities

    @classmethod
    def of(cls, strategies: Mapping[int, Sequence[float] | Probabilities]) -> TabularStrategy:
        """Return the strategy of a mapping, such as each of ``Solution.strategies``."""
        keys = sorted(strategies)
        rows = [np.asarray(strategies[key], np.float64) for key in keys]
        sizes = np.array([len(row) for row in rows], np.int64)
        return cls(np.array(keys, np.uint64), sizes, np.concatenate([np.zeros(0), *rows]))

    def __call__(self, decisions: Decisions) -> Probabilities:
        """Return the probabilities for information states.

        Raises ``SchwimmenError`` if the strategy has another number of actions than are legal.
        """
        actions = decisions.actions
        probabilities = decisions.uniform()
        if not len(self.keys):
            return probabilities
        places = np.minimum(np.searchsorted(self.keys, decisions.keys), len(self.keys) - 1)
        known = self.keys[places] == decisions.keys
        if (self.sizes[places] != actions)[known].any():
            raise SchwimmenError("the strategy has another number of actions than are legal")
        begin = np.cumsum(self.sizes) - self.sizes
        offset = begin[places] - (np.cumsum(actions) - actions)
        known_actions = np.flatnonzero(np.repeat(known, actions))
        probabilities[known_actions] = self.probabilities[
            known_actions + np.repeat(offset, actions)[known_actions]
        ]
        return probabilities


def level_strategy(rules: RuleSet, level: str) -> Strategy:
    """Return the strategy of ``random``, or of a deterministic compiled level.

    Raises ``SchwimmenError`` for any other level.
    """
    if level not in _LEVELS:
        raise SchwimmenError(f"unknown level {quote(level)}: it is one of {', '.join(_LEVELS)}")
    if COMPILED_LEVELS[level] == RANDOM:
        return uniform_strategy
    policies = policies_of(rules, [level])

    def strategy(decisions: Decisions) -> Probabilities:
        probabilities = np.zeros(int(decisions.actions.sum()))
        write_choices_of(decisions, policies, np.zeros(1, ROUND_DTYPE), new_rng(0), probabilities)
        return probabilities

    return strategy


def blueprint_strategy(rules: RuleSet, blueprint: NDArray[np.uint64]) -> Strategy:
    """Return the strategy of a player of a blueprint."""
    keep = keep_threshold(rules)

    def strategy(decisions: Decisions) -> Probabilities:
        probabilities = np.zeros(int(decisions.actions.sum()))
        with np.errstate(over="ignore"):  # keys wrap around
            write_blueprint_of(
                decisions,
                blueprint,
                keep,
                np.zeros(1, ROUND_DTYPE),
                np.zeros(MAX_ACTIONS),
                probabilities,
            )
        return probabilities

    return strategy


@entry(long=True, inline=False)
def write_blueprint_of(
    decisions: Decisions,
    blueprint: Blueprint,
    keep: int,
    rounds: RoundArray,
    work: Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)],
    probabilities: Annotated[NDArray[np.float64], Array(np.float64, 0)],
) -> None:
    """Write the blueprint's probability of every action in every information state."""
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
                probabilities[share] = work[lowest_bit(rest)]
                rest &= rest - 1
                share += 1
            at += 1


@entry(long=True, inline=False)
def write_choices_of(
    decisions: Decisions,
    policies: Policies,
    rounds: RoundArray,
    numbers: Rng,
    probabilities: Annotated[NDArray[np.float64], Array(np.float64, 0)],
) -> None:
    """Write probability 1 for the action that a policy chooses in every information state."""
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
            probabilities[share + popcount(legal & ((1 << action) - 1))] = 1.0
            share += popcount(legal)
            at += 1
