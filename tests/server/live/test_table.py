"""Clocks of a table in memory while servers come and go."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from schwimmen.server.limits.allowance import Limits
from schwimmen.server.live.hub import Hub
from schwimmen.server.runtime.clock import ServerClock, iso_time
from schwimmen.server.storage import Database

from ..conftest import serving
from ..guests import begin, seated

pytestmark = pytest.mark.anyio

DAY = 24 * 3600


async def test_only_downtime_is_not_charged(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, clock={"move": DAY, "reserve": 0}) as (table_id, guests),
    ):
        await begin(guests)
        async with served.services.hub.using(table_id) as live:
            begun, due = live.table.log[-1].at, live.table.due
        rules_loader = served.services.rules_loader
    assert due is not None

    def later(time: str, hours: int = 0, seconds: int = 0) -> str:
        moved = timedelta(hours=hours, seconds=seconds)
        return iso_time(datetime.fromisoformat(time) + moved)

    database = await Database.open(tmp_path / "db")
    day = [0]

    def wall() -> str:
        return later(begun, seconds=day[0])

    for hours, lost in ((0, 5), (12, 10)):  # two downtimes of five seconds
        day[0] = hours * 3600 + 5
        watch = ServerClock(wall, later(begun, hours), steady=lambda: day[0])
        hub = Hub(database, rules_loader, 0, Random(7), Limits(), watch)
        day[0] = (hours + 11) * 3600  # with no client for hours
        async with hub.using(table_id) as live:
            assert live.table.due == later(due, seconds=lost)
        await hub.close()
    await database.close()
