"""What a stranger finds: the aim of the game, the way to the tutorial, and whose turn it is."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import Place
from tests.browser.player import Player, tab_to
from tests.browser.shared_table import share
from tests.browser.test_learn import STEPS, expect_step, next_step, wait_for_others
from tests.effort import combinations, sample

LEARN = {
    "en": "New here? Learn it in two minutes",
    "de": "Neu hier? Lern es in zwei Minuten",
    "nl": "Nieuw hier? Leer het in twee minuten",
}

BACK = {"en": "Back to the table", "de": "Zurück zum Tisch", "nl": "Terug naar de tafel"}


@pytest.mark.parametrize(("language", "viewport"), combinations([*LEARN], [PHONE, DESKTOP]))
def test_a_first_visit_leads_to_the_tutorial(
    language: str, viewport: ViewportSize, visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=viewport, locale=language)
    page.goto(server.url)
    link = page.get_by_test_id("new-here")
    expect(link).to_have_text(LEARN[language])
    expect(link).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("start-play")).to_be_in_viewport(ratio=1)
    page.wait_for_load_state("networkidle")  # the page grows with what comes later
    assert violations(page) == []
    link.click()
    expect(page).to_have_url(re.compile("/learn$"))


def test_a_guest_finds_the_tutorial_beside_the_seat(visit: Visit, server: LiveServer) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    guest.goto(f"{server.url}/t/{share(host, server.url)}")
    expect(guest.get_by_test_id("sit")).to_be_visible()
    expect(guest.get_by_test_id("new-here")).to_have_text(LEARN["en"])
    guest.get_by_test_id("new-here").click()
    expect(guest).to_have_url(re.compile("/learn$"))
    guest.go_back()
    expect(guest.get_by_test_id("sit")).to_be_visible()


@pytest.mark.parametrize("language", sample([*BACK]))
def test_the_tutorial_ends_with_the_way_back_to_a_friends_table(
    language: str, visit: Visit, server: LiveServer
) -> None:
    host, guest = visit(), visit(viewport=PHONE, locale=language)
    address = f"{server.url}/t/{share(host, server.url)}"
    guest.goto(address)
    guest.get_by_test_id("new-here").click()
    for name in STEPS:
        expect_step(guest, name)
        wait_for_others(guest)
        next_step(guest, name)
    expect_step(guest, "end")
    back = guest.get_by_test_id("tutorial-table")
    expect(back).to_have_text(BACK[language])
    expect(back).to_be_in_viewport(ratio=1)
    assert violations(guest) == []
    back.click()
    expect(guest).to_have_url(address)
    expect(guest.get_by_test_id("sit")).to_be_visible()


@pytest.mark.parametrize(("scheme", "viewport"), combinations(["light", "dark"], [PHONE, DESKTOP]))
def test_a_guests_page_is_accessible(
    scheme: Literal["light", "dark"], viewport: ViewportSize, visit: Visit, server: LiveServer
) -> None:
    host, guest = visit(), visit(viewport=viewport, color_scheme=scheme)
    guest.goto(f"{server.url}/t/{share(host, server.url)}")
    expect(guest.get_by_test_id("new-here")).to_be_visible()
    assert violations(guest) == []
    guest.get_by_test_id("sit").click()
    expect(guest.get_by_text("Enter your name so that")).to_be_visible()
    assert violations(guest) == []


def test_a_guest_learns_and_sits_down_by_keyboard(visit: Visit, server: LiveServer) -> None:
    host, guest = visit(), visit()
    guest.goto(f"{server.url}/t/{share(host, server.url)}")
    expect(guest.get_by_test_id("sit")).to_be_visible()
    tab_to(guest, "my-name")
    tab_to(guest, "sit")
    tab_to(guest, "new-here")
    guest.keyboard.press("Enter")
    expect(guest.get_by_test_id("tutorial")).to_be_visible()
    tab_to(guest, "back")
    guest.keyboard.press("Enter")
    tab_to(guest, "my-name")
    guest.keyboard.type("Bob")
    guest.keyboard.press("Enter")
    expect(guest.get_by_test_id("stand-up")).to_be_visible()
    expect(guest.get_by_test_id("new-here")).to_have_count(0)


def test_players_of_a_match_are_no_newcomers(visit: Visit, server: LiveServer) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    page.goto(server.url)
    expect(page.get_by_test_id("start-play")).to_be_visible()
    expect(page.get_by_test_id("new-here")).to_have_count(0)


def test_title_and_icon_tell_the_players_own_turn(visit: Visit, place: Place) -> None:
    page = visit()
    place.open_table(page)
    player = Player(page, "pagat")
    player.until(player.may_move)
    expect(page).to_have_title("Your turn · Schwimmen")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/favicon-turn.svg")
    assert page.request.get(f"{place.url}/favicon-turn.svg").ok
    page.goto(place.url)
    expect(page).to_have_title("Schwimmen")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/favicon.svg")


def test_the_title_names_the_player_to_move(visit: Visit, slow_place: Place) -> None:
    page = visit()
    slow_place.open_table(page)
    player = Player(page, "pagat")
    expect(player.cards("hand")).to_have_count(3)
    if player.table.get_attribute("data-my-turn") == "true":
        player.play_turn()
    expect(page).to_have_title(re.compile(r"^(?!Your turn).+ to move · Schwimmen$"))
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/favicon.svg")
