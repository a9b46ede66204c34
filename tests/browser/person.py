"""People at shared tables who have no page, only a connection."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page, StorageState, StorageStateCookie
from websockets.sync.client import ClientConnection

from schwimmen.records.fairness import player_commitment
from schwimmen.records.fairness.algorithm import seal_of
from tests.browser.player import connect_to, cookie_header
from tests.processes import PATIENCE
from tests.server.client_state import ClientState


class Person:
    """Person at a shared table, who commits to a seed for the shuffles and reveals it."""

    def __init__(self, link: ClientConnection, url: str, table: str, cookie: str) -> None:
        self.url = url
        self.table = table
        self.cookie = cookie
        """Cookie that signs the person in."""
        self.presence: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self._link = link
        self._state = ClientState()
        self._ids = itertools.count()
        self._send({"type": "hello", "last_seq": None, "pace": "instant"})
        self.until(lambda: bool(self.events))

    @property
    def device(self) -> StorageState:
        """Storage of the person's browser, for a page of this person."""
        name, _, value = self.cookie.partition("=")
        host = urlsplit(self.url).hostname or ""
        cookie = StorageStateCookie(
            name=name,
            value=value,
            domain=host,
            path="/",
            expires=-1,
            httpOnly=True,
            secure=False,
            sameSite="Lax",
        )
        return {"cookies": [cookie], "origins": []}

    @property
    def address(self) -> str:
        """Address of the table's page."""
        return f"{self.url}/t/{self.table}"

    @property
    def seq(self) -> int:
        """Number of the last event received."""
        return self._state.seq

    @property
    def seat(self) -> int | None:
        return self._state.seat

    @property
    def view(self) -> dict[str, Any]:
        """Round as this person sees it, empty before the first deal."""
        return self._state.view

    @property
    def info(self) -> dict[str, Any]:
        """Table: its seats, settings and phase."""
        return self._state.table

    @property
    def seal(self) -> str:
        """Seal of the shuffles, of the commitments that the server has sent."""
        seeds = self._state.seeds
        commitments = {one["seat"]: one["commitment"] for one in seeds["commitments"]}
        return seal_of(seeds["commitment"], commitments)

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a command, and return the answer that accepts or refuses it."""
        own = f"{type}-{next(self._ids)}"
        self._send({"type": type, "id": own} | fields)
        while True:
            message = self.receive()
            if message.get("id") == own:
                return message

    def do(self, type: str, **fields: Any) -> None:
        """Send a command that is accepted, and wait for its events."""
        answer = self.ask(type, **fields)
        assert answer["type"] == "accepted", answer
        self.catch_up(answer.get("seq") or 0)

    def call(self, method: str, path: str, **body: Any) -> Any:
        """Send a request to the server's HTTP interface, and return the answer."""
        headers = {"Cookie": self.cookie}
        response = httpx.request(method, self.url + path, json=body, headers=headers)
        assert response.is_success, response.text
        return response.json()

    def play(self, action: str | None = None) -> None:
        """Play an action, by default the first legal one."""
        self.do("play", action=action or self.view["legal_actions"][0])

    def catch_up(self, seq: int) -> None:
        """Wait for the event with a number."""
        self.until(lambda: self.seq >= seq)

    def until(self, reached: Callable[[], object]) -> None:
        """Receive messages until a condition holds."""
        while not reached():
            self.receive()

    def receive(self) -> dict[str, Any]:
        """Receive and process the next message."""
        message: dict[str, Any] = json.loads(self._link.recv(timeout=PATIENCE))
        match message["type"]:
            case "welcome" | "events":
                self.events += self._state.receive(message)
                if message["type"] == "welcome":
                    self.presence, self.said = message["presence"], message["chat"]
                self._agree()
            case "presence":
                self.presence = message["presence"]
            case "said":
                self.said.append(message["line"])
        return message

    def _agree(self) -> None:
        """Commit to a seed or reveal it, if the server waits for this person."""
        seeds, seat = self._state.seeds, self.seat
        if seeds is None or seat is None or seat not in seeds["waiting_for"]:
            return
        server, attempt = seeds["commitment"], seeds["attempt"]
        seed = f"{seat:02x}" * 32
        if seeds["phase"] == "committing":
            own = player_commitment(server, attempt, seat, seed)
            self._send({"type": "commit", "id": "c", "server": server, "commitment": own})
        else:
            self._send({"type": "reveal", "id": "r", "seed": seed})

    def _send(self, message: dict[str, Any]) -> None:
        self._link.send(json.dumps({"v": 1} | message))


@contextmanager
def host_of(url: str, name: str = "Anna", cookie: str = "", **asked: Any) -> Iterator[Person]:
    """Provide the host of a new table without special hands; ``asked`` are its settings.

    The option ``options`` changes its rules. A host with a cookie is its owner, else a new guest.
    """
    options = {"special": "none"} | asked.pop("options", {})
    body = {"preset": "pagat", "options": options, "name": name, "settings": {"seats": 2} | asked}
    headers = {"Cookie": cookie} if cookie else {}
    response = httpx.post(f"{url}/api/tables/shared", json=body, headers=headers)
    assert response.is_success, response.text
    own = cookie or response.headers["set-cookie"].partition(";")[0]
    table = response.json()["id"]
    with connect_to(url, table, own) as link:
        yield Person(link, url, table, own)


@contextmanager
def guest_at(url: str, table: str, name: str = "Ben") -> Iterator[Person]:
    """Provide a new guest who takes a seat at a table."""
    with connect_to(url, table, "") as link:
        assert link.response is not None
        cookie = link.response.headers["set-cookie"].partition(";")[0]
        person = Person(link, url, table, cookie)
        person.do("join", name=name)
        yield person


@contextmanager
def hand_of(page: Page, url: str, table: str) -> Iterator[Person]:
    """Provide the player of a page, to move there without its buttons once the match has begun."""
    cookie = cookie_header(page, url)
    with connect_to(url, table, cookie) as link:
        yield Person(link, url, table, cookie)


def settle(*people: Person) -> None:
    """Wait until the first round is dealt; pages at the table agree on the shuffles, too."""
    while waiting := [person for person in people if not person.view]:
        for person in waiting:
            person.receive()


def play_on(*people: Person, until: Callable[[], object] | None = None) -> None:
    """Play until a condition holds, or to the end of the match."""
    while True:
        last = max(person.seq for person in people)
        for person in people:
            person.catch_up(last)
        if people[0].view["over"] or (until and until()):
            return
        mover = next((person for person in people if person.view["legal_actions"]), None)
        if mover:
            mover.play()
        elif people[0].view["phase"] == "over":
            for person in people:
                person.ask("deal")
        else:
            people[0].receive()  # another player moves
