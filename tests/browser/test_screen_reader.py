"""A whole match by keyboard alone, with the announcements of a screen reader."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.place import Place, ServerPlace
from tests.browser.player import Keyboard, Player, Welcome
from tests.browser.screen_reader import (
    PHRASES,
    Phrases,
    announcements,
    card_names_in,
    record_announcements,
)
from tests.effort import draw


class FocusCheckingKeyboard(Keyboard):
    """Keyboard that fails if a press loses the focus."""

    def press(self, target: Locator) -> None:
        super().press(target)
        focused = self.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>"
            " done(document.activeElement?.tagName))))"
        )
        assert focused not in (None, "BODY"), "the focus is lost"


def check_card_names(page: Page, phrases: Phrases, view: dict[str, Any]) -> None:
    """Check that the accessible names of hand and table cards match the player's view."""
    for name, cards in ((phrases.hand, view["hand"]), (phrases.table, view["table"])):
        group = page.get_by_role("group", name=name, exact=True)
        shown = [] if view["phase"] == "choice" and cards is view["table"] else cards
        assert sorted(card_names_in(group)) == sorted(map(phrases.card, shown))


def check_announcements(page: Page, phrases: Phrases, welcome: Welcome) -> None:
    """Check that each event of a match was announced, and the end of each round and of it."""
    events = welcome.events
    seats = [seat["name"] for seat in welcome.table["seats"]]
    sentences = [phrases.sentence(one, seats) for event in events for one in event["history"]]
    expected = [sentence for sentence in sentences if sentence is not None]
    lines = announcements(page, "log")
    assert [line for line in lines if line in set(expected)] == expected

    for lives in (event["result"]["lost"] for event in events if event["result"]):
        losers = [phrases.you if seat == 0 else seats[seat] for seat in range(3) if lives[seat]]
        for loser in losers:
            assert any(
                re.search(phrases.lost, line) and re.search(rf"(?i)\b{loser}\b", line)
                for line in lines
            )
    assert re.fullmatch(phrases.over, lines[-1])


@pytest.mark.parametrize("language", draw(["en", "de"], "by keyboard"))
def test_a_whole_match_is_playable_by_keyboard_and_screen_reader(
    language: str, visit: Visit, place: Place
) -> None:
    phrases = PHRASES[language]
    page = visit({"pace": "instant"}, locale=language)
    record_announcements(page)
    place.chance.seed(4)
    table = place.open_table(page, options={"lives": 1})
    player = Player(page, "pagat", FocusCheckingKeyboard(page))
    player.until(player.may_move)

    # An impossible exchange is refused with an alert, and again at the second attempt.
    for times in (1, 2):
        player.device.press(page.get_by_test_id("act-exchange"))
        assert announcements(page, "alert") == [phrases.pair] * times

    while True:
        player.wait()
        if page.get_by_test_id("match-over").is_visible():
            break
        if page.get_by_test_id("table").get_attribute("data-my-turn") == "true":
            check_card_names(page, phrases, place.welcome(page, table).view)
        player.step()

    welcome = place.welcome(page, table)
    check_announcements(page, phrases, welcome)
    turns = sum(event["type"] == "action" and event["seat"] == 0 for event in welcome.events)
    lines = announcements(page, "log")
    assert sum(re.fullmatch(phrases.turn, line) is not None for line in lines) == turns

    # Every button has an accessible name.
    for button in page.get_by_role("button").all():
        expect(button).to_have_accessible_name(re.compile(r"\S"))


def test_a_match_is_announced_in_german(visit: Visit, server: LiveServer) -> None:
    place = ServerPlace(server)
    page = visit({"pace": "instant"}, locale="de")
    record_announcements(page)
    place.chance.seed(7)
    table = place.open_table(page, options={"lives": 1})
    expect(page.get_by_test_id("table")).to_be_visible()
    place.play_out(page, table)
    expect(page.get_by_test_id("match-over")).to_be_visible()
    check_announcements(page, PHRASES["de"], place.welcome(page, table))
