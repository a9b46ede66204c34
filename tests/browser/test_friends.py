"""Friends: two people meet at a table, become friends, invite each other, and block."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, guest_at, hand_of, host_of, play_on, settle
from tests.browser.shared_table import share, show_side
from tests.browser.test_profiles import assert_no_violations


def open_menu(page: Page, seat: int) -> None:
    """Open the menu of a person's seat."""
    page.get_by_test_id(f"menu-{seat}").click()
    expect(page.get_by_test_id("person")).to_be_visible()


def accept(person: Person) -> None:
    """Let a person accept a request to be friends."""
    (asking,) = person.call("GET", "/api/friends")["asking"]
    person.call("PUT", f"/api/friends/{asking['id']}")


def test_friends_invite_each_other_again_after_a_match(visit: Visit, server: LiveServer) -> None:
    anna = visit(viewport=PHONE)
    table = share(anna, server.url, options={"lives": 1, "turn_cap": 2})
    with guest_at(server.url, table, "Bo") as friend:
        open_menu(anna, 1)
        assert_no_violations(anna)
        anna.get_by_test_id("person-add").click()
        expect(anna.get_by_test_id("person-withdraw")).to_be_visible()
        anna.get_by_test_id("person-close").click()
        accept(friend)
        anna.get_by_test_id("start-match").click()
        settle(friend)
        with hand_of(anna, server.url, table) as hand:
            play_on(hand, friend)
        bo = visit(viewport=DESKTOP, storage_state=friend.device)
    bo.goto(f"{server.url}/")
    # The relation is known at the end, even to a page that has not changed since.
    anna.reload()
    expect(anna.get_by_test_id("invite-again")).to_be_visible()
    anna.get_by_test_id("invite-again").click()
    expect(anna.get_by_test_id("invite-invited")).to_be_visible()
    expect(anna.get_by_test_id("invitations-left")).to_have_text("9 invitations left today.")
    assert_no_violations(anna)

    # Bo's start page asks the server again by itself.
    invitation = bo.get_by_test_id("start-invitations")
    expect(invitation).to_contain_text("Anna invites you")
    expect(invitation).to_contain_text("free seat")
    assert_no_violations(bo)
    bo.goto(f"{server.url}/me")
    expect(bo.get_by_test_id("friends")).to_contain_text("Anna invites you")
    assert_no_violations(bo)
    bo.get_by_test_id("invitation-join").click()
    expect(bo.get_by_test_id("gathering")).to_be_visible()
    assert bo.url != f"{server.url}/t/{table}"
    bo.get_by_test_id("sit").click()
    expect(bo.get_by_test_id("stand-up")).to_be_visible()
    expect(anna.get_by_test_id("invite-seated")).to_be_visible()
    bo.goto(f"{server.url}/")
    expect(bo.get_by_test_id("daily-card")).to_be_visible()
    expect(bo.get_by_test_id("start-invitations")).to_have_count(0)


def test_a_request_is_answered_on_the_profile_page(visit: Visit, server: LiveServer) -> None:
    with host_of(server.url) as anna, guest_at(server.url, anna.table, "Bo") as bo:
        anna.do("start")
        settle(anna, bo)
        page = visit(viewport=PHONE, storage_state=anna.device)
        page.goto(f"{server.url}/me")
        recent = page.get_by_test_id("contacts-recent")
        expect(recent).to_contain_text("Bo")
        expect(page.get_by_test_id("no-friends")).to_be_visible()
        assert_no_violations(page)
        recent.get_by_test_id("person-add").click()
        expect(page.get_by_test_id("contacts-asked")).to_contain_text("Bo")
        expect(recent).to_have_count(0)

        # A poll shows that Bo declines; asked once more, Bo says yes.
        (asking,) = bo.call("GET", "/api/friends")["asking"]
        bo.call("DELETE", f"/api/friends/{asking['id']}")
        expect(recent).to_contain_text("Bo")
        recent.get_by_test_id("person-add").click()
        expect(page.get_by_test_id("contacts-asked")).to_contain_text("Bo")
        accept(bo)
        expect(page.get_by_test_id("contacts-friend")).to_contain_text("Bo")
        page.get_by_test_id("contact-more").click()
        assert_no_violations(page)
        page.get_by_test_id("person-end").click()
        expect(recent).to_contain_text("Bo")

        bo.call("POST", "/api/friends", table=bo.table, seat=0)
        page.goto(f"{server.url}/")
        expect(page.get_by_test_id("start-requests")).to_have_text("1 friend request")
        assert_no_violations(page)
        page.get_by_test_id("start-requests").click()
        asking = page.get_by_test_id("contacts-asking")
        expect(asking).to_contain_text("Bo")
        assert_no_violations(page)
        asking.get_by_test_id("person-decline").click()
        expect(recent).to_contain_text("Bo")
        bo.call("POST", "/api/friends", table=bo.table, seat=0)
        asking.get_by_test_id("person-accept").click()
        expect(page.get_by_test_id("contacts-friend")).to_contain_text("Bo")


def test_a_blocked_player_stays_silent(visit: Visit, server: LiveServer) -> None:
    anna = visit(viewport=PHONE)
    table = share(anna, server.url)
    with guest_at(server.url, table, "Bo") as bo:
        add_by_keyboard(anna)
        accept(bo)
        anna.get_by_test_id("start-match").click()
        settle(bo)
        expect(anna.get_by_test_id("table")).to_be_visible()
        show_side(anna, "people")
        open_menu(anna, 1)
        anna.get_by_test_id("person-block").click()
        expect(anna.get_by_test_id("person-block-cancel")).to_be_focused()
        expect(anna.get_by_test_id("person")).to_contain_text("cannot ask or invite you")
        assert_no_violations(anna)
        anna.get_by_test_id("person-block-cancel").click()
        expect(anna.get_by_test_id("person-block")).to_be_focused()
        expect(anna.get_by_test_id("person-state")).to_have_text("You are friends.")
        anna.get_by_test_id("person-block").click()
        anna.get_by_test_id("person-block-sure").click()
        expect(anna.get_by_test_id("person-state")).to_have_text("You have blocked Bo.")
        anna.get_by_test_id("person-close").click()
        expect(anna.get_by_test_id("person-1")).to_contain_text("blocked")
        assert_no_violations(anna)

        bo.do("say", text="Hello, Anna")
        show_side(anna, "talk")
        anna.get_by_test_id("chat-input").fill("Is anyone here?")
        anna.get_by_test_id("chat-input").press("Enter")
        lines = anna.get_by_test_id("chat")
        expect(lines).to_contain_text("Is anyone here?")
        expect(lines).not_to_contain_text("Hello, Anna")
        # Another device of Anna's, or a reload, does not show the line either.
        anna.reload()
        show_side(anna, "talk")
        expect(lines).to_contain_text("Is anyone here?")
        expect(lines).not_to_contain_text("Hello, Anna")

        anna.goto(f"{server.url}/me")
        blocked = anna.get_by_test_id("contacts-blocked")
        expect(blocked).to_contain_text("1 blocked player")
        blocked.locator("summary").click()
        assert_no_violations(anna)
        asked = bo.call("POST", "/api/friends", table=table, seat=0)["asked"]
        assert [person["name"] for person in asked] == ["Anna"]
        blocked.get_by_test_id("person-unblock").click()
        expect(anna.get_by_test_id("contacts-asking")).to_contain_text("Bo")


def add_by_keyboard(page: Page) -> None:
    """Ask the person at seat 1 to be friends, by the keyboard alone."""
    button = page.get_by_test_id("menu-1")
    expect(button).to_have_accessible_name("More: Bo")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("person")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("person-add")).to_be_focused()
    expect(page.get_by_test_id("person-add")).to_have_accessible_name("Add as friend: Bo")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("person-state")).to_have_text(re.compile("No answer yet"))
    # The button is gone: the focus stays in the dialog, where a second press does nothing.
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("person-withdraw")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
