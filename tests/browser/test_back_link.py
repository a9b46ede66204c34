"""The back link of a page leads to the page the reader came from."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import Place
from tests.browser.player import Player


def open_settings_at_table(page: Page, place: Place) -> str:
    """Open a table and its settings; return the address of the table."""
    address = f"{place.url}/t/{place.open_table(page)}"
    Player(page, "pagat").wait()
    page.get_by_test_id("quick-settings").click()
    return address


def test_it_leads_from_rules_and_settings_to_the_table(visit: Visit, place: Place) -> None:
    page = visit()
    table = open_settings_at_table(page, place)
    page.get_by_role("link", name="Rules of this game").click()
    variant = page.get_by_role("combobox").first
    for other in ("dutch", "choy"):
        variant.select_option(other)
        expect(page).to_have_url(f"{place.url}/rules?variant={other}")
    page.get_by_test_id("back").click()
    expect(page).to_have_url(table)
    expect(page.get_by_test_id("table")).to_be_visible()

    page.get_by_test_id("quick-settings").click()
    page.get_by_role("link", name="All settings").click()
    expect(page).to_have_url(f"{place.url}/settings")
    page.reload()
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_url(table)


def test_it_leads_from_a_rule_in_a_new_window(visit: Visit, place: Place) -> None:
    page = visit()
    table = open_settings_at_table(page, place)
    page.keyboard.press("Escape")
    player = Player(page, "pagat")
    player.until(lambda: player.table.get_attribute("data-phase") == "over")
    with page.context.expect_page() as opening:
        page.get_by_test_id("showdown").get_by_test_id("rule-R17").first.click()
    opening.value.get_by_test_id("back").click()
    expect(opening.value).to_have_url(table)
    expect(opening.value.get_by_test_id("showdown")).to_be_visible()


def test_it_leads_to_the_start_page_without_a_previous_page(
    visit: Visit, server: LiveServer
) -> None:
    page = visit()
    page.goto(f"{server.url}/rules?variant=choy")
    page.get_by_role("link", name="Start page").click()
    expect(page).to_have_url(f"{server.url}/")
    page.get_by_test_id("nav-you").click()
    page.get_by_test_id("to-settings").click()
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_url(f"{server.url}/you")
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_url(f"{server.url}/")
