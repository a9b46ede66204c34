"""Workers behind nginx, moves that PostgreSQL stores, and their figures."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from benchmarks.load_steps import cpu_seconds
from benchmarks.load_workers import SAFE, measure, nginx_configuration, save_figures
from benchmarks.writes import Notifications, measure_notifications, measure_writes
from tests.postgres import UNSAFE, Server
from tests.postgres import running as running_postgres
from tests.processes import PATIENCE


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Provide a PostgreSQL server for the benchmarks."""
    with running_postgres(SAFE) as one:
        yield one


def test_postgres_waits_for_the_disk(server: Server) -> None:
    assert "fsync" in UNSAFE
    assert server.execute("SHOW fsync")[0][0] == "on"
    assert server.execute("SHOW synchronous_commit")[0][0] == "on"


def test_tables_are_routed_by_their_ids_or_at_random() -> None:
    hashing = nginx_configuration(1, [2, 3], at_random=False)
    assert "hash $table consistent;" in hashing
    assert "server 127.0.0.1:2 " in hashing
    assert "server 127.0.0.1:3 " in hashing
    assert "10.0.0." not in hashing
    at_random = nginx_configuration(1, [2], at_random=True)
    assert "hash $table" not in at_random
    assert "random;" in at_random


def test_a_worker_is_measured(server: Server) -> None:
    measured = measure(1, server, [1], at_random=False, pace=4.0, seconds=2.0, watchers=8)
    ((figures, busy),) = measured
    assert not busy.faults
    assert (figures.workers, figures.tables) == (1, 1)
    assert figures.sockets == 4 + figures.watched_tables * 9
    assert figures.moves > 0
    for name in ("worker", "nginx", "postgres", "client"):
        assert getattr(figures, f"{name}_ms_a_move") >= 0
    assert figures.wal_bytes_a_move > 0
    assert figures.hints > 0
    assert figures.worker_mb > 10


def test_moves_are_stored(server: Server) -> None:
    writes = measure_writes(server, tables=20, processes=1, seconds=1.0)
    assert writes.rate > 0
    assert writes.p99_ms >= writes.p50_ms > 0
    assert writes.wal_bytes_a_move > 0


def test_notifications_are_counted(server: Server) -> None:
    row = asyncio.run(measure_notifications(server, workers=2, seconds=0.5))
    assert row.workers == 2
    assert row.rate > 0


def test_the_time_of_started_processes_counts(server: Server) -> None:
    postgres = psutil.Process(server.pid)
    before, own = cpu_seconds(postgres), postgres.cpu_times().user
    server.execute("SELECT count(*) FROM generate_series(1, 3000000)")
    until = time.monotonic() + PATIENCE
    while cpu_seconds(postgres) <= before and time.monotonic() < until:
        time.sleep(0.05)  # the time of the process that has just ended is counted soon
    assert cpu_seconds(postgres) > before
    assert postgres.cpu_times().user - own < cpu_seconds(postgres) - before


def test_figures_are_added_to_a_file(tmp_path: Path) -> None:
    rows = [Notifications(1, 2.0, 3.0, 4.0, 5.0), Notifications(6, 7.0, 8.0, 9.0, 10.0)]
    for row in rows:
        save_figures(tmp_path / "figures.json", "notifications", [row])
    saved = json.loads((tmp_path / "figures.json").read_text())
    assert [Notifications(**one) for one in saved["notifications"]] == rows
