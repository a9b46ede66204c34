"""Reverse proxy in the tests' own process, which makes the mistakes that a test wants."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeAlias

Headers: TypeAlias = dict[str, str]
"""Headers by their names in lower case."""

HOST = "cards.example.org"
"""Host name that leads to the proxy."""

CERTIFICATE = Path(__file__).parent / "certificate.pem"
"""Certificate of that name, with its key."""


@dataclass
class Proxy:
    """Proxy in front of a server; by default it does everything right."""

    edit: Callable[[Headers], object] = lambda headers: None
    """Changes the headers of a request."""
    edit_answer: Callable[[Headers], object] = lambda headers: None
    """Changes the headers of an answer."""
    route: Callable[[str], bytes | None] = lambda path: None
    """Return the proxy's own answer to requests for a path."""
    passes_address: bool = False
    """Whether the address that a client claims is passed on."""
    idle_s: float | None = None
    """Seconds after which an idle connection is closed."""
    tls: ssl.SSLContext | None = None
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    upstreams: Sequence[int] = ()
    balance: Callable[[str, int], int] = lambda path, number: 0
    """Return which of several servers gets a request, by its path and number."""

    def __post_init__(self) -> None:
        self.port = int(self.listener.getsockname()[1])
        self._numbers = count()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"{'https' if self.tls else 'http'}://{HOST}:{self.port}/"

    @contextlib.asynccontextmanager
    async def serving(self, *upstreams: str) -> AsyncIterator[None]:
        """Serve in front of the servers at these URLs."""
        self.upstreams = [int(one.rpartition(":")[2]) for one in upstreams]
        server = await asyncio.start_server(self._handle, sock=self.listener, ssl=self.tls)
        try:
            yield
        finally:
            server.close()

    async def _handle(self, reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await self._exchange(reader, writer)
        writer.close()

    async def _exchange(self, reader: StreamReader, writer: StreamWriter) -> None:
        line, headers = await _head(reader)
        path = line.split(" ")[1]
        own = self.route(path)
        if own is not None:
            writer.write(own)
            await writer.drain()
            return
        if not (self.passes_address and "x-forwarded-for" in headers):
            headers["x-forwarded-for"] = "198.51.100.9"
        headers["x-forwarded-proto"] = "https" if self.tls else "http"
        self.edit(headers)
        upstream = self.upstreams[self.balance(path, next(self._numbers)) % len(self.upstreams)]
        server, to_server = await asyncio.open_connection("127.0.0.1", upstream)
        try:
            to_server.write(_encoded(line, headers))
            line, answer = await _head(server)
            answer["server"] = "nginx"
            self.edit_answer(answer)
            writer.write(_encoded(line, answer))
            pumps = [
                asyncio.create_task(self._pump(server, writer)),
                asyncio.create_task(self._pump(reader, to_server)),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
        finally:
            to_server.close()

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(TimeoutError, OSError):
            while data := await asyncio.wait_for(reader.read(2**16), self.idle_s):
                writer.write(data)
                await writer.drain()


async def _head(reader: StreamReader) -> tuple[str, Headers]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1")
    first, *lines = head.strip().split("\r\n")
    named = (line.partition(":") for line in lines)
    return first, {name.lower(): value.strip() for name, _, value in named}


def _encoded(first: str, headers: Headers) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin1")
