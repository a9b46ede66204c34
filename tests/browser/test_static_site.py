"""The static site: served from a folder by a plain file server, it needs nothing else."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Page, Response, expect

from schwimmen.server.http import errors
from schwimmen.server.http.errors import SECURITY_HEADERS
from tests.browser.builds import wait_for_worker, with_few_pictures
from tests.browser.conftest import Visit
from tests.browser.device import DeviceLink, begin_match, play_short_games, table_of
from tests.browser.player import Player, finish_match
from tests.conftest import build_once
from tests.processes import running

SCRIPTS = Path(__file__).parents[2] / "scripts"
KEPT = SCRIPTS.parent / ".cache" / "static-site"
"""Folder of the last build of the page, named after its sources."""

PATH = "games/31"
"""Path of the site on its host."""


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, js_data: Path, documentation: Path
) -> Iterator[str]:
    """Build the site and serve it under a path; yield its address."""

    def build(folder: Path) -> None:
        shutil.copytree(built_page(), folder)
        with_few_pictures(folder)
        (folder / "engine-data").symlink_to(js_data)
        (folder / "docs").symlink_to(documentation)

    host = tmp_path_factory.mktemp("host")
    folder = host / PATH
    folder.parent.mkdir()
    folder.symlink_to(build_once(tmp_path_factory, "static_site", build))
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with running(*command, cwd=host, stdout=PIPE, stderr=DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found
        yield f"http://127.0.0.1:{found[1]}/{PATH}/"


def built_page() -> Path:
    """Return the page of the site, built if its sources have changed since the last build."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(SCRIPTS)
        script = runpy.run_path(str(SCRIPTS / "static_site.py"))
        frontend = script["frontend"]
        sources = [*frontend.sources(), SCRIPTS / "frontend.py", SCRIPTS / "static_site.py"]
        built: Path = KEPT / frontend.digest([*sources, Path(errors.__file__)])
        if not built.exists():
            shutil.rmtree(KEPT, ignore_errors=True)
            KEPT.mkdir(parents=True)
            with TemporaryDirectory(dir=KEPT) as fresh:
                page = Path(fresh) / "page"
                script["build_page"](page)
                page.rename(built)
        return built


def watched(page: Page, site: str) -> list[str]:
    """Return the responses from now on that fail or come from outside of the site."""
    faults: list[str] = []

    def check(response: Response) -> None:
        if response.status >= 400 or not response.url.startswith(site):
            faults.append(f"{response.status} {response.url}")

    page.context.on("response", check)
    return faults


def heading(page: Page, name: str) -> None:
    """Expect the heading of a page."""
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def test_its_pages_are_behind_a_hash(visit: Visit, site: str) -> None:
    page = visit()
    faults = watched(page, site)
    page.goto(site)
    heading(page, "Schwimmen")
    expect(page.get_by_test_id("nav-you")).to_be_visible()
    for absent in ("nav-together", "daily-card", "with-friends", "no-server", "offline"):
        expect(page.get_by_test_id(absent)).to_have_count(0)

    page.get_by_test_id("nav-study").click()
    page.get_by_test_id("to-rules").click()
    heading(page, "Rules")
    expect(page).to_have_url(f"{site}#/rules")
    page.get_by_test_id("rules-variant").select_option("dutch")
    expect(page).to_have_url(f"{site}#/rules?variant=dutch")
    expect(page.locator("article .title")).to_have_text("Eenendertigen")
    page.go_back()
    expect(page.get_by_test_id("rules-variant")).to_have_value("pagat")
    page.get_by_test_id("nav-study").click()
    page.get_by_test_id("to-learn").click()
    heading(page, "Learn the game")
    page.locator("a[data-testid=back]").click()
    heading(page, "Learn")
    page.get_by_test_id("nav-start").click()
    expect(page).to_have_url(f"{site}#/")
    heading(page, "Schwimmen")
    for missing in ("lobby", "t/some-table", "nothing"):
        page.goto(f"{site}#/{missing}")
        heading(page, "Page not found")
    assert not faults


def test_a_link_leads_to_a_rule(visit: Visit, site: str) -> None:
    page = visit()
    page.goto(f"{site}#/rules?variant=dutch#R17")
    expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")
    expect(page.locator("#R17")).to_be_in_viewport()
    page.locator("#R17").get_by_role("link", name="R17").click()
    expect(page).to_have_url(f"{site}#/rules?variant=dutch#R17")
    page.get_by_role("link", name="R8", exact=True).first.click()
    expect(page).to_have_url(f"{site}#/rules?variant=dutch#R8")
    expect(page.locator("#R8")).to_be_in_viewport()
    expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")


def test_its_policy_is_that_of_the_server_and_its_files_are_beside_it(
    visit: Visit, site: str
) -> None:
    page = visit()
    faults = watched(page, site)
    page.goto(f"{site}#/about")
    expect(page.get_by_test_id("version")).to_be_visible()
    stated = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    policy = set(SECURITY_HEADERS["content-security-policy"].split("; "))
    assert set((stated or "").split("; ")) == policy - {"frame-ancestors 'none'"}
    module = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
    assert page.evaluate(f"WebAssembly.compile({module}).then(() => true)")

    found = page.evaluate("fetch('engine-data/catalogue.json').then((it) => it.json())")
    name = found["files"][0]["name"]
    assert page.evaluate("name => fetch(`engine-data/${name}`).then((it) => it.ok)", name)
    page.get_by_test_id("licences").click()
    expect(page).to_have_url(f"{site}licences.txt")
    page.go_back()
    page.get_by_test_id("documentation").click()
    expect(page).to_have_url(f"{site}docs/")
    assert not faults


def test_a_match_is_played_without_a_server(visit: Visit, site: str) -> None:
    page = visit({"pace": "instant"})
    faults = watched(page, site)
    page.goto(site)
    page.get_by_test_id("start-play").click()
    expect(page).to_have_url(re.compile(re.escape(f"{site}#/t/")))
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.step()
    seq = int(player.table.get_attribute("data-seq") or 0)
    page.reload()
    player.until(player.may_move)
    assert int(player.table.get_attribute("data-seq") or 0) >= seq
    page.goto(f"{site}#/")
    page.goto(f"{site}#/new")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{site}#/settings")
    expect(page.get_by_test_id("setting-language-en")).to_be_visible()
    expect(page.get_by_test_id("setting-playOn-server")).to_have_count(0)
    assert not faults


def test_it_is_played_offline_after_one_visit(visit: Visit, site: str) -> None:
    page = visit({"pace": "instant"}, worker=True)
    page.goto(site)
    wait_for_worker(page)
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{site}sw.js"
    page.context.set_offline(True)
    page.goto(f"{site}#/rules?variant=dutch")
    page.reload()
    expect(page.get_by_test_id("rules-variant")).to_have_value("dutch")
    page.get_by_test_id("nav-start").click()
    heading(page, "Schwimmen")
    page.get_by_test_id("start-play").click()
    player = Player(page, "pagat")
    player.until(player.may_move)
    player.step()
    player.until(player.may_move)


def test_a_friend_is_challenged_without_a_server(visit: Visit, site: str) -> None:
    page = visit({"pace": "instant"})
    play_short_games(page)
    page.goto(site)
    begin_match(page)
    with DeviceLink(page, table_of(page)) as link:
        finish_match(link, closing=True)
    page.get_by_test_id("challenge-friend").click()
    address = page.get_by_test_id("challenge-link").input_value()
    assert address.startswith(f"{site}#/challenge#1.")

    friend = visit({"pace": "instant"}, worker=True)
    friend.goto(site)
    wait_for_worker(friend)
    friend.context.set_offline(True)
    friend.goto(address)
    friend.reload()
    friend.get_by_test_id("challenge-take").click()
    expect(friend.get_by_test_id("table")).to_be_visible()
    assert friend.url.startswith(f"{site}#/t/device.")
