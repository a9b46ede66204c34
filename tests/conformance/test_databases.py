"""Migrate databases of every schema, serve from them, play on and forget players."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from schwimmen.server.storage import schema
from schwimmen.server.storage.schema import known_revisions
from tests.effort import draw, sample
from tests.server.conftest import RunningServer, serving
from tests.server.guests import guest

from .databases import DATABASES, answers_of, header_of, load
from .states import differences

pytestmark = pytest.mark.anyio

FILES: Final = sorted(DATABASES.glob("*.sql"))
ASKED_BY_ALL: Final = sample(FILES, least=2)
"""Databases from which every player gets answers; from the others one does in the sample."""


def schema_of(place: Path) -> str:
    """Return the schema of a database."""
    with closing(sqlite3.connect(place)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(revision)


@pytest.mark.parametrize("sql", FILES, ids=lambda sql: sql.stem)
async def test_a_server_goes_on_with_a_kept_database(sql: Path, tmp_path: Path) -> None:
    place = tmp_path / "schwimmen.db"
    load(sql.read_text("utf-8"), place)
    kept: dict[str, Any] = json.loads(sql.with_suffix(".json").read_text("utf-8"))
    cookies: dict[str, str] = kept["headers"]
    players = [*cookies] if sql in ASKED_BY_ALL else draw([*cookies], sql.stem)
    headers = {player: cookies[player] for player in players}
    async with serving(place) as served:
        assert schema_of(place) == schema.HEAD
        expected = {player: kept["answers"][player] for player in headers}
        found = differences(expected, await answers_of(served, headers), ())
        assert not found, "\n".join(found)
        for header in headers.values():
            await check_curves(served, header)
        await play_on(served, cookies["id-0"], rounds=2)
        for player, header in headers.items():
            await forget(served, player, header)


async def check_curves(served: RunningServer, header: str) -> None:
    """Check that a player's rating curves lead to the ratings, wherever they come from."""
    async with httpx.AsyncClient(base_url=served.url, headers=header_of(header)) as http:
        ratings = (await http.get("/api/me")).json()["ratings"]
        curves = (await http.get("/api/me/profile")).json()["curves"]
    ends = {curve["variant"]: curve["points"][-1] for curve in curves}
    assert {one["variant"]: (one["matches"], one["rating"]) for one in ratings} == {
        variant: (end["matches"], end["rating"]) for variant, end in ends.items()
    }


async def play_on(served: RunningServer, header: str, rounds: int) -> None:
    """Play a running match to its end and find it in the statistics."""
    async with guest(served, "alone-running", header) as client:
        assert client.view["number"] == rounds
        assert client.view["legal_actions"]
        await client.play_match()
        assert client.view["over"]
    async with httpx.AsyncClient(base_url=served.url, headers=header_of(header)) as http:
        record = (await http.get("/api/tables/alone-running/record")).json()
        assert len(record["rounds"]) == client.view["number"]
        text = (await http.get("/api/statistics.csv")).text
        (line,) = (line for line in text.splitlines() if line.startswith("alone-running"))
        assert ",true," in line


async def forget(served: RunningServer, player: str, header: str) -> None:
    """Forget a player whose tables an earlier version wrote."""
    async with httpx.AsyncClient(base_url=served.url, headers=header_of(header)) as http:
        tables = len((await http.get("/api/tables")).json())
        forgotten = (await http.delete("/api/me")).json()
        assert forgotten["removed"] + forgotten["left"] >= tables
    assert not await served.services.database.tables_mentioning(player)


def test_every_schema_has_a_database(tmp_path: Path) -> None:
    found = set()
    for sql in FILES:
        place = tmp_path / sql.stem
        load(sql.read_text("utf-8"), place)
        found.add(schema_of(place))
    assert found == known_revisions()
