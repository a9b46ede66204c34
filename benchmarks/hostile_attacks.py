"""The attacks of ``benchmarks.hostile``, in their own process; most are from one address.

Each attack obeys the limits of the server and waits as long as ``Retry-After`` says. The process
prints ``ready`` when the attack is set up, continues until standard input ends, and then prints the
counts of its actions as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
import struct
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address
from secrets import token_hex
from typing import Any, Final, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.load_clients import cookie_of, seed_answer

AT_ONCE: Final = 4
"""Concurrent requests of each kind."""
TABLES_OF_PLAYER: Final = 29
RECONNECT_S: Final = 2.0
"""Seconds before a connection closed by the server is opened again."""
RETRY_S: Final = 0.1
"""Seconds before the next try after a refusal without ``Retry-After``."""
ABORTS_A_SECOND: Final = 20
GIVE_UP_S: Final = 120.0
NICE: Final = 10
"""Lower priority than the victim's, which shares the core."""

LOST: Final = (httpx.HTTPError, WebSocketException, OSError)


class Target(NamedTuple):
    """What the database of the server has for attacks."""

    table: str = ""
    """Id of the table with the long log."""
    cookie: str = ""
    """Cookie of the player with the rich history."""
    profile: str = ""
    """Public id of that player."""


class Attack:
    """Attack from an address. ``size`` is the number of tables, connections or clients."""

    def __init__(self, url: str, address: str, size: int, target: Target | None = None) -> None:
        self.url = url
        self.address = address
        self.size = size
        self.target = target or Target()
        self.counts: Counter[str] = Counter()
        self.http = self._client(address)
        self._cookie = ""
        self._opened = 0
        """Number of tables of the player with this cookie."""
        self._tasks: list[asyncio.Task[None]] = []
        self._guests: list[httpx.AsyncClient] = []

    def guest(self) -> httpx.AsyncClient:
        """Return the client of another guest, at the next address."""
        self._guests.append(self._client(str(IPv4Address(self.address) + len(self._guests) + 1)))
        return self._guests[-1]

    def _client(self, address: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_connections=None)
        )
        return httpx.AsyncClient(base_url=self.url, transport=transport, timeout=GIVE_UP_S)

    async def run(self, name: str) -> None:
        """Set up the attack, print ``ready``, and continue until standard input ends."""
        await ATTACKS[name](self)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await self.stop()
        print(json.dumps(dict(self.counts)), flush=True)

    async def stop(self) -> None:
        """Stop all tasks."""
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                self.counts[f"{type(ended).__name__}: {ended}"] += 1
        for client in (self.http, *self._guests):
            await client.aclose()

    def repeat(self, work: Callable[[], Awaitable[None]], pause: float = 0.0) -> None:
        """Repeat work in the background until the end."""

        async def loop() -> None:
            while True:
                try:
                    await work()
                except LOST as error:
                    self.counts[type(error).__name__] += 1
                    await asyncio.sleep(RECONNECT_S)
                await asyncio.sleep(pause)

        self._tasks.append(asyncio.create_task(loop()))

    async def get(
        self, path: str, cookie: str = "", client: httpx.AsyncClient | None = None
    ) -> None:
        """Read and discard a response, or wait as long as the server demands."""
        headers = {"Cookie": cookie} if cookie else {}
        async with (client or self.http).stream("GET", path, headers=headers) as answer:
            async for data in answer.aiter_raw():
                self.counts["bytes"] += len(data)
        await self._wait_if_refused(answer, "GET")

    async def _wait_if_refused(self, answer: httpx.Response, action: str) -> None:
        self.counts[f"{action} {answer.status_code}"] += 1
        if answer.status_code >= 400:
            await asyncio.sleep(float(answer.headers.get("retry-after", RETRY_S)))

    async def open_table(self, **settings: Any) -> tuple[str, str] | None:
        """Open a shared table; return its id and the cookie.

        When a player may open no more tables, another player opens the next one.
        """
        known = {"Cookie": self._cookie} if self._cookie else {}
        body = {
            "preset": "pagat",
            "options": {"lives": 20},
            "name": "Mallory",
            "settings": {"seats": 4, "chat": False} | settings,
        }
        answer = await self.http.post("/api/tables/shared", json=body, headers=known)
        self.http.cookies.clear()
        self._opened = self._opened + 1 if known else 1
        if answer.status_code != 201 or self._opened == TABLES_OF_PLAYER:
            self._cookie = ""
        elif not known:
            self._cookie = cookie_of(answer.headers)
        await self._wait_if_refused(answer, "open")
        if answer.status_code != 201:
            return None
        return answer.json()["id"], cookie_of(answer.headers)

    async def join(self, table: str, cookie: str = "") -> ClientConnection:
        """Open a WebSocket and send ``hello``."""
        link = await connect(
            f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/ws",
            additional_headers={"Cookie": cookie} if cookie else {},
            local_addr=(self.address, 0),
            open_timeout=GIVE_UP_S,
            close_timeout=1,
            max_size=None,
            proxy=None,
        )
        await link.send(json.dumps({"v": 1, "type": "hello", "last_seq": None, "pace": "instant"}))
        return link


async def idle(attack: Attack) -> None:
    """Hold one connection to a table without doing anything."""
    opened = await attack.open_table()
    assert opened is not None
    table, cookie = opened

    async def stay() -> None:
        async with await attack.join(table, cookie) as link:
            async for _ in link:
                pass

    attack.repeat(stay)


async def replay(attack: Attack) -> None:
    """Request everything that needs a replay of a long log."""
    at = f"/api/tables/{attack.target.table}"

    async def hello() -> None:
        async with await attack.join(attack.target.table) as link:
            answer = json.loads(await link.recv())
        attack.counts[f"hello {answer['type']}"] += 1
        if answer["type"] == "refused":
            await asyncio.sleep(answer["details"].get("seconds", 1))

    paths = (f"{at}/replay?round=1", f"{at}/replay?round=2", f"{at}/record", f"{at}/qr.svg", at)
    for _ in range(AT_ONCE):
        for path in paths:
            attack.repeat(partial(attack.get, path))
        attack.repeat(hello)


async def masters(attack: Attack) -> None:
    """Start matches with bots that search long, and leave them."""
    free = asyncio.Semaphore(AT_ONCE)

    async def begin() -> None:
        async with free:
            opened = await attack.open_table(bots="master")
            if opened is None:
                return
            with suppress(*LOST):
                await _begin_and_leave(attack, *opened)

    await asyncio.gather(*(begin() for _ in range(attack.size)))


async def _begin_and_leave(attack: Attack, table: str, cookie: str) -> None:
    seed, answered = token_hex(32), set[tuple[str, int]]()

    async def send(**message: Any) -> None:
        about = {"v": 1, "id": token_hex(8)}
        await link.send(json.dumps(about | message))

    async with await attack.join(table, cookie) as link:
        async for text in link:
            message = json.loads(text)
            if message["type"] not in ("welcome", "events"):
                continue
            if message["type"] == "welcome":
                await send(type="start")
            state = message["state"]
            seeds = state.get("seeds")
            if seeds is not None and (seeds["phase"], seeds["attempt"]) not in answered:
                answered.add((seeds["phase"], seeds["attempt"]))
                if message["seat"] in seeds.get("waiting_for", []):
                    await send(**seed_answer(seeds, message["seat"], seed))
            if "view" in state:
                await send(type="leave")
                attack.counts["left"] += 1
                return


async def silent(attack: Attack) -> None:
    """Hold connections that send nothing or only parts of messages, and abort others."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    host, port = attack.url.removeprefix("http://").split(":")
    here = f"Host: {host}:{port}\r\n"
    handshake = (
        f"GET /api/tables/nowhere/ws HTTP/1.1\r\n{here}Upgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    body = "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
    beginnings = {
        "silent": ("", ""),
        "half a request": (f"GET /api/lobby HTTP/1.1\r\n{here}X-Slow: ", "a"),
        "half a handshake": (handshake, ""),
        "no hello": (f"{handshake}\r\n", ""),
        "slow body": (f"POST /api/tables HTTP/1.1\r\n{here}{body}", " "),
    }

    async def open_one() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(host, int(port), local_addr=(attack.address, 0))

    async def hold(kind: str) -> None:
        beginning, drop = beginnings[kind]
        reader, writer = await open_one()
        attack.counts[kind] += 1
        writer.write(beginning.encode())
        ended = asyncio.create_task(reader.read())
        try:
            while not ended.done():
                await asyncio.wait({ended}, timeout=1)
                writer.write(drop.encode())
            attack.counts["ended by the server"] += 1
        finally:
            ended.cancel()
            writer.close()

    async def abort() -> None:
        _, writer = await open_one()
        # Closing sends a reset while the response is under way.
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.write(f"GET / HTTP/1.1\r\n{here}\r\n".encode())
        try:
            await asyncio.sleep(0.01)
            attack.counts["aborted"] += 1
        finally:
            writer.transport.abort()

    kinds = list(beginnings)
    for number in range(attack.size):
        attack.repeat(partial(hold, kinds[number % len(kinds)]), RECONNECT_S)
        if number % 20 == 0:
            await asyncio.sleep(0.05)
    attack.repeat(abort, 1 / ABORTS_A_SECOND)


async def lobby(attack: Attack) -> None:
    """Fill the lobby with open tables whose hosts stay, and read it continuously."""
    for _ in range(attack.size):
        opened = await attack.open_table(visibility="open")
        if opened is None:
            continue
        table, cookie = opened

        async def stay(table: str = table, cookie: str = cookie) -> None:
            async with await attack.join(table, cookie) as link:
                async for _ in link:
                    pass

        attack.repeat(stay, RECONNECT_S)
    attack.repeat(lambda: attack.get("/api/lobby"))


async def history(attack: Attack) -> None:
    """Read everything that is made from a rich history, as its player."""
    paths = ("/api/statistics", "/api/me/profile", "/api/statistics/matches", "/api/me")

    async def read() -> None:
        for path in paths:
            await attack.get(path, attack.target.cookie)

    for _ in range(attack.size):
        attack.repeat(read)


async def profile(attack: Attack) -> None:
    """Read the public profile of a player with a rich history, from several addresses."""
    path = f"/api/players/{attack.target.profile}"
    for _ in range(attack.size):
        client = attack.guest()
        for _ in range(AT_ONCE):
            attack.repeat(partial(attack.get, path, client=client))


async def csv(attack: Attack) -> None:
    """Export all rounds of a rich history, many times at once."""
    for _ in range(attack.size):
        attack.repeat(partial(attack.get, "/api/statistics.csv?rows=rounds", attack.target.cookie))


ATTACKS: Final[dict[str, Callable[[Attack], Awaitable[None]]]] = {
    "idle": idle,
    "replay": replay,
    "masters": masters,
    "silent": silent,
    "lobby": lobby,
    "history": history,
    "profile": profile,
    "csv": csv,
}

SIZES: Final = {
    "idle": 1,
    "replay": 1,
    "masters": 115,
    "silent": 1200,
    "lobby": 124,
    "history": 4,
    "profile": 4,
    "csv": 24,
}
"""Number of tables, connections or clients of each attack."""


if __name__ == "__main__":
    os.nice(NICE)
    _, chosen, server, source, wanted, *found = sys.argv
    asyncio.run(Attack(server, source, int(wanted), Target(*found)).run(chosen))
