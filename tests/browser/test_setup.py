"""From the start page to a table: by one press, or through the setup form; and settings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.device import TABLE, log_of, table_of
from tests.browser.live_server import LiveServer
from tests.browser.player import Player, tab_to, unfold
from tests.effort import sample


def table_info(page: Page) -> dict[str, Any]:
    """Return how the table on the device was opened that the page shows."""
    page.wait_for_url(TABLE)
    expect(page.get_by_test_id("table")).to_be_visible()
    created, *_ = log_of(page, table_of(page))
    return {
        "id": table_of(page),
        "rules": {"preset": created["preset"], "options": created.get("options", {})},
        "seats": [{"level": None, **seat} for seat in created["seats"]],
    }


def test_one_press_starts_the_game_last_played(page: Page, server: LiveServer) -> None:
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    assert table_info(page)["rules"]["preset"] == "pagat"
    Player(page, "pagat").step()

    page.goto(server.url)
    expect(page.get_by_test_id("running").get_by_role("link")).to_have_count(1)
    page.get_by_test_id("start-new").click()
    page.get_by_test_id("new-variant-dutch").check()
    page.get_by_test_id("new-opponents-2").check()
    page.get_by_test_id("new-opponent-1").click()
    page.get_by_test_id("swap-Wim").click()
    page.get_by_test_id("new-lives-more").click()
    page.get_by_test_id("new-name").fill("Karl")
    page.get_by_test_id("new-play").click()
    first = table_info(page)

    page.goto(server.url)
    expect(page.get_by_text("Eenendertigen against Wim and Berta").first).to_be_visible()
    page.get_by_test_id("start-play").click()
    expect(page).not_to_have_url(server.url + "/")
    again = table_info(page)
    assert again["id"] != first["id"]
    for info in (first, again):
        assert info["rules"]["options"] == {"lives": 7}
        assert [seat["name"] for seat in info["seats"]] == ["Karl", "Wim", "Berta"]


def test_each_opponent_can_have_a_level(page: Page, server: LiveServer) -> None:
    def with_unknown_level(route: Route) -> None:
        setup = route.fetch().json()
        setup["levels"].append({"name": "cat", "line": "looks out of it"})
        route.fulfill(json=setup)

    page.route("**/api/setup", with_unknown_level)
    page.goto(f"{server.url}/new")
    expect(page.get_by_text("looks out of it")).to_be_visible()
    berta = page.get_by_test_id("new-opponent-1")
    expect(berta).to_contain_text("never lets go of a pair")
    page.get_by_test_id("new-level-master").check()
    expect(berta).to_contain_text("says she is only humming")
    page.get_by_test_id("new-each-level").check()
    page.get_by_test_id("new-level-2").select_option("random")
    page.get_by_test_id("new-play").click()
    assert [seat["level"] for seat in table_info(page)["seats"]] == [
        None,
        "master",
        "random",
        "master",
    ]


def test_a_contradiction_is_explained_and_repaired(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new")
    unfold(page, "cards")
    page.get_by_test_id("option-hand_size-4").check()
    clash = page.get_by_test_id("clash-hand_size")
    expect(clash).to_contain_text("Cards in hand: Four")
    expect(page.get_by_test_id("new-play")).to_have_attribute("aria-disabled", "true")
    page.get_by_test_id("new-play").click(force=True)  # opens nothing
    page.get_by_test_id("clash-show").click()
    expect(page.get_by_test_id("row-three_of_a_kind")).to_be_focused()
    assert violations(page) == []

    page.get_by_test_id("repair-others").first.click()
    expect(page.get_by_test_id("new-play")).to_have_attribute("aria-disabled", "false")
    expect(clash).to_have_count(0)
    unfold(page, "turns")
    page.get_by_test_id("option-pass").uncheck()
    page.get_by_test_id("option-pass-back").click()
    expect(page.get_by_test_id("option-pass")).to_be_checked()
    page.get_by_test_id("new-play").click()
    assert table_info(page)["rules"]["options"] == {
        "hand_size": 4,
        "three_of_a_kind": False,
        "fire": False,
        "pack": "A2",
    }


def test_the_form_survives_a_visit_to_the_rules(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_test_id("new-variant-choy").check()
    unfold(page, "special")
    page.get_by_test_id("option-special-ends").check()
    page.get_by_test_id("row-special").get_by_role("link").click()
    expect(page).to_have_url(f"{server.url}/rules?variant=choy#R12")
    page.go_back()
    expect(page.get_by_test_id("option-special-ends")).to_be_checked()
    page.get_by_test_id("rules-reset").click()
    expect(page.get_by_test_id("option-special-none")).to_be_checked()


def test_a_table_can_be_opened_by_keyboard(page: Page, server: LiveServer) -> None:
    page.goto(server.url)
    tab_to(page, "start-new")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, "new-variant-pagat")
    page.keyboard.press("ArrowDown")
    tab_to(page, "new-opponents-3")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "new-opponent-2")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("swap-Karl")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("new-opponent-2")).to_be_focused()
    tab_to(page, "new-play")
    page.keyboard.press("Enter")
    info = table_info(page)
    assert info["rules"]["preset"] == "app-a7"
    assert [seat["name"] for seat in info["seats"]] == ["Player", "Berta", "Karl"]


def test_an_unreachable_server_can_be_retried(page: Page, server: LiveServer) -> None:
    page.route("**/api/tables", lambda route: route.abort())
    # Without TLS the device cannot play by itself.
    page.goto(server.url.replace("127.0.0.1", "club.test"))
    expect(page.get_by_test_id("no-server")).to_be_visible()
    assert violations(page) == []
    page.unroute("**/api/tables")
    page.get_by_test_id("retry").click()
    page.get_by_test_id("start-play").click()
    page.wait_for_url("**/t/*")


def test_settings_apply_at_once_and_are_stored(page: Page, server: LiveServer) -> None:
    page.goto(server.url)
    page.get_by_test_id("language-de").click()
    expect(page.get_by_test_id("start-play")).to_have_text("Spielen")
    page.get_by_test_id("start-settings").click()
    page.get_by_test_id("setting-theme-dark").check()
    expect(page.get_by_test_id("settings-status")).to_have_text("Darstellung: Dunkel")
    page.get_by_test_id("setting-sound").check()
    page.get_by_test_id("setting-back-tendrils").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_test_id("setting-sound")).to_be_checked()
    expect(page.get_by_test_id("setting-back-tendrils")).to_be_checked()

    page.get_by_test_id("settings-forget").click()
    expect(page.get_by_test_id("settings-forget-sure")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.evaluate("Object.keys(localStorage)") == []


def test_the_licences_name_all_sources(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/about")
    page.get_by_test_id("licences").click()
    for part in (
        "Figtree",
        "Young Serif",
        "SIL OPEN FONT LICENSE",
        "clsx",
        "svelte",
    ):
        expect(page.locator("body")).to_contain_text(part)


@pytest.mark.parametrize("path", sample(["/about", "/", "/settings", "/new"], least=2))
def test_large_text_fits_on_a_narrow_phone(path: str, page: Page, server: LiveServer) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(server.url + path)
    page.get_by_role("heading", level=1).wait_for()
    for language in ("de", "en", "nl"):
        page.evaluate(
            """(language) => {
              localStorage.setItem("schwimmen.settings", JSON.stringify({language}));
            }""",
            language,
        )
        page.reload()
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        for size in ("100%", "200%"):
            page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (language, size)


def test_a_browser_without_cookies_gets_an_error(visit: Visit, server: LiveServer) -> None:
    page = visit(settings={"playOn": "server"})

    def without_cookie(route: Route) -> None:
        response = route.fetch()
        headers = {k: v for k, v in response.headers.items() if k != "set-cookie"}
        page.context.clear_cookies()
        route.fulfill(status=response.status, headers=headers, body=response.body())

    page.route("**/api/tables", without_cookie)
    page.goto(server.url)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_role("alert").filter(has_text="cookies")).to_be_visible()
    assert page.url == f"{server.url}/"
