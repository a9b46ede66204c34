"""Server in the tests' own process, and a client for its WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import unwrap
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from sqlalchemy import URL, Engine, create_engine, event
from websockets.asyncio.client import ClientConnection, connect

from schwimmen.server.http.connections import Capacity
from schwimmen.server.http.services import Services
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.operation.app import create_app
from schwimmen.server.operation.services import open_services
from schwimmen.server.operation.startup import server_config
from schwimmen.server.runtime.addresses import allowed_hosts, listen, origin_of
from schwimmen.server.runtime.host_bots import HostBots
from schwimmen.server.runtime.metrics import LOCAL_ONLY, MetricsAccess
from schwimmen.server.runtime.rules_loader import EngineBuild, load_rules
from schwimmen.server.storage import Database, DatabaseLocation, parse_location
from schwimmen.server.storage.schema import migrate
from schwimmen.server.wire.base import VERSION
from tests import postgres as postgres_server
from tests.effort import draw
from tests.processes import PATIENCE, starting

from .client_state import ClientState
from .doctor.proxy import CERTIFICATE, HOST

TWO_BOTS = [{"level": "greedy"}, {"level": "random"}]
BACKENDS: Final = ("sqlite", "postgres")
AN_HOUR: Final = 3600.0
"""Pace at which no bot moves during a test, however slow the machine is."""


@pytest.fixture
def anyio_backend() -> str:
    """Return the backend that runs asynchronous tests."""
    return "asyncio"


class FastAsyncio:
    """``asyncio`` with short sleeps, since uvicorn polls ten times a second for its end."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 20)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


uvicorn.server.asyncio = FastAsyncio()  # type: ignore[assignment,attr-defined]  # a stand-in

# httpx tries to import it several times in each request, which takes longer than the answer.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]  # not to be found


def websocket(url: str, table_id: str, headers: dict[str, str]) -> connect:
    """Return a WebSocket to a table that closes at once, even with unread messages."""
    address = f"{url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    return connect(
        address, additional_headers=headers, close_timeout=1, compression=None, max_queue=None
    )


@dataclass
class RunningServer:
    """Running server, and an HTTP client with its cookies."""

    url: str
    services: Services
    http: httpx.AsyncClient

    async def open_table(self, preset: str = "pagat", **more: Any) -> str:
        """Open a table against two bots and return its id."""
        # A special hand would end a round before the first turn.
        options = {"special": "none"} if preset == "pagat" else {}
        asked = {"preset": preset, "options": options, "name": "Anna", "opponents": TWO_BOTS} | more
        answer = await self.http.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @contextlib.asynccontextmanager
    async def socket(self, table_id: str, cookie: bool = True) -> AsyncIterator[Client]:
        """Provide a WebSocket to the table, with or without this browser's cookie."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookies} if cookie else {}
        async with websocket(self.url, table_id, headers) as socket:
            yield Client(socket)

    @contextlib.asynccontextmanager
    async def seat(self, table_id: str, last_seq: int | None = None) -> AsyncIterator[Client]:
        """Provide a WebSocket that has been welcomed."""
        async with self.socket(table_id) as client:
            await client.hello(last_seq)
            yield client


class Client:
    """WebSocket client that stores the state of its table and all events.

    It asks for full ``views`` or their changes.
    """

    def __init__(self, socket: ClientConnection, views: str = "changes") -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.state = ClientState()
        self._views = views
        self.events: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.actions: list[str] = []
        """Actions that were asked for, which refusals may quote."""
        self._sent = 0

    async def send(self, **message: Any) -> None:
        """Send a message."""
        if "action" in message:
            self.actions.append(message["action"])
        await self.socket.send(json.dumps({"v": VERSION} | message))

    async def receive(self) -> dict[str, Any]:
        """Receive and process the next message."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "welcome":
            self.welcome = message
        if message["type"] in ("welcome", "events"):
            message["events"] = self.state.receive(message)
            self.events += message["events"]
        return message

    @property
    def seat(self) -> int | None:
        """Own seat."""
        return self.state.seat

    @property
    def view(self) -> dict[str, Any]:
        """Last view, with all fields."""
        return self.state.view

    @property
    def table(self) -> dict[str, Any]:
        """Information on the table, with all fields."""
        return self.state.table

    async def until(self, *types: str) -> dict[str, Any]:
        """Return the next message of one of these types."""
        while (message := await self.receive())["type"] not in types:
            pass
        return message

    async def hello(self, last_seq: int | None = None) -> dict[str, Any]:
        """Send hello and wait for the welcome."""
        await self.send(type="hello", last_seq=last_seq, views=self._views)
        return await self.until("welcome", "refused")

    async def ask(self, type: str, id: str | None = None, **more: Any) -> dict[str, Any]:
        """Send a command and return the answer."""
        self._sent += 1
        own = id or f"{id_of(self)}-{self._sent}"
        await self.send(type=type, id=own, **more)
        while (answer := await self.until("accepted", "refused"))["id"] not in (own, None):
            pass
        return answer

    async def my_turn(self) -> bool:
        """Wait until this seat can act; return whether the match goes on."""
        while not (self.view["legal_actions"] or self.view["phase"] == "over"):
            await self.until("events")
        return not self.view["over"]

    async def play(self, action: str | None = None) -> dict[str, Any]:
        """Play an action, by default the first legal one, and wait for its event."""
        seq = self.events[-1]["seq"]
        answer = await self.ask("play", action=action or self.view["legal_actions"][0])
        while answer["type"] == "accepted" and self.events[-1]["seq"] <= seq:
            await self.until("events")
        return answer

    async def deal(self) -> dict[str, Any]:
        """Request the next round and wait for it, unless others still have to request it."""
        number = self.view["number"]
        answer = await self.ask("deal")
        waits = answer["type"] == "accepted" or answer["code"] == "others_looking"
        while waits and self.view["number"] == number:
            await self.until("events")
        return answer

    async def play_match(self, hurry: bool = True) -> None:
        """Play until the match is over; without ``hurry`` exchange cards in every turn."""
        while await self.my_turn():
            if self.view["legal_actions"]:
                await self.play("close" if hurry and self._can_close else None)
            else:
                await self.deal()

    async def play_round(self) -> None:
        """Play until the round is over, which is soon."""
        while await self.my_turn() and self.view["legal_actions"]:
            await self.play("close" if self._can_close else None)

    @property
    def _can_close(self) -> bool:
        return "close" in self.view["legal_actions"]


loaded = cache(load_rules)
"""Load the rules once in a process."""


def id_of(client: Client) -> str:
    """Return a prefix for this client's ids."""
    return f"{id(client):x}"


def headers_of(served: RunningServer, player: str) -> dict[str, str]:
    """Return the HTTP headers that sign a player in."""
    return {"authorization": f"Bearer {served.services.cookies.token(player)}"}


TEST_ALLOWANCE: Final = DEFAULT_ALLOWANCE._replace(messages=Rate(burst=10_000, every=0.001))
"""Allowance for test clients, which play faster than people."""


@cache
def new_file() -> bytes:
    """Return the bytes of a new SQLite database, since migrating takes longer than most tests."""
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
    engine: EngineBuild | None = None,
    base_path: str = "",
    bots: Sequence[str] = (),
    worker_name: str | None = None,
) -> AsyncIterator[RunningServer]:
    """Run a server in this process; bots play at once, with the same cards every time.

    It accepts the host names of a server that listens on ``host`` or is behind a proxy at
        ``public_url``. A missing file is created. The addresses of the server and of its client
        have the ``base_path``.
    """
    if isinstance(location, Path) and not location.exists():
        location.write_bytes(new_file())
    with listen("127.0.0.1", 0) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}{base_path}"
        async with open_services(
            location,
            pace,
            load,
            Random(7),
            metrics_access=metrics_access,
            limits=limits or Limits(TEST_ALLOWANCE),
            engine=engine,
            base_path=base_path,
            host_bots=HostBots(bots),
        ) as services:
            hosts = allowed_hosts(host, public_url and urlsplit(public_url).hostname)
            origin = public_url and origin_of(public_url)
            app = create_app(services, hosts, origin, hsts, base_path)
            server = uvicorn.Server(server_config(app, proxies, capacity, worker_name))
            # The signals of the tests' process are not the server's.
            server.capture_signals = contextlib.nullcontext  # type: ignore[assignment,method-assign]
            stopped = asyncio.Event()

            async def wait() -> None:
                """Wait for the end, which uvicorn asks for many times a second."""
                await server.on_tick(0)
                await stopped.wait()

            server.main_loop = wait  # type: ignore[method-assign]
            services.rules_loader.start()
            task = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
                    yield RunningServer(url, services, http)
            finally:
                server.should_exit = True
                stopped.set()
                await task


@pytest.fixture
def queries() -> Iterator[list[str]]:
    """Record the statements that databases execute."""
    found: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def cards_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the host name of the tests' certificate lead to this machine, and trust it."""
    look_up = socket.getaddrinfo

    def found(host: Any, *arguments: Any, **more: Any) -> Any:
        is_ours = host in (HOST, HOST.encode())
        return look_up("127.0.0.1" if is_ours else host, *arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    # The tests share one context, which must not be one that trusts any certificate.
    context = cache(unwrap(ssl.create_default_context))
    monkeypatch.setattr(ssl, "create_default_context", context)
    monkeypatch.setenv("NO_PROXY", HOST)


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """Provide a PostgreSQL server."""
    with postgres_server.running() as server:
        yield server


@pytest.fixture(scope="session")
def migrated(postgres: postgres_server.Server) -> str:
    """Return the name of a migrated PostgreSQL database with empty tables, used as a template."""
    url = postgres.new_database()

    async def open_once() -> None:
        await (await Database.open(parse_location(url))).close()

    asyncio.run(open_once())
    name = str(urlsplit(url).path[1:])
    postgres.execute("DELETE FROM settings", database=name)  # each needs its own secret
    return name


@pytest.fixture
def shared_location(postgres: postgres_server.Server, migrated: str) -> DatabaseLocation:
    """Return a new PostgreSQL database."""
    return parse_location(postgres.new_database(migrated))


@pytest.fixture
def empty_shared_location(postgres: postgres_server.Server) -> DatabaseLocation:
    """Return a PostgreSQL database without tables."""
    return parse_location(postgres.new_database())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the storage on every backend, and others on those of the sample."""
    if "backend" in metafunc.fixturenames:
        of_storage = metafunc.module.__name__.endswith(
            (".test_storage", ".test_restore", ".test_packed_logs", ".test_aggregates")
        )
        drawn = BACKENDS if of_storage else draw(BACKENDS, metafunc.function.__name__)
        metafunc.parametrize("backend", drawn)


@pytest.fixture
def empty_location(
    backend: str, request: pytest.FixtureRequest, tmp_path: Path
) -> DatabaseLocation:
    """Return a database that is missing, or has no tables."""
    if backend == "sqlite":
        return tmp_path / "db"
    server: postgres_server.Server = request.getfixturevalue("postgres")
    return parse_location(server.new_database())


@pytest.fixture
def location(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> DatabaseLocation:
    """Return a new database with empty tables."""
    if backend == "sqlite":
        path = tmp_path / "db"
        path.write_bytes(new_file())
        return path
    server: postgres_server.Server = request.getfixturevalue("postgres")
    return parse_location(server.new_database(request.getfixturevalue("migrated")))


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """Provide a server in this process with a new database."""
    async with serving(tmp_path / "schwimmen.db") as served:
        yield served


start = pytest.fixture(starting)
