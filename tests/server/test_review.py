"""Reviews over HTTP: line by line, computed once for all clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from schwimmen.analysis import review
from schwimmen.rules import Match
from schwimmen.server.live import reviews
from schwimmen.server.storage import Database
from schwimmen.tables import Table
from tests.tables.playing import long_match

from .conftest import RunningServer
from .finished_tables import finished_table, store_table
from .test_http import error_of

pytestmark = pytest.mark.anyio

SHORT = finished_table(1, seats=2)
ADDRESS = "/api/tables/short/review"


@pytest.fixture
async def database(served: RunningServer) -> Database:
    """Provide a database with a finished match "short", and one "running"."""
    database = served.services.database
    await served.services.rules_loader.wait()
    running = Table.replay(long_match(3, 40).log[:50])
    for name, one in (("short", SHORT), ("running", running)):
        await store_table(database, name, one)
    return database


def messages(body: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.splitlines()]


@pytest.mark.parametrize("effort", ["graph", "decisions"])
async def test_a_review_is_that_of_the_match(
    served: RunningServer, database: Database, effort: str
) -> None:
    assert SHORT.finished_match is not None
    expected = json.loads(json.dumps(review(SHORT.finished_match, effort).to_dict()))
    for _ in range(2):  # the second one is cached
        answer = await served.http.get(ADDRESS, params={"effort": effort})
        started, *moments, done = messages(answer.text)
        assert started == {"type": "started", "moments": len(expected["moments"])}
        assert [one["moment"] for one in moments] == expected["moments"]
        assert done["type"] == "done"
        assert done["review"] | {"moments": expected["moments"]} == expected


async def test_a_review_is_computed_once_for_all(
    served: RunningServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Match] = []
    plain = reviews._messages

    def counted(match: Match, effort: reviews.Effort) -> Iterator[bytes]:
        made.append(match)
        return plain(match, effort)

    monkeypatch.setattr(reviews, "_messages", counted)
    async with httpx.AsyncClient(base_url=served.url) as stranger:
        both = await asyncio.gather(*(one.get(ADDRESS) for one in (served.http, stranger)))
    assert both[0].text == both[1].text
    assert len(made) == 1


async def test_a_review_without_readers_stops(served: RunningServer, database: Database) -> None:
    async with served.http.stream("GET", ADDRESS) as answer:
        async for line in answer.aiter_lines():
            assert json.loads(line)["type"] == "started"
            break
    while served.services.reviews.running:
        await asyncio.sleep(0.01)
    again = await served.http.get(ADDRESS)
    assert messages(again.text)[-1]["type"] == "done"


async def test_only_finished_matches_are_reviewed(
    served: RunningServer, database: Database
) -> None:
    running = await served.http.get("/api/tables/running/review")
    assert (running.status_code, error_of(running)["code"]) == (422, "not_over")
    unknown = await served.http.get("/api/tables/nothing/review")
    assert unknown.status_code == 404
    effort = await served.http.get(ADDRESS, params={"effort": "huge"})
    assert effort.status_code == 422
