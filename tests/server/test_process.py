"""``schwimmen play`` as a process: start, signals, restart, output."""

import json
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from subprocess import PIPE
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from schwimmen import server_cli
from schwimmen.cli import main
from schwimmen.engine.preparation import Preparation
from schwimmen.server.operation import startup
from schwimmen.server.runtime import rules_loader
from schwimmen.server.runtime.addresses import (
    AddressError,
    allowed_hosts,
    listen,
    listen_nearby,
    local_url,
)
from tests.processes import PATIENCE, Start, running, url_in

from .client_state import ClientState
from .conftest import TWO_BOTS


def ask(link: ClientConnection, **message: Any) -> None:
    """Send a message."""
    link.send(json.dumps({"v": 1} | message))


def receive(link: ClientConnection) -> dict[str, Any]:
    """Return the next message."""
    message: dict[str, Any] = json.loads(link.recv(timeout=PATIENCE))
    return message


def at_table(url: str, table_id: str, cookies: httpx.Cookies) -> ClientConnection:
    """Return a WebSocket to the table, a context manager."""
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    address = f"{url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    return connect(address, additional_headers=headers, close_timeout=1)


def play_on(link: ClientConnection, last_seq: int | None, moves: int) -> list[dict[str, Any]]:
    """Send hello and make moves; return all events received."""
    ask(link, type="hello", last_seq=last_seq)
    events: list[dict[str, Any]] = []
    state = ClientState()
    while True:
        message = receive(link)
        if message["type"] in ("welcome", "events"):
            events += message["events"]
            state.receive(message)
            view = state.view
            if view["over"]:
                return events
            if view["legal_actions"]:
                move = {"type": "play", "action": view["legal_actions"][0]}
            elif view["phase"] == "over":
                move = {"type": "deal"}
            else:
                continue
            if not moves:
                return events
            moves -= 1
            ask(link, id=str(uuid4()), **move)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_cleanly(tmp_path: Path, start: Start, number: int) -> None:
    process = start(tmp_path / "db", "--pace", "0")
    url = process.url()
    with httpx.Client(base_url=url) as http:
        table_id = http.post("/api/tables", json={"preset": "pagat", "opponents": TWO_BOTS}).json()[
            "id"
        ]
        with at_table(url, table_id, http.cookies) as link:
            play_on(link, None, moves=1)
            assert process.end(number) == (0, "")
    assert not (tmp_path / "db-wal").exists()  # closed cleanly


def test_the_page_answers_before_the_rules_are_loaded(tmp_path: Path) -> None:
    command = ("play", "--no-browser", "--database", str(tmp_path / "db"))
    with running(sys.executable, "-m", "schwimmen", *command, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        with httpx.Client(base_url=url_in(process.stdout.readline())) as http:
            assert http.get("/healthz").json()["status"] == "ok"
            assert http.get("/api/setup").status_code == 200
            for _ in range(10 * PATIENCE):
                if http.get("/healthz").json()["kernel"] == "ready":
                    break
                time.sleep(0.1)
            assert http.get("/healthz").json()["kernel"] == "ready"


def test_invalid_bytes_cause_no_traceback(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", "--pace", "0")
    url = process.url()
    host, port = url.removeprefix("http://").split(":")
    with httpx.Client(base_url=url) as http:
        table_id = http.post("/api/tables", json={"preset": "pagat", "opponents": TWO_BOTS}).json()[
            "id"
        ]
        with at_table(url, table_id, http.cookies) as link:
            ask(link, type="hello", last_seq=None)
            assert receive(link)["type"] == "welcome"
            link.socket.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")  # text that is not UTF-8
        with closing(socket.create_connection((host, int(port)))) as raw:
            raw.sendall(b"\x00\xff nonsense\r\n\r\n")
            raw.recv(1000)
        assert http.get("/healthz").status_code == 200
    assert process.end(signal.SIGTERM) == (0, "WARNING: Invalid HTTP request received.\n")


def with_short_shutdown(arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` so that its end waits only a moment for requests."""
    configure = startup.server_config

    def config(*given: Any) -> uvicorn.Config:
        made = configure(*given)
        made.timeout_graceful_shutdown = 1
        return made

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(startup, "server_config", config)
        return main(arguments)


def test_a_request_cancelled_at_shutdown_causes_no_traceback(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", program=with_short_shutdown)
    host, port = process.url().removeprefix("http://").split(":")
    with closing(socket.create_connection((host, int(port)))) as raw:
        head = ("Host: localhost", "Content-Length: 9", "Expect: 100-continue")
        raw.sendall("\r\n".join(("POST /api/tables HTTP/1.1", *head, "", "{")).encode())
        assert raw.recv(1000).startswith(b"HTTP/1.1 100")  # the server waits for the body
        status, errors = process.end(signal.SIGTERM)
    assert status == 0
    assert "Traceback" not in errors
    assert errors.count("\n") == 1


def test_a_port_in_use_is_one_line(tmp_path: Path, start: Start) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        process = start(tmp_path / "db", "--port", str(port))
        status, out, errors = process.wait()
    assert (status, out) == (2, "")
    assert errors == (
        f"schwimmen: cannot listen on 127.0.0.1 port {port}: address already in use; choose "
        "another with --port, or --port 0 for any free one\n"
    )
    assert not (tmp_path / "db").exists()


def with_port_of_play(arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` with the port of ``play`` that the environment names."""
    server_cli.PLAY_PORT = int(os.environ["PLAY_PORT"])  # type: ignore[misc]
    return main(arguments)


def test_play_has_one_port(tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("PLAY_PORT", str(port))
        command = ("play", "--no-browser")
        elsewhere = start(tmp_path / "one", command=command, program=with_port_of_play)
        url = elsewhere.url()
        assert not url.endswith(f":{port}")
        assert httpx.get(url + "/healthz").is_success
        assert elsewhere.out.readline() == (
            f"port {port} is in use: matches that your browser keeps are at "
            f"http://127.0.0.1:{port}/\n"
        )
    here = start(tmp_path / "two", command=command, program=with_port_of_play)
    assert here.url() == f"http://127.0.0.1:{port}"
    assert here.end(signal.SIGINT) == (0, "")
    assert here.out.read() == ""


def test_a_foreign_address_is_one_line() -> None:
    for host in ("192.0.2.1", "no such host", "x" * 300, "a..b"):
        with pytest.raises(AddressError, match="cannot listen on") as caught:
            listen_nearby(host, 31031)
        assert "\n" not in str(caught.value)


def test_addresses() -> None:
    assert local_url("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert local_url("0.0.0.0", 8000) == "http://127.0.0.1:8000/"
    assert local_url("::", 8000) == local_url("::1", 8000) == "http://[::1]:8000/"
    assert "*" in allowed_hosts("0.0.0.0")
    assert "*" not in allowed_hosts("localhost")


def stopped_at_the_page(arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` with a browser that stops it as soon as the rules are loaded."""

    def opened(url: str) -> bool:
        while httpx.get(url + "healthz").json()["kernel"] != "ready":
            time.sleep(0.1)
        print("browser", url, flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        return True

    webbrowser.open = opened  # type: ignore[assignment]
    return main(arguments)


def unannounced(arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` with an announcement that fails."""

    def fails(*_: object) -> None:
        raise RuntimeError("no words")

    startup.announce = fails  # type: ignore[assignment]
    return stopped_at_the_page(arguments)


def test_the_browser_opens_the_page(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", command=("play", "--port", "0"), program=stopped_at_the_page)
    status, out, errors = process.wait()
    assert (status, errors) == (0, "")
    said, browser = out.splitlines()
    assert said.split()[3] == browser.split()[1]


def test_the_server_runs_without_an_announcement(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", command=("play", "--port", "0"), program=unannounced)
    status, out, errors = process.wait()
    assert (status, out.split()[0]) == (0, "browser")
    assert "could not announce the server" in errors
    assert "no words" in errors


def with_a_build(arguments: Sequence[str]) -> int:
    """Run ``schwimmen`` while the engine is being built."""
    missing = iter([False, False])
    build = rules_loader.EngineBuild(lambda: next(missing, True), lambda: Preparation(60, None))
    rules_loader.EngineBuild = lambda: build  # type: ignore[assignment,misc]
    return stopped_at_the_page(arguments)


def test_the_build_of_the_engine_is_announced(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", command=("play", "--port", "0"), program=with_a_build)
    status, out, errors = process.wait()
    assert (status, errors) == (0, "")
    lines = [line for line in out.splitlines() if line.startswith("engine: ")]
    assert lines == [
        "engine: building (online tables and reviews wait about 60 s) ...",
        "engine: ready",
    ]
