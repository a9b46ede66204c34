"""The tutorial and the rules page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import PHONE
from tests.browser.live_server import LiveServer
from tests.browser.player import tab_to


def step(page: Page) -> str:
    """Return the current step of the tutorial."""
    return page.get_by_test_id("tutorial-step").get_attribute("data-step") or ""


def exchange(page: Page, given: str, taken: str, button: str | None = "act-exchange") -> None:
    """Click a card of the hand, a table card and a button."""
    page.get_by_test_id(f"hand-{given}").click()
    page.get_by_test_id(f"table-{taken}").click()
    if button:
        page.get_by_test_id(button).click()


STEPS_BY_MOUSE: dict[str, Callable[[Page], None]] = {
    "suit": lambda page: page.get_by_test_id("quiz-1").click(),
    "points": lambda page: page.get_by_test_id("quiz-1").click(),
    "exchange": lambda page: exchange(page, "7S", "TH"),
    "pass": lambda page: page.get_by_test_id("act-pass").click(),
    "three": lambda page: exchange(page, "TH", "9C", None),
    "close": lambda page: page.get_by_test_id("act-exchange-close").click(),
    "dealer": lambda page: page.get_by_test_id("act-keep").click(),
    "thirtyOne": lambda page: exchange(page, "7D", "QS"),
    "fire": lambda page: exchange(page, "8H", "AS"),
}


def test_the_tutorial_is_playable_by_mouse_on_a_phone(page: Page, server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.url}/learn")
    seen: list[str] = []
    page.get_by_test_id("tutorial").wait_for()
    while (now := step(page)) != "end":
        shown = page.get_by_test_id("tutorial-step")
        if now not in seen:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), now
            seen.append(now)
        if now == "exchange":  # a wrong exchange first: it is explained and can be retried
            exchange(page, "9H", "KC")
            expect(page.get_by_test_id("tutorial-amiss")).to_contain_text("10")
            exchange(page, "9H", "KC", None)  # deselects both
            assert violations(page) == []
        if now in STEPS_BY_MOUSE:
            expect(shown).to_have_attribute("data-solved", "false")
            STEPS_BY_MOUSE[now](page)
            expect(shown).to_have_attribute("data-solved", "true")
            expect(page.get_by_test_id("tutorial-praise")).to_be_visible()
        if now == "pass":  # a reload continues at the same step
            page.reload()
            expect(page.get_by_test_id("tutorial-step")).to_have_attribute("data-step", "pass")
        page.get_by_test_id("tutorial-next").click()
    assert len(seen) == 15
    assert violations(page) == []

    page.get_by_test_id("tutorial-play").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("table")).to_be_visible()


DONE_BY_KEYS = {
    "suit": ("quiz-0",),
    "points": ("quiz-1",),
    "exchange": ("table-TH", "hand-7S", "act-exchange"),
    "pass": ("act-pass",),
    "three": ("table-9C", "hand-TH"),
    "close": ("act-exchange-close",),
    "dealer": ("act-keep",),
    "thirtyOne": ("table-QS", "hand-7D", "act-exchange"),
    "fire": ("table-AS", "hand-8H", "act-exchange"),
}


def test_the_tutorial_is_playable_by_keyboard(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("tutorial").wait_for()
    before = ""
    while (now := step(page)) != "end":
        if before not in ("", now):  # a new step focuses its heading
            expect(page.locator(":focus")).to_have_attribute("id", "step-title")
        for test_id in DONE_BY_KEYS.get(now, ()):
            tab_to(page, test_id)
            page.keyboard.press("Enter")
        tab_to(page, "tutorial-next")
        page.keyboard.press("Enter")
        before = now
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
