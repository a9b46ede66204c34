"""Bots play whole matches and do not delay other clients."""

import logging
import threading

import pytest

from schwimmen.rules import View
from tests.processes import PATIENCE

from ..conftest import RunningServer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("preset", ["pagat", "choy"])
async def test_the_strongest_bots_play_a_match_to_its_end(
    served: RunningServer, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    short = {"lives": 1} if preset == "pagat" else {"rounds": 2}
    opponents = [{"level": "expert"}, {"level": "master"}]
    table_id = await served.open_table(preset, options=short, opponents=opponents)
    with caplog.at_level(logging.ERROR):
        async with served.seat(table_id) as anna:
            await anna.play_match()
            assert anna.view["over"]
    assert not caplog.records


async def test_other_clients_are_served_while_a_bot_thinks(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, enough = threading.Event(), threading.Event()

    class Thinker:
        name = "thinker"

        def choose(self, view: View) -> str:
            thinking.set()
            assert enough.wait(PATIENCE)
            return view.legal_actions[0]

    table_id = await served.open_table()
    monkeypatch.setattr(
        "schwimmen.server.live.bots.make_player", lambda level, character: Thinker()
    )
    async with served.seat(table_id) as anna:
        while not thinking.is_set():
            if anna.view["legal_actions"]:
                await anna.play()
            else:
                assert (await served.http.get("/healthz")).status_code == 200
        seq = anna.welcome["seq"]
        other = await served.open_table()
        assert other != table_id
        enough.set()
        await anna.until("events")
        assert anna.events[-1]["seq"] > seq
