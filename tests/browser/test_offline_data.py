"""Data kept for playing offline: engines of running matches, and notices without data."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from schwimmen.server.routes.pages import STATIC
from tests.browser.builds import (
    FETCHED,
    copy_page,
    edit_worker,
    find_new_build,
    known_to_worker,
    start_serving,
    wait_for_worker,
    wait_until,
)
from tests.browser.conftest import Visit
from tests.browser.device import open_on_device
from tests.browser.live_server import LiveServer
from tests.processes import Process, Start

STORE_TABLE = """row => new Promise((resolve, reject) => {
    const opening = indexedDB.open("schwimmen");
    opening.onupgradeneeded = () => opening.result.createObjectStore("tables", { keyPath: "id" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const writing = opening.result.transaction("tables", "readwrite");
        writing.objectStore("tables").put(row);
        writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
})"""
CACHED = """async (paths) =>
    (await Promise.all(paths.map((path) => caches.match(path)))).map((found) => found !== undefined)
"""


@pytest.fixture
def page(visit: Visit) -> Page:
    """Page that installs its service worker."""
    return visit(worker=True)


def test_a_strong_level_without_its_data_is_named(visit: Visit, server: LiveServer) -> None:
    page = visit()
    game = {"preset": "pagat", "options": {}, "opponents": [{"level": "expert", "name": "Otto"}]}
    page.add_init_script(f"localStorage.setItem('schwimmen.game', {json.dumps(json.dumps(game))})")
    page.context.route("**/engine-data/**", lambda route: route.abort())
    open_on_device(page, server.url)
    note = page.get_by_test_id("less-effort")
    expect(note).to_contain_text("Otto thinks less far ahead")
    page.context.unroute("**/engine-data/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(note).to_have_count(0)


def test_all_pictures_of_cards_are_to_be_cached() -> None:
    faces = {f"/assets/{path.name}" for path in (STATIC / "assets").glob("*.svg")}
    assert len(faces) > 200
    assert faces <= set(known_to_worker(STATIC)["later"])


def with_engine(folder: Path, name: str) -> Path:
    """Make a page with an engine of this name, whose worker caches little else."""
    page = copy_page(folder)
    (page / "assets" / f"{name}.js").write_text("1")
    (page / "assets" / f"{name}.wasm").write_bytes(b"12")
    build = f"{name}build"
    engine = {"script": f"/assets/{name}.js", "files": [f"/assets/{name}.wasm"]}
    old = edit_worker(page, id=build, shell=["/"], later=[], engines=[engine])
    for path in (page / "index.html", *(page / "assets").glob("*.js")):
        text = path.read_text()
        if old["id"] in text:
            path.write_text(text.replace(old["id"], build))
    return page


def test_the_engine_of_a_running_match_survives_updates(
    page: Page, tmp_path: Path, start: Start
) -> None:
    names = ("one", "two", "three")
    files = {name: [f"/assets/{name}.js", f"/assets/{name}.wasm"] for name in names}
    builds = [with_engine(tmp_path / name, name) for name in names]
    server = start_serving(start, builds[0], tmp_path / "db")
    url = server.url()
    page.goto(f"{url}/about")
    wait_for_worker(page)
    running = {"id": "a", "engine": f"{url}/assets/one.js", "over": False, "closed": None}
    page.evaluate(STORE_TABLE, running)

    def update(build: Path) -> Process:
        server.end(signal.SIGTERM)
        following = start_serving(start, build, tmp_path / "db", "--port", url.rpartition(":")[2])
        assert following.url() == url
        find_new_build(page)
        page.goto("about:blank")  # with no page open, the new worker becomes active
        page.wait_for_timeout(500)
        page.goto(f"{url}/about")
        wait_for_worker(page)
        expect(page.locator(f'meta[name="build"][content="{build.name}build"]')).to_have_count(1)
        return following

    server = update(builds[1])
    assert page.evaluate(CACHED, files["one"]) == [True, True]
    page.evaluate(STORE_TABLE, running | {"over": True})
    server = update(builds[2])
    wait_until(page, "caches.match('/assets/one.js').then((found) => found === undefined)")
    assert page.evaluate(CACHED, files["two"] + files["three"]) == [False, False, True, True]
    server.end(signal.SIGTERM)
    assert page.evaluate(FETCHED, files["three"]) == [1, 2]
