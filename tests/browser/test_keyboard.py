"""Every page and dialog by keyboard alone: all controls reachable, focus visible, no traps."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PAGES, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import ServerPlace
from tests.browser.player import Keyboard, Player
from tests.effort import sample

STOPS = """() => [...document.querySelectorAll(
    "a[href], button:not(:disabled), input:not(:disabled), select, summary, [tabindex='0']")]
  .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
  .filter((stop) => !stop.closest("[inert]"))
  .map((stop) => stop.type === "radio" ? `radio ${stop.name}` : stop)
  .filter((stop, index, all) => all.indexOf(stop) === index).length"""

FOCUSED = """() => {
  const active = document.activeElement;
  if (active === document.body) return null;
  window.stops ??= [];
  const key = active.type === "radio" ? `radio ${active.name}` : active;
  if (!stops.includes(key)) stops.push(key);
  const ring = [active, active.closest("label"), active.parentElement]
    .filter((element) => element !== null)
    .map((element) => getComputedStyle(element))
    .some(({ outlineStyle, outlineWidth }) =>
      outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
  const box = (active.closest("label") ?? active).getBoundingClientRect();
  const onScreen =
    box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [stops.indexOf(key), ring && onScreen, active.outerHTML.slice(0, 120)];
}"""
"""Index of the focused tab stop, whether its focus ring is visible, and its HTML."""


def tab_through(page: Page) -> None:
    """Tab through a page and check that every stop is reached with a visible focus ring."""
    total = page.evaluate(STOPS)
    reached: set[int] = set()
    for _ in range(total + 5):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused is None:  # behind the last stop; the next one is the first
            continue
        index, visible, html = focused
        assert visible, f"no visible focus ring on {html}"
        reached.add(index)
    assert len(reached) >= total, f"{len(reached)} of {total} reached"


def test_every_control_is_reachable_by_tab(page: Page, server: LiveServer) -> None:
    for path in sample(PAGES, 4):
        page.goto(server.url + path)
        expect(page.locator("h1")).to_have_count(1)
        expect(page.locator("main")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        page.evaluate(
            "document.querySelectorAll('details').forEach((group) => { group.open = true; })"
        )
        tab_through(page)


def test_the_first_tab_stop_skips_the_navigation(page: Page, server: LiveServer) -> None:
    for path in ("/", "/settings"):
        page.goto(server.url + path)
        expect(page.locator("h1")).to_be_visible()
        page.keyboard.press("Tab")
        skip = page.get_by_role("link", name="Skip to content")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator("main :focus")).to_have_count(1)
        expect(page).to_have_url(server.url + path)


def test_the_search_works_by_keyboard(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"{server.url}/about")
    keyboard = Keyboard(page)
    button = page.get_by_test_id("nav-search")
    keyboard.press(button)
    dialog = page.get_by_test_id("search")
    expect(page.get_by_test_id("search-query")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()

    page.keyboard.press("/")
    expect(page.get_by_test_id("search-query")).to_be_focused()
    page.keyboard.type("renew")
    expect(page.get_by_test_id("search-hits")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("link", name="Renewing the table").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/rules\?variant=choy#R30$"))
    expect(dialog).to_have_count(0)


LATE_CLOSING = """
addEventListener("close", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  addEventListener("late", () => event.target.dispatchEvent(new Event("close")), { once: true });
  window.closing = true;
}, true);
"""
"""Delays the close event of dialogs until a ``late`` event, as on a busy machine."""


def test_dialogs_return_the_focus_when_they_close(visit: Visit, server: LiveServer) -> None:
    place = ServerPlace(server)
    page = visit({"pace": "instant", "confirm": True}, viewport=PHONE)
    keyboard = Keyboard(page)

    page.goto(f"{place.url}/new")
    opponent = page.get_by_test_id("new-opponent-1")
    keyboard.press(opponent)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body"
            " || document.activeElement.closest('dialog') !== null"
        )
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)  # its close event has come, too
    expect(opponent).to_be_focused()
    keyboard.press(opponent)
    keyboard.press(dialog.get_by_test_id(re.compile("^swap-")).last)
    expect(dialog).to_be_hidden()
    expect(opponent).to_be_focused()

    place.chance.seed(4)
    place.open_table(page)
    player = Player(page, "pagat", keyboard)
    player.until(player.may_move)
    for button, opened in (
        (page.get_by_test_id("quick-settings"), page.get_by_test_id("quick")),
        (page.get_by_role("button", name="History", exact=True), page.get_by_test_id("history")),
    ):
        keyboard.press(button)
        expect(opened.locator(":focus")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(button).to_be_focused()

    # The keyboard help opens with its shortcut from any focus at the table.
    card = player.cards("hand").first
    keyboard.reach(card)
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys").locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_be_focused()

    # A move needs confirmation; cancelling returns the focus to its button.
    button = page.get_by_test_id("act-pass")
    keyboard.press(button)
    expect(page.get_by_test_id("confirm-yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_be_hidden()
    expect(button).to_be_focused()


def test_a_dialog_that_closes_late_does_not_move_the_focus(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    page.add_init_script(LATE_CLOSING)
    page.goto(f"{server.url}/new")
    keyboard = Keyboard(page)
    keyboard.press(page.get_by_test_id("new-opponent-1"))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    other = page.get_by_test_id("new-opponent-2")
    keyboard.reach(other)
    page.wait_for_function("() => window.closing")
    page.evaluate("dispatchEvent(new Event('late'))")
    expect(page.locator("dialog")).to_have_count(0)
    expect(other).to_be_focused()
