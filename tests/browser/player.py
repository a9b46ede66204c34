"""A simulated player at the page, who uses the mouse, touch or the keyboard."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import ClientConnection, connect

from tests.processes import PATIENCE
from tests.server.client_state import ClientState

PLAYER = "Anna"
"""Name of the player at one-person tables."""

TURNS = {
    "pagat": ("act-exchange", "act-all", "act-pass", "act-close"),
    "dutch": ("act-exchange", "act-all", "act-close"),
    "choy": ("act-renew", "act-exchange", "act-all", "act-close"),
}
"""Button to try in each turn of a match; the last one repeats, so that the match ends soon."""

ANYTHING = ("act-exchange", "act-pass", "act-close", "act-all", "act-keep", "act-take")

TOWARDS = """(element) => {
  const from = document.activeElement;
  if (element === from) return "there";
  const group = element.closest("[data-group], [role=group], [role=radiogroup]");
  if (!group || !group.contains(from)) return "elsewhere";
  const [here, there] = [from.getBoundingClientRect(), element.getBoundingClientRect()];
  const [x, y] = [there.x - here.x, there.y - here.y];
  if (Math.abs(x) >= Math.abs(y)) return x > 0 ? "ArrowRight" : "ArrowLeft";
  return y > 0 ? "ArrowDown" : "ArrowUp";
}"""
"""Returns the arrow key that leads from the focus towards an element of the same group."""


class InputDevice(Protocol):
    """Device with which the player presses buttons and cards."""

    def press(self, target: Locator) -> None:
        """Press a target."""


class Mouse:
    """Mouse input: presses by clicking."""

    def press(self, target: Locator) -> None:
        """Click the target."""
        target.click()


class Touch:
    """Touch input: presses by tapping."""

    def press(self, target: Locator) -> None:
        """Tap the target."""
        target.tap()


class Keyboard:
    """Keyboard input: Tab and the arrow keys move the focus, Enter presses."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        """Focus the target by keys alone and press Enter."""
        self.reach(target)
        self.page.keyboard.press("Enter")

    def reach(self, target: Locator) -> None:
        """Focus the target: Tab to its group, then arrow keys; fail if that is impossible."""
        for _ in range(60):
            for _ in range(8):
                key = target.evaluate(TOWARDS)
                if key == "there":
                    return
                if key == "elsewhere":
                    break
                self.page.keyboard.press(key)
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")


def tab_to(page: Page, test_id: str) -> None:
    """Press Tab until an element has the focus."""
    focused = page.get_by_test_id(test_id).and_(page.locator(":focus"))
    for _ in range(60):
        if focused.count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {test_id}")


def stop_clock(page: Page) -> None:
    """Stop the page's clock, so that the speed of the machine does not matter.

    ``page.clock.install`` must be called before the page is loaded.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1.5)


def unfold(page: Page, group: str) -> None:
    """Unfold a group of options."""
    page.get_by_test_id(f"rules-{group}").locator("summary").click()


class Player:
    """Player at the table page who follows a simple plan."""

    def __init__(self, page: Page, preset: str, device: InputDevice | None = None) -> None:
        self.page = page
        self.device = device or Mouse()
        self.table = page.get_by_test_id("table")
        self.plan = TURNS[preset]
        self.turn = 0
        self.pressed: list[str] = []

    def wait(self) -> None:
        """Wait until it is the player's turn or the round is over."""
        mine_or_over = '[data-my-turn="true"], [data-phase="over"]'
        expect(self.table.and_(self.page.locator(mine_or_over))).to_be_visible()

    def may_move(self) -> bool:
        """Return whether the player has a regular turn, not the dealer's choice."""
        return self.table.get_attribute("data-phase") == "turn"

    def until(self, reached: Callable[[], bool]) -> None:
        """Play until a condition holds."""
        self.wait()
        while not reached():
            assert self.step(), "the match ended before the condition held"
            self.wait()

    def aim(self) -> None:
        """Select a card of the hand and a table card."""
        for place in ("hand", "table"):
            self.device.press(self.cards(place).nth(1))

    def seq(self) -> str:
        """Return the sequence number of the last event that the page has."""
        return self.table.get_attribute("data-seq") or ""

    def act(self, test_id: str) -> None:
        """Press a button and wait for the event that follows."""
        seq = self.seq()
        self.device.press(self.page.get_by_test_id(test_id))
        expect(self.table).not_to_have_attribute("data-seq", seq)
        self.pressed.append(test_id)

    def can(self, test_id: str) -> bool:
        """Return whether a button is enabled; select two cards first if it is an exchange."""
        button = self.page.get_by_test_id(test_id)
        if test_id == "act-exchange" and button.count():
            for place in ("hand", "table"):
                cards = self.cards(place)
                if cards.count() and not self.chosen(place).count():
                    self.device.press(cards.first)
        return bool(button.count()) and button.get_attribute("aria-disabled") != "true"

    def cards(self, place: str) -> Locator:
        """Return the cards of the player's hand or of the table."""
        return self.page.get_by_test_id(re.compile(f"^{place}-[2-9TJQKA][CSHD]$"))

    def chosen(self, place: str) -> Locator:
        """Return the selected cards of the hand or the table."""
        return self.cards(place).and_(self.page.locator('[aria-pressed="true"]'))

    def play_turn(self) -> None:
        """Play one turn, as planned if possible."""
        planned = self.plan[min(self.turn, len(self.plan) - 1)]
        self.act(next(test_id for test_id in (planned, *ANYTHING) if self.can(test_id)))
        if self.pressed[-1] not in ("act-keep", "act-take"):
            self.turn += 1

    def step(self) -> bool:
        """Play one turn or start the next round; return whether the match goes on."""
        self.wait()
        if self.page.get_by_test_id("match-over").is_visible():
            return False
        if self.table.get_attribute("data-phase") == "over":
            expect(self.page.get_by_test_id("showdown")).to_be_visible()
            if self.page.get_by_test_id("match-over").is_visible():
                return False
            self.act("next-round")
        else:
            expect(self.page.get_by_test_id("hand-value")).not_to_be_empty()
            self.play_turn()
        return True


def game_against(
    preset: str,
    opponents: int,
    options: Mapping[str, bool | int | str] | None,
    levels: Sequence[str],
) -> dict[str, Any]:
    """Return a game against bots of these levels, or against a number of ``greedy`` ones."""
    return {
        "preset": preset,
        "options": dict(options or {}),
        "opponents": [{"level": level} for level in levels or ["greedy"] * opponents],
    }


def post_table(page: Page, url: str, game: dict[str, Any]) -> str:
    """Have a server open a table for a game; go there and return its id."""
    table = create_table(page, url, game)
    page.goto(f"{url}/t/{table}")
    return table


def create_table(page: Page, url: str, game: dict[str, Any]) -> str:
    """Have a server open a table for a game of the player at this page; return its id."""
    response = page.request.post(f"{url}/api/tables", data={**game, "name": PLAYER})
    assert response.ok, response.text()
    return str(response.json()["id"])


def open_table(
    page: Page,
    url: str,
    preset: str = "pagat",
    opponents: int = 2,
    options: Mapping[str, bool | int | str] | None = None,
    levels: Sequence[str] = (),
) -> str:
    """Open a table on a server against bots, ``greedy`` by default; go there and return its id."""
    return post_table(page, url, game_against(preset, opponents, options, levels))


def cookie_header(page: Page, url: str) -> str:
    """Return the cookies of a page's browser context as a header."""
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies(url))


class Welcome(NamedTuple):
    """All events of a table and the state after them, with all fields."""

    events: list[dict[str, Any]]
    view: dict[str, Any]
    table: dict[str, Any]


class Link(Protocol):
    """Connection with a table that passes the messages of the wire on."""

    def send(self, message: str, /) -> None:
        """Send a message."""

    def recv(self, timeout: float | None = None) -> str | bytes:
        """Return the next message."""


def say_hello(link: Link) -> Welcome:
    """Ask for the whole table, and return the answer."""
    state = ClientState()
    link.send(json.dumps({"v": 1, "type": "hello", "last_seq": None}))
    events = state.receive(json.loads(link.recv(timeout=PATIENCE)))
    return Welcome(events, state.view, state.table)


def welcome(url: str, table: str, cookies: str = "") -> Welcome:
    """Return the welcome of a client with these cookies."""
    with connect_to(url, table, cookies) as link:
        return say_hello(link)


def connect_to(url: str, table: str, cookies: str) -> ClientConnection:
    """Open a WebSocket of a table with these cookies."""
    address = f"{url.replace('http', 'ws')}/api/tables/{table}/ws"
    return connect(address, additional_headers={"Cookie": cookies} if cookies else None)


def welcome_of_spectator(url: str, table: str) -> Welcome:
    """Return the welcome of a spectator."""
    return welcome(url, table)


def welcome_of_player(page: Page, url: str, table: str) -> Welcome:
    """Return the welcome of the player at this page."""
    return welcome(url, table, cookie_header(page, url))


def play_out(page: Page, url: str, table: str) -> dict[str, Any]:
    """Play the match of this browser's player to its end over a socket; return the last view.

    A page that shows the table follows every event, which costs several times as much as the match.
    """
    with connect_to(url, table, cookie_header(page, url)) as link:
        return finish_match(link, closing=True)


def finish_match(link: Link, closing: bool = False) -> dict[str, Any]:
    """Play the match of a player to its end, ``closing`` if allowed; return the last view."""
    state = ClientState()
    request: dict[str, Any] = {"type": "hello", "last_seq": None, "pace": "instant"}
    for number in itertools.count():
        link.send(json.dumps({"v": 1} | request))
        view: dict[str, Any] = {}
        while not (view and (view["legal_actions"] or view["phase"] == "over")):
            message = json.loads(link.recv(timeout=PATIENCE))
            if message["type"] in ("welcome", "events"):
                state.receive(message)
                view = state.view
        if view["over"]:
            break
        request = {"type": "deal", "id": str(number)}
        if view["legal_actions"]:
            close = closing and "close" in view["legal_actions"]
            action = "close" if close else view["legal_actions"][0]
            request = {"type": "play", "id": str(number), "action": action}
    return state.view
