"""People connected to each of the servers that share a database."""

from __future__ import annotations

import asyncio

import pytest

from schwimmen.server.storage import PresenceRow, WriteBatch
from schwimmen.server.storage.heartbeat import Heartbeat
from schwimmen.server.storage.leases import FORGOTTEN_S
from schwimmen.server.storage.presence import ABSENT_S

from .test_leases import TABLE, Servers, servers

__all__ = ["servers"]

pytestmark = pytest.mark.anyio


def at(table_id: str, server: str, *seats: int, spectators: int = 0) -> PresenceRow:
    """Return a row without a chosen pace."""
    return PresenceRow(table_id, server, [*seats], spectators, None)


async def test_every_server_reads_who_is_connected_to_the_others(servers: Servers) -> None:
    for server in (servers.one, servers.two):
        await servers.beat(server, ago=-3600)  # alive however long this takes
    one, two = servers.one.presence, servers.two.presence
    names = servers.one.server, servers.two.server
    await one.store([at("t", names[0], 0, 2), at("u", names[0], spectators=1)])
    await two.store([PresenceRow("t", names[1], [1], 4, "quick"), at("v", names[1])])
    found = await two.at_tables(["t", "u", "v", "other"])
    assert found.keys() == {"t", "u"}
    assert sorted(found["t"]) == sorted(
        [at("t", names[0], 0, 2), PresenceRow("t", names[1], [1], 4, "quick")]
    )
    assert await one.at_table("u") == [at("u", names[0], spectators=1)]
    await one.store([at("t", names[0], 2), at("u", names[0])])
    found = await two.at_tables(["t", "u"])
    assert found.keys() == {"t"}
    assert at("t", names[0], 2) in found["t"]


async def test_people_at_a_dead_server_are_gone(servers: Servers) -> None:
    one = servers.one.presence
    await one.store([at("t", servers.one.server, 0)])
    await servers.beat(servers.one, ago=ABSENT_S - 3600)
    assert await servers.two.presence.at_table("t")
    await servers.beat(servers.one, ago=ABSENT_S + 1)
    assert not await servers.two.presence.at_table("t")


async def test_rows_of_forgotten_servers_and_tables_are_deleted(servers: Servers) -> None:
    await servers.two.write(WriteBatch(tables=[TABLE]))
    await servers.beat(servers.one, ago=FORGOTTEN_S + 30)
    await servers.one.presence.store([at("u", servers.one.server, 0)])
    two = servers.two.server
    await servers.two.presence.store([at("t", two, 0), at("v", two, 0)])
    await Heartbeat(servers.two).beat()
    await servers.two.write(WriteBatch(deleted_tables=["t"]))
    left = await asyncio.to_thread(
        servers.postgres.execute, "SELECT table_id FROM presence", database=servers.name
    )
    assert [table_id for (table_id,) in left] == ["v"]
