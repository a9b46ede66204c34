"""Simulated players for ``benchmarks.load``: WebSocket clients in their own process.

Every line of standard input requests a step, ``{"tables": 50, "watchers": 100, "pace": 4,
"seconds": 10}``: missing tables of four are opened, and players make ``pace`` moves a second at
each. The response has two lines: ``{"measuring": true}`` when the measurement begins, and then its
results. With ``"storm": true`` clients whose server dies meanwhile come back as the page does, and
the step lasts until all are back.
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
from schwimmen.server.wire.changes import merge

PEOPLE: Final = 4
WARM_UP_S: Final = 3.0
CLOSING: Final = 0.1
"""Probability of closing where it is legal: a round has about ten turns, as with people."""
WATCHERS: Final = 8
"""Number of spectators of an idle table."""
AT_ONCE: Final = 16
"""Number of tables opened at the same time."""
RETRY_S: Final = 0.05
"""Seconds between looks whether a table whose players come back is complete."""
LONGEST_STORM_S: Final = 120.0
"""Seconds after which a storm ends although clients are missing."""

Message = dict[str, Any]

SEQ: Final = re.compile(r'"seq":(\d+)')
"""Number of the last event, which comes first in a message."""


def has_only_moves(text: str) -> bool:
    """Return whether a message has only events and changes of the round, and no seeds."""
    return text.startswith('{"v":1,"type":"events"') and '"seeds":' not in text


def closes(choice: Message) -> bool:
    """Return whether an action closes."""
    return bool(choice.get("closes", choice["action"].endswith("!")))


class Load:
    """All tables, with the measurements."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=60)
        self.rng = random.Random(31)
        self.pace = 1.0
        self.sockets = 0
        self.latencies: list[float] = []
        """Milliseconds from sending a move to its arrival at the last of the four clients."""
        self.bytes = 0
        self.faults: Counter[str] = Counter()
        self.storm = False
        """Whether clients that are lost come back."""
        self.missing = 0
        """Number of clients that are lost and not back yet."""
        self.returns: list[float] = []
        """Seconds from the beginning of the step to the return of each client."""
        self.began = 0.0
        """Time at which the measurement of the step began."""
        self.tables: list[Table] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle_tables: list[Table] = []
        self._watchers = 0

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.faults[f"{type(error).__name__}: {error}"] += 1

    def open(self) -> Coroutine[Any, Any, None]:
        """Open one more table of players."""
        table = Table(self, PEOPLE)
        self.tables.append(table)
        return table.open()

    async def watch(self) -> None:
        """Connect one more spectator of an idle table."""
        number, place = divmod(self._watchers, WATCHERS)
        self._watchers += 1
        if place == 0:
            self._idle_tables.append(Table(self, 1))
            await self._idle_tables[number].open()
        await Person(self._idle_tables[number], None).connect(None)

    async def step(
        self, tables: int, watchers: int, pace: float, seconds: float, storm: bool = False
    ) -> Message:
        """Run one step and return its results."""
        self.pace, self.storm = pace, storm
        while self._watchers < watchers:
            await self.watch()
        while missing := tables - len(self.tables):
            await asyncio.gather(*(self.open() for _ in range(min(missing, AT_ONCE))))
        await asyncio.sleep(WARM_UP_S)
        gc.collect()
        gc.disable()  # its pauses are not the server's
        self.latencies.clear()
        self.faults.clear()
        self.returns.clear()
        self.bytes = 0
        print(json.dumps({"measuring": True}), flush=True)
        self.began = perf_counter()
        await asyncio.sleep(seconds)
        while self.missing and perf_counter() < self.began + LONGEST_STORM_S:
            await asyncio.sleep(0.1)
        if self.missing:
            self.faults["a client did not come back"] += self.missing
        gc.enable()
        return {
            "seconds": perf_counter() - self.began,
            "sockets": self.sockets,
            "latencies": sorted(self.latencies),
            "returns": sorted(self.returns),
            "bytes": self.bytes,
            "faults": dict(self.faults.most_common(5)),
        }


class Person:
    """WebSocket of a player at a table, or of a spectator, whose ``number`` is ``None``."""

    def __init__(self, table: Table, number: int | None) -> None:
        self.number = number
        self.seq = 0
        self.seat: int | None = None
        self._state: Message = {}
        self._unread: list[str] = []
        """Messages of which only the sequence number was read; the player to act parses them."""
        self._table = table
        self._seed = token_hex(32)
        self._cookie: str | None = None
        self._socket: Socket | None = None
        """Connection, ``None`` before the first one and while it is lost."""
        self._has_left = False
        self._return_s = 0.0
        """Seconds over which the server lets its clients come back if it is gone."""
        self._unanswered: dict[str, str] = {}
        """Requests by their ids, sent again after a return."""
        self._welcomed = asyncio.Event()
        self._ids = count(1)
        self._answered: set[tuple[str, int]] = set()

    @property
    def state(self) -> Message:
        """State of the table, without fields that have their default value."""
        unread, self._unread = self._unread, []
        for text in unread:
            self._received(json.loads(text))
        return self._state

    def _received(self, message: Message) -> Message:
        """Return the state after a message."""
        before = self.state
        whole = message.get("state")
        self._state = whole or merge(before, message["changes"])
        self.seq, self.seat = message["seq"], message.get("seat")
        return self._state

    async def connect(self, cookie: str | None) -> str | None:
        """Connect, handle messages from then on, and return the cookie of the player."""
        self._cookie = cookie
        await self._open()
        return self._cookie

    async def _open(self) -> None:
        load = self._table.load
        url = f"{load.url.replace('http', 'ws', 1)}/api/tables/{self._table.id}/ws"
        headers = {} if self._cookie is None else {"Cookie": self._cookie}
        self._welcomed.clear()
        self._socket = await Socket.open(url, headers, self._on_text, self._on_lost)
        self._cookie = self._cookie or cookie_of(self._socket.headers)
        load.sockets += 1
        hello = {"v": 1, "type": "hello", "last_seq": self.seq or None, "views": "changes"}
        self._socket.send(json.dumps(hello))
        await self._welcomed.wait()

    def send(self, **message: Any) -> None:
        """Send a request, or keep it until the connection is back and welcomed."""
        request_id = str(next(self._ids))
        text = self._unanswered[request_id] = json.dumps({"v": 1, "id": request_id, **message})
        if self._socket is not None and self._welcomed.is_set():
            self._socket.send(text)

    @property
    def repeats(self) -> bool:
        """Whether a request from before the return is still to be answered."""
        return self._table.load.storm and bool(self._unanswered)

    def disconnect(self) -> None:
        """Disconnect for good."""
        self._has_left = True
        if self._socket is not None:
            self._socket.close()
            self._table.load.sockets -= 1

    def _on_lost(self, reason: str) -> None:
        load, self._socket = self._table.load, None
        load.sockets -= 1
        if load.storm:
            load.start(self._come_back())
        else:
            load.faults[f"lost: {reason}"] += 1

    async def _come_back(self) -> None:
        """Connect again after a random part of the time that the server has set."""
        load = self._table.load
        load.missing += 1
        await asyncio.sleep(load.rng.uniform(0, self._return_s))
        while self._socket is None and not self._has_left:
            try:
                await self._open()
            except OSError:
                await asyncio.sleep(load.rng.random())
        load.missing -= 1
        load.returns.append(perf_counter() - load.began)
        for text in self._unanswered.values():
            if self._socket is not None:
                self._socket.send(text)

    def _on_welcome(self, message: Message) -> None:
        missed = [event["seq"] for event in message["events"]]
        if self.seq and missed != list(range(self.seq + 1, message["seq"] + 1)):
            self._table.load.faults["a client got other events than it had missed"] += 1
        self._return_s = message.get("return_s", 0.0)
        self._welcomed.set()

    def _on_text(self, text: str) -> None:
        now = perf_counter()
        self._table.load.bytes += len(text)
        if self.number is None:
            if not self._welcomed.is_set():
                message = json.loads(text)
                self._on_welcome(message)
                self.seq = message["seq"]
            return
        if self.number > 0 and has_only_moves(text) and (found := SEQ.search(text)):
            self.seq = int(found[1])
            self._unread.append(text)
            self._table.on_events(now)
            return
        message = json.loads(text)
        if message["type"] == "welcome":
            self._on_welcome(message)
        match message["type"]:
            case "welcome" | "events":
                state = self._received(message)
                if "seeds" in state:
                    self._answer_seeds(state["seeds"])
                self._table.on_information(self, state["table"])
                self._table.on_events(now)
            case "accepted":
                self._unanswered.pop(message["id"], None)
            case "refused":
                self._unanswered.pop(message["id"], None)
                self._table.load.faults[f"refused: {message['message']}"] += 1

    def _answer_seeds(self, seeds: Message) -> None:
        """Contribute to the fair shuffle, once in every phase (docs/fairness.md)."""
        phase = seeds["phase"], seeds["attempt"]
        waiting_for = seeds.get("waiting_for", [])
        if self.seat is None or self.seat not in waiting_for or phase in self._answered:
            return
        self._answered.add(phase)
        self.send(**seed_answer(seeds, self.seat, self._seed))


class Table:
    """Players at a table, who move to another when their match is over; a single one only waits."""

    def __init__(self, load: Load, people: int) -> None:
        self.load = load
        self.id = ""
        self._seats = people
        self._cookies: list[str | None] = [None] * people
        self._people: list[Person] = []
        self._has_begun = False
        self._last_seq = 0
        """Last event that all players have."""
        self._move_sent: tuple[int, float] | None = None
        """Event that a move will lead to, and the time of its sending."""
        self._due = 0.0
        self._moving = False

    async def open(self) -> None:
        """Open a table and take the seats."""
        self._has_begun, self._moving, self._last_seq, self._move_sent = False, False, 0, None
        body = {
            "preset": "pagat",
            "name": "Person 0",
            "settings": {"seats": PEOPLE, "fill": False, "chat": False},
        }
        host = self._cookies[0]
        headers = {} if host is None else {"Cookie": host}
        answer = await self.load.http.post("/api/tables/shared", json=body, headers=headers)
        answer.raise_for_status()
        self.load.http.cookies.clear()
        self.id = answer.json()["id"]
        self._cookies[0] = cookie_of(answer.headers)
        self._people = [Person(self, number) for number in range(self._seats)]
        self._cookies = [
            await person.connect(cookie)
            for person, cookie in zip(self._people, self._cookies, strict=True)
        ]
        for person in self._people[1:]:
            person.send(type="join", name=f"Person {person.number}")
        self._due = perf_counter() + self.load.rng.random() / self.load.pace

    def on_information(self, person: Person, info: Message) -> None:
        """Start the match when all players have joined."""
        is_host = person is self._people[0] and info["phase"] == "gathering"
        if is_host and len(info["seats"]) == PEOPLE and not self._has_begun:
            self._has_begun = True
            person.send(type="start")

    def on_events(self, now: float) -> None:
        """Continue the table once all players have the same events."""
        seq = self._people[0].seq
        if seq == self._last_seq or any(person.seq != seq for person in self._people):
            return
        self._last_seq = seq
        if self._move_sent is not None and seq >= self._move_sent[0]:
            self.load.latencies.append(1000 * (now - self._move_sent[1]))
            self._move_sent = None
        view = self._people[0].state.get("view")
        if view is None or self._moving:
            return
        if view.get("over"):
            self.load.start(self._open_next())
        else:
            pause = self.load.rng.uniform(0.5, 1.5) / self.load.pace
            self._due = max(self._due + pause, now)
            self._moving = True
            self.load.start(self._move())

    @property
    def _is_in_step(self) -> bool:
        """Whether all players have the same events, and none repeats a request."""
        seq = self._people[0].seq
        return all(person.seq == seq and not person.repeats for person in self._people)

    async def _move(self) -> None:
        """Send the next move when it is due."""
        await asyncio.sleep(self._due - perf_counter())
        while not self._is_in_step:
            await asyncio.sleep(RETRY_S)
        view = self._people[0].state["view"]
        if view.get("over"):
            self._moving = False
            self.load.start(self._open_next())
            return
        by_seat = {person.seat: person for person in self._people}
        if (to_act := view.get("to_act")) is not None:
            person = by_seat[to_act]
            message = {"type": "play", "action": self._action(person.state["own"]["choices"])}
        else:
            ready = self._people[0].state.get("ready", [])
            seats = (one["seat"] for one in view["seats"] if one["status"] != "out")
            person = by_seat[next(seat for seat in seats if seat not in ready)]
            message = {"type": "deal"}
        self._moving = False
        self._move_sent = self._last_seq + 1, perf_counter()
        person.send(**message)

    def _action(self, choices: list[Message]) -> str:
        rng = self.load.rng
        open_still = [choice for choice in choices if not closes(choice)]
        may_close = not open_still or rng.random() < CLOSING
        return str(rng.choice(choices if may_close else open_still)["action"])

    async def _open_next(self) -> None:
        people = self._people
        await self.open()
        for person in people:
            person.disconnect()


def seed_answer(seeds: Message, seat: int, seed: str) -> Message:
    """Return the commitment or the seed that the server requests from a seat."""
    if seeds["phase"] == "committing":
        server = seeds["commitment"]
        mine = player_commitment(server, seeds["attempt"], seat, seed)
        return {"type": "commit", "server": server, "commitment": mine}
    return {"type": "reveal", "seed": seed}


def cookie_of(headers: Mapping[str, str]) -> str:
    """Return the cookie that the server sets."""
    return headers["set-cookie"].partition(";")[0]


async def serve(url: str) -> None:
    """Run the steps that standard input requests."""
    load = Load(url)
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(await load.step(**json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
