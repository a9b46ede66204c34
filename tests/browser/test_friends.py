"""Friends: two people meet at a table, become friends, invite each other, and block."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.shared_table import begin, play_match, share, show_side, sit
from tests.browser.test_profiles import assert_no_violations

ONE_LIFE = {"lives": 1}


def meet(visit: Visit, server: LiveServer, lives: int = 3) -> tuple[Page, Page, str]:
    """Seat Anna on a phone and Bo at a desktop at a new table; return their pages and the table."""
    anna, bo = visit(viewport=PHONE), visit(viewport=DESKTOP)
    table = share(anna, server.url, options={"lives": lives})
    sit(bo, f"{server.url}/t/{table}", "Bo")
    return anna, bo, table


def open_menu(page: Page, seat: int) -> None:
    """Open the menu of a person's seat."""
    page.get_by_test_id(f"menu-{seat}").click()
    expect(page.get_by_test_id("person")).to_be_visible()


def befriend(anna: Page, bo: Page) -> None:
    """Let Anna at the first seat ask Bo at the second, who says yes."""
    open_menu(anna, 1)
    anna.get_by_test_id("person-add").click()
    expect(anna.get_by_test_id("person-withdraw")).to_be_visible()
    anna.get_by_test_id("person-close").click()
    open_menu(bo, 0)
    bo.get_by_test_id("person-accept").click()
    expect(bo.get_by_test_id("person-state")).to_have_text("You are friends.")
    bo.get_by_test_id("person-close").click()


def test_friends_invite_each_other_again_after_a_match(visit: Visit, server: LiveServer) -> None:
    anna, bo, table = meet(visit, server, lives=1)
    open_menu(anna, 1)
    assert_no_violations(anna)
    anna.get_by_test_id("person-close").click()
    befriend(anna, bo)
    begin(anna, bo)
    # The relation is known at the end, even to a page that has not changed since.
    play_match(anna, bo)
    bo.goto(f"{server.url}/")
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
    anna, bo, _ = meet(visit, server)
    begin(anna, bo)
    anna.goto(f"{server.url}/me")
    recent = anna.get_by_test_id("contacts-recent")
    expect(recent).to_contain_text("Bo")
    expect(anna.get_by_test_id("no-friends")).to_be_visible()
    assert_no_violations(anna)
    recent.get_by_test_id("person-add").click()
    expect(anna.get_by_test_id("contacts-asked")).to_contain_text("Bo")
    expect(recent).to_have_count(0)

    bo.goto(f"{server.url}/")
    expect(bo.get_by_test_id("start-requests")).to_have_text("1 friend request")
    assert_no_violations(bo)
    bo.get_by_test_id("start-requests").click()
    asking = bo.get_by_test_id("contacts-asking")
    expect(asking).to_contain_text("Anna")
    assert_no_violations(bo)
    asking.get_by_test_id("person-decline").click()
    expect(bo.get_by_test_id("contacts-recent")).to_contain_text("Anna")

    # Anna sees that by a poll, and asks once more.
    expect(recent).to_contain_text("Bo")
    recent.get_by_test_id("person-add").click()
    expect(asking).to_contain_text("Anna")
    asking.get_by_test_id("person-accept").click()
    expect(bo.get_by_test_id("contacts-friend")).to_contain_text("Anna")
    expect(anna.get_by_test_id("contacts-friend")).to_contain_text("Bo")
    assert_no_violations(anna)

    anna.get_by_test_id("contact-more").click()
    assert_no_violations(anna)
    anna.get_by_test_id("person-end").click()
    expect(recent).to_contain_text("Bo")


def test_an_invitation_is_declined(visit: Visit, server: LiveServer) -> None:
    anna, bo, _ = meet(visit, server)
    befriend(anna, bo)
    share(anna, server.url)
    anna.get_by_test_id("invite-friend").click()
    expect(anna.get_by_test_id("invite-invited")).to_be_visible()
    bo.goto(f"{server.url}/")
    bo.get_by_test_id("invitation-decline").click()
    expect(bo.get_by_test_id("start-invitations")).to_have_count(0)
    bo.reload()
    expect(bo.get_by_test_id("daily-card")).to_be_visible()
    expect(bo.get_by_test_id("start-invitations")).to_have_count(0)


def test_a_blocked_player_stays_silent(visit: Visit, server: LiveServer) -> None:
    anna, bo, _ = meet(visit, server)
    befriend(anna, bo)
    begin(anna, bo)
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

    show_side(bo, "talk")
    bo.get_by_test_id("chat-input").fill("Hello, Anna")
    bo.get_by_test_id("chat-input").press("Enter")
    expect(bo.get_by_test_id("chat")).to_contain_text("Hello, Anna")
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
    bo.goto(f"{server.url}/me")
    bo.get_by_test_id("contacts-recent").get_by_test_id("person-add").click()
    expect(bo.get_by_test_id("contacts-asked")).to_contain_text("Anna")
    blocked.get_by_test_id("person-unblock").click()
    expect(anna.get_by_test_id("contacts-asking")).to_contain_text("Bo")


def test_the_menu_works_by_keyboard(visit: Visit, server: LiveServer) -> None:
    anna, _, _ = meet(visit, server)
    button = anna.get_by_test_id("menu-1")
    expect(button).to_have_accessible_name("More: Bo")
    button.focus()
    anna.keyboard.press("Enter")
    expect(anna.get_by_test_id("person")).to_be_visible()
    anna.keyboard.press("Tab")
    expect(anna.get_by_test_id("person-add")).to_be_focused()
    expect(anna.get_by_test_id("person-add")).to_have_accessible_name("Add as friend: Bo")
    anna.keyboard.press("Enter")
    expect(anna.get_by_test_id("person-state")).to_have_text(re.compile("No answer yet"))
    # The button is gone: the focus stays in the dialog, where a second press does nothing.
    anna.keyboard.press("Enter")
    anna.keyboard.press("Tab")
    expect(anna.get_by_test_id("person-withdraw")).to_be_focused()
    anna.keyboard.press("Escape")
    expect(button).to_be_focused()
