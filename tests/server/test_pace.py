"""Pace of bots: set by the players at the table, counted from the last event."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from schwimmen.rules import View
from schwimmen.server.live.table import LiveTable
from schwimmen.server.operation.startup import ServerSettings
from schwimmen.tables import Command
from tests.processes import PATIENCE

from .conftest import AN_HOUR, Client, RunningServer, serving

pytestmark = pytest.mark.anyio


class IdleTime:
    """Seconds since the last event of a table, set by the test."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._looked = asyncio.Event()

    def __call__(self, _: LiveTable) -> float:
        """Return the idle time of a table, as bots see it."""
        self._looked.set()
        return self.seconds

    async def advance(self, live: LiveTable, seconds: float) -> None:
        """Let time pass until the bots of a table notice."""
        self.seconds += seconds
        self._looked.clear()
        live.on_change()
        await asyncio.wait_for(self._looked.wait(), PATIENCE)


@pytest.fixture
async def idle_time(monkeypatch: pytest.MonkeyPatch) -> IdleTime:
    """Control the idle time of all tables."""
    idle_time = IdleTime()
    monkeypatch.setattr(LiveTable, "idle_s", property(idle_time))
    return idle_time


@asynccontextmanager
async def bots_turn(
    served: RunningServer, pace: str | None = None
) -> AsyncIterator[tuple[Client, str]]:
    """Provide a player at a new table at which a bot is to begin, and the table's id."""
    while True:
        table_id = await served.open_table()
        async with served.socket(table_id) as anna:
            hello = {"last_seq": None} | ({"pace": pace} if pace else {})
            await anna.send(type="hello", **hello)
            await anna.until("welcome")
            if anna.view["to_act"] != 0:
                yield anna, table_id
                return


async def test_a_change_applies_to_the_current_pause(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=AN_HOUR) as slow, bots_turn(slow) as (anna, _):
        await anna.send(type="pace", pace="quick")
        await anna.send(type="pace", pace="instant")
        await anna.play_round()


async def test_hello_can_set_the_pace(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db", pace=AN_HOUR) as slow,
        bots_turn(slow, "instant") as (anna, _),
    ):
        await anna.play_round()


@pytest.mark.parametrize(("pace", "part"), [(None, 1), ("relaxed", 1), ("quick", 0.4)])
async def test_a_bot_pauses_before_its_move(
    tmp_path: Path,
    idle_time: IdleTime,
    monkeypatch: pytest.MonkeyPatch,
    pace: str | None,
    part: float,
) -> None:
    async with (
        serving(tmp_path / "db", pace=AN_HOUR) as served,
        bots_turn(served, pace) as (anna, table_id),
    ):
        live, moved = served.services.hub._live[table_id], list[float]()
        take = live.execute

        async def noted(command: Command, automatic: bool) -> int:
            moved.append(idle_time.seconds)
            return await take(command, automatic=automatic)

        monkeypatch.setattr(live, "execute", noted)
        await idle_time.advance(live, part * AN_HOUR - 1)
        await idle_time.advance(live, 1)
        await anna.until("events")
        assert moved[0] == part * AN_HOUR


def test_the_default_pause_is_about_a_second(tmp_path: Path) -> None:
    assert 1 <= ServerSettings(tmp_path).pace <= 1.5


async def test_only_seated_players_can_set_the_pace(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db", pace=AN_HOUR) as slow,
        bots_turn(slow) as (anna, table_id),
    ):
        async with slow.socket(table_id, cookie=False) as spectator:
            await spectator.send(type="pace", pace="instant")
            assert (await spectator.until("refused"))["code"] == "hello_first"
            await spectator.send(type="hello", last_seq=None, pace="instant")
            await spectator.until("welcome")
            await spectator.send(type="pace", pace="instant")
            refused = await spectator.until("refused")
            assert (refused["code"], refused["id"]) == ("not_seated", None)
        assert slow.services.hub._live[table_id].pace == "relaxed"
        await anna.send(type="pace", pace="slow")
        assert (await anna.until("refused"))["code"] == "bad_message"


async def test_the_pace_lasts_until_the_table_is_unloaded_and_is_not_logged(
    served: RunningServer,
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.send(type="pace", pace="quick")
        await anna.my_turn()
        async with served.seat(table_id):
            assert served.services.hub._live[table_id].pace == "quick"
        known = {event["type"] for event in anna.events}
        assert known <= {"created", "round", "action"}
    async with asyncio.timeout(PATIENCE):
        while served.services.hub._live:
            await asyncio.sleep(0.01)
    async with served.seat(table_id):
        assert served.services.hub._live[table_id].pace == "relaxed"


async def test_a_bot_thinks_while_it_pauses(
    tmp_path: Path, idle_time: IdleTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Thinker:
        name = "thinker"

        def choose(self, view: View) -> str:
            idle_time.seconds += AN_HOUR - 1
            return view.legal_actions[0]

    monkeypatch.setattr("schwimmen.server.live.bots.make_player", lambda *_, **__: Thinker())
    async with (
        serving(tmp_path / "db", pace=AN_HOUR) as served,
        bots_turn(served) as (anna, table_id),
    ):
        await idle_time.advance(served.services.hub._live[table_id], 1)
        await anna.until("events")
