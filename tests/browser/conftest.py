"""Fixtures for tests with a real browser and a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from schwimmen.server.routes.pages import STATIC
from tests.browser.chromium import chromium
from tests.browser.live_server import LiveServer, live_server
from tests.browser.place import PLACES, Place, place_at
from tests.effort import draw
from tests.processes import PATIENCE, starting

PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
WHOLE = 0.97
"""Part of an element in sight that counts as all of it: its edge may lie inside a pixel."""
PAGES = (
    "/",
    "/together",
    "/study",
    "/you",
    "/new",
    "/friends",
    "/lobby",
    "/daily",
    "/learn",
    "/rules?variant=choy",
    "/odds?variant=choy&players=10",
    "/puzzles",
    "/statistics",
    "/matches",
    "/leaderboard",
    "/me",
    "/players/nobody",
    "/recover",
    "/challenge",
    "/settings",
    "/about",
)
"""Addresses of all pages except the table."""

LONG_PAUSE = 3600
"""Pause in seconds before each move of the bots, which lasts longer than any test."""

start = pytest.fixture(starting)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Server for all tests, whose bots play at once; each visitor is a new guest."""
    with live_server(tmp_path_factory.mktemp("server") / "schwimmen.db") as running:
        yield running


@pytest.fixture(scope="session")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Server whose bots pause for an hour before each move."""
    with live_server(tmp_path_factory.mktemp("slow") / "schwimmen.db", pace=LONG_PAUSE) as running:
        yield running


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of one-person tables at the places of the sample."""
    if "where" in metafunc.fixturenames:
        metafunc.parametrize("where", draw(PLACES, metafunc.function.__name__))


@pytest.fixture
def place(where: str, server: LiveServer) -> Place:
    """Place of one-person tables, with bots that play at once."""
    return place_at(where, server, pause=0)


@pytest.fixture
def slow_place(where: str, slow_server: LiveServer) -> Place:
    """Place of one-person tables, with bots that pause for an hour before each move."""
    return place_at(where, slow_server, pause=LONG_PAUSE)


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Chromium for all tests of this process, and the event loop of its connection."""
    expect.set_options(timeout=1000 * PATIENCE)
    assert (STATIC / "index.html").is_file(), "the page is not built: make frontend"
    with chromium() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(launched: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Chromium for one test.

    Playwright leaves its event loop marked as running. It is marked only during a test that uses
    the browser, so that other tests can run their own loops.
    """
    browser, loop = launched
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


NOTHING_IN_ADVANCE = """
delete Navigator.prototype.serviceWorker;
window.requestIdleCallback = () => 0;
"""
"""Script without which the page loads card faces when idle, then the rules, then the worker."""


SHORT_WAITS = """{
const wait = window.setTimeout;
const shorter = {
  2200: 0,  // that the lower start page waits for the pictures of cards
  10000: 100,  // between two questions for news of friends
  1200: 0,  // before each move of others in the tutorial
  350: 0,  // until buttons that have just appeared take presses
  150: 0,  // after a change of the rules, until they are checked
};
window.setTimeout = (run, ms, ...given) => wait(run, shorter[ms] ?? ms, ...given);
}"""
"""Script with which the page waits less. A test of a wait installs a clock, which replaces this."""


def shorten_waits(page: Page, shorter: dict[int, int]) -> None:
    """Have a page wait less, by lengths of its waits in milliseconds, from its next load on."""
    page.add_init_script(f"""{{
      const wait = window.setTimeout;
      const shorter = {json.dumps(shorter)};
      window.setTimeout = (run, ms, ...given) => wait(run, shorter[ms] ?? ms, ...given);
    }}""")


class Visit(Protocol):
    """Function that opens a page in a fresh browser context.

    ``settings`` are stored as the settings of the page; ``how`` are arguments of
    ``Browser.new_context``. Only with ``worker`` does the page load files in advance, and install
    its service worker; both take as long as the rest of loading.
    """

    def __call__(
        self, settings: dict[str, bool | str] | None = None, worker: bool = False, **how: Any
    ) -> Page: ...


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open pages, fail on errors in any of them, and close them after the test."""
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(
        settings: dict[str, bool | str] | None = None, worker: bool = False, **how: Any
    ) -> Page:
        context = browser.new_context(**{"locale": "en", "reduced_motion": "reduce", **how})
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        context.on("weberror", lambda failed: errors.append(str(failed.error)))
        context.on(
            "console",
            lambda message: (
                errors.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        context.add_init_script(SHORT_WAITS)
        if not worker:
            context.add_init_script(NOTHING_IN_ADVANCE)
        if settings:
            stored = json.dumps(json.dumps(settings))
            context.add_init_script(
                "if (location.protocol === 'http:')"
                f" localStorage.setItem('schwimmen.settings', {stored});"
            )
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(visit: Visit) -> Page:
    """Page on a desktop without animations."""
    return visit()
