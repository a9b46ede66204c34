"""Heartbeats of several servers on one database, and the health check."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from schwimmen.server.runtime.clock import iso_time
from schwimmen.server.storage import (
    Database,
    DatabaseLocation,
    ServerBeat,
    StorageError,
    WriteBatch,
)
from schwimmen.server.storage.heartbeat import CHECKED_S, Heartbeat
from schwimmen.server.storage.leases import FORGOTTEN_S

from ..conftest import serving
from ..limits.test_buckets import Clock
from ..runtime.test_metrics import value

pytestmark = pytest.mark.anyio

NOON = datetime.fromisoformat("2026-11-23T12:00:00+00:00")


class WallClock:
    """System clock of one server, set by the test."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> str:
        return iso_time(self.now)


@asynccontextmanager
async def opened(location: DatabaseLocation, hold: bool = False) -> AsyncIterator[Database]:
    """Provide another server's access to a database, as ``Database.open`` does."""
    database = await Database.open(location, hold)
    try:
        yield database
    finally:
        await database.close()


async def test_servers_do_not_conflict(location: DatabaseLocation) -> None:
    async with opened(location) as one, opened(location) as two:
        heartbeats = [Heartbeat(one), Heartbeat(two)]
        for _ in range(20):  # without a conflict
            await asyncio.gather(*(heartbeat.beat() for heartbeat in heartbeats))
        assert (await one.beats()).keys() == {one.server, two.server}


async def test_the_last_heartbeat_of_any_server_counts(tmp_path: Path) -> None:
    wall_clock, location = WallClock(), tmp_path / "db"
    async with opened(location) as database:
        assert await Heartbeat(database, wall_clock).last_alive() == ""
        before = iso_time(NOON - timedelta(days=3))
        await database.write(WriteBatch(beats=[ServerBeat("before", "0.1.0", before)]))
        assert await Heartbeat(database, wall_clock).last_alive() == before
    for minutes in (1, 5, 2):
        wall_clock.now = NOON + timedelta(minutes=minutes)
        async with opened(location) as database:
            await Heartbeat(database, wall_clock).beat()
    wall_clock.now += timedelta(hours=1)
    async with opened(location) as database:
        assert await Heartbeat(database, wall_clock).last_alive() == iso_time(
            NOON + timedelta(minutes=5)
        )


async def test_heartbeats_of_dead_servers_are_deleted(tmp_path: Path) -> None:
    wall_clock = WallClock()
    place = tmp_path / "db"
    async with opened(place) as dead, opened(place) as alive, opened(place) as new:
        await dead.write(WriteBatch(beats=[ServerBeat("before", "0.1.0", wall_clock())]))
        await Heartbeat(dead, wall_clock).beat()
        wall_clock.now += timedelta(seconds=FORGOTTEN_S / 2)
        await Heartbeat(alive, wall_clock).beat()
        wall_clock.now += timedelta(seconds=FORGOTTEN_S / 2 + 1)
        heartbeat = Heartbeat(new, wall_clock)
        assert await heartbeat.last_alive() == iso_time(
            wall_clock.now - timedelta(seconds=FORGOTTEN_S / 2 + 1)
        )
        assert len(await new.beats()) == 3  # until the next heartbeat
        await heartbeat.beat()
        assert (await new.beats()).keys() == {alive.server, new.server}


async def test_concurrent_health_checks_share_one_write(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path / "db") as database:
        heartbeat = Heartbeat(database, clock=clock)
        before = value("schwimmen_writes_total")
        assert await asyncio.gather(*(heartbeat.fault() for _ in range(50))) == [None] * 50
        assert value("schwimmen_writes_total") == before + 1
        clock.now += CHECKED_S
        await heartbeat.fault()
        assert value("schwimmen_writes_total") == before + 2


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("database or disk is full", "its disk is full or broken"),
        ('could not extend file "base/1": No space left on device', "its disk is full or broken"),
        ("attempt to write a readonly database", "it is read-only"),
        ("cannot execute INSERT in a read-only transaction", "it is read-only"),
        ("something else at 10.0.0.7", "see the log"),
    ],
)
async def test_reasons_for_failing_writes(
    said: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: Database, write: WriteBatch) -> None:
        raise StorageError(f"/var/lib/db: cannot be written: {said}")

    async with serving(tmp_path / "db") as served:
        monkeypatch.setattr(Database, "write", fails)
        answer = await served.http.get("/healthz")
        monkeypatch.undo()
    assert answer.status_code == 503
    assert answer.json()["reason"] == f"the database cannot be written: {reason}"


async def test_a_locked_database_is_unhealthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.heartbeat.WRITE_TIMEOUT_S", 0.05)
    async with serving(tmp_path / "db") as served:
        await served.services.rules_loader.wait()
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answer = await served.http.get("/healthz")
        other.execute("ROLLBACK")
        other.close()
    assert (answer.status_code, answer.json()["reason"]) == (
        503,
        "the database has not written for 0.05 seconds",
    )
