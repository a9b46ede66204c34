"""Work given out in chunks: in order, bounded, and done again when workers are lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from schwimmen.arena import Workers, WorkersLost, processes, run_chunks, threads
from schwimmen.arena.work import ATTEMPTS


def square_but_die_once(argument: tuple[Path, int]) -> int:
    """The square of a number; at 3 the worker is killed, the first time."""
    marker, number = argument
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_results_come_in_the_order_of_the_arguments() -> None:
    def slowly(number: int) -> int:
        time.sleep(0.002 * (5 - number))
        return number

    assert list(run_chunks(slowly, range(5), threads(3))) == [0, 1, 2, 3, 4]


def test_arguments_are_taken_only_as_fast_as_the_work_is_done() -> None:
    taken = []

    def arguments() -> Any:
        for number in range(1000):
            taken.append(number)
            yield number

    results = run_chunks(abs, arguments(), threads(2))
    assert next(results) == 0
    assert len(taken) < 20
    results.close()


def test_what_the_function_raises_is_raised() -> None:
    def fails(number: int) -> float:
        return 1 / number

    with pytest.raises(ZeroDivisionError):
        list(run_chunks(fails, [1, 0, 1], threads(2)))


def test_closing_the_results_ends_the_work_at_once() -> None:
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


def test_a_process_that_is_killed_is_replaced_and_its_work_done_again(tmp_path: Path) -> None:
    arguments = [(tmp_path / "killed", number) for number in range(4)]
    assert list(run_chunks(square_but_die_once, arguments, processes(1))) == [0, 1, 4, 9]
    assert (tmp_path / "killed").exists()


class Losing(ThreadPoolExecutor):
    """An executor whose workers are lost so many times."""

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


def test_a_lost_chunk_is_given_out_again_but_not_for_ever() -> None:

    def lost(error: Exception) -> bool:
        return isinstance(error, KeyError)

    with Losing(ATTEMPTS - 1, KeyError("w")) as executor:
        assert list(run_chunks(abs, [-1], Workers(executor, 1, lost))) == [1]
    with (
        Losing(ATTEMPTS, KeyError("w")) as executor,
        pytest.raises(WorkersLost, match="the workers were lost: 'w'"),
    ):
        list(run_chunks(abs, [-1], Workers(executor, 1, lost)))


def test_executors_that_break_are_made_again_but_not_for_ever() -> None:
    made: list[Executor] = []

    def make() -> Executor:
        made.append(Losing(ATTEMPTS if len(made) < ATTEMPTS - 1 else 0, BrokenExecutor("broken")))
        return made[-1]

    assert list(run_chunks(abs, [-1, -2, -3], Workers(make, 1))) == [1, 2, 3]
    assert len(made) == ATTEMPTS
    made.clear()
    with pytest.raises(WorkersLost, match="broken"):
        list(run_chunks(abs, [-1], Workers(lambda: Losing(1, BrokenExecutor("broken")), 1)))


def test_an_executor_of_somebody_elses_that_breaks_is_not_made_again() -> None:
    with (
        Losing(1, BrokenExecutor("broken")) as executor,
        pytest.raises(WorkersLost, match="broken"),
    ):
        list(run_chunks(abs, [-1], Workers(executor, 1)))


def test_work_cancelled_from_outside_ends_with_an_error() -> None:
    class Cancelling(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with Cancelling(1) as executor, pytest.raises(WorkersLost, match="cancelled"):
        list(run_chunks(abs, [-1], Workers(executor, 1)))


def test_whoever_waits_looks_whether_anybody_works() -> None:
    class Gone(Exception):
        pass

    def look() -> None:
        raise Gone

    hold = threading.Event()
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(Gone):
            list(run_chunks(hold.wait, [60.0], Workers(executor, 1, look=look)))
        hold.set()
