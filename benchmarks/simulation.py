"""How many rounds a second are simulated and counted, by one worker and by two.

Run it with ``python -m benchmarks.simulation``, nothing else running: what is timed is the clock on
the wall, since that is what workers side by side save. Start-up is a whole process, from the
command to its result, with the compiled rules in the cache.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version

from schwimmen.arena import simulate

WORKERS = (1, 2)
SUBJECTS = (("pagat", "random"), ("pagat", "greedy"), ("dutch", "greedy"), ("choy", "greedy"))
STARTING = {
    "help": ["--help"],
    "one round": ["--rounds", "1"],
    "a million rounds": ["--rounds", "1000000"],
}


@dataclass
class Subject:
    """What is timed, in turn with all others."""

    name: str
    play: Callable[[], object]
    rounds: int = 1
    decisions: int = 1
    seconds: list[float] = field(default_factory=list)

    def time(self) -> None:
        """Once more."""
        start = time.perf_counter()
        self.play()
        self.seconds.append(time.perf_counter() - start)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, as a part of the median."""
        low, _, high = statistics.quantiles(self.seconds)
        return (high - low) / 2 / self.median


def simulation(preset: str, bots: str, workers: int, rounds: int) -> Subject:
    """Rounds of three players."""

    def play() -> object:
        return simulate(preset, 3, bots, rounds, seed=1, workers=workers)

    decisions = simulate(preset, 3, bots, rounds, seed=1).decisions
    return Subject(f"{preset}, {bots}", play, rounds, decisions)


def start_up(name: str, arguments: list[str]) -> Subject:
    """The whole command in a process of its own."""
    command = [sys.executable, "-m", "schwimmen", "simulate", *arguments]

    def run() -> object:
        return subprocess.run(command, check=True, capture_output=True)

    return Subject(f"schwimmen simulate, {name}", run)


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def main() -> None:
    """Time everything in turn, several times over, and print tables of the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=2_000_000)
    options = parser.parse_args()

    simulated = [
        [simulation(preset, bots, workers, options.rounds) for workers in WORKERS]
        for preset, bots in SUBJECTS
    ]
    started = [start_up(name, arguments) for name, arguments in STARTING.items()]
    subjects = [subject for pair in simulated for subject in pair] + started
    for subject in subjects:  # compiled and loaded before anything counts
        subject.play()
    for _ in range(options.repetitions):
        for subject in subjects:
            subject.time()

    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "schwimmen"))
    print(f"{processor()}, {os.cpu_count()} cores; {platform.system()}")
    print(f"Python {platform.python_version()}, {packages}")
    print(f"median of {options.repetitions} repetitions; ± half the distance between the quartiles")
    print(f"\n{options.rounds:,} rounds of three players:\n")
    print("|preset, bots|1 worker, rounds/s|±|2 workers, rounds/s|±|decisions/s|2 workers to 1|")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for one, two in simulated:
        cells = [one.name]
        for subject in (one, two):
            cells += [f"{subject.rounds / subject.median:,.0f}", f"{subject.spread:.0%}"]
        cells += [f"{two.decisions / two.median:,.0f}", f"{one.median / two.median:.2f}"]
        print("|".join(["", *cells, ""]))
    print("\n|from the command to its result|seconds|±|")
    print("|---|--:|--:|")
    for subject in started:
        print(f"|{subject.name}|{subject.median:.2f}|{subject.spread:.0%}|")


if __name__ == "__main__":
    main()
