"""A server in this process with seeded packs, so that a scene is reproducible."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import uvicorn

from schwimmen.server.operation.app import create_app
from schwimmen.server.operation.services import open_services
from schwimmen.server.operation.startup import server_config
from schwimmen.server.runtime.addresses import listen
from schwimmen.server.runtime.clock import ServerClock
from schwimmen.server.runtime.host_bots import HostBots
from schwimmen.server.runtime.rules_loader import EngineBuild


class LiveServer:
    """Running server: its address, the random generator of its packs, and its clock."""

    def __init__(self, url: str, chance: Random, clock: ServerClock) -> None:
        self.url = url
        self.chance = chance
        self._clock = clock

    def set_clock(self, time: str) -> None:
        """Set the clock of the server to an ISO time, at which it then stands still."""
        self._clock.wall = lambda: time


@contextmanager
def live_server(
    data: Path,
    pace: float = 0.0,
    seed: int = 1,
    engine: EngineBuild | None = None,
    bots: Sequence[str] = (),
) -> Iterator[LiveServer]:
    """Serve a database until the end of the block.

    ``pace`` is the bots' pause in seconds, ``engine`` the engine while it is being built, ``bots``
    are the host's own.
    """
    chance = Random(seed)
    clocks: list[ServerClock] = []
    with listen("127.0.0.1", 0) as listener:
        ready, end = threading.Event(), threading.Event()

        async def serve() -> None:
            async with open_services(
                data, pace, chance=chance, engine=engine, host_bots=HostBots(bots)
            ) as services:
                services.rules_loader.start()
                if engine is None:
                    await services.rules_loader.wait()
                clocks.append(services.hub.server_clock)
                server = uvicorn.Server(server_config(create_app(services)))
                serving = asyncio.create_task(server.serve(sockets=[listener]))
                ready.set()
                await asyncio.to_thread(end.wait)
                server.should_exit = True
                await serving

        thread = threading.Thread(target=asyncio.run, args=(serve(),))
        thread.start()
        ready.wait()
        try:
            yield LiveServer(f"http://127.0.0.1:{listener.getsockname()[1]}", chance, clocks[0])
        finally:
            end.set()
            thread.join()
