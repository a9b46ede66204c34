"""Start-up of the server: settings, services, the uvicorn server and its announcement."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from logging import ERROR, INFO, WARNING
from pathlib import Path
from types import FrameType
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from schwimmen import __version__
from schwimmen.rules.errors import SchwimmenError

from ..http.connections import (
    ACCEPTED_AT_ONCE,
    LISTEN_QUEUE,
    RECOMMENDED_DESCRIPTORS,
    Capacity,
    connections_within,
    raise_descriptor_limit,
)
from ..http.http_protocol import HttpProtocol
from ..http.services import Services
from ..http.ws_protocol import MAX_MESSAGE_BYTES, WebSocketProtocol
from ..limits.allowance import MAX_OPTION_VALUES, Limits
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
from ..runtime.host_bots import HostBots
from ..runtime.logs import log_event
from ..runtime.metrics import WORKER, MetricsAccess
from ..storage import (
    DatabaseLocation,
    PostgresLocation,
    database_kind,
)
from .app import create_app
from .maintenance import KEEP_FOREVER, Retention, run_clean_up, run_log_parts, run_packing
from .services import TIME_ZONE, open_services

log = logging.getLogger(__name__)


COLLECT_AFTER: Final = (20_000, 200, 10)
"""Thresholds of the garbage collector's generations.

With thousands of players it runs every few seconds for twenty milliseconds, most of them for the
present states of tables, however few objects are new. It finds next to nothing, so it rarely
examines older objects, which takes much longer.
"""

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
        packing = asyncio.create_task(
            run_packing(services.hub, services.database, services.heartbeat)
        )
        parts = asyncio.create_task(run_log_parts(services.hub, services.database))
        await server.serve(sockets=[listener])
        for task in (announcement, clean_up, packing, parts):
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
