"""The documentation in a browser: linked if it is built, searchable and self-contained."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from schwimmen.server.routes import pages
from tests.browser.conftest import PHONE, Visit
from tests.browser.live_server import LiveServer, live_server
from tests.effort import sample

PATHS = ("", "first-steps/", "internals/", "reference/match/", "spec/RULES/")
"""Pages of different kinds."""


@pytest.fixture
def documented_server(
    documentation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LiveServer]:
    """Server with the documentation."""
    archive = shutil.make_archive(str(tmp_path / "docs"), "zip", documentation)
    monkeypatch.setattr(pages, "DOCUMENTATION", Path(archive))
    with live_server(tmp_path / "schwimmen.db") as running:
        yield running


def watched(page: Page) -> list[str]:
    """Return the addresses of all requests of the page from now on."""
    requested: list[str] = []
    page.context.on("request", lambda request: requested.append(request.url))
    return requested


def test_it_opens_from_the_page_fits_on_a_phone_and_loads_nothing_from_elsewhere(
    visit: Visit, documented_server: LiveServer
) -> None:
    page = visit(viewport=PHONE)
    requested = watched(page)
    page.goto(f"{documented_server.url}/about")
    page.get_by_test_id("documentation").click()
    expect(page).to_have_url(f"{documented_server.url}/docs/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Schwimmen")
    for path in sample(PATHS, least=3):
        page.goto(f"{documented_server.url}/docs/{path}", wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert f"{documented_server.url}/docs/stylesheets/site.css" in requested
    assert [url for url in requested if not url.startswith(f"{documented_server.url}/")] == []


def test_search_finds_a_name(visit: Visit, documented_server: LiveServer) -> None:
    page = visit()
    requested = watched(page)
    # The documentation reports requests that the next page interrupts as errors.
    page.goto(f"{documented_server.url}/docs/", wait_until="networkidle")
    page.get_by_role("textbox", name="Search").press_sequentially("sample_worlds")
    found = page.locator(".md-search-result__link[href$='#schwimmen.players.sample_worlds']")
    expect(found).to_be_visible()
    page.wait_for_load_state("networkidle")
    found.click()
    expect(page).to_have_url(
        re.compile("/docs/reference/players/.*#schwimmen.players.sample_worlds")
    )
    page.wait_for_load_state("networkidle")
    assert [url for url in requested if not url.startswith(f"{documented_server.url}/")] == []


def test_colours_follow_the_choice_of_the_reader(
    visit: Visit, documented_server: LiveServer
) -> None:
    page = visit(color_scheme="dark")
    page.goto(f"{documented_server.url}/docs/internals/")
    drawings = page.get_by_role("img", name="Packages in layers")
    expect(drawings).to_have_count(1)
    expect(drawings).to_have_attribute("src", "../images/layers.svg#gh-dark-mode-only")
    page.get_by_title("Switch to light colours").click()
    expect(drawings).to_have_attribute("src", "../images/layers.svg#gh-light-mode-only")
    page.reload()
    expect(drawings).to_have_attribute("src", "../images/layers.svg#gh-light-mode-only")


def test_without_it_the_page_links_to_the_licences_alone(
    visit: Visit, server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "DOCUMENTATION", tmp_path / "nothing")
    page = visit()
    page.goto(f"{server.url}/about")
    expect(page.get_by_test_id("version")).to_be_visible()
    expect(page.get_by_test_id("documentation")).to_have_count(0)
    page.get_by_test_id("licences").click()
    for part in ("Figtree", "Young Serif", "SIL OPEN FONT LICENSE", "clsx", "svelte"):
        expect(page.locator("body")).to_contain_text(part)
