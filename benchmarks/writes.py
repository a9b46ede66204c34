"""Moves that PostgreSQL stores for many tables, without sockets, and hints that it passes on.

Run it with ``make benchmark-writes``, which starts PostgreSQL, or with ``ARGS="--tables 2500"`` for
less. Processes write the moves of tables in turn through the server's group commit, each as fast as
it can; PostgreSQL waits for the disk. One process does so beside a replica on the same machine,
too. Then connections listen as workers do, and send notifications full of hints.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from secrets import token_hex
from timeit import repeat
from typing import Any, Final

import psutil

from benchmarks.harness import percentile, print_machine, print_table
from benchmarks.load_steps import cpu_seconds
from benchmarks.load_workers import SAFE, counters, save_figures
from benchmarks.storage import move, opened
from schwimmen.server.live.news import NEWS, TableChange
from schwimmen.server.runtime.clock import utc_now
from schwimmen.server.storage import Database, PostgresLocation, WriteBatch, parse_location
from schwimmen.server.storage.hints import CHANNEL, MAX_BYTES
from schwimmen.server.storage.log_parts import LogParts
from schwimmen.server.storage.postgres import hasty_connection
from tests.postgres import Server, running, set_standby_names

AT_ONCE: Final = 64
"""Moves that a process stores at the same time, as a worker with 16 to 32 moves a group."""

LISTENERS: Final = (1, 4, 16, 40)
"""Numbers of workers that send notifications to each other."""

LONGEST_S: Final = 600.0
"""Seconds that processes wait for one another."""

TABLES_AT_ONCE: Final = 500
"""Tables that are opened in one transaction."""


@dataclass(frozen=True)
class Writes:
    """Figures of the stored moves, ``rate`` those of a second; processor time of PostgreSQL."""

    tables: int
    processes: int
    rate: float
    p50_ms: float
    p99_ms: float
    postgres_ms_a_move: float
    wal_bytes_a_move: float
    stored_bytes_a_move: float
    transactions: float


@dataclass(frozen=True)
class Notifications:
    """Notifications a second that a number of workers send, each of which all of them get."""

    workers: int
    rate: float
    postgres_ms: float
    """Processor time of PostgreSQL for one."""
    hint_ms: float
    """Processor time of a worker that reads a hint of a table elsewhere."""
    receiver_ms: float
    """Processor time of a worker that receives one; with few workers that of sending, too."""


async def open_tables(database: Database, names: Sequence[str]) -> None:
    """Store new tables."""
    for first in range(0, len(names), TABLES_AT_ONCE):
        batches = map(opened, names[first : first + TABLES_AT_ONCE])
        await database.write(sum(batches, WriteBatch()))


async def write_moves(url: str, tables: int, seconds: float, phase: Barrier) -> list[float]:
    """Open tables and store moves of each in turn; return the milliseconds of each move.

    ``phase`` is passed when the moves begin, when they have ended, and before the connections end.
    """
    database = await Database.open(parse_location(url))
    await LogParts(database).open(utc_now())
    names = [token_hex(8) for _ in range(tables)]
    await open_tables(database, names)
    taken: list[float] = []
    phase.wait()
    end = time.monotonic() + seconds

    async def write(own: Sequence[str]) -> None:
        for seq in count(2):
            for name in own:
                start = time.monotonic()
                if start >= end:
                    return
                await database.write(WriteBatch(events=move(name, seq).events))
                taken.append(1000 * (time.monotonic() - start))

    await asyncio.gather(*(write(names[one::AT_ONCE]) for one in range(min(AT_ONCE, tables))))
    phase.wait()
    phase.wait()
    await database.close()
    return taken


def _write_moves(
    url: str, tables: int, seconds: float, phase: Barrier, results: SimpleQueue[list[float]]
) -> None:
    results.put(asyncio.run(write_moves(url, tables, seconds, phase)))


def measure_writes(server: Server, tables: int, processes: int, seconds: float) -> Writes:
    """Store moves with some processes, each of which has its share of the tables."""
    url, postgres = server.new_database(), psutil.Process(server.pid)
    spawn = multiprocessing.get_context("spawn")
    phase, results = spawn.Barrier(processes + 1, timeout=LONGEST_S), spawn.SimpleQueue()
    arguments = (url, tables // processes, seconds, phase, results)
    writers = [spawn.Process(target=_write_moves, args=arguments) for _ in range(processes)]
    for writer in writers:
        writer.start()
    with counters(url) as database:
        phase.wait()
        database.begin()
        before = cpu_seconds(postgres)
        phase.wait()
        used, done = cpu_seconds(postgres) - before, database.end()
        phase.wait()
    taken = [one for _ in writers for one in results.get()]
    for writer in writers:
        writer.join()
    moves = len(taken)
    return Writes(
        tables=tables,
        processes=processes,
        rate=moves / seconds,
        p50_ms=percentile(taken, 50),
        p99_ms=percentile(taken, 99),
        postgres_ms_a_move=1000 * used / moves,
        wal_bytes_a_move=done["wal_bytes"] / moves,
        stored_bytes_a_move=done["stored_bytes"] / moves,
        transactions=done["transactions"] / seconds,
    )


def measure_replicated(server: Server, tables: int, seconds: float) -> Iterator[tuple[str, Writes]]:
    """Yield the figures of one process without a replica, and with each kind of replication."""
    yield "none", measure_writes(server, tables, 1, seconds)
    with server.replica():
        yield "asynchronous", measure_writes(server, tables, 1, seconds)
        set_standby_names(server, "*")
        try:
            yield "synchronous", measure_writes(server, tables, 1, seconds)
        finally:
            set_standby_names(server, "")


def hint_ms() -> float:
    """Return the milliseconds that a worker needs to read a hint of a table elsewhere."""
    number = 50
    hints = [NEWS.dump_json(TableChange(f"{n:016}", n + 1)) for n in range(number)]
    payload = b'["w1",[%b]]' % b",".join(hints)
    tables: dict[str, None] = {}

    def read() -> None:
        for hint in json.loads(payload)[1]:
            tables.get(hint["table_id"])

    times = repeat(read, timer=time.process_time, number=100, repeat=7)
    return min(times) / 100 / number * 1000


async def measure_notifications(server: Server, workers: int, seconds: float) -> Notifications:
    """Let some workers send as many notifications to each other as they can."""
    location = parse_location(server.url("postgres"))
    assert isinstance(location, PostgresLocation)
    postgres = psutil.Process(server.pid)
    payload = json.dumps("x" * (MAX_BYTES - 2))
    received = 0

    def receive(*_: object) -> None:
        nonlocal received
        received += 1

    async with AsyncExitStack() as stack:
        connections = [
            await stack.enter_async_context(hasty_connection(location)) for _ in range(2 * workers)
        ]
        for listener in connections[:workers]:
            await listener.add_listener(CHANNEL, receive)
        before, end = cpu_seconds(postgres), time.monotonic() + seconds
        own_before = time.process_time()

        async def send(connection: Any) -> None:
            while time.monotonic() < end:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)

        await asyncio.gather(*map(send, connections[workers:]))
        sent = max(1, received / workers)
        return Notifications(
            workers=workers,
            rate=sent / seconds,
            postgres_ms=1000 * (cpu_seconds(postgres) - before) / sent,
            hint_ms=hint_ms(),
            receiver_ms=1000 * (time.process_time() - own_before) / max(1, received),
        )


def main() -> None:
    """Measure all and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=25_000, help="tables that play")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=20.0, help="measured in each row")
    parser.add_argument("--save", type=Path, help="JSON file to add the figures to")
    options = parser.parse_args()
    print_machine("", ("sqlalchemy", "asyncpg"))
    with running(SAFE) as server:
        writes = [
            measure_writes(server, options.tables, processes, options.seconds)
            for processes in options.processes
        ]
        replicated = list(measure_replicated(server, options.tables, options.seconds))
        notifications = [
            asyncio.run(measure_notifications(server, workers, options.seconds / 4))
            for workers in LISTENERS
        ]
    print(f"\nMoves of {options.tables} tables:\n")
    head = ("processes", "moves/s", "p50 ms", "p99 ms", "PostgreSQL's ms", "WAL bytes", "stored")
    print_table((*head, "transactions/s"), map(_write_row, writes))
    print("\nMoves of one process beside a replica on the same machine:\n")
    print_table(
        ("replica", *head[1:]), ((kind, *_write_row(row)[1:-1]) for kind, row in replicated)
    )
    print("\nNotifications, each to all workers:\n")
    print_table(
        ("workers", "notifications/s", "PostgreSQL's ms", "a worker's ms", "a hint's"),
        map(_notify_row, notifications),
    )
    if options.save is not None:
        save_figures(options.save, "writes", writes)
        save_figures(options.save, "notifications", notifications)


def _write_row(row: Writes) -> tuple[str, ...]:
    return (
        str(row.processes),
        f"{row.rate:.0f}",
        f"{row.p50_ms:.0f}",
        f"{row.p99_ms:.0f}",
        f"{row.postgres_ms_a_move:.3f}",
        f"{row.wal_bytes_a_move:.0f}",
        f"{row.stored_bytes_a_move:.0f}",
        f"{row.transactions:.0f}",
    )


def _notify_row(row: Notifications) -> tuple[str, ...]:
    times = (f"{one:.4f}" for one in (row.postgres_ms, row.receiver_ms, row.hint_ms))
    return str(row.workers), f"{row.rate:.0f}", *times


if __name__ == "__main__":
    main()
