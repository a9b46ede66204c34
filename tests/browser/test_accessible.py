"""axe finds nothing on any page and in any state of the table, by day and by night."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP, PAGES, PHONE, Visit
from tests.browser.playing import Player, open_table
from tests.browser.stage import Stage


@pytest.fixture(params=[(PHONE, "light"), (DESKTOP, "dark")], ids=["phone-light", "desktop-dark"])
def visitor(visit: Visit, request: pytest.FixtureRequest) -> Page:
    viewport, scheme = request.param
    return visit(viewport=viewport, color_scheme=scheme)


@pytest.mark.parametrize("path", PAGES)
def test_pages(path: str, visitor: Page, server: Stage) -> None:
    visitor.goto(server.url + path)
    expect(visitor.locator("h1")).to_be_visible()
    visitor.wait_for_load_state("networkidle")
    assert faults(visitor) == []


def test_the_table_through_a_match(visitor: Page, server: Stage) -> None:
    server.chance.seed(5)
    open_table(visitor, server.url, options={"lives": 1})
    player = Player(visitor, "pagat")
    swimming = visitor.locator('[data-testid^="seat-"][data-status="swimming"]')
    player.until(player.may_move)
    assert faults(visitor) == [], "my turn"
    player.aim()
    assert faults(visitor) == [], "an aim"
    player.until(visitor.get_by_test_id("showdown").is_visible)
    assert faults(visitor) == [], "showdown"
    player.step()
    player.until(lambda: player.may_move() and swimming.count() > 0)
    assert faults(visitor) == [], "somebody swims"
    while player.step():
        pass
    expect(visitor.get_by_test_id("match-over")).to_be_visible()
    assert faults(visitor) == [], "the match's end"


@pytest.mark.parametrize(("preset", "opponents"), [("pagat", 3), ("dutch", 7), ("choy", 9)])
def test_another_turn(preset: str, opponents: int, visitor: Page, slow_server: Stage) -> None:
    slow_server.chance.seed(2)
    table = visitor.get_by_test_id("table")
    while True:
        open_table(visitor, slow_server.url, preset, opponents)
        expect(table).to_be_visible()
        if table.get_attribute("data-my-turn") == "false":
            break
    assert faults(visitor) == []


def test_the_dealers_choice(visitor: Page, server: Stage) -> None:
    server.chance.seed(3)
    while not visitor.get_by_test_id("act-keep").is_visible():
        open_table(visitor, server.url, opponents=1)
        Player(visitor, "pagat").wait()
    assert faults(visitor) == []
