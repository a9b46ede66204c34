"""The server while another process builds the engine: the page is there, tables wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from schwimmen.engine.library import EngineMissing
from schwimmen.engine.preparation import Preparation
from schwimmen.server.live.connection import TRY_AGAIN_LATER
from schwimmen.server.runtime import rules_loader
from schwimmen.server.runtime.clock import utc_now
from schwimmen.server.runtime.rules_loader import EngineBuild, RulesLoader

from .conftest import RunningServer, loaded, serving
from .fake_build import NO_COMPILER, NOT_BUILT, FakeBuild

pytestmark = pytest.mark.anyio


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> FakeBuild:
    """Return a build in progress, whose end is noticed at once."""
    monkeypatch.setattr(rules_loader, "POLL_S", 0.01)
    return FakeBuild()


@asynccontextmanager
async def preparing(database: Path, build: FakeBuild) -> AsyncIterator[RunningServer]:
    """Run a server whose engine is being built."""
    async with serving(database, engine=build.engine()) as served:
        yield served


ASKED = {"preset": "pagat", "options": {}, "name": "Anna", "opponents": [{"level": "greedy"}]}


async def test_all_that_needs_no_rules_is_there(tmp_path: Path, build: FakeBuild) -> None:
    async with preparing(tmp_path / "db", build) as served:
        for path in (
            "/api/setup",
            "/api/tables",
            "/api/lobby",
            "/api/me",
            "/api/daily",
            "/metrics",
        ):
            assert (await served.http.get(path)).status_code == 200, path
        rules = {"preset": "pagat", "options": {"lives": 5}}
        assert (await served.http.post("/api/rules", json=rules)).status_code == 200
        health = await served.http.get("/healthz")
    assert health.status_code == 200
    assert health.json() == {
        "status": "ok",
        "kernel": "preparing",
        "database": "ok",
        "reason": None,
    }


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/tables", ASKED),
        ("POST", "/api/tables/shared", {"preset": "pagat", "settings": {"seats": 3}, "name": "A"}),
        ("POST", "/api/lobby/quick", {"preset": "pagat", "players": 3, "name": "Anna"}),
        ("GET", "/api/tables/{id}", None),
        ("GET", "/api/tables/{id}/record", None),
        ("GET", "/api/tables/{id}/replay", None),
        ("GET", "/api/tables/{id}/story", None),
        ("GET", "/api/tables/{id}/review", None),
        ("GET", "/api/statistics", None),
        ("DELETE", "/api/me", None),
    ],
)
async def test_all_that_needs_the_rules_says_when_to_try_again(
    tmp_path: Path, build: FakeBuild, method: str, path: str, body: object
) -> None:
    async with serving(tmp_path / "db") as before:
        table_id = await before.open_table()
        async with before.seat(table_id) as anna:
            assert await anna.my_turn()
            await anna.play()
        cookies = before.http.cookies
    async with preparing(tmp_path / "db", build) as served:
        served.http.cookies = cookies
        answer = await served.http.request(method, path.format(id=table_id), json=body)
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "40"
        error = answer.json()["error"]
        assert (error["code"], error["details"]) == ("engine_preparing", {"seconds": 40})
        build.fail()
        answer = await served.http.request(method, path.format(id=table_id), json=body)
        assert answer.status_code == 503
        assert "retry-after" not in answer.headers
        error = answer.json()["error"]
        assert (error["code"], error["details"]) == ("engine_failed", {"reason": NO_COMPILER})


async def test_tables_go_on_when_the_engine_is_there(tmp_path: Path, build: FakeBuild) -> None:
    async with serving(tmp_path / "db") as before:
        table_id = await before.open_table()
        cookies = before.http.cookies
    async with preparing(tmp_path / "db", build) as served:
        served.http.cookies = cookies
        async with served.socket(table_id) as anna:
            refused = await anna.hello()
            assert (refused["code"], refused["details"]) == ("engine_preparing", {"seconds": 40})
            with pytest.raises(ConnectionClosed) as closed:
                await anna.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == TRY_AGAIN_LATER
        assert not served.services.hub.live
        build.finish()
        await served.services.rules_loader.loaded()
        assert (await served.http.get("/healthz")).json()["kernel"] == "ready"
        async with served.seat(table_id) as anna:
            assert await anna.my_turn()
            assert (await anna.play())["type"] == "accepted"


async def test_a_failed_build_is_reported_and_can_be_mended(
    tmp_path: Path, build: FakeBuild
) -> None:
    build.fail()
    async with preparing(tmp_path / "db", build) as served:
        health = await served.http.get("/healthz")
        assert health.status_code == 503
        assert health.json() == {
            "status": "failing",
            "kernel": "failed",
            "database": "ok",
            "reason": NO_COMPILER,
        }
        build.preparation = None
        assert (await served.http.get("/healthz")).json()["reason"] == NOT_BUILT
        build.finish()
        await served.services.rules_loader.loaded()
        assert (await served.http.get("/healthz")).json()["kernel"] == "ready"
        await served.open_table()


async def test_a_call_of_a_missing_function_is_no_fault_of_the_request(
    tmp_path: Path, build: FakeBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise EngineMissing("the engine is missing")

    async with preparing(tmp_path / "db", build) as served:
        monkeypatch.setattr(served.services.lobby, "list_tables", missing)
        answer = await served.http.get("/api/lobby")
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "engine_preparing"
        build.finish()
        await served.services.rules_loader.loaded()
        answer = await served.http.get("/api/lobby")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


async def test_the_time_of_the_build_is_charged_to_no_one(tmp_path: Path, build: FakeBuild) -> None:
    async with preparing(tmp_path / "db", build) as served:
        clock = served.services.hub.server_clock
        started = clock.uptime
        while utc_now() == started.since:
            await asyncio.sleep(0)
        build.finish()
        await served.services.rules_loader.loaded()
        assert clock.uptime.since > started.since
        assert clock.uptime.last_alive_at == started.last_alive_at


async def test_each_change_is_reported_once(build: FakeBuild) -> None:
    lines: list[str] = []
    news = asyncio.Event()
    loop = asyncio.get_running_loop()

    def report(line: str) -> None:
        lines.append(line)
        loop.call_soon_threadsafe(news.set)

    async def next_line() -> str:
        await news.wait()
        news.clear()
        return lines.pop()

    loader = RulesLoader(loaded, build.engine())
    loader.start(report)
    assert await next_line() == "engine: building (online tables and reviews wait about 40 s) ..."
    build.preparation = Preparation(39, None)
    build.fail()
    assert await next_line() == f"engine: failed: {NO_COMPILER}"
    build.finish()
    assert await next_line() == "engine: ready"
    await loader.loaded()
    assert lines == []


async def test_nothing_is_reported_if_the_engine_is_there() -> None:
    lines: list[str] = []
    loader = RulesLoader(loaded, EngineBuild(lambda: True, lambda: None))
    loader.start(lines.append)
    await loader.wait()
    assert lines == []
