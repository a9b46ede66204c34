"""Moments of a round, large for the player until they end or a press ends them."""

from __future__ import annotations

from playwright.sync_api import expect

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

FROM_NOW_ON = """() => {
  moments.length = 0;
  delete document.documentElement.dataset.moment;
  window.pressing = true;
}"""
"""Forgets the moments so far, and presses on each later one."""

COSTS_A_LIFE = {"life", "swims", "afloat", "under"}


def test_a_moment_ends_by_itself_and_at_a_press(visit: Visit, place: Place) -> None:
    page = visit({"pace": "quick"}, reduced_motion="no-preference")
    page.add_init_script(RECORD)
    place.chance.seed(8)
    place.open_table(page, options={"lives": 3})
    player = Player(page, "pagat")
    player.plan = ("act-close",)  # costs a life soon
    sign = page.get_by_test_id("moment-sign")
    player.until(sign.is_visible)
    expect(page.locator("html[data-moment]")).to_have_count(1)
    moment = page.evaluate("moments.at(-1)")
    assert moment["kind"] in COSTS_A_LIFE
    assert moment["pointerEvents"] == "none"
    expect(sign).to_have_attribute("data-kind", moment["kind"])
    expect(page.get_by_test_id("own-moment")).to_have_count(0)

    page.evaluate(FROM_NOW_ON)
    player.step()
    player.until(sign.is_visible)
    expect(page.locator("html[data-moment]")).to_have_count(1)
    assert page.evaluate("moments.every(({left}) => left)")
    player.step()  # the next round can be dealt
