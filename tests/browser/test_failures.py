"""A match of three people and two bots, through failures of clients, network and server."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from schwimmen.records import load
from schwimmen.records.fairness import verify
from tests.browser.conftest import PHONE, Visit
from tests.browser.person import hand_of, play_on
from tests.browser.shared_table import begin, share, sit
from tests.effort import count
from tests.processes import Start

EVENTS = count(4, least=2)
"""Number of events between two failures."""

ACT = """() => {
  const find = (id) => document.querySelector(`[data-testid="${id}"]`);
  const press = (id) => {
    const button = find(id);
    if (!button?.checkVisibility() || button.disabled || button.ariaDisabled === "true")
      return false;
    button.click();
    return true;
  };
  if (find("match-over")?.checkVisibility()) return "over";
  if (document.querySelector(".guarded")) return "waits";  // buttons that have just appeared
  if (press("next-round")) return "next round";
  if (find("table")?.dataset.myTurn !== "true") return "waits";
  return ["act-keep", "act-pass", "act-close"].some(press) ? "turn" : "waits";
}"""
"""Plays a turn or confirms the next round, if either is due, and returns which."""


class Pages:
    """Pages of all people at one table, each of which acts when it can."""

    def __init__(self, *pages: Page) -> None:
        self.pages = [*pages]

    def replace(self, old: Page, new: Page) -> None:
        """Let a person continue at another page."""
        self.pages[self.pages.index(old)] = new

    def play(self, events: int) -> None:
        """Play at all pages for a number of events."""
        end = self._seq() + events
        for _ in range(2000):
            for page in self.pages:
                assert self.act(page) != "over", "the match is over too early"
                if self._seq() >= end:
                    return
            self.pages[0].wait_for_timeout(20)
        raise AssertionError("no player can act")

    def act(self, page: Page) -> str:
        """Play a turn or confirm the next round, if either is due; return which."""
        table = page.get_by_test_id("table")
        seq = table.get_attribute("data-seq") or ""
        due: str = page.evaluate(ACT)
        if due == "turn":
            expect(table).not_to_have_attribute("data-seq", seq)
        elif due == "next round":
            expect(page.get_by_test_id("next-round")).to_have_count(0)
        return due

    def _seq(self) -> int:
        """Return the sequence number of the first page."""
        return int(self.pages[0].get_by_test_id("table").get_attribute("data-seq") or 0)


def test_a_match_survives_failures_of_clients_network_and_server(
    visit: Visit, start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "db", "--pace", "0")
    url = server.url()
    anna, ben, cleo = visit(), visit(), visit(viewport=PHONE)
    options = {"scoring": "points", "rounds": 4, "turn_cap": 2, "fire_penalty": "lowest"}
    table = share(anna, url, options=options, seats=5, bots="greedy")
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        sit(page, f"{url}/t/{table}", name)
    begin(anna, ben, cleo)
    pages = Pages(anna, ben, cleo)
    pages.play(EVENTS)

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
    pages.play(EVENTS)

    # Ben goes offline while the others play on as far as they can.
    ben.context.set_offline(True)
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    for page in pages.pages:
        if page is not ben:
            pages.act(page)
    ben.context.set_offline(False)
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    pages.play(EVENTS)

    # The server is killed, and another continues the match.
    server.end(signal.SIGKILL)
    expect(anna.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    again = start(tmp_path / "db", "--pace", "0", "--port", str(urlsplit(url).port))
    assert again.url() == url
    for page in pages.pages:
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    pages.play(EVENTS)

    # The people play the rest without their buttons, and every page shows the end.
    with (
        hand_of(anna, url, table) as first,
        hand_of(ben, url, table) as second,
        hand_of(device, url, table) as third,
    ):
        play_on(first, second, third)
    for page in pages.pages:
        expect(page.get_by_test_id("match-over")).to_be_visible()

    anna.get_by_test_id("check-shuffles").click()
    expect(anna.get_by_test_id("shuffles-checked").locator(".good").first).to_be_visible()
    record = load(anna.request.get(f"{url}/api/tables/{table}/record").text())
    attempt = record.data["fairness"]["attempts"][-1]
    assert [player["seat"] for player in attempt["players"]] == [0, 1, 2]
    verify(record)
