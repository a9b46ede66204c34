"""A real browser before a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from schwimmen.server.routes.pages import STATIC
from tests.browser.chromium import chromium
from tests.browser.stage import Stage, stage
from tests.processes import PATIENCE, starting

PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PAGES = (
    "/",
    "/new",
    "/friends",
    "/lobby",
    "/learn",
    "/rules?variant=choy",
    "/statistics",
    "/matches",
    "/leaderboard",
    "/me",
    "/recover",
    "/settings",
    "/about",
)
"""Every page but the table."""

start = pytest.fixture(starting)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server for all tests, whose bots play at once; every visitor is somebody else."""
    with stage(tmp_path_factory.mktemp("server") / "schwimmen.db") as running:
        yield running


@pytest.fixture(scope="session")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server whose bots think for an hour."""
    with stage(tmp_path_factory.mktemp("slow") / "schwimmen.db", pace=3600) as running:
        yield running


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Chromium, for all tests of this process, and the event loop that talks to it."""
    expect.set_options(timeout=1000 * PATIENCE)
    assert (STATIC / "index.html").is_file(), "the page is not built: make frontend"
    with chromium() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(launched: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Chromium.

    Playwright leaves its event loop marked as running. It is so only for a test that has the
    browser: all others may run their own.
    """
    browser, loop = launched
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


class Visit(Protocol):
    """Opens a page of a browser that has never been here.

    ``settings`` are those of the page that it has made all the same; ``how`` is what
    ``Browser.new_context`` takes. Only with a ``worker`` the page puts itself on the device, as it
    does where it is secure: that costs as much as all else that it does.
    """

    def __call__(
        self, settings: dict[str, bool | str] | None = None, worker: bool = False, **how: Any
    ) -> Page: ...


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens pages in which nothing may go wrong; they are closed in the end."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(
        settings: dict[str, bool | str] | None = None, worker: bool = False, **how: Any
    ) -> Page:
        context = browser.new_context(**{"locale": "en", "reduced_motion": "reduce", **how})
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        context.on("weberror", lambda failed: wrong.append(str(failed.error)))
        context.on(
            "console",
            lambda message: (
                wrong.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        if not worker:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        if settings:
            kept = json.dumps(json.dumps(settings))
            context.add_init_script(
                "if (location.protocol === 'http:')"
                f" localStorage.setItem('schwimmen.settings', {kept});"
            )
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page on a desktop, in which nothing moves."""
    return visit()
