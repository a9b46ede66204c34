"""The people at the tables: WebSocket clients for ``benchmarks.load``, in a process of their own.

Every line of standard input asks for a step, ``{"tables": 50, "watchers": 100, "pace": 4,
"seconds": 10}``: what is lacking to so many tables of four is opened, and people make so many moves
a second at each. It is answered with two lines: ``{"measuring": true}`` when the time that counts
begins, and then what was measured in it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Coroutine, Mapping
from itertools import count
from secrets import token_hex
from time import perf_counter
from typing import Any, Final

import httpx

from benchmarks.load_socket import Socket
from schwimmen.records.fairness import player_commitment

PEOPLE: Final = 4
WARM_UP_S: Final = 3.0
CLOSING: Final = 0.1
"""How often somebody closes who may: then a round has ten turns or so, as among people."""
WATCHERS: Final = 8
"""How many watch a quiet table."""
AT_ONCE: Final = 16
"""How many tables are opened at the same time."""

Message = dict[str, Any]

SEQ: Final = re.compile(r'"seq":(\d+)')


def is_mere_news(text: str) -> bool:
    """Whether a message says nothing that all must read: no wish for a seed, nothing agreed."""
    return (
        text.startswith('{"v":1,"type":"events"')
        and text.endswith('"table":null}')
        and '"phase":"settled"' in text
    )


class Load:
    """All tables, and what was measured at them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=60)
        self.rng = random.Random(31)
        self.pace = 1.0
        self.sockets = 0
        self.told: list[float] = []
        """Milliseconds from a move's being sent until the last of the four has it."""
        self.bytes = 0
        self.faults: Counter[str] = Counter()
        self.tables: list[Table] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._quiet: list[Table] = []
        self._watchers = 0

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something run beside all else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.faults[f"{type(error).__name__}: {error}"] += 1

    def open(self) -> Coroutine[Any, Any, None]:
        """One more table where people play."""
        table = Table(self, PEOPLE)
        self.tables.append(table)
        return table.open()

    async def watch(self) -> None:
        """One more who watches a table where nothing happens just then."""
        number, place = divmod(self._watchers, WATCHERS)
        self._watchers += 1
        if place == 0:
            self._quiet.append(Table(self, 1))
            await self._quiet[number].open()
        await Person(self._quiet[number], None).come(None)

    async def step(self, tables: int, watchers: int, pace: float, seconds: float) -> Message:
        """Plays for so long at so many tables, and says how it went."""
        self.pace = pace
        while self._watchers < watchers:
            await self.watch()
        while lacking := tables - len(self.tables):
            await asyncio.gather(*(self.open() for _ in range(min(lacking, AT_ONCE))))
        await asyncio.sleep(WARM_UP_S)
        gc.collect()
        gc.disable()  # its pauses are not the server's
        self.told.clear()
        self.faults.clear()
        self.bytes = 0
        print(json.dumps({"measuring": True}), flush=True)
        begun = perf_counter()
        await asyncio.sleep(seconds)
        gc.enable()
        return {
            "seconds": perf_counter() - begun,
            "sockets": self.sockets,
            "told": sorted(self.told),
            "bytes": self.bytes,
            "faults": dict(self.faults.most_common(5)),
        }


class Person:
    """A WebSocket at a table; who has no ``number`` watches."""

    def __init__(self, table: Table, number: int | None) -> None:
        self.number = number
        self.seq = 0
        self.seat: int | None = None
        self.ready: list[int] = []
        self._view: Message | None = None
        self._unread: str | None = None
        """News of which only the number has been read: to read it all is for who is to move."""
        self._table = table
        self._seed = token_hex(32)
        self._socket: Socket | None = None
        self._welcomed = asyncio.Event()
        self._ids = count(1)
        self._answered: set[tuple[str, int]] = set()

    @property
    def view(self) -> Message | None:
        """What the person sees of the round."""
        if self._unread is not None:
            self._view, self._unread = json.loads(self._unread)["view"], None
        return self._view

    async def come(self, cookie: str | None) -> str | None:
        """Connects, and listens from then on; returns the cookie of who it is."""
        load = self._table.load
        url = f"{load.url.replace('http', 'ws', 1)}/api/tables/{self._table.id}/ws"
        headers = {} if cookie is None else {"Cookie": cookie}
        self._socket = await Socket.open(url, headers, self._hear, self._lost)
        load.sockets += 1
        self.send(type="hello", last_seq=None)
        await self._welcomed.wait()
        return cookie or cookie_of(self._socket.headers)

    def send(self, **message: Any) -> None:
        """Sends what asks for something."""
        assert self._socket is not None
        about = {} if message["type"] == "hello" else {"id": str(next(self._ids))}
        self._socket.send(json.dumps({"v": 1, **about, **message}))

    def go(self) -> None:
        """Leaves."""
        assert self._socket is not None
        self._socket.close()
        self._table.load.sockets -= 1

    def _lost(self, how: str) -> None:
        self._table.load.sockets -= 1
        self._table.load.faults[f"lost: {how}"] += 1

    def _hear(self, text: str) -> None:
        now = perf_counter()
        self._table.load.bytes += len(text)
        if self.number is None:
            self._welcomed.set()
            return
        if self.number > 0 and is_mere_news(text):
            self.seq, self._unread = int(SEQ.findall(text)[-1]), text
            self._table.told(now)
            return
        message = json.loads(text)
        if message["type"] == "welcome":
            self._welcomed.set()
        match message["type"]:
            case "welcome" | "events":
                self.seat, self._view, self._unread = message["seat"], message["view"], None
                self.ready = message["ready"]
                if message["events"]:
                    self.seq = message["events"][-1]["seq"]
                if message["seeds"] is not None:
                    self._agree(message["seeds"])
                if message["table"] is not None:
                    self._table.seen(self, message["table"])
                self._table.told(now)
            case "refused":
                self._table.load.faults[f"refused: {message['message']}"] += 1

    def _agree(self, seeds: Message) -> None:
        """Takes part in the shuffles, once in every phase (docs/fairness.md)."""
        asked = seeds["phase"], seeds["attempt"]
        if self.seat is None or self.seat not in seeds["waiting_for"] or asked in self._answered:
            return
        self._answered.add(asked)
        self.send(**seed_answer(seeds, self.seat, self._seed))


class Table:
    """People at a table, who go on to another when their match is over; one alone only waits."""

    def __init__(self, load: Load, people: int) -> None:
        self.load = load
        self.id = ""
        self._seats = people
        self._cookies: list[str | None] = [None] * people
        self._people: list[Person] = []
        self._begun = False
        self._settled = 0
        """The last event that all have been told of."""
        self._asked: tuple[int, float] | None = None
        """The event that a move will lead to, and when it was sent."""
        self._due = 0.0
        self._moving = False

    async def open(self) -> None:
        """Opens a table and sits down."""
        self._begun, self._moving, self._settled, self._asked = False, False, 0, None
        asked = {
            "preset": "pagat",
            "name": "Person 0",
            "settings": {"seats": PEOPLE, "fill": False, "chat": False},
        }
        host = self._cookies[0]
        headers = {} if host is None else {"Cookie": host}
        answer = await self.load.http.post("/api/tables/shared", json=asked, headers=headers)
        answer.raise_for_status()
        self.load.http.cookies.clear()
        self.id = answer.json()["id"]
        self._cookies[0] = cookie_of(answer.headers)
        self._people = [Person(self, number) for number in range(self._seats)]
        self._cookies = [
            await person.come(cookie)
            for person, cookie in zip(self._people, self._cookies, strict=True)
        ]
        for person in self._people[1:]:
            person.send(type="join", name=f"Person {person.number}")
        self._due = perf_counter() + self.load.rng.random() / self.load.pace

    def seen(self, person: Person, info: Message) -> None:
        """Lets the match begin when all are there."""
        here = person is self._people[0] and info["phase"] == "gathering"
        if here and len(info["seats"]) == PEOPLE and not self._begun:
            self._begun = True
            person.send(type="start")

    def told(self, now: float) -> None:
        """Somebody was told something; when all have been told the same, the table goes on."""
        seq = self._people[0].seq
        if seq == self._settled or any(person.seq != seq for person in self._people):
            return
        self._settled = seq
        if self._asked is not None and seq >= self._asked[0]:
            self.load.told.append(1000 * (now - self._asked[1]))
            self._asked = None
        view = self._people[0].view
        if view is None or self._moving:
            return
        if view["over"]:
            self.load.start(self._again())
        else:
            pause = self.load.rng.uniform(0.5, 1.5) / self.load.pace
            self._due = max(self._due + pause, now)
            self._moving = True
            self.load.start(self._move(view))

    async def _move(self, view: Message) -> None:
        """The next move, when it is due."""
        await asyncio.sleep(self._due - perf_counter())
        by_seat = {person.seat: person for person in self._people}
        if view["to_act"] is not None:
            person = by_seat[view["to_act"]]
            message = {"type": "play", "action": self._action(person.view)}
        else:
            ready = self._people[0].ready
            seats = (one["seat"] for one in view["seats"] if one["status"] != "out")
            person = by_seat[next(seat for seat in seats if seat not in ready)]
            message = {"type": "deal"}
        self._moving = False
        self._asked = self._settled + 1, perf_counter()
        person.send(**message)

    def _action(self, view: Message | None) -> str:
        assert view is not None
        rng = self.load.rng
        open_still = [choice["action"] for choice in view["choices"] if not choice["closes"]]
        closes = not open_still or rng.random() < CLOSING
        return str(rng.choice(view["legal_actions"] if closes else open_still))

    async def _again(self) -> None:
        people = self._people
        await self.open()
        for person in people:
            person.go()


def seed_answer(seeds: Message, seat: int, seed: str) -> Message:
    """Return the commitment or the seed that a seat is asked for."""
    if seeds["phase"] == "committing":
        server = seeds["commitment"]
        mine = player_commitment(server, seeds["attempt"], seat, seed)
        return {"type": "commit", "server": server, "commitment": mine}
    return {"type": "reveal", "seed": seed}


def cookie_of(headers: Mapping[str, str]) -> str:
    """Who the server says that somebody is."""
    return headers["set-cookie"].partition(";")[0]


async def serve(url: str) -> None:
    """Does what standard input asks for."""
    load = Load(url)
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(await load.step(**json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
