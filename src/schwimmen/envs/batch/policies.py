"""Policies of the batched environment, and the result of running them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry
from schwimmen.players.policies import COMPILED_LEVELS, Policies, policies_of, policy_action
from schwimmen.players.random_play import nth_action
from schwimmen.rules import RuleSet, SchwimmenError, suggest
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.state import SeatSet
from schwimmen.rules.errors import quote

from ..bitmask_simd import bytes_to_bits
from .kernel import Actions, Environments, Start, Stop, add_rewards, first_illegal, step_all

RUN_BLOCK: Final = 1024
"""Number of environments whose states fit in a core's cache."""


@dataclass(frozen=True)
class RunResult:
    """Result of running policies for a number of steps.

    ``steps`` counts the actions in all environments, ``episodes`` the episodes that ended.
    ``rewards`` has their mean rewards by seat, of shape (players,), or is ``None`` if no episode
    ended; ``errors`` has the standard errors of these means, or is ``None`` for fewer than two.

    >>> print(RunResult(steps=12, episodes=0, rewards=None, errors=None))
    12 steps, no episode ended
    """

    steps: int
    episodes: int
    rewards: NDArray[np.float64] | None
    errors: NDArray[np.float64] | None

    def __str__(self) -> str:
        if self.rewards is None:
            return f"{self.steps} steps, no episode ended"
        ended = f"{self.episodes} episode{'s' * (self.episodes > 1)} ended"
        return f"{self.steps} steps, {ended}, rewards {self.rewards.round(4).tolist()}"


def empty_totals(envs: Environments) -> NDArray[np.float64]:
    """Return the array in which ``add_rewards`` accumulates."""
    return np.zeros((3, envs.rewards.shape[1]))


def run_result(steps: int, totals: NDArray[np.float64]) -> RunResult:
    """Return the result from the totals of ``add_rewards``."""
    episodes = int(totals[0, 0])
    if episodes == 0:
        return RunResult(steps, 0, None, None)
    means = totals[1] / episodes
    if episodes == 1:
        return RunResult(steps, 1, means, None)
    variances = np.maximum(totals[2] / episodes - means**2, 0) / (episodes - 1)
    return RunResult(steps, episodes, means, np.sqrt(variances))


def check_legal(envs: Environments, actions: NDArray[np.int64], start: int, stop: int) -> None:
    """Raise ``SchwimmenError`` unless the actions of these environments are legal."""
    wrong = first_illegal(envs, actions, start, stop)
    if wrong >= 0:
        legal = ", ".join(str(n) for n in range(64) if envs.legal[wrong] >> n & 1)
        raise SchwimmenError(
            f"action {actions[wrong]} is not legal in environment {wrong}; legal there: {legal}",
            code="illegal_action",
        )


def run_compiled(
    envs: Environments,
    seats: Sequence[tuple[CompiledPolicy, int]],
    steps: int,
    by_match: bool,
    start: int,
    stop: int,
) -> NDArray[np.float64]:
    """Play a number of steps by compiled policies, each at the seats of its mask.

    Each block of environments plays all its steps before the next one, since they are independent.
    """
    totals = empty_totals(envs)
    actions = np.zeros(len(envs.rounds), np.int64)
    for begin in range(start, stop, RUN_BLOCK):
        end = min(begin + RUN_BLOCK, stop)
        for _ in range(steps):
            for policy, mask in seats:
                policy.choose(envs, actions, mask, begin, end)
            check_legal(envs, actions, begin, end)
            step_all(envs, actions, by_match, begin, end)
            add_rewards(envs, totals, begin, end)
    return totals


ArrayPolicy: TypeAlias = Callable[
    [NDArray[np.int8], NDArray[np.int8], np.random.Generator], NDArray[np.integer[Any]]
]


@dataclass(frozen=True)
class CompiledPolicy:
    """Policy in compiled code, which reads the state of the round directly.

    ``choose(envs, actions, seats, start, stop)`` is a function, such as one compiled by Numba with
    ``nogil=True``. It writes the number of an action into ``actions[i]`` for every environment
    ``i`` from ``start`` to ``stop`` whose seat to act, ``envs.to_act[i]``, is in the mask
    ``seats``. ``envs.legal[i]`` is the mask of the legal actions, ``envs.rules[0]`` the record of
    the rules. ``envs.rounds[i]`` is the full state, so the policy itself must read no more than its
    seat may know (R33). Its random numbers must come from the generator ``envs.choices[i:]``.
    """

    choose: Callable[[Environments, Any, int, int, int], None]


Policy: TypeAlias = ArrayPolicy | CompiledPolicy | str
"""Policy: a function ``policy(observations, masks, rng) -> actions`` with one row for each
environment, a compiled policy, or the name of a compiled level, such as ``greedy``."""


def level_policy(rules: RuleSet, level: str, players: int) -> CompiledPolicy:
    """Return the compiled policy of a level.

    Raises ``SchwimmenError`` for a level that is not compiled.
    """
    if level not in COMPILED_LEVELS:
        raise SchwimmenError(f"no compiled level {quote(level)}: {suggest(level, COMPILED_LEVELS)}")
    return CompiledPolicy(partial(choose_by_level, policies_of(rules, [level], players)))


@entry(long=True)
def choose_by_level(
    policies: Policies,
    envs: Environments,
    actions: Actions,
    seats: SeatSet,
    start: Start,
    stop: Stop,
) -> None:
    """Write the actions of a level for the seats of a mask, as ``CompiledPolicy`` describes."""
    for i in range(start, stop):
        if seats >> envs.to_act[i] & 1:
            actions[i] = policy_action(
                envs.rules[0], envs.rounds[i], envs.legal[i], policies, 0, envs.choices[i:]
            )


@entry
def choose_from_masks(
    masks: Annotated[NDArray[np.int8], Array(np.int8, LengthOf("actions"), 8)],
    numbers: Annotated[NDArray[np.uint32], Array(np.uint32, LengthOf("actions"))],
    actions: Annotated[NDArray[np.int64], Array(np.int64, 0)],
) -> None:
    """Write the legal action that each random number of 32 bits stands for."""
    for i in range(len(actions)):
        legal = bytes_to_bits(masks[i])
        actions[i] = nth_action(legal, int(numbers[i]) * popcount(legal) >> 32)


def uniform(
    observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return uniformly random legal actions: a policy that is a function of arrays.

    ``masks`` has shape (n, actions), the result shape (n,).
    """
    actions = np.empty(len(masks), np.int64)
    choose_from_masks(masks, rng.integers(0, 1 << 32, len(masks), np.uint32), actions)
    return actions
