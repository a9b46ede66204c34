"""Newcomers: the way to the tutorial, from the start page and from a friend's table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, WHOLE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.player import tab_to
from tests.browser.shared_table import share
from tests.browser.test_learn import expect_step, next_step
from tests.effort import draw


@pytest.mark.parametrize("language", draw(["de", "en", "nl"], "a first visit"))
def test_a_first_visit_leads_to_the_tutorial(
    language: str, visit: Visit, server: LiveServer
) -> None:
    page = visit(locale=language)
    page.goto(server.url)
    link = page.get_by_test_id("new-here")
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        expect(link).to_be_in_viewport(ratio=WHOLE)
        expect(page.get_by_test_id("start-play")).to_be_in_viewport(ratio=WHOLE)
        expect(page.get_by_test_id("daily-card")).to_be_visible()  # the page grows with it
        assert violations(page) == []
    link.click()
    expect(page).to_have_url(re.compile("/learn$"))


def test_a_guest_learns_and_sits_down_by_keyboard(visit: Visit, server: LiveServer) -> None:
    host, guest = visit(), visit()
    guest.goto(f"{server.url}/t/{share(host, server.url)}")
    expect(guest.get_by_test_id("sit")).to_be_visible()
    check_looks(guest)
    tab_to(guest, "my-name")
    tab_to(guest, "sit")
    guest.keyboard.press("Enter")
    expect(guest.get_by_text("Enter your name so that")).to_be_visible()
    check_looks(guest)
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


def check_looks(page: Page) -> None:
    """Check that a page is accessible on a phone in the light and on a desktop in the dark."""
    page.set_viewport_size(PHONE)
    assert violations(page) == []
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.emulate_media(color_scheme="light")


def test_the_tutorial_ends_with_the_way_back_to_a_friends_table(
    visit: Visit, server: LiveServer
) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    address = f"{server.url}/t/{share(host, server.url)}"
    guest.goto(address)
    guest.get_by_test_id("new-here").click()
    expect_step(guest, "aim")
    guest.evaluate("localStorage['schwimmen.lesson'] = 'swim'")
    guest.reload()
    next_step(guest, "swim")
    expect_step(guest, "end")
    back = guest.get_by_test_id("tutorial-table")
    expect(back).to_be_in_viewport(ratio=WHOLE)
    assert violations(guest) == []
    back.click()
    expect(guest).to_have_url(address)
    expect(guest.get_by_test_id("sit")).to_be_visible()
