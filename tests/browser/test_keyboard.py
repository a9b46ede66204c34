"""Every page and dialog by keyboard alone: all is reached and seen, nothing holds one fast."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PAGES, PHONE, Visit
from tests.browser.playing import Keyboard, Player, open_table
from tests.browser.stage import Stage
from tests.effort import sample

STOPS = """() => [...document.querySelectorAll(
    "a[href], button:not(:disabled), input:not(:disabled), select, summary, [tabindex='0']")]
  .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.closest("[inert]"))
  .map((one) => one.type === "radio" ? `radio ${one.name}` : one)
  .filter((one, at, all) => all.indexOf(one) === at).length"""

FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  window.stops ??= [];
  const key = one.type === "radio" ? `radio ${one.name}` : one;
  if (!stops.includes(key)) stops.push(key);
  const rings = [one, one.closest("label"), one.parentElement].filter((at) => at !== null)
    .map((at) => getComputedStyle(at))
    .some(({ outlineStyle, outlineWidth }) =>
      outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
  const box = (one.closest("label") ?? one).getBoundingClientRect();
  const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [stops.indexOf(key), rings && seen, one.outerHTML.slice(0, 120)];
}"""
"""Which stop it is, whether that is to be seen, and what it is."""


def walk(page: Page) -> None:
    """From the page's beginning to its end: every stop, each of them to be seen."""
    wanted = page.evaluate(STOPS)
    reached: set[int] = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused is None:
            break
        number, seen, what = focused
        assert seen, f"no focus to be seen on {what}"
        reached.add(number)
    assert len(reached) >= wanted, f"{len(reached)} of {wanted} reached"


@pytest.mark.parametrize("path", sample(PAGES, 4))
def test_a_page(path: str, page: Page, server: Stage) -> None:
    page.goto(server.url + path)
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    walk(page)


def test_from_page_to_page(page: Page, server: Stage) -> None:
    """Each has a title of its own, and its heading takes the focus of who came from another."""
    page.goto(server.url)
    keyboard = Keyboard(page)
    titles = {page.title()}
    for name in ("new", "learn", "rules", "statistics", "settings", "about"):
        keyboard.press(page.locator(f'a[href^="/{name}"]').first)
        expect(page.locator("h1")).to_be_focused()
        expect(page).to_have_title(f"{page.locator('h1').inner_text()} · Schwimmen")
        titles.add(page.title())
        keyboard.press(page.locator('header a[href="/"]'))
        expect(page.locator("h1")).to_be_focused()
        expect(page).to_have_title("Schwimmen")
    assert len(titles) == 7


LATE_CLOSING = """
addEventListener("close", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  addEventListener("late", () => event.target.dispatchEvent(new Event("close")), { once: true });
}, true);
"""
"""The news that a dialog is closed comes when the page asks for it, as on a busy machine."""


def test_what_opens_gives_the_focus_back(visit: Visit, server: Stage) -> None:
    page = visit({"pace": "instant", "confirm": True}, viewport=PHONE)
    keyboard = Keyboard(page)

    page.goto(f"{server.url}/new")
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
    expect(dialog).to_be_hidden()
    expect(opponent).to_be_focused()
    keyboard.press(opponent)
    keyboard.press(dialog.get_by_test_id(re.compile("^swap-")).last)
    expect(dialog).to_be_hidden()
    expect(opponent).to_be_focused()

    server.chance.seed(4)
    open_table(page, server.url)
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

    # The list of keys comes by its key, from wherever the focus is at the table.
    card = player.cards("hand").first
    keyboard.reach(card)
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys").locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_be_focused()

    # A move is asked about; no leads back to its button.
    button = page.get_by_test_id("act-pass")
    keyboard.press(button)
    expect(page.get_by_test_id("confirm-yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_be_hidden()
    expect(button).to_be_focused()


def test_a_dialog_that_closes_late_leaves_the_focus(visit: Visit, server: Stage) -> None:
    """What has the focus by then keeps it."""
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
    page.evaluate("dispatchEvent(new Event('late'))")
    expect(page.locator("dialog")).to_have_count(0)
    expect(other).to_be_focused()
