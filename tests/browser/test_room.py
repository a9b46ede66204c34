"""Room for large letters and for fingers, and ink that stands out from what it lies on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PAGES, PHONE, Visit
from tests.browser.measuring import covered, cut_off, enlarge, too_faint, too_small
from tests.browser.playing import Player, open_table
from tests.browser.stage import Stage
from tests.effort import sample

Look = Callable[[str], None]
"""Looks at the page as it is now; told where that is."""


def pages(page: Page, url: str, look: Look) -> None:
    """Every page but the table, with all there is to unfold."""
    for path in PAGES:
        page.goto(url + path)
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
        look(path)


def full_tables(page: Page, slow_server: Stage, look: Look) -> None:
    """Tables with few and many at them, and what can be opened there."""
    slow_server.chance.seed(2)
    for preset, opponents in (("pagat", 3), ("dutch", 7), ("choy", 9)):
        open_table(page, slow_server.url, preset, opponents)
        expect(page.get_by_test_id("table")).to_be_visible()
        look(f"{preset} against {opponents}")
    page.get_by_test_id("quick-settings").click()
    look("settings at the table")
    page.get_by_test_id("quick-keys").click()
    look("keys")


def a_match(page: Page, server: Stage, look: Look) -> None:
    """A match with its states, from my first turn to its end."""
    server.chance.seed(5)
    open_table(page, server.url, options={"lives": 1})
    player = Player(page, "pagat")
    player.until(player.may_move)
    look("my turn")
    player.aim()
    look("an aim")
    player.until(page.get_by_test_id("showdown").is_visible)
    look("showdown")
    while player.step():
        pass
    look("the match's end")


class Walk(NamedTuple):
    """A screen, and how somebody has set up the page; small screens are touched."""

    width: int
    height: int
    percent: int
    language: str
    scheme: Literal["light", "dark"]
    cards: str

    @property
    def touched(self) -> bool:
        return self.width < 600


WALKS = [
    Walk(360, 640, 100, "en", "light", "french"),
    Walk(320, 640, 100, "nl", "dark", "four-colour"),
    Walk(320, 640, 100, "de", "light", "german"),
    Walk(1280, 800, 100, "en", "dark", "french"),
    Walk(1280, 800, 200, "de", "light", "four-colour"),
    Walk(360, 640, 200, "de", "dark", "german"),
]


@pytest.mark.parametrize("walk", sample(WALKS))
def test_all_has_room_and_stands_out(
    walk: Walk, visit: Visit, server: Stage, slow_server: Stage
) -> None:
    page = visit(
        {"cards": walk.cards},
        viewport={"width": walk.width, "height": walk.height},
        locale=walk.language,
        color_scheme=walk.scheme,
        has_touch=walk.touched,
        is_mobile=walk.touched,
        bypass_csp=True,  # the picture of the page without its ink needs a style of ours
    )

    def look(where: str) -> None:
        enlarge(page, walk.percent)
        # What has just come is not to be hit by a slip of the hand.
        expect(page.locator(".guarded")).to_have_count(0)
        # Colours are looked at where they have come to rest.
        page.wait_for_function(
            "document.getAnimations().every((one) => one.playState !== 'running'"
            " || one.effect.getComputedTiming().endTime === Infinity)"
        )
        assert cut_off(page) == [], where
        assert too_faint(page) == [], where
        if walk.touched:
            assert too_small(page) == [], where

    pages(page, server.url, look)
    full_tables(page, slow_server, look)
    a_match(page, server, look)


@pytest.mark.parametrize(
    ("width", "height", "percent"), sample([(360, 640, 200), (360, 640, 100), (740, 360, 100)])
)
def test_nothing_covers_a_face_or_a_value(
    width: int, height: int, percent: int, visit: Visit, server: Stage
) -> None:
    page = visit(viewport={"width": width, "height": height})
    for preset, opponents in (("choy", 6), ("pagat", 3)):
        server.chance.seed(11)
        open_table(page, server.url, preset, opponents, {"lives": 5} if preset == "pagat" else None)
        player = Player(page, preset)
        enlarge(page, percent)
        for _ in range(4):
            player.until(player.may_move)
            player.cards("hand").first.click()
            expect(page.locator(".prospect").first).to_be_visible()
            assert covered(page) == [], preset
            player.cards("hand").first.click()
            player.play_turn()


def test_my_mark_lies_beside_my_value(visit: Visit, slow_server: Stage) -> None:
    page = visit(viewport=PHONE)
    for seed in range(20):
        slow_server.chance.seed(seed)
        open_table(
            page,
            slow_server.url,
            opponents=1,
            options={"special": "none", "dealer_choice": False},
        )
        player = Player(page, "pagat")
        expect(player.table).to_be_visible()
        if player.table.get_attribute("data-my-turn") == "true":
            break
    player.act("act-close")
    expect(page.get_by_test_id("seat-0").get_by_role("img", name="Closed")).to_be_visible()
    assert covered(page) == []
