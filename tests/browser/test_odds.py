"""The page with the odds: its plots and their tables, and a file that cannot be loaded."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.live_server import LiveServer
from tests.browser.test_profiles import assert_no_violations

PLOTS = ("gains", "lost", "choice", "places", "deals")


def test_the_odds_of_a_game_are_shown(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/rules?variant=dutch")
    page.route("**/assets/odds.generated-*.js", lambda route: route.abort())
    page.get_by_test_id("rules-odds").click()
    expect(page.get_by_test_id("problem")).to_be_visible()
    page.unroute("**/assets/odds.generated-*.js")
    page.reload()
    expect(page).to_have_url(f"{server.url}/odds?variant=dutch")
    expect(page.get_by_test_id("odds-game")).to_have_value("dutch")
    expect(page.get_by_test_id("odds-limits").locator("tbody tr")).to_have_count(4)

    page.get_by_test_id("odds-players").select_option("5")
    expect(page).to_have_url(f"{server.url}/odds?variant=dutch&players=5")
    page.get_by_test_id("odds-hand").select_option("28")
    sentence = re.compile(r"With 28 points among 5 players, you lose \d+ of 100 rounds")
    expect(page.get_by_test_id("odds-lost")).to_contain_text(sentence)
    page.get_by_test_id("odds-turn").select_option("2")
    expect(page.get_by_test_id("odds-gains")).to_contain_text("in your own turn 2")

    for plot in PLOTS:
        figure = page.get_by_test_id(f"odds-{plot}")
        figure.get_by_text("As a table").click()
        expect(figure.locator("tbody tr")).to_have_count(figure.locator("rect").count())
    expect(page.get_by_test_id("odds-places").locator("tbody tr")).to_have_count(5)
    assert_no_violations(page)
