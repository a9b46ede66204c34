"""Guests at one server, each with a browser that takes part in fair shuffles."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

import httpx

from schwimmen.records.fairness import player_commitment
from schwimmen.records.fairness.algorithm import seal_of
from tests.processes import PATIENCE

from .conftest import Client, websocket

NAMES = ("Anna", "Bo", "Cleo", "Dora", "Ede", "Flo", "Gerd", "Hanno", "Ines", "Jan")


class Guest(Client):
    """Client that commits to a seed for the shuffles and reveals it when required."""

    def __init__(self, socket: Any, cookie: str, views: str) -> None:
        super().__init__(socket, views)
        self.cookie = cookie
        self.presence: dict[str, Any] = {}
        self.said: list[dict[str, Any]] = []
        self.seal: str | None = None

    async def receive(self) -> dict[str, Any]:
        """Receive and process the next message."""
        message = await super().receive()
        match message["type"]:
            case "welcome" | "events":
                if message["type"] == "welcome":
                    self.presence, self.said = message["presence"], list(message["chat"])
                if self.state.seeds is not None and self.seat is not None:
                    await self._agree(self.state.seeds, self.seat)
            case "presence":
                self.presence = message["presence"]
            case "said":
                self.said.append(message["line"])
        return message

    async def sees(self, type: str) -> dict[str, Any]:
        """Wait for an event of that type, and return the first one."""
        while (found := next((e for e in self.events if e["type"] == type), None)) is None:
            await self.receive()
        return found

    async def _agree(self, seeds: dict[str, Any], seat: int) -> None:
        if seat not in seeds["waiting_for"]:
            return
        server, attempt = seeds["commitment"], seeds["attempt"]
        seed = f"{seat:02x}" * 32
        own = player_commitment(server, attempt, seat, seed)
        if seeds["phase"] == "committing":
            await self.send(type="commit", id=f"c{attempt}-{seat}", server=server, commitment=own)
        else:
            commitments = {one["seat"]: one["commitment"] for one in seeds["commitments"]}
            assert commitments[seat] == own
            self.seal = seal_of(server, commitments)
            await self.send(type="reveal", id=f"r{attempt}-{seat}", seed=seed)


class HasUrl(Protocol):
    """Server or balancer at a URL."""

    @property
    def url(self) -> str:
        """Address of the page, without a slash at its end."""


@contextlib.asynccontextmanager
async def guest(
    served: HasUrl,
    table_id: str,
    cookie: str = "",
    events: Sequence[dict[str, Any]] = (),
    views: str = "changes",
) -> AsyncIterator[Guest]:
    """Provide a guest who has opened the link of a table; without a cookie a new one.

    ``events`` are those that the guest has received before; ``views`` is the form of updates that
    the guest asks for.
    """
    headers = {"cookie": cookie} if cookie else {}
    async with websocket(served.url, table_id, headers) as socket:
        assert socket.response is not None
        given = socket.response.headers.get("set-cookie", "")
        client = Guest(socket, cookie or given.partition(";")[0], views)
        client.events += events
        await client.hello(len(events) or None)
        yield client


async def share(served: HasUrl, name: str = "Anna", **asked: Any) -> tuple[str, str]:
    """Open a shared table; return its id and the cookie of its host.

    ``settings`` are those of the table; the rules are plain ones without special hands.
    """
    preset = asked.pop("preset", "pagat")
    options = asked.pop("options", {"special": "none"} if preset == "pagat" else {})
    body = {"preset": preset, "options": options, "name": name, "settings": asked}
    async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as http:
        answer = await http.post("/api/tables/shared", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"]), answer.headers["set-cookie"].partition(";")[0]


@contextlib.asynccontextmanager
async def seated(
    served: HasUrl, people: int, **settings: Any
) -> AsyncIterator[tuple[str, list[Guest]]]:
    """Provide a table with seated guests, by default without an empty seat: its id, its guests."""
    table_id, cookie = await share(served, **({"seats": people} | settings))
    async with contextlib.AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(guest(served, table_id, cookie))]
        for number in range(1, people):
            client = await stack.enter_async_context(guest(served, table_id))
            answer = await client.ask("join", name=NAMES[number])
            assert answer["type"] == "accepted", answer
            guests.append(client)
        yield table_id, guests


async def begin(guests: list[Guest]) -> None:
    """Start the match and wait until the shuffles are agreed and the first round is dealt."""
    answer = await guests[0].ask("start")
    assert answer["type"] == "accepted", answer

    def is_settled(one: Guest) -> bool:
        return one.state.seeds is not None and one.state.seeds["phase"] == "settled"

    while not all(map(is_settled, guests)):
        for one in guests:
            if not is_settled(one):
                await one.until("events")
    for one in guests:
        await one.sees("round")
