"""The tutorial and the rules page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.player import Keyboard, tab_to
from tests.browser.screen_reader import announcements, record_announcements
from tests.effort import sample

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
"""What to press in each step of the tutorial."""


def expect_step(page: Page, name: str) -> None:
    """Expect a step of the tutorial."""
    expect(page.get_by_test_id("tutorial")).to_have_attribute("data-step", name)


def wait_for_others(page: Page) -> None:
    """Wait until the other players have moved."""
    expect(page.get_by_test_id("tutorial-step")).to_have_attribute("data-playing", "false")


def pointed(page: Page) -> set[str]:
    """Return the test ids of what the tutorial points at."""
    return {str(one.get_attribute("data-testid")) for one in page.locator("[data-pointed]").all()}


def next_step(page: Page, name: str) -> None:
    """Do what a step asks for."""
    for test_id in STEPS[name]:
        page.get_by_test_id(test_id).click()


@pytest.mark.parametrize("viewport", sample([PHONE, DESKTOP]))
def test_the_tutorial_is_playable_by_mouse(
    viewport: ViewportSize, visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=viewport)
    page.goto(f"{server.url}/learn")
    for name in STEPS:
        expect_step(page, name)
        wait_for_others(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if name in ("aim", "exchange", "dealer"):
            assert violations(page) == [], name
        next_step(page, name)
        if name == "dealer":  # a reload continues at the same step
            page.reload()
    expect_step(page, "end")
    assert violations(page) == []

    page.get_by_test_id("tutorial-play").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("table")).to_be_visible()


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
    page.get_by_test_id("hand-7S").drag_to(page.get_by_test_id("table-TH"))
    expect_step(page, "watch")


def test_the_tutorial_points_at_what_to_press(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/learn")
    expect(page.locator("[data-pointed]")).to_have_count(1)
    assert pointed(page) == {"next-round"}
    next_step(page, "aim")
    wait_for_others(page)
    page.get_by_test_id("tutorial-next").click()
    expect(page.locator("[data-pointed]")).to_have_count(2)
    assert pointed(page) == {"hand-7S", "table-TH"}
    page.get_by_test_id("hand-7S").click()
    expect(page.locator("[data-pointed]")).to_have_count(1)
    page.get_by_test_id("table-TH").click()
    expect(page.get_by_test_id("act-exchange")).to_have_attribute("data-pointed", "")


def test_a_wrong_move_is_explained_and_can_be_corrected(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    record_announcements(page)
    page.goto(f"{server.url}/learn")
    for name in ("aim", "worth"):
        next_step(page, name)
        wait_for_others(page)
    for test_id in ("hand-9H", "table-KC", "act-exchange"):
        page.get_by_test_id(test_id).click()
    expect(page.get_by_test_id("tutorial-amiss")).to_contain_text("That would make 10")
    assert any("That would make 10" in line for line in announcements(page, "alert"))
    assert violations(page) == []
    expect(page.get_by_test_id("hand-7S")).to_be_visible()
    for test_id in ("hand-9H", "table-KC"):  # deselects both
        page.get_by_test_id(test_id).click()
    next_step(page, "exchange")
    expect_step(page, "watch")
    assert any("From 9 to 19" in line for line in announcements(page, "log"))


def test_steps_can_be_skipped_and_repeated(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/learn")
    next_step(page, "aim")
    while page.get_by_test_id("tutorial").get_attribute("data-step") != "end":
        for test_id in ("tutorial-next", "next-round"):
            if page.get_by_test_id(test_id).is_visible():
                page.get_by_test_id(test_id).click()
    page.get_by_test_id("tutorial-back").click()
    expect_step(page, "swim")
    next_step(page, "swim")
    page.get_by_test_id("tutorial-restart").click()
    expect_step(page, "aim")
    expect(page.get_by_test_id("showdown")).to_contain_text("Max loses a life")


def test_the_tutorial_is_playable_by_keyboard(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/learn")
    keyboard = Keyboard(page)
    for name, targets in STEPS.items():
        expect_step(page, name)
        wait_for_others(page)
        for test_id in targets:
            keyboard.press(page.get_by_test_id(test_id))
    expect(page.locator(":focus")).to_have_attribute("id", "step-title")
    tab_to(page, "tutorial-rules")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("rules-variant")).to_have_value("pagat")


def open_rules(page: Page, server: LiveServer, query: str) -> Locator:
    """Open the rules page and return its article."""
    page.goto(f"{server.url}/rules{query}")
    article = page.get_by_role("article")
    article.wait_for()
    return article


def test_the_rules_are_those_of_one_variant(page: Page, server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    article = open_rules(page, server, "?variant=choy")
    expect(article).to_contain_text("ten rounds")
    expect(article).to_contain_text("52 cards")
    expect(article).not_to_contain_text("Three aces")
    expect(article.locator("#R30")).to_contain_text("turn up four new cards")
    assert violations(page) == []

    page.get_by_test_id("rules-variant").select_option("dutch")
    expect(article.locator("#R29")).to_contain_text("The chicken belongs to the first round")
    expect(article.locator("#R21")).to_contain_text("six lives")
    expect(article.locator("#R31")).to_contain_text("not part of this variant")
    assert violations(page) == []


def test_every_rule_has_an_anchor(page: Page, server: LiveServer) -> None:
    for variant in ("pagat", "dutch", "choy", "app-a9", "gamerules"):
        article = open_rules(page, server, f"?variant={variant}")
        for number in range(1, 35):
            expect(article.locator(f"#R{number}")).to_have_count(1)


def test_a_link_to_a_rule_scrolls_to_it(page: Page, server: LiveServer) -> None:
    article = open_rules(page, server, "?variant=pagat#R17")
    target = article.locator("#R17")
    expect(target).to_be_in_viewport()
    expect(target).to_have_class(re.compile("targeted"))
    article.locator("#R8").get_by_role("link", name="R10").click()
    expect(article.locator("#R10")).to_have_class(re.compile("targeted"))
    expect(article.locator("#R10")).to_be_in_viewport()
    expect(target).not_to_have_class(re.compile("targeted"))


def test_house_rules_are_marked(page: Page, server: LiveServer) -> None:
    options = json.dumps({"lives": 5, "closer_penalty": True})
    article = open_rules(page, server, f"?variant=pagat&options={options}")
    house = page.get_by_test_id("house-rules")
    expect(house).to_contain_text("Everyone starts with five lives")
    expect(house).to_contain_text("Usually: Everyone starts with three lives")
    expect(article.locator("#R20")).to_contain_text("House rule")
    assert violations(page) == []


def test_contradictory_rules_are_refused(page: Page, server: LiveServer) -> None:
    open_rules(page, server, "?variant=pagat&options=special=grace")
    expect(page.get_by_role("alert")).to_contain_text("contradict each other")
