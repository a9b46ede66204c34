"""A real browser before a real server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from schwimmen.server.routes.pages import STATIC
from tests.processes import PATIENCE, starting

start = pytest.fixture(starting)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it.

    For this module only: while it is there, an event loop runs, and no other test may run its own.
    """
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, f"the browser tests need one of {', '.join(names)}"
    expect.set_options(timeout=1000 * PATIENCE)
    assert (STATIC / "index.html").is_file(), "the page is not built: make frontend"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that has never been here, and in which nothing may go wrong."""
    wrong: list[str] = []
    context = browser.new_context(reduced_motion="reduce", accept_downloads=True, locale="en")
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda message: (
            wrong.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    context.close()
    assert not wrong
