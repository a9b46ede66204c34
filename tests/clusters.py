"""Dask clusters of real processes on this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from distributed import Client, LocalCluster

from schwimmen import cli
from schwimmen.simulation import workers
from tests.processes import PATIENCE


@contextmanager
def two_workers() -> Iterator[str]:
    """Run a scheduler with two worker processes, and yield its address."""
    with LocalCluster(
        processes=True,
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    ) as local:
        yield local.scheduler_address


def pids_of_workers(address: str) -> list[int]:
    """Return the ids of the processes of all workers."""
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        pids: dict[str, int] = client.run(os.getpid)
    return list(pids.values())


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands wait for a scheduler and workers on a busy machine."""
    for name in ("CONNECT_TIMEOUT", "NO_WORKERS_TIMEOUT"):
        monkeypatch.setattr(workers, name, PATIENCE)


def patient_main(arguments: Sequence[str]) -> int:
    """Run a command in a process of its own that waits as with ``patience``."""
    vars(workers).update(CONNECT_TIMEOUT=PATIENCE, NO_WORKERS_TIMEOUT=PATIENCE)
    return cli.main(arguments)
