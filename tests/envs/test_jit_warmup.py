"""After the warm-up environments compile nothing more."""

from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
from schwimmen.envs import BatchEnv, bitmask_simd, episode_kernel, observation, uniform
from schwimmen.envs.batch import kernel as batch_kernel, policies
from schwimmen.envs import gymnasium, pettingzoo
from schwimmen.envs.jit_warmup import warm
from schwimmen.rules.core import kernel
entries = [
    kernel.legal, observation.observe, episode_kernel.begin, episode_kernel.play_action,
    episode_kernel.play_others, episode_kernel.reward_match, episode_kernel.reward_round,
    bitmask_simd.write_mask, batch_kernel.seed_rngs, batch_kernel.begin, batch_kernel.step,
    batch_kernel.first_illegal, batch_kernel.add_rewards,
    policies._choose_by_level, policies._choose_from_masks,
]
warm()
compiled = [entry.signatures for entry in entries]
assert all(compiled)
for episode in ("round", "match"):
    agents = pettingzoo.env(preset="choy", players=4, episode=episode)
    agents.reset(seed=1)
    for agent in agents.agent_iter():
        _, _, terminated, _, info = agents.last()
        agents.step(None if terminated else int(info["action_mask"].argmax()))
    learner = gymnasium.SchwimmenEnv(episode=episode)
    _, info = learner.reset(seed=1)
    learner.step(int(info["action_mask"].argmax()))
    batch = BatchEnv("choy", players=4, envs=3, episode=episode)
    batch.reset(seed=[1, 2, 3])
    batch.run(["greedy", uniform, "random", uniform], steps=3)
    batch.step(batch.choose("greedy"))
print(compiled == [entry.signatures for entry in entries])
"""


def test_nothing_is_compiled_during_an_episode_after_the_warm_up() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
    )
    assert done.stdout.strip() == "True", done.stderr
