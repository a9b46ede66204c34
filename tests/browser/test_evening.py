"""A whole match of four people and two bots, and all that goes wrong on such an evening."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from schwimmen.records import load
from schwimmen.records.fairness import verify
from tests.browser.conftest import PHONE, Visit
from tests.browser.people import begin, share, sit
from tests.browser.playing import Player
from tests.processes import Start


class Evening:
    """Four pages at one table; whoever can do something does it."""

    def __init__(self, *pages: Page) -> None:
        self.players = [Player(page, "pagat") for page in pages]

    @property
    def over(self) -> bool:
        """Whether all have seen the end of the match."""
        return all(one.page.get_by_test_id("match-over").is_visible() for one in self.players)

    def replace(self, old: Page, new: Page) -> None:
        """Somebody goes on at another page."""
        number = next(n for n, one in enumerate(self.players) if one.page is old)
        self.players[number] = Player(new, "pagat")

    def play(self, until: Callable[[], bool]) -> None:
        """All play on until something is so."""
        for _ in range(2000):
            for player in self.players:
                if until():
                    return
                self.do_something(player)
            self.players[0].page.wait_for_timeout(20)
        raise AssertionError("nobody can go on")

    def do_something(self, player: Player) -> None:
        """A turn, or the wish for the next round, if it is time for either."""
        ready = player.page.get_by_test_id("next-round")
        if player.table.and_(player.page.locator('[data-my-turn="true"]')).count():
            player.play_turn()
        elif ready.count() and ready.is_visible() and ready.is_enabled():
            ready.click()
            expect(ready).to_have_count(0)

    def seq(self) -> int:
        """How far the first page is."""
        return int(self.players[0].seq() or 0)


def moves_on(evening: Evening, events: int) -> Callable[[], bool]:
    """Whether so much has happened since."""
    start = evening.seq()
    return lambda: evening.over or evening.seq() >= start + events


def test_four_people_and_two_bots_play_a_match_whatever_goes_wrong(
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
    evening = Evening(anna, ben, cleo, dora)
    evening.play(moves_on(evening, 8))

    # Cleo closes her window, and comes back on another device.
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
    evening.replace(cleo, device)
    evening.play(moves_on(evening, 8))

    # Ben loses his network, while the others play as far as they come without him.
    ben.context.set_offline(True)
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    for player in evening.players:
        if player.page is not ben:
            evening.do_something(player)
    ben.context.set_offline(False)
    expect(ben.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    evening.play(moves_on(evening, 8))

    # The server dies in the middle, and another goes on.
    server.end(signal.SIGKILL)
    expect(anna.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    again = start(tmp_path / "db", "--pace", "0", "--port", str(urlsplit(url).port))
    assert again.url() == url
    for player in evening.players:
        expect(player.page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    evening.play(lambda: evening.over)

    anna.get_by_test_id("check-shuffles").click()
    expect(anna.get_by_test_id("shuffles-checked").locator(".good").first).to_be_visible()
    record = load(anna.request.get(f"{url}/api/tables/{table}/record").text())
    assert [one["seat"] for one in record.data["fairness"]["attempts"][-1]["players"]] == [
        0,
        1,
        2,
        3,
    ]
    verify(record)
