"""Slow network between clients and a server, such as a phone's on a bad line."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

CHUNK: Final = 1024
"""Bytes that are forwarded together."""


class Line:
    """One direction of a link, which carries one chunk after the other, in order of arrival."""

    def __init__(self, bytes_per_second: float) -> None:
        self._bytes_per_second = bytes_per_second
        self._lock = asyncio.Lock()
        self._free_at = 0.0

    async def carry(self, size: int) -> None:
        """Wait until a chunk has left."""
        now = asyncio.get_running_loop().time
        async with self._lock:
            self._free_at = max(self._free_at, now()) + size / self._bytes_per_second
            await asyncio.sleep(self._free_at - now())


class SlowLink:
    """Forwarding of connections to a port, with a bit rate and a delay.

    Each connection has lines of its own, unless all are ``shared``, as on one device.
    """

    def __init__(self, port: int, kilobits: float, round_trip_ms: float, shared: bool) -> None:
        self._port = port
        self._bytes_per_second = kilobits * 125
        self._delay = round_trip_ms / 2000
        self._lines = self._new_lines() if shared else None

    def _new_lines(self) -> tuple[Line, Line]:
        return Line(self._bytes_per_second), Line(self._bytes_per_second)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection until both ends have closed it; opening takes a round trip."""
        up, down = self._lines or self._new_lines()
        with suppress(asyncio.CancelledError):  # the link is stopped
            await asyncio.sleep(2 * self._delay)
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(
                self._forward(reader, server_writer, up), self._forward(server_reader, writer, down)
            )

    async def _forward(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: Line
    ) -> None:
        """Forward one direction: chunks leave one after the other and arrive after the delay."""
        arriving: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivery = asyncio.create_task(self._deliver(arriving, writer))
        now = asyncio.get_running_loop().time
        with suppress(ConnectionError):
            while data := await reader.read(CHUNK):
                await line.carry(len(data))
                arriving.put_nowait((now() + self._delay, data))
        arriving.put_nowait((now() + self._delay, b""))
        await delivery

    async def _deliver(
        self, arriving: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        now = asyncio.get_running_loop().time
        while True:
            due, data = await arriving.get()
            await asyncio.sleep(due - now())
            if not data or writer.is_closing():
                writer.close()
                return
            writer.write(data)


@contextmanager
def slow_link(
    port: int, kilobits: float, round_trip_ms: float, *, shared: bool = False
) -> Iterator[int]:
    """Run a slow link to a port in a thread during the block; yield its own port."""
    link = SlowLink(port, kilobits, round_trip_ms, shared)
    started: Future[tuple[int, Callable[[], object]]] = Future()

    async def run() -> None:
        server = await asyncio.start_server(link.accept, "127.0.0.1", 0)
        stopped = asyncio.Event()
        stop = partial(asyncio.get_running_loop().call_soon_threadsafe, stopped.set)
        started.set_result((server.sockets[0].getsockname()[1], stop))
        await stopped.wait()  # open connections are cancelled with the loop

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    entry, stop = started.result()
    try:
        yield entry
    finally:
        stop()
        thread.join()
