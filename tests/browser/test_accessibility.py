"""axe finds no violations on any page or in any state of the table, in light or dark."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PAGES, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.long_lists import serve_long_lists
from tests.browser.place import ServerPlace
from tests.browser.player import Player
from tests.effort import count, draw, sample

LOOKS: dict[str, dict[str, Any]] = {
    "phone-light": {"viewport": PHONE, "color_scheme": "light"},
    "desktop-dark": {"viewport": DESKTOP, "color_scheme": "dark"},
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of a visitor with the looks of the sample."""
    if "visitor" in metafunc.fixturenames:
        looks = draw([*LOOKS], metafunc.function.__name__)
        metafunc.parametrize("visitor", looks, indirect=True)


@pytest.fixture
def visitor(visit: Visit, request: pytest.FixtureRequest) -> Page:
    return visit(**LOOKS[request.param])


def test_pages_pass_axe(visit: Visit, server: LiveServer) -> None:
    visitors = {look: visit(**how) for look, how in LOOKS.items()}
    for path, look in sample([*product([*PAGES, "/no-such-page"], LOOKS)]):
        visitor = visitors[look]
        visitor.goto(server.url + path)
        expect(visitor.locator("h1")).to_be_visible()
        visitor.wait_for_load_state("networkidle")
        assert violations(visitor) == [], (path, look)


def test_long_lists_pass_axe(visitor: Page, server: LiveServer) -> None:
    for path, listed, entries in (
        ("/matches", "matches", 21),  # of which 20 are shown at first
        ("/leaderboard", "board", 9),
        ("/lobby", "lobby-running", 9),
    ):
        serve_long_lists(visitor, count(40, least=entries))
        visitor.goto(server.url + path)
        expect(visitor.get_by_test_id(listed)).to_be_visible()
        assert violations(visitor) == [], path


def test_the_search_passes_axe(visit: Visit, server: LiveServer) -> None:
    visitor = visit(viewport=PHONE, color_scheme="light")
    visitor.goto(f"{server.url}/settings")
    visitor.get_by_test_id("nav-search").click()
    expect(visitor.get_by_test_id("search")).to_be_visible()
    assert violations(visitor) == []
    visitor.get_by_test_id("search-query").fill("pass")
    expect(visitor.get_by_test_id("search-hits")).to_be_visible()
    assert violations(visitor) == []
    visitor.emulate_media(color_scheme="dark")
    assert violations(visitor, colours_only=True) == []


def test_the_table_passes_axe_throughout_a_match(visitor: Page, server: LiveServer) -> None:
    place = ServerPlace(server)
    place.chance.seed(5)
    table = place.open_table(visitor, options={"lives": 1})
    player = Player(visitor, "pagat")
    swimming = visitor.locator('[data-testid^="seat-"][data-status="swimming"]')
    player.plan = ("act-close",)
    player.until(player.may_move)
    assert violations(visitor) == [], "own turn"
    player.aim()
    assert violations(visitor) == [], "selected cards"
    player.until(visitor.get_by_test_id("showdown").is_visible)
    assert violations(visitor) == [], "showdown"
    player.step()
    player.until(lambda: player.may_move() and swimming.count() > 0)
    assert violations(visitor) == [], "a player swims"
    place.skip_to_end(visitor, table)
    expect(visitor.get_by_test_id("match-story").get_by_role("listitem")).not_to_have_count(0)
    assert violations(visitor) == [], "end of the match"


TABLES = [("pagat", 3), ("dutch", 7), ("choy", 9)]


@pytest.mark.parametrize(
    ("preset", "opponents", "look"),
    sample([(*table, look) for table in TABLES for look in LOOKS], 2),
)
def test_the_table_passes_axe_during_another_players_turn(
    preset: str, opponents: int, look: str, visit: Visit, slow_server: LiveServer
) -> None:
    visitor = visit(**LOOKS[look])
    place = ServerPlace(slow_server)
    place.chance.seed(2)
    table = visitor.get_by_test_id("table")
    while True:
        place.open_table(visitor, preset, opponents)
        expect(table).to_be_visible()
        if table.get_attribute("data-my-turn") == "false":
            break
    assert violations(visitor) == []


def test_the_dealers_choice_passes_axe(visitor: Page, server: LiveServer) -> None:
    place = ServerPlace(server)
    place.chance.seed(3)
    while not visitor.get_by_test_id("act-keep").is_visible():
        place.open_table(visitor, opponents=1)
        Player(visitor, "pagat").wait()
    assert violations(visitor) == []
