"""A storm: a worker with thousands of sockets dies, and its clients come back to another one.

The clients come back at random times within the seconds that the dead worker stated in each
`welcome`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import psutil

from benchmarks.harness import percentile, print_table
from benchmarks.load_clients import PEOPLE, WARM_UP_S, WATCHERS
from benchmarks.load_steps import OUR_CLIENTS, Place, Step, free_port, playing, print_row
from benchmarks.load_workers import SAFE, nginx_at, worker_at
from schwimmen.server.http.connections import raise_descriptor_limit
from tests.postgres import Server
from tests.postgres import running as running_postgres

SETTLED_S: Final = 15.0
"""Seconds from the death of the worker to the measurement of moves after the storm."""

PARTS: Final = ("worker", "nginx", "PostgreSQL", "clients")

HEAD: Final = (
    "step",
    "sockets",
    "back",
    "p50 s",
    "all s",
    "moves/s",
    "p50 ms",
    "p99 ms",
    *(f"CPU: {part}" for part in PARTS),
)


def storm(
    server: Server, sockets: int, tables: int, pace: float, seconds: float
) -> Iterator[tuple[str, Step]]:
    """Measure before, during and after the death of a worker with about that number of sockets."""
    database, port, ports = server.new_database(), free_port(), [free_port(), free_port()]
    watchers = max(0, sockets - PEOPLE * tables) * WATCHERS // (WATCHERS + 1)
    with ExitStack() as stack:
        dying = stack.enter_context(worker_at(ports[0], database))
        nginx = psutil.Process(stack.enter_context(nginx_at(port, ports)).pid)
        clients = stack.enter_context(playing(*OUR_CLIENTS, f"http://127.0.0.1:{port}"))

        def place(worker: int) -> Place:
            postgres = psutil.Process(server.pid)
            parts = {"worker": [psutil.Process(worker)], "nginx": [nginx], "PostgreSQL": [postgres]}
            return Place("the storm", parts, clients)

        step: dict[str, Any] = {"tables": tables, "watchers": watchers, "pace": pace}
        yield "before", place(dying.pid).run_step(**step, seconds=seconds)
        survivor = stack.enter_context(worker_at(ports[1], database))
        there = place(survivor.pid)
        lasts = SETTLED_S - WARM_UP_S
        yield "storm", there.run_step(dying.kill, **step, seconds=lasts, storm=True)
        yield "after", there.run_step(**step, seconds=seconds)


def measure_storm(sockets: int, tables: int, pace: float, seconds: float) -> None:
    """Measure the storm, and print the table."""
    raise_descriptor_limit()
    print(f"{tables} tables with {pace:g} moves a second at each\n")
    print_table(HEAD, ())
    with running_postgres(SAFE) as server:
        for name, step in storm(server, sockets, tables, pace, seconds):
            print_row(_cells(name, step), step.faults)


def _cells(name: str, step: Step) -> tuple[str, ...]:
    returns = step.returns
    return (
        name,
        str(step.sockets),
        str(len(returns)) if returns else "",
        f"{percentile(returns, 50):.1f}" if returns else "",
        f"{returns[-1]:.1f}" if returns else "",
        f"{step.rate:.0f}",
        *step.shares,
        *(f"{100 * step.cores[part]:.0f} %" for part in PARTS),
    )
