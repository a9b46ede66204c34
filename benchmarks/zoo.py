"""How fast PettingZoo and Gymnasium play, beside PettingZoo's own card game.

Run it with ``.venv-bench/bin/python benchmarks/zoo.py``. All choose uniformly among their legal
actions, by the same loop for all; its time counts, too. A step of an agent that is done counts as
one, as PettingZoo's own benchmark has it.
"""

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any
from unittest.mock import MagicMock

import gymnasium
import numpy as np

import schwimmen.envs.gymnasium
from schwimmen.envs import pettingzoo as schwimmen_v0

if find_spec("pygame") is None:  # with which PettingZoo draws; nothing is drawn here
    sys.modules["pygame"] = MagicMock()
from pettingzoo.classic.rlcard_envs import leduc_holdem

SECONDS = 0.5  # that one timed repetition is made to take


@dataclass
class Subject:
    """What is timed: a number of episodes, which tells how many steps they had."""

    name: str
    players: int
    play: Callable[[int], int]
    episodes: int = 20
    rates: list[float] = field(default_factory=list)

    def settle(self) -> None:
        """Compile, warm up, and find how many episodes fill a repetition."""
        self.play(self.episodes)
        while (taken := self.time()[1]) < SECONDS / 3:
            self.episodes *= 2
        self.episodes = max(1, round(self.episodes * SECONDS / taken))

    def time(self) -> tuple[int, float]:
        """Steps, and the seconds of the processor that they take, once."""
        start = time.process_time()
        steps = self.play(self.episodes)
        return steps, time.process_time() - start


def agents(name: str, env: Any) -> Subject:
    """An AEC environment in PettingZoo's loop."""

    def play(episodes: int) -> int:
        chance = random.Random(1)
        steps = 0
        for _ in range(episodes):
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                mask = observation["action_mask"]
                done = terminated or truncated
                env.step(None if done else chance.choice(np.flatnonzero(mask).tolist()))
                steps += 1
        return steps

    return Subject(name, len(env.possible_agents), play)


def cycles(name: str, env: Any) -> Subject:
    """A parallel environment; every agent chooses in every step, and a step counts once."""

    def play(episodes: int) -> int:
        chance = random.Random(1)
        steps = 0
        for _ in range(episodes):
            observations, _ = env.reset()
            while env.agents:
                actions = {
                    agent: chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
                    for agent, seen in observations.items()
                }
                observations = env.step(actions)[0]
                steps += 1
        return steps

    return Subject(name, len(env.possible_agents), play)


def learner(name: str, players: int, **options: Any) -> Subject:
    """The Gymnasium environment; only the steps of the learner count."""
    env = gymnasium.make(schwimmen.envs.gymnasium.ID, players=players, **options)

    def play(episodes: int) -> int:
        chance = random.Random(1)
        steps = 0
        for _ in range(episodes):
            _, info = env.reset()
            over = False
            while not over:
                action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
                _, _, over, _, info = env.step(action)
                steps += 1
        return steps

    return Subject(name, players, play)


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def main() -> None:
    """Time everything in turn, several times over, and print a table of the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    repetitions = parser.parse_args().repetitions

    yardstick = agents("PettingZoo's leduc_holdem", leduc_holdem.env())
    subjects = [yardstick]
    for preset, players in (("pagat", 2), ("pagat", 3), ("app", 4), ("dutch", 3), ("choy", 4)):
        subjects.append(agents(f"env, {preset}", schwimmen_v0.env(preset=preset, players=players)))
    subjects.append(agents("env, pagat, matches", schwimmen_v0.env(episode="match")))
    subjects.append(agents("raw_env, pagat", schwimmen_v0.raw_env()))
    subjects.append(cycles("parallel_env, pagat", schwimmen_v0.parallel_env()))
    for opponents in ("random", "greedy"):
        subjects.append(learner(f"Gymnasium, pagat, against {opponents}", 3, opponents=opponents))
    for subject in subjects:
        subject.settle()
    for _ in range(repetitions):  # in turn, so that a busy minute of the machine hits all alike
        for subject in subjects:
            steps, seconds = subject.time()
            subject.rates.append(steps / seconds)

    packages = ("gymnasium", "pettingzoo", "rlcard", "numba", "numpy", "schwimmen")
    print(f"{processor()}, {os.cpu_count()} cores, one used; {platform.system()}")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    print(f"Python {platform.python_version()}, {versions}")
    print(f"median of {repetitions} repetitions; ± half the distance between the quartiles\n")
    print("|environment|players|steps/s|±|x leduc_holdem|\n|---|--:|--:|--:|--:|")
    base = statistics.median(yardstick.rates)
    for subject in subjects:
        low, median, high = statistics.quantiles(subject.rates)
        spread = (high - low) / 2 / median
        print(f"|{subject.name}|{subject.players}|{median:,.0f}|{spread:.0%}|{median / base:.1f}|")


if __name__ == "__main__":
    main()
