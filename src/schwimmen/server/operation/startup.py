"""Start-up of the server: settings, services, the uvicorn server and its announcement."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from logging import ERROR, INFO, WARNING
from pathlib import Path
from random import SystemRandom
from types import FrameType
from typing import Any, Final, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import uvicorn
from fastapi import FastAPI

from schwimmen import __version__
from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Chance

from ..http.connections import (
    ACCEPTED_AT_ONCE,
    LISTEN_QUEUE,
    RECOMMENDED_DESCRIPTORS,
    Capacity,
    connections_within,
    raise_descriptor_limit,
)
from ..http.engine_data_folder import EngineDataFolder
from ..http.http_protocol import HttpProtocol
from ..http.services import Services
from ..http.ws_protocol import MAX_MESSAGE_BYTES, WebSocketProtocol
from ..limits.allowance import MAX_OPTION_VALUES, Limits
from ..live.hub import Hub
from ..live.lobby import Lobby
from ..live.other_servers import OtherServers
from ..live.outages import Outages
from ..live.ownership import Ownership
from ..live.replays import Replays
from ..live.reviews import Reviews
from ..people.daily import DailyDeals
from ..people.device_matches import DeviceMatches
from ..people.device_sessions import Cookies, DeviceSessions
from ..people.friends import Friends
from ..people.invitations import Invitations
from ..people.match_history import MatchHistories
from ..people.profiles import GuestProfiles
from ..people.ratings import Ratings
from ..runtime.addresses import (
    WORKER_HEADER,
    allowed_hosts,
    listen,
    listen_nearby,
    local_url,
    network_urls,
    origin_of,
    qr_code,
    with_ipv4_mapped,
)
from ..runtime.clock import ServerClock, add_seconds, utc_now
from ..runtime.host_bots import HostBots
from ..runtime.logs import log_event
from ..runtime.metrics import DISK_FREE, LOCAL_ONLY, WORKER, MetricsAccess, free_bytes
from ..runtime.rules_loader import EngineBuild, RulesLoader, RulesLoadError, load_rules
from ..storage import (
    VALID_S,
    Database,
    DatabaseLocation,
    LeaseQueries,
    PostgresLocation,
    StorageError,
    database_kind,
)
from ..storage.database_clock import DatabaseClock
from ..storage.heartbeat import Heartbeat
from .app import create_app
from .maintenance import KEEP_FOREVER, OverdueTables, Retention, run_clean_up

log = logging.getLogger(__name__)


COLLECT_AFTER: Final = (5_000, 2, 1_000)
"""Thresholds of the garbage collector's generations: with thousands of players it runs for a few
milliseconds, and rarely over all objects."""

SWITCH_INTERVAL_S: Final = 0.0001
"""Seconds after which a thread yields the interpreter lock.

The event loop releases the lock many times during a request. With the default of 5 ms it would
wait that long each time while another thread computes.
"""

KEEP_ALIVE_S: Final = 150
"""Seconds that an idle connection stays open.

Proxies reuse theirs for less time (Caddy 120, nginx 60); otherwise they would sometimes send a
request on a connection that is being closed.
"""


TICK_S: Final = 0.1
"""Seconds between checks for a second signal while clients are handed on."""

TIME_ZONE: Final = "Europe/Berlin"
"""Time zone of the deal of the day by default."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server. ``port`` 0 is any free port; ``pace`` is in seconds."""

    database: DatabaseLocation
    host: str = "127.0.0.1"
    port: int = 0
    any_port: bool = False
    """Whether any free port will do if ``port`` is in use."""
    browser: bool = True
    pace: float = 1.4
    base_path: str = ""
    """Path below which everything is, such as ``/cards``."""
    public_url: str | None = None
    """Address that players use, if the server is behind a proxy."""
    hsts: int = 0
    """Days for which browsers must use TLS."""
    proxies: str | None = None
    """Addresses and networks whose forwarded headers are trusted, separated by commas."""
    metrics_token: str | None = field(default=None, repr=False)
    """Token that permits reading the metrics from anywhere."""
    retention: Retention = KEEP_FOREVER
    allow_long: bool = True
    """Whether matches may be as long as the rules allow."""
    time_zone: str = TIME_ZONE
    """Time zone of the deal of the day."""
    worker_name: str | None = None
    """Name of this server among several on one database, which its answers carry."""
    bots: tuple[str, ...] = ()
    """Bots of the host, as ``HostBots`` takes them."""
    drain: float | None = None
    """Seconds over which clients are handed on to other servers before this one stops.

    By default as long as so many clients need to come back, and 0 with SQLite, which has no other
    server.
    """
    announce_to: Literal["print", "log"] = "print"
    """Destination of the start-up announcement: standard output or the log."""


def announce(settings: ServerSettings, url: str, in_network: Sequence[str]) -> None:
    """Print or log the addresses of the server, its database and its retention."""
    if settings.announce_to == "log":
        log_event(
            log,
            logging.INFO,
            "serving",
            version=__version__,
            url=settings.public_url or url,
            listening=url,
            in_network=" ".join(in_network) or None,
            database=f"{database_kind(settings.database)} {_location_of(settings)}",
            retention=str(settings.retention),
            trusted_proxies=settings.proxies,
            worker=settings.worker_name,
            bots=", ".join(HostBots(settings.bots).names) or None,
        )
        return
    print(f"schwimmen is at {url} (Ctrl-C ends it)", flush=True)
    wanted = local_url(settings.host, settings.port, settings.base_path)
    if settings.any_port and url != wanted:
        print(
            f"port {settings.port} is in use: matches that your browser keeps are at {wanted}",
            flush=True,
        )
    if settings.browser and not in_network:
        return
    print("\n".join(_lines(settings, in_network)), flush=True)


def _lines(settings: ServerSettings, in_network: Sequence[str]) -> list[str]:
    lines = [f"database: {database_kind(settings.database)}, {_location_of(settings)}"]
    if settings.retention != KEEP_FOREVER:
        lines.append(f"retention: {settings.retention}")
    if settings.bots:
        lines.append(f"bots of yours: {', '.join(HostBots(settings.bots).names)}")
    if settings.public_url:
        lines.append(f"public address: {settings.public_url}")
    if settings.proxies:
        lines.append(f"trusted proxies: {settings.proxies}")
    lines += [f"in your network: {url}" for url in in_network]
    if in_network:
        drawn = qr_code(in_network[0])
        if _can_print(drawn):
            lines += ["", drawn.rstrip("\n")]
    return lines


def _location_of(settings: ServerSettings) -> str:
    location = settings.database
    return str(location) if isinstance(location, PostgresLocation) else str(location.absolute())


def _can_print(text: str) -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"  # stdout may be missing
    return text.encode(encoding, "replace").decode(encoding) == text


def run(settings: ServerSettings) -> None:
    """Serve until SIGINT or SIGTERM.

    Raises ``SchwimmenError`` if the port, the database or a bot of the host cannot be used.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    host_bots = HostBots(settings.bots)
    open_listener = listen_nearby if settings.any_port else listen
    with open_listener(settings.host, settings.port) as listener:
        host_bots.start()
        asyncio.run(_serve(settings, listener, host_bots))


class _Server(uvicorn.Server):
    """Uvicorn server that signals when it answers, and does not raise the signal that ends it.

    Before it stops, it waits for ``drain``, unless a second signal comes.
    """

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Coroutine[Any, Any, None]]):
        super().__init__(config)
        self._drain = drain
        self.answering = asyncio.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop on the first signal; on the second one stop without waiting."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def main_loop(self) -> None:
        """Serve until the first signal, and until the clients have been handed on."""
        await super().main_loop()
        draining = asyncio.create_task(self._drain(), name="drain")
        while not (draining.done() or self.force_exit):
            await self.on_tick(0)
            await asyncio.wait({draining}, timeout=TICK_S)
        draining.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle SIGINT and SIGTERM while serving."""
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer requests."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(LISTEN_QUEUE)  # uvicorn uses its backlog for accepting, too
        self.answering.set()


def server_config(
    app: FastAPI,
    proxies: str | None = None,
    capacity: Capacity | None = None,
    worker_name: str | None = None,
) -> uvicorn.Config:
    """Return uvicorn's configuration; forwarded headers are trusted from ``proxies`` only.

    ``worker_name``: name of the server in a header of every answer.
    """
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
        headers=[(WORKER_HEADER, worker_name)] if worker_name else None,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies and with_ipv4_mapped(proxies),
        ws_max_size=MAX_MESSAGE_BYTES,
        # Messages are few and small: compression would cost more than it saves, and a quarter of a
        # megabyte of memory for each connection.
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
    time_zone: str = TIME_ZONE,
    engine: EngineBuild | None = None,
    hold: bool = False,
    base_path: str = "",
    host_bots: HostBots | None = None,
) -> AsyncIterator[Services]:
    """Provide the services of a server, before its rules are loaded.

    ``chance``: source of random numbers (default: the system's). ``secure``: send cookies over TLS
    only. ``time_zone``: zone whose date is that of the deal of the day. ``engine``: state of the
    engine (default: the real one). ``hold``: hold the database, as ``Database.open`` describes.
    ``base_path``: path of the server's cookies. ``host_bots``: bots that the host has declared.
    Raises ``StorageError`` if the database cannot be used.
    """
    database = await Database.open(location, hold)
    DISK_FREE.set_function(
        lambda: math.nan if isinstance(location, PostgresLocation) else free_bytes(location.parent)
    )
    try:
        rules_loader = RulesLoader(load, engine)
        sharing = (
            await _share(database, location) if isinstance(location, PostgresLocation) else None
        )
        wall = utc_now if sharing is None else sharing.clock.now
        heartbeat = Heartbeat(database, wall)
        last_alive_at = await heartbeat.last_alive()
        if sharing is not None and last_alive_at >= add_seconds(wall(), -VALID_S):
            # Other servers run the tables all the time.
            server_clock = ServerClock(wall, add_seconds(wall(), VALID_S))
        else:
            server_clock = ServerClock(wall, last_alive_at)
            rules_loader.on_engine = server_clock.restart
        ratings = Ratings(database, rules_loader)
        replays = Replays(database, rules_loader)
        limits = limits or Limits(local=metrics_access.local)
        hub = Hub(
            database,
            rules_loader,
            pace,
            chance or SystemRandom(),
            limits,
            server_clock,
            ratings.match_over,
            host_bots,
            None if sharing is None else sharing.leases,
        )
        reviews = Reviews(database, rules_loader, hub.bot_scheduler)
        device_sessions = DeviceSessions(database)
        engine_data = EngineDataFolder()
        lobby = Lobby(hub, database, limits.allowed, wall)
        overdue = OverdueTables(hub, database, heartbeat)
        match_histories = MatchHistories(database, rules_loader)
        await match_histories.prepare()
        tasks = [
            asyncio.create_task(_run_loaded(rules_loader, overdue.run), name="overdue tables"),
            asyncio.create_task(ratings.run(), name="ratings"),
            asyncio.create_task(match_histories.run(), name="matches"),
            asyncio.create_task(device_sessions.run(), name="device sessions"),
            asyncio.create_task(lobby.run(), name="lobby"),
            asyncio.create_task(Outages(hub, database, heartbeat).run(), name="outages"),
        ]
        if sharing is not None:
            others = OtherServers(hub, database, sharing.location)
            ownership = Ownership(hub, sharing.leases, sharing.clock)
            tasks += [
                asyncio.create_task(heartbeat.run(), name="heartbeat"),
                asyncio.create_task(others.run(), name="other servers"),
                asyncio.create_task(ownership.run(), name="ownership"),
            ]
        try:
            cookies = Cookies(database.secret, secure, base_path)
            daily = DailyDeals(database, hub, ZoneInfo(time_zone))
            yield Services(
                hub,
                lobby,
                rules_loader,
                cookies,
                match_histories,
                database,
                metrics_access,
                limits,
                GuestProfiles(database, cookies, device_sessions, match_histories),
                ratings,
                replays,
                reviews,
                device_sessions,
                heartbeat,
                daily,
                Friends(database, limits),
                Invitations(database, hub, daily.date),
                engine_data,
                DeviceMatches(database, rules_loader, limits),
            )
        finally:
            engine_data.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await replays.close()
            await reviews.close()
            await hub.close()
            if sharing is not None:
                with contextlib.suppress(StorageError):  # they are taken once this server is dead
                    await sharing.leases.release_all()
    finally:
        await database.close()


@dataclass(frozen=True, slots=True)
class _Sharing:
    """Means of a server to share a database with others."""

    location: PostgresLocation
    leases: LeaseQueries
    clock: DatabaseClock


async def _share(database: Database, location: DatabaseLocation) -> _Sharing | None:
    """Return the means to share a database, ``None`` for one that serves a single server."""
    if not isinstance(location, PostgresLocation):
        return None
    clock = DatabaseClock(database)
    await clock.compare()
    return _Sharing(location, LeaseQueries(database), clock)


async def _run_loaded(rules_loader: RulesLoader, run: Callable[[], Awaitable[None]]) -> None:
    """Run once the rules are loaded; without rules there is nothing to do."""
    with contextlib.suppress(RulesLoadError):
        await rules_loader.loaded()
        await run()


async def _serve(settings: ServerSettings, listener: socket.socket, host_bots: HostBots) -> None:
    public = urlsplit(settings.public_url or "")
    secure = public.scheme == "https"
    proxied = bool(settings.public_url or settings.proxies)
    metrics_access = MetricsAccess(local=not proxied, token=settings.metrics_token)
    longest = {} if settings.allow_long else MAX_OPTION_VALUES
    limits = Limits(local=not proxied, longest=longest)
    capacity = Capacity(_max_connections(), proxies=settings.proxies)
    async with open_services(
        settings.database,
        settings.pace,
        secure=secure,
        metrics_access=metrics_access,
        limits=limits,
        time_zone=settings.time_zone,
        hold=True,
        base_path=settings.base_path,
        host_bots=host_bots,
    ) as services:
        origin = settings.public_url and origin_of(settings.public_url)
        hosts = allowed_hosts(settings.host, public.hostname)
        app = create_app(services, hosts, origin, settings.hsts, settings.base_path)
        worker_name = settings.worker_name
        drain = (
            0 if settings.drain is None and isinstance(settings.database, Path) else settings.drain
        )
        server = _Server(
            server_config(app, settings.proxies, capacity, worker_name),
            partial(services.hub.sockets.drain, drain),
        )
        default_name = f"{socket.gethostname()}:{listener.getsockname()[1]}"
        WORKER.info({"worker": worker_name or default_name, "version": __version__})
        announcement = asyncio.create_task(_announce_and_load(server, services, settings, listener))
        clean_up = asyncio.create_task(
            run_clean_up(services.hub, services.database, settings.retention)
        )
        await server.serve(sockets=[listener])
        for task in (announcement, clean_up):
            task.cancel()
        log_event(log, INFO, "stopping")
    log_event(log, INFO, "stopped")


def _max_connections() -> int:
    """Return the number of connections to accept; log a warning if it is low."""
    descriptors = raise_descriptor_limit()
    connections = connections_within(descriptors)
    if descriptors < RECOMMENDED_DESCRIPTORS:
        log_event(
            log,
            WARNING,
            "few connections possible: raise the limit of open files (ulimit -n, LimitNOFILE)",
            connections=connections,
            limit=descriptors,
        )
    return connections


async def _announce_and_load(
    server: _Server, services: Services, settings: ServerSettings, listener: socket.socket
) -> None:
    await server.answering.wait()
    url = local_url(settings.host, listener.getsockname()[1], settings.base_path)
    try:
        announce(settings, url, network_urls(listener, settings.base_path))
    except OSError:
        pass  # standard output may be closed
    except Exception:  # players can play without an announcement
        log_event(log, ERROR, "could not announce the server", failure=True)
    # Only now: the page comes before the rules, whose loading keeps the processor busy.
    services.rules_loader.start(partial(_report, settings))
    if settings.browser:
        # Some browsers block until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    with contextlib.suppress(SchwimmenError):  # reported to clients that want to play
        await services.rules_loader.loaded()
    _tune_garbage_collector()


def _report(settings: ServerSettings, line: str) -> None:
    """Print or log a line about the engine."""
    if settings.announce_to == "log":
        log_event(log, INFO, line)
        return
    with contextlib.suppress(OSError):  # standard output may be closed
        print(line, flush=True)


def _tune_garbage_collector() -> None:
    """Make garbage collection short and rare, since it blocks the event loop.

    Current objects are permanent; tables and connections are freed by reference counting.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
