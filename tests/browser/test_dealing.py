"""The first cards of a match: they are dealt before the eyes of whoever opens the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import Player, open_table
from tests.browser.stage import Stage, stage

LISTEN = """
window.dealt = 0;
const fly = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  if (this.closest("[data-testid=table]")) dealt += 1;
  return fly.apply(this, how);
};
"""
"""Counts what is set in motion at the table."""

HOLD = """
window.held = [];
const [fly, wait] = [Element.prototype.animate, window.setTimeout];
Element.prototype.animate = function (...how) {
  const flight = fly.apply(this, how);
  if (this.closest("[data-testid=table]")) { flight.pause(); held.push(flight); }
  return flight;
};
window.setTimeout = (does, ms, ...more) =>
  wait(does, held.length && ms > 500 ? 1e6 : ms, ...more);
"""
"""Lets cards hang in the air until something is pressed."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("server") / "schwimmen.db", pace=60) as running:
        yield running


def settled(page: Page) -> int:
    """How many things were set in motion by the time that the page has been drawn twice."""
    drawn = "requestAnimationFrame(() => requestAnimationFrame(() => done(dealt)))"
    return int(page.evaluate(f"() => new Promise((done) => {drawn})"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_first_cards_are_dealt(
    motion: Literal["no-preference", "reduce"], browser: Browser, server: Stage
) -> None:
    context = browser.new_context(locale="en", reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(LISTEN)
    open_table(page, server.url)
    expect(Player(page, "pagat").cards("hand")).to_have_count(3)
    # Three hands and the one in the middle, at the least.
    dealt = settled(page)
    assert dealt >= 12 if motion == "no-preference" else dealt == 0
    context.close()


def mine_to_choose(page: Page, server: Stage) -> Player:
    """A new match whose dealer I am."""
    for seed in range(20):
        server.chance.seed(seed)
        open_table(page, server.url, opponents=1)
        player = Player(page, "pagat")
        expect(player.table).to_be_visible()
        if page.get_by_test_id("act-keep").is_visible():
            return player
    raise AssertionError("never the dealer")


def test_a_match_that_is_under_way_is_not_dealt_again(browser: Browser, server: Stage) -> None:
    context = browser.new_context(locale="en", reduced_motion="no-preference")
    page = context.new_page()
    player = mine_to_choose(page, server)
    player.act("act-keep")
    page.add_init_script(LISTEN)
    page.reload()
    expect(player.cards("hand")).to_have_count(3)
    assert settled(page) == 0
    context.close()


def test_a_hand_has_its_value_once_its_cards_lie(browser: Browser, server: Stage) -> None:
    context = browser.new_context(locale="en", reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(HOLD)
    open_table(page, server.url)
    expect(Player(page, "pagat").cards("hand")).to_have_count(3)
    page.wait_for_function("held.length > 0")
    value = page.get_by_test_id("hand-value")
    expect(value).to_be_attached()
    expect(value).not_to_be_visible()
    page.keyboard.press("Shift")  # ends the movement
    expect(value).to_be_visible()
    context.close()
