"""A server that is killed again and again while people play, and all that must come through."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import pytest

from schwimmen.records import load
from schwimmen.server.storage import Place, Postgres

from .forked import Forge, forge
from .persistent import check, open_tables

pytestmark = pytest.mark.anyio

KILLS = 50
TABLES = 20


class Address:
    """Where the server is, whichever process it is just now."""

    def __init__(self) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"


async def answering(url: str) -> None:
    """Waits until the server answers."""
    async with httpx.AsyncClient(base_url=url) as http:
        while True:
            try:
                if (await http.get("/healthz")).status_code == 200:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.02)


async def kill_again_and_again(
    smith: Forge, address: Address, arguments: list[str], chance: Random
) -> None:
    """Lets servers live for a moment each, and the last live on."""
    for _ in range(KILLS):
        await answering(address.url)
        await asyncio.sleep(chance.uniform(0, 0.4))
        await asyncio.to_thread(smith.kill)
        smith.start(*arguments)


async def test_nothing_is_lost_or_doubled_by_fifty_kills(place: Place, tmp_path: Path) -> None:
    data = place.url if isinstance(place, Postgres) else str(place)
    chance, address = Random(6), Address()
    serve = ["play", "--no-browser", "--port", str(address.port), "--pace", "0"]
    arguments = [*serve, "--database", data]
    with forge(tmp_path) as smith:
        smith.start(*arguments)
        await answering(address.url)
        players = await open_tables(address.url, TABLES, chance)
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in players]
            await kill_again_and_again(smith, address, arguments, chance)
            assert not all(task.done() for task in playing), "all was over before the last kill"
        await answering(address.url)
        async with httpx.AsyncClient(base_url=address.url) as http:
            for table_id in {player.table_id for player in players}:
                record = await http.get(f"/api/tables/{table_id}/record")
                check([one for one in players if one.table_id == table_id], load(record.text))
        assert "Traceback" not in smith.said
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as kept:
            assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
