"""How quickly bots play: as somebody at the table wants it, counted from the last event."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from schwimmen.rules import View
from schwimmen.server.run import Settings
from schwimmen.server.times import seconds_between, utc_now
from tests.processes import PATIENCE

from .conftest import Client, Serving, serving

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def bots_turn(served: Serving, pace: str | None = None) -> AsyncIterator[tuple[Client, str]]:
    """A player at a new table where a bot is to begin; also the table's id."""
    while True:
        table_id = await served.open_table()
        async with served.socket(table_id) as anna:
            hello = {"last_seq": None} | ({"pace": pace} if pace else {})
            await anna.send(type="hello", **hello)
            await anna.until("welcome")
            if anna.view["to_act"] != 0:
                yield anna, table_id
                return


async def seconds_to_next_event(client: Client) -> float:
    """How long it takes until something happens; not until it is heard of."""
    known, begin = len(client.events), utc_now()
    await client.until("events")
    return seconds_between(begin, client.events[known]["at"])


async def test_a_change_counts_for_a_pause_already_running(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as slow, bots_turn(slow) as (anna, _):
        await anna.send(type="pace", pace="quick")
        await anna.send(type="pace", pace="instant")
        assert await seconds_to_next_event(anna) < 5
        await anna.play_round()


async def test_hello_may_carry_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as slow, bots_turn(slow, "instant") as (anna, _):
        assert await seconds_to_next_event(anna) < 5


async def test_quick_is_half_of_relaxed(tmp_path: Path) -> None:
    assert 1 <= Settings(tmp_path).pace <= 1.5
    async with serving(tmp_path / "db", pace=4) as served, bots_turn(served, "quick") as (anna, _):
        assert 1.2 < await seconds_to_next_event(anna) < 3.4


async def test_only_who_sits_there_may_set_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=30) as slow, bots_turn(slow) as (anna, table_id):
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


async def test_it_holds_until_the_table_is_let_go_and_is_not_logged(served: Serving) -> None:
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Thinker:
        name = "thinker"

        def choose(self, view: View) -> str:
            time.sleep(1.6)
            return view.legal_actions[0]

    monkeypatch.setattr("schwimmen.server.bots.make_player", lambda level: Thinker())
    async with serving(tmp_path / "db", pace=2) as served, bots_turn(served) as (anna, _):
        assert 1.6 < await seconds_to_next_event(anna) < 3.2
