"""Pictures of tables with several people, from the invitation to the rematch."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.people import begin, phase, play_match, play_round, share, show_side, sit, turn
from tests.browser.playing import Player

from .visit import Visit


def finding_others(visit: Visit) -> None:
    """The pages on which people find each other."""
    if visit.wants("friends"):
        visit.go("/friends")
        visit.picture("friends", whole=True)
    if not visit.wants("lobby"):
        return
    url = visit.swift.url
    visit.go("/lobby")
    expect(visit.page.get_by_test_id("lobby-open")).to_be_visible()
    visit.picture("lobby-empty")
    for name, terms in (
        ("Gesine", {"seats": 4, "clock": {"move": 30, "reserve": 60}}),
        ("Ottokar von Hohenstein", {"seats": 6, "fill": False}),
    ):
        share(visit.another(), url, name, visibility="open", **terms)
    host, guest = visit.another(), visit.another()
    table = share(host, url, "Johanna", visibility="open")
    sit(guest, f"{url}/t/{table}", "Mattis")
    begin(host, guest)
    visit.go("/lobby")
    expect(visit.page.get_by_test_id(f"lobby-{table}")).to_be_visible()
    visit.picture("lobby", whole=True)


def company(visit: Visit) -> None:
    """People gather, play, and play once more."""
    if visit.wants("gather", "shuffling", "together"):
        anna, others = gathered(visit)
        if visit.wants("together"):
            at_the_table(visit, anna, *others)
            hurried(visit)
            once_more(visit)


def gathered(visit: Visit) -> tuple[Page, list[Page]]:
    """Four people who have sat down together, before the first turn."""
    anna, url = visit.page, visit.waiting.url
    table = share(anna, url, seats=4, clock={"move": 60, "reserve": 120})
    visit.picture("gather-alone", whole=True)
    address = f"{url}/t/{table}"
    others = [visit.another() for _ in range(3)]
    for page, name in zip(others[:2], ("Ben", "Cleo"), strict=True):
        sit(page, address, name)
    dora = others[2]
    dora.goto(address)
    dora.get_by_test_id("my-name").fill("ben")
    dora.get_by_test_id("sit").click()
    expect(dora.get_by_test_id("my-name-bad")).to_be_visible()
    visit.picture("gather-newcomer", whole=True, page=dora)
    if not anna.get_by_test_id("qr").is_visible():
        anna.get_by_test_id("show-qr").click()
    expect(anna.get_by_test_id("qr")).to_be_visible()
    visit.picture("gather-others", whole=True)
    silent = hold_back(dora)
    sit(dora, address, "Dora")
    if visit.wants("shuffling"):
        anna.get_by_test_id("start-match").click()
        expect(anna.get_by_test_id("shuffling")).to_contain_text("Waiting for Dora")
        visit.picture("shuffling")
        silent.clear()
        dora.unroute_all()
        dora.reload()
    else:
        silent.clear()
        anna.get_by_test_id("start-match").click()
    for page in (anna, *others):
        expect(page.get_by_test_id("table")).to_be_visible()
    return anna, others


def hold_back(page: Page) -> set[str]:
    """Keeps messages of these types from the server; the page has to be loaded anew for it."""
    held = {"commit", "reveal"}

    def route(link: WebSocketRoute) -> None:
        server = link.connect_to_server()

        def sent(message: str | bytes) -> None:
            if json.loads(message)["type"] not in held:
                server.send(message)

        link.on_message(sent)

    page.route_web_socket("**/ws", route)
    return held


def to_move(wanted: Page, *pages: Page) -> None:
    """All play on until it is the turn of one of them."""
    while (page := turn(wanted, *pages)) is not wanted or phase(page) == "choice":
        assert phase(page) != "over", "the round is over before"
        Player(page, "pagat").play_turn()


def at_the_table(visit: Visit, anna: Page, *others: Page) -> None:
    """A round of four."""
    ben, cleo, dora = others
    to_move(anna, *others)
    visit.picture("together-turn")
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
    visit.picture("together-chat")
    show_side(anna, "people")
    visit.picture("together-people")
    anna.keyboard.press("Escape")
    ben.get_by_test_id("react").click()
    visit.picture("together-reactions", page=ben)
    ben.get_by_test_id("react-well_played").first.click()
    expect(anna.get_by_test_id("seat-1").get_by_test_id("bubble")).to_be_visible()
    visit.picture("together-bubble")

    guest = visit.another()
    guest.goto(anna.url)
    expect(guest.get_by_test_id("table")).to_be_visible()
    visit.picture("together-watching", page=guest)
    guest.context.close()

    to_move(ben, anna, cleo, dora)
    ben.goto("about:blank")
    expect(anna.get_by_test_id("nudge-replace")).to_be_visible()
    visit.picture("together-away")
    anna.get_by_test_id("nudge-replace").click()
    ben.goto(anna.url)
    expect(ben.get_by_test_id("take-over")).to_be_visible()
    visit.picture("together-take-over", page=ben)
    ben.get_by_test_id("take-over").click()
    expect(ben.get_by_test_id("take-over")).to_have_count(0)

    play_round(anna, *others)
    for page in (anna, ben):
        page.get_by_test_id("next-round").click()
        expect(page.get_by_test_id("next-round")).to_have_count(0)
    expect(anna.get_by_test_id("next-waits")).not_to_contain_text("Ben")
    visit.picture("together-showdown")


def hurried(visit: Visit) -> None:
    """Somebody whose own time is used up, and soon the reserve too."""
    anna, ben = visit.page, visit.another()
    url = visit.waiting.url
    table = share(anna, url, clock={"move": 5, "reserve": 20})
    sit(ben, f"{url}/t/{table}", "Ben")
    begin(anna, ben)
    late = turn(anna, ben)
    expect(late.get_by_test_id("time-left")).to_have_attribute(
        "data-urgent", "true", timeout=40_000
    )
    visit.picture("together-warned", page=late)


def once_more(visit: Visit) -> None:
    """The end of a match, and a wish for another."""
    anna, ben = visit.page, visit.another()
    url = visit.swift.url
    table = share(anna, url, options={"lives": 1})
    sit(ben, f"{url}/t/{table}", "Ben")
    begin(anna, ben)
    play_match(anna, ben)
    ben.get_by_test_id("rematch").click()
    expect(anna.get_by_test_id("rematch-wanted")).to_contain_text("Ben")
    visit.picture("together-over")
    anna.get_by_test_id("check-shuffles").click()
    expect(anna.get_by_test_id("shuffles-checked").locator(".headline.good")).to_be_visible()
    anna.get_by_test_id("shuffles-checked").scroll_into_view_if_needed()
    visit.picture("together-over-checked")
