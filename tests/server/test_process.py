"""``schwimmen`` as a process: started, killed, started again, and what it says."""

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
from websockets.sync.client import ClientConnection, connect

from schwimmen.cli import main
from schwimmen.server.operation import startup
from schwimmen.server.operation.addresses import AddressError, allowed_hosts, listen, local_url
from tests.processes import PATIENCE, Start, running, url_in

from .conftest import TWO_BOTS


def ask(link: ClientConnection, **message: Any) -> None:
    """Sends a message."""
    link.send(json.dumps({"v": 1} | message))


def tell(link: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(link.recv(timeout=PATIENCE))
    return message


def at_table(url: str, table_id: str, cookies: httpx.Cookies) -> ClientConnection:
    """A WebSocket to the table, to be used as a context manager."""
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    address = f"{url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    return connect(address, additional_headers=headers, close_timeout=1)


def play_on(link: ClientConnection, last_seq: int | None, moves: int) -> list[dict[str, Any]]:
    """Says hello and makes so many moves; all events heard of. Killed before the last is told."""
    ask(link, type="hello", last_seq=last_seq)
    events: list[dict[str, Any]] = []
    while True:
        message = tell(link)
        if message["type"] in ("welcome", "events"):
            events += message["events"]
            view = message["view"]
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
def test_a_signal_ends_it_cleanly(tmp_path: Path, start: Start, number: int) -> None:
    process = start(tmp_path / "db", "--pace", "0")
    url = process.url()
    with httpx.Client(base_url=url) as http:
        table_id = http.post("/api/tables", json={"preset": "pagat", "opponents": TWO_BOTS}).json()[
            "id"
        ]
        with at_table(url, table_id, http.cookies) as link:
            play_on(link, None, moves=1)
            assert process.end(number) == (0, "")
    assert not (tmp_path / "db-wal").exists()  # closed, not just gone


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


def test_bad_bytes_leave_no_traceback(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", "--pace", "0")
    url = process.url()
    host, port = url.removeprefix("http://").split(":")
    with httpx.Client(base_url=url) as http:
        table_id = http.post("/api/tables", json={"preset": "pagat", "opponents": TWO_BOTS}).json()[
            "id"
        ]
        with at_table(url, table_id, http.cookies) as link:
            ask(link, type="hello", last_seq=None)
            assert tell(link)["type"] == "welcome"
            link.socket.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")  # text that is not UTF-8
        with closing(socket.create_connection((host, int(port)))) as raw:
            raw.sendall(b"\x00\xff nonsense\r\n\r\n")
            raw.recv(1000)
        assert http.get("/healthz").status_code == 200
    assert process.end(signal.SIGTERM) == (0, "WARNING: Invalid HTTP request received.\n")


def test_a_request_cut_off_at_the_end_leaves_no_traceback(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db")
    host, port = process.url().removeprefix("http://").split(":")
    with closing(socket.create_connection((host, int(port)))) as raw:
        head = ("Host: localhost", "Content-Length: 9", "Expect: 100-continue")
        raw.sendall("\r\n".join(("POST /api/tables HTTP/1.1", *head, "", "{")).encode())
        assert raw.recv(1000).startswith(b"HTTP/1.1 100")  # the server waits for the rest
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


def test_an_address_that_is_not_ours_is_one_line() -> None:
    for host in ("192.0.2.1", "no such host", "x" * 300, "a..b"):
        with pytest.raises(AddressError, match="cannot listen on") as caught:
            listen(host, 0)
        assert "\n" not in str(caught.value)


def test_addresses() -> None:
    assert local_url("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert local_url("0.0.0.0", 8000) == "http://127.0.0.1:8000/"
    assert local_url("::", 8000) == local_url("::1", 8000) == "http://[::1]:8000/"
    assert "*" in allowed_hosts("0.0.0.0")
    assert "*" not in allowed_hosts("localhost")


def stopped_at_the_page(arguments: Sequence[str]) -> int:
    """Be ``schwimmen``, whose browser ends it as soon as the rules are loaded."""

    def opened(url: str) -> bool:
        while httpx.get(url + "healthz").json()["kernel"] != "ready":
            time.sleep(0.1)
        print("browser", url, flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        return True

    webbrowser.open = opened  # type: ignore[assignment]
    return main(arguments)


def unannounced(arguments: Sequence[str]) -> int:
    """Be ``schwimmen``, which cannot say where it is."""

    def fails(*_: object) -> None:
        raise RuntimeError("no words")

    startup.announce = fails  # type: ignore[assignment]
    return stopped_at_the_page(arguments)


def test_the_browser_is_opened_at_the_page(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", command=("play",), program=stopped_at_the_page)
    status, out, errors = process.wait()
    assert (status, errors) == (0, "")
    said, browser = out.splitlines()
    assert said.split()[3] == browser.split()[1]


def test_people_can_play_whatever_cannot_be_announced(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path / "db", command=("play",), program=unannounced)
    status, out, errors = process.wait()
    assert (status, out.split()[0]) == (0, "browser")
    assert "could not announce the server" in errors
    assert "no words" in errors
