"""Running the server: from a free port to the last connection closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Chance

from .app import create_app
from .cookies import Cookies
from .hub import Hub
from .kernel import Kernel
from .kernel import load as load_kernel
from .played import PlayedMatches
from .services import Services
from .storage import Database

LARGEST_FRAME: Final = 64 * 2**10
"""Bytes of the largest WebSocket message; beyond it the connection is closed (1009)."""


class AddressError(SchwimmenError):
    """The server cannot listen there."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server is to run. ``port`` 0 is any free one; ``pace`` is in seconds."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 0
    browser: bool = True
    pace: float = 1.4


def run(settings: Settings) -> None:
    """Serves until SIGINT or SIGTERM.

    Raises ``SchwimmenError`` where it cannot: port in use, database not usable.
    """
    with listen(settings.host, settings.port) as listener:
        asyncio.run(_serve(settings, listener))


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address. Raises ``AddressError``."""
    where = f"{host} port {port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise AddressError(f"cannot listen on {where}: {_reason(error)}") from None
    try:
        if sys.platform != "win32":  # there the option means that others may take the port too
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(100)
    except OSError as error:
        listener.close()
        hint = "; choose another with --port, or leave --port out for a free one" if port else ""
        raise AddressError(f"cannot listen on {where}: {_reason(error)}{hint}") from None
    return listener


def url_of(host: str, port: int) -> str:
    """The page's address as a browser on this machine takes it."""
    local = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host)
    return f"http://{local or (f'[{host}]' if ':' in host else host)}:{port}/"


def hosts_of(host: str) -> list[str]:
    """The host names a browser may ask for: on a private address, no other site's name."""
    if host in ("127.0.0.1", "::1", "localhost"):
        return ["127.0.0.1", "::1", "localhost"]
    return ["*"]


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
        self.answering.set()


class _WebSocket(WebSocketsSansIOProtocol):
    """Text that is not UTF-8 is handed on as the bytes it is, for the application to refuse.

    Uvicorn would log a traceback for what is the client's fault.
    """

    def send_receive_event_to_app(self) -> None:
        """Hands a whole message on."""
        try:
            b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


def server_config(app: FastAPI) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        ws=_WebSocket,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
        timeout_graceful_shutdown=3,
    )


@asynccontextmanager
async def services_of(
    data: Path,
    pace: float,
    load: Callable[[], None] = load_kernel,
    chance: Chance | None = None,
) -> AsyncIterator[Services]:
    """The parts of a server over a database; the rules are not being loaded yet.

    Chance is the system's unless some is given. Raises ``StorageError`` for a database that cannot
    be used.
    """
    database = await Database.open(data)
    try:
        kernel = Kernel(load)
        hub = Hub(database, kernel, pace, chance or SystemRandom())
        try:
            played = PlayedMatches(database, kernel)
            yield Services(hub, kernel, Cookies(database.secret), played)
        finally:
            await hub.close()
    finally:
        await database.close()


async def _serve(settings: Settings, listener: socket.socket) -> None:
    async with services_of(settings.data, settings.pace) as services:
        server = _Server(server_config(create_app(services, hosts_of(settings.host))))
        url = url_of(settings.host, listener.getsockname()[1])
        greeting = asyncio.create_task(_greet(server, services, url, settings.browser))
        await server.serve(sockets=[listener])
        greeting.cancel()


async def _greet(server: _Server, services: Services, url: str, browser: bool) -> None:
    await server.answering.wait()
    with contextlib.suppress(OSError):  # nobody may be there to read it
        print(f"schwimmen is at {url} (Ctrl-C ends it)", flush=True)
    # Only now: loading the rules keeps the processor busy, and the page comes first.
    services.kernel.start()
    if browser:
        # Some browsers block until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def set_up_logging() -> None:
    """Warnings and worse to standard error."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    logging.getLogger("uvicorn.error").addFilter(_is_no_cancellation)


def _is_no_cancellation(record: logging.LogRecord) -> bool:
    """A request cut off when the server ends is no failure to be shown with its traceback."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) else str(error)
    return (text or str(error)).lower()
