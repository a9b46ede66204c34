"""Limits on connections: further ones are refused, and open ones continue."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from schwimmen.cli import main
from schwimmen.server.http.connections import MAX_DESCRIPTORS, Capacity, raise_descriptor_limit
from tests.processes import Start

from ..conftest import serving
from ..guests import begin, guest, share
from ..runtime.test_metrics import value
from ..test_crash_recovery import Address, answering
from ..test_http import error_of
from .test_http_protocol import GET, gone, raw

pytestmark = pytest.mark.anyio

ELSEWHERE = "127.0.0.2"
"""Address of this machine that counts as foreign."""

FEW = 300
"""Number of descriptors, half of them for connections."""


async def test_connections_over_the_total_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", capacity=Capacity(3)) as served:
        table_id = await served.open_table()
        await served.http.aclose()
        await gone(0)
        async with served.seat(table_id) as anna, raw(served), raw(served):
            async with raw(served) as refused:
                refused.writer.write(GET + b"\r\n")
                status, body = await refused.answer()
                assert (status, b'"unavailable"' in body) == (503, True)
                assert await refused.read_to_end() == b""
            await anna.play_round()
        await gone(0)
        async with httpx.AsyncClient(base_url=served.url) as http:
            assert (await http.get("/healthz")).status_code == 200


async def test_connections_over_the_limit_of_an_address_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", capacity=Capacity(100, per_address=3)) as served:
        table_id = await served.open_table()
        left = value("schwimmen_connections_open")
        async with (
            raw(served, ELSEWHERE) as upgraded,
            raw(served, ELSEWHERE),
            raw(served, ELSEWHERE),
        ):
            # A WebSocket still counts.
            key = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            key += "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            head = GET.replace(b"/healthz", f"/api/tables/{table_id}/ws".encode())
            upgraded.writer.write(head + key.encode())
            await upgraded.reader.readuntil(b"\r\n\r\n")
            transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
            async with httpx.AsyncClient(base_url=served.url, transport=transport) as http:
                answer = await http.get("/healthz")
                assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
                assert error_of(answer)["code"] == "too_many"
            assert (await served.http.get("/healthz")).status_code == 200
        await gone(left)
        async with raw(served, ELSEWHERE) as again:
            again.writer.write(GET + b"\r\n")
            assert (await again.answer())[0] == 200


def test_proxies_are_not_limited_as_addresses() -> None:
    capacity = Capacity(100, per_address=1, proxies="192.0.2.0/24, 2001:db8::1")
    with ExitStack() as held:
        for peer in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "127.0.0.1", "::1"):
            assert [capacity.take(peer, held) for _ in range(3)] == [None] * 3
        assert capacity.take("192.0.3.7", held) is None
        refusal = capacity.take("192.0.3.7", held)
        assert refusal is not None
        assert refusal.status_code == 429
    with ExitStack() as held:
        assert capacity.take("192.0.3.7", held) is None


def test_one_address_has_at_most_half() -> None:
    capacity = Capacity(10)
    with ExitStack() as held:
        taken = [capacity.take("192.0.2.7", held) is None for _ in range(6)]
        assert taken == [True] * 5 + [False]
        assert capacity.take("192.0.2.8", held) is None


def test_the_limit_of_descriptors_is_raised() -> None:
    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1000), hard))
        allowed = raise_descriptor_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == allowed
        assert allowed == (
            MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
        )
        assert raise_descriptor_limit() == allowed
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def with_few_descriptors(arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` with a low limit of open files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))
    return main(arguments)


async def test_a_match_continues_while_others_take_all_connections(
    tmp_path: Path, start: Start
) -> None:
    address = Address()
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as flood:
        serve = ("serve", "--port", str(address.port), "--pace", "0")
        process = start(tmp_path / "db", command=serve, program=with_few_descriptors)
        await answering(address.url)
        table_id, cookie = await share(address, seats=2, bots="random", options={"lives": 1})
        async with guest(address, table_id, cookie) as anna:
            for _ in range(min(2 * FEW, before[0] - 200)):
                silent = flood.enter_context(socket.socket())
                silent.connect(("127.0.0.1", address.port))
            async with httpx.AsyncClient(base_url=address.url) as http:
                while (await http.get("/healthz")).status_code != 503:
                    await asyncio.sleep(0.01)
            await begin([anna])
            await anna.play_match()
        flood.close()
        await answering(address.url)
        errors = process.end(signal.SIGTERM)[1]
        assert errors.count("few connections possible") == 1
        assert "out of system resource" not in errors
        assert "Traceback" not in errors
