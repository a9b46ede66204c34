"""PettingZoo's own test suites on environments of all kinds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test

from schwimmen.envs import pettingzoo as schwimmen_v0

Make = Callable[..., Any]

env: Make = schwimmen_v0.env
raw_env: Make = schwimmen_v0.raw_env
parallel_env: Make = schwimmen_v0.parallel_env

KINDS: list[dict[str, Any]] = [
    {},
    {"preset": "app-a9", "players": 6, "max_cycles": 30},
    {"preset": "dutch", "players": 2, "episode": "match"},
    {"preset": "choy", "players": 10, "episode": "match", "options": {"rounds": 2}},
    {"options": {"lives": 1, "close_from_turn": 3}, "illegal": "raise"},
]

# Said of every observation that has a mask in it, unless PettingZoo knows it by its name; and of
# the masks of agents that are done.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_interface(make: Make, kind: dict[str, Any]) -> None:
    api_test(make(**kind), num_cycles=30)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_parallel_interface(kind: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(**kind), num_cycles=30)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_seeding(kind: dict[str, Any]) -> None:
    seed_test(partial(env, **kind), num_cycles=20)


@pytest.mark.parametrize("kind", KINDS[:4], ids=str)  # the suite plays illegal actions
def test_parallel_seeding(kind: dict[str, Any]) -> None:
    parallel_seed_test(partial(parallel_env, **kind), num_cycles=20)


def test_max_cycles() -> None:
    max_cycles_test(schwimmen_v0)


@pytest.mark.parametrize(("preset", "players"), [("pagat", 8), ("app", 2), ("gamerules", 5)])
def test_max_cycles_by_other_rules(preset: str, players: int) -> None:
    module = SimpleNamespace(
        env=partial(env, preset=preset, players=players),
        parallel_env=partial(parallel_env, preset=preset, players=players),
    )
    max_cycles_test(module)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_rendering(kind: dict[str, Any]) -> None:
    render_test(partial(env, **kind))


def test_performance(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The suite plays for five seconds, on a faster clock."""
    seconds = count()
    clock = SimpleNamespace(time=lambda: next(seconds) / 10)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(env())
    assert "turns per second" in capsys.readouterr().out
