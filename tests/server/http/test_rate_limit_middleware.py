"""Rate limits: one address cannot exhaust the server, and a club behind one never reaches them."""

import asyncio
import contextlib
import math
import socket
import threading
from asyncio.transports import Transport
from collections.abc import AsyncIterator, Collection
from pathlib import Path

import httpx
import pytest
from starlette.middleware.gzip import GZipResponder
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from benchmarks.hostile_history import hand_over
from schwimmen.cli import main
from schwimmen.rules import RULES_VERSION
from schwimmen.server.http.compression import COMPRESSED_INLINE, PART_BYTES
from schwimmen.server.http.http_protocol import HttpProtocol
from schwimmen.server.http.rate_limit_middleware import COST, TURN_S
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, MAX_OPTION_VALUES, Limits
from schwimmen.server.limits.buckets import KeyedSemaphore, Rate
from schwimmen.server.live.connection import TRY_AGAIN_LATER
from schwimmen.server.operation.startup import ServerSettings
from schwimmen.server.runtime.clock import utc_now
from schwimmen.server.storage import PeopleQueries
from schwimmen.tables import RECORD_EVENT
from tests.processes import PATIENCE

from ..conftest import TEST_ALLOWANCE, TWO_BOTS, Client, RunningServer, serving, websocket
from ..guests import NAMES, begin, guest, share
from ..limits.test_buckets import Clock
from ..test_http import error_of

pytestmark = pytest.mark.anyio

NEW_TABLE = {"preset": "pagat", "name": "Anna", "opponents": TWO_BOTS}
HERE = {"x-forwarded-for": "192.0.2.1"}
ELSEWHERE = {"x-forwarded-for": "192.0.2.2"}


@pytest.fixture
def clock() -> Clock:
    """Return the clock of the limits."""
    return Clock()


@pytest.fixture
async def behind_proxy(tmp_path: Path, clock: Clock) -> AsyncIterator[RunningServer]:
    """Provide a server that trusts forwarded headers of this machine."""
    limits = Limits(clock=clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        yield served


def check_refused(answer: httpx.Response, seconds: int) -> None:
    """Check that a response has the wait in its header and in its message."""
    assert answer.status_code == 429
    error = error_of(answer)
    assert error["code"] == "too_many"
    assert error["details"] == {"seconds": seconds}
    assert answer.headers["retry-after"] == str(seconds)
    assert "try again in" in error["message"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_tables_of_one_player(behind_proxy: RunningServer, clock: Clock) -> None:
    http = behind_proxy.http
    first = await http.post("/api/tables", json=NEW_TABLE, headers=HERE)
    assert first.status_code == 201
    burst, every = (
        DEFAULT_ALLOWANCE.tables_of_player.burst,
        int(DEFAULT_ALLOWANCE.tables_of_player.every),
    )
    # Invalid requests count as well.
    for _ in range(burst):  # the first one came without a cookie
        answer = await http.post("/api/tables", json={}, headers=HERE)
        assert answer.status_code == 422
    check_refused(await http.post("/api/tables", json=NEW_TABLE, headers=HERE), every)
    # At any address; but another player is not limited.
    check_refused(await http.post("/api/tables", json=NEW_TABLE, headers=ELSEWHERE), every)
    async with httpx.AsyncClient(base_url=behind_proxy.url, headers=HERE) as other:
        assert (await other.post("/api/tables", json=NEW_TABLE)).status_code == 201
    # Other requests are not limited.
    assert (await http.get("/api/tables", headers=HERE)).status_code == 200
    rules = await http.post("/api/rules", json={"preset": "pagat"}, headers=HERE)
    assert rules.status_code == 200
    clock.now += every
    assert (await http.post("/api/tables", json=NEW_TABLE, headers=HERE)).status_code == 201
    check_refused(await http.post("/api/tables", json=NEW_TABLE, headers=HERE), every)


async def test_deals_of_the_day_count_as_new_tables(behind_proxy: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=behind_proxy.url, headers=HERE) as anonymous:
        for _ in range(DEFAULT_ALLOWANCE.tables.burst):
            assert (await anonymous.post("/api/daily", json={})).status_code == 422
        check_refused(await anonymous.post("/api/daily", json={}), 2)
        check_refused(await anonymous.post("/api/tables", json={}), 2)
        assert (await anonymous.get("/api/daily")).status_code == 200
        answer = await anonymous.post("/api/daily", json={}, headers=ELSEWHERE)
        assert answer.status_code == 422


async def test_tables_of_one_address_without_a_cookie(behind_proxy: RunningServer) -> None:
    async with httpx.AsyncClient(base_url=behind_proxy.url, headers=HERE) as anonymous:
        for _ in range(DEFAULT_ALLOWANCE.tables.burst // 2):
            assert (await anonymous.post("/api/tables", json={})).status_code == 422
            # Names count, too, since each fills the disk.
            assert (await anonymous.put("/api/me", json={})).status_code == 422
        check_refused(await anonymous.post("/api/tables", json={}), 2)
        # A cookie from a WebSocket does not help.
        async with websocket(behind_proxy.url, "nowhere", HERE) as socket:
            assert socket.response is not None
            known = {"cookie": socket.response.headers["set-cookie"].partition(";")[0]}
        check_refused(await anonymous.put("/api/me", json={"name": "Bo"}, headers=known), 2)
        answer = await anonymous.post("/api/tables", json={}, headers=ELSEWHERE)
        assert answer.status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "passes"),
    [
        ("POST", "/api/rules", 422),
        ("DELETE", "/api/me", 200),
        ("GET", "/api/tables", 200),
    ],
)
async def test_requests_of_one_address(
    method: str, path: str, passes: int, tmp_path: Path, clock: Clock
) -> None:
    few = Rate(burst=5, every=3)
    limits = Limits(DEFAULT_ALLOWANCE._replace(changes=few, reads=few), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        for _ in range(5):
            assert (await served.http.request(method, path, headers=HERE)).status_code == passes
        check_refused(await served.http.request(method, path, headers=HERE), 3)
        assert (await served.http.request(method, path, headers=ELSEWHERE)).status_code == passes
        # The health check is never limited.
        assert (await served.http.get("/healthz", headers=HERE)).status_code == 200
        clock.now += 3
        assert (await served.http.request(method, path, headers=HERE)).status_code == passes


async def test_the_page_does_not_wait_for_the_database(
    behind_proxy: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    async def generations(_: PeopleQueries, players: Collection[str]) -> dict[str, int]:
        read.extend(players)
        return {}

    monkeypatch.setattr(PeopleQueries, "generations", generations)
    http = behind_proxy.http
    await http.put("/api/me", json={"name": "Anna"}, headers=HERE)
    for path in ("/", "/assets/none.js", "/healthz"):
        await http.get(path, headers=HERE)
    assert read == []
    await http.get("/api/me", headers=HERE)
    assert read


async def test_repeated_deletions_of_one_player(behind_proxy: RunningServer, clock: Clock) -> None:
    http = behind_proxy.http
    await http.put("/api/me", json={"name": "Anna"}, headers=HERE)
    kept = dict(http.cookies)

    async def forget(where: dict[str, str]) -> httpx.Response:
        http.cookies.update(kept)
        return await http.delete("/api/me", headers=where)

    for _ in range(3):
        assert (await forget(HERE)).status_code == 200
    check_refused(await forget(HERE), 60)
    check_refused(await forget(ELSEWHERE), 60)
    http.cookies.clear()
    assert (await http.delete("/api/me", headers=HERE)).status_code == 200  # without a player
    clock.now += 60
    assert (await forget(HERE)).status_code == 200


async def test_repeated_deletions_of_new_players(behind_proxy: RunningServer, clock: Clock) -> None:
    async def forget_somebody(where: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(base_url=behind_proxy.url, headers=where) as browser:
            assert (await browser.put("/api/me", json={"name": "Anna"})).status_code == 200
            return await browser.delete("/api/me")

    for _ in range(40):
        assert (await forget_somebody(HERE)).status_code == 200
    check_refused(await forget_somebody(HERE), 10)
    assert (await forget_somebody(ELSEWHERE)).status_code == 200
    clock.now += 10
    assert (await forget_somebody(HERE)).status_code == 200


async def test_a_forged_address_is_ignored(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(clock=clock, local=False)
    async with serving(tmp_path / "db", limits=limits) as direct:
        for n in range(DEFAULT_ALLOWANCE.tables.burst):
            forged = {"x-forwarded-for": f"192.0.2.{n}"}
            answer = await direct.http.post("/api/tables", json={}, headers=forged)
            assert answer.status_code == 422
        check_refused(await direct.http.post("/api/tables", json={}, headers=HERE), 2)


async def test_programs_on_this_machine_are_not_limited(tmp_path: Path, clock: Clock) -> None:
    async with serving(tmp_path / "db", limits=Limits(clock=clock)) as local:
        for _ in range(DEFAULT_ALLOWANCE.tables.burst + 10):
            assert (await local.http.post("/api/tables", json={})).status_code == 422
        # An undeclared proxy on this machine does not count as the machine itself.
        for _ in range(DEFAULT_ALLOWANCE.tables.burst):
            await local.http.post("/api/tables", json={}, headers=HERE)
        check_refused(await local.http.post("/api/tables", json={}, headers=HERE), 2)


async def is_refused(served: RunningServer, table_id: str, headers: dict[str, str]) -> bool:
    """Return whether a WebSocket is refused."""
    try:
        async with websocket(served.url, table_id, headers):
            return False
    except InvalidStatus as refused:
        response = refused.response
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) >= 1
        assert b'"too_many"' in response.body
        return True


async def test_concurrent_sockets(tmp_path: Path, clock: Clock) -> None:
    few = DEFAULT_ALLOWANCE._replace(sockets_at_once=5, sockets_of_player=3)
    limits = Limits(few, clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        table_id = await served.open_table()
        cookies = "; ".join(f"{name}={value}" for name, value in served.http.cookies.items())
        anna = HERE | {"cookie": cookies}
        async with contextlib.AsyncExitStack() as stack:
            opened: list[ClientConnection] = []
            for headers in (anna, anna, anna, HERE, HERE):
                opened.append(
                    await stack.enter_async_context(websocket(served.url, table_id, headers))
                )
            assert await is_refused(served, table_id, HERE)
            assert await is_refused(served, table_id, anna | ELSEWHERE)
            assert not await is_refused(served, table_id, ELSEWHERE)
            for one in opened[:2]:
                await one.close()
            while await is_refused(served, table_id, anna):
                await asyncio.sleep(0.01)  # until the server has noticed
        while len(limits.sockets_at_once):
            await asyncio.sleep(0.01)
        assert len(limits.sockets_of_player) == 0


async def test_the_rate_of_new_sockets(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(sockets=Rate(burst=5, every=10)), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        for _ in range(5):
            assert not await is_refused(served, "nowhere", HERE)
        assert await is_refused(served, "nowhere", HERE)
        clock.now += 10
        assert not await is_refused(served, "nowhere", HERE)


async def test_a_club_behind_one_address_is_never_limited(behind_proxy: RunningServer) -> None:
    async def member() -> None:
        headers = HERE
        async with (
            httpx.AsyncClient(base_url=behind_proxy.url, headers=headers) as browser,
            contextlib.AsyncExitStack() as stack,
        ):
            for path in ("/api/setup", "/api/tables", "/api/statistics"):
                assert (await browser.get(path)).status_code == 200
            for _ in range(4):  # checks of options
                answer = await browser.post("/api/rules", json={"preset": "pagat"})
                assert answer.status_code == 200
            for _ in range(2):  # two tables
                made = await browser.post("/api/tables", json=NEW_TABLE)
                assert made.status_code == 201
                opening = websocket(behind_proxy.url, made.json()["id"], headers)
                await stack.enter_async_context(opening)

    # The clock stands still: all requests happen at once.
    await asyncio.gather(*(member() for _ in range(40)))


@contextlib.asynccontextmanager
async def newcomer(
    served: RunningServer, table_id: str, headers: dict[str, str], cookie: str = ""
) -> AsyncIterator[Client]:
    """Provide a guest at that address who has opened the link of a table."""
    known = {"cookie": cookie} if cookie else {}
    async with websocket(served.url, table_id, headers | known) as socket:
        client = Client(socket)
        await client.hello()
        yield client


async def test_a_school_behind_one_address_can_sit_down_at_once(
    behind_proxy: RunningServer,
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(6):
            table_id, _ = await share(behind_proxy, seats=8)
            for number in range(1, 8):
                one = await stack.enter_async_context(newcomer(behind_proxy, table_id, HERE))
                assert (await one.ask("join", name=NAMES[number]))["type"] == "accepted"


async def test_seats_taken_from_one_address(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(joins=Rate(burst=2, every=2)), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        table_id, cookie = await share(served, seats=6)

        async def joins(name: str, headers: dict[str, str], cookie: str = "") -> str | None:
            async with newcomer(served, table_id, headers, cookie) as one:
                answer = await one.ask("join", name=name)
                return str(answer.get("code", answer["type"]))

        assert [await joins(name, HERE) for name in ("Bo", "Cleo")] == ["accepted"] * 2
        assert await joins("Dora", HERE) == "too_many"
        # A cookie makes no difference, since every WebSocket gets one.
        assert await joins("Dora", HERE, cookie) == "too_many"
        assert await joins("Dora", ELSEWHERE) == "accepted"
        clock.now += 2
        assert await joins("Ede", HERE) == "accepted"


async def test_changes_of_tables_from_one_address(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(changes=Rate(burst=3, every=2)), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        table_id, cookie = await share(served, seats=3)
        async with (
            newcomer(served, table_id, HERE, cookie) as anna,
            newcomer(served, table_id, HERE) as bo,
            newcomer(served, table_id, ELSEWHERE) as cleo,
        ):
            assert (await bo.ask("join", name="Bo"))["type"] == "accepted"
            assert (await anna.ask("change", preset="dutch"))["type"] == "accepted"
            assert (await bo.ask("leave"))["type"] == "accepted"
            refused = await anna.ask("change", preset="pagat")
            assert (refused["code"], refused["details"]) == ("too_many", {"seconds": 2})
            assert (await cleo.ask("join", name="Cleo"))["type"] == "accepted"
            clock.now += 2
            assert (await anna.ask("change", preset="pagat"))["type"] == "accepted"


async def test_events_sent_to_one_address(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(sent_events=Rate(burst=120, every=1)), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        table_id, cookie = await share(served, seats=2)
        async with newcomer(served, table_id, ELSEWHERE, cookie) as anna:
            for preset in ("dutch", "pagat") * 15:
                assert (await anna.ask("change", preset=preset))["type"] == "accepted"
        async with newcomer(served, table_id, HERE) as one:
            everything = list(one.events)
            assert len(everything) > 30
            assert (await one.hello())["type"] == "welcome"
            # Clients that are up to date still get new events.
            last = everything[-1]["seq"]
            assert (await one.hello(last))["type"] == "welcome"
            refused = await one.hello()
            assert refused["code"] == "too_many"
            await one.socket.wait_closed()
            assert one.socket.close_code == TRY_AGAIN_LATER
        async with newcomer(served, table_id, HERE) as another:
            assert another.events == []
        async with newcomer(served, table_id, ELSEWHERE) as elsewhere:
            assert elsewhere.events == everything
        clock.now += refused["details"]["seconds"]
        async with newcomer(served, table_id, HERE) as back:
            assert back.events == everything


async def test_requests_of_one_address_do_not_delay_others(
    behind_proxy: RunningServer,
) -> None:
    http, limits = behind_proxy.http, behind_proxy.services.limits
    turns = limits.requests_at_once = KeyedSemaphore(1)
    async with turns.acquire(("192.0.2.1", "api")) as end:
        waiting = asyncio.create_task(http.get("/api/lobby", headers=HERE))
        for headers in (ELSEWHERE, {}):
            assert (await http.get("/api/lobby", headers=headers)).is_success
        assert not waiting.done()
        end()
        assert (await waiting).is_success
    assert len(turns) == 0


@pytest.mark.parametrize(("option", "most"), sorted(MAX_OPTION_VALUES.items()))
async def test_new_matches_are_limited_in_length(tmp_path: Path, option: str, most: int) -> None:
    preset = "choy" if option == "rounds" else "pagat"
    rules = {"preset": preset, "options": {option: most + 1}}
    alone = rules | {"opponents": TWO_BOTS}
    together = rules | {"settings": {"seats": 3}, "name": "Anna"}
    quick = rules | {"players": 3, "name": "Anna"}
    record = {"event": RECORD_EVENT, "rules_version": RULES_VERSION, "rules": rules}
    device = {"levels": [None], "started": utc_now(), "ended": utc_now(), "record": record}
    limits = Limits(TEST_ALLOWANCE, longest=MAX_OPTION_VALUES)
    async with serving(tmp_path / "db") as before:
        played, cookie = await share(before, preset=preset, options=rules["options"], seats=2)
        async with guest(before, played, cookie) as anna:
            assert (await anna.ask("change", preset=preset, options=rules["options"]))[
                "type"
            ] == "accepted"
    async with serving(tmp_path / "db", limits=limits) as served:
        setup = (await served.http.get("/api/setup")).json()
        assert {one["high"] for one in setup["options"] if one["name"] == option} == {most}
        for path, asked in (
            ("tables", alone),
            ("tables/shared", together),
            ("tables/device", device),  # before its rounds, which are missing, are looked at
            ("lobby/quick", quick),
            ("rules", rules),
        ):
            answer = await served.http.post(f"/api/{path}", json=asked)
            error = error_of(answer)
            assert (answer.status_code, error["code"]) == (422, "bad_option")
            assert error["details"]["high"] == most
            assert error["message"] == (
                f"{option}: {most + 1} is too much for this server, it takes {most} at most"
            )
        allowed = alone | {"options": {option: most}}
        assert (await served.http.post("/api/tables", json=allowed)).status_code == 201
        table_id, host = await share(served, preset=preset, options={}, seats=2)
        async with guest(served, table_id, host) as anna:
            refused = await anna.ask("change", preset=preset, options=rules["options"])
            assert (refused["code"], refused["details"]["high"]) == ("bad_option", most)
        # Tables opened before continue.
        async with guest(served, played, cookie) as anna:
            await begin([anna])


def test_only_serve_limits_the_length(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings: list[ServerSettings] = []
    monkeypatch.setattr("schwimmen.server.operation.startup.run", settings.append)
    monkeypatch.setattr("schwimmen.server.runtime.logs.set_up_logging", lambda *_: None)
    place = ["--database", str(tmp_path / "db")]
    for command in (["serve"], ["serve", "--allow-long"], ["play"]):
        assert main([*command, *place]) == 0
    assert [one.allow_long for one in settings] == [False, True, True]


async def test_files_of_one_address(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(files=Rate(burst=3, every=2)), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        for path in ("/favicon.svg", "/", "/healthz"):
            assert (await served.http.get(path, headers=HERE)).is_success
        check_refused(await served.http.get("/favicon.svg", headers=HERE), 2)
        assert (await served.http.get("/favicon.svg", headers=ELSEWHERE)).is_success
        assert (await served.http.get("/api/lobby", headers=HERE)).is_success
        clock.now += 2
        assert (await served.http.get("/favicon.svg", headers=HERE)).is_success


LARGE = "/api/openapi.json"
LARGE_BYTES = 2**20
"""Least size of the answer at that path, larger than all buffers of a connection."""


@pytest.fixture
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make one answer large."""
    filled = {"openapi": "0" * LARGE_BYTES}
    monkeypatch.setattr("schwimmen.server.operation.app.describe_api", lambda: filled)


@contextlib.asynccontextmanager
async def unread(served: RunningServer, path: str) -> AsyncIterator[socket.socket]:
    """Provide a connection whose client has requested an answer and reads nothing."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(served.url.rpartition(":")[2])))
        client.setblocking(False)
        client.send(
            f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 192.0.2.1\r\n\r\n".encode()
        )
        yield client


async def drained(client: socket.socket) -> None:
    """Read everything that is sent to a client, until its connection is closed."""
    loop = asyncio.get_running_loop()
    while await loop.sock_recv(client, 2**16):
        pass


@pytest.fixture
def transports(monkeypatch: pytest.MonkeyPatch) -> list[Transport]:
    """Return the transports of all connections, whose system buffers are small."""
    made: list[Transport] = []
    accept = HttpProtocol.connection_made

    def connection_made(protocol: HttpProtocol, transport: Transport) -> None:
        own = transport.get_extra_info("socket")
        own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        made.append(transport)
        accept(protocol, transport)

    monkeypatch.setattr(HttpProtocol, "connection_made", connection_made)
    return made


@pytest.mark.usefixtures("_large")
@pytest.mark.parametrize("reads", [True, False])
async def test_a_request_is_in_progress_until_its_answer_is_sent(
    reads: bool, behind_proxy: RunningServer, transports: list[Transport]
) -> None:
    limits = behind_proxy.services.limits
    limits.requests_at_once = KeyedSemaphore(1)
    async with asyncio.timeout(PATIENCE), unread(behind_proxy, LARGE) as slow:
        while not transports or not transports[0].get_write_buffer_size():
            await asyncio.sleep(0.001)
        (transport,) = transports
        async with httpx.AsyncClient(base_url=behind_proxy.url, headers=HERE) as neighbor:
            waiting = asyncio.create_task(neighbor.get("/api/lobby"))
            for path, headers in (("/api/lobby", ELSEWHERE), ("/healthz", HERE)):
                assert (await behind_proxy.http.get(path, headers=headers)).is_success
            assert not await is_refused(behind_proxy, "nowhere", HERE)
            await asyncio.sleep(TURN_S)
            assert not waiting.done()
            # Only a part of the answer has left the application.
            assert 0 < transport.get_write_buffer_size() <= 2 * PART_BYTES
            reading = asyncio.create_task(drained(slow)) if reads else None
            if reading is None:
                slow.close()
            assert (await waiting).is_success
            if reading is not None:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
    assert len(limits.requests_at_once) == 0


async def test_a_review_in_progress_blocks_no_other_request(
    behind_proxy: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind_proxy.services.limits.requests_at_once = KeyedSemaphore(1)
    ended = asyncio.Event()

    async def lines(*_: object) -> AsyncIterator[bytes]:
        async def follow() -> AsyncIterator[bytes]:
            yield b"{}\n"
            await ended.wait()

        return follow()

    monkeypatch.setattr(behind_proxy.services.reviews, "lines", lines)
    http = behind_proxy.http
    async with asyncio.timeout(PATIENCE):
        async with http.stream("GET", "/api/tables/some/review", headers=HERE) as review:
            assert (await http.get("/api/lobby", headers=HERE)).is_success
            ended.set()
            assert [line async for line in review.aiter_lines()] == ["{}"]


@pytest.mark.usefixtures("_large")
async def test_large_answers_are_settled_with_their_size(tmp_path: Path, clock: Clock) -> None:
    allowed = DEFAULT_ALLOWANCE._replace(kilobytes=Rate(burst=10, every=1), requests_at_once=1)
    limits = Limits(allowed, clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        http = served.http
        answers = await asyncio.gather(*(http.get(LARGE, headers=HERE) for _ in range(8)))
        first, *others = sorted(answers, key=lambda one: one.status_code)
        assert first.status_code == 200
        debt = math.ceil(len(first.content) / 1000) - allowed.kilobytes.burst
        check_refused(others[0], debt)
        assert {one.status_code for one in others} == {429}
        # What changes something is small, and other addresses have their own limit.
        made = await http.post("/api/tables", json=NEW_TABLE, headers=HERE)
        assert made.status_code == 201
        assert (await http.get("/api/lobby", headers=ELSEWHERE)).is_success
        clock.now += debt + 1
        assert (await http.get("/api/lobby", headers=HERE)).is_success


async def test_opening_every_page_and_exporting_everything_is_never_limited(
    behind_proxy: RunningServer,
) -> None:
    rounds, most = 1_000, 100_000
    rich = await hand_over(behind_proxy.url, matches=1, rounds=rounds)
    headers = HERE | {"cookie": rich.cookie}
    kilobytes = behind_proxy.services.limits.kilobytes
    async with httpx.AsyncClient(base_url=behind_proxy.url, headers=headers) as browser:
        (table,) = (await browser.get("/api/tables")).json()
        own = f"/api/tables/{table['id']}"
        pages = (
            "setup me me/profile lobby leaderboard friends invitations tables openapi.json "
            "daily daily/calendar statistics statistics/matches statistics.csv"
        )
        paths = [f"/api/{page}" for page in pages.split()] + [
            f"/api/players/{rich.profile}",
            *(f"{own}{part}" for part in ("", "/record", "/replay", "/story", "/qr.svg")),
        ]
        for path in paths * 3:
            assert (await browser.get(path)).status_code == 200, path
        used = kilobytes.used("192.0.2.1")
        assert (await browser.get("/api/statistics.csv?rows=rounds")).status_code == 200
        exported = kilobytes.used("192.0.2.1") - used
    assert used + exported * most / rounds < DEFAULT_ALLOWANCE.kilobytes.burst


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        *((path, COST) for path in ("statistics", "me/profile", "players/a", "tables/a/qr.svg")),
        *((path, 1) for path in ("statistics.csv", "statistics/matches", "me", "tables/a")),
    ],
)
async def test_costly_reads_count_as_several(
    path: str, cost: int, tmp_path: Path, clock: Clock
) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(reads=Rate(burst=COST, every=1)), clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        for _ in range(COST // cost):
            answer = await served.http.get(f"/api/{path}", headers=HERE)
            assert answer.status_code in (200, 404)
        check_refused(await served.http.get(f"/api/{path}", headers=HERE), cost)


async def test_a_file_of_matches_is_charged_by_their_rounds(behind_proxy: RunningServer) -> None:
    limits, used = behind_proxy.services.limits, list[float]()
    for rounds in (10, 1_000):
        rich = await hand_over(behind_proxy.url, matches=1, rounds=rounds)
        headers = HERE | {"cookie": rich.cookie}
        before = limits.kilobytes.used("192.0.2.1")
        answer = await behind_proxy.http.get("/api/statistics.csv", headers=headers)
        assert len(answer.content) < 1000
        used.append(limits.kilobytes.used("192.0.2.1") - before)
    assert used[1] > 50 * used[0]


async def test_a_record_is_charged_by_its_events(tmp_path: Path, clock: Clock) -> None:
    limits = Limits(clock=clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        table_id = await served.open_table()
        async with served.seat(table_id) as anna:  # which keeps the table in memory
            assert await anna.my_turn()
            for count in (1, 2):
                answer = await served.http.get(f"/api/tables/{table_id}/record", headers=HERE)
                assert answer.is_success
                events = await served.services.database.log_length(table_id)
                used = limits.replayed_events.used("192.0.2.1")
                assert used == pytest.approx(count * events)


@pytest.mark.usefixtures("_large")
async def test_large_answers_are_compressed_in_a_thread(
    behind_proxy: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    compress, sizes = GZipResponder._compress_body, dict[str, list[int]]()

    def compress_body(responder: GZipResponder, body: bytes, more_body: bool) -> bytes:
        sizes.setdefault(threading.current_thread().name, []).append(len(body))
        return compress(responder, body, more_body)

    monkeypatch.setattr(GZipResponder, "_compress_body", compress_body)
    for headers in (HERE, {}):
        answer = await behind_proxy.http.get(LARGE, headers=headers)
        assert (answer.is_success, answer.headers["content-encoding"]) == (True, "gzip")
    inline = sizes.pop(threading.current_thread().name, [])
    assert all(size < COMPRESSED_INLINE for size in inline)
    assert sum(map(sum, sizes.values())) >= 2 * LARGE_BYTES
