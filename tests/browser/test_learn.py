"""The tutorial and the rules page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.player import Keyboard, tab_to
from tests.effort import draw

STEPS: dict[str, tuple[str, ...]] = {
    "aim": ("next-round",),
    "worth": ("tutorial-next",),
    "exchange": ("hand-7S", "table-TH", "act-exchange"),
    "watch": ("tutorial-next",),
    "close": ("table-9C", "hand-TH", "act-exchange-close"),
    "lastTurns": ("tutorial-next",),
    "showdown": ("next-round",),
    "dealer": ("act-keep",),
    "all": ("tutorial-next",),
    "thirtyOne": ("hand-7D", "table-QS", "act-exchange"),
    "swim": ("next-round",),
}
"""Buttons and cards to press in each step of the tutorial."""


def expect_step(page: Page, name: str) -> None:
    """Expect a step of the tutorial."""
    expect(page.get_by_test_id("tutorial")).to_have_attribute("data-step", name)


def wait_for_others(page: Page) -> None:
    """Wait until the other players have moved."""
    expect(page.get_by_test_id("tutorial-step")).to_have_attribute("data-playing", "false")


def steppers(page: Page) -> dict[str, float]:
    """Return the middles of the visible buttons to the previous and the next step."""
    found = {}
    for name in ("tutorial-back", "tutorial-next"):
        if (button := page.get_by_test_id(name)).is_visible() and (box := button.bounding_box()):
            found[name] = box["x"] + box["width"] / 2
    return found


def next_step(page: Page, name: str) -> None:
    """Press the buttons and cards of a step."""
    for test_id in STEPS[name]:
        page.get_by_test_id(test_id).click()


def test_the_tutorial_is_played_at_the_real_table(page: Page, server: LiveServer) -> None:
    """The parts of the table are those of a match, with their test ids and shortcuts."""
    page.goto(f"{server.url}/learn")
    next_step(page, "aim")
    wait_for_others(page)
    expect(page.get_by_test_id("table")).to_have_attribute("data-my-turn", "true")
    expect(page.get_by_test_id("seat-1")).to_contain_text("Ida")
    expect(page.get_by_test_id("turn-of")).to_contain_text("Your turn")
    page.get_by_test_id("tutorial-next").click()
    page.get_by_test_id("hand-7S").focus()
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_be_visible()
    page.keyboard.press("Escape")
    for test_id in ("hand-9H", "table-KC", "act-exchange"):
        page.get_by_test_id(test_id).click()
    expect(page.get_by_test_id("tutorial-amiss")).to_be_visible()
    assert violations(page) == []
    page.get_by_test_id("hand-7S").drag_to(page.get_by_test_id("table-TH"))
    expect_step(page, "watch")


@pytest.mark.parametrize("viewport", draw([PHONE, DESKTOP], "the tutorial"))
def test_the_tutorial_is_playable_by_keyboard(
    viewport: ViewportSize, visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=viewport)
    page.goto(f"{server.url}/learn")
    keyboard = Keyboard(page)
    places: dict[str, float] = {}
    for name, targets in STEPS.items():
        expect_step(page, name)
        wait_for_others(page)
        places = steppers(page) | places
        assert steppers(page).items() <= places.items(), name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if name in ("aim", "dealer"):
            assert violations(page) == [], name
        for test_id in targets:
            keyboard.press(page.get_by_test_id(test_id))
    expect_step(page, "end")
    assert steppers(page) == {"tutorial-back": places["tutorial-back"]}
    expect(page.locator(":focus")).to_have_attribute("id", "step-title")
    assert violations(page) == []
    tab_to(page, "tutorial-rules")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("rules-variant")).to_have_value("pagat")


def open_rules(page: Page, server: LiveServer, query: str) -> Locator:
    """Open the rules page and return its article."""
    page.goto(f"{server.url}/rules{query}")
    article = page.get_by_role("article")
    article.wait_for()
    return article


def test_a_link_to_a_rule_scrolls_to_it(page: Page, server: LiveServer) -> None:
    article = open_rules(page, server, "?variant=pagat#R17")
    target = article.locator("#R17")
    expect(target).to_be_in_viewport()
    expect(target).to_have_class(re.compile("targeted"))
    article.locator("#R8").get_by_role("link", name="R10").click()
    expect(article.locator("#R10")).to_have_class(re.compile("targeted"))
    expect(article.locator("#R10")).to_be_in_viewport()
    expect(target).not_to_have_class(re.compile("targeted"))
