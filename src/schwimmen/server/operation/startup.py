"""What start-up says: what is used, and where the page is."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from ..storage import PostgresLocation, database_kind
from .addresses import qr_code
from .logs import log_event
from .maintenance import KEEP_FOREVER

if TYPE_CHECKING:
    pass
import asyncio
import contextlib
import gc
import signal
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from logging import ERROR, INFO, WARNING
from random import SystemRandom
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Chance

from ..http.app import create_app
from ..http.http_protocol import HttpProtocol
from ..http.services import Services
from ..http.ws_protocol import MAX_MESSAGE_BYTES, WebSocketProtocol
from ..limits.allowance import LONGEST_MATCH, Limits
from ..limits.connections import (
    ACCEPTED_AT_ONCE,
    LISTEN_QUEUE,
    RECOMMENDED_DESCRIPTORS,
    Capacity,
    connections_within,
    raise_descriptor_limit,
)
from ..live.hub import Hub
from ..live.lobby import Lobby
from ..live.replays import Replays
from ..people.device_sessions import Cookies, DeviceSessions
from ..people.match_history import MatchHistories
from ..people.profiles import GuestProfiles
from ..people.ratings import Ratings
from ..storage import Database, DatabaseLocation
from .addresses import allowed_hosts, listen, local_url, network_urls, origin_of, with_ipv4_mapped
from .clock import Heartbeat, ServerClock
from .maintenance import OverdueTables, Retention, run_clean_up
from .metrics import LOCAL_ONLY, MetricsAccess
from .rules_loader import RulesLoader, load_rules

log = logging.getLogger(__name__)


def announce(settings: ServerSettings, url: str, in_network: Sequence[str]) -> None:
    """Says at which addresses the server answers, in its network as well, and what it uses."""
    if settings.announce_to == "log":
        log_event(
            log,
            logging.INFO,
            "serving",
            version=version("schwimmen"),
            url=settings.public_url or url,
            listening=url,
            in_network=" ".join(in_network) or None,
            database=f"{database_kind(settings.database)} {_where(settings)}",
            kept=str(settings.retention),
            trusted_proxies=settings.proxies,
        )
        return
    print(f"schwimmen is at {url} (Ctrl-C ends it)", flush=True)
    if settings.browser and not in_network:
        return
    print("\n".join(_lines(settings, in_network)), flush=True)


def _lines(settings: ServerSettings, in_network: Sequence[str]) -> list[str]:
    lines = [f"database: {database_kind(settings.database)}, {_where(settings)}"]
    if settings.retention != KEEP_FOREVER:
        lines.append(f"kept: {settings.retention}")
    if settings.public_url:
        lines.append(f"players come by {settings.public_url}")
    if settings.proxies:
        lines.append(f"forwarded headers are believed from {settings.proxies}")
    lines += [f"in your network: {url}" for url in in_network]
    if in_network:
        drawn = qr_code(in_network[0])
        if _can_print(drawn):
            lines += ["", drawn.rstrip("\n")]
    return lines


def _where(settings: ServerSettings) -> str:
    location = settings.database
    return str(location) if isinstance(location, PostgresLocation) else str(location.absolute())


def _can_print(text: str) -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"  # there may be no terminal at all
    return text.encode(encoding, "replace").decode(encoding) == text


COLLECT_AFTER: Final = (2_000, 2, 1_000)
"""New objects until they are looked through, and so many times of that until those before are, and
of these until all are: where thousands play, some milliseconds at a time, and all rarely."""


SWITCH_S: Final = 0.0001
"""Seconds for which a thread may keep the interpreter while others want it. The event loop gives it
up and asks for it back many times while it answers one request: each time it would wait 5 ms, the
interpreter's default, beside a thread that computes."""

KEEP_ALIVE_S: Final = 150
"""For how many seconds an idle connection stays open: longer than proxies keep theirs for use
(Caddy 120, nginx 60), else one would now and then send a request into a connection that ends."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How the server is to run. ``port`` 0 is any free one; ``pace`` is in seconds."""

    database: DatabaseLocation
    host: str = "127.0.0.1"
    port: int = 0
    browser: bool = True
    pace: float = 1.4
    public_url: str | None = None
    """The address that players use, where a proxy stands before the server."""
    hsts: int = 0
    """For how many days browsers shall come over TLS only."""
    proxies: str | None = None
    """Whose forwarded headers are believed: addresses and networks, comma between them."""
    metrics_token: str | None = field(default=None, repr=False)
    """Who has it may read the metrics from anywhere."""
    retention: Retention = KEEP_FOREVER
    allow_long: bool = True
    """Whether matches may be as long as the rules allow."""
    announce_to: Literal["print", "log"] = "print"
    """Whether start-up says what it uses to whoever started it, or in the log."""


def run(settings: ServerSettings) -> None:
    """Serves until SIGINT or SIGTERM.

    Raises ``SchwimmenError`` where it cannot: port in use, database not usable.
    """
    sys.setswitchinterval(SWITCH_S)
    with listen(settings.host, settings.port) as listener:
        asyncio.run(_serve(settings, listener))


class _Server(uvicorn.Server):
    """Says when it answers, and ends on a signal without raising it again."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answering = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Takes SIGINT and SIGTERM while serving; a second SIGINT does not wait for anybody."""
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(LISTEN_QUEUE)  # for uvicorn it is what is accepted at once, too
        self.answering.set()


def server_config(
    app: FastAPI, proxies: str | None = None, capacity: Capacity | None = None
) -> uvicorn.Config:
    """How uvicorn serves the application; forwarded headers are believed from ``proxies`` only."""
    protocol: Any = partial(HttpProtocol, capacity=capacity or Capacity(proxies=proxies))
    return uvicorn.Config(
        app,
        http=protocol,
        backlog=ACCEPTED_AT_ONCE,
        ws=WebSocketProtocol,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies and with_ipv4_mapped(proxies),
        ws_max_size=MAX_MESSAGE_BYTES,
        # A message is a few kilobytes, now and then: packing it costs more than it saves, and
        # every connection would hold a quarter of a megabyte for it.
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=3,
    )


@asynccontextmanager
async def open_services(
    location: DatabaseLocation,
    pace: float,
    load: Callable[[], None] = load_rules,
    chance: Chance | None = None,
    secure: bool = False,
    metrics_access: MetricsAccess = LOCAL_ONLY,
    limits: Limits | None = None,
) -> AsyncIterator[Services]:
    """The parts of a server over a database; the rules are not being loaded yet.

    Chance is the system's unless some is given; ``secure`` cookies are sent over TLS only.
    Raises ``StorageError`` for a database that cannot be used.
    """
    database = await Database.open(location)
    try:
        rules_loader = RulesLoader(load)
        heartbeat = Heartbeat(database)
        alive = await heartbeat.last_alive()
        ratings = Ratings(database, rules_loader)
        replays = Replays(database, rules_loader)
        limits = limits or Limits(local=metrics_access.local)
        hub = Hub(
            database,
            rules_loader,
            pace,
            chance or SystemRandom(),
            limits,
            ServerClock(alive=alive),
            ratings.match_over,
        )
        device_sessions = DeviceSessions(database)
        lobby = Lobby(hub, database, limits.allowed)
        beside = [
            asyncio.create_task(OverdueTables(hub, database, heartbeat).run(), name="caretaker"),
            asyncio.create_task(ratings.run(), name="ratings"),
            asyncio.create_task(device_sessions.run(), name="generations"),
            asyncio.create_task(lobby.run(), name="lobby"),
        ]
        try:
            cookies = Cookies(database.secret, secure)
            yield Services(
                hub,
                lobby,
                rules_loader,
                cookies,
                MatchHistories(database, rules_loader),
                database,
                metrics_access,
                limits,
                GuestProfiles(database, cookies, device_sessions),
                ratings,
                replays,
                device_sessions,
                heartbeat,
            )
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await replays.close()
            await hub.close()
    finally:
        await database.close()


async def _serve(settings: ServerSettings, listener: socket.socket) -> None:
    public = urlsplit(settings.public_url or "")
    secure = public.scheme == "https"
    proxied = bool(settings.public_url or settings.proxies)
    metrics_access = MetricsAccess(local=not proxied, token=settings.metrics_token)
    longest = {} if settings.allow_long else LONGEST_MATCH
    limits = Limits(local=not proxied, longest=longest)
    capacity = Capacity(_room(), proxies=settings.proxies)
    async with open_services(
        settings.database,
        settings.pace,
        secure=secure,
        metrics_access=metrics_access,
        limits=limits,
    ) as services:
        origin = settings.public_url and origin_of(settings.public_url)
        hosts = allowed_hosts(settings.host, public.hostname)
        app = create_app(services, hosts, origin, settings.hsts)
        server = _Server(server_config(app, settings.proxies, capacity))
        greeting = asyncio.create_task(_greet(server, services, settings, listener))
        cleaning = asyncio.create_task(
            run_clean_up(services.hub, services.database, settings.retention)
        )
        await server.serve(sockets=[listener])
        for task in (greeting, cleaning):
            task.cancel()
        log_event(log, INFO, "stopping")
    log_event(log, INFO, "stopped")


def _room() -> int:
    """Return how many connections fit, and log what is missing where those are few."""
    descriptors = raise_descriptor_limit()
    room = connections_within(descriptors)
    if descriptors < RECOMMENDED_DESCRIPTORS:
        log_event(
            log,
            WARNING,
            "few connections fit: raise the limit of open files (ulimit -n, LimitNOFILE)",
            connections=room,
            limit=descriptors,
        )
    return room


async def _greet(
    server: _Server, services: Services, settings: ServerSettings, listener: socket.socket
) -> None:
    await server.answering.wait()
    url = local_url(settings.host, listener.getsockname()[1])
    try:
        announce(settings, url, network_urls(listener))
    except OSError:
        pass  # nobody may be there to read it
    except Exception:  # whatever cannot be said, people play
        log_event(log, ERROR, "could not be announced", failure=True)
    # Only now: loading the rules keeps the processor busy, and the page comes first.
    services.rules_loader.start()
    if settings.browser:
        # Some browsers block until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    with contextlib.suppress(SchwimmenError):  # whoever wants to play is told
        await services.rules_loader.wait()
    _spare_the_collector()


def _spare_the_collector() -> None:
    """Lets the search for cycles be short and rare: while it lasts nobody is told anything.

    What is there now stays for good. Beyond it tables and connections are freed without the
    collector as soon as they are let go.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
