"""Whole matches by finger and by keyboard alone, in other languages and with other cards."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.playing import Finger, Keyboard, Player, open_table
from tests.browser.stage import Stage, stage


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("server") / "schwimmen.db") as running:
        yield running


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    made: list[BrowserContext] = []
    yield made
    for context in made:
        context.close()


def prepared(page: Page, **settings: bool | str) -> Page:
    """A page of a browser in which these settings were made before."""
    kept = json.dumps(json.dumps(settings))
    page.context.add_init_script(f"localStorage.setItem('schwimmen.settings', {kept})")
    return page


def finish(player: Player) -> None:
    """Plays to the match's end."""
    while player.step():
        pass
    expect(player.page.get_by_test_id("match-over")).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_match_by_finger(
    motion: str, browser: Browser, contexts: list[BrowserContext], server: Stage
) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        locale="de",
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
    )
    contexts.append(context)
    page = prepared(context.new_page(), cards="german", pace="instant")
    server.chance.seed(8)
    open_table(page, server.url, options={"lives": 1})
    expect(page.locator("html")).to_have_attribute("lang", "de")
    player = Player(page, "pagat", Finger())
    player.until(player.may_move)
    expect(page.get_by_role("button", name="Schieben")).to_be_visible()
    finish(player)
    # Nothing sticks out: a phone is not scrolled sideways.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_dutch_match_with_four_colours(
    browser: Browser, contexts: list[BrowserContext], server: Stage
) -> None:
    contexts.append(browser.new_context(locale="nl", reduced_motion="reduce"))
    page = prepared(contexts[0].new_page(), cards="four-colour", pace="instant")
    server.chance.seed(8)
    open_table(page, server.url, "dutch", options={"lives": 1})
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    player = Player(page, "dutch")
    player.until(player.may_move)
    expect(page.get_by_role("button", name="Passen", exact=True)).to_be_visible()
    finish(player)


def test_a_match_by_keyboard_and_ear(page: Page, server: Stage) -> None:
    """Without a pointer, and with what a screen reader says as the only news."""
    prepared(page, pace="instant")
    page.add_init_script(
        """window.said = [];
        new MutationObserver(() => {
          const regions = "[aria-live], [role=status], [role=alert]";
          for (const region of document.querySelectorAll(regions)) {
            const text = region.textContent.trim();
            if (text && said.at(-1) !== text) said.push(text);
          }
        }).observe(document, {subtree: true, childList: true, characterData: true});"""
    )
    server.chance.seed(4)
    open_table(page, server.url, options={"lives": 1})
    player = Player(page, "pagat", Keyboard(page))
    while player.step():
        focused = page.evaluate("document.activeElement?.tagName")
        assert focused not in (None, "BODY"), "the focus is lost"
    said = " ".join(page.evaluate("said"))
    for word in ("Your turn", "take", "passes", "closes", "loses", "wins the match", " of spades"):
        assert word in said, f"{word!r} was never said"
    # Whatever can be pressed has a name.
    for button in page.get_by_role("button").all():
        assert button.evaluate("(one) => one.ariaLabel ?? one.textContent.trim()")
