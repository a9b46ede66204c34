"""A player's face, feats and public page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import guest_at, host_of, settle
from tests.browser.player import Keyboard, cookie_header, open_table, tab_to
from tests.browser.shared_table import show_side
from tests.browser.test_profiles import assert_no_violations, play_match, play_rated_match

BADGES = 8


def face_of(portrait: Locator) -> str:
    """Return the colours with which a portrait is drawn."""
    return portrait.locator("svg").first.get_attribute("style") or ""


def choose_face_by_keys(page: Page, server: LiveServer) -> None:
    """Choose and save a face on the profile page by the keyboard; only its cloth by a click."""
    page.goto(f"{server.url}/me")
    tab_to(page, "choose-face")
    page.keyboard.press("Enter")
    tab_to(page, "face-name")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("face-Berta")).to_be_checked()
    expect(page.get_by_test_id("ground-moss")).to_be_checked()
    tab_to(page, "ground-moss")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("ground-clay")).to_be_checked()
    page.get_by_test_id("cloth-navy").check(force=True)
    Keyboard(page).press(page.get_by_test_id("save-face"))
    expect(page.get_by_test_id("face-status")).to_have_text("Saved")


def test_a_chosen_face_is_shown_at_tables_and_on_the_public_page(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    open_table(page, server.url)
    assert "ground-clay" not in face_of(page.get_by_test_id("seat-0"))
    choose_face_by_keys(page, server)
    assert_no_violations(page)
    page.reload()
    page.get_by_test_id("choose-face").click()
    expect(page.get_by_test_id("face-Berta")).to_be_checked()
    expect(page.get_by_test_id("ground-clay")).to_be_checked()

    chosen = re.compile("ground-clay.*--face-navy")
    other = visit(viewport=DESKTOP)
    with (
        host_of(server.url, cookie=cookie_header(page, server.url)) as anna,
        guest_at(server.url, anna.table) as ben,
    ):
        other.goto(anna.address)
        place = other.get_by_test_id("place-0").locator("svg").first
        expect(place).to_have_attribute("style", chosen)
        anna.do("start")
        settle(anna, ben)
        page.goto(anna.address)
        for visitor in (page, other):
            seat = visitor.get_by_test_id("seat-0").locator("svg").first
            expect(seat).to_have_attribute("style", chosen)

        show_side(other, "people")
        person = other.get_by_test_id("person-0")
        expect(person.locator("svg").first).to_have_attribute("style", chosen)
        with other.context.expect_page() as opening:
            other.get_by_test_id("profile-0").click()
    public = opening.value
    expect(public.get_by_test_id("player")).to_contain_text("Anna")
    expect(public.get_by_test_id("edit-profile")).to_have_count(0)
    expect(public.get_by_test_id("player").locator("svg").first).to_have_attribute("style", chosen)
    assert_no_violations(public)

    address = public.url
    page.goto(f"{server.url}/me")
    page.get_by_test_id("public-page").click()
    expect(page).to_have_url(address)
    expect(page.get_by_test_id("edit-profile")).to_be_visible()
    page.goto(f"{server.url}/me")
    page.get_by_test_id("forget-ask").click()
    page.get_by_test_id("forget-sure").click()
    expect(page.get_by_test_id("forgotten")).to_be_visible()
    public.reload()
    expect(public.get_by_test_id("profile-gone")).to_be_visible()
    assert_no_violations(public)


def test_the_profile_and_the_leaderboard_show_what_was_played(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    play_match(page, server)
    page.goto(f"{server.url}/me")
    expect(page.get_by_text("No rating yet.")).to_be_visible()  # not a rated match
    play_rated_match(page, server)
    page.goto(f"{server.url}/me")
    expect(page.get_by_test_id("form").get_by_role("link")).to_have_count(2)
    expect(page.get_by_test_id("badges").get_by_role("listitem")).to_have_count(BADGES)
    expect(page.get_by_test_id("badge-thirty_matches")).to_contain_text("2 of 30")
    expect(page.get_by_test_id("rivals").get_by_role("listitem")).not_to_have_count(0)
    expect(page.get_by_test_id("record-swim")).to_be_visible()
    expect(page.get_by_test_id("curve")).to_contain_text("After 1 rated match:")
    page.get_by_test_id("curve").locator("summary").click()
    expect(page.get_by_test_id("curve").get_by_role("row")).to_have_count(2)
    assert_no_violations(page)
    page.get_by_test_id("form").get_by_role("link").first.click()
    expect(page.get_by_test_id("replay")).to_be_visible()

    page.goto(f"{server.url}/")
    page.get_by_test_id("nav-together").click()
    page.get_by_test_id("to-leaderboard").click()
    page.get_by_test_id("board-variant").select_option("own")  # "special" was changed
    expect(page.get_by_test_id("board-own")).to_have_text(
        re.compile(r"You: \d+, provisional; 9 more matches needed\.")
    )
    expect(page).to_have_url(re.compile(r"variant=own$"))
    assert_no_violations(page)
    page.go_back()
    expect(page.get_by_test_id("board-variant")).to_have_value("pagat")
    check_that_the_leaderboard_leads_to_public_pages(page, server)


def check_that_the_leaderboard_leads_to_public_pages(page: Page, server: LiveServer) -> None:
    player = page.request.get(f"{server.url}/api/me").json()["id"]
    row = {
        "place": 1,
        "id": player,
        "name": "Anna",
        "face": "Rosa-moss-navy",
        "bot": False,
        "program": False,
        "you": True,
        "rating": 1200,
        "matches": 20,
        "wins": 10,
    }
    bot = {**row, "place": 2, "id": None, "name": "casual", "face": None, "bot": True, "you": False}
    board = {"variant": "pagat", "variants": ["pagat"], "minimum": 10, "own": None}
    page.route(
        "**/api/leaderboard*", lambda route: route.fulfill(json={**board, "rows": [row, bot]})
    )
    page.goto(f"{server.url}/leaderboard")
    expect(page.get_by_test_id("board").get_by_role("link")).to_have_count(1)
    assert_no_violations(page)
    page.get_by_test_id("board").get_by_role("link", name="Anna").click()
    expect(page).to_have_url(re.compile(f"/players/{player}$"))
    expect(page.get_by_test_id("player")).to_contain_text("Anna")
    page.go_back()
    expect(page.get_by_test_id("board")).to_be_visible()
