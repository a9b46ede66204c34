"""Recorded matches, with everything that the server sends or logs."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

import httpx
from websockets.exceptions import ConnectionClosed

from schwimmen.server.limits.buckets import Rate

from .conftest import TEST_ALLOWANCE, Client, RunningServer
from .guests import NAMES, Guest, begin, guest, share

PATIENT = TEST_ALLOWANCE._replace(lines=Rate(1000, 1), reactions=Rate(1000, 1))
"""Allowance with unlimited chat."""

WRONG = ("2Cx2D", "KHxKH", "all!!", "take", "keep", "pass", "AH")
"""Mostly illegal actions; their refusals name no card."""


VIEWS = ("changes", "full")
"""Views that the sockets of a match ask for in turn."""

ROUNDS = "/api/statistics.csv?rows=rounds"


@dataclass(frozen=True, slots=True)
class Answer:
    """HTTP response, and the length of the log before and after the request."""

    path: str
    before: int
    after: int
    text: str


@dataclass
class RecordedMatch:
    """Everything that the server sent and logged during a match."""

    table_id: str
    sockets: list[Client] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)


class Lines(logging.Handler):
    """Log handler that stores lines before secrets are removed."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Store a line."""
        self.lines.append(f"{record.getMessage()} {record.__dict__.get('fields')}")


@contextlib.contextmanager
def logging_to(lines: list[str]) -> Iterator[None]:
    """Record the whole log."""
    ours, handler = logging.getLogger("schwimmen"), Lines(lines)
    level = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        ours.removeHandler(handler)
        ours.setLevel(level)


async def play_on(one: Guest, chance: Random) -> None:
    """Play at random until the match is over, chat, and send illegal commands."""
    while await one.my_turn():
        if chance.random() < 0.15:
            await one.ask("play", action=chance.choice(WRONG))
        if chance.random() < 0.1:
            await one.ask("say", text="What a hand!")
            await one.ask("react", reaction="wow")
        if chance.random() < 0.05:
            await one.ask("deal")
        legal = one.view["legal_actions"]
        if not legal:
            await one.deal()
            continue
        # By kinds; otherwise nearly all actions would be exchanges.
        kinds: dict[str, list[str]] = {}
        for action in legal:
            kinds.setdefault("exchange" if "x" in action else action, []).append(action)
        await one.play(chance.choice(kinds[chance.choice(sorted(kinds))]))


async def look_on(one: Guest, chance: Random) -> None:
    """Watch, and send commands that only players may send."""
    with contextlib.suppress(ConnectionClosed):
        while not one.view or not one.view["over"]:
            await one.until("events", "said", "reacted", "presence")
            if chance.random() < 0.1:
                await one.ask("play", action=chance.choice(WRONG))
            if chance.random() < 0.05:
                await one.hello(chance.randrange(len(one.events) + 1))


def paths_of(table_id: str) -> list[str]:
    """Return all paths of a table, and those of the server as a whole."""
    return [
        f"/api/tables/{table_id}",
        f"/api/tables/{table_id}/record",
        "/api/tables",
        "/api/lobby",
        "/api/statistics",
        ROUNDS,
        f"/api/tables/{table_id}/replay",
        f"/api/tables/{table_id}/replay?round=2",
        f"/api/tables/{table_id}/story",
        f"/api/tables/{table_id}/qr.svg",
        "/api/me",
        "/api/leaderboard",
        "/metrics",
        "/healthz",
        f"/api/tables/{table_id}/hands",
        f"/t/{table_id}",
    ]


async def ask_for(
    served: RunningServer, recorded: RecordedMatch, asked: Iterable[tuple[str, str]]
) -> None:
    """Request paths, each with its cookie."""
    async with httpx.AsyncClient(base_url=served.url) as http:
        for path, cookie in asked:
            before = await served.services.database.log_length(recorded.table_id)
            http.cookies.clear()
            answer = await http.get(path, headers={"cookie": cookie})
            assert answer.status_code < 500, path
            after = await served.services.database.log_length(recorded.table_id)
            received = answer.text + str(answer.headers)
            recorded.answers.append(Answer(path, before, after, received))


async def ask_around(
    served: RunningServer, recorded: RecordedMatch, cookies: list[str], chance: Random
) -> None:
    """Request all paths with all cookies, repeatedly."""
    everything = list(itertools.product(paths_of(recorded.table_id), cookies))
    while True:
        chance.shuffle(everything)
        await ask_for(served, recorded, everything)


@contextlib.asynccontextmanager
async def opened(
    served: RunningServer, recorded: RecordedMatch, cookie: str = ""
) -> AsyncIterator[Guest]:
    """Provide a guest at the table whose messages are recorded."""
    views = VIEWS[len(recorded.sockets) % len(VIEWS)]
    async with guest(served, recorded.table_id, cookie, views=views) as one:
        recorded.sockets.append(one)
        yield one


async def record_match(served: RunningServer, preset: str, seed: int) -> RecordedMatch:
    """Record a match of three people and a bot, with reconnections and spectators."""
    chance = Random(seed)
    rounds = {"rounds": 3} if preset == "choy" else {"lives": 1}
    table_id, cookie = await share(
        served, preset=preset, options=rounds, seats=4, bots="random", visibility="open"
    )
    recorded = RecordedMatch(table_id)
    with logging_to(recorded.logged):
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(opened(served, recorded, cookie))]
            for name in NAMES[1:3]:
                one = await stack.enter_async_context(opened(served, recorded))
                assert (await one.ask("join", name=name))["type"] == "accepted"
                players.append(one)
            watcher = await stack.enter_async_context(opened(served, recorded))
            watching = [asyncio.create_task(look_on(watcher, chance))]
            cookies = ["", watcher.cookie, *(one.cookie for one in players)]
            asking = asyncio.create_task(ask_around(served, recorded, cookies, chance))
            await begin(players)
            anna, bo, cleo = players
            playing = [asyncio.create_task(play_on(one, chance)) for one in (anna, cleo)]

            # Bo reconnects repeatedly, from elsewhere or with a known event number.
            async def come_and_go() -> None:
                last: int | None = None
                while True:
                    views = chance.choice(VIEWS)
                    async with guest(served, table_id, bo.cookie, views=views) as again:
                        recorded.sockets.append(again)
                        if last is not None:
                            await again.hello(last)
                        turns = asyncio.create_task(play_on(again, chance))
                        done, _ = await asyncio.wait({turns}, timeout=0.3)
                        last = again.events[-1]["seq"]
                        if done:
                            await turns
                            return
                        turns.cancel()
                        await asyncio.gather(turns, return_exceptions=True)

            await bo.socket.close()
            playing.append(asyncio.create_task(come_and_go()))
            late = await stack.enter_async_context(opened(served, recorded))
            watching.append(asyncio.create_task(look_on(late, chance)))
            second = await stack.enter_async_context(opened(served, recorded, anna.cookie))
            watching.append(asyncio.create_task(look_on(second, chance)))
            await asyncio.gather(*playing, *watching)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            asked = [(path, chance.choice(cookies)) for path in paths_of(table_id)]
            await ask_for(served, recorded, asked)
    return recorded
