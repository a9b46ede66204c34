"""First visit: the transfer before Play can be pressed, and the rest later."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.effort import draw

LIMIT = 100_000
"""Bytes that a first visit may transfer before Play can be pressed, headers included."""


def size_of(request: Request) -> int:
    """Return the bytes of a response on the wire."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


@pytest.mark.parametrize("language", draw(["en", "de", "nl"], "transferred"))
def test_little_is_transferred_before_play(language: str, visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE, locale=language)
    finished: list[Request] = []
    held: list[Route] = []
    page.on("requestfinished", lambda request: finished.append(request))
    # Play waits for the setup alone. Held back, it lets all else arrive that does not wait for it.
    page.route("**/api/setup", lambda route: held.append(route))
    with page.expect_response("**/api/tables"):
        page.goto(server.url, wait_until="commit")
    play = page.get_by_test_id("start-play")
    expect(play).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.size)")
    with (
        page.expect_response(re.compile(r"/assets/table-.*\.js")),
        page.expect_response("**/api/setup") as setup,
    ):
        before = finished.copy()
        for route in held:
            route.continue_()
    before.append(setup.value.request)
    addresses = {request.url.removeprefix(server.url) for request in before}
    assert {"/", "/api/setup", "/api/tables"} <= addresses
    assert sum(address.endswith(".woff2") for address in addresses) == 2
    assert sum(map(size_of, before)) <= LIMIT

    # The table and the cards came afterwards, without a press.
    assert not [address for address in addresses if re.search(r"/table-|\.svg$", address)]
    expect(play).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(".fan img").first).to_be_visible()


def test_a_table_that_cannot_be_loaded_says_so(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    page.route("**/assets/table-*.js", lambda route: route.abort())
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This part of the page could not be loaded.")
    expect(alert.get_by_role("button", name="Reload")).to_be_visible()
