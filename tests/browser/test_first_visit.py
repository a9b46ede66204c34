"""First visit: the transfer before Play can be pressed, and the rest later."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.effort import draw

LIMIT = 52_600
"""Bytes that a first visit may transfer before Play can be pressed, headers included."""

PLAY_LIMIT = 146_000
"""Bytes of the files that Play needs, compressed, headers included."""

SAVES_DATA = """
Object.defineProperty(Navigator.prototype, "connection", {value: {saveData: true}});
"""

TYPEFACES_LOADED = """() => ["Young Serif", "Figtree Variable"].every((name) =>
  document.fonts.check(`1rem "${name}"`))"""


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
    assert sum(map(size_of, before)) <= LIMIT

    # The table, the cards and the typefaces came afterwards, without a press.
    assert not [one for one in addresses if re.search(r"/table-|\.(svg|wasm|woff2)$", one)]
    page.wait_for_function(TYPEFACES_LOADED)
    assert sum(request.url.endswith(".woff2") for request in finished) <= 2
    expect(play).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(".fan img").first).to_be_visible()


def test_what_play_needs_is_fetched_while_the_start_page_is_read(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(server.url)
    expect(page.get_by_test_id("daily-card")).to_be_visible()  # waits for what Play needs
    listed = page.locator('meta[name="play-files"][lang="en"]').get_attribute("content")
    paths = re.findall(r"/\S+", listed or "")
    assert [name for name in paths if re.search(r"/(table|worker)-.*\.js$|/play-.*\.wasm$", name)]
    fetched = {request.url: request for request in reversed(requests)}  # later from the cache
    assert {server.url + path for path in paths} <= fetched.keys()
    assert sum(size_of(fetched[server.url + path]) for path in paths) <= PLAY_LIMIT

    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    # Without strong bots no search is needed.
    assert not [one for one in requests if re.search(r"/rules-[^/]*\.wasm$", one.url)]


def test_a_match_begins_before_the_rest_of_the_page_is_loaded(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    game = {"preset": "pagat", "options": {"special": "none"}, "opponents": [{"level": "beginner"}]}
    page.add_init_script(f"localStorage['schwimmen.game'] = {json.dumps(json.dumps(game))}")
    named = page.request.get(server.url).text()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if urlsplit(route.request.url).path in named:
            route.continue_()
        else:
            held.append(route)

    later = re.compile(r"/assets/(later-parts|en)-.*\.js")
    page.route(later, hold)
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-my-turn", "true")
    page.get_by_test_id("quick-settings").click()
    seq = table.get_attribute("data-seq") or ""
    page.get_by_test_id("act-pass").or_(page.get_by_test_id("act-keep")).first.click()
    expect(table).not_to_have_attribute("data-seq", seq)
    expect(page.get_by_test_id("quick")).to_be_hidden()

    # The dialog opens once it has been loaded.
    while len(held) < 2:
        page.wait_for_timeout(50)
    page.unroute(later)
    expect(page.get_by_test_id("quick")).to_be_visible()
    assert faults == []


def test_little_is_fetched_for_visitors_who_save_data(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    page.add_init_script(SAVES_DATA)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(server.url)
    expect(page.get_by_test_id("daily-card")).to_be_visible()
    assert not [url for url in requested if re.search(r"/assets/(worker-|play-)", url)]
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def test_play_says_how_much_has_been_fetched(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE, locale="de")
    page.route("**/assets/play-*.wasm", lambda route: None)  # holds it back
    page.goto(server.url)
    play = page.get_by_test_id("start-play")
    play.click()
    expect(play).to_have_text(re.compile(r"^\s*Karten werden gegeben\s*[1-9]\d\s%\s*$"))
    page.unroute("**/assets/play-*.wasm")
    expect(page.get_by_test_id("table")).to_be_visible()


def test_a_table_that_cannot_be_loaded_says_so(visit: Visit, server: LiveServer) -> None:
    page = visit(viewport=PHONE)
    page.route("**/assets/table-*.js", lambda route: route.abort())
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This part of the page could not be loaded.")
    expect(alert.get_by_role("button", name="Reload")).to_be_visible()
