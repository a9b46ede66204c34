"""Pages of a guest's profile, matches, replays and ratings."""

from __future__ import annotations

import os
import re
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import host_of, play_on, settle
from tests.browser.place import ServerPlace
from tests.browser.player import cookie_header, open_table, welcome_of_player
from tests.effort import draw

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def assert_no_violations(page: Page) -> None:
    """Check that axe finds nothing, and that the page does not scroll sideways.

    The sample has the page in light or dark, which depends on the test and the page.
    """
    path = re.sub(r"/(t|players)/[^/]+", r"/\1", urlsplit(page.url).path)
    drawn = draw(SCHEMES, f"{os.environ['PYTEST_CURRENT_TEST']} {path}")
    for scheme in drawn:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, colours_only=scheme != drawn[0]) == [], scheme
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def play_match(page: Page, server: LiveServer) -> tuple[str, list[int]]:
    """Play a short match to its end; return its table and the winning seats."""
    table = ServerPlace(server).open_finished(page, "pagat", 1, {"lives": 1, "special": "none"})
    return table, welcome_of_player(page, server.url, table).view["winners"]


def play_rated_match(page: Page, server: LiveServer) -> str:
    """Play a rated match, at a shared table against a bot, without the page; return its table."""
    cookie = cookie_header(page, server.url)
    with host_of(server.url, cookie=cookie, options={"lives": 1}, bots="greedy") as anna:
        anna.do("start")
        settle(anna)
        play_on(anna)
        name, _, value = anna.cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        return anna.table


def test_a_finished_match_is_replayed_step_by_step(visit: Visit, server: LiveServer) -> None:
    page = visit({"pace": "instant"}, viewport=DESKTOP)
    table, winners = play_match(page, server)
    page.get_by_test_id("watch-replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    page.goto(f"{server.url}/")
    page.get_by_test_id("nav-you").click()
    page.get_by_test_id("to-matches").click()
    page.get_by_test_id(f"replay-{table}").click()
    shown = page.get_by_test_id("replay")
    expect(shown).to_have_attribute("data-step", "0")
    expect(page.get_by_test_id("replay-position")).to_have_text(
        re.compile(r"Round 1 of \d+, step 1 of \d+")
    )
    seats = page.get_by_test_id("replay-table").locator("[data-place^=seat-]")
    expect(seats).to_have_count(2)
    # All hands are face up.
    expect(seats.locator("[data-card]")).to_have_count(6)
    assert_no_violations(page)

    page.get_by_test_id("replay-on").click()
    expect(shown).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-step", "1")
    expect(page).to_have_url(re.compile(rf"/t/{table}/replay\?round=1&step=2$"))
    link = page.url

    for _ in range(20):
        if page.get_by_test_id("replay-round-on").get_attribute("aria-disabled") == "true":
            break
        position = page.get_by_test_id("replay-position").inner_text()
        page.keyboard.press("PageDown")
        expect(page.get_by_test_id("replay-position")).not_to_have_text(position)
    winner = ("You win" if winners == [0] else " wins") if len(winners) == 1 else "win"
    expect(page.get_by_test_id("replay-status")).to_contain_text(winner)
    assert_no_violations(page)
    page.get_by_test_id("check-shuffles").click()
    expect(page.get_by_test_id("shuffles-checked")).not_to_be_empty()
    with page.expect_download() as downloading:
        page.get_by_test_id("download-record").click()
    assert downloading.value.suggested_filename.endswith(".schwimmen.json")

    # The link leads another visitor to the same step.
    page.context.clear_cookies()
    page.set_viewport_size(PHONE)
    page.goto(link)
    expect(shown).to_have_attribute("data-step", "1")
    expect(page.get_by_test_id("part")).to_have_text("You are watching.")
    assert_no_violations(page)
    page.get_by_test_id("replay-run").click()
    expect(shown).not_to_have_attribute("data-step", "1")


def test_a_recovery_link_signs_another_device_in(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    table = play_rated_match(page, server)
    page.goto(f"{server.url}/me")
    expect(page.get_by_test_id("my-name")).to_have_value("Anna")
    expect(page.get_by_test_id("my-ratings")).to_contain_text("1 match")
    expect(page.get_by_test_id("my-ratings")).to_contain_text("provisional: 9 more matches")
    page.get_by_test_id("show-link").click()
    link = page.get_by_test_id("recovery-link").input_value()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert_no_violations(page)

    device = visit(viewport=PHONE)
    device.goto(link)
    expect(device.get_by_test_id("recover-asked")).to_contain_text(
        "you are Anna in this browser, with 1 match"
    )
    assert "#" not in device.url
    assert_no_violations(device)
    device.get_by_test_id("recover-sure").click()
    expect(device.get_by_test_id("recovered")).to_contain_text("now Anna, with 1 match")
    assert_no_violations(device)
    device.goto(f"{server.url}/matches")
    expect(device.get_by_test_id(f"match-{table}")).to_be_visible()
    assert_no_violations(device)

    device.context.clear_cookies()  # a device of another player
    open_table(device, server.url)
    device.goto(link)
    expect(device.get_by_test_id("recover-asked")).to_contain_text("1 match")
    assert_no_violations(device)
    device.get_by_test_id("recover-keep").click()
    device.goto(f"{server.url}/matches")
    expect(device.get_by_test_id("matches")).to_be_visible()
    expect(device.get_by_test_id(f"match-{table}")).to_have_count(0)
    device.goto(link)
    device.get_by_test_id("recover-sure").click()
    expect(device.get_by_test_id("recovered")).to_be_visible()

    device.goto(f"{link[:-9]}xxxx")
    expect(device.get_by_test_id("problem")).to_contain_text("damaged")
    assert_no_violations(device)


def test_the_name_can_be_changed_and_the_profile_deleted(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"{server.url}/me")
    expect(page.get_by_test_id("no-profile")).to_be_visible()
    open_table(page, server.url)
    page.goto(f"{server.url}/me")
    page.get_by_test_id("my-name").fill("  ")
    page.get_by_test_id("save-name").click()
    expect(page.get_by_test_id("name-status")).to_contain_text("1 to 40")
    page.get_by_test_id("my-name").fill("<b>Wilhelmine</b>")
    page.get_by_test_id("save-name").click()
    expect(page.get_by_test_id("name-status")).to_have_text("Saved")
    page.reload()
    expect(page.get_by_test_id("my-name")).to_have_value("<b>Wilhelmine</b>")

    page.get_by_test_id("forget-ask").click()
    expect(page.get_by_test_id("forget-keep")).to_be_focused()
    assert_no_violations(page)
    page.get_by_test_id("forget-keep").click()
    expect(page.get_by_test_id("forget-ask")).to_be_focused()
    page.get_by_test_id("forget-ask").click()
    page.get_by_test_id("forget-sure").click()
    expect(page.get_by_test_id("forgotten")).to_contain_text("1 table removed")
    expect(page.get_by_test_id("forgotten")).to_be_focused()
    expect(page.get_by_test_id("my-name")).to_have_value("")
    assert_no_violations(page)
    page.goto(f"{server.url}/matches")
    expect(page.get_by_text("You have not played a match yet.")).to_be_visible()


def test_other_devices_can_be_signed_out(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    table = open_table(page, server.url)
    page.goto(f"{server.url}/me")
    page.get_by_test_id("show-link").click()
    link = page.get_by_test_id("recovery-link").input_value()
    device = visit(viewport=PHONE)
    device.goto(link)
    device.get_by_test_id("recover-sure").click()
    expect(device.get_by_test_id("recovered")).to_be_visible()
    device.goto(f"{server.url}/t/{table}")
    expect(device.get_by_test_id("table")).to_be_visible()
    tab = page.context.new_page()
    tab.goto(f"{server.url}/t/{table}")

    page.get_by_test_id("sign-out-others").click()
    expect(page.get_by_test_id("sign-out-status")).to_have_text("All other devices are signed out.")
    expect(page.get_by_test_id("recovery-link")).to_have_count(0)
    assert_no_violations(page)
    expect(device.get_by_test_id("signed-out")).to_contain_text("You signed this device out")
    assert_no_violations(device)
    # Another tab of the same browser reconnects by itself.
    tab.bring_to_front()
    expect(tab.get_by_test_id("table")).to_be_visible()
    expect(tab.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    device.goto(f"{server.url}/me")
    expect(device.get_by_test_id("signed-out")).to_be_visible()
    assert_no_violations(device)
    device.goto(link)
    expect(device.get_by_test_id("problem")).to_contain_text("no longer works")
    device.goto(f"{server.url}/t/{table}")
    device.get_by_test_id("start-new").click()
    expect(device.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    device.goto(f"{server.url}/me")
    expect(device.get_by_test_id("no-profile")).to_be_visible()
