"""Places to play with their clients, and the steps that measure them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

from benchmarks.harness import percentile
from benchmarks.load_clients import PEOPLE

LONGEST_MS: Final = 100.0
MIN_PACE: Final = 0.95
"""Fraction of the pace that a step must keep, since a slow server slows the players down."""


@dataclass(frozen=True)
class Step:
    """Measurements with a number of tables; ``pace`` and ``rate`` are moves a second."""

    tables: int
    seconds: float
    pace: float
    rate: float
    latencies: list[float]
    sockets: int
    kilobytes: float
    cores: Mapping[str, float]
    """Processor seconds a second that each part of the place used, and its clients."""
    memory: Mapping[str, int]
    """Bytes of memory of each part of the place, and its clients."""
    faults: dict[str, int]
    returns: list[float]
    """Seconds after which each client was back that had lost its server."""

    @property
    def held(self) -> bool:
        """Whether moves arrived in time and the pace was kept."""
        return (
            bool(self.latencies)
            and percentile(self.latencies, 99) <= LONGEST_MS
            and self.rate >= MIN_PACE * self.pace
        )

    @property
    def shares(self) -> tuple[str, str]:
        """Median and 99th percentile of the milliseconds of a move, as cells of a table."""
        median, high = (
            f"{percentile(self.latencies, part):.0f}" if self.latencies else "–"
            for part in (50, 99)
        )
        return median, high


@dataclass(frozen=True)
class Place:
    """Server or servers with their clients."""

    name: str
    parts: Mapping[str, Sequence[psutil.Process]]
    """Programs of the place by what they are, such as ``server``, without the clients."""
    clients: subprocess.Popen[str]

    def run_step(self, begin: Callable[[], None] = lambda: None, **step: Any) -> Step:
        """Run one step of ``benchmarks.load_clients`` and return its measurements.

        ``begin`` is called when the measurement begins.
        """
        stdin, stdout = self.clients.stdin, self.clients.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(step) + "\n")
        stdin.flush()
        if not stdout.readline():
            raise SystemExit(f"the clients of {self.name} have failed")
        begin()
        parts = {**self.parts, "clients": [psutil.Process(self.clients.pid)]}
        before = {name: sum(map(cpu_seconds, part)) for name, part in parts.items()}
        answer = json.loads(stdout.readline())
        cores = {
            name: (sum(map(cpu_seconds, part)) - before[name]) / answer["seconds"]
            for name, part in parts.items()
        }
        return Step(
            tables=step["tables"],
            seconds=answer["seconds"],
            pace=step["tables"] * step["pace"],
            rate=len(answer["latencies"]) / answer["seconds"],
            latencies=answer["latencies"],
            sockets=answer["sockets"],
            kilobytes=answer["bytes"] / max(1, len(answer["latencies"])) / PEOPLE / 1000,
            cores=cores,
            memory={name: sum(map(memory_bytes, part)) for name, part in parts.items()},
            faults=answer["faults"],
            returns=answer.get("returns", []),
        )


def print_row(cells: Sequence[str], faults: Mapping[str, int]) -> None:
    """Print a row of a table at once, and the faults of the clients to standard error."""
    print("|".join(["", *cells, ""]), flush=True)
    for fault, times in faults.items():
        print(f"{times} x {fault}", file=sys.stderr)


def cpu_seconds(process: psutil.Process) -> float:
    """Return the processor time that a process and all that it has started have used."""
    times = process.cpu_times()
    seconds = float(times.user + times.system)
    seconds += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
    for child in process.children():
        with suppress(psutil.NoSuchProcess):  # it has just ended
            seconds += cpu_seconds(child)
    return seconds


def memory_bytes(process: psutil.Process) -> int:
    """Return the resident memory of a process without those that it has started."""
    return int(process.memory_info().rss)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(url: str, server: subprocess.Popen[Any]) -> None:
    """Wait until the server responds at this address and has loaded the rules."""
    for _ in range(600):
        if server.poll() is not None:
            raise SystemExit(f"the server has failed: {server.args!r}")
        try:
            with urlopen(url) as answer:
                if b'"warming"' not in answer.read():
                    return
        except HTTPError:
            return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit(f"no response from {url}")


@contextmanager
def running(*command: object, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end of the block."""
    with subprocess.Popen([str(part) for part in command], text=True, **more) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def playing(*command: object, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run clients, by default ours, that take steps from standard input."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with running(*command, **pipes, **more) as clients:
        yield clients


OUR_CLIENTS: Final = (sys.executable, "-m", "benchmarks.load_clients")
"""Command of our clients, before the address."""
