"""A player who is out of the match: the headline, skipping the rest, a new match."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.place import Place
from tests.browser.player import Player


def knocked_out(page: Page, place: Place) -> str:
    """Pass until the player is out; return the table."""
    place.chance.seed(3)
    table = place.open_table(page, opponents=4, options={"special": "none", "lives": 1})
    player = Player(page, "pagat")
    outcome = page.get_by_test_id("outcome")
    seat = page.get_by_test_id("seat-0")
    swam = False
    while True:
        player.wait()
        status = seat.get_attribute("data-status")
        if status == "out":
            return table
        if player.table.get_attribute("data-phase") == "over":
            if status == "swimming" and not swam:
                expect(outcome).to_have_text("You swim.")
            swam = status == "swimming"
            player.act("next-round")
        elif player.table.get_attribute("data-phase") == "choice":
            player.act("act-keep")
        else:
            player.act("act-pass")


def test_the_headline_says_that_the_player_is_out(visit: Visit, place: Place) -> None:
    page = visit(viewport=PHONE)
    knocked_out(page, place)
    expect(page.get_by_test_id("outcome")).to_have_text("You are out.")
    expect(page.get_by_test_id("hand-of-0")).to_contain_text("goes under")
    expect(page.get_by_test_id("hand-of-0")).not_to_contain_text("life")


def test_the_rest_of_the_match_can_be_skipped(visit: Visit, place: Place) -> None:
    page = visit(viewport=PHONE)
    knocked_out(page, place)
    expect(page.get_by_test_id("match-over")).to_have_count(0)
    page.get_by_test_id("showdown").get_by_test_id("skip").click()
    expect(page.get_by_test_id("match-over")).to_be_visible()
    expect(page.get_by_test_id("skip")).to_have_count(0)


def test_one_press_starts_a_new_match(visit: Visit, place: Place) -> None:
    page = visit(viewport=PHONE)
    table = knocked_out(page, place)
    page.get_by_test_id("new-match").click()
    expect(page).not_to_have_url(f"{place.url}/t/{table}")
    expect(page.get_by_test_id("table")).to_be_visible()
    expect(page.get_by_test_id("seat-4")).to_be_visible()
