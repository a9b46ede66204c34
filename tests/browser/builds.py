"""Builds of the page for servers of tests, and the state of their service workers."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page

from schwimmen.cli import main
from schwimmen.server.routes import pages
from schwimmen.server.routes.pages import STATIC
from tests.conftest import build_once
from tests.processes import PATIENCE, Process, Start

DOCUMENTATION = "docs.zip"
"""Name of the documentation beside builds."""

REGISTRATION = "navigator.serviceWorker.getRegistration()"
HASHED = re.compile(r"^(.+-)([\w-]{8})(\.(?:js|css))$")

FETCHED = """async (paths) => {
    const found = [];
    for (const path of paths) {
        const response = await fetch(path).catch(() => Response.error());
        found.push(response.ok ? (await response.arrayBuffer()).byteLength : null);
    }
    return found;
}"""
"""Returns the sizes of files as the page gets them, ``null`` for those that it does not get."""


class Builds(NamedTuple):
    """Two builds of the page, whose service workers cache few of the pictures.

    Beside them is a documentation of one page.
    """

    old: Path
    new: Path


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """Two builds of the page, with different hashes."""

    def build(folder: Path) -> None:
        rename(with_few_pictures(copy_page(folder / "old")))
        with_few_pictures(copy_page(folder / "new"))
        with ZipFile(folder / DOCUMENTATION, "w") as archive:
            archive.writestr("index.html", "<title>Documentation</title>")

    folder = build_once(tmp_path_factory, "page_builds", build)
    return Builds(folder / "old", folder / "new")


def copy_page(folder: Path) -> Path:
    """Make a folder of the built page."""
    return Path(shutil.copytree(STATIC, folder))


def known_to_worker(page: Path) -> dict[str, Any]:
    """Return the description of the build in the service worker of a page."""
    code = (page / "sw.js").read_text()
    build: dict[str, Any] = json.JSONDecoder().raw_decode(code, code.index('{"id":'))[0]
    return build


def edit_worker(page: Path, **known: Any) -> dict[str, Any]:
    """Change the description of the build in a service worker; return the old one."""
    worker = page / "sw.js"
    code = worker.read_text()
    begin = code.index('{"id":')
    build, end = json.JSONDecoder().raw_decode(code, begin)
    worker.write_text(code[:begin] + json.dumps(build | known) + code[end:])
    old: dict[str, Any] = build
    return old


def with_few_pictures(page: Path) -> Path:
    """Have a service worker cache few pictures: fetching all takes as long as a whole test."""
    later = known_to_worker(page)["later"]
    pictures = [path for path in later if not path.endswith(".txt")]
    edit_worker(page, later=[path for path in later if path not in pictures[3:]])
    return page


def rename(page: Path) -> None:
    """Give a page the hashes that another build would have."""
    (build,) = re.findall(r'name="build" content="(\w+)"', (page / "index.html").read_text())
    renamed = {build: build[::-1]}
    for path in sorted((page / "assets").iterdir()):
        if match := HASHED.match(path.name):
            renamed[path.name] = f"{match[1]}{match[2].swapcase()[::-1]}{match[3]}"
            path.rename(path.with_name(renamed[path.name]))
    for path in page.rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".json"):
            text = path.read_text()
            for old, new in renamed.items():
                text = text.replace(old, new)
            path.write_text(text)


def start_serving(start: Start, build: Path, data: Path, *arguments: str) -> Process:
    """Start a server that serves the page from this folder."""
    return start(data, *arguments, program=partial(main_with_build, build))


def main_with_build(
    build: Path, arguments: Sequence[str], *, documentation: str | None = None
) -> int:
    """Run ``schwimmen`` with the page in a folder, and documentation or else that beside it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pages, "STATIC", build)
        patched.setattr(pages, "DOCUMENTATION", Path(documentation or build.parent / DOCUMENTATION))
        return main(arguments)


def wait_until(page: Page, expression: str) -> None:
    """Wait until a promise on the page resolves to true."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker is installed and controls the page."""
    wait_until(page, f"{REGISTRATION}.then((worker) => Boolean(worker?.active))")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def wait_for_new_build(page: Page) -> None:
    """Wait until another build's worker is installed beside that of the page."""
    wait_until(page, f"{REGISTRATION}.then((worker) => Boolean(worker?.waiting))")


def find_new_build(page: Page) -> None:
    """Have the page look for another build, and wait until that is installed."""
    page.evaluate(f"{REGISTRATION}.then((worker) => worker.update())")
    wait_for_new_build(page)


def build_of(page: Page) -> str:
    """Return the build identifier of a page."""
    return page.locator('meta[name="build"]').get_attribute("content") or ""


def go(page: Page, path: str) -> None:
    """Navigate to another address without reloading the page, as its links do."""
    page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')); }", path
    )
