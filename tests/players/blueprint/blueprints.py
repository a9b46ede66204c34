"""Blueprints with given policies."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.infoset_key import ACTION_SLOTS
from schwimmen.training.afterstates import new_values
from schwimmen.training.mccfr import new_regrets
from schwimmen.training.train import pack_average_policy


def blueprint_with(
    policies: Mapping[int, Mapping[int, float]], most: int = 1 << 20
) -> NDArray[np.uint64]:
    """Return a blueprint of the given policies: how often each slot was played, by key."""
    table = new_regrets(max(len(policies), 1), new_values(1, 1))
    for index, (key, policy) in enumerate(policies.items()):
        table.keys[index] = key
        for slot, weight in policy.items():
            table.policy_sums[index, slot] = weight
    with np.errstate(over="ignore"):
        return pack_average_policy(table, most)


def random_policies(seed: int, number: int) -> dict[int, dict[int, float]]:
    """Return random policies for this number of random keys."""
    chance = np.random.default_rng(seed)
    return {
        int(key) | 1: {
            int(slot): float(weight)
            for slot, weight in zip(
                chance.choice(ACTION_SLOTS, 4, replace=False),
                chance.exponential(size=4),
                strict=True,
            )
        }
        for key in chance.integers(0, 1 << 64, number, np.uint64)
    }
