"""Screenshots of tables with several people, from the invitation to the rematch."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.player import Player
from tests.browser.shared_table import (
    begin,
    phase,
    play_round,
    share,
    show_side,
    sit,
    turn,
)

from .visitor import Visitor


def lobby_pages(visitor: Visitor) -> None:
    """Take pictures of the pages on which people find each other."""
    if visitor.wants("friends"):
        visitor.go("/friends")
        visitor.picture("friends", whole=True)
    if not visitor.wants("lobby"):
        return
    url = visitor.fast.url
    visitor.go("/lobby")
    expect(visitor.page.get_by_test_id("lobby-open")).to_be_visible()
    visitor.picture("lobby-empty")
    for name, terms in (
        ("Gesine", {"seats": 4, "clock": {"move": 30, "reserve": 60}}),
        ("Ottokar von Hohenstein", {"seats": 6, "fill": False}),
    ):
        share(visitor.other_player(), url, name, visibility="open", **terms)
    host, guest = visitor.other_player(), visitor.other_player()
    table = share(host, url, "Johanna", visibility="open")
    sit(guest, f"{url}/t/{table}", "Mattis")
    begin(host, guest)
    visitor.go("/lobby")
    expect(visitor.page.get_by_test_id(f"lobby-{table}")).to_be_visible()
    visitor.picture("lobby", whole=True)


def company(visitor: Visitor) -> None:
    """Take pictures of people who gather, play, and play again."""
    if visitor.wants("gather", "shuffling", "together"):
        anna, others = gather(visitor)
        if visitor.wants("together"):
            at_the_table(visitor, anna, *others)
            low_time(visitor)
            rematch(visitor)


def play_match(*pages: Page) -> None:
    """Play a match at all pages, confirming each next round at all of them."""
    while True:
        play_round(*pages)
        if pages[0].get_by_test_id("match-over").count():
            return
        for page in pages:
            page.get_by_test_id("next-round").click()
        expect(pages[0].get_by_test_id("showdown")).to_have_count(0)


def gather(visitor: Visitor) -> tuple[Page, list[Page]]:
    """Seat four people at a table and start the match; return the host's page and the others'."""
    anna, url = visitor.page, visitor.slow.url
    table = share(anna, url, seats=4, clock={"move": 60, "reserve": 120})
    visitor.picture("gather-alone", whole=True)
    address = f"{url}/t/{table}"
    others = [visitor.other_player() for _ in range(3)]
    for page, name in zip(others[:2], ("Ben", "Cleo"), strict=True):
        sit(page, address, name)
    dora = others[2]
    dora.goto(address)
    dora.get_by_test_id("my-name").fill("ben")
    dora.get_by_test_id("sit").click()
    expect(dora.get_by_test_id("my-name-bad")).to_be_visible()
    visitor.picture("gather-newcomer", whole=True, page=dora)
    if not anna.get_by_test_id("qr").is_visible():
        anna.get_by_test_id("show-qr").click()
    expect(anna.get_by_test_id("qr")).to_be_visible()
    visitor.picture("gather-others", whole=True)
    withheld = withhold(dora)
    sit(dora, address, "Dora")
    if visitor.wants("shuffling"):
        anna.get_by_test_id("start-match").click()
        expect(anna.get_by_test_id("shuffling")).to_contain_text("Waiting for Dora")
        visitor.picture("shuffling")
        withheld.clear()
        dora.unroute_all()
        dora.reload()
    else:
        withheld.clear()
        anna.get_by_test_id("start-match").click()
    for page in (anna, *others):
        expect(page.get_by_test_id("table")).to_be_visible()
    return anna, others


def withhold(page: Page) -> set[str]:
    """Withhold the page's messages of the returned types once the page is reloaded."""
    withheld = {"commit", "reveal"}

    def route(link: WebSocketRoute) -> None:
        server = link.connect_to_server()

        def sent(message: str | bytes) -> None:
            if json.loads(message)["type"] not in withheld:
                server.send(message)

        link.on_message(sent)

    page.route_web_socket("**/ws", route)
    return withheld


def play_until_turn(wanted: Page, *pages: Page) -> None:
    """Play at all pages until it is the turn of the wanted one."""
    while (page := turn(wanted, *pages)) is not wanted or phase(page) == "choice":
        assert phase(page) != "over", "the round has ended"
        Player(page, "pagat").play_turn()


def at_the_table(visitor: Visitor, anna: Page, *others: Page) -> None:
    """Take pictures of a round with four people."""
    ben, cleo, dora = others
    play_until_turn(anna, *others)
    visitor.picture("together-turn")
    for page, line in ((ben, "Servus, all of you!"), (cleo, "Good luck. Who deals?")):
        show_side(page, "talk")
        page.get_by_test_id("chat-input").fill(line)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("chat")).to_contain_text(line)
        page.keyboard.press("Escape")
    show_side(anna, "talk")
    expect(anna.get_by_test_id("chat")).to_contain_text("Good luck")
    anna.get_by_test_id("chat-input").fill("Well, not I.")
    anna.keyboard.press("Enter")
    expect(anna.get_by_test_id("chat")).to_contain_text("not I")
    visitor.picture("together-chat")
    show_side(anna, "people")
    visitor.picture("together-people")
    anna.keyboard.press("Escape")
    ben.get_by_test_id("react").click()
    visitor.picture("together-reactions", page=ben)
    ben.get_by_test_id("react-well_played").first.click()
    expect(anna.get_by_test_id("seat-1").get_by_test_id("bubble")).to_be_visible()
    visitor.picture("together-bubble")

    guest = visitor.other_player()
    guest.goto(anna.url)
    expect(guest.get_by_test_id("table")).to_be_visible()
    visitor.picture("together-watching", page=guest)
    guest.context.close()

    play_until_turn(ben, anna, cleo, dora)
    ben.goto("about:blank")
    expect(anna.get_by_test_id("nudge-replace")).to_be_visible()
    visitor.picture("together-away")
    anna.get_by_test_id("nudge-replace").click()
    ben.goto(anna.url)
    expect(ben.get_by_test_id("take-over")).to_be_visible()
    visitor.picture("together-take-over", page=ben)
    ben.get_by_test_id("take-over").click()
    expect(ben.get_by_test_id("take-over")).to_have_count(0)

    play_round(anna, *others)
    for page in (anna, ben):
        page.get_by_test_id("next-round").click()
        expect(page.get_by_test_id("next-round")).to_have_count(0)
    expect(anna.get_by_test_id("next-waits")).not_to_contain_text("Ben")
    visitor.picture("together-showdown")


def low_time(visitor: Visitor) -> None:
    """Take a picture of a player whose time, and soon the reserve, is used up."""
    anna, ben = visitor.page, visitor.other_player()
    url = visitor.slow.url
    table = share(anna, url, clock={"move": 5, "reserve": 20})
    sit(ben, f"{url}/t/{table}", "Ben")
    begin(anna, ben)
    late = turn(anna, ben)
    expect(late.get_by_test_id("time-left")).to_have_attribute(
        "data-urgent", "true", timeout=40_000
    )
    visitor.picture("together-warned", page=late)


def rematch(visitor: Visitor) -> None:
    """Take pictures of the end of a match and the offer of a rematch."""
    anna, ben = visitor.page, visitor.other_player()
    url = visitor.fast.url
    table = share(anna, url, options={"lives": 1})
    sit(ben, f"{url}/t/{table}", "Ben")
    begin(anna, ben)
    play_match(anna, ben)
    ben.get_by_test_id("rematch").click()
    expect(anna.get_by_test_id("rematch-wanted")).to_contain_text("Ben")
    visitor.picture("together-over")
    anna.get_by_test_id("check-shuffles").click()
    expect(anna.get_by_test_id("shuffles-checked").locator(".headline.good")).to_be_visible()
    anna.get_by_test_id("shuffles-checked").scroll_into_view_if_needed()
    visitor.picture("together-over-checked")
