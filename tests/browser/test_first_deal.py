"""The animation of the first deal, shown when a table is opened."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.place import Place
from tests.browser.player import Player

COUNT_ANIMATIONS = """
window.animations = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...options) {
  if (this.closest("[data-testid=table]")) animations += 1;
  return animate.apply(this, options);
};
"""
"""Counts the animations at the table."""

PAUSE_ANIMATIONS = """
window.paused = [];
const [animate, wait] = [Element.prototype.animate, window.setTimeout];
Element.prototype.animate = function (...options) {
  const animation = animate.apply(this, options);
  if (this.closest("[data-testid=table]")) { animation.pause(); paused.push(animation); }
  return animation;
};
window.setTimeout = (handler, ms, ...more) =>
  wait(handler, paused.length && ms > 500 ? 1e6 : ms, ...more);
"""
"""Pauses the animations at the table until a key is pressed."""


def animation_count(page: Page) -> int:
    """Return the number of animations started by the time the page has been painted twice."""
    drawn = "requestAnimationFrame(() => requestAnimationFrame(() => done(animations)))"
    return int(page.evaluate(f"() => new Promise((done) => {drawn})"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_first_deal_is_animated_unless_motion_is_reduced(
    motion: Literal["no-preference", "reduce"], browser: Browser, slow_place: Place
) -> None:
    context = browser.new_context(locale="en", reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(COUNT_ANIMATIONS)
    slow_place.open_table(page)
    expect(Player(page, "pagat").cards("hand")).to_have_count(3)
    # At least three hands and the table cards.
    count = animation_count(page)
    assert count >= 12 if motion == "no-preference" else count == 0
    context.close()


def test_a_running_match_is_not_dealt_again(browser: Browser, place: Place) -> None:
    context = browser.new_context(locale="en", reduced_motion="no-preference")
    page = context.new_page()
    place.open_table(page)
    player = Player(page, "pagat")
    player.until(player.may_move)
    page.add_init_script(COUNT_ANIMATIONS)
    page.reload()
    expect(player.cards("hand")).to_have_count(3)
    assert animation_count(page) == 0
    context.close()


def test_the_hand_value_appears_after_the_cards(browser: Browser, slow_place: Place) -> None:
    context = browser.new_context(locale="en", reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(PAUSE_ANIMATIONS)
    slow_place.open_table(page)
    expect(Player(page, "pagat").cards("hand")).to_have_count(3)
    page.wait_for_function("() => paused.length > 0")
    value = page.get_by_test_id("hand-value")
    expect(value).to_be_attached()
    expect(value).not_to_be_visible()
    page.keyboard.press("Shift")  # ends the animation
    expect(value).to_be_visible()
    context.close()
