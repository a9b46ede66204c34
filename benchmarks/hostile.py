"""Effect of one abusive client on the others: a victim beside attacks from another address.

Run it with ``make benchmark-hostile``, with nothing else running. The server has one core, all
clients another one. For each attack one new server is measured beside an idle client, and another
beside the attack, which obeys the server's limits: the victim's requests should take at most twice
as long, 99 of 100 at most 250 ms, and the server should need at most 100 MB more. It needs Linux,
where all of 127.0.0.0/8 are local addresses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import psutil

from benchmarks.harness import percentile, print_machine, print_table
from benchmarks.hostile_attacks import ATTACKS, SIZES, Target
from benchmarks.hostile_history import hand_over
from benchmarks.hostile_victim import KINDS
from benchmarks.load_steps import cpu_seconds, free_port, running, wait_for
from schwimmen.rules import OptionValue
from schwimmen.server.live.table_store import event_rows, status_of
from schwimmen.server.storage import Database, NewSeat, NewTable, WriteBatch
from schwimmen.tables import Deal, Play, Seat, Table, create

VICTIM: Final = "127.0.0.2"
ATTACKER: Final = "127.0.0.3"
MAX_RATIO: Final = 2.0
MAX_MS: Final = 250.0
MAX_MORE_MB: Final = 100.0
DESCRIPTORS: Final = 1024
"""Usual soft limit of open files, which a server may raise."""

LONG: Final = "long"
"""Id of the table with the longest round."""
PLAYERS: Final = 8
AT: Final = "2026-11-22T12:00:00.000+00:00"


@dataclass(frozen=True)
class Comparison:
    """Times of a kind of request in milliseconds, beside an idle client and beside an attack."""

    kind: str
    alone: Sequence[float]
    beside: Sequence[float]

    @property
    def held(self) -> bool:
        """Whether the times beside the attack are within the limits."""
        return (
            bool(self.alone and self.beside)
            and all(self.ratio(percent) <= MAX_RATIO for percent in (50, 99))
            and percentile(self.beside, 99) <= MAX_MS
        )

    def ratio(self, percent: int) -> float:
        """Return the ratio of the percentiles beside the attack and beside an idle client."""
        return percentile(self.beside, percent) / percentile(self.alone, percent)

    def row(self, attack: str) -> tuple[str, ...]:
        """Return a row of the table."""
        measured = [
            f"{percentile(values, percent):.1f}" if values else "–"
            for values in (self.alone, self.beside)
            for percent in (50, 99)
        ]
        both = bool(self.alone and self.beside)
        ratios = [f"{self.ratio(percent):.1f}" if both else "–" for percent in (50, 99)]
        held = "yes" if self.held else "no"
        return (attack, self.kind, str(len(self.beside)), *measured, *ratios, held)


HEAD: Final = (
    "attack",
    "request",
    "number",
    "p50 ms, idle",
    "p99 ms, idle",
    "p50 ms",
    "p99 ms",
    "p50 x",
    "p99 x",
    "held",
)


@dataclass(frozen=True)
class Server:
    """Address, process and log of a running server."""

    url: str
    process: psutil.Process
    log: Path


@dataclass(frozen=True)
class Measurement:
    """Times and failures of the victim, and the resources that the server used."""

    times: dict[str, list[float]]
    failed: dict[str, int]
    peak: float
    """Highest memory of the server, in MB."""
    resources: str


def longest_round(turn_cap: int) -> Table:
    """Return a finished match whose first round reaches the turn cap."""
    chance = Random(15)
    seats = (
        Seat(name="Anna", player="anna"),
        *(Seat(name=f"Bot {number}", level="casual") for number in range(1, PLAYERS)),
    )
    options: dict[str, OptionValue] = {"turn_cap": turn_cap, "lives": 1, "special": "none"}
    table = Table.replay(create("pagat", options, seats, AT, chance))
    while not table.over:
        seat = table.to_act
        if seat is None:
            table.execute(Deal(0), AT, chance)
            continue
        own = table.view(seat)
        assert own is not None
        closes = table.round > 1  # rounds after the first end as soon as possible
        action = next(
            (one.action for one in own.choices if one.closes is closes), own.choices[0].action
        )
        table.execute(Play(seat, action, bot=seat > 0), AT, chance)
    return table


async def prepare(database: Path, turn_cap: int) -> None:
    """Create a database with the longest round."""
    table = longest_round(turn_cap)
    opened = await Database.open(database)
    await opened.write(
        WriteBatch(
            tables=[NewTable(LONG, AT, *status_of(LONG, table)[1:])],
            seats=[NewSeat(LONG, 0, "anna")],
            events=event_rows(LONG, table.log),
        )
    )
    await opened.close()


@contextmanager
def serving(folder: Path, core: int) -> Iterator[Server]:
    """Run a server over the database of a folder, on one core."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = (sys.executable, "-m", "schwimmen", "serve", "--port", port)
    options = ("--database", folder / "db", "--log-level", "warning", "--log-format", "json")
    log = folder / "log"
    with log.open("wb") as lines, running(*command, *options, stderr=lines) as process:
        # Before it has threads, which would keep their affinity.
        os.sched_setaffinity(process.pid, {core})
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard), hard))
        wait_for(f"{url}/healthz", process)
        yield Server(url, psutil.Process(process.pid), log)


@contextmanager
def program(name: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a module of the benchmarks during the block, which begins once it is ready."""
    command = (sys.executable, "-m", f"benchmarks.{name}", *arguments)
    with running(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        if process.stdout.readline() != "ready\n":
            raise SystemExit(f"{name} has failed")
        yield process


@contextmanager
def attacking(server: Server, attack: str, size: int, target: Target) -> Iterator[None]:
    """Attack the server during the block, and print the counts of its actions."""
    with program("hostile_attacks", attack, server.url, ATTACKER, size, *target) as process:
        yield
        answer, _ = process.communicate()
        counts = ", ".join(
            f"{times:,} x {action}" for action, times in sorted(json.loads(answer).items())
        )
        print(f"{attack}: {counts or 'nothing'}", file=sys.stderr, flush=True)


def peak_of(process: psutil.Process) -> float:
    """Return the highest memory that a process has used, in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6


def measure(server: Server, attack: str, size: int, target: Target, seconds: float) -> Measurement:
    """Measure a victim that has been connected since before the attack."""
    with (
        program("hostile_victim", server.url, VICTIM, seconds) as victim,
        attacking(server, attack, size, target),
    ):
        before = cpu_seconds(server.process)
        answer = json.loads(victim.communicate("\n")[0])
        peak = peak_of(server.process)
        resources = (
            f"{cpu_seconds(server.process) - before:.0f} s of the processor, "
            f"{peak:.0f} MB, log {server.log.stat().st_size:,} bytes"
        )
    return Measurement(answer["times"], answer["failed"], peak, resources)


def measured_beside(
    attack: str, start: Path, core: int, target: Target, options: argparse.Namespace
) -> Iterator[tuple[str, Measurement]]:
    """Measure the victim beside an attack, and after ``masters`` also after a restart."""
    size = max(1, round(SIZES[attack] * options.scale))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(shutil.copytree(start, Path(name) / "data"))
        with serving(folder, core) as server:
            yield attack, measure(server, attack, size, target, options.seconds)
        if attack == "masters":
            with serving(folder, core) as server:
                after = measure(server, "idle", 1, target, options.seconds)
                yield f"{attack}, after a restart", after


def report(attack: str, idle: Measurement, found: Measurement) -> bool:
    """Print the rows of an attack, report failures on stderr and return whether all rows held."""
    rows = [Comparison(kind, idle.times[kind], found.times[kind]) for kind in KINDS]
    for row in rows:
        print("|".join(["", *row.row(attack), ""]), flush=True)
    more = found.peak - idle.peak
    print(f"{attack}: {more:+.0f} MB", file=sys.stderr)
    for beside, measured in (("an idle client", idle), (attack, found)):
        print(f"server beside {beside}: {measured.resources}", file=sys.stderr)
        for fault, times in measured.failed.items():
            print(f"victim beside {beside}: {times} x {fault}", file=sys.stderr)
    return all(row.held for row in rows) and not found.failed and more <= MAX_MORE_MB


def parser() -> argparse.ArgumentParser:
    """Return the command line parser."""
    result = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    attacks: Any = [name for name in ATTACKS if name != "idle"]
    result.add_argument("--attacks", nargs="+", choices=attacks, default=attacks)
    result.add_argument("--seconds", type=float, default=30.0, help="duration of each measurement")
    result.add_argument(
        "--scale", type=float, default=1.0, help="fraction of the tables and connections"
    )
    result.add_argument("--turn-cap", type=int, default=1000, help="of the longest round")
    return result


def main() -> None:
    """Measure and print the table; exit with status 1 if a row did not hold."""
    options = parser().parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})  # inherited by all processes started from here
    cores_used = f", the server on core {cores[0]}, all clients on core {cores[-1]}"
    print_machine(cores_used, ("uvicorn", "websockets", "httpx", "sqlalchemy"))
    print(f"{options.seconds:g} s each; longest round of {options.turn_cap} turns\n")
    with tempfile.TemporaryDirectory() as name:
        start = Path(name)
        asyncio.run(prepare(start / "db", options.turn_cap))
        with serving(start, cores[0]) as server:
            target = Target(LONG, *asyncio.run(hand_over(server.url)))
        print_table(HEAD, ())
        held = True
        for attack in options.attacks:
            ((_, idle),) = measured_beside("idle", start, cores[0], target, options)
            for scene, found in measured_beside(attack, start, cores[0], target, options):
                held &= report(scene, idle, found)
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
