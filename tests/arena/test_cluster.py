"""A real cluster of two workers in processes of their own, one of which is killed half-way."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
from collections.abc import Iterator

import pytest
from distributed import Client, LocalCluster

from schwimmen.arena import WorkersLost, dask_cluster, simulate
from schwimmen.cli import main
from schwimmen.rules import SchwimmenError
from tests.processes import PATIENCE


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two workers, and a scheduler that is reached there."""
    with LocalCluster(
        processes=True,
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    ) as local:
        yield local.scheduler_address


def pids_of_workers(address: str) -> list[int]:
    with Client(address, set_as_default=False) as client:
        pids: dict[str, int] = client.run(os.getpid)
    return list(pids.values())


def test_a_worker_killed_half_way_changes_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.arena.simulation.COMPILED_CHUNK", (2_000, 500))
    bots, done = ("greedy", "random", "greedy"), []
    victim = pids_of_workers(address)[0]

    def kill(rounds: int) -> None:
        done.append(rounds)
        if len(done) == 10:
            os.kill(victim, signal.SIGKILL)

    with dask_cluster(address) as workers:
        assert workers.number == 2
        found = simulate("pagat", 3, bots, 60_000, seed=9, workers=workers, progress=kill)
    assert found == simulate("pagat", 3, bots, 60_000, seed=9, workers=1)
    assert done == list(range(2_000, 60_001, 2_000))
    assert victim not in pids_of_workers(address)


def test_the_command_uses_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--rounds", "500", "--seed", "1", "--format", "json"]
    assert main([*arguments, "--cluster", address]) == 0
    there = capsys.readouterr()
    assert main(arguments) == 0
    assert json.loads(there.out) == json.loads(capsys.readouterr().out)
    assert there.err == ""
    assert logging.getLogger().isEnabledFor(logging.ERROR)


class Hurried:
    """A clock by which a minute is soon over."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += 100 * seconds


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.arena.cluster.CONNECTING", PATIENCE)
    monkeypatch.setattr("schwimmen.arena.cluster.time", Hurried())
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", processes=False) as empty,
        pytest.raises(SchwimmenError, match="it has no workers"),
        dask_cluster(empty.scheduler_address),
    ):
        pass


def test_when_all_workers_go_and_stay_away_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.arena.cluster.ALONE", 0.5)
    with LocalCluster(n_workers=1, dashboard_address=":0", processes=False) as local:

        def leave(rounds: int) -> None:
            local.scale(0)

        with (
            pytest.raises(WorkersLost, match="all workers are gone"),
            dask_cluster(local.scheduler_address) as workers,
        ):
            simulate(rounds=100_000_000, seed=1, workers=workers, progress=leave)


def test_when_the_scheduler_goes_the_work_ends() -> None:
    with LocalCluster(n_workers=1, dashboard_address=":0", processes=False) as local:

        def leave(rounds: int) -> None:
            local.close()

        with (
            pytest.raises(WorkersLost, match=r"the scheduler is gone|was cancelled"),
            dask_cluster(local.scheduler_address) as workers,
        ):
            simulate(rounds=100_000_000, seed=1, workers=workers, progress=leave)


def test_nobody_answering_is_told_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.arena.cluster.CONNECTING", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with (
            pytest.raises(SchwimmenError, match="no scheduler of Dask's answered within 1 s"),
            dask_cluster(f"127.0.0.1:{port}"),
        ):
            pass
