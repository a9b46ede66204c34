"""A whole match with the keyboard alone, and with what a screen reader says as the only news."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.listening import TONGUES, Tongue, heard, listen, names_in
from tests.browser.playing import (
    Keyboard,
    Player,
    open_table,
    told_to_a_spectator,
    told_to_me,
)
from tests.browser.stage import Stage


class Held(Keyboard):
    """Looks after every key whether the focus is somewhere."""

    def press(self, what: Locator) -> None:
        super().press(what)
        focused = self.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>"
            " done(document.activeElement?.tagName))))"
        )
        assert focused not in (None, "BODY"), "the focus is lost"


def read(page: Page, tongue: Tongue, url: str, table: str) -> None:
    """My hand and the table by their names are those of my view, in whatever places they lie."""
    view = told_to_me(page, url, table)["view"]
    for name, cards in ((tongue.hand, view["hand"]), (tongue.table, view["table"])):
        group = page.get_by_role("group", name=name, exact=True)
        shown = [] if view["phase"] == "choice" and cards is view["table"] else cards
        assert sorted(names_in(group)) == sorted(map(tongue.card, shown))


@pytest.mark.parametrize(("language", "seed"), [("en", 4), ("de", 7)])
def test_a_match_by_keyboard_and_ear(language: str, seed: int, visit: Visit, server: Stage) -> None:
    tongue = TONGUES[language]
    page = visit({"pace": "instant"}, locale=language)
    listen(page)
    server.chance.seed(seed)
    table = open_table(page, server.url, options={"lives": 1})
    player = Player(page, "pagat", Held(page))
    player.until(player.may_move)

    # What cannot be is refused aloud, and aloud again when it is tried again.
    for times in (1, 2):
        player.hands.press(page.get_by_test_id("act-exchange"))
        assert heard(page, "alert") == [tongue.pair] * times

    while True:
        player.wait()
        if page.get_by_test_id("match-over").is_visible():
            break
        if page.get_by_test_id("table").get_attribute("data-my-turn") == "true":
            read(page, tongue, server.url, table)
        player.step()

    welcome = told_to_a_spectator(server.url, table)
    events = welcome["events"]
    seats = [seat["name"] for seat in welcome["table"]["seats"]]
    sentences = [tongue.happening(one, seats) for event in events for one in event["happenings"]]
    wanted = [words for words in sentences if words is not None]
    said = heard(page, "log")
    assert [line for line in said if line in set(wanted)] == wanted

    # Each of my turns was announced, and how each round and the match ended.
    turns = sum(event["type"] == "action" and event["seat"] == 0 for event in events)
    assert sum(re.fullmatch(tongue.turn, line) is not None for line in said) == turns
    lost = [event["result"]["lost"] for event in events if event["result"]]
    for lives in lost:
        losers = [tongue.you if seat == 0 else seats[seat] for seat in range(3) if lives[seat]]
        for who in losers:
            assert any(
                re.search(tongue.lost, line) and re.search(rf"(?i)\b{who}\b", line) for line in said
            )
    assert re.fullmatch(tongue.over, said[-1])

    # Whatever can be pressed has a name.
    for button in page.get_by_role("button").all():
        expect(button).to_have_accessible_name(re.compile(r"\S"))
