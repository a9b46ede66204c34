"""Players who finish their matches whatever happens to the server or the connection."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any, TypeVar

import httpx
from websockets.exceptions import WebSocketException

from schwimmen.records import Record, replay
from schwimmen.records.fairness import verify
from tests.processes import PATIENCE

from .guests import Guest, guest

KINDS = ((1, 2), (2, 4), (3, 3), (2, 3))
"""Numbers of people and of seats; bots have the other seats."""

RETRY_S = 0.05
"""Seconds until a request or a lost connection is tried again."""

VERBS = frozenset({"join", "start", "deal", "back"})
LATE = frozenset({"others_looking", "round_running", "not_playing", "match_over"})
"""Codes of refusals to requests that came too late."""

AGAIN = frozenset({"unavailable", "busy"})
"""Codes of refusals after which a request is sent again, since it may have been stored."""


class Player:
    """Player who finishes one match, whatever happens to the server.

    A command is sent again by the same id until it is answered. ``mishaps`` is how often the
    connection is cut in the midst of it, and how often commands are sent twice, or once more when
    others have come after them.
    """

    late = LATE
    """Codes of refusals that are no fault of the player or the server."""

    def __init__(
        self,
        url: str,
        table_id: str,
        cookie: str,
        people: int,
        chance: Random,
        mishaps: float = 0.1,
    ) -> None:
        self.url = url
        self.table_id = table_id
        self.cookie = cookie
        self.events: list[dict[str, Any]] = []
        self.acknowledged: dict[str, tuple[int, str]] = {}
        self.seat = -1
        self.links: list[Guest] = []
        """All connections so far, the last of which may be lost."""
        self.refusals = Counter[str]()
        """Codes of refusals so far."""
        self._people = people
        self._chance = chance
        self._mishaps = mishaps
        self._sent: list[dict[str, Any]] = []
        self._asked: dict[str, Any] | None = None
        self._name = f"{chance.getrandbits(40):x}"
        self._number = 0
        self.over = False
        """Whether the match is over."""

    async def play(self) -> None:
        """Play until the match is over."""
        while not self.over:
            try:
                async with guest(self, self.table_id, self.cookie, self.events) as link:
                    self.cookie = link.cookie
                    if link.welcome:
                        self.links.append(link)
                        await self._stay(link)
            except (OSError, WebSocketException, TimeoutError):
                pass
            await asyncio.sleep(RETRY_S)

    async def _stay(self, link: Guest) -> None:
        while True:
            self.events = link.events
            if self._asked is None:
                self._asked = self._next_command(link)
            if self._asked is not None:
                await self._ask(link, self._asked)
            elif link.view and link.view["over"]:
                self.over = True
                return
            else:
                await link.receive()

    def _next_command(self, link: Guest) -> dict[str, Any] | None:
        """Return the next command, ``None`` if nothing can be done."""
        self._number += 1
        asked: dict[str, Any] = {"id": f"{self._name}-{self._number}"}
        seated = [seat for seat in link.table["seats"] if not seat["level"]]
        if link.seat is None:
            return asked | {"type": "join", "name": f"P{self._number} {self.cookie[-6:]}"}
        self.seat = link.seat
        if link.table["phase"] == "gathering":
            host = link.table["host"] == link.seat
            return asked | {"type": "start"} if host and len(seated) == self._people else None
        if not link.view or link.view["over"]:
            return None
        if link.table["seats"][link.seat]["away"]:
            return asked | {"type": "back"}
        if link.view["legal_actions"]:
            action = self._chance.choice(link.view["legal_actions"])
            return asked | {"type": "play", "action": action}
        if link.view["phase"] == "over":
            return asked | {"type": "deal"} if link.seat not in link.state.ready else None
        return None

    async def _pause(self, link: Guest) -> None:
        """Wait before a command."""
        await asyncio.sleep(self._chance.uniform(0, 0.02))

    def _has_mishap(self) -> bool:
        return self._chance.random() < self._mishaps

    async def _ask(self, link: Guest, asked: dict[str, Any]) -> None:
        await self._pause(link)
        if self._sent and self._has_mishap():
            await link.send(**self._chance.choice(self._sent))
        self._sent.append(asked)
        for _ in range(1 + self._has_mishap()):
            await link.send(**asked)
        if self._has_mishap():
            link.socket.transport.abort()
        answer = await link.until("accepted", "refused")
        while answer["id"] != asked["id"]:
            answer = await link.until("accepted", "refused")
        if answer["type"] == "refused":
            self.refusals[answer["code"]] += 1
        if answer.get("code") in AGAIN:
            await asyncio.sleep(RETRY_S)
            return
        self._asked = None
        if answer["type"] == "accepted":
            seq = answer["seq"]
            self.acknowledged[asked["id"]] = seq, asked.get("action", asked["type"])
            while len(link.events) < seq:
                await link.receive()
        else:
            assert answer["code"] in self.late, answer


P = TypeVar("P", bound=Player)


async def open_tables(
    url: str,
    tables: int,
    chance: Random,
    kind: type[P],
    lives: int = 6,
    mishaps: float = 0.1,
    **more: Any,
) -> list[P]:
    """Open tables with ``more`` settings; return players of a kind who have the links."""
    players = []
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        for number in range(tables):
            people, seats = KINDS[number % len(KINDS)]
            settings = {"seats": seats, "bots": "greedy", "visibility": "open"} | more
            body = {"preset": "pagat", "options": {"lives": lives}, "name": "Anna"}
            http.cookies.clear()
            answer = await http.post("/api/tables/shared", json=body | {"settings": settings})
            cookie = answer.headers["set-cookie"].partition(";")[0]
            table_id = answer.json()["id"]
            for seat in range(people):
                mine = "" if seat else cookie
                player = kind(url, table_id, mine, people, Random(chance.random()), mishaps)
                players.append(player)
    return players


def check(players: list[Player], record: Record) -> None:
    """Check that all players received the same log, with each acknowledged command once."""
    log = players[0].events
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    for player in players:
        assert player.events == log
        played = Counter(
            event["seat"]
            for event in log
            if (event["type"], event["acted_by"]) == ("action", "person")
        )
        moves = [one for one in player.acknowledged.values() if one[1] not in VERBS]
        assert len(moves) == played[player.seat]
        for seq, action in moves:
            event = log[seq - 1]
            # An exchange that ends the round by itself is logged without the closing.
            assert (event["seat"], event["action"]) in (
                (player.seat, action),
                (player.seat, action.removesuffix("!")),
            )
    assert replay(record)["complete"]
    verify(record)
