"""Stand-in for PgBouncer: clients share connections to PostgreSQL, each for one transaction."""

from __future__ import annotations

import asyncio
import struct
from asyncio import IncompleteReadError, StreamReader, StreamWriter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Coming: TypeAlias = asyncio.Task[bytes]
"""Next message of a client."""

NAME = ".s.PGSQL.5432"


@dataclass(eq=False)
class _Connection:
    """Connection to PostgreSQL, and what the server said when it was opened."""

    reader: StreamReader
    writer: StreamWriter
    greeting: bytes


async def _message(reader: StreamReader) -> bytes:
    """Return the next message with a type."""
    head = await reader.readexactly(5)
    (length,) = struct.unpack("!i", head[1:])
    return head + await reader.readexactly(length - 4)


async def _answer(held: _Connection, writer: StreamWriter) -> None:
    """Pass the server's messages on until no transaction is open."""
    while (answer := await _message(held.reader))[:1] != b"Z" or answer[5:] != b"I":
        writer.write(answer)
    writer.write(answer)


class Pooler:
    """Pooler whose clients keep a connection for a ``session``, or else for one transaction."""

    def __init__(self, server: Path, session: bool) -> None:
        self._server = server
        self._session = session
        self._idle: list[_Connection] = []
        self._tasks: list[asyncio.Task[Any]] = []
        self._writers: list[StreamWriter] = []
        self._numbers = count(1)

    async def _open(self, startup: bytes) -> _Connection:
        reader, writer = await asyncio.open_unix_connection(self._server / NAME)
        self._writers.append(writer)
        writer.write(startup)
        greeting = b""
        while (message := await _message(reader))[:1] != b"Z":
            if message[:1] == b"K":  # the key of a connection that is not the client's alone
                message = b"K" + struct.pack("!iii", 12, next(self._numbers), 0)
            greeting += message
        return _Connection(reader, writer, greeting + message)

    async def handle(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve a client."""
        self._writers.append(writer)
        (length,) = struct.unpack("!i", head := await reader.readexactly(4))
        startup = head + await reader.readexactly(length - 4)
        held = await self._open(startup)
        writer.write(held.greeting)
        with suppress(IncompleteReadError, OSError):
            coming = self._begin(_message(reader))
            while True:
                if not self._session:
                    self._idle.append(held)
                if (await coming)[:1] == b"X":
                    break
                if not self._session:
                    held = self._idle.pop() if self._idle else await self._open(startup)
                coming = await self._serve(held, coming, reader, writer)
        writer.close()
        if held not in self._idle:
            held.writer.close()

    async def _serve(
        self, held: _Connection, coming: Coming, reader: StreamReader, writer: StreamWriter
    ) -> Coming:
        """Pass messages on until the end of the transaction; return the first one after it."""
        answering = self._begin(_answer(held, writer))
        while not answering.done():
            held.writer.write(await coming)
            coming = self._begin(_message(reader))
            await asyncio.wait({answering, coming}, return_when=asyncio.FIRST_COMPLETED)
        return coming

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        return task

    async def close(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()


@asynccontextmanager
async def pooling(folder: Path, server: Path, session: bool) -> AsyncIterator[None]:
    """Run a pooler at a socket in a folder, before the PostgreSQL server in another one."""
    pooler = Pooler(server, session)
    async with await asyncio.start_unix_server(pooler.handle, folder / NAME):
        yield
        await pooler.close()
