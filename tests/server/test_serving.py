"""``schwimmen serve``: announcement, addresses, trusted proxies, shutdown."""

import contextlib
import json
import os
import re
import signal
import socket
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from schwimmen import __version__
from schwimmen.cli import main
from schwimmen.server.operation import startup
from schwimmen.server.runtime.addresses import (
    LOCAL_HOSTS,
    allowed_hosts,
    listen,
    network_urls,
    qr_code,
)
from tests.postgres import Server
from tests.processes import PATIENCE, Process, Start

from .card_knowledge import cards_in
from .conftest import TWO_BOTS, serving
from .test_process import ask, at_table, play_on

SERVE = ("serve", "--port", "0")
PUBLIC = "https://cards.example.org/"
OPENED = {"preset": "pagat", "opponents": TWO_BOTS}


def logged(process: Process, event: str) -> dict[str, object]:
    """Return the next event of that name in a log of JSON lines."""
    for line in process.errors:
        found: dict[str, object] = json.loads(line)
        if found["event"] == event:
            return found
    raise AssertionError(f"it never said {event!r}")


def test_the_database_can_be_set_in_the_environment(
    tmp_path: Path, start: Start, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    monkeypatch.setenv("SCHWIMMEN_DATABASE", url.replace("postgres@", "postgres:secret@"))
    process = start(None, command=(*SERVE, "--log-format", "json"))
    said = logged(process, "serving")
    assert str(said["database"]).startswith("PostgreSQL postgresql://postgres@/test")
    assert "secret" not in json.dumps(said)
    with httpx.Client(base_url=str(said["url"])) as http:
        assert http.post("/api/tables", json=OPENED).status_code == 201
    status, _ = process.end(signal.SIGTERM)
    assert status == 0


def test_start_up_announces_database_and_addresses(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", "--host", "0.0.0.0", command=SERVE)
    port = process.url().rpartition(":")[2]
    os.kill(process.pid, signal.SIGTERM)
    status, out, _ = process.wait()
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == f"database: SQLite, {tmp_path / 'db'}"
    found = [line.partition(": ")[2] for line in lines if line.startswith("in your network")]
    with listen("0.0.0.0", 0) as listener:
        other = listener.getsockname()[1]
        assert found == [url.replace(f":{other}/", f":{port}/") for url in network_urls(listener)]
    assert ("█" in out) == bool(found)


def test_addresses_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    import psutil

    def address(family: socket.AddressFamily, text: str) -> object:
        return SimpleNamespace(family=family, address=text)

    four, six = socket.AF_INET, socket.AF_INET6
    cards = {
        "lo": [address(four, "127.0.0.1"), address(six, "::1")],
        "wlan0": [address(four, "192.168.7.9"), address(six, "fe80::1%wlan0")],
        "eth0": [address(four, "10.1.2.3"), address(six, "2001:db8::9")],
        "old0": [address(four, "10.9.9.9")],
    }
    up = {name: SimpleNamespace(isup=name != "old0") for name in cards}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: cards)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: up)
    monkeypatch.setattr(
        "schwimmen.server.runtime.addresses._default_route_address", lambda: "192.168.7.9"
    )
    with listen("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        assert network_urls(listener) == [
            f"http://192.168.7.9:{port}/",
            f"http://10.1.2.3:{port}/",
        ]
    with listen("127.0.0.1", 0) as listener:
        assert network_urls(listener) == []

    def refuse() -> object:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(psutil, "net_if_stats", refuse)
    with listen("0.0.0.0", 0) as listener:
        assert network_urls(listener) == []
    assert "█" in qr_code("http://192.168.7.9:8000/")


def opened(http: httpx.Client, **headers: str) -> httpx.Response:
    """Open a table; return the response."""
    return http.post("/api/tables", json=OPENED, headers=headers)


@pytest.mark.anyio
@pytest.mark.parametrize(("proxies", "believed"), [(None, False), ("127.0.0.1", True)])
async def test_forwarded_headers_are_trusted_by_option_only(
    proxies: str | None, believed: bool, tmp_path: Path
) -> None:
    async with serving(tmp_path / "db", proxies=proxies) as served:
        headers = {"x-forwarded-proto": "https"}
        answer = await served.http.post("/api/tables", json=OPENED, headers=headers)
    assert ("Secure" in answer.headers["set-cookie"]) == believed


def test_a_worker_has_a_name(tmp_path: Path, start: Start) -> None:
    named = start(tmp_path / "named", "--worker-name", "cards1:8001", command=SERVE).url()
    plain = start(tmp_path / "plain", command=SERVE).url()
    default = f"{socket.gethostname()}:{plain.rpartition(':')[2]}"
    for url, header, name in ((named, "cards1:8001", "cards1:8001"), (plain, None, default)):
        answer = httpx.get(f"{url}/metrics")
        assert answer.headers.get("schwimmen-worker") == header
        (line,) = re.findall(r"^schwimmen_worker_info\{(.*)\} 1\.0$", answer.text, re.M)
        assert line == f'version="{__version__}",worker="{name}"'


def test_behind_a_proxy_only_the_public_name_is_accepted(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", "--public-url", PUBLIC, command=SERVE)
    with httpx.Client(base_url=process.url()) as http:
        answer = opened(http, host="cards.example.org", origin="https://cards.example.org")
        assert answer.status_code == 201
        assert "Secure" in answer.headers["set-cookie"]
        assert opened(http, host="evil.example").status_code == 400
        assert http.get("/healthz").status_code == 200
    process.end(signal.SIGTERM)


def test_a_signal_disconnects_all_clients_and_stops_the_server(
    tmp_path: Path, start: Start
) -> None:
    verbose = ("--log-format", "json", "--log-level", "debug")
    process = start(tmp_path / "db", "--pace", "0", *verbose, command=SERVE)
    url = str(logged(process, "serving")["url"]).rstrip("/")
    with httpx.Client(base_url=url) as http:
        table_id = opened(http).json()["id"]
        with (
            at_table(url, table_id, http.cookies) as playing,
            at_table(url, table_id, httpx.Cookies()) as watching,
        ):
            ask(watching, type="hello", last_seq=None)
            play_on(playing, None, moves=3)
            os.kill(process.pid, signal.SIGTERM)
            for link in (playing, watching):
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        link.recv(timeout=PATIENCE)
                assert link.close_code == 1012
    status, _, errors = process.wait()
    lines = [json.loads(line) for line in errors.splitlines()]
    assert [line["event"] for line in lines[-2:]] == ["stopping", "stopped"]
    assert {line["level"] for line in lines} <= {"debug", "info"}
    assert not cards_in(json.dumps(lines))
    assert status == 0
    assert not (tmp_path / "db-wal").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_the_draining(tmp_path: Path, start: Start, number: int) -> None:
    process = start(tmp_path / "db", "--drain", "3600", command=SERVE)
    url = process.url()
    with httpx.Client(base_url=url) as http:
        tables = sorted(opened(http).json()["id"] for _ in range(2))
        with (
            at_table(url, tables[0], http.cookies) as last,
            at_table(url, tables[1], http.cookies) as first,
        ):
            for link in (first, last):
                play_on(link, None, moves=0)
            os.kill(process.pid, number)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    first.recv(timeout=PATIENCE)
            assert first.close_code == 1012
            assert http.get("/healthz").json()["status"] == "draining"
            play_on(last, None, moves=1)
            status, errors = process.end(number)
    assert status == 0
    assert "draining (sockets=2, seconds=3600.0)" in errors
    assert "Traceback" not in errors


def stopped_at_start(arguments: Sequence[str]) -> int:
    """Run a command which SIGTERM reaches before the server has started."""

    def run(_: object) -> None:
        signal.raise_signal(signal.SIGTERM)
        time.sleep(PATIENCE)

    vars(startup).update(run=run)
    return main(arguments)


def test_a_signal_stops_a_server_that_starts(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "s.db", command=SERVE, program=stopped_at_start)
    assert server.wait()[0] == 0


def test_a_server_without_clients_stops_at_once(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", "--drain", "3600", command=SERVE)
    process.url()
    status, errors = process.end(signal.SIGTERM)
    assert (status, "draining" in errors) == (0, False)


def test_the_default_port_in_use_is_one_line(tmp_path: Path, start: Start) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        process = start(tmp_path / "db", command=("serve", "--port", port))
        status, out, errors = process.wait()
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert "choose another with --port" in errors


def test_an_unreachable_database_is_one_line(start: Start) -> None:
    with closing(socket.socket()) as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        process = start(f"postgresql://me:secret@127.0.0.1:{port}/cards", command=SERVE)
        status, out, errors = process.wait()
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"schwimmen: postgresql://me@127.0.0.1:{port}/cards: cannot be opened")


def test_hosts() -> None:
    assert allowed_hosts("0.0.0.0") == ["*"]
    assert allowed_hosts("127.0.0.1", "cards.example.org") == ["cards.example.org", *LOCAL_HOSTS]
    assert allowed_hosts("127.0.0.1", "Schwimmbäder.example")[0] == "xn--schwimmbder-s8a.example"
