"""Crash recovery: a server that is killed repeatedly during matches loses nothing."""

from __future__ import annotations

import asyncio
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import pytest

from schwimmen.records import load
from schwimmen.server.storage import DatabaseLocation, PostgresLocation
from tests.effort import count
from tests.processes import Start

from .persistent_players import Player, check, open_tables

pytestmark = pytest.mark.anyio

KILLS = count(50, 5)
TABLES = count(20, 6)
LIVES = count(6, 2)


class Address:
    """Address of the server, in whichever process it runs."""

    def __init__(self) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"


async def answering(url: str) -> None:
    """Wait until the server answers."""
    async with httpx.AsyncClient(base_url=url) as http:
        while True:
            try:
                if (await http.get("/healthz")).status_code == 200:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.02)


def count_accepted(players: list[Player]) -> int:
    """Return the number of accepted commands."""
    return sum(len(player.acknowledged) for player in players)


async def test_kills_lose_and_duplicate_nothing(location: DatabaseLocation, start: Start) -> None:
    data = location.url if isinstance(location, PostgresLocation) else str(location)
    chance, address = Random(6), Address()
    serve = ("play", "--no-browser", "--port", str(address.port), "--pace", "0")
    players: list[Player] = []
    process, errors = start(data, command=serve), ""
    async with asyncio.TaskGroup() as group:
        playing: list[asyncio.Task[None]] = []
        for _ in range(KILLS):
            await answering(address.url)
            if all(task.done() for task in playing):  # new players take over
                seated = await open_tables(Player, address.url, TABLES, chance, LIVES)
                playing = [group.create_task(player.play()) for player in seated]
                players += seated
            # Kill a few commands later, while players wait for answers.
            enough = count_accepted(players) + chance.randrange(TABLES)
            while count_accepted(players) < enough and not all(task.done() for task in playing):
                await asyncio.sleep(chance.uniform(0, 0.01))
            errors += (await asyncio.to_thread(process.end, signal.SIGKILL))[1]
            process = start(data, command=serve)
    await answering(address.url)
    async with httpx.AsyncClient(base_url=address.url) as http:
        for table_id in {player.table_id for player in players}:
            record = await http.get(f"/api/tables/{table_id}/record")
            check([one for one in players if one.table_id == table_id], load(record.text))
    errors += process.end(signal.SIGKILL)[1]
    assert "Traceback" not in errors
    if isinstance(location, Path):
        with closing(sqlite3.connect(location)) as kept:
            assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
