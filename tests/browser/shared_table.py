"""Shared tables with several people, each in their own browser context."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.player import TURNS, Player
from tests.processes import PATIENCE

PLAIN = {"special": "none"}
"""Options under which no hand ends a round before the first turn."""


def share(
    page: Page, url: str, name: str = "Anna", options: dict[str, Any] | None = None, **settings: Any
) -> str:
    """Open a shared table as its host, go there, and return its id."""
    response = page.request.post(
        f"{url}/api/tables/shared",
        data={
            "preset": "pagat",
            "options": PLAIN | (options or {}),
            "name": name,
            "settings": {"seats": 2} | settings,
        },
    )
    assert response.ok, response.text()
    table = str(response.json()["id"])
    page.goto(f"{url}/t/{table}")
    expect(page.get_by_test_id("gathering")).to_be_visible()
    return table


def sit(page: Page, address: str, name: str) -> None:
    """Open the link, enter a name and take a seat."""
    page.goto(address)
    page.get_by_test_id("my-name").fill(name)
    page.get_by_test_id("sit").click()
    expect(page.get_by_test_id("stand-up")).to_be_visible()


def begin(host: Page, *others: Page) -> None:
    """Start the match as the host, and wait until every page shows the table."""
    host.get_by_test_id("start-match").click()
    for page in (host, *others):
        expect(page.get_by_test_id("table")).to_be_visible()


def phase(page: Page) -> str | None:
    """Return the phase of the round that a page shows."""
    return page.get_by_test_id("table").get_attribute("data-phase")


def turn(page: Page, *pages: Page) -> Page:
    """Wait until a player has to move or the round is over; return that player's page."""
    mine_or_over = '[data-my-turn="true"], [data-phase="over"]'
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for candidate in (page, *pages):
            table = candidate.get_by_test_id("table")
            if table.and_(candidate.locator(mine_or_over)).count():
                return candidate
        page.wait_for_timeout(50)
    raise AssertionError("no player has to move")


def play_round(*pages: Page, plan: tuple[str, ...] = TURNS["pagat"]) -> None:
    """Play a round at all pages by a plan of buttons, until each shows the showdown."""
    players = {page: Player(page, "pagat") for page in pages}
    for player in players.values():
        player.plan = plan
    while phase(page := turn(*pages)) != "over":
        players[page].play_turn()
    for page in pages:
        expect(page.get_by_test_id("showdown")).to_be_visible()


def show_side(page: Page, tab: str) -> None:
    """Open a tab of the side panel."""
    if not page.get_by_test_id(f"tab-{tab}").is_visible():
        page.get_by_test_id("open-side").click()
    page.get_by_test_id(f"tab-{tab}").click()
