"""Whole matches by mouse, with a reloaded page and a restarted server."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from schwimmen.records import load, replay
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import place_at
from tests.browser.player import Player, open_table, welcome_of_spectator
from tests.effort import sample
from tests.processes import Start


def new_game(page: Page, preset: str, **fields: str) -> None:
    """Fill in the setup form from the start page and open the table."""
    page.get_by_test_id("start-new").click()
    page.get_by_test_id(f"new-variant-{preset}").check()
    page.get_by_test_id("new-opponents-2").check()
    page.get_by_test_id("new-level-greedy").check()
    for name, value in fields.items():
        page.get_by_test_id(f"new-{name}").fill(value)
    page.get_by_test_id("new-name").fill("Anna")
    page.get_by_test_id("new-play").click()
    page.wait_for_url("**/t/*")


PRESETS = ("pagat", "dutch", "choy")
"""Presets of which matches are played; those in the sample are played to the end by clicks."""


@pytest.mark.parametrize(
    ("preset", "length"),
    sample([("pagat", {"lives": "1"}), ("dutch", {"lives": "1"}), ("choy", {"rounds": "2"})], 2),
)
def test_a_match_can_be_played_downloaded_and_repeated(
    where: str,
    preset: str,
    length: dict[str, str],
    visit: Visit,
    tmp_path: Path,
    server: LiveServer,
) -> None:
    page = visit(settings={"playOn": where, "pace": "instant"})
    page.goto(server.url)
    new_game(page, preset, **length)
    table_id = page.url.rpartition("/")[2]
    player = Player(page, preset)
    player.step()

    # A reload during a round returns to the same position.
    player.wait()
    seq = player.seq()
    page.reload()
    player.wait()
    assert player.seq() == seq

    while player.step():
        if "next-round" in player.pressed and preset not in sample(PRESETS):
            place_at(where, server, pause=0).play_out(page, table_id)
    assert "act-exchange" in player.pressed
    assert "next-round" in player.pressed

    expect(page.get_by_test_id("showdown")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_test_id("download-record").click()
    record = tmp_path / downloading.value.suggested_filename
    assert record.name.endswith(".schwimmen.json")
    downloading.value.save_as(record)
    result = json.loads(json.dumps(replay(load(record.read_text(encoding="utf-8")))))
    assert result["complete"] is True
    if where == "server":
        view = welcome_of_spectator(server.url, table_id).view
        assert view["over"]
        assert result["winners"] == view["winners"]
        assert result["rounds"][-1] == without_absent_totals(view["result"])

    page.get_by_test_id("play-again").click()
    expect(page).not_to_have_url(re.compile(table_id))
    player.wait()


def test_a_match_continues_after_the_server_is_killed(
    page: Page, tmp_path: Path, start: Start
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start(data, "--pace", "0")
    url = server.url()
    open_table(page, url, opponents=1, options={"lives": 1})
    player = Player(page, "pagat")
    player.step()

    player.wait()
    seq = player.seq()
    server.end(signal.SIGKILL)
    connection = page.get_by_test_id("connection")
    expect(connection).to_have_attribute("data-state", "lost")
    server = start(data, "--pace", "0", "--port", url.rpartition(":")[2])
    assert server.url() == url
    expect(connection).to_have_attribute("data-state", "open")
    player.wait()
    assert player.seq() == seq

    assert player.step()
    assert server.end(signal.SIGTERM) == (0, "")


def without_absent_totals(result: dict[str, Any]) -> dict[str, Any]:
    """Return a round's result as the replay of a record prints it."""
    return {key: value for key, value in result.items() if (key, value) != ("totals", None)}
