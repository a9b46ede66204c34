"""A match of four people and two bots, through failures of clients, network and server."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from schwimmen.records import load
from schwimmen.records.fairness import verify
from tests.browser.conftest import PHONE, Visit
from tests.browser.player import Player
from tests.browser.shared_table import begin, share, sit
from tests.processes import Start


class Pages:
    """The pages of all people at one table, each of which acts when it can."""

    def __init__(self, *pages: Page) -> None:
        self.players = [Player(page, "pagat") for page in pages]

    @property
    def over(self) -> bool:
        """Whether every page shows the end of the match."""
        return all(player.page.get_by_test_id("match-over").is_visible() for player in self.players)

    def replace(self, old: Page, new: Page) -> None:
        """Let a person continue at another page."""
        index = next(i for i, player in enumerate(self.players) if player.page is old)
        self.players[index] = Player(new, "pagat")

    def play(self, until: Callable[[], bool]) -> None:
        """Play at all pages until a condition holds."""
        for _ in range(2000):
            for player in self.players:
                if until():
                    return
                self.act(player)
            self.players[0].page.wait_for_timeout(20)
        raise AssertionError("no player can act")

    def act(self, player: Player) -> None:
        """Play a turn or confirm the next round, if either is due."""
        ready = player.page.get_by_test_id("next-round")
        if player.table.and_(player.page.locator('[data-my-turn="true"]')).count():
            player.play_turn()
        elif ready.count() and ready.is_visible() and ready.is_enabled():
            ready.click()
            expect(ready).to_have_count(0)

    def seq(self) -> int:
        """Return the sequence number of the first page."""
        return int(self.players[0].seq() or 0)


def progress(pages: Pages, events: int) -> Callable[[], bool]:
    """Return a condition that holds after a number of events, or when the match is over."""
    start = pages.seq()
    return lambda: pages.over or pages.seq() >= start + events


def test_a_match_survives_failures_of_clients_network_and_server(
    visit: Visit, start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "db", "--pace", "0")
    url = server.url()
    anna, ben = visit(), visit()
    cleo, dora = visit(viewport=PHONE), visit(viewport=PHONE)
    table = share(anna, url, options={"lives": 1, "turn_cap": 2}, seats=6, bots="greedy")
    for page, name in ((ben, "Ben"), (cleo, "Cleo"), (dora, "Dora")):
        sit(page, f"{url}/t/{table}", name)
    begin(anna, ben, cleo, dora)
    pages = Pages(anna, ben, cleo, dora)
    pages.play(progress(pages, 8))

    # Cleo closes her window and returns on another device.
    cleo.goto(f"{url}/me")
    cleo.get_by_test_id("show-link").click()
    link = cleo.get_by_test_id("recovery-link").input_value()
    cleo.close()
    expect(anna.get_by_test_id("table")).to_be_visible()
    device = visit()
    device.goto(link)
    device.get_by_test_id("recover-sure").click()
    expect(device.get_by_test_id("recovered")).to_contain_text("Cleo")
    device.goto(f"{url}/t/{table}")
    expect(device.get_by_test_id("hand-value")).not_to_be_empty()
    pages.replace(cleo, device)
    pages.play(progress(pages, 8))

    # Ben goes offline while the others play on as far as they can.
    ben.context.set_offline(True)
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    for player in pages.players:
        if player.page is not ben:
            pages.act(player)
    ben.context.set_offline(False)
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    pages.play(progress(pages, 8))

    # The server is killed, and another continues the match.
    server.end(signal.SIGKILL)
    expect(anna.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    again = start(tmp_path / "db", "--pace", "0", "--port", str(urlsplit(url).port))
    assert again.url() == url
    for player in pages.players:
        expect(player.page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
        player.plan = ("act-close",)  # short rounds from here on
    pages.play(lambda: pages.over)

    anna.get_by_test_id("check-shuffles").click()
    expect(anna.get_by_test_id("shuffles-checked").locator(".good").first).to_be_visible()
    record = load(anna.request.get(f"{url}/api/tables/{table}/record").text())
    assert [player["seat"] for player in record.data["fairness"]["attempts"][-1]["players"]] == [
        0,
        1,
        2,
        3,
    ]
    verify(record)
