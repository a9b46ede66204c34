"""Speed of the PettingZoo and Gymnasium environments, compared with PettingZoo's card game.

Run it with ``make benchmark-zoo``. Players choose uniformly among their legal actions, in the same
loop for all environments, whose time is included. A step of an agent that is done counts, as in
PettingZoo's own benchmark.
"""

import random
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from pettingzoo.classic.rlcard_envs import leduc_holdem

import schwimmen.envs.gymnasium
from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.envs import pettingzoo as schwimmen_v0

SECONDS = 0.5  # of one timed repetition


@dataclass
class Steps(Subject):
    """Episodes whose steps are counted."""

    players: int = 2


def agents(name: str, env: Any) -> Steps:
    """Return an AEC environment in PettingZoo's loop."""

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

    return Steps(name, play, players=len(env.possible_agents))


def cycles(name: str, env: Any) -> Steps:
    """Return a parallel environment, in which all agents choose and a step counts once."""

    def play(episodes: int) -> int:
        chance = random.Random(1)
        steps = 0
        for _ in range(episodes):
            observations, _ = env.reset()
            while env.agents:
                actions = {
                    agent: chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
                    for agent, observation in observations.items()
                }
                observations = env.step(actions)[0]
                steps += 1
        return steps

    return Steps(name, play, players=len(env.possible_agents))


def learner(name: str, players: int, **options: Any) -> Steps:
    """Return the Gymnasium environment; only the steps of the learner count."""
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

    return Steps(name, play, players=players)


def main() -> None:
    """Time all subjects in turn, several times, and print a table of the medians."""
    repetitions = arguments(__doc__).parse_args().repetitions

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
        subject.settle(SECONDS, least=20)
    time_in_turn(subjects, repetitions)

    packages = ("gymnasium", "pettingzoo", "rlcard", "numpy")
    print_heading(", one used", packages, repetitions)
    print_table(
        ["environment", "players", "steps/s", "±", "x leduc_holdem"],
        (
            [
                subject.name,
                str(subject.players),
                f"{subject.rate:,.0f}",
                f"{subject.spread:.0%}",
                f"{subject.rate / yardstick.rate:.1f}",
            ]
            for subject in subjects
        ),
    )


if __name__ == "__main__":
    main()
