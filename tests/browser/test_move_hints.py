"""Hints for a move against bots on the device: shown, played, and counted."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, WHOLE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import DevicePlace, ServerPlace
from tests.browser.player import Player
from tests.browser.screen_reader import announcements, record_announcements

LANDSCAPE: ViewportSize = {"width": 740, "height": 360}
SHORT: dict[str, bool | int | str] = {"lives": 1, "special": "none"}
CHANCE = re.compile(r"chance to win \d+%\.")


def hint(page: Page) -> Locator:
    """Return the hint for the present decision."""
    return page.get_by_test_id("move-hint")


def play_suggestion(page: Page) -> None:
    """Play the action that is marked at the table."""
    marked = page.locator(".suggested")
    buttons = marked.and_(page.get_by_test_id(re.compile("^act-")))
    cards = marked.and_(page.locator("[data-card]"))
    expect(buttons).to_have_count(1)
    assert cards.count() in (0, 2)
    for card in cards.all():
        assert "suggested by the hint" in (card.get_attribute("aria-label") or "")
        card.click()
    buttons.click()


def test_a_hint_is_shown_played_and_counted(visit: Visit, server: LiveServer) -> None:
    page = visit({"pace": "instant"}, viewport=PHONE)
    record_announcements(page)
    DevicePlace(server, pause=0).open_table(page, opponents=1, options=SHORT)
    player = Player(page, "pagat")
    player.plan = ("act-close",)
    player.until(player.may_move)
    page.context.route("**/engine-data/**", lambda route: route.abort())
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("warned")).to_contain_text("the data for it are not on this device")
    page.context.unroute("**/engine-data/**")

    player.table.press("h")
    expect(hint(page)).not_to_contain_text(CHANCE)
    page.get_by_test_id("hint-numbers").click()
    expect(hint(page)).to_contain_text(CHANCE)
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        expect(hint(page)).to_be_in_viewport(ratio=WHOLE)
        for button in page.get_by_test_id(re.compile("^act-")).all():
            expect(button).to_be_in_viewport(ratio=WHOLE)
        assert violations(page) == []
    spoken = announcements(page, "log")
    assert sum(line.startswith("Hint: ") and "%" not in line for line in spoken) == 1
    page.get_by_test_id("hint-dismiss").last.click()
    expect(hint(page)).to_have_count(0)
    page.get_by_test_id("ask-hint").click()
    expect(hint(page)).to_be_visible()
    play_suggestion(page)
    expect(hint(page)).to_have_count(0)

    while player.step():
        pass
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    assert json.loads(download.value.path().read_text())["hints"] == 1
    page.goto(f"{server.url}/matches")
    rows = page.get_by_test_id("matches").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("1 hint")
    page.goto(f"{server.url}/statistics")
    expect(page.get_by_test_id("statistics-counted")).to_have_text("1 match finished, 1 with hints")


STANDS_STILL = """() => document.fonts.check('1rem "Figtree Variable"')
  && !document.getAnimations().some((one) => one instanceof CSSTransition)"""


def places(page: Page) -> dict[str, list[float]]:
    """Return the boxes of the table, its cards and its buttons."""
    boxes: dict[str, list[float]] = page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll("[data-testid]")]
            .filter(({dataset}) => /^(table$|(table|hand|act)-)/.test(dataset.testid))
            .map((one) => [one.dataset.testid, one.getBoundingClientRect()])
            .map(([id, {x, y, width, height}]) => [id, [x, y, width, height]]))"""
    )
    return boxes


def covered(page: Page) -> list[str]:
    """Return the cards and buttons that the hint covers."""
    box = hint(page).bounding_box()
    assert box
    return [
        name
        for name, (x, y, width, height) in places(page).items()
        if name != "table"
        and x < box["x"] + box["width"]
        and box["x"] < x + width
        and y < box["y"] + box["height"]
        and box["y"] < y + height
    ]


def test_a_hint_leaves_everything_in_its_place(visit: Visit, server: LiveServer) -> None:
    page = visit({"pace": "instant", "motion": "off"}, viewport=PHONE)
    DevicePlace(server, pause=0).open_table(page, opponents=3, options=SHORT)
    player = Player(page, "pagat")
    player.until(player.may_move)
    for viewport in (PHONE, LANDSCAPE, DESKTOP):
        page.set_viewport_size(viewport)
        page.mouse.move(0, 0)  # a card below the pointer is raised
        page.wait_for_function(STANDS_STILL)
        before = places(page)
        assert len(before) > 3
        page.get_by_test_id("ask-hint").click()
        expect(hint(page)).to_be_visible()
        assert places(page) == before
        assert covered(page) == []
        page.get_by_test_id("hint-dismiss").last.click()
        expect(hint(page)).to_have_count(0)


def test_tables_on_the_server_have_no_hints(page: Page, server: LiveServer) -> None:
    ServerPlace(server).open_table(page, opponents=1)
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.table.press("h")
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_be_visible()
    expect(page.get_by_test_id("keys")).not_to_contain_text("hint")
    expect(page.get_by_test_id("ask-hint")).to_have_count(0)
    expect(hint(page)).to_have_count(0)
