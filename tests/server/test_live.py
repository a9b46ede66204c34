"""A table in memory as time goes by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from schwimmen.server.hub import Hub
from schwimmen.server.storage import Database
from schwimmen.server.times import log_time

from .conftest import Serving, serving
from .people import begin, seated

pytestmark = pytest.mark.anyio

DAY = 24 * 3600


async def test_a_table_where_nothing_is_due_is_not_looked_after(served: Serving) -> None:
    hub, database = served.services.hub, served.services.database
    tomorrow = log_time(datetime.now(UTC) + timedelta(days=1))
    for _ in range(100):
        table_id = await served.open_table()
        async with served.seat(table_id) as anna:
            if anna.view["to_act"] != 0:
                continue
            assert table_id in (await database.due(tomorrow))[0]  # a bot might have begun
            await hub.catch_up(table_id)
            assert table_id not in (await database.due(tomorrow))[0]
            return
    pytest.fail("a bot began at every table")


async def test_only_time_without_a_server_is_nobodys(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db") as served,
        seated(served, 2, clock={"move": DAY, "reserve": 0}) as (table_id, guests),
    ):
        await begin(guests)
        async with served.services.hub.using(table_id) as live:
            begun, due = live.table.log[-1].at, live.table.due
        kernel = served.services.kernel
    assert due is not None

    def later(time: str, hours: int = 0, seconds: int = 0) -> str:
        moved = timedelta(hours=hours, seconds=seconds)
        return log_time(datetime.fromisoformat(time) + moved)

    database = await Database.open(tmp_path / "db")
    clock = [""]
    for hours, lost in ((0, 5), (12, 10)):  # twice no server is there for five seconds
        clock[0] = later(begun, hours, 5)
        hub = Hub(database, kernel, 0, Random(7), lambda: clock[0], alive=later(begun, hours))
        clock[0] = later(begun, hours + 11)  # and nobody has looked at the table for hours
        async with hub.using(table_id) as live:
            assert live.table.due == later(due, seconds=lost)
        await hub.close()
    await database.close()
