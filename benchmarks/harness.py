"""Shared parts of the benchmarks: timing in turn, medians, and the printed tables."""

import argparse
import json
import os
import pickle
import platform
import statistics
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from math import sqrt
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from schwimmen.engine import ENGINE, library
from schwimmen.rules import SchwimmenError
from schwimmen.simulation import Workers, processes, threads
from schwimmen.simulation.console import open_workers
from schwimmen.simulation.workers import process_pool

A = TypeVar("A")
R = TypeVar("R")

REPETITIONS = 9

RESULTS: Final = Path(__file__).parent.parent / ".cache" / "benchmarks"
"""Folder of the results that long benchmarks keep; to be removed once what they measure changes."""


@dataclass
class Subject:
    """Subject of a timing.

    ``play`` plays a number of rounds, games or steps and returns the number of counted units.
    ``clock`` is the processor time of this process, since other programs share the machine; a
    subject that uses several cores or processes needs ``time.perf_counter``.
    """

    name: str
    play: Callable[[int], int]
    size: int = 1
    clock: Callable[[], float] = time.process_time
    rates: list[float] = field(default_factory=list)

    def settle(self, seconds: float = 0.3, least: int = 1) -> None:
        """Warm up, and find the size that takes this many seconds."""
        self.size = least
        self._time()
        while (taken := self._time()[1]) < seconds / 3:
            self.size *= 2
        self.size = max(least, round(self.size * seconds / taken))

    def time(self) -> None:
        """Add one measurement."""
        done, seconds = self._time()
        self.rates.append(done / seconds)

    @property
    def rate(self) -> float:
        """Median, in units a second."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """Half the interquartile range, as a fraction of the median."""
        low, median, high = statistics.quantiles(self.rates)
        return (high - low) / 2 / median

    def _time(self) -> tuple[int, float]:
        start = self.clock()
        done = self.play(self.size)
        return done, self.clock() - start


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return the command line parser with the options of all benchmarks."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    return parser


@contextmanager
def workers_of(
    options: argparse.Namespace, local: Callable[[int], Workers] = processes
) -> Iterator[Workers]:
    """Yield the workers that the options of ``add_worker_options`` select, and print them.

    ``local`` makes those on this machine. Errors of a cluster end the program with one line.
    """
    try:
        with open_workers(options, local) as workers:
            place = "on this machine" if options.cluster is None else f"of {options.cluster}"
            print(f"{workers.number} workers {place}\n", flush=True)
            yield workers
    except SchwimmenError as error:
        raise SystemExit(str(error)) from None


@contextmanager
def workers_by_kind(options: argparse.Namespace) -> Iterator[Callable[[bool], Workers]]:
    """Yield a function that returns the workers for compiled players, or for others.

    They are as in ``workers_of``, but processes on this machine serve several runs.
    """
    with ExitStack() as stack:

        def pool(number: int) -> Workers:
            return Workers(stack.enter_context(process_pool(number)), number)

        slow = stack.enter_context(workers_of(options, pool))
        fast = threads(slow.number) if options.cluster is None else slow
        yield lambda compiled: fast if compiled else slow


def kept(function: Callable[[A], R], argument: A) -> R:
    """Return the result of a function, which is kept in a file for later runs."""
    path = RESULTS / sha256(f"{function.__name__} {argument}".encode()).hexdigest()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        written = path.with_suffix(".new")
        written.write_bytes(pickle.dumps(function(argument)))
        written.replace(path)
    result: R = pickle.loads(path.read_bytes())
    return result


def time_in_turn(subjects: Sequence[Subject], repetitions: int) -> None:
    """Time all subjects in turn, so that a slow minute of the machine affects all alike."""
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


def mean_and_error(sums: ArrayLike, numbers: ArrayLike) -> tuple[float, float]:
    """Return the mean of values in groups, and its standard error.

    Each group, such as a match, has a sum and a number of values, which depend on each other.
    """
    sums, numbers = np.asarray(sums, float), np.asarray(numbers, float)
    total, groups = numbers.sum(), len(numbers)
    mean = sums.sum() / total
    squares = np.sum((sums - mean * numbers) ** 2)
    return float(mean), sqrt(squares * groups / max(1, groups - 1)) / total


def print_heading(used: str, packages: Iterable[str], repetitions: int) -> None:
    """Print machine and versions, and the statistics of the table; ``used`` describes the cores."""
    print_machine(used, packages)
    print(f"median of {repetitions} repetitions; ± half the distance between the quartiles\n")


def print_machine(used: str, packages: Iterable[str]) -> None:
    """Print machine and versions; ``used`` describes the cores."""
    print(f"{processor()}, {os.cpu_count()} cores{used}; {platform.system()}")
    print(f"Python {platform.python_version()}{_build()}, {versions(packages)}")


def _build() -> str:
    """Return what makes this interpreter a tenth slower than those that systems come with."""
    options = sysconfig.get_config_var("CONFIG_ARGS")
    is_plain = options is not None and "--enable-optimizations" not in options
    return " (built without optimizations)" if is_plain else ""


def versions(packages: Iterable[str]) -> str:
    """Return the versions of packages, of Schwimmen, and of the engine of this process."""
    named = (f"{name} {version(name)}" for name in (*packages, "schwimmen"))
    return ", ".join((*named, f"engine {engine()}"))


def engine() -> str:
    """Return the name of the engine in this process, with the compilers that made it."""
    if ENGINE == "numba":
        return f"numba {version('numba')}"
    if ENGINE == "python":
        return ENGINE
    compilers = json.loads(library.MANIFEST.read_bytes())["compilers"].split()
    named = map(" ".join, zip(compilers[::2], compilers[1::2], strict=True))
    return f"library {library.load().level} ({', '.join(named)})"


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table in which all columns but the first are numbers."""
    print("|".join(["", *head, ""]))
    print("|---" + "|--:" * (len(head) - 1) + "|")
    for row in rows:
        print("|".join(["", *row, ""]))


def processor() -> str:
    """Return the name of the processor, if the system reports it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"
