"""Faults during running matches: nothing is lost, doubled or disclosed, and all play on.

Those who come to the sound worker meanwhile play on there.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from random import Random
from time import monotonic
from urllib.parse import urlsplit
from zlib import crc32

import pytest

from tests import postgres as postgres_server
from tests.effort import count
from tests.processes import Start

from ..persistent_players import open_tables
from .faults import FAULTS, LASTS_S, Fault
from .people import SETTINGS, Person, until
from .place import Place, opened, serve
from .verdict import check_table

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("cards_host")]

ROUNDS = count(30, sampled=1)
TABLES = count(50, sampled=4)
LIVES = count(1, sampled=2)

PAUSE_S = LASTS_S / 5
"""Longest pause of people before a command while a fault lasts, so that few matches end then."""

IN_STEP_S = 5.0
"""Seconds after the cure of a fault within which people are to be in step: those of the long run
are counted that took longer, since a busy machine takes longer, too."""


@pytest.fixture(params=FAULTS, ids=lambda fault: fault.name)
def fault(request: pytest.FixtureRequest) -> Fault:
    """Return every fault."""
    found: Fault = request.param
    return found


@pytest.fixture
def database(
    fault: Fault, request: pytest.FixtureRequest
) -> Iterator[tuple[str, postgres_server.Server, postgres_server.Server | None]]:
    """Provide the name of a new database, its server, and a replica if the fault needs one."""
    with ExitStack() as stack:
        if fault.replicated:
            server, replica = stack.enter_context(postgres_server.replicated())
            url = server.new_database()
        else:
            server, replica = request.getfixturevalue("postgres"), None
            url = server.new_database(request.getfixturevalue("migrated"))
        yield urlsplit(url).path[1:], server, replica


@pytest.fixture
async def place(
    fault: Fault,
    database: tuple[str, postgres_server.Server, postgres_server.Server | None],
    start: Start,
) -> AsyncIterator[Place]:
    """Provide two workers behind nginx on PostgreSQL."""
    async with opened(start, *database, fault.cables, (fault.program, serve)) as place:
        yield place


@pytest.mark.parametrize("number", range(ROUNDS))
async def test_play_goes_on(
    fault: Fault, number: int, place: Place, record_property: Callable[[str, object], None]
) -> None:
    chance = Random(crc32(f"{fault.name} {number}".encode()))
    people = await open_tables(place.url, TABLES, chance, Person, LIVES, 0, **SETTINGS)
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.play())
        await until(people, lambda one: one.plays)
        for person in people:
            person.pause_s = PAUSE_S
        async with fault.breaks(place, people):
            elsewhere = [one for one in people if one.url == place.sound.url]
            known = {one: len(one.events) for one in elsewhere}
            await asyncio.sleep(LASTS_S)
            await until(elsewhere, lambda one: one.plays_on(known[one]))
        cured, stored = monotonic(), await place.logs()
        for person in people:
            person.pause_s = 0
        await until(people, lambda one: one.over or len(one.events) > len(stored[one.table_id]))
        seconds = monotonic() - cured
        await until(people, lambda one: one.over)
    record_property("seconds until in step", round(seconds, 1))
    record_property("late", int(seconds > IN_STEP_S))
    logs = await place.logs()
    tables = defaultdict[str, list[Person]](list)
    for person in people:
        tables[person.table_id].append(person)
    for worker in place.workers:
        assert not [line for line in worker.log if "Traceback" in line], "".join(worker.log)
    for table_id, there in tables.items():
        check_table(logs[table_id], there)
