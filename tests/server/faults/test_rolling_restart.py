"""Restarts of three workers, one after the other, while many people play."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from random import Random
from urllib.parse import urlsplit

import pytest

from tests.effort import count
from tests.postgres import Server
from tests.processes import Start

from ..persistent_players import LATE, open_tables
from .people import SETTINGS, Person, until
from .place import Place, opened, serve
from .verdict import check_table

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("cards_host")]

TABLES = count(200, sampled=12)
LIVES = count(6, sampled=2)
"""Lives of a player: connecting the people takes longer, the more there are."""

PAUSE_S = 0.6
"""Longest pause of people before a command while workers restart."""

UNHURRIED = SETTINGS | {"clock": {"move": 300, "reserve": 300}}
"""Settings of tables without a clock, at which no command may be refused."""


class Wakeful(Person):
    """Person who takes time, and never sleeps until the clock has acted."""

    late = LATE
    dozes = 0.0


@pytest.fixture
def database(postgres: Server, migrated: str) -> str:
    """Return the name of a new database."""
    return urlsplit(postgres.new_database(migrated)).path[1:]


@pytest.fixture
async def place(database: str, postgres: Server, start: Start) -> AsyncIterator[Place]:
    """Provide three workers behind nginx."""
    async with opened(start, database, postgres, programs=[serve] * 3) as place:
        yield place


async def test_people_notice_no_more_than_a_reconnect(place: Place) -> None:
    chance = Random(31)
    sleepy = await open_tables(place.url, TABLES // 3, chance, Person, LIVES, 0, **SETTINGS)
    others = TABLES - TABLES // 3
    wakeful = await open_tables(place.url, others, chance, Wakeful, LIVES, 0, **UNHURRIED)
    people = [*sleepy, *wakeful]
    for person in people:
        person.pause_s = PAUSE_S
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.play())
        await until(people, lambda one: one.plays)
        for worker in place.workers:
            await worker.stop()
            await worker.start()
            await worker.healthy()
        for person in people:
            person.pause_s = 0
        for person in people:  # each has as much patience as a single one
            await until([person], lambda one: one.over)
    assert not sum((one.refusals for one in wakeful), Counter()).keys() - LATE
    logs = await place.logs()
    tables = defaultdict[str, list[Person]](list)
    for person in people:
        tables[person.table_id].append(person)
    for table_id, there in tables.items():
        check_table(logs[table_id], there)
    running = [person for person in people if len(person.links) > 1]
    assert len(running) >= len(people) / 2  # whose match was not over before
    for worker in place.workers:
        assert not [line for line in worker.log if "Traceback" in line]
