"""The victim of ``benchmarks.hostile``, a well-behaved player, in its own process.

It plays at its own tables, reconnects, reads, and opens tables, each at a steady pace. A request is
timed from the moment it was due, so a stalled request also delays the next ones.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from time import perf_counter
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.load_clients import CLOSING, closes, cookie_of

TABLES: Final = 3
BOTS: Final = [{"level": "casual"}, {"level": "casual"}]
THINKING_S: Final = 0.2
"""Mean pause of the player before a move."""
GIVE_UP_S: Final = 60.0
WARM_UP_S: Final = 2.0

EVERY: Final = {"table": 0.1, "lobby": 0.2, "reconnect": 0.5, "open": 1.0, "quick": 2.0}
"""Seconds between requests of each kind, within the limits for one address."""

KINDS: Final = ("move", "bots", *EVERY)
"""Kinds of requests; ``bots`` is the time from a move until all bots have moved."""

NEW_TABLE: Final = {"preset": "pagat", "name": "Anna", "opponents": BOTS}
QUICK_MATCH: Final = {"preset": "pagat", "name": "Anna", "players": 2}


class Victim:
    """Requests of the victim, with the time of each in milliseconds."""

    def __init__(self, url: str, address: str) -> None:
        self.url = url
        self.address = address
        self.rng = random.Random(15)
        self.times: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.failed: Counter[str] = Counter()
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=GIVE_UP_S)
        self.table = ""
        """Table for reads and reconnects."""
        self._cookie = ""
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play at all tables during the block."""
        self.table, self._cookie = await self.open()
        players = [Player(self) for _ in range(TABLES)]
        self._tasks += [asyncio.create_task(player.play()) for player in players]
        while not all(player.seated for player in players):
            await asyncio.sleep(0.05)
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
                if not isinstance(ended, asyncio.CancelledError):
                    self.failed[f"{type(ended).__name__}: {ended}"] += 1
            await self.http.aclose()

    def start_requests(self) -> None:
        """Start the requests of all other kinds."""
        requests: dict[str, Callable[[], Awaitable[object]]] = {
            "table": lambda: self._get(f"/api/tables/{self.table}"),
            "lobby": lambda: self._get("/api/lobby"),
            "reconnect": self._reconnect,
            "open": self.open,
            "quick": lambda: self._post("/api/lobby/quick", QUICK_MATCH),
        }
        for kind, request in requests.items():
            self._tasks.append(asyncio.create_task(self._repeat(kind, request)))

    async def measure(self, seconds: float) -> None:
        """Measure for a number of seconds after the warm-up."""
        self.start_requests()
        await asyncio.sleep(WARM_UP_S)
        for times in self.times.values():
            times.clear()
        self.failed.clear()
        gc.collect()
        gc.disable()  # its pauses are not the server's
        await asyncio.sleep(seconds)

    async def open(self) -> tuple[str, str]:
        """Open a table as a new player; return its id and the cookie."""
        answer = await self._post("/api/tables", NEW_TABLE)
        return answer.json()["id"], cookie_of(answer.headers)

    async def socket(self, table: str, cookie: str) -> ClientConnection:
        """Connect to a table and send ``hello``, without waiting for the welcome."""
        socket = await connect(
            f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/ws",
            additional_headers={"Cookie": cookie},
            local_addr=(self.address, 0),
            open_timeout=GIVE_UP_S,
            close_timeout=1,
            max_size=None,
            proxy=None,
        )
        await socket.send(
            json.dumps({"v": 1, "type": "hello", "last_seq": None, "pace": "instant"})
        )
        return socket

    def record(self, kind: str, since: float) -> None:
        """Record the time of a request that was due at ``since``."""
        self.times[kind].append(1000 * (perf_counter() - since))

    async def _repeat(self, kind: str, request: Callable[[], Awaitable[object]]) -> None:
        every = EVERY[kind]
        due = perf_counter() + every * self.rng.random()
        try:
            while True:
                await asyncio.sleep(due - perf_counter())
                try:
                    await request()
                except (httpx.HTTPError, WebSocketException, OSError) as error:
                    self.failed[f"{kind}: {type(error).__name__}: {error}"] += 1
                self.record(kind, due)
                due += every
        except asyncio.CancelledError:
            while due < perf_counter() - every:  # unanswered at the end
                self.record(kind, due)
                due += every
            raise

    async def _get(self, path: str) -> None:
        (await self.http.get(path)).raise_for_status()

    async def _post(self, path: str, body: object) -> httpx.Response:
        """Post as a new player, on a new connection."""
        answer = await self.http.post(path, json=body, headers={"Connection": "close"})
        self.http.cookies.clear()
        return answer.raise_for_status()

    async def _reconnect(self) -> None:
        async with await self.socket(self.table, self._cookie) as socket:
            await socket.recv()


class Player:
    """Victim at a table against bots, and at another when the match is over."""

    def __init__(self, victim: Victim) -> None:
        self._victim = victim
        self._ids = count(1)
        self._seq = 0
        self._since = 0.0
        """Time when the last move was sent, or when its event arrived."""
        self._view: dict[str, Any] = {}
        self._pending = False
        """Whether a move has been sent whose event has not arrived."""
        self._answered = False
        """Whether bots have moved since the player's event."""

    @property
    def seated(self) -> bool:
        """Whether the player has received the welcome message."""
        return self._seq > 0

    async def play(self) -> None:
        """Play match after match until cancelled."""
        try:
            while True:
                try:
                    await self._match(*await self._victim.open())
                except httpx.HTTPError as error:
                    self._victim.failed[f"move: {type(error).__name__}: {error}"] += 1
                    await asyncio.sleep(0.5)
        except asyncio.CancelledError:
            if self._pending and perf_counter() - self._since > 1:
                self._victim.record("move", self._since)
            raise

    async def _match(self, table: str, cookie: str) -> None:
        self._seq, self._since, self._view = 0, 0.0, {}
        self._pending = self._answered = False
        while not self._view.get("over"):
            try:
                async with await self._victim.socket(table, cookie) as socket:
                    await self._handle(socket)
            except (WebSocketException, OSError) as error:
                self._victim.failed[f"move: {type(error).__name__}: {error}"] += 1
                await asyncio.sleep(0.5)

    async def _handle(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                self._victim.failed[f"move: refused: {message['message']}"] += 1
            if message["type"] not in ("welcome", "events"):
                continue
            self._handle_events(message["seat"], message["events"])
            state = message["state"]
            self._view, choices = state["view"], state.get("own", {}).get("choices", [])
            if self._view.get("over"):
                return
            if self._pending:
                continue
            mine = choices or self._view["phase"] == "over"
            if mine and self._answered:
                self._victim.record("bots", self._since)
                self._answered = False
            if choices:
                open_still = [one for one in choices if not closes(one)]
                may_close = not open_still or self._victim.rng.random() < CLOSING
                choice = self._victim.rng.choice(choices if may_close else open_still)
                await self._send(socket, type="play", action=choice["action"])
            elif self._view["phase"] == "over":
                await self._send(socket, type="deal")

    async def _send(self, socket: ClientConnection, **message: Any) -> None:
        await asyncio.sleep(self._victim.rng.uniform(0.5, 1.5) * THINKING_S)
        self._pending, self._since = True, perf_counter()
        await socket.send(json.dumps({"v": 1, "id": str(next(self._ids)), **message}))

    def _handle_events(self, seat: int, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["seq"] <= self._seq:
                continue
            self._seq = event["seq"]
            if self._pending:
                self._victim.record("move", self._since)
                self._pending, self._answered, self._since = False, False, perf_counter()
            elif event["type"] == "action" and event["seat"] != seat:
                self._answered = self._since > 0


async def main(url: str, address: str, seconds: float) -> None:
    """Print ``ready`` when all are seated, measure after a line of input, and print JSON."""
    victim = Victim(url, address)
    async with victim.playing():
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await victim.measure(seconds)
    print(json.dumps({"times": victim.times, "failed": dict(victim.failed)}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
