"""Screenshots of every page and state, on phone and desktop, in light and dark.

make screenshots                      all of them, into screenshots/
make screenshots ARGS="table rules"   only names that begin with these words

The pictures in docs/screenshots are refreshed too; no others are added there.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.chromium import chromium
from tests.browser.live_server import live_server
from tests.browser.player import Player, open_table, play_out
from tests.browser.shared_table import begin, share
from tests.browser.test_learn import STEPS, next_step, wait_for_others
from tests.processes import PATIENCE

from .people import company, lobby_pages
from .visitor import FOLDER, Visitor

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 360, "height": 640},
    "desktop": {"width": 1280, "height": 800},
}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
RATED_AFTER: Final = 10
"""Number of matches before a player is on the leaderboard."""


def static_pages(visitor: Visitor) -> None:
    """Take pictures of the pages other than the table."""
    page = visitor.go("/")
    visitor.picture("start")
    for name in ("daily", "settings", "about"):
        visitor.go(f"/{name}")
        visitor.picture(name, whole=True)
    visitor.go("/no-such-page")
    visitor.picture("unknown-address")
    visitor.go("/statistics")
    visitor.picture("statistics-empty")
    for preset in ("pagat", "dutch", "choy"):
        visitor.go(f"/rules?variant={preset}")
        visitor.picture(f"rules-{preset}")
    visitor.go("/rules?variant=pagat#R14")
    visitor.picture("rules-examples")
    for preset in ("pagat", "choy"):
        visitor.go(f"/odds?variant={preset}&players=4")
        expect(page.get_by_test_id("odds-limits")).to_be_visible()
        visitor.picture(f"odds-{preset}", whole=True)
    visitor.go("/puzzles")
    expect(page.get_by_test_id("table")).to_be_visible()
    visitor.picture("puzzle")
    if visitor.wants("offline"):
        visitor.go("/settings")
        page.route("**/api/**", lambda route: route.abort())
        page.locator('header a[href="/"]').click()
        visitor.picture("offline")
        page.unroute("**/api/**")


def table_setup(visitor: Visitor) -> None:
    """Take pictures of the page on which a table is set up."""
    if not visitor.wants("new"):
        return
    page = visitor.go("/new")
    visitor.picture("new", whole=True)
    page.get_by_test_id("new-each-level").check()
    page.get_by_test_id("new-opponent-1").click()
    visitor.picture("new-opponents")
    page.keyboard.press("Escape")
    page.get_by_test_id("rules-cards").locator("summary").click()
    page.get_by_test_id("option-hand_size-4").check()
    expect(page.get_by_test_id("clash-hand_size")).to_be_visible()
    visitor.picture("new-contradiction")
    page.locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    visitor.picture("new-house-rules", whole=True)


def tutorial(visitor: Visitor) -> None:
    """Take pictures of the tutorial from its first step to its end."""
    if not visitor.wants("learn"):
        return
    page = visitor.go("/learn")
    for step in STEPS:
        wait_for_others(page)
        visitor.picture(f"learn-{step}")
        next_step(page, step)
    visitor.picture("learn-end")


def swimming_seats(page: Page) -> Locator:
    """Return the seats that are swimming."""
    return page.locator('[data-testid^="seat-"][data-status="swimming"]')


def table_states(visitor: Visitor) -> None:
    """Take pictures of the table during a turn and the dealer's choice, with various players."""
    page = visitor.page
    if visitor.wants("table-choice"):
        for seed in range(50):
            player = visitor.sit(seed)
            if page.get_by_test_id("act-keep").is_visible():
                break
        visitor.picture("table-choice")
    if visitor.wants("table-turn"):
        player = visitor.sit(1)
        player.until(player.may_move)
        visitor.picture("table-turn")
        player.aim()
        visitor.picture("table-turn-aimed")
        table_dialogs(visitor)
    for name, preset, opponents in (
        ("table-two", "pagat", 1),
        ("table-eight", "pagat", 7),
        ("table-dutch", "dutch", 4),
        ("table-ten", "choy", 9),
    ):
        if visitor.wants(name):
            player = visitor.sit(3, preset, opponents)
            player.until(player.may_move)
            player.aim()
            visitor.picture(name)


def table_dialogs(visitor: Visitor) -> None:
    """Take pictures of the dialogs and notices at the table."""
    page = visitor.page
    page.get_by_test_id("quick-settings").click()
    visitor.picture("table-turn-settings")
    page.get_by_test_id("quick-keys").click()
    visitor.picture("table-turn-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    history = page.get_by_role("button", name="History", exact=True)
    if history.count():  # on desktops it is always open beside the table
        history.click()
        visitor.picture("table-turn-history")
        page.keyboard.press("Escape")
    page.context.set_offline(True)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    visitor.picture("table-turn-connection-lost")
    page.context.set_offline(False)
    visitor.set(confirm=True)
    page.reload()
    Player(page, "pagat").wait()
    page.get_by_test_id("act-pass").click()
    visitor.picture("table-turn-confirm")
    visitor.set(confirm=False)


def end_of_match(visitor: Visitor) -> None:
    """Take pictures from the first lost life to the end of a match."""
    page = visitor.page
    if not visitor.wants("showdown", "table-swimming", "match-over"):
        return
    player = visitor.sit(5, options={"lives": 1})
    player.until(page.get_by_test_id("showdown").is_visible)
    visitor.picture("showdown")
    player.step()
    player.until(lambda: player.may_move() and swimming_seats(page).count() > 0)
    visitor.picture("table-swimming")
    while player.step():
        pass
    visitor.picture("match-over")


def opponents_turn(visitor: Visitor) -> None:
    """Take a picture during an opponent's turn."""
    if not visitor.wants("table-other"):
        return
    for seed in range(50):
        visitor.slow.chance.seed(seed)
        open_table(visitor.page, visitor.slow.url, opponents=3)
        table = visitor.page.get_by_test_id("table")
        expect(table).to_be_visible()
        if table.get_attribute("data-my-turn") == "false":
            break
    visitor.picture("table-other")


def card_designs(visitor: Visitor) -> None:
    """Take pictures of the other card designs."""
    for cards in ("four-colour", "german"):
        if visitor.wants(f"cards-{cards}"):
            visitor.set(cards=cards)
            player = visitor.sit(1)
            player.until(player.may_move)
            visitor.picture(f"cards-{cards}")
    visitor.set(cards="french")


def statistics(visitor: Visitor) -> None:
    """Take pictures of the statistics and the start page after the matches played above."""
    visitor.go("/statistics")
    visitor.picture("statistics", whole=True)
    visitor.go("/")
    visitor.picture("start-again")


def profile(visitor: Visitor) -> None:
    """Take pictures of a player's profile, recovery link, past matches, ratings and a replay."""
    if not visitor.wants("me", "recover", "matches", "leaderboard", "replay", "signed-out"):
        return
    page, url = visitor.page, visitor.fast.url
    for number in range(RATED_AFTER):
        visitor.fast.chance.seed(number)
        level = ("random", "beginner", "greedy")[number % 3]
        table = share(page, url, seats=4, options={"lives": 1}, bots=level)
        begin(page)
        play_out(page, url, table)
    open_table(page, url)
    visitor.go("/me")
    expect(page.get_by_test_id("my-ratings")).to_be_visible()
    visitor.picture("me", whole=True)
    page.get_by_test_id("show-link").click()
    link = page.get_by_test_id("recovery-link").input_value()
    visitor.picture("me-link", whole=True)
    device = visitor.other_player()
    open_table(device, url)
    device.goto(link)
    expect(device.get_by_test_id("recover-asked")).to_be_visible()
    visitor.picture("recover-asked", page=device)
    device.get_by_test_id("recover-sure").click()
    expect(device.get_by_test_id("recovered")).to_be_visible()
    visitor.picture("recover-done", page=device)
    visitor.go("/me")
    page.get_by_test_id("sign-out-others").click()
    expect(page.get_by_test_id("sign-out-status")).not_to_be_empty()
    device.goto(f"{url}/me")
    expect(device.get_by_test_id("signed-out")).to_be_visible()
    visitor.picture("signed-out", page=device)
    device.goto(f"{link[:-9]}xxxx")
    expect(device.get_by_test_id("problem")).to_be_visible()
    visitor.picture("recover-damaged", page=device)
    visitor.go("/matches")
    expect(page.get_by_test_id(f"match-{table}")).to_be_visible()
    visitor.picture("matches")
    visitor.go("/leaderboard?variant=own")
    expect(page.get_by_test_id("board")).to_be_visible()
    visitor.picture("leaderboard")
    page.goto(f"{url}/t/{table}/replay")
    expect(page.get_by_test_id("replay")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", "4")
    visitor.picture("replay")


def take_all(browser: Browser, wanted: tuple[str, ...]) -> None:
    """Take the wanted pictures in every size and colour scheme."""
    expect.set_options(timeout=1000 * PATIENCE)
    for size, viewport in SIZES.items():
        for scheme in SCHEMES:
            with tempfile.TemporaryDirectory() as folder:
                data = Path(folder, "schwimmen.db")
                with live_server(data) as fast, live_server(data, pace=60) as slow:
                    context: dict[str, Any] = {
                        "viewport": viewport,
                        "color_scheme": scheme,
                        "reduced_motion": "reduce",
                        "locale": "en",
                        "device_scale_factor": 1.5 if size == "phone" else 1,
                        "service_workers": "block",
                    }
                    page = browser.new_context(**context).new_page()
                    suffix = f"{size}-{scheme}"
                    visitor = Visitor(browser, context, page, fast, slow, wanted, suffix)
                    for scene in (
                        static_pages,
                        lobby_pages,
                        company,
                        table_setup,
                        tutorial,
                        table_states,
                        end_of_match,
                        opponents_turn,
                        card_designs,
                        statistics,
                        profile,
                    ):
                        scene(visitor)
                    for opened in browser.contexts:
                        opened.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        take_all(browser, tuple(sys.argv[1:]))
