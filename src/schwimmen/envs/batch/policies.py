"""Policies: what chooses an action in every environment of a batch at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.policies import COMPILED_LEVELS, Policies, policies_of, policy_action
from schwimmen.players.rollout import nth_action
from schwimmen.rules import RuleSet, SchwimmenError, nearest
from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled
from schwimmen.rules.quoting import shown

from ..spreading import gather
from .stepping import Environments

ArrayPolicy: TypeAlias = Callable[
    [NDArray[np.int8], NDArray[np.int8], np.random.Generator], NDArray[np.integer[Any]]
]


@dataclass(frozen=True)
class Scripted:
    """A policy in compiled code, which chooses by the state of the round itself.

    ``choose(envs, actions, seats, start, stop)`` is a function, such as one compiled by Numba with
    ``nogil=True``. It writes the number of an action into ``actions[i]`` for every environment
    ``i`` from ``start`` to ``stop`` whose seat to act, ``envs.to_act[i]``, is in ``seats``, a mask.
    ``envs.legal[i]`` is the mask of the legal actions, ``envs.rules[0]`` the record of the rules.
    All of ``envs.rounds[i]`` is there to be seen, so the policy itself must look at no more than
    its seat may know (R33). Its random numbers come from the stream ``envs.choices[i:]`` alone.
    """

    choose: Callable[[Environments, Any, int, int, int], None]


Policy: TypeAlias = ArrayPolicy | Scripted | str
"""``policy(observations, masks, rng) -> actions``, one row each; or a compiled policy; or the name
of a level whose play is compiled, such as ``greedy``."""


def level_policy(rules: RuleSet, level: str, players: int) -> Scripted:
    """The play of a level among so many players.

    Raises ``SchwimmenError`` for one whose play is not compiled.
    """
    if level not in COMPILED_LEVELS:
        raise SchwimmenError(
            f"no level {shown(level)} plays here: {nearest(level, COMPILED_LEVELS)}"
        )
    return Scripted(partial(_choose_by_level, policies_of(rules, [level], players)))


@compiled
def _choose_by_level(
    policies: Policies, envs: Environments, actions: Any, seats: int, start: int, stop: int
) -> None:
    for i in range(start, stop):
        if seats >> envs.to_act[i] & 1:
            actions[i] = policy_action(
                envs.rules[0], envs.rounds[i], envs.legal[i], policies, 0, envs.choices[i:]
            )


@compiled
def _choose_from_masks(masks: Any, numbers: Any, actions: Any) -> None:
    for i in range(len(actions)):
        legal = gather(masks[i])
        actions[i] = nth_action(legal, int(numbers[i]) * count(legal) >> 32)


def uniform(
    observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Every legal action with the same probability, as a function of arrays.

    ``masks`` are of shape (n, actions); the answer is of shape (n,).
    """
    actions = np.empty(len(masks), np.int64)
    _choose_from_masks(masks, rng.integers(0, 1 << 32, len(masks), np.uint32), actions)
    return actions
