"""Page of a real browser that may import the package for JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page, Route

from tests.browser.chromium import chromium
from tests.js.node import JS

SITE: Final = "https://package.test"
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
}


@contextmanager
def package_page() -> Iterator[Page]:
    """Open a page at ``SITE``, where the repository's files are; close it after the block."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{SITE}/")
        if name:
            file = JS.parent / name
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    with chromium() as browser:
        context = browser.new_context()
        context.route(f"{SITE}/**", serve)
        page = context.new_page()
        page.goto(f"{SITE}/")
        yield page
