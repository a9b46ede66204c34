"""Somebody who plays at the page: with a mouse, a finger or the keyboard alone."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect

from tests.processes import PATIENCE

TURNS = {
    "pagat": ("act-exchange", "act-all", "act-pass", "act-close"),
    "dutch": ("act-exchange", "act-all", "act-close"),
    "choy": ("act-renew", "act-exchange", "act-all", "act-close"),
}
"""What the player tries in the first, second ... turn of a round, and from then on."""

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
"""Which key leads from the focus towards an element of the same group."""


class Hands(Protocol):
    """How something on the page is pressed."""

    def press(self, what: Locator) -> None:
        """Presses it."""


class Mouse:
    """Clicks."""

    def press(self, what: Locator) -> None:
        """Clicks it."""
        what.click()


class Finger:
    """Taps."""

    def press(self, what: Locator) -> None:
        """Taps it."""
        what.tap()


class Keyboard:
    """Walks to it with the Tab key and the arrows, and presses Enter: no pointer at all."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        """Reaches it by keys alone; fails if that cannot be done."""
        self.reach(what)
        self.page.keyboard.press("Enter")

    def reach(self, what: Locator) -> None:
        """Moves the focus there: Tab to its group, and within the group the arrows lead on."""
        for _ in range(60):
            for _ in range(8):
                way = what.evaluate(TOWARDS)
                if way == "there":
                    return
                if way == "elsewhere":
                    break
                self.page.keyboard.press(way)
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {what}")


def tab_to(page: Page, test_id: str) -> None:
    """Moves the focus on with the Tab key until it is there."""
    there = page.get_by_test_id(test_id).and_(page.locator(":focus"))
    for _ in range(60):
        if there.count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {test_id}")


def stop_clock(page: Page) -> None:
    """Lets the page's time stand still until it is moved on, however slow the machine is.

    The clock must be installed before the page is there.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1.5)


def unfold(page: Page, group: str) -> None:
    """Shows a group of rules."""
    page.get_by_test_id(f"rules-{group}").locator("summary").click()


class Player:
    """Plays at the page by a simple plan."""

    def __init__(self, page: Page, preset: str, hands: Hands | None = None) -> None:
        self.page = page
        self.hands = hands or Mouse()
        self.table = page.get_by_test_id("table")
        self.plan = TURNS[preset]
        self.turn = 0
        self.pressed: list[str] = []

    def wait(self) -> None:
        """Until it is my turn, or the round is over."""
        mine_or_over = '[data-my-turn="true"], [data-phase="over"]'
        expect(self.table.and_(self.page.locator(mine_or_over))).to_be_visible()

    def may_move(self) -> bool:
        """Whether it is a turn of mine, and no dealer's choice."""
        return self.table.get_attribute("data-phase") == "turn"

    def until(self, seen: Callable[[], bool]) -> None:
        """Plays on until something is to be seen."""
        self.wait()
        while not seen():
            assert self.step(), "the match is over before it was seen"
            self.wait()

    def aim(self) -> None:
        """Chooses a card of the hand and one of the table."""
        for place in ("hand", "table"):
            self.hands.press(self.cards(place).nth(1))

    def seq(self) -> str:
        """The number of the last event the page has."""
        return self.table.get_attribute("data-seq") or ""

    def act(self, test_id: str) -> None:
        """Presses a button that leads to an event, and waits for it."""
        seq = self.seq()
        self.hands.press(self.page.get_by_test_id(test_id))
        expect(self.table).not_to_have_attribute("data-seq", seq)
        self.pressed.append(test_id)

    def can(self, test_id: str) -> bool:
        """Whether a button is there and may be pressed; for an exchange two cards are chosen."""
        button = self.page.get_by_test_id(test_id)
        if test_id == "act-exchange" and button.count():
            for place in ("hand", "table"):
                cards = self.cards(place)
                if cards.count() and not self.chosen(place).count():
                    self.hands.press(cards.first)
        return bool(button.count()) and button.get_attribute("aria-disabled") != "true"

    def cards(self, place: str) -> Locator:
        """The cards of my hand or of the table."""
        return self.page.get_by_test_id(re.compile(f"^{place}-[2-9TJQKA][CSHD]$"))

    def chosen(self, place: str) -> Locator:
        """Those of them that are chosen."""
        return self.cards(place).and_(self.page.locator('[aria-pressed="true"]'))

    def play_turn(self) -> None:
        """One turn of mine, as planned or else as possible."""
        planned = self.plan[min(self.turn, len(self.plan) - 1)]
        self.act(next(test_id for test_id in (planned, *ANYTHING) if self.can(test_id)))
        if self.pressed[-1] not in ("act-keep", "act-take"):
            self.turn += 1

    def step(self) -> bool:
        """One turn or the next round; whether the match goes on."""
        self.wait()
        if self.page.get_by_test_id("match-over").is_visible():
            return False
        if self.table.get_attribute("data-phase") == "over":
            expect(self.page.get_by_test_id("showdown")).to_be_visible()
            if self.page.get_by_test_id("match-over").is_visible():
                return False
            self.act("next-round")
            self.turn = 0
        else:
            expect(self.page.get_by_test_id("hand-value")).not_to_be_empty()
            self.play_turn()
        return True


def open_table(
    page: Page,
    url: str,
    preset: str = "pagat",
    opponents: int = 2,
    options: Mapping[str, bool | int | str] | None = None,
    levels: Sequence[str] = (),
) -> str:
    """Opens a table for this browser and goes there; its id. The levels are ``greedy`` if none."""
    made = page.request.post(
        f"{url}/api/tables",
        data={
            "preset": preset,
            "options": dict(options or {}),
            "name": "Anna",
            "opponents": [{"level": one} for one in levels or ["greedy"] * opponents],
        },
    )
    assert made.ok, made.text()
    table = str(made.json()["id"])
    page.goto(f"{url}/t/{table}")
    return table


def told(url: str, table: str, cookies: str = "") -> dict[str, Any]:
    """The welcome of whoever these cookies say: all events, and the view."""
    address = f"{url.replace('http', 'ws')}/api/tables/{table}/ws"
    with connect(address, additional_headers={"Cookie": cookies} if cookies else None) as link:
        link.send(json.dumps({"v": 1, "type": "hello", "last_seq": None}))
        welcome: dict[str, Any] = json.loads(link.recv(timeout=PATIENCE))
        return welcome


def told_to_a_spectator(url: str, table: str) -> dict[str, Any]:
    """The welcome of somebody who comes to watch."""
    return told(url, table)


def told_to_me(page: Page, url: str, table: str) -> dict[str, Any]:
    """The welcome of the player at this page, if they came once more."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies(url))
    return told(url, table, cookies)


def play_out(page: Page, url: str, table: str) -> dict[str, Any]:
    """Plays the match of this browser's player to its end, without a page; the last view."""
    address = f"{url.replace('http', 'ws')}/api/tables/{table}/ws"
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies(url))
    view: dict[str, Any] = {}
    with connect(address, additional_headers={"Cookie": cookies}) as link:
        asked: dict[str, Any] = {"type": "hello", "last_seq": None, "pace": "instant"}
        for number in itertools.count():
            link.send(json.dumps({"v": 1} | asked))
            view = {}
            while not (view and (view["legal_actions"] or view["phase"] == "over")):
                view = json.loads(link.recv(timeout=PATIENCE)).get("view") or {}
            if view["over"]:
                break
            asked = {"type": "deal", "id": str(number)}
            if view["legal_actions"]:
                asked = {"type": "play", "id": str(number), "action": view["legal_actions"][0]}
    return view
