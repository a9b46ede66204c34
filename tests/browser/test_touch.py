"""Whole matches by touch, in other languages and with other card sets."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.place import Place
from tests.browser.player import Player, Touch


def finish(player: Player) -> None:
    """Play to the end of the match."""
    while player.step():
        pass
    expect(player.page.get_by_test_id("match-over")).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_match_is_playable_by_touch(motion: str, visit: Visit, place: Place) -> None:
    page = visit(
        {"cards": "german", "pace": "instant"},
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        locale="de",
        reduced_motion=motion,
    )
    place.chance.seed(8)
    place.open_table(page, options={"lives": 1})
    expect(page.locator("html")).to_have_attribute("lang", "de")
    player = Player(page, "pagat", Touch())
    player.until(player.may_move)
    expect(page.get_by_role("button", name="Schieben")).to_be_visible()
    finish(player)
    # The page does not scroll horizontally on a phone.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_match_in_dutch_with_four_colour_cards(visit: Visit, place: Place) -> None:
    page = visit({"cards": "four-colour", "pace": "instant"}, locale="nl")
    place.chance.seed(8)
    place.open_table(page, "dutch", options={"lives": 1})
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    player = Player(page, "dutch")
    player.until(player.may_move)
    expect(page.get_by_role("button", name="Passen", exact=True)).to_be_visible()
    finish(player)
