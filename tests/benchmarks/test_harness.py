"""Workers of benchmarks, by the options of the commands, and kept results."""

from __future__ import annotations

import argparse
import os
import threading
from pathlib import Path

import pytest

from benchmarks.harness import kept, workers_by_kind, workers_of
from schwimmen.simulation import run_chunks
from schwimmen.simulation.cli_arguments import add_worker_options


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_worker_options(parser)
    return parser.parse_args(arguments)


def place(number: int) -> tuple[int, bool]:
    """Return the process that does a chunk, and whether it is its main thread."""
    return os.getpid(), threading.current_thread() is threading.main_thread()


def test_processes_serve_several_runs_and_threads_play_compiled_levels() -> None:
    with workers_by_kind(options("--workers", "1")) as workers:
        first, second = (set(run_chunks(place, range(2), workers(False))) for _ in range(2))
        compiled = set(run_chunks(place, range(2), workers(True)))
    assert first == second
    assert {process for process, _ in first} != {os.getpid()}
    assert compiled == {(os.getpid(), False)}


def test_a_cluster_that_fails_ends_the_benchmark_with_one_line() -> None:
    with pytest.raises(SystemExit) as ended, workers_of(options("--cluster", "nonsense")):
        pass
    assert str(ended.value).startswith("cluster nonsense: missing port number")
    assert "\n" not in str(ended.value)


def test_results_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.harness.RESULTS", tmp_path)
    asked = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [kept(double, number) for number in (3, 4, 3)] == [6, 8, 6]
    assert asked == [3, 4]
