"""The end of a round: the hands are turned over, and nobody has to wait for that."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.playing import Player, open_table
from tests.browser.stage import Stage

LISTEN = """
const waits = () => document.querySelector("[data-testid=showdown]")?.closest("[inert]") !== null;
window.sheet = {};
const observer = new MutationObserver(() => {
  if (!document.querySelector("[data-testid=showdown]")) return;
  observer.disconnect();
  setTimeout(() => {
    sheet.waited = waits();
    dispatchEvent(new PointerEvent("pointerdown"));
    setTimeout(() => (sheet.waitsStill = waits()));
  });
});
observer.observe(document, {subtree: true, childList: true});
"""
"""Presses as soon as the showdown is there, and notes whether it had to wait before and after."""


def closed(page: Page, server: Stage) -> None:
    """Plays until a round is over that the player closed at once."""
    server.chance.seed(8)
    open_table(page, server.url)
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.act("act-close")
    player.wait()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_press_ends_the_turning_over(motion: str, visit: Visit, server: Stage) -> None:
    page = visit({"pace": "quick"}, reduced_motion=motion)
    page.add_init_script(LISTEN)
    closed(page, server)
    page.wait_for_function("'waitsStill' in sheet")
    sheet = page.evaluate("sheet")
    assert sheet == {"waited": motion == "no-preference", "waitsStill": False}


def test_it_waits_for_the_player(visit: Visit, server: Stage) -> None:
    page = visit({"pace": "quick"}, reduced_motion="no-preference")
    closed(page, server)
    expect(page.get_by_test_id("next-round")).to_be_focused()
    # Every hand, and for whoever lost the reason, a press away from its rule.
    showdown = page.get_by_test_id("showdown")
    for seat in range(3):
        expect(showdown.get_by_test_id(f"hand-of-{seat}")).to_be_visible()
    rule = showdown.get_by_test_id("rule-R17").first
    with page.context.expect_page() as opening:
        rule.click()
    expect(opening.value).to_have_url(f"{server.url}/rules?variant=pagat#R17")
    opening.value.close()
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-phase", "over")
    page.get_by_test_id("next-round").press("Enter")
    expect(table).not_to_have_attribute("data-phase", "over")
    expect(showdown).to_have_count(0)
