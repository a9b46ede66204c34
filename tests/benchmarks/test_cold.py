"""The parts of the newcomer's benchmark that need no clone, no network and no Numba."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from time import sleep

import pytest

from benchmarks import cold
from benchmarks.cold import (
    EXPERT,
    FIRST,
    READY,
    STEP,
    OnlineTable,
    change_docstring,
    change_function,
    newest_wheel,
    serving,
)
from benchmarks.costs import ROOT, Cost, Row, cost_of, least_of, newcomer, responds, watched
from schwimmen.engine.library import code_digest
from tests.processes import PATIENCE, running

RULES = ROOT / "src" / "schwimmen" / "rules" / "core" / "settlement.py"
BOT = ROOT / "src" / "schwimmen" / "players" / "heuristic" / "evaluation.py"


def test_examples_of_the_module() -> None:
    assert doctest.testmod(cold).failed == 0


def test_a_newcomer_has_an_empty_home_and_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHWIMMEN_ENGINE", "python")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    with newcomer(SCHWIMMEN_LEVEL="2") as env:
        assert os.listdir(env["HOME"]) == []
        assert not {"SCHWIMMEN_ENGINE", "XDG_CACHE_HOME"} & env.keys()
        assert env["SCHWIMMEN_LEVEL"] == "2"


def test_the_cost_of_a_command_is_known() -> None:
    cost = cost_of(sys.executable, "-c", "", env=os.environ)
    assert cost.seconds
    assert cost.processor
    assert cost.megabytes is None


def test_memory_includes_that_of_started_processes() -> None:
    large = "x = b'x' * 3 * 10**8; input()"
    with (
        running(sys.executable, "-c", large, stdin=subprocess.PIPE),
        watched(os.getpid(), memory=True) as seen,
    ):
        while max(seen, default=0) < 300:
            assert len(seen) < 10 * PATIENCE
            sleep(0.1)


def test_a_command_with_another_status_is_an_error() -> None:
    with pytest.raises(SystemExit, match="exit status 3"):
        cost_of(sys.executable, "-c", "exit(3)", env=os.environ)


def test_a_row_says_what_missed_its_goal() -> None:
    assert Row("a", Cost(1.0, 2.0), Cost(1.5)).cells() == ["a", "1.00", "2.00", "", "1.5 s"]
    row = Row("a", Cost(1.0, None, 1600.0), Cost(1.5, megabytes=1500))
    assert row.cells() == ["a", "1.00", "", "1600", "1.5 s, 1,500 MB (missed)"]


def test_steps_of_the_preparation_are_read() -> None:
    text = "environment: .venv ... 17 s\nwaiting\npackages: requirements/play.txt ... 6 s\n"
    assert STEP.findall(text) == [
        ("environment: .venv", "17"),
        ("packages: requirements/play.txt", "6"),
    ]


@pytest.mark.parametrize("code", [FIRST, EXPERT])
def test_first_steps_run(code: str) -> None:
    with newcomer() as env:
        cost_of(sys.executable, "-c", code, env=env)


@pytest.mark.parametrize(("path", "name"), [(RULES, "finish"), (BOT, "evaluate_action")])
def test_a_change_of_a_function_is_one_of_the_code(path: Path, name: str, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    change_docstring(copy)
    assert copy.read_bytes() != path.read_bytes()
    assert code_digest(copy.read_bytes()) == code_digest(path.read_bytes())
    change_function(copy, name)
    assert code_digest(copy.read_bytes()) != code_digest(path.read_bytes())


def test_a_match_is_played_online() -> None:
    with newcomer() as env, serving(env) as (url, process, _):
        while not responds(f"{url}/healthz", READY):
            assert process.poll() is None
        last = deque(OnlineTable(url).moves(), 1)
    assert last[0] > 1


def test_the_least_of_each_figure_counts() -> None:
    assert least_of([Cost(2.0, 1.0), Cost(1.0, 2.0)]) == Cost(1.0, 1.0)


def test_only_a_wheel_for_this_machine_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "schwimmen-1.0-cp311-abi3-solaris_2_11_sparc.whl").touch()
    assert newest_wheel(tmp_path) is None
    wheel = tmp_path / "schwimmen-1.0-py3-none-any.whl"
    wheel.touch()
    assert newest_wheel(tmp_path) == wheel
