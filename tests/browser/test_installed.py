"""The page as something installed: it opens without the server, and outlives its own build."""

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
from schwimmen.server.http import app
from schwimmen.server.routes import pages
from schwimmen.server.routes.pages import STATIC
from tests.browser.conftest import Visit
from tests.browser.playing import Player, open_table
from tests.processes import PATIENCE, Process, Start

HASHED = re.compile(r"^(.+-)([\w-]{8})(\.(?:js|css))$")


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page that puts itself on the device."""
    return visit(worker=True)


def other_build(place: Path) -> Path:
    """The page as another build would make it: the same, but every hash is another."""
    shutil.copytree(STATIC, place)
    (build,) = re.findall(r'name="build" content="(\w+)"', (place / "index.html").read_text())
    renamed = {build: build[::-1]}
    for path in sorted((place / "assets").iterdir()):
        if found := HASHED.match(path.name):
            renamed[path.name] = f"{found[1]}{found[2].swapcase()[::-1]}{found[3]}"
            path.rename(path.with_name(renamed[path.name]))
    for path in place.rglob("*"):
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text()
            for old, new in renamed.items():
                text = text.replace(old, new)
            path.write_text(text)
    return place


def until(page: Page, expression: str, arg: str = "") -> None:
    """Waits for a promise of the page to become true."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)


def kept(page: Page) -> None:
    """Waits until the page is on the device: its worker is there and answers for it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def build_of(page: Page) -> str:
    """The build the page is of."""
    return page.locator('meta[name="build"]').get_attribute("content") or ""


def go(page: Page, path: str) -> None:
    """To another address without loading the page anew, as its links do."""
    page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')); }", path
    )


def test_without_the_server(page: Page, tmp_path: Path, start: Start) -> None:
    server = start(tmp_path / "schwimmen.db")
    url = server.url()
    page.goto(url)
    kept(page)
    offline = page.get_by_test_id("offline")
    expect(offline).to_have_count(0)
    server.end(signal.SIGTERM)

    # Opened anew, every page is there; those that need the server say so.
    for path in ("/", "/new", "/t/some-table", "/statistics"):
        page.goto(url + path)
        expect(offline).to_be_visible()
    for path, title in (("/rules", "Rules"), ("/settings", "Settings")):
        page.goto(url + path)
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        expect(offline).to_have_count(0)
    page.goto(f"{url}/rules?variant=dutch#R17")
    expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#R17")).to_be_in_viewport()
    go(page, "/")
    page.get_by_role("link", name="Learn the game").click()
    expect(page.get_by_role("heading", level=1, name="Learn the game")).to_be_visible()
    go(page, "/")
    expect(offline).to_be_visible()
    page.get_by_test_id("offline-retry").click()
    expect(offline).to_be_visible()

    server = start(tmp_path / "schwimmen.db", "--port", url.rpartition(":")[2])
    assert server.url() == url
    expect(offline).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    server.end(signal.SIGTERM)


def test_the_frame_round_the_page_has_its_colour(page: Page, tmp_path: Path, start: Start) -> None:
    page.goto(start(tmp_path / "schwimmen.db").url())

    def colours(token: str) -> None:
        ground = page.evaluate(
            """token => {
                const probe = document.body.appendChild(document.createElement("i"));
                probe.style.color = `var(${token})`;
                return getComputedStyle(probe).color;
            }""",
            token,
        )
        frames = page.locator('meta[name="theme-color"]')
        expect(frames).to_have_count(2)
        for frame in frames.all():
            expect(frame).to_have_attribute("content", ground)

    seen = set()
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        go(page, "/rules")
        colours("--ground")
        seen.add(page.locator('meta[name="theme-color"]').first.get_attribute("content"))
        go(page, "/t/some-table")
        colours("--wood")
        seen.add(page.locator('meta[name="theme-color"]').first.get_attribute("content"))
    assert len(seen) == 4


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A page that the server will have no more."""
    return other_build(tmp_path / "old")


def serving(start: Start, place: Path, data: Path, *more: str) -> Process:
    """A server whose page is in this folder."""
    return start(data, *more, program=partial(with_page, place))


def with_page(place: Path, arguments: Sequence[str]) -> int:
    """Be ``schwimmen`` with the page in this folder."""
    app.STATIC = pages.STATIC = place  # type: ignore[attr-defined,misc]
    return main(arguments)


def test_a_new_build_does_not_break_an_open_page(
    browser: Browser, page: Page, tmp_path: Path, start: Start, old: Path
) -> None:
    data = tmp_path / "schwimmen.db"
    server = serving(start, old, data)
    url = server.url()
    page.goto(url)
    kept(page)
    before = build_of(page)
    second = page.context.new_page()
    second.goto(f"{url}/rules")
    chunks = [path.name for path in (old / "assets").glob("SettingsPage-*.js")]
    server.end(signal.SIGTERM)

    server = serving(start, STATIC, data, "--port", url.rpartition(":")[2])
    assert server.url() == url
    assert chunks
    for chunk in chunks:
        with pytest.raises(HTTPError):
            urlopen(f"{url}/assets/{chunk}", timeout=PATIENCE)

    # At a table nobody is told; on the start page they are.
    note = page.get_by_test_id("update-note").get_by_role("button", name="Reload")
    go(page, "/t/some-table")
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
    until(page, "navigator.serviceWorker.ready.then((worker) => worker.waiting !== null)")
    expect(note).to_have_count(0)
    go(page, "/")
    expect(note).to_be_visible()

    # What the old page has not shown yet is still there.
    go(page, "/settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    assert build_of(page) == before

    # Loaded again it is the new page; the other one stays as it was, and whole.
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

    # When nobody has the old page any more, nothing is kept of it.
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
        kept(page)
    server.end(signal.SIGTERM)
    page.goto(url)
    expect(page.get_by_test_id("offline")).to_be_visible()
    assert build_of(page) == after


def test_a_card_whose_picture_is_gone_can_be_read(page: Page, tmp_path: Path, start: Start) -> None:
    page.context.route("**/assets/*.svg", lambda route: route.fulfill(status=404))
    open_table(page, start(tmp_path / "schwimmen.db", "--pace", "0").url())
    player = Player(page, "pagat")
    player.until(player.may_move)
    for card in (*player.cards("hand").all(), *player.cards("table").all()):
        name = card.get_attribute("data-card") or ""
        expect(card).to_contain_text(name[:-1].replace("T", "10"))
    player.aim()
    player.act("act-exchange")
