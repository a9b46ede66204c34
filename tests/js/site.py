"""Site with the package for JavaScript, and a page of Chromium on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

from playwright.sync_api import Page

from tests.browser.chromium import chromium
from tests.js.node import JS

TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
}


@contextmanager
def site(data: Path | None = None) -> Iterator[str]:
    """Serve an empty page, the repository's files, and a folder as ``/data``; yield the URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.removeprefix("/")
            file = JS.parent / name
            if data is not None and name.startswith("data/"):
                file = data / name.removeprefix("data/")
            found = not name or file.is_file()
            self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
            self.send_header("Content-Type", TYPES.get(file.suffix, "text/html"))
            self.end_headers()
            self.wfile.write(file.read_bytes() if file.is_file() else b"<!doctype html>")

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def package_page(data: Path | None = None) -> Iterator[Page]:
    """Open a page of Chromium on the site; close it after the block."""
    with site(data) as url, chromium() as browser:
        page = browser.new_page()
        page.goto(url)
        yield page
