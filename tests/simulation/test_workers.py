"""Chunks of work: in order, bounded, and repeated when workers are lost."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from schwimmen.arena import compare
from schwimmen.cli import main
from schwimmen.players import make_player
from schwimmen.rules import SchwimmenError
from schwimmen.simulation import (
    Workers,
    WorkersLost,
    dask_cluster,
    processes,
    run_chunks,
    simulate,
    threads,
)
from schwimmen.simulation.workers import ATTEMPTS
from tests.clusters import patience, pids_of_workers, two_workers
from tests.processes import PATIENCE, running

__all__ = ["patience"]  # a fixture


def square_but_die_once(argument: tuple[Path, int]) -> int:
    """Return the square of a number; at 3 kill the worker, the first time."""
    marker, number = argument
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


class Stubborn(Exception):
    """Exception for which unpickling fails."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one)


def die(argument: int) -> None:
    os._exit(argument)


def give_lambda(argument: int) -> Callable[[], int]:
    return lambda: argument


def raise_stubborn(argument: int) -> None:
    raise Stubborn("one", str(argument))


def test_results_come_in_the_order_of_the_arguments() -> None:
    def slow(number: int) -> int:
        time.sleep(0.002 * (5 - number))
        return number

    assert list(run_chunks(slow, range(5), threads(3))) == [0, 1, 2, 3, 4]


def test_arguments_are_consumed_only_as_fast_as_the_work_is_done() -> None:
    taken = []

    def arguments() -> Any:
        for number in range(1000):
            taken.append(number)
            yield number

    results = run_chunks(abs, arguments(), threads(2))
    assert next(results) == 0
    assert len(taken) < 20
    results.close()


def test_exceptions_of_the_function_are_raised() -> None:
    def fails(number: int) -> float:
        return 1 / number

    with pytest.raises(ZeroDivisionError):
        list(run_chunks(fails, [1, 0, 1], threads(2)))


def test_closing_the_results_cancels_the_work() -> None:
    done = []
    hold = threading.Event()

    def wait(number: int) -> int:
        done.append(number)
        if number:
            hold.wait(60)
        return number

    with ThreadPoolExecutor(1) as executor:
        results = run_chunks(wait, range(10), Workers(executor, 3))
        assert next(results) == 0
        results.close()
        hold.set()
    assert len(done) <= 2


def test_a_killed_process_is_replaced_and_its_work_repeated(tmp_path: Path) -> None:
    arguments = [(tmp_path / "killed", number) for number in range(4)]
    assert list(run_chunks(square_but_die_once, arguments, processes(1))) == [0, 1, 4, 9]
    assert (tmp_path / "killed").exists()


def outcome(work: Callable[[], object]) -> BaseException | None:
    """Return the exception of work, which has to end in a time far above the usual one."""
    ended: list[BaseException | None] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            ended.append(error)
        else:
            ended.append(None)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert ended, f"no end in {PATIENCE} s"
    return ended[0]


def test_work_that_cannot_be_pickled_is_refused_before_any_process_starts() -> None:
    lock = threading.Lock()
    bot: Any = lambda seed: make_player("random", seed)  # noqa: E731
    with ProcessPoolExecutor(1) as own:
        for workers in (processes(2), own):
            for work in (
                lambda workers=workers: compare("pagat", 2, [bot, "greedy"], 5, workers=workers),
                lambda workers=workers: simulate("pagat", 2, bot, 5, workers=workers),
                lambda: list(run_chunks(lambda _: 1, [1], processes(1))),
                lambda: list(run_chunks(repr, [-1, lock], processes(1))),
            ):
                error = outcome(work)
                assert type(error) is SchwimmenError
                assert "processes need work that can be pickled" in str(error)
                assert str(error).isprintable()


@pytest.mark.parametrize(
    ("function", "expected"),
    [(die, WorkersLost), (raise_stubborn, WorkersLost), (give_lambda, AttributeError)],
)
def test_no_fault_of_a_process_makes_the_caller_wait_for_ever(
    function: Callable[[int], object], expected: type[Exception]
) -> None:
    error = outcome(lambda: list(run_chunks(function, [1], processes(1))))
    assert isinstance(error, expected)


@pytest.mark.parametrize("make", [threads, processes])
def test_there_is_at_least_one_worker(make: Callable[[int], Workers]) -> None:
    with pytest.raises(SchwimmenError, match="workers: 0 is not a whole number from 1 on"):
        make(0)


class LossyExecutor(ThreadPoolExecutor):
    """Executor that loses its workers a number of times."""

    def __init__(self, times: int, error: BaseException) -> None:
        super().__init__(1)
        self.times = times
        self.error = error

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.times -= 1
        if self.times < 0:
            return super().submit(fn, *args, **kwargs)
        lost: Future[Any] = Future()
        lost.set_exception(self.error)
        return lost


def test_a_lost_chunk_is_repeated_but_not_for_ever() -> None:

    def is_loss(error: Exception) -> bool:
        return isinstance(error, KeyError)

    with LossyExecutor(ATTEMPTS - 1, KeyError("w")) as executor:
        assert list(run_chunks(abs, [-1], Workers(executor, 1, is_loss))) == [1]
    with (
        LossyExecutor(ATTEMPTS, KeyError("w")) as executor,
        pytest.raises(WorkersLost, match="the workers were lost: 'w'"),
    ):
        list(run_chunks(abs, [-1], Workers(executor, 1, is_loss)))


def test_broken_executors_are_replaced_but_not_for_ever() -> None:
    made: list[Executor] = []

    def make() -> Executor:
        made.append(
            LossyExecutor(ATTEMPTS if len(made) < ATTEMPTS - 1 else 0, BrokenExecutor("broken"))
        )
        return made[-1]

    assert list(run_chunks(abs, [-1, -2, -3], Workers(make, 1))) == [1, 2, 3]
    assert len(made) == ATTEMPTS
    made.clear()
    with pytest.raises(WorkersLost, match="broken"):
        list(run_chunks(abs, [-1], Workers(lambda: LossyExecutor(1, BrokenExecutor("broken")), 1)))


def test_a_broken_executor_of_the_caller_is_not_replaced() -> None:
    with (
        LossyExecutor(1, BrokenExecutor("broken")) as executor,
        pytest.raises(WorkersLost, match="broken"),
    ):
        list(run_chunks(abs, [-1], Workers(executor, 1)))


def test_cancelled_work_ends_with_an_error() -> None:
    class Cancelling(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with Cancelling(1) as executor, pytest.raises(WorkersLost, match="cancelled"):
        list(run_chunks(abs, [-1], Workers(executor, 1)))


def test_the_check_of_the_workers_runs_while_a_result_is_awaited() -> None:
    class Gone(Exception):
        pass

    def check() -> None:
        raise Gone

    hold = threading.Event()
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(Gone):
            list(run_chunks(hold.wait, [60.0], Workers(executor, 1, check=check)))
        hold.set()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Address of a scheduler with two workers."""
    with two_workers() as its_address:
        yield its_address


@pytest.mark.usefixtures("patience")
def test_a_killed_worker_does_not_change_the_result(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.simulation.simulator.COMPILED_CHUNK", (2_000, 500))
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


def set_package_digest(digest: str) -> None:
    """Pretend that the package of this process is another one."""
    from schwimmen.simulation import workers

    vars(workers)["package_digest"] = lambda: digest


@pytest.mark.usefixtures("patience")
def test_workers_with_another_version_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with two_workers() as address:
        with Client(address, set_as_default=False) as client:
            client.run(set_package_digest, "other")
        assert main(["simulate", "--rounds", "500", "--cluster", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith("schwimmen: the workers run another version of schwimmen than this one")
    assert error.count("\n") == 1


WITHOUT_SCHWIMMEN = """
import sys
from distributed.cli.dask_{role} import main
sys.modules["schwimmen"] = None
sys.argv[1:] = {arguments}
main()
"""
"""Program of a scheduler or worker on a machine where schwimmen is not installed."""


def run_without_schwimmen(role: str, *arguments: str) -> AbstractContextManager[object]:
    program = WITHOUT_SCHWIMMEN.format(role=role, arguments=list(arguments))
    return running(sys.executable, "-c", program)


@pytest.mark.usefixtures("patience")
def test_a_worker_without_schwimmen_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        LocalCluster(
            n_workers=0, protocol="tcp://", dashboard_address=":0", processes=False
        ) as local,
        run_without_schwimmen("worker", local.scheduler_address, "--no-nanny", "--no-dashboard"),
        Client(local.scheduler_address, set_as_default=False) as client,
    ):
        client.wait_for_workers(1, PATIENCE)
        address = local.scheduler_address
        assert main(["simulate", "--rounds", "500", "--cluster", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"schwimmen: cluster {address}: its workers cannot import schwimmen")
    assert error.count("\n") == 1


@pytest.mark.usefixtures("patience")
def test_a_scheduler_needs_no_schwimmen(tmp_path: Path) -> None:
    place = tmp_path / "scheduler.json"
    given = ("--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    with run_without_schwimmen("scheduler", *given):
        with Client(scheduler_file=str(place), timeout=PATIENCE, set_as_default=False) as client:
            address = client.scheduler.address
        with running(
            *(sys.executable, "-m", "distributed.cli.dask_worker", address),
            *("--no-nanny", "--no-dashboard", "--nthreads", "1"),
        ):
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(1, PATIENCE)
            with dask_cluster(address) as workers:
                found = simulate("pagat", 3, "greedy", 500, seed=1, workers=workers)
    assert found == simulate("pagat", 3, "greedy", 500, seed=1, workers=1)


def test_the_command_uses_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--rounds", "500", "--seed", "1", "--format", "json"]
    assert main([*arguments, "--cluster", address]) == 0
    there = capsys.readouterr()
    assert main(arguments) == 0
    assert json.loads(there.out) == json.loads(capsys.readouterr().out)
    assert there.err == ""
    assert logging.getLogger().isEnabledFor(logging.ERROR)


class FastClock:
    """Clock that runs a hundred times too fast."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += 100 * seconds


class Interrupting:
    """Object during whose finalizer Ctrl-C is pressed."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("patience")
def test_an_interrupt_during_a_finalizer_is_not_lost(address: str) -> None:
    before = sys.unraisablehook
    with dask_cluster(address):
        Interrupting()
        with pytest.raises(KeyboardInterrupt):
            time.sleep(PATIENCE)
    assert sys.unraisablehook is before


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.simulation.workers.CONNECT_TIMEOUT", PATIENCE)
    monkeypatch.setattr("schwimmen.simulation.workers.time", FastClock())
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", processes=False) as empty,
        pytest.raises(SchwimmenError, match="it has no workers"),
        dask_cluster(empty.scheduler_address),
    ):
        pass


def test_the_work_ends_when_all_workers_stay_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.simulation.workers.NO_WORKERS_TIMEOUT", 0.5)
    with LocalCluster(n_workers=1, dashboard_address=":0", processes=False) as local:

        def leave(rounds: int) -> None:
            local.scale(0)

        with (
            pytest.raises(WorkersLost, match="all workers are gone"),
            dask_cluster(local.scheduler_address) as workers,
        ):
            simulate(rounds=100_000_000, seed=1, workers=workers, progress=leave)


def test_the_work_ends_when_the_scheduler_stops() -> None:
    with LocalCluster(n_workers=1, dashboard_address=":0", processes=False) as local:

        def leave(rounds: int) -> None:
            local.close()

        with (
            pytest.raises(WorkersLost, match=r"the scheduler is gone|cancelled the work"),
            dask_cluster(local.scheduler_address) as workers,
        ):
            simulate(rounds=100_000_000, seed=1, workers=workers, progress=leave)


def test_a_silent_address_is_refused_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.simulation.workers.CONNECT_TIMEOUT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with (
            pytest.raises(SchwimmenError, match="no Dask scheduler answered within 1 s"),
            dask_cluster(f"127.0.0.1:{port}"),
        ):
            pass
