"""The page while the engine of the server is being built: it waits, and goes on by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from schwimmen.engine.preparation import Preparation
from tests.browser.conftest import shorten_waits
from tests.browser.live_server import LiveServer, live_server
from tests.browser.shared_table import PLAIN
from tests.server.fake_build import NO_COMPILER, FakeBuild

PREPARING = "The rules engine is being prepared, about 40 seconds. This goes on by itself."
SHORT_WAITS = {3000: 300, 250: 25}
"""Until a table asks the server again, and until another request looks whether it is wanted."""


@pytest.fixture
def build() -> FakeBuild:
    """Return a build in progress."""
    return FakeBuild()


@pytest.fixture
def preparing(tmp_path: Path, build: FakeBuild) -> Iterator[LiveServer]:
    """Provide a server whose engine is being built."""
    with live_server(tmp_path / "db", engine=build.engine()) as server:
        yield server


def test_only_tables_of_the_server_wait(
    page: Page, preparing: LiveServer, build: FakeBuild
) -> None:
    shorten_waits(page, SHORT_WAITS)
    page.goto(preparing.url)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()  # on the device
    expect(page.get_by_test_id("engine-note")).to_have_text("")
    page.goto(f"{preparing.url}/friends")
    page.get_by_test_id("friends-name").fill("Anna")
    page.get_by_test_id("friends-open").click()
    note = page.get_by_test_id("engine-note")
    expect(note).to_have_text(PREPARING)
    build.fail()
    expect(note).to_contain_text(NO_COMPILER)
    build.finish()
    expect(page.get_by_test_id("gathering")).to_be_visible()
    expect(page.get_by_test_id("engine-note")).to_have_text("")


def test_a_table_goes_on_after_a_restart(page: Page, tmp_path: Path, build: FakeBuild) -> None:
    shorten_waits(page, SHORT_WAITS)
    with live_server(tmp_path / "db") as before:
        settings = {"seats": 2}
        body = {"preset": "pagat", "options": PLAIN, "name": "Anna", "settings": settings}
        answer = page.request.post(f"{before.url}/api/tables/shared", data=body)
        table = f"/t/{answer.json()['id']}"
    with live_server(tmp_path / "db", engine=build.engine()) as server:
        page.goto(server.url + table)
        expect(page.get_by_test_id("engine-note")).to_have_text(PREPARING)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connecting")
        build.preparation = Preparation(4, None)
        expect(page.get_by_test_id("engine-note")).to_contain_text("just a few more seconds")
        build.finish()
        expect(page.get_by_test_id("gathering")).to_be_visible()
        expect(page.get_by_test_id("engine-note")).to_have_text("")
