"""From the start page to a table: by one press, or through the setup form; and settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.device import TABLE, log_of, table_of
from tests.browser.live_server import LiveServer, live_server
from tests.browser.player import Player, tab_to, unfold
from tests.effort import combinations, sample


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


def test_a_contradiction_is_shown_where_it_is(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new")
    unfold(page, "cards")
    page.get_by_test_id("option-hand_size-4").check()
    clash = page.get_by_test_id("clash-hand_size")
    expect(clash).to_contain_text("Cards in hand: Four")
    expect(page.get_by_test_id("new-play")).to_have_attribute("aria-disabled", "true")
    page.get_by_test_id("clash-show").click()
    expect(page.get_by_test_id("row-three_of_a_kind")).to_be_focused()
    assert violations(page) == []


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


def test_a_bot_of_the_host_is_chosen_and_plays_at_the_server(visit: Visit, tmp_path: Path) -> None:
    page = visit({"pace": "instant"})
    bots = ["Prudent=tests.bots.some_bots:Last"]
    with live_server(tmp_path / "schwimmen.db", bots=bots) as server:
        page.goto(f"{server.url}/new")
        page.get_by_test_id("new-opponents-2").check()
        page.get_by_test_id("new-level-own:Prudent").check()
        for _ in range(2):
            page.get_by_test_id("new-lives-less").click()
        expect(page.get_by_test_id("new-opponent-2")).to_contain_text("Prudent 2")
        unfold(page, "special")
        page.get_by_test_id("option-special-none").check()  # no round ends before the first turn
        assert violations(page) == []
        page.get_by_test_id("new-play").click()
        page.wait_for_url(lambda url: "/t/" in url and not TABLE.search(url))
        for seat, name in ((1, "Prudent"), (2, "Prudent 2")):
            expect(page.get_by_test_id(f"seat-{seat}")).to_contain_text(f"{name} server’s own bot")
        expect(page.get_by_test_id("table")).to_have_attribute("data-my-turn", "true")
        first = page.url
        player = Player(page, "pagat")
        while player.step():
            pass
        page.get_by_test_id("play-again").click()
        page.wait_for_url(lambda url: "/t/" in url and url != first)
        for seat, name in ((1, "Prudent"), (2, "Prudent 2")):
            expect(page.get_by_test_id(f"seat-{seat}")).to_contain_text(f"{name} server’s own bot")
        page.goto(server.url)
        expect(page.get_by_test_id("go-on-what")).to_contain_text("Prudent and Prudent 2")


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
    page.get_by_test_id("nav-you").click()
    page.get_by_test_id("to-settings").click()
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


def test_large_text_fits_on_a_narrow_phone(page: Page, server: LiveServer) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{server.url}/favicon.svg")  # the storage of the page, without the page
    paths = sample(["/about", "/", "/settings", "/new"], least=2)
    for path, language in combinations(paths, ["de", "en", "nl"]):
        page.evaluate(
            """(language) => {
              localStorage.setItem("schwimmen.settings", JSON.stringify({language}));
            }""",
            language,
        )
        page.goto(server.url + path)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        for size in ("100%", "200%"):
            page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (
                path,
                language,
                size,
            )
