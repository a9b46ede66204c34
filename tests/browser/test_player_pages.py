"""A player's face, feats and public page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.player import Keyboard, open_table, play_out, tab_to
from tests.browser.shared_table import begin, share, show_side, sit
from tests.browser.test_profiles import assert_no_violations, play_rated_match

BADGES = 8


def face_of(portrait: Locator) -> str:
    """Return the colours with which a portrait is drawn."""
    return portrait.locator("svg").first.get_attribute("style") or ""


def choose_face(page: Page, server: LiveServer) -> None:
    """Choose and save a face on the profile page."""
    page.goto(f"{server.url}/me")
    page.get_by_test_id("choose-face").click()
    page.get_by_test_id("face-Rosa").check(force=True)
    page.get_by_test_id("ground-moss").check(force=True)
    page.get_by_test_id("cloth-navy").check(force=True)
    page.get_by_test_id("save-face").click()
    expect(page.get_by_test_id("face-status")).to_have_text("Saved")


def test_a_chosen_face_is_shown_at_tables_and_on_the_public_page(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    open_table(page, server.url)
    assert "ground-moss" not in face_of(page.get_by_test_id("seat-0"))
    choose_face(page, server)
    assert_no_violations(page)
    page.reload()
    page.get_by_test_id("choose-face").click()
    expect(page.get_by_test_id("face-Rosa")).to_be_checked()

    table = share(page, server.url)
    chosen = re.compile("ground-moss.*--face-navy")
    expect(page.get_by_test_id("place-0").locator("svg").first).to_have_attribute("style", chosen)
    other = visit(viewport=DESKTOP)
    sit(other, f"{server.url}/t/{table}", "Ben")
    begin(page, other)
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
    page.get_by_test_id("forget-me").click()
    page.get_by_test_id("forget-sure").click()
    expect(page.get_by_test_id("forgotten")).to_be_visible()
    public.reload()
    expect(public.get_by_test_id("profile-gone")).to_be_visible()
    assert_no_violations(public)


def test_a_face_that_is_refused_gets_one_line(page: Page, server: LiveServer) -> None:
    open_table(page, server.url)
    page.route(
        "**/api/me/face",
        lambda route: route.continue_(post_data='{"face": "Rosa-moss-sequins"}'),
    )
    page.goto(f"{server.url}/me")
    page.get_by_test_id("choose-face").click()
    page.get_by_test_id("face-Rosa").check(force=True)
    page.get_by_test_id("save-face").click()
    expect(page.get_by_test_id("face-status")).to_have_text(
        "This face does not exist here. Choose another one."
    )
    assert violations(page) == []


def test_a_face_is_chosen_by_keys_alone(page: Page, server: LiveServer) -> None:
    open_table(page, server.url)
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
    Keyboard(page).press(page.get_by_test_id("save-face"))
    expect(page.get_by_test_id("face-status")).to_have_text("Saved")
    page.reload()
    page.get_by_test_id("choose-face").click()
    expect(page.get_by_test_id("ground-clay")).to_be_checked()


def test_the_profile_shows_form_badges_records_and_opponents(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    table = open_table(page, server.url, opponents=1, options={"lives": 1, "special": "none"})
    play_out(page, server.url, table)
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


def test_the_leaderboard_leads_to_public_pages(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    open_table(page, server.url)
    page.goto(f"{server.url}/me")
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
