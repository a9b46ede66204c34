"""Faults: each is a context that breaks a place when it begins, and mends it when it ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeAlias

from schwimmen.server.storage.leases import VALID_S
from tests.effort import count
from tests.processes import Program

from .network import Cable
from .people import Person
from .place import Place, serve, serve_ahead

LASTS_S = count(20, sampled=int(VALID_S) + 2)
"""Seconds that a fault lasts, longer than a lease is valid without a heartbeat."""

LISTENERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query ILIKE 'listen %' AND datname = current_database()
"""


def divide(place: Place, people: Sequence[Person]) -> None:
    """Let the people of every table connect to both workers, past nginx."""
    for number, person in enumerate(people):
        person.move(place.workers[number % 2].url)


def flee(place: Place, people: Sequence[Person]) -> None:
    """Let half of the people connect to the sound worker, past nginx."""
    for person in people[::2]:
        person.move(place.sound.url)


def gather(place: Place, people: Sequence[Person]) -> None:
    """Let all people connect through nginx again."""
    for person in people:
        if person.url != place.url:
            person.move(place.url)


@asynccontextmanager
async def worker_killed(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    await place.broken.kill()
    flee(place, people)
    yield
    await place.broken.start()


@asynccontextmanager
async def postgres_killed(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    await asyncio.to_thread(place.postgres.kill)
    try:
        yield
    finally:  # other tests need it
        await asyncio.to_thread(place.postgres.start)


@asynccontextmanager
async def nginx_killed(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    place.kill_nginx()
    yield
    await place.start_nginx()


@asynccontextmanager
async def without(cable: Cable, place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    cable.cut()
    flee(place, people)
    yield
    cable.mend()


def worker_without_database(
    place: Place, people: Sequence[Person]
) -> AbstractAsyncContextManager[None]:
    assert place.cables is not None
    return without(place.cables.to_database, place, people)


def worker_without_answers(
    place: Place, people: Sequence[Person]
) -> AbstractAsyncContextManager[None]:
    assert place.cables is not None
    return without(place.cables.database_end, place, people)


def worker_without_clients(
    place: Place, people: Sequence[Person]
) -> AbstractAsyncContextManager[None]:
    assert place.cables is not None
    return without(place.cables.to_clients, place, people)


@asynccontextmanager
async def worker_paused(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    place.broken.signal(signal.SIGSTOP)
    flee(place, people)
    yield
    place.broken.signal(signal.SIGCONT)


@asynccontextmanager
async def clocks_apart(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    divide(place, people)
    yield
    gather(place, people)


@asynccontextmanager
async def hints_lost(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    divide(place, people)

    async def lose() -> None:
        while True:
            await place.execute(LISTENERS)
            await asyncio.sleep(0.2)

    losing = asyncio.create_task(lose())
    try:
        yield
    finally:
        losing.cancel()
        with suppress(asyncio.CancelledError):
            await losing
    gather(place, people)


@asynccontextmanager
async def both_workers(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    divide(place, people)
    yield
    gather(place, people)


@asynccontextmanager
async def failover(place: Place, people: Sequence[Person]) -> AsyncIterator[None]:
    assert place.replica is not None
    await asyncio.to_thread(place.postgres.kill)
    yield
    await asyncio.to_thread(place.replica.promote)
    place.postgres = place.replica


Break: TypeAlias = Callable[[Place, Sequence[Person]], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """Fault of a place that has what it needs."""

    breaks: Break
    cables: bool = False
    replicated: bool = False
    program: Program = serve
    """Function that runs the worker that fails."""

    @property
    def name(self) -> str:
        """Name in the ids of tests and in reports."""
        return self.breaks.__name__


FAULTS = (
    Fault(worker_killed),
    Fault(postgres_killed),
    Fault(nginx_killed),
    Fault(worker_without_database, cables=True),
    Fault(worker_without_answers, cables=True),
    Fault(worker_without_clients, cables=True),
    Fault(worker_paused),
    Fault(clocks_apart, program=serve_ahead),
    Fault(hints_lost),
    Fault(both_workers),
    Fault(failover, replicated=True),
)
