"""Whole matches by finger, in other languages and with other cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.playing import Finger, Player, open_table, prepared
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
