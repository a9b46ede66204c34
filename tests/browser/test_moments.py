"""Moments of a round: large for the player, small at other seats, and still without motion."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.place import Place
from tests.browser.player import Player

RECORD = """
window.moments = [];
const large = () => document.querySelector("[data-testid=own-moment]");
new MutationObserver(() => {
  const now = large();
  if (!now || now.dataset.seen) return;
  now.dataset.seen = "yes";
  const moment = {kind: now.dataset.kind, pointerEvents: getComputedStyle(now).pointerEvents};
  moments.push(moment);
  if (window.pressing) dispatchEvent(new PointerEvent("pointerdown"));
  setTimeout(() => {
    moment.left = large() === null;
    document.documentElement.dataset.moment = moment.kind;
  });
}).observe(document, {subtree: true, childList: true});
"""
"""Records the large moments, and whether each has left at once; ``pressing`` presses on it."""

COSTS_A_LIFE = {"life", "swims", "afloat", "under"}


def play_to_a_moment(page: Page, place: Place) -> Player:
    """Play until a round has meant something to the player, who closes at once in every round."""
    place.chance.seed(8)
    place.open_table(page, options={"lives": 2})
    player = Player(page, "pagat")
    player.plan = ("act-close",)
    player.until(page.get_by_test_id("moment-sign").is_visible)
    return player


def test_a_moment_is_shown_large_and_then_as_a_sign(visit: Visit, place: Place) -> None:
    page = visit({"pace": "quick"}, reduced_motion="no-preference")
    page.add_init_script(RECORD)
    play_to_a_moment(page, place)
    expect(page.locator("html[data-moment]")).to_have_count(1)
    moment = page.evaluate("moments.at(-1)")
    assert moment["kind"] in COSTS_A_LIFE
    assert moment["pointerEvents"] == "none"
    expect(page.get_by_test_id("moment-sign")).to_have_attribute("data-kind", moment["kind"])
    expect(page.get_by_test_id("own-moment")).to_have_count(0)  # it ends by itself


def test_a_press_ends_a_moment_at_once(visit: Visit, place: Place) -> None:
    page = visit({"pace": "quick"}, reduced_motion="no-preference")
    page.add_init_script(RECORD + "window.pressing = true;")
    player = play_to_a_moment(page, place)
    expect(page.locator("html[data-moment]")).to_have_count(1)
    assert page.evaluate("moments.every(({left}) => left)")
    player.step()  # the next round can be dealt


def test_a_moment_is_only_a_sign_without_motion(visit: Visit, place: Place) -> None:
    page = visit({"pace": "quick"}, reduced_motion="reduce")
    page.add_init_script(RECORD)
    player = play_to_a_moment(page, place)
    assert page.get_by_test_id("moment-sign").get_attribute("data-kind") in COSTS_A_LIFE
    while player.step():
        pass
    assert page.evaluate("moments") == []


def test_a_replay_shows_moments_at_the_seats(page: Page, place: Place) -> None:
    place.chance.seed(8)
    table = place.open_table(page, options={"lives": 1})
    view = place.play_out(page, table)
    page.goto(f"{place.url}/t/{table}/replay?round={view['number']}&step=1000")
    (winner,) = view["winners"]
    sign = page.get_by_test_id(f"seat-{winner}").get_by_test_id("seat-moment")
    expect(sign).to_have_attribute("aria-label", "Wins the match")
    page.goto(f"{place.url}/t/{table}/replay")
    expect(page.get_by_test_id("seat-0")).to_be_visible()
    expect(page.get_by_test_id("seat-moment")).to_have_count(0)
