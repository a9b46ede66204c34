"""Tables on the device: one-person tables that the page plays by itself."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from fnmatch import fnmatch
from typing import Any

from playwright.sync_api import Page, Request, expect

from schwimmen.rules import RuleSet
from schwimmen.tables import DealEvent, LogEvent, Table, read_event
from tests.browser.builds import go
from tests.browser.conftest import Visit
from tests.browser.device import (
    LISTEN,
    DeviceLink,
    log_of,
    messages,
    open_on_device,
    play_short_games,
    rows_of,
)
from tests.browser.live_server import LiveServer
from tests.browser.player import Player, finish_match, say_hello
from tests.processes import PATIENCE
from tests.server.card_knowledge import cards_in, rounds_by_event

AT_ONCE: dict[str, bool | str] = {"pace": "instant"}
"""Settings of a page whose bots play at once."""


def steps(player: Player, number: int) -> None:
    """Play some turns and deals of the match."""
    for _ in range(number):
        assert player.step(), "the match ended too early"


def play_out(page: Page, table: str) -> None:
    """Play the match of a page to its end, as another tab does."""
    with DeviceLink(page, table) as link:
        finish_match(link, closing=True)
    expect(page.get_by_test_id("match-over")).to_be_visible()


def test_a_match_survives_a_reload_and_is_handed_over_at_its_end(
    visit: Visit, server: LiveServer
) -> None:
    page = visit(AT_ONCE)
    play_short_games(page)
    page.add_init_script(LISTEN)
    sent = record_handovers(page)
    table = open_on_device(page, server.url)
    player = Player(page, "pagat")
    steps(player, 1)
    player.wait()
    seq = player.seq()
    page.reload()
    player.wait()
    assert player.seq() == seq
    steps(player, 1)
    play_out(page, table)
    bodies = log_of(page, table)
    assert [event["seq"] for event in bodies] == list(range(1, int(player.seq()) + 1))
    assert bodies[0].pop("seed")  # which tables of the server lack
    assert_knows_only_what_its_seat_may_know(page, [read_event(body) for body in bodies])

    # Record, replay and list show it.
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    record = json.loads(download.value.path().read_text())
    assert len(record["rounds"]) == sum(event["type"] == "round" for event in bodies)
    page.get_by_test_id("watch-replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    wait_for_handover(page)
    page.goto(f"{server.url}/matches")  # which hands over the remaining matches
    expect(page.get_by_test_id("matches").get_by_role("listitem")).to_have_count(1)
    tables: list[Any] = page.request.get(f"{server.url}/api/tables").json()
    assert [one["device"] for one in tables] == [True]

    # It is deleted with the profile, which the server has made for it.
    go(page, "/me")
    page.get_by_test_id("forget-ask").click()
    page.get_by_test_id("forget-sure").click()
    expect(page.get_by_text("Your profile is deleted")).to_be_visible()
    assert rows_of(page) == []
    assert len(sent) == 1


HANDOVER = "**/api/tables/device"


def record_handovers(page: Page) -> list[Request]:
    """Return a list to which the requests are added that hand matches over."""
    requests: list[Request] = []
    page.on(
        "request",
        lambda request: requests.append(request) if fnmatch(request.url, HANDOVER) else None,
    )
    return requests


def wait_for_handover(page: Page) -> None:
    """Wait until the device has noted that the server has accepted all its matches."""
    end = time.monotonic() + PATIENCE
    while None in (results := [row["handedOver"] for row in rows_of(page)]):
        assert time.monotonic() < end, "a match is not handed over"
        page.wait_for_timeout(50)
    assert "refused" not in results


def assert_knows_only_what_its_seat_may_know(page: Page, log: Sequence[LogEvent]) -> None:
    """Check that no message to the page of seat 0 named a card that the seat did not know."""
    rounds = rounds_by_event(log, dealt_in(log), RuleSet("pagat").options)
    known = set[str]()
    known_by_event = {seq: (known := known | rounds[seq].may_know(0)) for seq in sorted(rounds)}
    heard = [text for text in messages(page) if isinstance(text, str)]
    sent = [json.loads(text) for text in heard]
    assert sum(one["type"] == "events" for one in sent) > len(log) / 2
    for text, message in zip(heard, sent, strict=True):
        if "seq" in message and message["type"] != "accepted":
            assert cards_in(text) <= known_by_event[message["seq"]]
        else:
            assert not cards_in(text)


def dealt_in(log: Sequence[LogEvent]) -> dict[int, list[int]]:
    """Return the seats that were dealt in, by the number of the round's event."""
    table = Table.replay(log[:1])
    found = {}
    for event in log[1:]:
        table.apply(event)
        if isinstance(event, DealEvent):
            view = table.view(None)
            assert view is not None
            found[event.seq] = [seat.seat for seat in view.seats if seat.active]
    return found


def test_tabs_share_a_table(visit: Visit, server: LiveServer) -> None:
    page = visit(AT_ONCE)
    table = open_on_device(page, server.url)
    first = Player(page, "pagat")
    steps(first, 1)
    other = page.context.new_page()
    other.goto(page.url)
    second = Player(other, "pagat")
    second.wait()
    steps(second, 1)
    second.wait()
    expect(first.table).to_have_attribute("data-seq", second.seq())

    # When a tab that does not play is closed, nothing changes.
    with DeviceLink(other, table) as link:
        assert say_hello(link).events
    steps(first, 1)
    first.wait()
    expect(second.table).to_have_attribute("data-seq", first.seq())

    # When the tab that plays is closed, the other one goes on.
    page.close()
    steps(second, 2)


def test_over_plain_http_the_server_plays(visit: Visit, server: LiveServer) -> None:
    page = visit(AT_ONCE)
    port = server.url.rpartition(":")[2]
    page.goto(f"http://club.test:{port}")
    assert not page.evaluate("isSecureContext")
    assert_the_server_plays(page, "over https only")
    steps(Player(page, "pagat"), 1)


def test_without_webassembly_the_server_plays(page: Page, server: LiveServer) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(server.url)
    assert_the_server_plays(page, "this browser lacks what")


def assert_the_server_plays(page: Page, words: str) -> None:
    """Begin a match on a start page that explains by these words why the server plays it."""
    expect(page.get_by_test_id("start-place")).to_contain_text(words)
    page.get_by_test_id("start-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert "device." not in page.url
