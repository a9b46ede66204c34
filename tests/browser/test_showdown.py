"""The showdown at the end of a round, whose animation a press can skip."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import Place
from tests.browser.player import Player, game_against

PRESS_AT_ONCE = """
const isInert = () => document.querySelector("[data-testid=showdown]")?.closest("[inert]") !== null;
window.inert = {};
const observer = new MutationObserver(() => {
  if (!document.querySelector("[data-testid=showdown]")) return;
  observer.disconnect();
  setTimeout(() => {
    inert.before = isInert();
    dispatchEvent(new PointerEvent("pointerdown"));
    setTimeout(() => (inert.after = isInert()));
  });
});
observer.observe(document, {subtree: true, childList: true});
"""
"""Presses as soon as the showdown appears, and records whether it was inert before and after."""


def close_at_once(page: Page, place: Place) -> None:
    """Close in the first turn and wait for the end of the round."""
    place.chance.seed(8)
    place.open_table(page)
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.act("act-close")
    player.wait()


def test_a_press_ends_the_animation_of_the_showdown(visit: Visit, place: Place) -> None:
    page = visit({"pace": "quick"}, reduced_motion="no-preference")
    page.add_init_script(PRESS_AT_ONCE)
    close_at_once(page, place)
    page.wait_for_function("() => 'after' in inert")
    assert page.evaluate("inert") == {"before": True, "after": False}


def test_the_showdown_stays_until_the_player_goes_on(visit: Visit, place: Place) -> None:
    page = visit({"pace": "quick"}, reduced_motion="no-preference")
    close_at_once(page, place)
    expect(page.get_by_test_id("next-round")).to_be_focused()
    showdown = page.get_by_test_id("showdown")
    for seat in range(3):
        expect(showdown.get_by_test_id(f"hand-of-{seat}")).to_be_visible()
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-phase", "over")
    page.get_by_test_id("next-round").press("Enter")
    expect(table).not_to_have_attribute("data-phase", "over")
    expect(showdown).to_have_count(0)


LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length;
}"""
"""Returns the number of lines of an element's text."""


@pytest.mark.parametrize(
    "size", [ViewportSize(width=360, height=740), ViewportSize(width=740, height=360)]
)
def test_a_phone_shows_names_whole_and_the_sign_beside_the_hands(
    size: ViewportSize, visit: Visit, server: LiveServer
) -> None:
    page = visit({"pace": "instant", "coach": False}, viewport=size, locale="de")
    server.chance.seed(3)  # the player, who closes, has the worst hand
    game = game_against(
        "pagat", 2, {"lives": 1, "special": "none", "dealer_choice": False}, levels=()
    )
    opened = page.request.post(f"{server.url}/api/tables", data={**game, "name": "Spieler"})
    page.goto(f"{server.url}/t/{opened.json()['id']}")
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.act("act-close")
    player.wait()
    row = page.get_by_test_id("hand-of-0")
    expect(row.locator(".fate")).to_have_text("schwimmt jetzt")
    assert row.get_by_text("Spieler", exact=True).evaluate(LINES) == 1
    sign = page.get_by_test_id("moment-sign").bounding_box()
    hands = page.get_by_test_id("showdown").get_by_role("list").bounding_box()
    assert sign is not None
    assert hands is not None
    assert sign["y"] + sign["height"] <= hands["y"]
