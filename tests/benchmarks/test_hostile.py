"""The victim and the attacks of the hostile benchmark, each for a moment, and its figures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.harness import percentile
from benchmarks.hostile import LONG, Comparison, longest_round, prepare
from benchmarks.hostile_attacks import ATTACKS, Attack, Target
from benchmarks.hostile_history import hand_over, long_match
from benchmarks.hostile_victim import KINDS, Victim
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.tables import DealEvent
from tests.processes import PATIENCE
from tests.server.conftest import RunningServer, serving

TURN_CAP = 3


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutine tests with asyncio."""
    return "asyncio"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """Run a server with the longest round and the usual limits."""
    await prepare(tmp_path / "db", TURN_CAP)
    async with serving(tmp_path / "db", limits=Limits()) as served:
        await served.services.rules_loader.wait()
        yield served


@pytest.fixture
async def target(served: RunningServer) -> Target:
    """Return the targets of attacks, among them a short rich history."""
    return Target(LONG, *await hand_over(served.url, matches=2, rounds=3))


@given(st.lists(st.integers(0, 50), min_size=1), st.integers(1, 100))
def test_a_percentile_is_the_smallest_value_that_enough_do_not_exceed(
    values: list[int], percent: int
) -> None:
    found = percentile(values, percent)
    assert found in values
    assert 100 * sum(value <= found for value in values) >= percent * len(values)
    assert 100 * sum(value < found for value in values) < percent * len(values)


@pytest.mark.parametrize(
    ("alone", "beside", "held"),
    [
        ([10.0, 20.0], [20.0, 40.0], True),
        ([10.0, 20.0], [21.0, 40.0], False),  # the median
        ([10.0, 20.0], [20.0, 41.0], False),  # the slowest
        ([200.0], [251.0], False),  # not twice as long, but too long
        ([10.0], [], False),  # nothing was answered
    ],
)
def test_the_victim_waits_at_most_twice_as_long(
    alone: list[float], beside: list[float], held: bool
) -> None:
    compared = Comparison("move", alone, beside)
    assert compared.held is held
    assert compared.row("replay")[-1] == ("yes" if held else "no")


def test_the_longest_round_goes_to_the_turn_cap() -> None:
    table = longest_round(TURN_CAP)
    assert table.over
    first, second = [n for n, one in enumerate(table.log) if isinstance(one, DealEvent)][:2]
    dealers_choice = 1
    assert second - first - 1 == dealers_choice + TURN_CAP * len(table.seats)


def test_a_long_match_has_rounds_that_do_not_count() -> None:
    match = long_match(3)
    assert match.over
    assert [len(round_.actions) for round_ in match.rounds] == [0] * 4
    assert match.winners == (1,)


@pytest.mark.anyio
async def test_the_victim_makes_all_kinds_of_requests(served: RunningServer) -> None:
    victim = Victim(served.url, "127.0.0.2")
    async with asyncio.timeout(PATIENCE), victim.playing():
        victim.start_requests()
        while not all(victim.times[kind] for kind in KINDS):
            await asyncio.sleep(0.01)
    assert not victim.failed


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("name", "size", "does"),
    [
        ("idle", 1, {"open 201"}),
        ("replay", 1, {"GET 200", "hello welcome", "bytes"}),
        ("masters", 2, {"open 201", "left"}),
        ("silent", 5, {"silent", "half a request", "half a handshake", "no hello", "slow body"}),
        ("silent", 1, {"aborted"}),
        ("lobby", 2, {"open 201", "GET 200"}),
        ("history", 1, {"GET 200", "bytes"}),
        ("profile", 2, {"GET 200", "bytes"}),
        ("csv", 2, {"GET 200", "bytes"}),
    ],
)
async def test_an_attack_performs_its_actions(
    served: RunningServer, target: Target, name: str, size: int, does: set[str]
) -> None:
    attack = Attack(served.url, "127.0.0.3", size, target)
    async with asyncio.timeout(PATIENCE):
        await ATTACKS[name](attack)
        while not does <= attack.counts.keys():
            await asyncio.sleep(0.01)
        await attack.stop()
    assert (await served.http.get("/healthz")).json()["status"] == "ok"


@pytest.mark.anyio
async def test_an_attack_retries_after_a_refusal(tmp_path: Path) -> None:
    clock = [0.0]
    limits = Limits(
        DEFAULT_ALLOWANCE._replace(reads=Rate(burst=2, every=0.1)), clock=lambda: clock[0]
    )
    async with serving(tmp_path / "db", limits=limits) as served:
        attack = Attack(served.url, "127.0.0.3", 1)
        await asyncio.gather(*(attack.get("/api/lobby") for _ in range(3)))
        assert attack.counts["GET 429"] == 1
        clock[0] += 1
        await attack.get("/api/lobby")
        assert attack.counts["GET 200"] == 3
        await attack.stop()
