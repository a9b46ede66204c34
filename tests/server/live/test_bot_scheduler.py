"""Bots think and move in turn: participants with the least use come first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.live.bot_scheduler import (
    LAST_NICENESS,
    LONG_NICENESS,
    MOVE_COST_S,
    BotScheduler,
    FairQueue,
    Participant,
)
from tests.processes import PATIENCE

from ..conftest import TEST_ALLOWANCE, serving
from ..limits.test_buckets import Clock

pytestmark = pytest.mark.anyio

ANNA = frozenset({Participant("anna", "192.0.2.1")})
BO = frozenset({Participant("bo", "192.0.2.2")})
HERE = frozenset({Participant("cleo", None)})

SMALL = DEFAULT_ALLOWANCE._replace(
    bots=Rate(burst=2, every=2), bots_of_player=Rate(burst=1, every=10)
)


@asynccontextmanager
async def thinking(clock: Callable[[], float]) -> AsyncIterator[BotScheduler]:
    """Provide a scheduler with small limits."""
    made = BotScheduler(Limits(SMALL, clock))
    try:
        yield made
    finally:
        made.close()


async def enter(
    queue: FairQueue, participants: frozenset[Participant], order: list[str], name: str
) -> None:
    async with queue.slot(participants):
        order.append(name)


async def test_the_participant_with_the_least_use_comes_first() -> None:
    used = {ANNA: 5.0, BO: 1.0, HERE: 3.0}
    queue, order = FairQueue(1, used.__getitem__), list[str]()
    async with queue.slot(HERE):
        waiting = [
            asyncio.create_task(enter(queue, participants, order, name))
            for name, participants in (("anna", ANNA), ("anna", ANNA), ("bo", BO), ("cleo", HERE))
        ]
        await asyncio.sleep(0)
        assert order == []
        used[BO] = 4.0  # the use counts at the time when a slot is free
    await asyncio.gather(*waiting)
    assert order == ["cleo", "bo", "anna", "anna"]


async def test_a_cancelled_waiter_frees_its_slot() -> None:
    queue, order = FairQueue(1, lambda _: 0.0), list[str]()
    async with queue.slot(ANNA):
        given_up = asyncio.create_task(enter(queue, ANNA, order, "given up"))
        late = asyncio.create_task(enter(queue, ANNA, order, "late"))
        await asyncio.sleep(0)
        given_up.cancel()
    late.cancel()  # it has its slot already
    await asyncio.gather(given_up, late, return_exceptions=True)
    await asyncio.wait_for(enter(queue, BO, order, "bo"), PATIENCE)
    assert order == ["bo"]


async def test_use_is_charged_to_the_player_and_the_address() -> None:
    clock = Clock()
    async with thinking(clock) as bots:
        moves = round(SMALL.bots_of_player.burst / MOVE_COST_S)
        for _ in range(moves):
            assert bots.delay_for(ANNA) == 0
            async with bots.move_slot(ANNA):
                pass
        for _ in range(10):
            async with bots.move_slot(ANNA):
                pass
        wait = bots.delay_for(ANNA)
        assert wait == pytest.approx(10 * MOVE_COST_S * SMALL.bots_of_player.every)
        # At a table with other people, their budget allows the move.
        assert bots.delay_for(ANNA | BO) == 0
        assert bots.delay_for(frozenset({Participant("dora", "192.0.2.1")})) == 0
        clock.now += wait
        assert bots.delay_for(ANNA) == pytest.approx(0, abs=1e-6)


async def test_more_players_of_one_address_get_no_more() -> None:
    async with thinking(Clock()) as bots:
        players = [frozenset({Participant(f"{n}", "192.0.2.1")}) for n in range(100)]
        for _ in range(1 + round(SMALL.bots.burst / MOVE_COST_S / len(players))):
            for participants in players:
                async with bots.move_slot(participants):
                    pass
        assert bots.delay_for({Participant("new", "192.0.2.1")}) > 0
        assert bots.delay_for(BO) == 0


async def test_local_clients_are_not_limited() -> None:
    async with thinking(Clock()) as bots:
        for _ in range(2 * round(SMALL.bots_of_player.burst / MOVE_COST_S)):
            async with bots.move_slot(HERE):
                pass
        assert bots.delay_for(HERE) == 0


async def test_levels_that_think_for_long_do_not_delay_others() -> None:
    enough = threading.Event()

    def long() -> str:
        assert enough.wait(PATIENCE)
        return "pass"

    async with thinking(Clock()) as bots:
        bots._average |= {"casual": 0.0001, "master": 0.03}
        held_up = [asyncio.create_task(bots.choose("master", ANNA, long)) for _ in range(20)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(bots.choose("casual", BO, lambda: "keep"), PATIENCE) == "keep"
        assert await asyncio.wait_for(bots.choose("casual", frozenset(), str), PATIENCE) == ""
        assert not any(one.done() for one in held_up)
        enough.set()
        assert await asyncio.gather(*held_up) == ["pass"] * 20


async def test_bots_wait_for_the_budget_of_their_players_and_skip_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    limits = Limits(
        TEST_ALLOWANCE._replace(bots_of_player=Rate(burst=0, every=1e6)), clock, local=False
    )
    waited: list[float] = []
    delay_for = BotScheduler.delay_for

    def waits(self: BotScheduler, participants: frozenset[Participant]) -> float:
        seconds = delay_for(self, participants)
        waited.append(seconds)
        clock.now += seconds  # as if the time had passed
        return min(seconds, 1e-3)

    monkeypatch.setattr(BotScheduler, "delay_for", waits)
    async with serving(tmp_path / "db", limits=limits) as served:
        table_id = await served.open_table(options={"special": "none", "lives": 1})
        async with served.seat(table_id) as anna:
            participants = served.services.hub._live[table_id].participants
            assert {one.address for one in participants} == {"127.0.0.1"}
            await anna.play_match()
    assert max(waited) > 0


async def test_threads_for_long_thinking_are_nicer(monkeypatch: pytest.MonkeyPatch) -> None:
    nice: dict[str, int] = {}

    def set_priority(which: int, who: int, priority: int) -> None:
        assert who == threading.get_native_id()
        nice[threading.current_thread().name.rpartition("_")[0]] = priority

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.setattr("os.getpriority", lambda which, who: 0, raising=False)
    monkeypatch.setattr("os.setpriority", set_priority, raising=False)
    async with thinking(Clock()) as bots:
        bots._average |= {"casual": 0.0001, "master": 0.03}
        for level, participants in (("casual", ANNA), ("master", ANNA), ("casual", frozenset())):
            await bots.choose(level, participants, str)
    assert nice == {"bots-long": LONG_NICENESS, "bots-last": LAST_NICENESS}
