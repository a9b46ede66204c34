"""The hints of a first match: each once, out of the way, and not for those who have played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import Place
from tests.browser.player import tab_to
from tests.browser.screen_reader import announcements, record_announcements
from tests.browser.shared_table import PLAIN, begin, phase, share, sit, turn

COVERED = """() => {
  const hint = document.querySelector("[data-testid=hint]").getBoundingClientRect();
  const covers = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.left < hint.right && hint.left < box.right
      && box.top < hint.bottom && hint.top < box.bottom;
  };
  return [...document.querySelectorAll("header, main, main button, main .seat")].filter(covers)
    .map((element) => element.dataset.testid ?? element.className);
}"""
"""Returns the parts of the page that the hint covers."""


def hint(page: Page) -> Locator:
    """Return the hint."""
    return page.get_by_test_id("hint")


def expect_hint(page: Page, name: str, words: str) -> None:
    """Expect a hint that is announced once and covers nothing."""
    expect(hint(page)).to_have_attribute("data-hint", name)
    expect(hint(page)).to_contain_text(words)
    expect(hint(page)).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED) == []
    assert sum(line.startswith("Hint:") and words in line for line in heard(page)) == 1


def expect_no_more(page: Page) -> None:
    """Expect that nothing is explained again; chance may deal what has not been explained yet."""
    expect(page.locator('[data-hint="close"], [data-hint="loss"]')).to_have_count(0)


def heard(page: Page) -> list[str]:
    """Return what the log has announced."""
    return announcements(page, "log")


def open_choice(page: Page, place: Place) -> str:
    """Open a table at which the player deals and chooses a hand first; return its id.

    Other visitors open the tables at which a bot deals.
    """
    other = page.context.browser
    assert other is not None
    for seed in range(50):
        context = other.new_context()
        place.chance.seed(seed)
        scout = context.new_page()
        place.open_table(scout, opponents=1, options=PLAIN)
        table = scout.get_by_test_id("table")
        expect(table).to_have_attribute("data-phase", "choice")
        is_own = table.get_attribute("data-my-turn") == "true"
        context.close()
        if is_own:
            place.chance.seed(seed)
            opened = place.open_table(page, opponents=1, options=PLAIN)
            expect(page.get_by_test_id("act-keep")).to_be_visible()
            return opened
    raise AssertionError("no table begins with the player's choice")


def expect_no_hint(page: Page) -> None:
    """Expect no hint although the player has a choice and all requests are answered."""
    expect(page.get_by_test_id("act-keep")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(hint(page)).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_first_choice_is_explained_until_it_is_made(
    viewport: ViewportSize, visit: Visit, slow_place: Place
) -> None:
    page = visit(viewport=viewport)
    record_announcements(page)
    open_choice(page, slow_place)
    expect_hint(page, "choice", "keep this hand")
    assert violations(page) == []
    page.get_by_test_id("act-keep").click()
    expect(hint(page)).to_have_count(0)


def test_a_hint_is_dismissed_by_keyboard_and_does_not_return(page: Page, slow_place: Place) -> None:
    open_choice(page, slow_place)
    expect(hint(page)).to_be_visible()
    tab_to(page, "hint-dismiss")
    page.keyboard.press("Enter")
    expect(hint(page)).to_have_count(0)
    expect(page.get_by_test_id("table")).to_be_focused()
    page.reload()
    expect_no_hint(page)


def test_close_and_loss_are_explained_at_a_friends_table(visit: Visit, server: LiveServer) -> None:
    """Both players' first match: each hint is shown to both, in the first round only."""
    host, guest = visit(), visit(viewport=PHONE)
    for page in (host, guest):
        record_announcements(page)
    table = share(host, server.url)
    sit(guest, f"{server.url}/t/{table}", "Bob")
    begin(host, guest)

    for first_round in (True, False):
        for page in (host, guest):
            expect(page.get_by_test_id("table")).not_to_have_attribute("data-phase", "over")
        mover = turn(host, guest)
        if phase(mover) == "choice":
            mover.get_by_test_id("act-keep").click()
            expect(mover.get_by_test_id("table")).to_have_attribute("data-my-turn", "false")
            mover = turn(host, guest)
        mover.get_by_test_id("act-close").click()
        other = guest if mover is host else host
        expect(other.get_by_test_id("table")).to_have_attribute("data-my-turn", "true")
        if first_round:
            name = "Anna" if mover is host else "Bob"
            expect_hint(mover, "close", "You have closed: everyone else gets one more turn")
            expect_hint(other, "close", f"{name} has closed: everyone else gets one more turn")
            assert violations(other) == []
        else:
            expect_no_more(other)
        other.get_by_test_id("act-pass").click()
        for page in (host, guest):
            expect(page.get_by_test_id("next-round")).to_be_visible()
            if first_round:
                expect_hint(page, "loss", "With none left you swim")
                assert violations(page) == []
            else:
                expect_no_more(page)
        for page in (host, guest):
            page.get_by_test_id("next-round").click()
    expect_no_more(host)
