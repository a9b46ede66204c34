"""Dask clusters of real processes on this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import Client, LocalCluster


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
    with Client(address, set_as_default=False) as client:
        pids: dict[str, int] = client.run(os.getpid)
    return list(pids.values())
