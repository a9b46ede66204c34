"""Pictures of every page and state, on phone and desktop, by day and by night.

make screenshots                      all of them, into docs/screenshots
make screenshots ARGS="table rules"   those whose names begin so
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.chromium import chromium
from tests.browser.people import begin, share
from tests.browser.playing import Player, open_table, play_out
from tests.browser.stage import stage
from tests.browser.test_learning import DONE_BY_MOUSE
from tests.processes import PATIENCE

from .people import company, finding_others
from .visit import FOLDER, Visit

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 360, "height": 640},
    "desktop": {"width": 1280, "height": 800},
}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
RATED_AFTER: Final = 10
"""Matches until somebody is on the leaderboard."""


def reading(visit: Visit) -> None:
    """The pages around the table."""
    page = visit.go("/")
    visit.picture("start")
    for name in ("settings", "about"):
        visit.go(f"/{name}")
        visit.picture(name, whole=True)
    visit.go("/no-such-page")
    visit.picture("unknown-address")
    visit.go("/statistics")
    visit.picture("statistics-empty")
    for preset in ("pagat", "dutch", "choy"):
        visit.go(f"/rules?variant={preset}")
        visit.picture(f"rules-{preset}")
    visit.go("/rules?variant=pagat#R14")
    visit.picture("rules-examples")
    if visit.wants("offline"):
        visit.go("/settings")
        page.route("**/api/**", lambda route: route.abort())
        page.locator('header a[href="/"]').click()
        visit.picture("offline")
        page.unroute("**/api/**")


def setting_up(visit: Visit) -> None:
    """The page on which a table is set up."""
    if not visit.wants("new"):
        return
    page = visit.go("/new")
    visit.picture("new", whole=True)
    page.get_by_test_id("new-each-level").check()
    page.get_by_test_id("new-opponent-1").click()
    visit.picture("new-opponents")
    page.keyboard.press("Escape")
    page.get_by_test_id("rules-cards").locator("summary").click()
    page.get_by_test_id("option-hand_size-4").check()
    expect(page.get_by_test_id("clash-hand_size")).to_be_visible()
    visit.picture("new-contradiction")
    page.locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    visit.picture("new-house-rules", whole=True)


def learning(visit: Visit) -> None:
    """The tutorial, from its first step to its end."""
    if not visit.wants("learn"):
        return
    page = visit.go("/learn")
    now = page.get_by_test_id("tutorial-step")
    while (step := now.get_attribute("data-step")) != "end":
        if step in DONE_BY_MOUSE:
            DONE_BY_MOUSE[step](page)
            expect(now).to_have_attribute("data-solved", "true")
        visit.picture(f"learn-{step}")
        page.get_by_test_id("tutorial-next").click()
    visit.picture("learn-end")


def swims(page: Page) -> Locator:
    """Seats that swim."""
    return page.locator('[data-testid^="seat-"][data-status="swimming"]')


def playing(visit: Visit) -> None:
    """The table in each state."""
    page = visit.page
    if visit.wants("table-choice"):
        for seed in range(50):
            player = visit.sit(seed)
            if page.get_by_test_id("act-keep").is_visible():
                break
        visit.picture("table-choice")
    if visit.wants("table-turn"):
        player = visit.sit(1)
        player.until(player.may_move)
        visit.picture("table-turn")
        player.aim()
        visit.picture("table-turn-aimed")
        opening(visit)
    for name, preset, opponents in (
        ("table-two", "pagat", 1),
        ("table-eight", "pagat", 7),
        ("table-dutch", "dutch", 4),
        ("table-ten", "choy", 9),
    ):
        if visit.wants(name):
            player = visit.sit(3, preset, opponents)
            player.until(player.may_move)
            player.aim()
            visit.picture(name)


def opening(visit: Visit) -> None:
    """What can be opened at the table, and what it says by itself."""
    page = visit.page
    page.get_by_test_id("quick-settings").click()
    visit.picture("table-turn-settings")
    page.get_by_test_id("quick-keys").click()
    visit.picture("table-turn-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    history = page.get_by_role("button", name="History", exact=True)
    if history.count():  # a desktop has room for it beside the table
        history.click()
        visit.picture("table-turn-history")
        page.keyboard.press("Escape")
    page.context.set_offline(True)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    visit.picture("table-turn-connection-lost")
    page.context.set_offline(False)
    visit.set(confirm=True)
    page.reload()
    Player(page, "pagat").wait()
    page.get_by_test_id("act-pass").click()
    visit.picture("table-turn-confirm")
    visit.set(confirm=False)


def finishing(visit: Visit) -> None:
    """From the first loss to the end of a match."""
    page = visit.page
    if not (visit.wants("showdown") or visit.wants("table-swimming") or visit.wants("match-over")):
        return
    player = visit.sit(5, options={"lives": 1})
    player.until(page.get_by_test_id("showdown").is_visible)
    visit.picture("showdown")
    player.step()
    player.until(lambda: player.may_move() and swims(page).count() > 0)
    visit.picture("table-swimming")
    while player.step():
        pass
    visit.picture("match-over")


def waiting(visit: Visit) -> None:
    """While it is another's turn."""
    if not visit.wants("table-other"):
        return
    for seed in range(50):
        visit.waiting.chance.seed(seed)
        open_table(visit.page, visit.waiting.url, opponents=3)
        table = visit.page.get_by_test_id("table")
        expect(table).to_be_visible()
        if table.get_attribute("data-my-turn") == "false":
            break
    visit.picture("table-other")


def packs(visit: Visit) -> None:
    """Other cards."""
    for cards in ("four-colour", "german"):
        if visit.wants(f"cards-{cards}"):
            visit.set(cards=cards)
            player = visit.sit(1)
            player.until(player.may_move)
            visit.picture(f"cards-{cards}")
    visit.set(cards="french")


def statistics(visit: Visit) -> None:
    """What the matches above have left."""
    visit.go("/statistics")
    visit.picture("statistics", whole=True)
    visit.go("/")
    visit.picture("start-again")


def looking_back(visit: Visit) -> None:
    """Who somebody is, what they have played, and how strong they are."""
    if not visit.wants("me", "recover", "matches", "leaderboard", "replay", "signed-out"):
        return
    page, url = visit.page, visit.swift.url
    for number in range(RATED_AFTER):
        visit.swift.chance.seed(number)
        level = ("random", "beginner", "greedy")[number % 3]
        table = share(page, url, seats=4, options={"lives": 1}, bots=level)
        begin(page)
        play_out(page, url, table)
    open_table(page, url)
    visit.go("/me")
    expect(page.get_by_test_id("my-ratings")).to_be_visible()
    visit.picture("me", whole=True)
    page.get_by_test_id("show-link").click()
    link = page.get_by_test_id("recovery-link").input_value()
    visit.picture("me-link", whole=True)
    device = visit.another()
    open_table(device, url)
    device.goto(link)
    expect(device.get_by_test_id("recover-asked")).to_be_visible()
    visit.picture("recover-asked", page=device)
    device.get_by_test_id("recover-sure").click()
    expect(device.get_by_test_id("recovered")).to_be_visible()
    visit.picture("recover-done", page=device)
    visit.go("/me")
    page.get_by_test_id("sign-out-others").click()
    expect(page.get_by_test_id("sign-out-status")).not_to_be_empty()
    device.goto(f"{url}/me")
    expect(device.get_by_test_id("signed-out")).to_be_visible()
    visit.picture("signed-out", page=device)
    device.goto(f"{link[:-9]}xxxx")
    expect(device.get_by_test_id("problem")).to_be_visible()
    visit.picture("recover-damaged", page=device)
    visit.go("/matches")
    expect(page.get_by_test_id(f"match-{table}")).to_be_visible()
    visit.picture("matches")
    visit.go("/leaderboard?variant=own")
    expect(page.get_by_test_id("board")).to_be_visible()
    visit.picture("leaderboard")
    page.goto(f"{url}/t/{table}/replay")
    expect(page.get_by_test_id("replay")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", "4")
    visit.picture("replay")


def take(browser: Browser, wanted: tuple[str, ...]) -> None:
    """All pictures, size by size and scheme by scheme."""
    expect.set_options(timeout=1000 * PATIENCE)
    for size, viewport in SIZES.items():
        for scheme in SCHEMES:
            with tempfile.TemporaryDirectory() as folder:
                data = Path(folder, "schwimmen.db")
                with stage(data) as swift, stage(data, pace=60) as slow:
                    how: dict[str, Any] = {
                        "viewport": viewport,
                        "color_scheme": scheme,
                        "reduced_motion": "reduce",
                        "locale": "en",
                        "device_scale_factor": 1.5 if size == "phone" else 1,
                        "service_workers": "block",
                    }
                    page = browser.new_context(**how).new_page()
                    visit = Visit(browser, how, page, swift, slow, wanted, f"{size}-{scheme}")
                    for scenes in (
                        reading,
                        finding_others,
                        company,
                        setting_up,
                        learning,
                        playing,
                        finishing,
                        waiting,
                        packs,
                        statistics,
                        looking_back,
                    ):
                        scenes(visit)
                    for context in browser.contexts:
                        context.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        take(browser, tuple(sys.argv[1:]))
