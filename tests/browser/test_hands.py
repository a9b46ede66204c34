"""Whole matches by finger, in other languages and with other cards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import Finger, Player, open_table
from tests.browser.stage import Stage


def finish(player: Player) -> None:
    """Plays to the match's end."""
    while player.step():
        pass
    expect(player.page.get_by_test_id("match-over")).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_match_by_finger(motion: str, visit: Visit, server: Stage) -> None:
    page = visit(
        {"cards": "german", "pace": "instant"},
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        locale="de",
        reduced_motion=motion,
    )
    server.chance.seed(8)
    open_table(page, server.url, options={"lives": 1})
    expect(page.locator("html")).to_have_attribute("lang", "de")
    player = Player(page, "pagat", Finger())
    player.until(player.may_move)
    expect(page.get_by_role("button", name="Schieben")).to_be_visible()
    finish(player)
    # Nothing sticks out: a phone is not scrolled sideways.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_dutch_match_with_four_colours(visit: Visit, server: Stage) -> None:
    page = visit({"cards": "four-colour", "pace": "instant"}, locale="nl")
    server.chance.seed(8)
    open_table(page, server.url, "dutch", options={"lives": 1})
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    player = Player(page, "dutch")
    player.until(player.may_move)
    expect(page.get_by_role("button", name="Passen", exact=True)).to_be_visible()
    finish(player)
