"""Services of a server, opened with their background work."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import SystemRandom
from typing import Final
from zoneinfo import ZoneInfo

from schwimmen.tables import Chance

from ..http.engine_data_folder import EngineDataFolder
from ..http.services import Services
from ..limits.allowance import Limits
from ..live.hub import Hub
from ..live.lobby import Lobby
from ..live.other_servers import OtherServers
from ..live.outages import Outages
from ..live.ownership import Ownership
from ..live.replays import Replays
from ..live.reviews import Reviews
from ..people.daily import DailyDeals
from ..people.device_matches import DeviceMatches
from ..people.device_sessions import Cookies, DeviceSessions
from ..people.friends import Friends
from ..people.invitations import Invitations
from ..people.match_history import MatchHistories
from ..people.profiles import GuestProfiles
from ..people.ratings import Ratings
from ..runtime.clock import ServerClock, add_seconds, utc_now
from ..runtime.host_bots import HostBots
from ..runtime.metrics import DISK_FREE, LOCAL_ONLY, MetricsAccess, free_bytes
from ..runtime.rules_loader import EngineBuild, RulesLoader, RulesLoadError, load_rules
from ..storage import (
    VALID_S,
    Database,
    DatabaseClock,
    DatabaseLocation,
    LeaseQueries,
    PostgresLocation,
    StorageError,
)
from ..storage.heartbeat import Heartbeat
from .maintenance import OverdueTables

TIME_ZONE: Final = "Europe/Berlin"
"""Time zone of the deal of the day by default."""


@asynccontextmanager
async def open_services(
    location: DatabaseLocation,
    pace: float,
    load: Callable[[], None] = load_rules,
    chance: Chance | None = None,
    secure: bool = False,
    metrics_access: MetricsAccess = LOCAL_ONLY,
    limits: Limits | None = None,
    time_zone: str = TIME_ZONE,
    engine: EngineBuild | None = None,
    hold: bool = False,
    base_path: str = "",
    host_bots: HostBots | None = None,
) -> AsyncIterator[Services]:
    """Provide the services of a server, before its rules are loaded.

    ``chance``: source of random numbers (default: the system's). ``secure``: send cookies over TLS
    only. ``time_zone``: zone whose date is that of the deal of the day. ``engine``: state of the
    engine (default: the real one). ``hold``: hold the database, as ``Database.open`` describes.
    ``base_path``: path of the server's cookies. ``host_bots``: bots that the host has declared.
    Raises ``StorageError`` if the database cannot be used.
    """
    database = await Database.open(location, hold)
    DISK_FREE.set_function(
        lambda: math.nan if isinstance(location, PostgresLocation) else free_bytes(location.parent)
    )
    try:
        rules_loader = RulesLoader(load, engine)
        sharing = (
            await _share(database, location) if isinstance(location, PostgresLocation) else None
        )
        wall = utc_now if sharing is None else sharing.clock.now
        heartbeat = Heartbeat(database, wall)
        last_alive_at = await heartbeat.last_alive()
        if sharing is not None and last_alive_at >= add_seconds(wall(), -VALID_S):
            # Other servers run the tables all the time.
            server_clock = ServerClock(wall, add_seconds(wall(), VALID_S))
        else:
            server_clock = ServerClock(wall, last_alive_at)
            rules_loader.on_engine = server_clock.restart
        ratings = Ratings(database, rules_loader)
        replays = Replays(database, rules_loader)
        limits = limits or Limits(local=metrics_access.local)
        hub = Hub(
            database,
            rules_loader,
            pace,
            chance or SystemRandom(),
            limits,
            server_clock,
            ratings.match_over,
            host_bots,
            None if sharing is None else sharing.leases,
        )
        reviews = Reviews(database, rules_loader, hub.bot_scheduler)
        device_sessions = DeviceSessions(database)
        engine_data = EngineDataFolder()
        lobby = Lobby(hub, database, limits.allowed, wall)
        overdue = OverdueTables(hub, database, heartbeat)
        match_histories = MatchHistories(database, rules_loader)
        await match_histories.prepare()
        tasks = [
            asyncio.create_task(_run_loaded(rules_loader, overdue.run), name="overdue tables"),
            asyncio.create_task(ratings.run(), name="ratings"),
            asyncio.create_task(match_histories.run(), name="matches"),
            asyncio.create_task(device_sessions.run(), name="device sessions"),
            asyncio.create_task(lobby.run(), name="lobby"),
            asyncio.create_task(Outages(hub, database, heartbeat).run(), name="outages"),
        ]
        if sharing is not None:
            await heartbeat.look_at_others()
            others = OtherServers(hub, database, sharing.location)
            ownership = Ownership(hub, sharing.leases, sharing.clock)
            tasks += [
                asyncio.create_task(heartbeat.run(), name="heartbeat"),
                asyncio.create_task(others.run(), name="other servers"),
                asyncio.create_task(ownership.run(), name="ownership"),
            ]
        try:
            cookies = Cookies(database.secret, secure, base_path)
            daily = DailyDeals(database, hub, ZoneInfo(time_zone))
            yield Services(
                hub,
                lobby,
                rules_loader,
                cookies,
                match_histories,
                database,
                metrics_access,
                limits,
                GuestProfiles(database, cookies, device_sessions, match_histories),
                ratings,
                replays,
                reviews,
                device_sessions,
                heartbeat,
                daily,
                Friends(database, limits),
                Invitations(database, hub, daily.date),
                engine_data,
                DeviceMatches(database, rules_loader, limits),
            )
        finally:
            engine_data.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await replays.close()
            await reviews.close()
            await hub.close()
            if sharing is not None:
                with contextlib.suppress(StorageError):  # they end with this server's heartbeats
                    await sharing.leases.release_all()
                    await database.presence.clear()
    finally:
        await database.close()


@dataclass(frozen=True, slots=True)
class _Sharing:
    """Means of a server to share a database with others."""

    location: PostgresLocation
    leases: LeaseQueries
    clock: DatabaseClock


async def _share(database: Database, location: DatabaseLocation) -> _Sharing | None:
    """Return the means to share a database, ``None`` for one that serves a single server."""
    if not isinstance(location, PostgresLocation):
        return None
    clock = DatabaseClock(database)
    await clock.compare()
    return _Sharing(location, LeaseQueries(database), clock)


async def _run_loaded(rules_loader: RulesLoader, run: Callable[[], Awaitable[None]]) -> None:
    """Run once the rules are loaded; without rules there is nothing to do."""
    with contextlib.suppress(RulesLoadError):
        await rules_loader.loaded()
        await run()
