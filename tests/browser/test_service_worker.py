"""The service worker: the page opens offline and survives a new build."""

from __future__ import annotations

import re
import shutil
import signal
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from schwimmen.cli import main
from schwimmen.server.routes import pages
from schwimmen.server.routes.pages import STATIC
from tests.browser.conftest import Visit
from tests.browser.player import Player, open_table
from tests.processes import PATIENCE, Process, Start

REGISTRATION = "navigator.serviceWorker.getRegistration()"
HASHED = re.compile(r"^(.+-)([\w-]{8})(\.(?:js|css))$")


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page that installs its service worker."""
    return visit(worker=True)


def other_build(place: Path) -> Path:
    """Copy the built page with different hashes, as another build would have."""
    shutil.copytree(STATIC, place)
    (build,) = re.findall(r'name="build" content="(\w+)"', (place / "index.html").read_text())
    renamed = {build: build[::-1]}
    for path in sorted((place / "assets").iterdir()):
        if match := HASHED.match(path.name):
            renamed[path.name] = f"{match[1]}{match[2].swapcase()[::-1]}{match[3]}"
            path.rename(path.with_name(renamed[path.name]))
    for path in place.rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".json"):
            text = path.read_text()
            for old, new in renamed.items():
                text = text.replace(old, new)
            path.write_text(text)
    return place


def wait_until(page: Page, expression: str) -> None:
    """Wait until a promise on the page resolves to true."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)


def wait_for_new_build(page: Page) -> None:
    """Wait until another build's worker is installed beside that of the page."""
    wait_until(page, f"{REGISTRATION}.then((worker) => Boolean(worker?.waiting))")


def find_new_build(page: Page) -> None:
    """Have the page look for another build, and wait until that is installed."""
    page.evaluate(f"{REGISTRATION}.then((worker) => worker.update())")
    wait_for_new_build(page)


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker is installed and controls the page."""
    wait_until(page, f"{REGISTRATION}.then((worker) => Boolean(worker?.active))")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def build_of(page: Page) -> str:
    """Return the build identifier of a page."""
    return page.locator('meta[name="build"]').get_attribute("content") or ""


def go(page: Page, path: str) -> None:
    """Navigate to another address without reloading the page, as its links do."""
    page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')); }", path
    )


def test_the_page_opens_without_the_server(page: Page, tmp_path: Path, start: Start) -> None:
    server = start(tmp_path / "schwimmen.db")
    url = server.url()
    page.goto(url)
    wait_for_worker(page)
    offline = page.get_by_test_id("offline")
    expect(offline).to_have_count(0)
    server.end(signal.SIGTERM)

    # Every page loads; those that need the server show the offline page.
    for path in ("/friends", "/t/some-table", "/leaderboard"):
        page.goto(url + path)
        expect(offline).to_be_visible()
    for path, title in (
        ("/", "Schwimmen"),
        ("/statistics", "Statistics"),
        ("/rules", "Rules"),
        ("/settings", "Settings"),
    ):
        page.goto(url + path)
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        expect(offline).to_have_count(0)
    for language, title in (("de", "Einstellungen"), ("en", "Settings")):
        page.get_by_test_id(f"setting-language-{language}").check()
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    page.goto(f"{url}/rules?variant=dutch#R17")
    expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#R17")).to_be_in_viewport()
    go(page, "/")
    page.get_by_role("link", name="Learn the game").click()
    expect(page.get_by_role("heading", level=1, name="Learn the game")).to_be_visible()
    go(page, "/friends")
    expect(offline).to_be_visible()
    page.get_by_test_id("offline-retry").click()
    expect(offline).to_be_visible()

    server = start(tmp_path / "schwimmen.db", "--port", url.rpartition(":")[2])
    assert server.url() == url
    expect(offline).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    server.end(signal.SIGTERM)


def test_the_browser_frame_has_the_colour_of_the_page(
    page: Page, tmp_path: Path, start: Start
) -> None:
    page.goto(start(tmp_path / "schwimmen.db").url())

    def check_theme_colour(token: str) -> None:
        background = page.evaluate(
            """token => {
                const probe = document.body.appendChild(document.createElement("i"));
                probe.style.color = `var(${token})`;
                return getComputedStyle(probe).color;
            }""",
            token,
        )
        metas = page.locator('meta[name="theme-color"]')
        expect(metas).to_have_count(2)
        for meta in metas.all():
            expect(meta).to_have_attribute("content", background)

    seen = set()
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        go(page, "/rules")
        check_theme_colour("--ground")
        seen.add(page.locator('meta[name="theme-color"]').first.get_attribute("content"))
        go(page, "/t/some-table")
        check_theme_colour("--wood")
        seen.add(page.locator('meta[name="theme-color"]').first.get_attribute("content"))
    assert len(seen) == 4


@pytest.fixture
def old_build(tmp_path: Path) -> Path:
    """A build that the second server does not have."""
    return other_build(tmp_path / "old")


def start_serving(start: Start, build: Path, data: Path, *arguments: str) -> Process:
    """Start a server that serves the page from this folder."""
    return start(data, *arguments, program=partial(main_with_build, build))


def main_with_build(build: Path, arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` with the page in this folder."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pages, "STATIC", build)
        return main(arguments)


def test_a_new_build_does_not_break_an_open_page(
    browser: Browser, page: Page, tmp_path: Path, start: Start, old_build: Path
) -> None:
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, old_build, data)
    url = server.url()
    page.goto(url)
    wait_for_worker(page)
    before = build_of(page)
    second = page.context.new_page()
    second.goto(f"{url}/rules")
    chunks = [path.name for path in (old_build / "assets").glob("SettingsPage-*.js")]
    server.end(signal.SIGTERM)

    server = start_serving(start, STATIC, data, "--port", url.rpartition(":")[2])
    assert server.url() == url
    assert chunks
    for chunk in chunks:
        with pytest.raises(HTTPError):
            urlopen(f"{url}/assets/{chunk}", timeout=PATIENCE)

    # The update is announced on the start page, not at a table.
    note = page.get_by_test_id("update-note").get_by_role("button", name="Reload")
    go(page, "/t/some-table")
    find_new_build(page)
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
    go(page, "/settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    go(second, "/settings")
    expect(second.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    assert build_of(second) == before

    # When no window has the old build any more, its cache is deleted.
    after = build_of(page)
    second.close()
    end = time.monotonic() + PATIENCE
    while not page.evaluate(
        "build => caches.keys().then((names) => !names.join().includes(build))", before
    ):
        assert time.monotonic() < end
        page.goto("about:blank")
        page.wait_for_timeout(100)
        page.goto(url)
        wait_for_worker(page)
    server.end(signal.SIGTERM)
    page.goto(f"{url}/friends")
    expect(page.get_by_test_id("offline")).to_be_visible()
    assert build_of(page) == after


@pytest.mark.parametrize("worker", [True, False])
def test_an_older_page_is_reloaded_at_the_next_showdown(
    worker: bool, visit: Visit, tmp_path: Path, start: Start, old_build: Path
) -> None:
    page = visit(worker=worker)
    data = tmp_path / "schwimmen.db"
    server = start_serving(start, old_build, data, "--pace", "0")
    url = server.url()
    open_table(page, url)
    if worker:
        wait_for_worker(page)
    old = page.locator(f'meta[name="build"][content="{build_of(page)}"]')
    player = Player(page, "pagat")
    player.until(player.may_move)

    # The server is replaced during a round, which the old page plays to its end.
    server.end(signal.SIGTERM)
    arguments = ("--pace", "0", "--port", url.rpartition(":")[2])
    if worker:
        server = start_serving(start, STATIC, data, *arguments)
        wait_for_new_build(page)
    else:
        with page.expect_response(f"{url}/"):
            server = start_serving(start, STATIC, data, *arguments)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
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


def test_a_card_without_its_image_shows_its_rank(page: Page, tmp_path: Path, start: Start) -> None:
    page.context.route("**/assets/*.svg", lambda route: route.fulfill(status=404))
    open_table(page, start(tmp_path / "schwimmen.db", "--pace", "0").url())
    player = Player(page, "pagat")
    player.until(player.may_move)
    for card in (*player.cards("hand").all(), *player.cards("table").all()):
        name = card.get_attribute("data-card") or ""
        expect(card).to_contain_text(name[:-1].replace("T", "10"))
    player.aim()
    player.act("act-exchange")
