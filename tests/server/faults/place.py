"""Workers on PostgreSQL behind nginx, with means to break and to replace each of them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from datetime import datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import httpx

from schwimmen.cli import main
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.operation import startup
from schwimmen.server.runtime import clock
from schwimmen.server.storage import leases
from tests.balancers import balancing
from tests.nginx import free_port
from tests.postgres import Server
from tests.processes import PATIENCE, Process, Program, Start

from ..doctor.proxy import HOST
from .network import Cables, Network, with_cables

SKEW_S = 30
"""Seconds by which the clock of a worker is ahead."""

CROWD = DEFAULT_ALLOWANCE._replace(
    tables=Rate(1000, 0.1),
    joins=Rate(1000, 0.1),
    sockets=Rate(10_000, 0.01),
    sockets_at_once=1000,
    messages=Rate(10_000, 0.01),
)
"""Allowance of an address that all people share, who may play faster than anybody could."""


def serve(arguments: Sequence[str]) -> int:
    """Run a worker for people who have one address."""
    with patch.object(startup, "Limits", partial(Limits, CROWD)):
        return main(arguments)


class _Ahead(datetime):
    """Time of a clock that is ahead."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> _Ahead:
        return super().now(tz) + timedelta(seconds=SKEW_S)


def serve_ahead(arguments: Sequence[str]) -> int:
    """Run a worker on a machine whose clock is ahead."""
    with patch.object(clock, "datetime", _Ahead), patch.object(leases, "datetime", _Ahead):
        return serve(arguments)


class Worker:
    """Worker in a network, in a process that can be replaced."""

    def __init__(
        self,
        name: str,
        start: Start,
        database: str,
        public_url: str,
        program: Program,
        network: Network,
    ) -> None:
        self.name = name
        self.program = network.inside(program)
        """Function that runs the next process."""
        self.url = f"http://{network.host}:{network.port}"
        """Address of the worker itself."""
        self.log: list[str] = []
        """Lines that all its processes have logged."""
        options = ("--public-url", public_url, "--trust-proxy", network.proxy, "--pace", "0")
        where = ("--host", network.host, "--port", str(network.port))
        command = ("serve", *where, "--worker-name", name, *options)
        self._start = partial(start, database, command=command)
        self._process: Process | None = None

    async def start(self) -> None:
        """Start a process and wait until it listens."""
        process = self._process = self._start(program=self.program)
        Thread(target=self.log.extend, args=(process.errors,), daemon=True).start()
        line = await asyncio.to_thread(process.out.readline)
        assert self.url in line, self.log

    async def healthy(self) -> None:
        """Wait until the worker is healthy."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http, asyncio.timeout(PATIENCE):
            while not (await http.get(f"{self.url}/healthz")).is_success:
                await asyncio.sleep(0.1)

    async def stop(self) -> None:
        """Let the process hand its clients on, and end."""
        assert self._process is not None
        self.signal(signal.SIGTERM)
        status, _, _ = await asyncio.to_thread(self._process.wait)
        assert status == 0, self.log

    def signal(self, number: int) -> None:
        """Send a signal to the process."""
        assert self._process is not None
        os.kill(self._process.pid, number)

    async def kill(self) -> None:
        """Kill the process, if there is one."""
        if self._process is not None:
            await asyncio.to_thread(self._process.__exit__)


class Place:
    """Workers with one database behind nginx; of two, one is ``broken`` and one ``sound``."""

    def __init__(self, folder: Path, postgres: Server, database: str) -> None:
        self.postgres = postgres
        self.database = database
        """Name of the database."""
        self.port = free_port()
        self.workers: list[Worker] = []
        self.addresses: list[str] = []
        """Addresses at which nginx finds the workers."""
        self.replica: Server | None = None
        """Replica that has every acknowledged move."""
        self.cables: Cables | None = None
        """Cables of the worker that fails, if they can be cut."""
        self._folder = folder
        self._nginx = ExitStack()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"https://{HOST}:{self.port}"

    @property
    def broken(self) -> Worker:
        """Worker that fails."""
        return self.workers[0]

    @property
    def sound(self) -> Worker:
        """Worker that does not fail."""
        return self.workers[1]

    async def start_nginx(self) -> None:
        """Run nginx."""
        running = balancing("nginx", self._folder, self.port, self.addresses)
        await asyncio.to_thread(self._nginx.enter_context, running)

    def kill_nginx(self) -> None:
        """Kill nginx."""
        self._nginx.close()

    async def execute(self, *commands: str) -> list[Any]:
        """Execute commands in the database; return the rows of the last one."""
        return await asyncio.to_thread(self.postgres.execute, *commands, database=self.database)

    async def logs(self) -> dict[str, list[dict[str, Any]]]:
        """Return the logs of all tables by their ids."""
        logs: dict[str, list[dict[str, Any]]] = {}
        rows = await self.execute("SELECT table_id, body FROM events ORDER BY table_id, seq")
        for table_id, body in rows:
            logs.setdefault(table_id, []).append(json.loads(body))
        return logs


@asynccontextmanager
async def opened(
    start: Start,
    database: str,
    postgres: Server,
    replica: Server | None = None,
    cables: bool = False,
    programs: Sequence[Program] = (serve, serve),
) -> AsyncIterator[Place]:
    """Provide a running place.

    ``replica``: replica of the server with the database. ``cables``: whether the first worker has
    cables that can be cut. ``programs``: functions that run the workers.
    """
    async with AsyncExitStack() as stack:
        # Short, as the path of a socket has at most about a hundred characters.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="place-")))
        place = Place(folder, postgres, database)
        place.replica = replica
        stack.callback(place.kill_nginx)
        other = f",{replica.folder}&target_session_attrs=read-write" if replica else ""
        networks = [Network(free_port(), str(postgres.folder)) for _ in programs]
        if cables:
            separate = with_cables(networks[0].port, folder, postgres.folder)
            networks[0], place.cables = await stack.enter_async_context(separate)
        for name, program, network in zip("abc", programs, networks, strict=False):
            url = f"postgresql://postgres@/{database}?host={network.database}{other}"
            place.workers.append(Worker(name, start, url, place.url, program, network))
            place.addresses.append(network.address)
        for worker in place.workers:
            stack.push_async_callback(worker.kill)
        await asyncio.gather(*(worker.start() for worker in place.workers))
        await place.start_nginx()
        yield place
