"""Which of several servers runs the bots and clocks of a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from itertools import count

import pytest

from schwimmen.server.live import table
from schwimmen.server.live.ownership import Ownership
from schwimmen.server.live.table import LiveTable
from schwimmen.server.storage import (
    DatabaseClock,
    DatabaseLocation,
    Lease,
    LeaseQueries,
    StorageError,
    heartbeat,
)
from schwimmen.tables import Play, Refusal
from tests import postgres as postgres_server
from tests.processes import PATIENCE

from ..conftest import AN_HOUR, RunningServer, serving
from ..guests import Guest, begin, guest, share

pytestmark = pytest.mark.anyio


def table_at(server: RunningServer, table_id: str) -> LiveTable:
    """Return a table in the memory of a server."""
    live = server.services.hub.find(table_id)
    assert live is not None
    return live


async def until_owned(server: RunningServer, table_id: str) -> None:
    """Wait until a server owns a table."""
    async with asyncio.timeout(PATIENCE):
        while not table_at(server, table_id).owned:
            await asyncio.sleep(0.01)


async def looks(server: RunningServer) -> None:
    """Let a server look for tables."""
    leases = LeaseQueries(server.services.database)
    clock = DatabaseClock(server.services.database)
    await Ownership(server.services.hub, leases, clock).look()


@asynccontextmanager
async def evening(here: RunningServer) -> AsyncIterator[tuple[str, Guest]]:
    """Provide a table for two people and a bot, and its host."""
    table_id, cookie = await share(here, seats=3, bots="greedy")
    async with guest(here, table_id, cookie) as anna:
        yield table_id, anna


async def test_the_server_at_which_somebody_arrives_last_owns_the_table(
    shared_location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "GRACE_S", 0.0)
    async with (
        serving(shared_location, AN_HOUR) as here,
        serving(shared_location, AN_HOUR) as there,
        evening(here) as (table_id, anna),
    ):
        assert table_at(here, table_id).owned
        async with guest(there, table_id):
            assert table_at(here, table_id).owned  # who only watches needs no bots
        async with guest(there, table_id, anna.cookie):
            await until_owned(there, table_id)
            for _ in range(3):  # people at both are no reason to take it back
                await looks(here)
                assert table_at(there, table_id).owned
                assert not table_at(here, table_id).owned
        await until_owned(here, table_id)  # once the other server does not need it


async def test_a_server_that_stops_leaves_its_tables_to_another(
    shared_location: DatabaseLocation,
) -> None:
    async with serving(shared_location) as there:
        async with serving(shared_location) as here, evening(here) as (table_id, anna):
            await begin([anna])
            await anna.my_turn()
            played = len(anna.events)
        async with guest(there, table_id, anna.cookie) as again:
            await until_owned(there, table_id)
            while len(again.events) == played:
                await again.my_turn()
                await again.play()


async def test_a_lease_that_its_server_does_not_know_of_is_released(
    shared_location: DatabaseLocation,
) -> None:
    async with serving(shared_location) as here, serving(shared_location) as there:
        table_id, cookie = await share(there, seats=3, bots="greedy")
        # The answer was lost, or those who asked had gone.
        assert await LeaseQueries(here.services.database).take([table_id])
        async with guest(there, table_id, cookie):
            await until_owned(there, table_id)


async def test_a_table_is_asked_for_although_the_first_attempt_failed(
    shared_location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, calls = LeaseQueries.take, count()

    async def fails(leases: LeaseQueries, table_ids: Collection[str]) -> list[Lease]:
        if next(calls) == 1:  # after the client's overdue events, in its welcome
            raise StorageError("db: cannot be written: gone")
        return await take(leases, table_ids)

    async with (
        serving(shared_location, AN_HOUR) as here,
        serving(shared_location, AN_HOUR) as there,
        evening(here) as (table_id, anna),
    ):
        monkeypatch.setattr(LeaseQueries, "take", fails)
        async with guest(there, table_id, anna.cookie):
            await until_owned(there, table_id)
    assert next(calls) > 2


async def test_a_server_does_not_act_on_what_it_has_lost(
    shared_location: DatabaseLocation,
    postgres: postgres_server.Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_S", 3600.0)  # the test sets what is left of them
    name = str(shared_location).rpartition("/")[2]
    async with (
        serving(shared_location, AN_HOUR) as here,
        serving(shared_location, AN_HOUR) as there,
        evening(here) as (table_id, anna),
    ):
        await begin([anna])
        while anna.view["legal_actions"]:
            await anna.play()
        stalled, lease = table_at(here, table_id), table_at(here, table_id).lease
        await asyncio.to_thread(
            postgres.execute,
            "UPDATE servers SET beat = '2000', steady_since = '2000'",
            f"UPDATE servers SET beat = '9999' WHERE name = '{there.services.database.server}'",
            database=name,
        )
        async with guest(there, table_id, anna.cookie):
            await until_owned(there, table_id)
            stalled.lease = lease  # asked for, it has given it up; a stopped one would not
            length = await there.services.database.log_length(table_id)
            seat, view = stalled.table.to_act, stalled.table.view(stalled.table.to_act)
            assert seat is not None
            assert view is not None
            with pytest.raises(Refusal, match="another server runs this table"):
                await stalled.execute(Play(seat, view.legal_actions[0], bot=True), automatic=True)
            assert await there.services.database.log_length(table_id) == length
            assert stalled.lease is None


async def test_every_bot_acts_once(shared_location: DatabaseLocation) -> None:
    async with (
        serving(shared_location) as here,
        serving(shared_location) as there,
        evening(here) as (table_id, anna),
        guest(there, table_id) as bo,
    ):
        assert (await bo.ask("join", name="Bo"))["type"] == "accepted"
        await anna.sees("joined")
        await begin([anna, bo])
        await asyncio.gather(anna.play_match(), bo.play_match())
        while len(anna.events) < len(bo.events):
            await anna.receive()
        while len(bo.events) < len(anna.events):
            await bo.receive()
        assert anna.events == bo.events
        assert [event["seq"] for event in bo.events] == list(range(1, len(bo.events) + 1))


async def test_a_lease_that_another_server_has_taken_is_forgotten(
    shared_location: DatabaseLocation,
) -> None:
    async with serving(shared_location, AN_HOUR) as here, evening(here) as (table_id, _):
        lease = table_at(here, table_id).lease
        assert lease is not None
        await LeaseQueries(here.services.database).give(lease, "another")
        while table_at(here, table_id).owned:
            await looks(here)
