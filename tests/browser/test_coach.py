"""The coach of a first match: each once, out of the way, and not for those who have played."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.conftest import WHOLE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.player import PLAYER, game_against, tab_to, welcome
from tests.browser.screen_reader import announcements, record_announcements
from tests.browser.shared_table import PLAIN, begin, phase, share, sit, turn

COVERED = """() => {
  const PARTS = "header, main button, main [data-card], main [data-testid^=seat-],"
    + "[data-testid=showdown]";
  const line = document.querySelector("[data-testid=coach]").getBoundingClientRect();
  const covers = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.left < line.right && line.left < box.right
      && box.top < line.bottom && line.top < box.bottom;
  };
  return [...document.querySelectorAll(PARTS)].filter(covers)
    .map((element) => element.dataset.testid ?? element.className);
}"""
"""Returns the parts of the page that the line covers."""

TALL: ViewportSize = {"width": 360, "height": 740}
SIZES: tuple[ViewportSize, ...] = (
    TALL,
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
)


def coach(page: Page) -> Locator:
    """Return the line of the coach."""
    return page.get_by_test_id("coach")


def expect_line(page: Page, name: str, words: str) -> None:
    """Expect a line of the coach that is announced once and covers nothing."""
    expect(coach(page)).to_have_attribute("data-line", name)
    expect(coach(page)).to_contain_text(words)
    expect(coach(page)).to_be_in_viewport(ratio=WHOLE)
    assert page.evaluate(COVERED) == []
    for button in page.get_by_test_id(re.compile("^act-")).all():
        expect(button).to_be_in_viewport(ratio=WHOLE)
    assert sum(line.startswith("Coach:") and words in line for line in heard(page)) == 1


def heard(page: Page) -> list[str]:
    """Return the announcements of the log."""
    return announcements(page, "log")


def open_choice(page: Page, server: LiveServer) -> None:
    """Open a table at which the player deals and chooses a hand first.

    Other visitors open the tables at which a bot deals.
    """
    game = game_against("pagat", 1, PLAIN, ())
    for _ in range(50):
        with httpx.Client(base_url=server.url) as visitor:
            table = visitor.post("/api/tables", json={**game, "name": PLAYER}).json()["id"]
            cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
            if welcome(server.url, table, cookies).view["to_act"] == 0:
                page.context.add_cookies(
                    [{"name": n, "value": v, "url": server.url} for n, v in visitor.cookies.items()]
                )
                page.goto(f"{server.url}/t/{table}")
                return
    raise AssertionError("no table begins with the player's choice")


def test_the_first_choice_is_explained_until_the_line_is_dismissed(
    visit: Visit, slow_server: LiveServer
) -> None:
    page = visit(viewport=TALL)
    record_announcements(page)
    open_choice(page, slow_server)
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        expect_line(page, "choice", "keep this hand")
        assert violations(page) == []
    tab_to(page, "hint-dismiss")
    page.keyboard.press("Enter")
    expect(coach(page)).to_have_count(0)
    expect(page.get_by_test_id("table")).to_be_focused()


def test_close_and_loss_are_explained_at_a_friends_table(visit: Visit, server: LiveServer) -> None:
    """Both players' first match: each line is shown to both."""
    host, guest = visit(), visit(viewport=TALL)
    for page in (host, guest):
        record_announcements(page)
    table = share(host, server.url)
    sit(guest, f"{server.url}/t/{table}", "Bob")
    begin(host, guest)

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
    name = "Anna" if mover is host else "Bob"
    expect_line(mover, "close", "You have closed: everyone else gets one more turn")
    expect_line(other, "close", f"{name} has closed: everyone else gets one more turn")
    assert violations(other) == []
    other.get_by_test_id("act-pass").click()
    for page in (host, guest):
        expect(page.get_by_test_id("next-round")).to_be_visible()
        expect_line(page, "loss", "With none left you swim")
    assert violations(guest) == []
