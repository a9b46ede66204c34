"""A newcomer plays whole matches by clicking, while page and server come and go."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect

from tests.processes import PATIENCE, Start

TURNS = {
    "pagat": ("act-exchange", "act-all", "act-pass", "act-close"),
    "dutch": ("act-exchange", "act-all", "act-close"),
    "choy": ("act-renew", "act-exchange", "act-all", "act-close"),
}
"""What the player tries in the first, second ... turn of a round, and from then on."""

ANYTHING = ("act-exchange", "act-pass", "act-close", "act-all", "act-keep", "act-take")


class Player:
    """Plays at the page by clicking."""

    def __init__(self, page: Page, preset: str) -> None:
        self.page = page
        self.table = page.get_by_test_id("table")
        self.plan = TURNS[preset]
        self.turn = 0
        self.clicked: list[str] = []

    def wait(self) -> None:
        """Until it is my turn, or the round is over."""
        mine_or_over = '[data-my-turn="true"], [data-phase="over"]'
        expect(self.table.and_(self.page.locator(mine_or_over))).to_be_visible()

    def seq(self) -> str:
        """The number of the last event the page has."""
        return self.table.get_attribute("data-seq") or ""

    def click(self, test_id: str) -> None:
        """Clicks a button that leads to an event, and waits for it."""
        seq = self.seq()
        self.page.get_by_test_id(test_id).click()
        expect(self.table).not_to_have_attribute("data-seq", seq)
        self.clicked.append(test_id)

    def can(self, test_id: str) -> bool:
        """Whether a button is there and may be pressed; for an exchange two cards are chosen."""
        button = self.page.get_by_test_id(test_id)
        if test_id == "act-exchange" and button.count():
            for place in ("hand", "table"):
                cards = self.cards(place)
                if cards.count() and not self.chosen(place).count():
                    cards.first.click()
        return bool(button.count()) and button.get_attribute("aria-disabled") == "false"

    def cards(self, place: str) -> Locator:
        """The cards of my hand or of the table."""
        return self.page.get_by_test_id(re.compile(f"^{place}-[2-9TJQKA][CSHD]$"))

    def chosen(self, place: str) -> Locator:
        """Those of them that are chosen."""
        return self.cards(place).and_(self.page.locator('[aria-pressed="true"]'))

    def play_turn(self) -> None:
        """One turn of mine, as planned or else as possible."""
        planned = self.plan[min(self.turn, len(self.plan) - 1)]
        self.click(next(test_id for test_id in (planned, *ANYTHING) if self.can(test_id)))
        if self.clicked[-1] not in ("act-keep", "act-take"):
            self.turn += 1

    def step(self) -> bool:
        """One turn or the next round; whether the match goes on."""
        self.wait()
        if self.page.get_by_test_id("match-over").is_visible():
            return False
        if self.table.get_attribute("data-phase") == "over":
            expect(self.page.get_by_test_id("showdown")).to_be_visible()
            self.click("next-round")
            self.turn = 0
        else:
            expect(self.page.get_by_test_id("hand-value")).not_to_be_empty()
            self.play_turn()
        return True


def new_game(page: Page, preset: str, **fields: str) -> None:
    """Fills in the form and opens the table."""
    page.get_by_test_id("new-variant").select_option(preset)
    page.get_by_test_id("new-opponents").select_option("2")
    page.get_by_test_id("new-level").select_option("greedy")
    for name, value in fields.items():
        page.get_by_test_id(f"new-{name}").fill(value)
    page.get_by_test_id("new-name").fill("Anna")
    page.get_by_test_id("new-play").click()
    page.wait_for_url("**/t/*")


def told_to_a_spectator(url: str, table_id: str) -> dict[str, Any]:
    """The view of somebody who comes to watch."""
    with connect(f"{url.replace('http', 'ws')}/api/tables/{table_id}/ws") as link:
        link.send(json.dumps({"v": 1, "type": "hello", "last_seq": None}))
        view: dict[str, Any] = json.loads(link.recv(timeout=PATIENCE))["view"]
        return view


@pytest.mark.parametrize(
    ("preset", "length"),
    [("pagat", {"lives": "2"}), ("dutch", {"lives": "2"}), ("choy", {"rounds": "4"})],
)
def test_a_whole_match(
    preset: str, length: dict[str, str], page: Page, tmp_path: Path, start: Start
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start(data, "--pace", "0")
    url = server.url()
    page.goto(url)
    new_game(page, preset, **length)
    table_id = page.url.rpartition("/")[2]
    player = Player(page, preset)
    player.step()

    # In the middle of the first round or later: the page comes back to where it was.
    player.wait()
    seq = player.seq()
    page.reload()
    player.wait()
    assert player.seq() == seq
    player.step()

    # The server dies, and another goes on from what is on disk.
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

    while player.step():
        pass
    assert "act-exchange" in player.clicked
    assert "next-round" in player.clicked

    expect(page.get_by_test_id("showdown")).to_be_visible()
    view = told_to_a_spectator(url, table_id)
    assert view["over"]
    with page.expect_download() as downloading:
        page.get_by_test_id("download-record").click()
    record = tmp_path / downloading.value.suggested_filename
    assert record.name.endswith(".schwimmen.json")
    downloading.value.save_as(record)
    replayed = subprocess.run(
        [sys.executable, "-m", "schwimmen", "replay", str(record)],
        capture_output=True,
        text=True,
        check=True,
    )
    result = json.loads(replayed.stdout)
    assert result["complete"] is True
    assert result["winners"] == view["winners"]
    assert result["rounds"][-1] == without_absent_totals(view["result"])

    page.get_by_test_id("play-again").click()
    expect(page).not_to_have_url(re.compile(table_id))
    player.wait()
    assert server.end(signal.SIGTERM) == (0, "")


def without_absent_totals(result: dict[str, Any]) -> dict[str, Any]:
    """A round's result as a record's replay writes it."""
    return {key: value for key, value in result.items() if (key, value) != ("totals", None)}
