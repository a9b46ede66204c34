"""Several people at one table, each with a browser of their own."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.processes import PATIENCE

PLAIN = {"special": "none"}
"""No hand ends a round before anybody has had a turn."""


def share(
    page: Page, url: str, name: str = "Anna", options: dict[str, Any] | None = None, **settings: Any
) -> str:
    """Opens a table for several people and goes there, as its host; its id."""
    made = page.request.post(
        f"{url}/api/tables/shared",
        data={
            "preset": "pagat",
            "options": PLAIN | (options or {}),
            "name": name,
            "settings": {"seats": 2} | settings,
        },
    )
    assert made.ok, made.text()
    table = str(made.json()["id"])
    page.goto(f"{url}/t/{table}")
    expect(page.get_by_test_id("gathering")).to_be_visible()
    return table


def sit(page: Page, address: str, name: str) -> None:
    """Opens the link, says who they are, and sits down."""
    page.goto(address)
    page.get_by_test_id("my-name").fill(name)
    page.get_by_test_id("sit").click()
    expect(page.get_by_test_id("stand-up")).to_be_visible()


def begin(host: Page, *others: Page) -> None:
    """The host starts; all see the first cards."""
    host.get_by_test_id("start-match").click()
    for page in (host, *others):
        expect(page.get_by_test_id("table")).to_be_visible()


def phase(page: Page) -> str | None:
    """Of the round, as the page has it."""
    return page.get_by_test_id("table").get_attribute("data-phase")


def turn(page: Page, *pages: Page) -> Page:
    """Waits until one of them is to move, or the round is over; that one, or the first."""
    mine_or_over = '[data-my-turn="true"], [data-phase="over"]'
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for one in (page, *pages):
            if one.get_by_test_id("table").and_(one.locator(mine_or_over)).count():
                return one
        page.wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def play_round(*pages: Page) -> None:
    """All play until the hands are shown; nobody is quicker than their page."""
    players = {page: Player(page, "pagat") for page in pages}
    while phase(page := turn(*pages)) != "over":
        players[page].play_turn()
    for page in pages:
        expect(page.get_by_test_id("showdown")).to_be_visible()


def play_match(*pages: Page) -> None:
    """All play round after round until the match is over; everybody wants the next one."""
    while True:
        play_round(*pages)
        if pages[0].get_by_test_id("match-over").count():
            return
        for page in pages:
            page.get_by_test_id("next-round").click()
        expect(pages[0].get_by_test_id("showdown")).to_have_count(0)


def show_side(page: Page, tab: str) -> None:
    """Opens what lies beside the table, if it is not there, and turns to one of its parts."""
    if not page.get_by_test_id(f"tab-{tab}").is_visible():
        page.get_by_test_id("open-side").click()
    page.get_by_test_id(f"tab-{tab}").click()
