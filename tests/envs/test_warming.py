"""After warming nothing of an environment waits for the compiler."""

from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
from schwimmen.envs import BatchEnv, observation, playing, rewards, spreading, uniform
from schwimmen.envs.batch import policies, stepping
from schwimmen.envs import gymnasium, pettingzoo
from schwimmen.envs.warming import warm
from schwimmen.rules import kernel
entries = [
    kernel.legal, observation.observe, playing.begin, playing.play_on, playing.play_others,
    rewards.reward_match, rewards.reward_round, spreading.write_mask, stepping.begin_streams,
    stepping.begin, stepping.step, stepping.first_illegal, stepping.tally,
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


def test_warming_leaves_nothing_to_compile_in_the_middle_of_an_episode() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
    )
    assert done.stdout.strip() == "True", done.stderr
