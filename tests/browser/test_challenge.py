"""A challenge: a match against bots as a link, which a friend plays with the same cards."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.device import log_of, table_of
from tests.browser.layout_checks import clipped
from tests.browser.live_server import LiveServer
from tests.browser.place import DevicePlace

OPTIONS: Final[dict[str, bool | int | str]] = {"lives": 1, "special": "none"}


def link_of(page: Page, field: str) -> str:
    """Return the address in a field, that of a challenge."""
    address = page.get_by_test_id(field).input_value()
    assert urlsplit(address).path == "/challenge"
    return address


def packs_of(page: Page, table: str) -> list[str]:
    """Return the packs of a match on the device."""
    return [event["pack"] for event in log_of(page, table) if event["type"] == "round"]


def test_a_friend_plays_the_same_cards_and_answers(visit: Visit, server: LiveServer) -> None:
    place = DevicePlace(server, pause=0)
    anna = visit({"pace": "instant"})
    table = place.open_finished(anna, options=OPTIONS)
    packs = packs_of(anna, table)
    anna.get_by_test_id("challenge-friend").click()
    anna.get_by_test_id("challenge-name").fill("Änne")
    assert not clipped(anna)
    link = link_of(anna, "challenge-link")

    bo = visit({"pace": "instant"})
    sent: list[str] = []
    bo.on("request", lambda request: sent.append(request.url))
    bo.goto(link)
    expect(bo.get_by_test_id("challenge-match")).to_contain_text("Änne challenges you")
    bo.get_by_test_id("challenge-take").click()
    expect(bo.get_by_test_id("table")).to_be_visible()
    own = table_of(bo)
    place.skip_to_end(bo, own)
    # Both have played alike, so the bots did, too, and even the number of rounds is the same.
    assert packs_of(bo, own) == packs
    bo.get_by_test_id("see-both").click()
    expect(bo.get_by_test_id("challenge-verdict")).to_contain_text("The results are equal.")
    answer = link_of(bo, "answer-link")
    text = link.partition("#")[2]
    assert not any(text[:40] in address for address in sent if "/api/" in address)

    bo.context.set_offline(True)
    bo.get_by_test_id("nav-start").click()
    bo.go_back()
    expect(bo.get_by_test_id("challenge-results")).to_be_visible()

    anna.goto(answer)
    expect(anna.get_by_test_id("challenge-results")).to_contain_text("Änne")
    expect(anna.get_by_test_id("challenge-take")).to_have_count(0)


def test_a_match_in_progress_goes_on_from_the_link(visit: Visit, server: LiveServer) -> None:
    page = visit({"pace": "instant"})
    place = DevicePlace(server, pause=0)
    place.open_finished(page, options=OPTIONS)
    page.get_by_test_id("challenge-friend").click()
    link = link_of(page, "challenge-link")
    page.goto(link)
    page.get_by_test_id("challenge-take").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    table = table_of(page)
    page.goto(link)
    page.get_by_test_id("challenge-continue").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert table_of(page) == table
