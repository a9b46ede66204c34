"""A stalled connection, lost responses, and two windows of one seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from schwimmen.server.storage import Database, StorageError, WriteBatch
from tests.browser.conftest import Visit, shorten_waits
from tests.browser.live_server import LiveServer
from tests.browser.player import (
    Player,
    open_table,
    play_out,
    stop_clock,
    welcome_of_player,
    welcome_of_spectator,
)
from tests.effort import draw


class Wire:
    """Proxy between page and server that can drop, double and swap messages."""

    def __init__(self, page: Page) -> None:
        self.stalled = self.drops_responses = False
        self.disturbances: list[Callable[[list[str]], list[str]]] = []
        """Changes of messages with events, each of the next two."""
        self._held: list[str] = []
        self.sent: list[str] = []
        page.route_web_socket("**/ws", self._connected)

    def _connected(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.sent.append(str(message))
            if not self.stalled:
                server.send(message)

        def to_page(message: str | bytes) -> None:
            if self.stalled or self.drops_responses:
                return
            if not self.disturbances or '"type":"events"' not in str(message):
                page.send(message)
                return
            self._held.append(str(message))
            if len(self._held) == 2:
                for disturbed in self.disturbances.pop()(self._held):
                    page.send(disturbed)
                self._held = []

        page.on_message(to_server)
        server.on_message(to_page)


def test_a_stalled_connection_is_noticed_within_three_seconds(
    page: Page, server: LiveServer
) -> None:
    page.clock.install()
    wire = Wire(page)
    open_table(page, server.url)
    player = Player(page, "pagat")
    player.wait()
    connection = page.get_by_test_id("connection")
    stop_clock(page)
    expect(connection).to_have_attribute("data-state", "open")

    wire.stalled = True
    page.clock.run_for(3000)
    expect(connection).to_have_attribute("data-state", "lost")
    expect(connection).to_be_visible()

    wire.stalled = False
    page.clock.run_for(5000)  # until it connects again
    page.clock.resume()
    expect(connection).to_have_attribute("data-state", "open")
    player.step()


def test_a_move_whose_response_is_lost_is_applied_once(page: Page, server: LiveServer) -> None:
    shorten_waits(page, {5000: 500})  # until it connects again without a response
    wire = Wire(page)
    table = open_table(page, server.url)
    player = Player(page, "pagat")
    player.wait()
    player.until(player.may_move)
    wire.drops_responses = True
    page.get_by_test_id("act-pass").click()
    connection = page.get_by_test_id("connection")
    expect(connection).to_have_attribute("data-state", "lost")
    wire.drops_responses = False
    expect(connection).to_have_attribute("data-state", "open")
    player.wait()
    plays = [message for message in wire.sent if '"pass"' in message]
    assert len(plays) > 1, "the move was sent again"
    assert len(set(plays)) == 1, "as the same move"
    events = welcome_of_spectator(server.url, table).events
    assert [(event["seat"], event["action"]) for event in events].count((0, "pass")) == 1


def test_a_move_waits_until_the_server_can_store_it(
    page: Page, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: Database, _: WriteBatch) -> None:
        self.on_failure()
        raise StorageError("db: cannot be written: database or disk is full")

    table = open_table(page, server.url)
    player = Player(page, "pagat")
    player.until(player.may_move)
    connection = page.get_by_test_id("connection")
    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", fails)
        page.get_by_test_id("act-pass").click()
        expect(connection).to_contain_text("Play is paused")
        expect(connection).to_have_attribute("data-state", "open")
    expect(connection).to_have_text("")
    player.wait()
    events = welcome_of_spectator(server.url, table).events
    assert [(event["seat"], event["action"]) for event in events].count((0, "pass")) == 1


DISTURBANCES: dict[str, Callable[[list[str]], list[str]]] = {
    "lost": lambda messages: messages[1:],
    "doubled": lambda messages: [messages[0], *messages],
    "swapped": lambda messages: messages[::-1],
}


@pytest.mark.parametrize("disturbance", draw([*DISTURBANCES], "messages"))
def test_the_page_asks_again_when_messages_are_disturbed(
    disturbance: str, page: Page, server: LiveServer
) -> None:
    wire = Wire(page)
    server.chance.seed(5)
    table = open_table(page, server.url)
    player = Player(page, "pagat")
    player.until(player.may_move)
    hellos = sum('"hello"' in message for message in wire.sent)
    wire.disturbances.append(DISTURBANCES[disturbance])
    while wire.disturbances:
        player.step()
        player.wait()
    assert sum('"hello"' in message for message in wire.sent) == hellos + 1
    welcome = welcome_of_player(page, server.url, table)
    expect(player.table).to_have_attribute("data-seq", str(welcome.events[-1]["seq"]))
    for place in ("hand", "table"):
        names = {card.get_attribute("data-card") for card in player.cards(place).all()}
        assert names == set(welcome.view[place])


def test_two_windows_of_a_seat_stay_in_step(visit: Visit, server: LiveServer) -> None:
    page = visit()
    table = open_table(page, server.url, opponents=1, options={"lives": 1})
    other = visit(storage_state=page.context.storage_state())
    other.goto(page.url)
    one, two = Player(page, "pagat"), Player(other, "pagat")
    for _ in range(3):
        assert one.step()
        one.wait()
        expect(two.table).to_have_attribute("data-seq", one.seq())
        one, two = two, one
    play_out(page, server.url, table)
    for window in (page, other):
        expect(window.get_by_test_id("match-over")).to_be_visible()


def test_a_page_whose_texts_cannot_be_loaded_says_so(page: Page, server: LiveServer) -> None:
    page.route("**/assets/en-*.js", lambda route: route.abort())
    page.goto(server.url)
    expect(page.get_by_role("alert")).to_contain_text("Please reload")
    page.unroute("**/assets/en-*.js")
    page.reload()
    expect(page.locator("h1")).to_be_visible()
