"""Policies: functions that choose an action in every environment of a batch at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.rollout import random_action
from schwimmen.rules.bits import count, lowest
from schwimmen.rules.compiled import compiled

from ..spreading import gather
from .stepping import Environments


@dataclass(frozen=True)
class Scripted:
    """A policy in compiled code, which chooses from the state of the round itself.

    ``choose(envs, actions, seats, start, stop)`` is a compiled function that writes an action into
    ``actions[i]`` for every environment ``i`` from ``start`` to ``stop`` whose seat to act is in
    the mask ``seats``. It sees all of ``envs.rounds[i]`` and must look at no more than the seat may
    know (R33): its own hand, the table, known cards, and what else ``Layout`` lists. Random numbers
    come from ``envs.choices[i]`` alone.
    """

    name: str
    choose: Callable[[Environments, Any, int, int, int], None]


ArrayPolicy: TypeAlias = Callable[
    [NDArray[np.int8], NDArray[np.int8], np.random.Generator], NDArray[np.integer[Any]]
]
Policy: TypeAlias = ArrayPolicy | Scripted
"""``policy(observations, masks, rng) -> actions``, one row each; or a compiled one."""


@compiled
def _choose_at_random(envs: Environments, actions: Any, seats: int, start: int, stop: int) -> None:
    for i in range(start, stop):
        if seats >> envs.to_act[i] & 1:
            actions[i] = random_action(envs.legal[i], envs.choices[i:])


RANDOM: Final = Scripted("random", _choose_at_random)
"""Every legal action with the same probability, in compiled code."""


@compiled
def _choose_from_masks(masks: Any, numbers: Any, actions: Any) -> None:
    for i in range(len(actions)):
        legal = gather(masks[i])
        for _ in range(np.int64(numbers[i]) * count(legal) >> 32):
            legal &= legal - 1
        actions[i] = lowest(legal)


def uniform(
    observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Every legal action with the same probability, as a function of arrays.

    ``masks`` are of shape (n, actions); the answer is of shape (n,).
    """
    actions = np.empty(len(masks), np.int64)
    _choose_from_masks(masks, rng.integers(0, 1 << 32, len(masks), np.uint32), actions)
    return actions
