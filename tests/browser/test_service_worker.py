"""The service worker: the page opens offline and survives a new build."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builds import (
    FETCHED,
    Builds,
    build_of,
    builds,
    go,
    known_to_worker,
    start_serving,
    wait_for_new_build,
    wait_for_worker,
    wait_until,
)
from tests.browser.conftest import Visit, shorten_waits
from tests.browser.device import DeviceLink, begin_match, play_short_games, table_of
from tests.browser.live_server import LiveServer
from tests.browser.player import Player, finish_match, open_table
from tests.processes import PATIENCE, Start

__all__ = ["builds"]  # a fixture

AT_ONCE: dict[str, bool | str] = {"pace": "instant"}
"""Settings of a page whose bots play at once."""


def page_with_worker(visit: Visit, url: str) -> Page:
    """Return a page of short games at a URL, which its worker has kept."""
    page = visit(AT_ONCE, worker=True)
    shorten_waits(page, {5000: 500})  # until the server is asked again whether it is back
    play_short_games(page)
    page.goto(url)
    wait_for_worker(page)
    return page


def test_the_page_and_games_against_bots_need_no_server(
    visit: Visit, tmp_path: Path, start: Start, builds: Builds
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, builds.new, data)
    url = server.url()
    page = page_with_worker(visit, url)
    expect(page.get_by_test_id("start-play")).to_be_enabled()
    offline = page.get_by_test_id("offline")
    expect(offline).to_have_count(0)
    pictures = known_to_worker(builds.new)["later"]  # which are cached in the background
    for picture in pictures:
        wait_until(page, f"caches.match('{picture}').then((found) => found !== undefined)")

    # On request the page keeps the data of strong levels.
    page.goto(f"{url}/settings")
    keep, remove = page.get_by_test_id("keep-offline"), page.get_by_test_id("remove-offline")
    kept = page.get_by_test_id("offline-data")
    expect(keep).to_have_text(re.compile(r"Keep for offline \(1\d(\.\d)? MB\)"))
    expect(remove).to_have_count(0)
    keep.click()
    expect(kept).to_contain_text(re.compile(r"Kept in this browser: 1\d(\.\d)? MB"))
    expect(keep).to_have_count(0)
    catalogue = page.evaluate("fetch('/engine-data/catalogue.json').then((it) => it.json())")
    server.end(signal.SIGTERM)
    page.reload()
    expect(remove).to_be_visible()
    files = [*catalogue["files"], catalogue["outcomes"]]
    found = page.evaluate(FETCHED, [f"/engine-data/{file['name']}" for file in files])
    assert found == [file["bytes"] for file in files]
    remove.click()
    expect(remove).to_have_count(0)
    assert page.evaluate(FETCHED, ["/engine-data/catalogue.json"]) == [None]
    page.context.set_offline(True)

    # Every page loads; those that need the server show the offline page.
    page.goto(f"{url}/friends")
    expect(offline).to_be_visible()
    for path in ("/t/some-table", "/leaderboard"):
        go(page, path)
        expect(offline).to_be_visible()
    for path, title in (
        ("/", "Schwimmen"),
        ("/statistics", "Statistics"),
        ("/settings", "Settings"),
    ):
        go(page, path)
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        expect(offline).to_have_count(0)
    for language, title in (("de", "Einstellungen"), ("en", "Settings")):
        page.get_by_test_id(f"setting-language-{language}").check()
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    page.goto(f"{url}/rules?variant=dutch#R17")
    expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
    expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#R17")).to_be_in_viewport()
    go(page, "/")
    page.get_by_test_id("nav-study").click()
    page.get_by_test_id("to-learn").click()
    expect(page.get_by_role("heading", level=1, name="Learn the game")).to_be_visible()

    # A slow device plays from the first tap, and after a reload.
    go(page, "/")
    player = Player(page, "pagat")
    with slow_processor(page):
        page.get_by_test_id("start-play").click()
        player.wait()
    assert player.step()
    with slow_processor(page):
        page.reload()
        player.wait()
    assert player.step()
    page.context.set_offline(False)

    page.goto(url)
    expect(page.get_by_test_id("start-offline")).to_be_visible()
    page.get_by_test_id("go-on").click()
    player.wait()
    with DeviceLink(page, table_of(page)) as link:
        finish_match(link, closing=True)
    expect(page.get_by_test_id("match-over")).to_be_visible()
    page.get_by_test_id("watch-replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    go(page, "/matches")
    expect(page.get_by_test_id("matches").get_by_role("listitem")).to_have_count(1)
    go(page, "/statistics")
    expect(page.get_by_test_id("figure-won")).to_be_visible()
    expect(offline).to_have_count(0)

    # Another variant, by the form.
    go(page, "/new")
    page.get_by_test_id("new-variant-choy").check()
    page.get_by_test_id("new-play").click()
    assert Player(page, "choy").step()

    # Pages that need the server say so until it is back, and the match goes on.
    go(page, "/friends")
    expect(offline).to_be_visible()
    page.get_by_test_id("offline-retry").click()
    expect(offline).to_be_visible()

    server = start_serving(start, builds.new, data, "--port", url.rpartition(":")[2])
    assert server.url() == url
    expect(offline).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(url)
    page.get_by_test_id("go-on").click()
    assert Player(page, "choy").step()


@contextmanager
def slow_processor(page: Page) -> Iterator[None]:
    """Slow the page down to a quarter for the block; slowing it down is work for the machine."""
    processor = page.context.new_cdp_session(page)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    yield
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    processor.detach()


def test_the_browser_frame_has_the_colour_of_the_page(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/rules")
    painted = """(token) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = `var(${token})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        const metas = [...document.querySelectorAll('meta[name="theme-color"]')];
        return metas.length === 2 && metas.every(({ content }) => content === color) && color;
    }"""
    seen = set()
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        for path, token in (("/rules", "--ground"), ("/t/some-table", "--wood")):
            go(page, path)
            seen.add(page.wait_for_function(painted, arg=token).json_value())
    expect(page.get_by_text("This table does not exist.")).to_be_visible()
    assert len(seen) == 4


def test_a_new_build_does_not_break_open_pages(
    visit: Visit, tmp_path: Path, start: Start, builds: Builds
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, builds.old, data, "--pace", "0")
    url = server.url()
    page = page_with_worker(visit, url)
    before = build_of(page)
    second = page.context.new_page()
    second.goto(f"{url}/rules")
    page.get_by_test_id("start-play").click()
    player = Player(page, "pagat")
    player.step()
    player.until(player.may_move)  # at a showdown, the page would be reloaded for a new build
    table = table_of(page)
    (engine,) = {worker.url for worker in page.workers}  # one that is ending has the same
    chunks = [path.name for path in (builds.old / "assets").glob("SettingsPage-*.js")]
    guest = page.context.new_page()
    open_table(guest, url, opponents=1)
    served = Player(guest, "pagat")
    served.until(served.may_move)
    server.end(signal.SIGTERM)

    arguments = ("--pace", "0", "--port", url.rpartition(":")[2])
    server = start_serving(start, builds.new, data, *arguments)
    assert server.url() == url
    assert chunks
    for chunk in chunks:
        with pytest.raises(HTTPError):
            urlopen(f"{url}/assets/{chunk}", timeout=PATIENCE)

    # A table of the server finds the update, and its page is reloaded at the next showdown.
    wait_for_new_build(guest)
    play_to_reload(served, build=before)
    guest.close()

    # The update is announced on the start page, not at a table.
    note = page.get_by_test_id("update-note").get_by_role("button", name="Reload")
    expect(note).to_have_count(0)
    go(page, "/")
    expect(note).to_be_visible()

    # Chunks that the old page has not loaded yet are still available.
    go(page, "/settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    assert build_of(page) == before

    # After a reload the page is the new build; the other window keeps the old one.
    go(page, "/")
    note.click()
    expect(page.locator(f'meta[name="build"][content="{before}"]')).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(note).to_have_count(0)
    for window in (page, second):
        go(window, "/settings")
        expect(window.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    assert build_of(second) == before

    # When no window has the old build any more, its cache is deleted.
    after = build_of(page)
    second.close()
    end = time.monotonic() + PATIENCE
    while True:
        page.goto("about:blank")
        page.wait_for_timeout(300)
        page.goto(f"{url}/t/{table}")
        wait_for_worker(page)
        if page.evaluate(
            "build => caches.keys().then((names) => !names.join().includes(build))", before
        ):
            break
        assert time.monotonic() < end

    # The engine of the old build finishes the match that it has begun, and begins no other.
    player.wait()
    assert build_of(page) == after
    assert engine in [worker.url for worker in page.workers]
    with DeviceLink(page, table) as link:
        finish_match(link, closing=True)
    expect(page.get_by_test_id("match-over")).to_be_visible()
    go(page, "/")
    begin_match(page)
    player.step()
    assert table_of(page) != table

    server.end(signal.SIGTERM)
    page.goto(f"{url}/friends")
    expect(page.get_by_test_id("offline")).to_be_visible()
    assert build_of(page) == after


def play_to_reload(player: Player, build: str) -> None:
    """Play a round to its end at a page of an older build, which is then reloaded."""
    page = player.page
    old = page.locator(f'meta[name="build"][content="{build}"]')
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
    player.plan = ("act-pass", "act-close")
    while player.table.get_attribute("data-phase") != "over":
        expect(old).to_have_count(1)
        player.step()
        player.wait()

    # The new page shows the showdown, and the match goes on.
    expect(old).to_have_count(0)
    expect(page.get_by_test_id("showdown")).to_be_visible()
    shown = player.table.get_attribute("data-seq") or ""
    page.get_by_test_id("next-round").click()
    expect(player.table).not_to_have_attribute("data-seq", shown)


def test_without_a_worker_an_older_page_is_reloaded_at_the_next_showdown(
    page: Page, tmp_path: Path, start: Start, builds: Builds
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, builds.old, data, "--pace", "0")
    url = server.url()
    open_table(page, url, opponents=1)
    player = Player(page, "pagat")
    player.until(player.may_move)
    build = build_of(page)

    # The server is replaced during a round, which the old page plays to its end.
    server.end(signal.SIGTERM)
    with page.expect_response(f"{url}/"):
        start_serving(start, builds.new, data, "--pace", "0", "--port", url.rpartition(":")[2])
    play_to_reload(player, build)


def test_a_card_without_its_image_shows_its_rank(page: Page, server: LiveServer) -> None:
    page.route("**/assets/*.svg", lambda route: route.fulfill(status=404))
    open_table(page, server.url, opponents=1)
    player = Player(page, "pagat")
    player.until(player.may_move)
    page.wait_for_function("""() => {
        const cards = [...document.querySelectorAll("button[data-card]")];
        return cards.length >= 6 && cards.every(({ dataset: { card }, textContent }) =>
            textContent.includes(card.slice(0, -1).replace("T", "10")));
    }""")
    player.aim()
    player.act("act-exchange")
