"""Many environments in arrays, begun and stepped in compiled code.

Every function takes the environments from ``start`` to ``stop``; what it does to one of them does
not depend on the others, so that several threads may each take a part.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng, next_bits, spawn
from schwimmen.rules.core.state import NO_SEAT, SHUFFLE, RecordArray
from schwimmen.rules.core.turn import apply

from ..bitmask_simd import spread
from ..episode_kernel import begin_episode, go_on, write_match_rewards, write_round_rewards
from ..observation import write_observation

NEAR: Final = 32
"""Environments played before they are shown: few, so that their states are still at hand."""


class Environments(NamedTuple):
    """All arrays of a batch, one row an environment save for the first two.

    ``chance`` and ``choices`` are streams of random numbers, for the deals and for policies.
    ``observations`` and ``masks`` are flat here, row after row.
    """

    rules: RecordArray
    cards: NDArray[np.int8]  # of the pack
    rounds: RecordArray
    matches: RecordArray
    chance: Rng
    choices: Rng
    legal: NDArray[np.int64]  # actions, as masks
    to_act: NDArray[np.int8]
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]


@jit
def spread_seeds(seeds: Any, of: Rng) -> None:
    """Write a seed for every environment, all of them spread from one seed."""
    for i in range(len(seeds)):
        seeds[i] = spawn(of[0], i)


@jit
def begin_streams(envs: Environments, seeds: Any) -> None:
    """Begin the streams of every environment anew; they depend on its own seed alone."""
    for i in range(len(seeds)):
        envs.chance[i] = seeds[i]
        envs.choices[i] = next_bits(envs.chance[i:])


@jit
def begin(envs: Environments, seats: int, by_match: bool, start: int, stop: int) -> None:
    """Begin an episode in every environment: a match, or a round of its own."""
    for i in range(start, stop):
        _begin(envs, i, seats, by_match)
        envs.rewards[i] = 0
        envs.terminated[i] = False
    _show(envs, start, stop)


@jit
def step(envs: Environments, actions: Any, by_match: bool, start: int, stop: int) -> None:
    """Play one legal action in every environment; where an episode ends another begins."""
    rules = envs.rules[0]
    for near in range(start, stop, NEAR):
        end = min(near + NEAR, stop)
        for i in range(near, end):
            state = envs.rounds[i]
            match = envs.matches[i]
            if envs.terminated[i]:
                envs.terminated[i] = False
                envs.rewards[i] = 0
            apply(rules, state, actions[i])
            if state.phase >= SHUFFLE:
                seat = go_on(rules, state, match, envs.cards, envs.chance[i:], by_match)
                if seat == NO_SEAT:
                    envs.terminated[i] = True
                    if by_match:
                        write_match_rewards(match, envs.rewards[i])
                    else:
                        write_round_rewards(rules, state, envs.rewards[i])
                    _begin(envs, i, match.seats, by_match)
        _show(envs, near, end)


@jit
def first_illegal(envs: Environments, actions: Any, start: int, stop: int) -> int:
    """The first environment whose action is not legal, or -1."""
    for i in range(start, stop):
        if not (0 <= actions[i] < 64 and envs.legal[i] >> actions[i] & 1):
            return i
    return -1


@jit
def tally(envs: Environments, totals: Any, start: int, stop: int) -> None:
    """Count the episodes that have just ended, and add up their rewards and squared rewards.

    ``totals`` has the number in its first row; in the others a column for every seat.
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
def _show(envs: Environments, start: int, stop: int) -> None:
    """Write what the seats to act may know and may do."""
    size = len(envs.observations) // len(envs.legal)
    actions = len(envs.masks) // len(envs.legal)
    rules = envs.rules[0]
    for i in range(start, stop):
        state = envs.rounds[i]
        legal = legal_actions(rules, state)
        envs.legal[i] = legal
        envs.to_act[i] = state.to_act
        spread(legal, envs.masks, i * actions, actions)
        write_observation(rules, state, envs.matches[i], state.to_act, envs.observations, i * size)
