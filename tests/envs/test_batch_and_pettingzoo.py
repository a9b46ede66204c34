"""The batched environment and the PettingZoo environment agree."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.envs import BatchEnv
from schwimmen.envs.pettingzoo import raw_env
from tests.strategies import GAMES, examples


@pytest.mark.parametrize("episode", ["round", "match"])
@examples(15)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1), choices=st.integers(0, 999))
def test_the_same_seed_and_actions_give_the_same_play(
    episode: str, game: tuple[str, int], seed: int, choices: int
) -> None:
    preset, players = game
    batch = BatchEnv(preset, players, envs=1, episode=episode)
    agents = raw_env(preset, players, episode=episode)
    random = Random(choices)
    batch.reset(seed=[seed])
    agents.reset(seed=seed)
    for _ in range(100):
        observation, _, _, _, _ = agents.last()
        assert observation is not None
        assert agents.agent_selection == f"player_{batch.to_act[0]}"
        assert observation["observation"].tobytes() == batch.observations[0].tobytes()
        assert observation["action_mask"].tobytes() == batch.masks[0].tobytes()
        action = random.choice(np.flatnonzero(batch.masks[0]).tolist())
        batch.step([action])
        agents.step(action)
        assert list(agents.rewards.values()) == batch.rewards[0].tolist()
        assert all(agents.terminations.values()) == batch.terminated[0]
        if batch.terminated[0]:
            agents.reset()
