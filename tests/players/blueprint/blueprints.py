"""Blueprints with given policies."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.infoset_key import ACTION_SLOTS
from schwimmen.training.afterstates import new_values
from schwimmen.training.mccfr import new_regrets
from schwimmen.training.train import pack_average_policy


def slots_with(plays: Mapping[int, Mapping[int, float]], most: int = 1 << 20) -> NDArray[np.uint64]:
    """Return a blueprint of the given policies: how often each slot was played, by key."""
    table = new_regrets(max(len(plays), 1), new_values(1, 1))
    for place, (key, play) in enumerate(plays.items()):
        table.keys[place] = key
        for slot, often in play.items():
            table.played[place, slot] = often
    with np.errstate(over="ignore"):
        return pack_average_policy(table, most)


def any_play(seed: int, situations: int) -> dict[int, dict[int, float]]:
    """Return random policies for this number of random keys."""
    chance = np.random.default_rng(seed)
    return {
        int(key) | 1: {
            int(slot): float(often)
            for slot, often in zip(
                chance.choice(ACTION_SLOTS, 4, replace=False),
                chance.exponential(size=4),
                strict=True,
            )
        }
        for key in chance.integers(0, 1 << 64, situations, np.uint64)
    }
