"""Servers below paths of one origin, behind nginx as docs/serving.md configures it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builds import (
    Builds,
    builds,
    main_with_build,
    wait_for_worker,
    wait_until,
)
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.shared_table import begin, sit, turn
from tests.browser.test_static_site import heading, watched
from tests.nginx import free_port, proxy
from tests.processes import Start

__all__ = ["builds"]  # a fixture

PATHS = ("/cards", "/games/31")
ON_SERVER: dict[str, bool | str] = {"pace": "instant", "playOn": "server"}

OPEN_SHARED = """async (path) => {
    const body = {preset: "pagat", options: {special: "none"}, name: "Anna", settings: {seats: 2}};
    const response = await fetch(`${path}/api/tables/shared`, {
        method: "POST",
        headers: {"content-type": "application/json"},
        body: JSON.stringify(body),
    });
    return (await response.json()).id;
}"""
"""Opens a shared table as the page does, and returns its id."""


@pytest.fixture
def origin(tmp_path: Path, start: Start, builds: Builds, documentation: Path) -> Iterator[str]:
    """Serve at both paths of a host behind nginx; yield its origin."""
    archive = shutil.make_archive(str(tmp_path / "docs"), "zip", documentation)
    port = free_port()
    origin = f"http://cards.localhost:{port}"  # which browsers find, and trust like TLS
    servers: dict[str, str] = {}
    for number, path in enumerate(PATHS):
        public = ("--public-url", origin, "--trust-proxy", "127.0.0.1", "--pace", "0")
        process = start(
            tmp_path / f"{number}.db",
            *public,
            command=("serve", "--port", "0", "--base-path", path),
            program=partial(main_with_build, builds.new, documentation=archive),
        )
        url = urlsplit(process.url())
        assert url.path == path
        servers[path] = f"{url.scheme}://{url.netloc}"
    with proxy(tmp_path, port, servers):
        yield origin


def test_a_game_below_a_path(visit: Visit, origin: str) -> None:
    base = f"{origin}{PATHS[0]}"
    page = visit(ON_SERVER, worker=True)
    faults = watched(page, f"{base}/")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"{base}/")
    heading(page, "Schwimmen")
    page.get_by_test_id("start-play").click()
    page.wait_for_url(f"{base}/t/*")
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.step()
    player.until(player.may_move)
    table = page.url.rpartition("/")[2]
    assert sockets == [f"{base.replace('http', 'ws')}/api/tables/{table}/ws"]
    page.reload()
    player.until(player.may_move)

    page.goto(f"{base}/about")
    page.get_by_test_id("documentation").click()
    expect(page).to_have_url(f"{base}/docs/")
    page.go_back()
    page.get_by_test_id("nav-study").click()
    page.get_by_test_id("to-rules").click()
    expect(page).to_have_url(f"{base}/rules")
    page.get_by_test_id("nav-start").click()
    expect(page).to_have_url(f"{base}/")
    page.goto(f"{base}/nowhere/at/all")
    heading(page, "Page not found")
    assert set(faults) == {f"404 {page.url}"}
    page.goto(base)
    expect(page).to_have_url(f"{base}/")
    page.goto(f"{base}s/")
    assert page.get_by_text("404").count() > 0


def test_a_friend_opens_the_link(visit: Visit, origin: str) -> None:
    base = f"{origin}{PATHS[0]}"
    anna, bo = visit(), visit()
    anna.goto(f"{base}/")
    table = anna.evaluate(OPEN_SHARED, PATHS[0])
    anna.goto(f"{base}/t/{table}")
    link = anna.get_by_test_id("table-link").input_value()
    assert link == f"{base}/t/{table}?lang=en"
    faults = watched(bo, f"{base}/")
    sit(bo, link, "Bo")
    begin(anna, bo)
    for _ in range(2):
        Player(turn(anna, bo), "pagat").step()
    assert not faults


def test_two_places_of_one_origin_leave_each_other_alone(visit: Visit, origin: str) -> None:
    page = visit(worker=True)
    for path in PATHS:
        page.goto(f"{origin}{path}/")
        wait_for_worker(page)
        name = page.evaluate(OPEN_SHARED, path)
        page.goto(f"{origin}{path}/t/{name}")
        expect(page.get_by_test_id("gathering")).to_be_visible()
        page.goto(f"{origin}{path}/daily")
        key = f"schwimmen.daily-commitments{path}"
        wait_until(page, f"localStorage.getItem('{key}') !== null")
    assert cookie_paths(page) == [f"{path}/" for path in PATHS]
    caches = page.evaluate("caches.keys()")
    for path in PATHS:
        of_page = [name for name in caches if f"{path}/ " in name]
        assert any(" build." in name for name in of_page), caches

    page.context.set_offline(True)
    for path in PATHS:
        page.goto(f"{origin}{path}/rules?variant=dutch")
        page.reload()
        expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")
        script = page.evaluate("navigator.serviceWorker.controller.scriptURL")
        assert script == f"{origin}{path}/sw.js"
    page.context.set_offline(False)

    # Signing out at one place leaves the cookie of the other.
    page.evaluate(
        "path => fetch(`${path}/api/me/sign-out`, {method: 'POST'}).then((it) => it.json())",
        PATHS[0],
    )
    assert cookie_paths(page) == [f"{PATHS[1]}/"]


def cookie_paths(page: Page) -> list[str]:
    """Return the paths of all cookies."""
    return sorted(cookie["path"] for cookie in page.context.cookies())
