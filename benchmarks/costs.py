"""Time, processor time and memory of a command with an empty home and no caches."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import psutil

ROOT: Final = Path(__file__).parents[1]
PATIENCE_S: Final = 1800
MEGABYTE: Final = 1e6
HIDDEN: Final = ("HOME", "NUMBA_", "PIP_CACHE", "PYTHON", "SCHWIMMEN_", "UV_", "VIRTUAL", "XDG_")
"""Beginnings of the environment variables that a newcomer does not have."""


@dataclass(frozen=True)
class Cost:
    """Seconds that passed, seconds of the processor, and megabytes, as far as they are known."""

    seconds: float | None = None
    processor: float | None = None
    megabytes: float | None = None

    def cells(self) -> list[str]:
        """Return the cells of the table."""
        return [
            "" if figure is None else f"{figure:.{digits(figure)}f}"
            for figure in (self.seconds, self.processor, self.megabytes)
        ]

    def exceeds(self, wanted: Cost) -> bool:
        """Return whether any figure exceeds the wanted one."""
        pairs = (
            (self.seconds, wanted.seconds),
            (self.processor, wanted.processor),
            (self.megabytes, wanted.megabytes),
        )
        return any(one is not None and most is not None and one > most for one, most in pairs)


ANY: Final = Cost()


@dataclass(frozen=True)
class Row:
    """Row of the table: a task, its cost, and the most that it should cost."""

    name: str
    cost: Cost
    wanted: Cost = ANY

    def cells(self) -> list[str]:
        """Return the cells of the table."""
        limits = [f"{self.wanted.seconds:g} s"] if self.wanted.seconds else []
        if self.wanted.megabytes:
            limits.append(f"{self.wanted.megabytes:,g} MB")
        missed = " (missed)" if self.cost.exceeds(self.wanted) else ""
        return [self.name, *self.cost.cells(), ", ".join(limits) + missed]


def digits(figure: float) -> int:
    """Return the number of decimals with which a figure is printed.

    >>> digits(0.123), digits(12.3), digits(123)
    (2, 1, 0)
    """
    return 2 if figure < 10 else 1 if figure < 100 else 0


@contextlib.contextmanager
def newcomer(**more: str) -> Iterator[dict[str, str]]:
    """Provide the environment variables of a user with an empty home, until the block ends."""
    with tempfile.TemporaryDirectory() as home:
        shown = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
        yield shown | {"HOME": home} | more


def cost_of(
    *command: object,
    env: Mapping[str, str],
    folder: Path = ROOT,
    status: int = 0,
    memory: bool = False,
) -> Cost:
    """Run a command and return its cost. Raises ``SystemExit`` if it ends with another status.

    Processor seconds include those of the processes that it has started. With ``memory`` the
    megabytes are the most that all of them held together, sampled ten times a second.
    """
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        with watched(process.pid, memory) as seen:
            _, ended, used = os.wait4(process.pid, 0)
        taken = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(ended)
        if process.returncode != status:
            output.seek(0)
            print(output.read().decode(errors="replace"), file=sys.stderr)
            raise SystemExit(f"exit status {process.returncode}: {process.args!r}")
    return Cost(taken, used.ru_utime + used.ru_stime, max(seen, default=None))


@contextlib.contextmanager
def watched(process: int, memory: bool) -> Iterator[list[float]]:
    """Sample the megabytes of a process and of those that it has started, until the block ends.

    Without ``memory`` the list stays empty.
    """
    seen, over = list[float](), threading.Event()
    if not memory:
        yield seen
        return

    def watch() -> None:
        root = psutil.Process(process)
        while not over.wait(0.1):
            held = 0
            with contextlib.suppress(psutil.NoSuchProcess):
                for one in (root, *root.children(recursive=True)):
                    with contextlib.suppress(psutil.NoSuchProcess):
                        held += one.memory_info().rss
            seen.append(held / MEGABYTE)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


def least(repetitions: int, *command: object, status: int = 0) -> Cost:
    """Return the least cost of a command in several runs, each in an empty home."""
    costs = []
    for _ in range(repetitions):
        with newcomer() as env:
            costs.append(cost_of(*command, env=env, status=status))
    return least_of(costs)


def least_of(costs: Sequence[Cost]) -> Cost:
    """Return the least of each figure: other work on the machine only adds to them."""
    figures = (
        [getattr(cost, one.name) for cost in costs if getattr(cost, one.name) is not None]
        for one in fields(Cost)
    )
    return Cost(*(min(some, default=None) for some in figures))


@contextlib.contextmanager
def cloned() -> Iterator[Path]:
    """Provide a clone of the last commit, until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "project"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        yield clone


def responds(url: str, expected: bytes = b"") -> bool:
    """Return whether an address answers, with a text that contains the expected one."""
    try:
        with urlopen(url, timeout=10) as answer:
            return expected in answer.read()
    except OSError:
        return False


def seconds_until(
    true: Callable[[], bool], process: subprocess.Popen[Any], start: float, pause: float
) -> float:
    """Wait until a condition holds; return the seconds since the start.

    Raises ``SystemExit`` if the process ends before.
    """
    while not true():
        if process.poll() is not None or time.perf_counter() - start > PATIENCE_S:
            raise SystemExit(f"it does not answer: {process.args!r}")
        time.sleep(pause)
    return time.perf_counter() - start
