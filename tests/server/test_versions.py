"""Servers of two versions on one database, and what new versions may write beside old ones."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from functools import reduce
from operator import or_
from random import Random
from typing import Annotated, Any, get_args
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from schwimmen import __version__
from schwimmen.server.storage import DatabaseLocation, OlderServer, StorageError, heartbeat
from schwimmen.server.storage.preconditions import require_readers
from schwimmen.server.storage.rows import NewEvent
from schwimmen.tables import RematchEvent, log, read_event
from schwimmen.tables.log import READ_SINCE
from tests.effort import count
from tests.postgres import Server
from tests.processes import PATIENCE, Start

from .conftest import serving
from .faults.faults import divide
from .faults.people import SETTINGS, Person
from .faults.place import Place, opened, serve
from .faults.verdict import check_table
from .guests import begin, guest, seated
from .persistent_players import open_tables

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("cards_host")]

BEFORE = "0.0.9"
"""Version before the present one."""

TABLES = count(30, sampled=3)

KINDS_BEFORE = [kind for kind in get_args(log.LogEvent) if kind is not RematchEvent]
EVENT_BEFORE: Any = Annotated[reduce(or_, KINDS_BEFORE), Field(discriminator="type")]
READER_BEFORE: TypeAdapter[log.LogEvent] = TypeAdapter(EVENT_BEFORE)
"""Reader of all events but those of the kind that counts as the newest."""

NEWER_SCHEMA = (
    "ALTER TABLE events ADD COLUMN mood text",
    "ALTER TABLE tables ADD COLUMN mood text NOT NULL DEFAULT ''",
    "ALTER TABLE servers ADD COLUMN mood text NOT NULL DEFAULT ''",
    "CREATE TABLE moods (mood text)",
    "UPDATE alembic_version SET version_num = '9999'",
)
"""Migration that only adds."""


def serve_before(arguments: Sequence[str]) -> int:
    """Run a worker of the version before."""
    with (
        patch.object(heartbeat, "__version__", BEFORE),
        patch.object(log, "_READER", READER_BEFORE),
    ):
        return serve(arguments)


def serve_now(arguments: Sequence[str]) -> int:
    """Run a worker of the version in which rematches are new."""
    with patch.dict(READ_SINCE, {"rematch": __version__}):
        return serve(arguments)


@pytest.fixture
def database(postgres: Server, migrated: str) -> str:
    """Return the name of a new database."""
    return urlsplit(postgres.new_database(migrated)).path[1:]


@pytest.fixture
async def place(database: str, postgres: Server, start: Start) -> AsyncIterator[Place]:
    """Provide a worker of the version before, and one of this version, behind nginx."""
    programs = serve_before, serve_now
    async with opened(start, database, postgres, programs=programs) as place:
        yield place


async def test_versions_play_side_by_side(place: Place) -> None:
    people = await open_tables(place.url, TABLES, Random(31), Person, 2, 0, **SETTINGS)
    divide(place, people)
    await asyncio.gather(*(one.play() for one in people))
    logs = await place.logs()
    tables = defaultdict[str, list[Person]](list)
    for person in people:
        tables[person.table_id].append(person)
    for table_id, there in tables.items():
        check_table(logs[table_id], there)

    old, new = place.workers
    table_id, cookie = people[0].table_id, people[0].cookie
    async with guest(new, table_id, cookie) as anna:
        refused = await anna.ask("rematch")
        assert (refused["code"], refused["message"]) == (
            "older_server",
            f"this waits for the update of all servers to {__version__}: one still has {BEFORE}",
        )
        async with guest(old, table_id) as bo:
            assert bo.events == anna.events
        await old.stop()
        old.program = serve_now
        await old.start()
        # As it happens a minute after the last heartbeat.
        await place.execute(f"DELETE FROM servers WHERE version = '{BEFORE}'")
        async with asyncio.timeout(PATIENCE):
            while (answer := await anna.ask("rematch"))["type"] == "refused":
                assert answer["code"] == "older_server"
                await asyncio.sleep(0.5)
        async with guest(old, table_id) as bo:
            assert bo.events[-1]["type"] == "rematch"
    for worker in place.workers:
        assert not [line for line in worker.log if "Traceback" in line]


def test_the_version_before_does_not_read_the_newest_kind() -> None:
    body = RematchEvent(seq=1, at="2026-11-23T12:00:00.000+00:00", seat=0, table="t").body()
    assert read_event(body).type == "rematch"
    with pytest.raises(ValidationError):
        READER_BEFORE.validate_python(body)


async def test_a_running_server_goes_on_after_a_migration(
    shared_location: DatabaseLocation, postgres: Server
) -> None:
    name = str(shared_location).rpartition("/")[2]
    async with serving(shared_location) as served, seated(served, 2) as (_, guests):
        await begin(guests)
        await asyncio.to_thread(postgres.execute, *NEWER_SCHEMA, database=name)
        await asyncio.gather(*(one.play_match() for one in guests))
        async with seated(served, 2) as (_, others):
            await begin(others)
        assert (await served.http.get("/healthz")).status_code == 200
        with pytest.raises(StorageError) as caught:
            async with serving(shared_location):
                pass
    assert str(caught.value) == (
        f"{shared_location}: was written by a newer version of schwimmen (schema 9999); "
        "update schwimmen or name another database with --database"
    )


@pytest.mark.parametrize(
    ("path", "body", "waits"),
    [
        ("rematch", {"type": "rematch"}, True),
        ("rematch", {"type": "action"}, False),
        ("created.settings.mood", {"type": "created", "settings": {"mood": "good"}}, True),
        ("created.settings.mood", {"type": "created", "settings": {}}, False),
        ("created.settings.mood", {"type": "created"}, False),
        ("started.seats.mood", {"type": "started", "seats": [{}, {"mood": "good"}]}, True),
        ("started.seats.mood", {"type": "started", "seats": [{}]}, False),
        ("away.reason.asleep", {"type": "away", "reason": "asleep"}, True),
        ("away.reason.asleep", {"type": "away", "reason": "host"}, False),
    ],
)
def test_new_parts_of_events_wait_for_all_servers(
    path: str, body: dict[str, Any], waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READ_SINCE, path, "0.10.0")
    event = NewEvent("t", 1, None, body)
    for versions in ((), ("0.10.0",), ("0.10.1", "1.0")):
        require_readers([event], versions)
    for versions in (("",), ("0.9.2",), ("0.10.0", "0.9.2")):
        if waits:
            with pytest.raises(OlderServer):
                require_readers([event], versions)
        else:
            require_readers([event], versions)
