"""Workers behind nginx on PostgreSQL: processor time of each part, and what the database stores.

nginx has the configuration in packaging/ without TLS and without the address of the client, by
which the simulated players would be limited. PostgreSQL waits for the disk.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import psutil
from anyio.from_thread import BlockingPortal, start_blocking_portal

from benchmarks.harness import print_table
from benchmarks.load_clients import WATCHERS as WATCHERS_OF_A_TABLE
from benchmarks.load_steps import (
    OUR_CLIENTS,
    Place,
    Step,
    free_port,
    memory_bytes,
    playing,
    print_row,
    running,
    wait_for,
)
from schwimmen.server.storage.hints import CHANNEL
from tests.balancers import packaged
from tests.nginx import PROGRAM, TEMPORARY
from tests.postgres import Server
from tests.postgres import running as running_postgres

WATCHERS: Final = 400
"""Spectators at each worker, by which the cost of a socket and of an idle table is measured."""

CONNECTIONS: Final = 16_000
"""Connections of nginx, two for each socket."""

SAFE: Final = "-c max_connections=100"
"""Options of PostgreSQL, which otherwise is as it comes."""

COUNTERS: Final = """
SELECT
    (SELECT sum(n_tup_ins)::bigint FROM pg_stat_user_tables
        WHERE starts_with(relname, 'events')) AS events,
    (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint FROM pg_stat_user_tables
        WHERE NOT starts_with(relname, 'events')) AS other_rows,
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS wal_bytes,
    pg_database_size(current_database()) AS stored_bytes,
    (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions,
    (SELECT last_value FROM lease_epochs) AS leases
"""


@dataclass(frozen=True)
class Figures:
    """Figures of one step; ``_a_move`` are those of a move, the others those of a second.

    Processor times are in milliseconds. ``worker_idle_ms`` and ``postgres_idle_ms`` are those of
    one worker without sockets, and of the database for each of these workers.
    """

    workers: int
    at_random: bool
    tables: int
    sockets: int
    moves: float
    p50_ms: str
    p99_ms: str
    held: bool
    worker_ms_a_move: float
    nginx_ms_a_move: float
    postgres_ms_a_move: float
    client_ms_a_move: float
    events_a_move: float
    other_rows_a_move: float
    wal_bytes_a_move: float
    stored_bytes_a_move: float
    transactions_a_move: float
    hints: float
    notifications: float
    leases: float
    worker_idle_ms: float
    postgres_idle_ms: float
    worker_watched_ms: float
    postgres_watched_ms: float
    watched_tables: int
    """Idle tables of a worker with ``WATCHERS`` spectators, whose times the two before are."""
    worker_mb: float
    """Memory of a worker without sockets."""
    socket_kb: float
    """Memory of a spectator's socket."""
    table_kb: float
    """Memory of a table with the sockets of its players."""

    @property
    def moves_a_core(self) -> float:
        """Moves for each second of a core that the workers used."""
        return 1000 / self.worker_ms_a_move


class DatabaseCounters:
    """What a database does in some time, and the hints that its servers send."""

    def __init__(self, portal: BlockingPortal, connection: Any) -> None:
        self._portal = portal
        self._connection = connection
        self._hints = self._notifications = 0
        self._before: dict[str, int] = {}
        portal.call(connection.add_listener, CHANNEL, self._receive)

    def _receive(self, _: Any, __: int, ___: str, payload: str) -> None:
        self._notifications += 1
        self._hints += len(json.loads(payload)[1])

    def begin(self) -> None:
        """Begin to count."""
        self._before = self._read()

    def end(self) -> dict[str, int]:
        """Return what has been done since ``begin``."""
        return {name: count - self._before[name] for name, count in self._read().items()}

    def _read(self) -> dict[str, int]:
        row = self._portal.call(self._connection.fetchrow, COUNTERS)
        return {**row, "hints": self._hints, "notifications": self._notifications}


@contextmanager
def counters(url: str) -> Iterator[DatabaseCounters]:
    """Count what a database does until the end of the block."""
    import asyncpg

    with start_blocking_portal() as portal:
        connection = portal.call(asyncpg.connect, url)
        try:
            yield DatabaseCounters(portal, connection)
        finally:
            portal.call(connection.close)


def nginx_configuration(port: int, workers: Sequence[int], at_random: bool) -> str:
    """Return the configuration in packaging/ for workers at ports of this machine."""
    limits = "max_fails=0;"
    servers = "".join(f"    server 127.0.0.1:{one} {limits}\n" for one in workers)
    edits = {
        rf"( +server 10\.\S+ {limits}\n)+": servers,
        r"^ +(listen \[::\]|ssl_certificate|proxy_set_header X-Forwarded-).*\n": "",
        r"listen 80;": f"listen 127.0.0.1:{free_port()};",
        r"listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
    }
    if at_random:
        edits[r"^ +hash .*\n"] = "    random;\n"
    site = packaged("nginx.conf", edits)
    main = "daemon off; master_process off; pid nginx.pid; error_log stderr crit;"
    return (
        f"{main} events {{ worker_connections {CONNECTIONS}; }}"
        f" http {{ access_log off; {TEMPORARY}\n{site}}}"
    )


@contextmanager
def worker_at(port: int, database: str) -> Iterator[subprocess.Popen[str]]:
    """Run a worker at a port until the end of the block."""
    serve = (sys.executable, "-m", "schwimmen", "serve", "--port", port)
    named = ("--worker-name", f"w{port}", "--database", database)
    quiet = ("--log-level", "warning", "--log-format", "json")
    with running(*serve, *named, *quiet) as worker:
        wait_for(f"http://127.0.0.1:{port}/healthz", worker)
        yield worker


@contextmanager
def nginx_at(
    port: int, ports: Sequence[int], at_random: bool = False
) -> Iterator[subprocess.Popen[str]]:
    """Run nginx before workers until the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "nginx.conf").write_text(nginx_configuration(port, ports, at_random))
        command = (PROGRAM, "-p", f"{folder}/", "-c", "nginx.conf", "-e", "stderr")
        with running(*command, stdout=subprocess.DEVNULL) as nginx:
            wait_for(f"http://127.0.0.1:{port}/healthz", nginx)
            yield nginx


@contextmanager
def workers(number: int, server: Server, at_random: bool) -> Iterator[tuple[Place, str]]:
    """Run workers behind nginx with their clients; the second item is the database's URL."""
    database, port = server.new_database(), free_port()
    ports = [free_port() for _ in range(number)]
    with ExitStack() as stack:
        running_workers = [stack.enter_context(worker_at(one, database)) for one in ports]
        nginx = stack.enter_context(nginx_at(port, ports, at_random))
        parts = {
            "workers": [psutil.Process(worker.pid) for worker in running_workers],
            "nginx": [psutil.Process(nginx.pid)],
            "PostgreSQL": [psutil.Process(server.pid)],
        }
        clients = stack.enter_context(playing(*OUR_CLIENTS, f"http://127.0.0.1:{port}"))
        yield Place(f"{number} workers", parts, clients), database


def measure(
    number: int,
    server: Server,
    tables: Sequence[int],
    at_random: bool,
    pace: float,
    seconds: float,
    watchers: int = WATCHERS,
) -> Iterator[tuple[Figures, Step]]:
    """Measure some workers with each number of tables of a worker, and with spectators of each."""
    with workers(number, server, at_random) as (place, url), counters(url) as database:
        step: dict[str, Any] = {"pace": pace, "seconds": seconds}
        empty = sum(map(memory_bytes, place.parts["workers"]))
        alone = place.run_step(tables=0, watchers=0, **step)
        step["watchers"] = watchers * number
        watched = place.run_step(tables=0, **step)
        for each in tables:
            busy = place.run_step(database.begin, tables=each * number, **step)
            done = database.end()
            moves = max(1, len(busy.latencies))
            p50_ms, p99_ms = busy.shares
            a_move = {
                f"{name}_a_move": done[name] / moves
                for name in ("events", "other_rows", "wal_bytes", "stored_bytes", "transactions")
            }
            a_second = {
                name: done[name] / moves * busy.rate
                for name in ("hints", "notifications", "leases")
            }
            ms = {name: 1000 * cores * busy.seconds / moves for name, cores in busy.cores.items()}
            yield (
                Figures(
                    workers=number,
                    at_random=at_random,
                    tables=busy.tables,
                    sockets=busy.sockets,
                    moves=busy.rate,
                    p50_ms=p50_ms,
                    p99_ms=p99_ms,
                    held=busy.held,
                    worker_ms_a_move=ms["workers"],
                    nginx_ms_a_move=ms["nginx"],
                    postgres_ms_a_move=ms["PostgreSQL"],
                    client_ms_a_move=ms["clients"],
                    worker_idle_ms=1000 * alone.cores["workers"] / number,
                    postgres_idle_ms=1000 * alone.cores["PostgreSQL"] / number,
                    worker_watched_ms=1000 * watched.cores["workers"] / number,
                    postgres_watched_ms=1000 * watched.cores["PostgreSQL"] / number,
                    watched_tables=watchers // WATCHERS_OF_A_TABLE,
                    worker_mb=empty / number / 1e6,
                    socket_kb=(watched.memory["workers"] - empty) / watched.sockets / 1e3,
                    table_kb=(busy.memory["workers"] - watched.memory["workers"])
                    / busy.tables
                    / 1e3,
                    **a_move,
                    **a_second,
                ),
                busy,
            )


HEAD: Final = (
    "workers",
    "tables",
    "sockets",
    "moves/s",
    "p50 ms",
    "p99 ms",
    "held",
    "workers' ms",
    "nginx's ms",
    "PostgreSQL's ms",
    "clients' ms",
    "moves a core",
    "to the first",
)

DATABASE_HEAD: Final = (
    "workers",
    "tables",
    "events",
    "other rows",
    "WAL bytes",
    "stored bytes",
    "transactions",
    "hints/s",
    "notifications/s",
    "leases/s",
)

IDLE_HEAD: Final = (
    "workers",
    "tables",
    "worker's ms/s",
    "PostgreSQL's ms/s",
    "with spectators",
    "PostgreSQL's",
    "MB",
    "kB a socket",
    "kB a table",
)


def measure_workers(
    numbers: Sequence[int],
    tables: Sequence[int],
    pace: float,
    seconds: float,
    at_random: bool,
    save: Path | None,
) -> None:
    """Measure numbers of workers one after the other, print the tables and save the figures."""
    routing = "at random" if at_random else "by their ids"
    print(f"{pace:g} moves a second at each table; tables routed {routing}; ms: of a move\n")
    print_table(HEAD, ())
    rows: list[Figures] = []
    with running_postgres(SAFE) as server:
        for number in numbers:
            for row, step in measure(number, server, tables, at_random, pace, seconds):
                rows.append(row)
                print_row(_times(row, rows[0]), step.faults)
    print("\nWritten for each move, and sent in a second:\n")
    print_table(DATABASE_HEAD, map(_written, rows))
    print("\nEach worker while nobody plays, and its memory:\n")
    print_table(IDLE_HEAD, map(_idle, rows))
    if save is not None:
        save_figures(save, "random" if at_random else "workers", rows)


def save_figures(path: Path, name: str, rows: Sequence[Any]) -> None:
    """Add dataclasses to those under a name in a JSON file."""
    figures = json.loads(path.read_text()) if path.exists() else {}
    figures.setdefault(name, []).extend(asdict(row) for row in rows)
    path.write_text(json.dumps(figures, indent=2) + "\n")


def _times(row: Figures, first: Figures) -> tuple[str, ...]:
    return (
        str(row.workers),
        str(row.tables),
        str(row.sockets),
        f"{row.moves:.0f}",
        row.p50_ms,
        row.p99_ms,
        "yes" if row.held else "no",
        f"{row.worker_ms_a_move:.2f}",
        f"{row.nginx_ms_a_move:.2f}",
        f"{row.postgres_ms_a_move:.2f}",
        f"{row.client_ms_a_move:.2f}",
        f"{row.moves_a_core:.0f}",
        f"{row.moves_a_core / first.moves_a_core:.2f}",
    )


def _written(row: Figures) -> tuple[str, ...]:
    return (
        str(row.workers),
        str(row.tables),
        f"{row.events_a_move:.2f}",
        f"{row.other_rows_a_move:.2f}",
        f"{row.wal_bytes_a_move:.0f}",
        f"{row.stored_bytes_a_move:.0f}",
        f"{row.transactions_a_move:.2f}",
        f"{row.hints:.0f}",
        f"{row.notifications:.0f}",
        f"{row.leases:.1f}",
    )


def _idle(row: Figures) -> tuple[str, ...]:
    return (
        str(row.workers),
        str(row.tables),
        f"{row.worker_idle_ms:.0f}",
        f"{row.postgres_idle_ms:.0f}",
        f"{row.worker_watched_ms:.0f}",
        f"{row.postgres_watched_ms:.0f}",
        f"{row.worker_mb:.0f}",
        f"{row.socket_kb:.0f}",
        f"{row.table_kb:.0f}",
    )
