"""What the benchmarks share: timing in turn, medians, and the table with machine and versions."""

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

REPETITIONS = 9


@dataclass
class Subject:
    """What is timed.

    ``play`` plays a number of rounds, games, steps or whatever, and returns how much was done, in
    what is counted. ``clock`` is this process's time of the processor, since others use the
    machine, too; what uses several cores, or another process, needs ``time.perf_counter``.
    """

    name: str
    play: Callable[[int], int]
    size: int = 1
    clock: Callable[[], float] = time.process_time
    rates: list[float] = field(default_factory=list)

    def settle(self, seconds: float = 0.3, least: int = 1) -> None:
        """Compile, warm up, and find the size that takes so many seconds."""
        self.size = least
        self._time()
        while (taken := self._time()[1]) < seconds / 3:
            self.size *= 2
        self.size = max(least, round(self.size * seconds / taken))

    def time(self) -> None:
        """Once more."""
        done, seconds = self._time()
        self.rates.append(done / seconds)

    @property
    def rate(self) -> float:
        """The median, in what is counted a second."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, as a part of the median."""
        low, median, high = statistics.quantiles(self.rates)
        return (high - low) / 2 / median

    def _time(self) -> tuple[int, float]:
        start = self.clock()
        done = self.play(self.size)
        return done, self.clock() - start


def arguments(description: str | None) -> argparse.ArgumentParser:
    """The command line that every benchmark has."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    return parser


def time_in_turn(subjects: Sequence[Subject], repetitions: int) -> None:
    """Time all, several times over: so a busy minute of the machine hits all alike."""
    for _ in range(repetitions):
        for subject in subjects:
            subject.time()


def percentile(values: Iterable[float], percent: int) -> float:
    """Return the smallest of the values that at least ``percent`` % of them do not exceed.

    >>> percentile([30, 10, 20], 50), percentile(range(1, 201), 99)
    (20, 198)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def print_heading(used: str, packages: Iterable[str], repetitions: int) -> None:
    """The machine, of which ``used`` says what was used, the versions, and what was measured."""
    print_machine(used, packages)
    print(f"median of {repetitions} repetitions; ± half the distance between the quartiles\n")


def print_machine(used: str, packages: Iterable[str]) -> None:
    """The machine, of which ``used`` says what was used, and the versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in (*packages, "schwimmen"))
    print(f"{processor()}, {os.cpu_count()} cores{used}; {platform.system()}")
    print(f"Python {platform.python_version()}, {versions}")


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table in Markdown; all columns but the first hold numbers."""
    print("|".join(["", *head, ""]))
    print("|---" + "|--:" * (len(head) - 1) + "|")
    for row in rows:
        print("|".join(["", *row, ""]))


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"
