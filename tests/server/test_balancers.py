"""Several workers behind the balancers that packaging/ configures, in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from schwimmen.server.doctor import examination, examine
from schwimmen.server.runtime.addresses import WORKER_HEADER
from tests.balancers import BALANCERS, balancing
from tests.nginx import free_port
from tests.postgres import Server
from tests.processes import PATIENCE, Process, Start, starting

from .doctor.proxy import HOST
from .guests import Guest, begin, guest, seated

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("cards_host")]

SHORT = {"special": "none", "lives": 1}
"""Options of a short match."""


@dataclass(frozen=True)
class Place:
    """Workers with one database, and the address of the balancer before them."""

    port: int
    workers: dict[str, Process]
    """Workers by their names."""
    addresses: list[str]
    """Addresses of the workers."""

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"https://{HOST}:{self.port}"


def open_place(start: Start, database: str, number: int) -> Place:
    """Start workers for a balancer at a free port."""
    place = Place(free_port(), {}, [])
    options = ("--pace", "0", "--public-url", place.url, "--trust-proxy", "127.0.0.1")
    for name in "abcdef"[:number]:
        worker = start(database, *options, "--worker-name", name, command=("serve", "--port", "0"))
        place.addresses.append(urlsplit(worker.url()).netloc)
        place.workers[name] = worker
    return place


start_of_module = pytest.fixture(starting, scope="module")


@pytest.fixture(scope="module")
def place(postgres: Server, migrated: str, start_of_module: Start) -> Place:
    """Provide three workers."""
    return open_place(start_of_module, postgres.new_database(migrated), 3)


@pytest.fixture
def pair(postgres: Server, migrated: str, start: Start) -> Place:
    """Provide two workers, one of which may be killed."""
    return open_place(start, postgres.new_database(migrated), 2)


@pytest.fixture(params=BALANCERS)
def balancer(request: pytest.FixtureRequest) -> str:
    """Return the name of each balancer."""
    return str(request.param)


@pytest.fixture
def balanced(balancer: str, place: Place, tmp_path: Path) -> Iterator[Place]:
    """Provide the workers behind a balancer."""
    with balancing(balancer, tmp_path, place.port, place.addresses):
        yield place


@contextlib.asynccontextmanager
async def visitor(place: Place) -> AsyncIterator[httpx.AsyncClient]:
    """Provide a client of the balancer."""
    async with httpx.AsyncClient(base_url=place.url, timeout=PATIENCE) as http:
        yield http


def worker_of(one: Guest) -> str:
    """Return the name of the worker that a guest has reached."""
    assert one.socket.response is not None
    return one.socket.response.headers[WORKER_HEADER]


async def play(guests: list[Guest]) -> None:
    """Play a match to its end."""
    await asyncio.gather(*(one.play_match() for one in guests))
    ends = [one.events[-1] for one in guests]
    assert all(end == ends[0] for end in ends)
    for one in guests:
        assert one.view["over"]
        assert [event["seq"] for event in one.events] == list(range(1, len(one.events) + 1))


async def test_people_of_a_table_meet_at_one_worker(balanced: Place) -> None:
    async with visitor(balanced) as http:
        reached = []
        for _ in range(20):
            path = f"/api/tables/{secrets.token_hex(8)}"
            answers = [await http.get(path), await http.get(f"{path}/record")]
            assert {answer.status_code for answer in answers} == {404}
            reached.append({answer.headers[WORKER_HEADER] for answer in answers})
        assert all(len(one) == 1 for one in reached)
        assert len(set().union(*reached)) > 1
        async with seated(balanced, 3, options=SHORT) as (table_id, guests):
            answer = await http.get(f"/api/tables/{table_id}")
            assert {worker_of(one) for one in guests} == {answer.headers[WORKER_HEADER]}
            await begin(guests)
            await play(guests)


async def test_other_requests_are_spread(balanced: Place) -> None:
    async with visitor(balanced) as http:
        for method, path in (("GET", "/api/setup"), ("POST", "/api/tables/shared")):
            answers = [await http.request(method, path) for _ in range(30)]
            assert len({answer.headers[WORKER_HEADER] for answer in answers}) > 1


async def test_the_metrics_are_not_public(balanced: Place) -> None:
    async with visitor(balanced) as http:
        answer = await http.get("/metrics")
        assert (answer.status_code, WORKER_HEADER in answer.headers) == (404, False)


async def test_doctor_has_nothing_to_change(
    balancer: str, balanced: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examination, "IDLE_S", 0.3)
    found = await asyncio.to_thread(lambda: list(examine(f"{balanced.url}/", proxy=balancer)))
    lines = {one.check: one.line for one in found}
    assert [str(one) for one in found if one.status == "change"] == []
    assert lines["workers"] == "3 answer: a, b, c"
    assert lines["tables"] == "all requests of a table reach the same worker"


async def test_a_killed_worker_is_passed_by(balancer: str, pair: Place, tmp_path: Path) -> None:
    with balancing(balancer, tmp_path, pair.port, pair.addresses):
        async with seated(pair, 2, options=SHORT) as (table_id, guests), visitor(pair) as http:
            await begin(guests)
            killed = worker_of(guests[0])
            await asyncio.to_thread(pair.workers[killed].end, signal.SIGKILL)
            for _ in range(30):
                answer = await http.get(f"/api/tables/{secrets.token_hex(8)}")
                assert (answer.status_code, answer.headers[WORKER_HEADER] != killed) == (404, True)
                answer = await http.get("/api/setup")
                assert (answer.status_code, answer.headers[WORKER_HEADER] != killed) == (200, True)
            back = partial(guest, pair, table_id)
            async with back(guests[0].cookie) as anna, back(guests[1].cookie) as bo:
                assert worker_of(anna) == worker_of(bo) != killed
                await play([anna, bo])


class Unavailable:
    """Worker that takes no requests."""

    def __init__(self) -> None:
        self.health_checks = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a request."""
        self.health_checks += (await reader.readline()).startswith(b"GET /healthz")
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
        writer.close()


async def test_a_worker_that_takes_no_requests_is_passed_by(
    balancer: str, place: Place, tmp_path: Path
) -> None:
    worker, right = Unavailable(), 0
    server = await asyncio.start_server(worker, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    checks = 0 if balancer == "nginx" else 3  # by then it would have left out a healthy worker, too
    with balancing(balancer, tmp_path, place.port, [f"127.0.0.1:{port}", *place.addresses]):
        async with server, visitor(place) as http, asyncio.timeout(PATIENCE):
            while right < 30 or worker.health_checks < checks:
                answer = await http.get(f"/api/tables/{secrets.token_hex(8)}")
                # Caddy passes on the refusal until its health check.
                assert answer.status_code == 404 or balancer == "caddy"
                right = right + 1 if answer.status_code == 404 else 0
                await asyncio.sleep(0.02)


async def test_a_balancer_that_does_not_hash(place: Place, tmp_path: Path) -> None:
    with balancing("nginx", tmp_path, place.port, place.addresses, hashing=False):
        async with seated(place, 3, options=SHORT) as (_, guests):
            assert {worker_of(one) for one in guests} == {"a", "b", "c"}
            await begin(guests)
            await play(guests)
