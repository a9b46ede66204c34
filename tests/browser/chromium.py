"""The system's Chromium, preferably the headless shell, which starts fastest."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--host-resolver-rules=MAP club.test 127.0.0.1",  # no secure context, unlike localhost
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Launch the browser and close it at the end of the block."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, f"no browser found among {', '.join(NAMES)}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()
