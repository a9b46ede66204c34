"""What start-up says: what is used, and where the page is."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from ..storage import Postgres, kind_of
from .addresses import qr_code
from .logs import say
from .maintenance import FOR_EVER

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
from ..http.ws_protocol import LARGEST_MESSAGE, WebSocketProtocol
from ..limits.allowance import LONGEST, Limits
from ..limits.connections import (
    ACCEPTED_AT_ONCE,
    ENOUGH_DESCRIPTORS,
    LISTEN_QUEUE,
    Capacity,
    connections_within,
    raise_descriptor_limit,
)
from ..live.hub import Hub
from ..live.lobby import Lobby
from ..live.replays import Replays
from ..people.device_sessions import Cookies, Generations
from ..people.match_history import PlayedMatches
from ..people.profiles import Players
from ..people.ratings import Ratings
from ..storage import Database, Place
from .addresses import hosts_of, listen, network_urls, origin_of, url_of, with_mapped
from .clock import Pulse, Watch
from .maintenance import Caretaker, Keeping, keep_clean
from .metrics import ONLY_LOCAL, Scrapers
from .rules_loader import Kernel
from .rules_loader import load as load_kernel

log = logging.getLogger(__name__)


def announce(settings: Settings, url: str, in_network: Sequence[str]) -> None:
    """Says at which addresses the server answers, in its network as well, and what it uses."""
    if settings.announced == "log":
        say(
            log,
            logging.INFO,
            "serving",
            version=version("schwimmen"),
            url=settings.public_url or url,
            listening=url,
            in_network=" ".join(in_network) or None,
            database=f"{kind_of(settings.place)} {_where(settings)}",
            kept=str(settings.keeping),
            trusted_proxies=settings.proxies,
        )
        return
    print(f"schwimmen is at {url} (Ctrl-C ends it)", flush=True)
    if settings.browser and not in_network:
        return
    print("\n".join(_lines(settings, in_network)), flush=True)


def _lines(settings: Settings, in_network: Sequence[str]) -> list[str]:
    lines = [f"database: {kind_of(settings.place)}, {_where(settings)}"]
    if settings.keeping != FOR_EVER:
        lines.append(f"kept: {settings.keeping}")
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


def _where(settings: Settings) -> str:
    place = settings.place
    return str(place) if isinstance(place, Postgres) else str(place.absolute())


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

KEEP_ALIVE: Final = 150
"""For how many seconds an idle connection stays open: longer than proxies keep theirs for use
(Caddy 120, nginx 60), else one would now and then send a request into a connection that ends."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server is to run. ``port`` 0 is any free one; ``pace`` is in seconds."""

    place: Place
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
    keeping: Keeping = FOR_EVER
    allow_long: bool = True
    """Whether matches may be as long as the rules allow."""
    announced: Literal["print", "log"] = "print"
    """Whether start-up says what it uses to whoever started it, or in the log."""


def run(settings: Settings) -> None:
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
        forwarded_allow_ips=proxies and with_mapped(proxies),
        ws_max_size=LARGEST_MESSAGE,
        # A message is a few kilobytes, now and then: packing it costs more than it saves, and
        # every connection would hold a quarter of a megabyte for it.
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=3,
    )


@asynccontextmanager
async def services_of(
    place: Place,
    pace: float,
    load: Callable[[], None] = load_kernel,
    chance: Chance | None = None,
    secure: bool = False,
    scrapers: Scrapers = ONLY_LOCAL,
    limits: Limits | None = None,
) -> AsyncIterator[Services]:
    """The parts of a server over a database; the rules are not being loaded yet.

    Chance is the system's unless some is given; ``secure`` cookies are sent over TLS only.
    Raises ``StorageError`` for a database that cannot be used.
    """
    database = await Database.open(place)
    try:
        kernel = Kernel(load)
        pulse = Pulse(database)
        alive = await pulse.last()
        ratings = Ratings(database, kernel)
        replays = Replays(database, kernel)
        limits = limits or Limits(local=scrapers.local)
        hub = Hub(
            database,
            kernel,
            pace,
            chance or SystemRandom(),
            limits,
            Watch(alive=alive),
            ratings.match_over,
        )
        generations = Generations(database)
        lobby = Lobby(hub, database, limits.allowed)
        beside = [
            asyncio.create_task(Caretaker(hub, database, pulse).run(), name="caretaker"),
            asyncio.create_task(ratings.run(), name="ratings"),
            asyncio.create_task(generations.run(), name="generations"),
            asyncio.create_task(lobby.run(), name="lobby"),
        ]
        try:
            cookies = Cookies(database.secret, secure)
            yield Services(
                hub,
                lobby,
                kernel,
                cookies,
                PlayedMatches(database, kernel),
                database,
                scrapers,
                limits,
                Players(database, cookies, generations),
                ratings,
                replays,
                generations,
                pulse,
            )
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await replays.close()
            await hub.close()
    finally:
        await database.close()


async def _serve(settings: Settings, listener: socket.socket) -> None:
    public = urlsplit(settings.public_url or "")
    secure = public.scheme == "https"
    proxied = bool(settings.public_url or settings.proxies)
    scrapers = Scrapers(local=not proxied, token=settings.metrics_token)
    longest = {} if settings.allow_long else LONGEST
    limits = Limits(local=not proxied, longest=longest)
    capacity = Capacity(_room(), proxies=settings.proxies)
    async with services_of(
        settings.place, settings.pace, secure=secure, scrapers=scrapers, limits=limits
    ) as services:
        origin = settings.public_url and origin_of(settings.public_url)
        hosts = hosts_of(settings.host, public.hostname)
        app = create_app(services, hosts, origin, settings.hsts)
        server = _Server(server_config(app, settings.proxies, capacity))
        greeting = asyncio.create_task(_greet(server, services, settings, listener))
        cleaning = asyncio.create_task(
            keep_clean(services.hub, services.database, settings.keeping)
        )
        await server.serve(sockets=[listener])
        for task in (greeting, cleaning):
            task.cancel()
        say(log, INFO, "stopping")
    say(log, INFO, "stopped")


def _room() -> int:
    """Return how many connections fit, and log what is missing where those are few."""
    descriptors = raise_descriptor_limit()
    room = connections_within(descriptors)
    if descriptors < ENOUGH_DESCRIPTORS:
        say(
            log,
            WARNING,
            "few connections fit: raise the limit of open files (ulimit -n, LimitNOFILE)",
            connections=room,
            limit=descriptors,
        )
    return room


async def _greet(
    server: _Server, services: Services, settings: Settings, listener: socket.socket
) -> None:
    await server.answering.wait()
    url = url_of(settings.host, listener.getsockname()[1])
    try:
        announce(settings, url, network_urls(listener))
    except OSError:
        pass  # nobody may be there to read it
    except Exception:  # whatever cannot be said, people play
        say(log, ERROR, "could not be announced", failure=True)
    # Only now: loading the rules keeps the processor busy, and the page comes first.
    services.kernel.start()
    if settings.browser:
        # Some browsers block until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    with contextlib.suppress(SchwimmenError):  # whoever wants to play is told
        await services.kernel.wait()
    _spare_the_collector()


def _spare_the_collector() -> None:
    """Lets the search for cycles be short and rare: while it lasts nobody is told anything.

    What is there now stays for good. Beyond it tables and connections are freed without the
    collector as soon as they are let go.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
