"""The example bot of the documentation plays a whole match."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import Process
from pathlib import Path

import pytest

from schwimmen.server.live.connection import SERVICE_RESTART

from .processes import PATIENCE
from .server.conftest import RunningServer, serving
from .server.guests import begin, guest, share

pytestmark = pytest.mark.anyio

EXAMPLE = Path(__file__).parent.parent / "docs" / "example_bot.py"


@pytest.fixture
def anyio_backend() -> str:
    """Backend that runs the tests that are coroutines."""
    return "asyncio"


async def example(served: RunningServer, table_id: str) -> Process:
    """Start the example at a table, with a token of its own."""
    answer = await served.http.post("/api/bots", json={"name": "Greedy"})
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(EXAMPLE), served.url, table_id),
        env=os.environ | {"BOT_TOKEN": answer.json()["token"]},
        stderr=asyncio.subprocess.PIPE,
    )


async def test_the_example_bot_plays_a_match_among_bots_and_people(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        table_id, cookie = await share(served, options={"lives": 1}, seats=3, bots="greedy")
        async with guest(served, table_id, cookie) as host:
            running = await example(served, table_id)
            while len(host.table["seats"]) < 2:
                await host.until("events")
            await begin([host])
            await host.play_match()
            _, said = await asyncio.wait_for(running.communicate(), PATIENCE)
        assert (running.returncode, said) == (0, b"")
        (program,) = (seat for seat in host.table["seats"] if seat["program"])
        assert (program["seat"], program["name"]) == (1, "Greedy")
        record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
        assert [one["seat"] for one in record["fairness"]["attempts"][-1]["players"]] == [0, 1]


async def test_the_example_bot_comes_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        table_id, cookie = await share(served, options={"lives": 1}, seats=2)
        async with guest(served, table_id, cookie) as host:
            running = await example(served, table_id)
            while len(host.table["seats"]) < 2:
                await host.until("events")
            await begin([host])
            live = served.services.hub.find(table_id)
            assert live is not None
            live.audience.disconnect(SERVICE_RESTART, seats=[1])
            await host.play_match()
            _, said = await asyncio.wait_for(running.communicate(), PATIENCE)
    assert (running.returncode, said) == (0, b"")


async def test_the_example_bot_says_why_it_cannot(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        running = await example(served, "none")
        _, said = await asyncio.wait_for(running.communicate(), PATIENCE)
        assert (running.returncode, said) == (1, b"there is no such table\n")
