"""Strength of the learner of ``examples/ppo.py`` against ``greedy`` after a number of minutes.

Run it with ``make benchmark-learning``. The learning rate falls with the time that is left, so the
result depends on the machine; the example itself counts updates.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from benchmarks.harness import print_machine
from schwimmen.envs import BatchEnv

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import ppo

REPORT_SECONDS = 15


def main() -> None:
    """Train, and print the gain a round at intervals and in the end."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print_machine("", ("jax", "numpy", "optax"))
    learner = ppo.Learner(options.players, seed=options.seed)
    trial = BatchEnv("pagat", options.players, ppo.TRIAL_ENVS)
    seconds = 60 * options.minutes
    start = last_report = time.monotonic()
    while (now := time.monotonic()) < start + seconds:
        learner.train(left=1 - (now - start) / seconds)
        if now >= last_report + REPORT_SECONDS:
            last_report = now
            print(f"{now - start:5.0f} s: ", end="")
            ppo.report(learner, trial, steps=100)
    print(f"{seconds:5.0f} s: ", end="")
    ppo.report(learner, trial, steps=1000)


if __name__ == "__main__":
    main()
