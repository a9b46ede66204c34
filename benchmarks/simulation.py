"""How many rounds a second are simulated and counted, by one worker and by two.

Run it with ``python -m benchmarks.simulation``, nothing else running: what is timed is the clock on
the wall, since that is what workers side by side save. Start-up is a whole process, from the
command to its result, with the compiled rules in the cache.
"""

import subprocess
import sys
import time
from dataclasses import dataclass

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.simulation import simulate

WORKERS = (1, 2)
SUBJECTS = (("pagat", "random"), ("pagat", "greedy"), ("dutch", "greedy"), ("choy", "greedy"))
STARTING = {
    "help": ["--help"],
    "one round": ["--rounds", "1"],
    "a million rounds": ["--rounds", "1000000"],
}


@dataclass
class Simulation(Subject):
    """What is counted are rounds."""

    decisions: float = 0  # a round


def simulation(preset: str, bots: str, workers: int, rounds: int) -> Simulation:
    """Rounds of three players."""

    def play(rounds: int) -> int:
        return simulate(preset, 3, bots, rounds, seed=1, workers=workers).rounds

    played = simulate(preset, 3, bots, rounds, seed=1)
    return Simulation(
        f"{preset}, {bots}",
        play,
        rounds,
        time.perf_counter,
        decisions=played.decisions / played.rounds,
    )


def start_up(name: str, arguments: list[str]) -> Subject:
    """The whole command in a process of its own."""
    command = [sys.executable, "-m", "schwimmen", "simulate", *arguments]

    def run(times: int) -> int:
        for _ in range(times):
            subprocess.run(command, check=True, capture_output=True)
        return times

    return Subject(f"schwimmen simulate, {name}", run, 1, time.perf_counter)


def main() -> None:
    """Time everything in turn, several times over, and print tables of the medians."""
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2_000_000)
    options = parser.parse_args()

    simulated = [
        [simulation(preset, bots, workers, options.rounds) for workers in WORKERS]
        for preset, bots in SUBJECTS
    ]
    started = [start_up(name, arguments) for name, arguments in STARTING.items()]
    subjects = [subject for pair in simulated for subject in pair] + started
    for subject in subjects:  # compiled and loaded before anything counts
        subject.play(subject.size)
    time_in_turn(subjects, options.repetitions)

    print_heading("", ("numba", "numpy"), options.repetitions)
    print(f"{options.rounds:,} rounds of three players:\n")
    head = ["preset, bots", "1 worker, rounds/s", "±", "2 workers, rounds/s", "±", "decisions/s"]
    print_table(
        [*head, "2 workers to 1"],
        (
            [
                one.name,
                f"{one.rate:,.0f}",
                f"{one.spread:.0%}",
                f"{two.rate:,.0f}",
                f"{two.spread:.0%}",
                f"{two.decisions * two.rate:,.0f}",
                f"{two.rate / one.rate:.2f}",
            ]
            for one, two in simulated
        ),
    )
    print()
    print_table(
        ["from the command to its result", "seconds", "±"],
        ([one.name, f"{1 / one.rate:.2f}", f"{one.spread:.0%}"] for one in started),
    )


if __name__ == "__main__":
    main()
