"""Relay before a server, which can stop passing bytes on without closing any connection."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

Connect: TypeAlias = Callable[[], Awaitable[tuple[StreamReader, StreamWriter]]]

CHUNK_BYTES = 65_536

POSTGRES_PORT = 5432


class Relay:
    """Cable between clients and a server: while it is cut, both ends wait for each other."""

    def __init__(self, connect: Connect) -> None:
        """``connect``: open a connection to the server."""
        self._connect = connect
        self._whole = asyncio.Event()
        self._whole.set()
        self._tasks = set[asyncio.Task[None]]()
        self._dead = set[asyncio.Task[None]]()
        """Connections that never pass anything on again."""

    def cut(self) -> None:
        """Pass nothing on, neither bytes nor the end of a connection."""
        self._whole.clear()

    def mend(self) -> None:
        """Pass on what has waited, and all that follows."""
        self._whole.set()

    def mend_for_new(self) -> None:
        """Relay new connections alone; the others stay as they are for ever."""
        self._dead |= self._tasks
        self.mend()

    async def handle(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Relay a client's connection until one of its ends closes it."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        writers = [writer]
        try:
            await self._wait(task)
            there_reader, there_writer = await self._connect()
            writers.append(there_writer)
            await asyncio.gather(
                self._pass(reader, there_writer, task), self._pass(there_reader, writer, task)
            )
        except (OSError, asyncio.CancelledError):
            pass  # the server is gone, or the relay; the client sees it
        finally:
            for one in writers:
                one.transport.abort()

    async def _pass(
        self, source: StreamReader, sink: StreamWriter, connection: asyncio.Task[None]
    ) -> None:
        with suppress(OSError):
            while chunk := await source.read(CHUNK_BYTES):
                await self._wait(connection)
                sink.write(chunk)
                await sink.drain()
        await self._wait(connection)
        sink.close()

    async def _wait(self, connection: asyncio.Task[None]) -> None:
        """Wait until bytes of a connection may pass."""
        await self._whole.wait()
        if connection in self._dead:
            await asyncio.Event().wait()  # cancelled with the relay

    @asynccontextmanager
    async def closing(self, server: asyncio.Server) -> AsyncIterator[None]:
        """Close a server and all connections at the end of the block."""
        try:
            yield
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await server.wait_closed()


@asynccontextmanager
async def before_port(port: int, server: int) -> AsyncIterator[Relay]:
    """Provide a relay at a port, before the server at another one."""
    relay = Relay(lambda: asyncio.open_connection("127.0.0.1", server))
    listener = await asyncio.start_server(relay.handle, "127.0.0.1", port)
    async with relay.closing(listener):
        yield relay


@asynccontextmanager
async def before_postgres(place: Path | str, server: Path) -> AsyncIterator[Relay]:
    """Provide a relay before the PostgreSQL server in a folder.

    ``place``: where clients find it, another folder or an address of this machine.
    """
    name = f".s.PGSQL.{POSTGRES_PORT}"
    relay = Relay(lambda: asyncio.open_unix_connection(server / name))
    if isinstance(place, Path):
        listener = await asyncio.start_unix_server(relay.handle, place / name)
    else:
        listener = await asyncio.start_server(relay.handle, place, POSTGRES_PORT)
    async with relay.closing(listener):
        yield relay
