"""Idle tables: without connected players they cost nothing, and nothing is lost."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from random import Random
from typing import Any, ClassVar, cast

import pytest

from schwimmen.server.live.hub import Activity, Hub
from schwimmen.server.live.table import GRACE_S
from schwimmen.server.operation.maintenance import CPU_SHARE, TURN_S, OverdueTables
from schwimmen.server.runtime.clock import ServerClock, add_seconds, seconds_between, utc_now
from schwimmen.server.storage import (
    Database,
    DatabaseLocation,
    DueTable,
    NewTable,
    StorageError,
    WriteBatch,
)
from schwimmen.server.storage.heartbeat import Heartbeat
from schwimmen.tables import Table, read_event
from tests.effort import count
from tests.processes import PATIENCE

from .conftest import Client, RunningServer, serving
from .guests import begin, guest, seated, share
from .live.test_hub import gone
from .storage.test_heartbeat import opened

pytestmark = pytest.mark.anyio

FAR = "9999-01-01T00:00:00.000+00:00"
LONG_AGO = "2026-01-01T00:00:00.000+00:00"


class Day:
    """Time of a server that the test advances, with a clock that it sets."""

    def __init__(self, watch: ServerClock) -> None:
        watch.now()
        self._begin, self._steady = watch._seen  # read together: the thread may wait in between
        self.passed = 0.0
        self.set = 0.0
        watch.wall = lambda: add_seconds(self._begin, self.passed + self.set)
        watch.steady = lambda: self._steady + self.passed


async def log_of(served: RunningServer, table_id: str) -> Table:
    """Return the table replayed from its stored log."""
    bodies = await served.services.database.log(table_id)
    return Table.replay([read_event(body) for body in bodies])


async def bots_turn(served: RunningServer, client: Client) -> None:
    """Play until a bot is to act."""
    while client.view["to_act"] in (0, None):
        if client.view["legal_actions"]:
            await client.play()
        else:
            await client.deal()


async def until(check: Any) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not await check():
            await asyncio.sleep(0.01)


async def until_left(served: RunningServer, table_id: str) -> None:
    """Wait until the server has noticed that all clients are gone."""
    async with asyncio.timeout(PATIENCE):
        while (live := served.services.hub._live.get(table_id)) and live.audience.present:
            await asyncio.sleep(0.01)


async def test_bots_stop_without_players_and_continue_when_one_returns(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as served:
        hub, day = served.services.hub, Day(served.services.hub.server_clock)
        table_id = await served.open_table()
        async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as watcher:
            await watcher.hello()
            await bots_turn(served, anna)
            live, bots = hub._live[table_id], hub._bots[table_id]
            known = anna.events[-1]["seq"]
            await anna.socket.close()
            await until_left(served, table_id)
            assert (len(live.participants), bots.busy) == (1, True)  # they may return at once
            day.passed = GRACE_S + 1
            assert not live.participants
            day.passed = 60  # long enough for the bot to have moved
            bots.wake()
            async with asyncio.timeout(PATIENCE):
                while bots.busy:
                    await asyncio.sleep(0.01)
            assert live.table.seq == known
        await gone(served)
        async with served.socket(table_id) as anna:
            await anna.send(type="hello", last_seq=None, pace="instant")
            await anna.until("welcome")
            assert anna.events[-1]["seq"] == known
            await anna.my_turn()


async def test_a_page_reload_does_not_stop_the_bots(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as served:
        Day(served.services.hub.server_clock)
        table_id = await served.open_table()
        async with served.seat(table_id) as anna:
            await bots_turn(served, anna)
            bots = served.services.hub._bots[table_id]
        async with served.seat(table_id):
            assert served.services.hub._bots[table_id] is bots
            assert bots.busy


async def test_after_a_restart_idle_tables_are_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "db", pace=30) as served:
        tables = [await served.open_table() for _ in range(3)]
        for table_id in tables:
            async with served.seat(table_id) as anna:
                await bots_turn(served, anna)
    async with serving(tmp_path / "db") as again:
        hub, database = again.services.hub, again.services.database
        Day(hub.server_clock).passed = 60
        loaded: list[str] = []
        monkeypatch.setattr(Database, "log_texts", lambda _, table_id: loaded.append(table_id))
        await OverdueTables(hub, database, again.services.heartbeat).poll()
        assert await database.due_tables(FAR) == ([], False)
        assert not loaded


async def test_expired_clocks_are_settled_each_at_its_time(tmp_path: Path) -> None:
    clock = {"move": 30, "reserve": 0}
    async with serving(tmp_path / "db") as served:
        hub, day = served.services.hub, Day(served.services.hub.server_clock)
        async with seated(served, 2, clock=clock) as (table_id, guests):
            await begin(guests)
            late = next(one for one in guests if one.view["to_act"] == one.seat)
            other = next(one for one in guests if one is not late)
            known = late.events[-1]
        await gone(served)
        day.passed = 45
        await OverdueTables(hub, served.services.database, served.services.heartbeat).poll()
        assert (await log_of(served, table_id)).seq == known["seq"]
        async with guest(served, table_id, other.cookie) as back:
            acted = back.events[known["seq"]]
            assert (acted["seat"], acted["acted_by"]) == (late.seat, "clock")
            assert acted["at"] == add_seconds(known["at"], 30)
            assert back.events[-1] is acted
            # The other player's time has run since then.
            assert back.state.times["due"] == add_seconds(known["at"], 60)


async def test_a_clock_that_expired_before_a_restart(tmp_path: Path) -> None:
    clock = {"move": 30, "reserve": 0}
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, clock=clock) as (table_id, guests),
    ):
        await begin(guests)
        late = next(one for one in guests if one.view["to_act"] == one.seat)
        other = next(one for one in guests if one is not late)
        known = late.events[-1]["at"]
        rules_loader = served.services.rules_loader
        limits = served.services.limits
        chance = served.services.hub._chance
    database = await Database.open(tmp_path / "db")
    try:  # no server ran from second 40 to second 100
        begun = add_seconds(known, 100)
        watch = ServerClock(lambda: begun, last_alive_at=add_seconds(known, 40), steady=lambda: 0.0)
        hub = Hub(database, rules_loader, 0, chance, limits, watch)
        async with hub.using(table_id) as live:
            acted, resumed = live.table.log[-2:]
            assert (acted.type, acted.at) == ("action", add_seconds(known, 30))
            assert (resumed.type, resumed.at) == ("resumed", begun)
            assert live.table.due == add_seconds(known, 120)
            assert live.table.to_act == other.seat
        await hub.close()
    finally:
        await database.close()


async def test_spectators_and_eliminated_players_do_not_keep_a_table_active(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (table_id, (anna, bo)):
        await begin([anna, bo])
        live = served.services.hub._live[table_id]
        assert len(live.participants) == 2
        assert (await bo.ask("leave"))["type"] == "accepted"
        assert {one.player for one in live.participants} == {live.table.player_at(0)}
        assert not live.table.abandoned
        # Bo only watches; without Anna nothing happens.
        await anna.socket.close()
        async with asyncio.timeout(PATIENCE):
            while live.audience.present != {1}:
                await asyncio.sleep(0.01)
        day = Day(served.services.hub.server_clock)
        day.passed = GRACE_S + 1
        assert not live.participants
        assert (await bo.ask("back"))["type"] == "accepted"
        assert {one.player for one in live.participants} == {live.table.player_at(1)}


@pytest.fixture
def unpaused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server poll overdue tables constantly, and play abandoned matches without pauses."""
    monkeypatch.setattr("schwimmen.server.operation.maintenance.POLL_INTERVAL_S", 0.01)
    monkeypatch.setattr("schwimmen.server.operation.maintenance.OVERDUE_S", 0.0)
    monkeypatch.setattr("schwimmen.server.operation.maintenance.CPU_SHARE", 1.0)


async def until_over(served: RunningServer, table_id: str) -> None:
    """Wait until an abandoned match is over."""

    async def over() -> bool:
        return bool((await served.services.database.table_row(table_id))["summary"]["over"])

    await until(over)


async def until_rated(served: RunningServer, table_id: str) -> None:
    """Wait until the match has been rated."""

    async def is_rated() -> bool:
        database = served.services.database
        player = next(iter((await database.seats_of(table_id)).values()))
        rows = await database.tables_of(player)
        return next(row for row in rows if row["id"] == table_id)["places"] is not None

    await until(is_rated)


@pytest.mark.usefixtures("unpaused")
async def test_an_abandoned_match_is_finished_and_rated(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as served:
        table_id, cookie = await share(
            served,
            options={"lives": 1, "special": "none"},
            seats=2,
            bots="random",
            clock={"move": 30, "reserve": 0},
        )
        async with guest(served, table_id, cookie) as anna:
            await begin([anna])
            assert (await anna.ask("leave"))["type"] == "accepted"
        await until_left(served, table_id)
        Day(served.services.hub.server_clock).passed = 60
        served.services.hub._bots[table_id].wake()
        await until_over(served, table_id)
        await until_rated(served, table_id)
        table = await log_of(served, table_id)
        assert table.over
        assert {event.acted_by for event in table.events if event.type == "action"} <= {
            "bot",
            "person",
        }
        due, _ = await served.services.database.due_tables(FAR)
        assert table_id not in {table.table_id for table in due}
        await gone(served)


@pytest.mark.usefixtures("unpaused")
async def test_a_solo_match_continues_once_the_player_is_out(tmp_path: Path) -> None:
    bots = [{"level": "random"}] * 3
    async with serving(tmp_path / "db") as served:
        for _ in range(100):
            table_id = await served.open_table(
                options={"special": "none", "lives": 1}, opponents=bots
            )
            async with served.seat(table_id) as anna:
                while anna.view["seats"][0]["status"] != "out" and await anna.my_turn():
                    await (anna.play() if anna.view["legal_actions"] else anna.deal())
                if not anna.view["over"]:
                    break
        else:
            pytest.fail("no player was out before the end")
        await until_left(served, table_id)
        Day(served.services.hub.server_clock).passed = GRACE_S + 1
        await until_over(served, table_id)
        assert (await log_of(served, table_id)).over


async def test_abandoned_matches_have_a_share_of_the_processor(
    served: RunningServer,
) -> None:
    slept: list[float] = []
    asleep = asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    class IdleHub:
        server_clock = ServerClock()

        def activity(self, _: str) -> Activity:
            return "paused"

        async def play_out(self, _: str, pause: Callable[[float], Awaitable[bool]]) -> None:
            while await pause(TURN_S / 4):
                pass
            asleep.set()

    class OneDueTable:
        async def due_tables(
            self, time: str, without: Collection[str]
        ) -> tuple[list[DueTable], bool]:
            return [DueTable("t", time, {"abandoned": True})], False

    overdue_tables = OverdueTables(
        cast(Any, IdleHub()), cast(Any, OneDueTable()), served.services.heartbeat, sleep
    )
    await overdue_tables.poll()
    await asyncio.wait_for(asleep.wait(), PATIENCE)
    assert sum(slept) == pytest.approx(TURN_S / CPU_SHARE - TURN_S)


async def test_tables_that_fail_hold_up_no_others(location: DatabaseLocation) -> None:
    class FailingHub:
        server_clock = ServerClock()
        tried: ClassVar[list[str]] = []

        def activity(self, table_id: str) -> Activity:
            return "waiting"

        async def catch_up(self, table_id: str) -> None:
            self.tried.append(table_id)
            raise StorageError("the log is damaged")

    names = [f"t{number}" for number in range(450)]
    rows = [NewTable(name, LONG_AGO, {"abandoned": False}, due=LONG_AGO) for name in names]
    async with opened(location) as database:
        await database.write(WriteBatch(tables=rows))
        overdue_tables = OverdueTables(cast(Any, FailingHub()), database, Heartbeat(database))
        for _ in range(4):
            await overdue_tables.poll()
    assert sorted(FailingHub.tried) == sorted(names)


async def test_after_an_outage_people_come_before_abandoned_matches(
    location: DatabaseLocation,
) -> None:
    abandoned, of_people = count(10_000, sampled=1_000), 150
    chance = Random(31)

    def row(number: int) -> NewTable:
        """Return a table due at a random time, which is later where people play."""
        due = f"20{26 if number < of_people else 25}-01-01T00:00:00.{chance.randrange(1000):03}"
        return NewTable(f"t{number}", due, {"abandoned": number >= of_people}, due=due)

    class BusyHub:
        server_clock = ServerClock()
        caught_up: ClassVar[list[str]] = []
        played_out: ClassVar[list[str]] = []

        def activity(self, table_id: str) -> Activity:
            return "waiting" if dues[table_id] >= "2026" else "paused"

        async def catch_up(self, table_id: str) -> None:
            self.caught_up.append(table_id)

        async def play_out(self, table_id: str, _: object) -> None:
            self.played_out.append(table_id)

    rows = [row(number) for number in range(abandoned + of_people)]
    dues = {row.id: str(row.due) for row in rows}
    async with opened(location) as database:
        await database.write(WriteBatch(tables=rows))
        overdue_tables = OverdueTables(cast(Any, BusyHub()), database, Heartbeat(database))
        await overdue_tables.poll()
        await asyncio.sleep(0)  # the abandoned match begins
    in_order = [[dues[one] for one in ids] for ids in (BusyHub.caught_up, BusyHub.played_out)]
    assert in_order[0] == sorted(due for due in dues.values() if due >= "2026")
    assert in_order[1] == [min(dues.values())]


async def test_the_share_of_the_processor_is_not_exceeded(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, cookie = await share(served, seats=2, bots="random", options={"lives": 9})
    async with guest(served, table_id, cookie) as anna:
        await begin([anna])
        await anna.ask("leave")
    await until_left(served, table_id)
    Day(served.services.hub.server_clock).passed = GRACE_S + 1
    times = itertools.count()
    monkeypatch.setattr("schwimmen.server.live.hub.monotonic", lambda: next(times) / 2)
    worked: list[float] = []

    async def pause(seconds: float) -> bool:
        worked.append(seconds)
        return len(worked) < 5

    async with asyncio.timeout(PATIENCE):
        while len(worked) < 5:
            await served.services.hub.play_out(table_id, pause)
            await asyncio.sleep(0.01)
    assert worked == [0.5] * 5


async def test_no_table_waits_for_a_deleted_player(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as served:
        async with seated(served, 2) as (table_id, (anna, bo)):
            await begin([anna, bo])
            player = served.services.hub._live[table_id].table.player_at(1)
            assert player is not None
            await bo.socket.close()
            while anna.presence["seats"] != [0]:
                await anna.receive()
            assert (await anna.ask("away", seat=1))["type"] == "accepted"
            assert (await anna.ask("leave"))["type"] == "accepted"
            # Bo may return; a deleted player may not.
            assert not (await log_of(served, table_id)).abandoned
            await served.services.hub.erase_player(player)
        row = await served.services.database.table_row(table_id)
        assert row["summary"]["abandoned"]
        assert row["due"] is not None


@pytest.mark.parametrize("hours", [1, -1])
async def test_the_clock_is_set_during_a_turn(tmp_path: Path, hours: int) -> None:
    clock = {"move": 60, "reserve": 0}
    async with serving(tmp_path / "db") as served, seated(served, 2, clock=clock) as (_, guests):
        await begin(guests)
        watch = served.services.hub.server_clock
        day = Day(watch)
        before = guests[0].state.times["due"]
        day.passed, day.set = 20, hours * 3600
        watch.now()
        for one in guests:
            resumed = await one.sees("resumed")
            assert resumed["at"] == watch.now()
            assert one.state.times["due"] == add_seconds(before, hours * 3600)
        # No player's time expires early.
        left = seconds_between(watch.now(), guests[0].state.times["due"])
        assert 30 < left <= 40
        day.passed += left + 1
        for live in served.services.hub._live.values():
            live.on_change()
        acted = await guests[0].sees("action")
        assert acted["acted_by"] == "clock"


def test_small_steps_of_the_clock_are_no_jumps() -> None:
    steady, wall = [0.0], [0.0]
    begin = utc_now()
    watch = ServerClock(lambda: add_seconds(begin, wall[0]), "", lambda: steady[0])
    life = watch.uptime
    for second in range(1, 1000):
        steady[0], wall[0] = second, second * 1.001
        watch.now()
    assert watch.uptime is life
    wall[0] -= 60
    now = watch.now()
    assert watch.uptime is not life
    assert watch.uptime.since == now
    assert seconds_between(now, watch.uptime.last_alive_at) == pytest.approx(60, abs=0.01)
