"""A server in the tests' own process, and a client for its wire."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from sqlalchemy import URL, create_engine
from websockets.asyncio.client import ClientConnection, connect

from schwimmen.server.http.app import create_app
from schwimmen.server.http.services import Services
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.limits.connections import Capacity
from schwimmen.server.operation.addresses import allowed_hosts, listen, origin_of
from schwimmen.server.operation.metrics import LOCAL_ONLY, MetricsAccess
from schwimmen.server.operation.rules_loader import load_rules
from schwimmen.server.operation.startup import open_services, server_config
from schwimmen.server.storage import Database, DatabaseLocation, parse_location
from schwimmen.server.storage.schema import migrate
from tests import postgres as postgres_server
from tests.processes import PATIENCE, starting

TWO_BOTS = [{"level": "greedy"}, {"level": "random"}]
AN_HOUR: Final = 3600.0
"""A pace at which no bot moves while a test looks on, however slow the machine is."""


@pytest.fixture
def anyio_backend() -> str:
    """What runs the tests that are coroutines."""
    return "asyncio"


class Hasty:
    """``asyncio`` whose sleeps are short.

    Uvicorn looks every tenth of a second whether it is to end, and at its end waits for two more.
    """

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 20)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


uvicorn.server.asyncio = Hasty()  # type: ignore[assignment,attr-defined]


def websocket(url: str, table_id: str, headers: dict[str, str]) -> connect:
    """Return a WebSocket to a table, which closes at once however much of it is unread."""
    address = f"{url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    return connect(
        address, additional_headers=headers, close_timeout=1, compression=None, max_queue=None
    )


@dataclass
class RunningServer:
    """A server that answers, and a browser that has been there or not."""

    url: str
    services: Services
    http: httpx.AsyncClient

    async def open_table(self, preset: str = "pagat", **more: Any) -> str:
        """Opens a table against two bots and returns its id."""
        # A special hand dealt would end a round before anybody has had a turn.
        options = {"special": "none"} if preset == "pagat" else {}
        asked = {"preset": preset, "options": options, "name": "Anna", "opponents": TWO_BOTS} | more
        answer = await self.http.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @contextlib.asynccontextmanager
    async def socket(self, table_id: str, cookie: bool = True) -> AsyncIterator[Client]:
        """A WebSocket to the table, with this browser's cookie or without."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookies} if cookie else {}
        async with websocket(self.url, table_id, headers) as socket:
            yield Client(socket)

    @contextlib.asynccontextmanager
    async def seat(self, table_id: str, last_seq: int | None = None) -> AsyncIterator[Client]:
        """A WebSocket that has been welcomed."""
        async with self.socket(table_id) as client:
            await client.hello(last_seq)
            yield client


class Client:
    """A page: it remembers its last view and all events, and answers messages by their type."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._sent = 0

    async def send(self, **message: Any) -> None:
        """Sends a message."""
        await self.socket.send(json.dumps({"v": 1} | message))

    async def receive(self) -> dict[str, Any]:
        """The next message, taken in."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "welcome":
            self.welcome = message
        if message["type"] in ("welcome", "events"):
            self.view = message["view"]
            self.events += message["events"]
        return message

    async def until(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := await self.receive())["type"] not in types:
            pass
        return message

    async def hello(self, last_seq: int | None = None) -> dict[str, Any]:
        """Says hello and waits to be welcomed."""
        await self.send(type="hello", last_seq=last_seq)
        return await self.until("welcome", "refused")

    async def ask(self, type: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """Sends a command; the answer to it."""
        self._sent += 1
        own = id or f"{id_of(self)}-{self._sent}"
        await self.send(type=type, id=own, **more)
        while (answer := await self.until("accepted", "refused"))["id"] not in (own, None):
            pass
        return answer

    async def my_turn(self) -> bool:
        """Waits until this seat can do something; whether the match goes on."""
        while not (self.view["legal_actions"] or self.view["phase"] == "over"):
            await self.until("events")
        return not self.view["over"]

    async def play(self, action: str | None = None) -> dict[str, Any]:
        """Plays an action, by default the first legal one, and waits for its event."""
        seq = self.events[-1]["seq"]
        answer = await self.ask("play", action=action or self.view["legal_actions"][0])
        while answer["type"] == "accepted" and self.events[-1]["seq"] <= seq:
            await self.until("events")
        return answer

    async def deal(self) -> dict[str, Any]:
        """Asks for the next round and waits for it; others may still have to ask."""
        number = self.view["number"]
        answer = await self.ask("deal")
        waits = answer["type"] == "accepted" or answer["code"] == "others_looking"
        while waits and self.view["number"] == number:
            await self.until("events")
        return answer

    async def play_match(self) -> None:
        """Plays on until the match is over."""
        while await self.my_turn():
            await (self.play() if self.view["legal_actions"] else self.deal())

    async def play_round(self) -> None:
        """Plays on until the round is over."""
        while await self.my_turn() and self.view["legal_actions"]:
            await self.play()


loaded = cache(load_rules)
"""Loads the rules, once in a process: every server would make sure of it again."""


def id_of(client: Client) -> str:
    """A prefix for this client's ids."""
    return f"{id(client):x}"


TEST_ALLOWANCE: Final = DEFAULT_ALLOWANCE._replace(messages=Rate(burst=10_000, every=0.001))
"""What clients of tests may do: they play faster than people."""


@cache
def new_file() -> bytes:
    """A new SQLite database: to make each by its migrations takes longer than most tests."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "db"
        engine = create_engine(URL.create("sqlite", database=str(path)))
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return path.read_bytes()


@contextlib.asynccontextmanager
async def serving(
    location: DatabaseLocation,
    pace: float = 0,
    load: Callable[[], None] = loaded,
    proxies: str | None = None,
    metrics_access: MetricsAccess = LOCAL_ONLY,
    limits: Limits | None = None,
    host: str = "127.0.0.1",
    public_url: str | None = None,
    hsts: int = 0,
    capacity: Capacity | None = None,
) -> AsyncIterator[RunningServer]:
    """A server in this process; bots play at once, the cards are the same every time.

    It answers to the names of a server that listens at ``host``, or stands behind a proxy at that
    address. A file that is missing is made.
    """
    if isinstance(location, Path) and not location.exists():
        location.write_bytes(new_file())
    with listen("127.0.0.1", 0) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        async with open_services(
            location,
            pace,
            load,
            Random(7),
            metrics_access=metrics_access,
            limits=limits or Limits(TEST_ALLOWANCE),
        ) as services:
            hosts = allowed_hosts(host, public_url and urlsplit(public_url).hostname)
            app = create_app(services, hosts, public_url and origin_of(public_url), hsts)
            server = uvicorn.Server(server_config(app, proxies, capacity))
            server.capture_signals = contextlib.nullcontext  # type: ignore[assignment,method-assign]
            services.rules_loader.start()
            task = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                async with httpx.AsyncClient(base_url=url) as http:
                    yield RunningServer(url, services, http)
            finally:
                server.should_exit = True
                await task


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """A PostgreSQL server."""
    with postgres_server.running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated(postgres: postgres_server.Server) -> str:
    """The name of a PostgreSQL database to make others from, whose tables are empty."""
    url = postgres.new_database()

    async def open_once() -> None:
        await (await Database.open(parse_location(url))).close()

    asyncio.run(open_once())
    name = str(urlsplit(url).path[1:])
    postgres.execute("DELETE FROM settings", database=name)  # the secret is each database's own
    return name


@pytest.fixture(params=["sqlite", "postgres"])
def empty_location(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseLocation:
    """A database that is missing, or has no tables."""
    if request.param == "sqlite":
        return tmp_path / "db"
    server: postgres_server.Server = request.getfixturevalue("postgres")
    return parse_location(server.new_database())


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseLocation:
    """A new database, whose tables are empty."""
    if request.param == "sqlite":
        path = tmp_path / "db"
        path.write_bytes(new_file())
        return path
    server: postgres_server.Server = request.getfixturevalue("postgres")
    return parse_location(server.new_database(request.getfixturevalue("migrated")))


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A server in this process over a new database."""
    async with serving(tmp_path / "schwimmen.db") as served:
        yield served


start = pytest.fixture(starting)
