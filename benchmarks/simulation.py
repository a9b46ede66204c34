"""Rounds a second of the simulation, by one worker and by two.

Run it with ``make benchmark-simulation``, with nothing else running: it measures wall-clock time,
which parallel workers save. Start-up is a whole process, from the command to its result.
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
    """Simulation whose rounds are counted."""

    decisions: float = 0  # a round


def simulation(preset: str, bots: str, workers: int, rounds: int) -> Simulation:
    """Return a simulation of rounds of three players."""

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
    """Return a subject that runs the whole command in a new process."""
    command = [sys.executable, "-m", "schwimmen", "simulate", *arguments]

    def run(times: int) -> int:
        for _ in range(times):
            subprocess.run(command, check=True, capture_output=True)
        return times

    return Subject(f"schwimmen simulate, {name}", run, 1, time.perf_counter)


def main() -> None:
    """Time all subjects in turn, several times, and print tables of the medians."""
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2_000_000)
    options = parser.parse_args()

    simulated = [
        [simulation(preset, bots, workers, options.rounds) for workers in WORKERS]
        for preset, bots in SUBJECTS
    ]
    started = [start_up(name, arguments) for name, arguments in STARTING.items()]
    subjects = [subject for pair in simulated for subject in pair] + started
    for subject in subjects:  # loads the engine before the timing
        subject.play(subject.size)
    time_in_turn(subjects, options.repetitions)

    print_heading("", ("numpy",), options.repetitions)
    print(f"{options.rounds:,} rounds of three players:\n")
    head = ["preset, bots", "1 worker, rounds/s", "±", "2 workers, rounds/s", "±", "decisions/s"]
    print_table(
        [*head, "speed-up"],
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
