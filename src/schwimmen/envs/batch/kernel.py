"""Compiled kernel of the batched environment.

Every function takes the environments from ``start`` to ``stop``. They are independent, so several
threads can each take a part.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, next_bits, spawn
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    NO_SEAT,
    SHUFFLE,
    NumberOfSeats,
    PackOfCards,
    RoundArray,
    RulesArray,
)
from schwimmen.rules.core.turn import apply

from ..bitmask_simd import bits_to_bytes
from ..episode_kernel import advance, begin_episode, write_match_rewards, write_round_rewards
from ..observation import write_observation

STEP_BLOCK: Final = 32
"""Number of environments stepped before their observations are written, while still in cache."""


class Environments(NamedTuple):
    """Arrays of a batch, all but the first two with one row for each environment.

    ``chance`` and ``choices`` are random generators, for the rules and for policies.
    ``observations`` and ``masks`` are flattened.
    """

    rules: RulesArray
    cards: PackOfCards
    rounds: RoundArray
    matches: Annotated[NDArray[Any], Array(MATCH_DTYPE, LengthOf(".rounds"))]
    chance: Annotated[Rng, Array(np.uint64, LengthOf(".rounds"))]
    choices: Annotated[Rng, Array(np.uint64, LengthOf(".rounds"))]
    legal: Annotated[NDArray[np.int64], Array(np.int64, LengthOf(".rounds"))]  # masks of actions
    to_act: Annotated[NDArray[np.int8], Array(np.int8, LengthOf(".rounds"))]
    observations: Annotated[NDArray[np.int8], Array(np.int8, LengthOf(".rounds"))]
    masks: Annotated[NDArray[np.int8], Array(np.int8, LengthOf(".rounds"))]
    rewards: Annotated[NDArray[np.float32], Array(np.float32, LengthOf(".rounds"), 1)]
    terminated: Annotated[NDArray[np.bool_], Array(np.bool_, LengthOf(".rounds"))]


Start: TypeAlias = Annotated[int, Range(0, LengthOf("envs.rounds"))]
Stop: TypeAlias = Annotated[int, Range(0, LengthOf("envs.rounds"))]
Actions: TypeAlias = Annotated[NDArray[np.int64], Array(np.int64, LengthOf("envs.rounds"))]


@entry
def derive_seeds(seeds: Annotated[Rng, Array(np.uint64, 0)], rng: Rng) -> None:
    """Derive a seed for every environment from one generator."""
    for i in range(len(seeds)):
        seeds[i] = spawn(rng[0], i)


@entry
def seed_rngs(envs: Environments, seeds: Annotated[Rng, Array(np.uint64, 0)]) -> None:
    """Seed the random generators of every environment from its own seed."""
    for i in range(len(seeds)):
        envs.chance[i] = seeds[i]
        envs.choices[i] = next_bits(envs.chance[i:])


@entry(long=True)
def begin_all(
    envs: Environments, seats: NumberOfSeats, by_match: bool, start: Start, stop: Stop
) -> None:
    """Begin an episode, a match or a single round, in every environment."""
    for i in range(start, stop):
        _begin(envs, i, seats, by_match)
        envs.rewards[i] = 0
        envs.terminated[i] = False
    _write_outputs(envs, start, stop)


@entry(long=True)
def step_all(
    envs: Environments, actions: Actions, by_match: bool, start: Start, stop: Stop
) -> None:
    """Play one legal action in every environment; begin a new episode after each that ends."""
    rules = envs.rules[0]
    for block in range(start, stop, STEP_BLOCK):
        end = min(block + STEP_BLOCK, stop)
        for i in range(block, end):
            state = envs.rounds[i]
            match = envs.matches[i]
            if envs.terminated[i]:
                envs.terminated[i] = False
                envs.rewards[i] = 0
            apply(rules, state, actions[i])
            if state.phase >= SHUFFLE:
                seat = advance(rules, state, match, envs.cards, envs.chance[i:], by_match)
                if seat == NO_SEAT:
                    envs.terminated[i] = True
                    if by_match:
                        write_match_rewards(match, envs.rewards[i])
                    else:
                        write_round_rewards(rules, state, envs.rewards[i])
                    _begin(envs, i, match.seats, by_match)
        _write_outputs(envs, block, end)


@entry
def first_illegal(envs: Environments, actions: Actions, start: Start, stop: Stop) -> int:
    """Return the first environment with an illegal action, or -1."""
    for i in range(start, stop):
        if not (0 <= actions[i] < 64 and envs.legal[i] >> actions[i] & 1):
            return i
    return -1


@entry
def add_rewards(
    envs: Environments,
    totals: Annotated[NDArray[np.float64], Array(np.float64, 3, 1)],
    start: Start,
    stop: Stop,
) -> None:
    """Count the episodes that have just ended, and add their rewards and squared rewards.

    ``totals[0, 0]`` is the number of episodes; the other rows have a column for every seat.
    """
    for i in range(start, stop):
        if envs.terminated[i]:
            totals[0, 0] += 1
            for seat in range(envs.rewards.shape[1]):
                totals[1, seat] += envs.rewards[i, seat]
                totals[2, seat] += envs.rewards[i, seat] * envs.rewards[i, seat]


@jit
def _begin(envs: Environments, i: int, seats: int, by_match: bool) -> None:
    begin_episode(
        envs.rules[0],
        envs.rounds[i],
        envs.matches[i],
        envs.cards,
        envs.chance[i:],
        seats,
        by_match,
        NO_SEAT,
    )


@jit
def _write_outputs(envs: Environments, start: Start, stop: Stop) -> None:
    """Write the observations and action masks of the seats to act."""
    size = len(envs.observations) // len(envs.legal)
    actions = len(envs.masks) // len(envs.legal)
    rules = envs.rules[0]
    for i in range(start, stop):
        state = envs.rounds[i]
        legal = legal_actions(rules, state)
        envs.legal[i] = legal
        envs.to_act[i] = state.to_act
        bits_to_bytes(legal, envs.masks, i * actions, actions)
        write_observation(rules, state, envs.matches[i], state.to_act, envs.observations, i * size)
