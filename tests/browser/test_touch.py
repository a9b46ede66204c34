"""A whole match by touch, in German and with German-suited cards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.place import Place
from tests.browser.player import Player, Touch
from tests.effort import draw


@pytest.mark.parametrize("motion", draw(["no-preference", "reduce"], "by touch"))
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
    while player.step():
        pass
    expect(page.get_by_test_id("match-over")).to_be_visible()
    # The page does not scroll horizontally on a phone.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
