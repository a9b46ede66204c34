"""Hostile input: refused in one line by either database, without harm."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.storage import DatabaseLocation

from .conftest import TWO_BOTS, RunningServer, serving
from .guests import begin, guest, seated, share

pytestmark = pytest.mark.anyio

SURROGATE, NUL = "\ud800", "\0"

TEXTS = {
    "NUL": "a\0b",
    "half a surrogate pair": "a\ud800",
    "turned around": "\u202egnp.exe",
    "isolated": "\u2066Anna",
    "marks without end": "e" + "\u0301" * 40,
    "only marks": "\u0301\u0302",
    "unseen": "\u200b\u2060\ufeff",
    "blanks that are letters": "\u3164\u2800",
    "private": "\ue000",
    "no character": "\ufffe",
    "an escape": "\x1b[31mred",
}
"""Texts that must never be shown as a name or a chat line."""


@pytest.fixture
async def here(location: DatabaseLocation) -> AsyncIterator[RunningServer]:
    """Provide a server with either database and generous limits."""
    patient = DEFAULT_ALLOWANCE._replace(lines=Rate(100, 1), faults=Rate(100, 1))
    async with serving(location, limits=Limits(patient)) as served:
        yield served
        assert (await served.http.get("/healthz")).json()["status"] == "ok"


async def raw(served: RunningServer, request: bytes) -> tuple[int, bytes]:
    """Send raw bytes; return the status and the body of the response."""
    host, port = served.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request.replace(b"HOST", f"{host}:{port}".encode()))
    answer = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), body


PATHS = {
    b"GET /api/tables/%00": 404,
    b"GET /api/tables/%00/record": 404,
    b"GET /%00": 404,
    b"GET /api/tables/%ff%fe": 404,
    b"GET /api/tables/%ed%a0%80/record": 404,
    b"GET /api/tables/" + b"x" * 5000: 404,
    b"GET /assets/" + b"x" * 5000: 404,
    b"GET /..%2f..%2fapp.py": 404,
    b"GET /%2e%2e/%2e%2e/app.py": 404,
    b"GET /api/statistics?players=" + b"9" * 6000: 422,
    b"GET /api/tables?before=%00": 422,
    b"GET /api/tables?before=" + b"x" * 33: 422,
    b"GET http://evil.example/api/nothing": 404,
    b"TRACE /api/tables": 405,
    b"BREW /api/tables": 405,
}


async def test_invalid_paths(here: RunningServer) -> None:
    for line, expected in PATHS.items():
        head = line + b" HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n"
        status, body = await raw(here, head)
        assert status == expected, line[:40]
        check_body(body)


def check_body(body: bytes) -> dict[str, Any]:
    """Return a documented error from a response body."""
    answer = json.loads(body)
    assert answer.keys() == {"error"}
    error: dict[str, Any] = answer["error"]
    assert error.keys() == {"code", "message", "details"}
    assert error["message"].isprintable()
    return error


TABLE = {"preset": "pagat", "opponents": TWO_BOTS}
BODIES: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"preset=pagat",
    "null": b"null",
    "not UTF-8": b'{"preset": "\xff"}',
    "deep lists": b"[" * 60_000,
    "deep objects": b'{"options":' * 5000,
    "a deep option": TABLE | {"options": {"lives": [[[[[]]]]]}},
    "a huge number": b'{"preset":"pagat","options":{"lives":' + b"9" * 5000 + b'},"opponents":[]}',
    "a large number": TABLE | {"options": {"lives": 10**300}},
    "no number": TABLE | {"options": {"lives": float("nan")}},
    "infinity": TABLE | {"options": {"lives": float("inf")}},
    "a fraction": TABLE | {"options": {"lives": 3.0}},
    "a surrogate as preset": TABLE | {"preset": SURROGATE},
    "a surrogate as option": TABLE | {"options": {SURROGATE: 1}},
    "a surrogate as value": TABLE | {"options": {"pass": SURROGATE}},
    "a surrogate as level": TABLE | {"opponents": [{"level": SURROGATE}]},
    "a surrogate as key": TABLE | {SURROGATE: 1},
    "NUL as preset": TABLE | {"preset": NUL},
    "NUL as option": TABLE | {"options": {NUL: NUL}},
    "many opponents": TABLE | {"opponents": [{"level": "random"}] * 1000},
    "a long preset": TABLE | {"preset": "x" * 50_000},
}


async def post(served: RunningServer, path: str, body: Any) -> dict[str, Any]:
    """Post a body; return the error of the response."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    answer = await served.http.post(path, content=sent, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert len(answer.content) < len(sent) + 2000
    return check_body(answer.content)


async def test_invalid_bodies(here: RunningServer) -> None:
    for body in BODIES.values():
        for path in ("/api/tables", "/api/tables/shared", "/api/lobby/quick", "/api/rules"):
            await post(here, path, body)


async def test_an_endless_body(here: RunningServer) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(200):
            yield b" " * 1000

    answer = await here.http.post("/api/tables", content=chunks())
    assert answer.status_code == 413
    assert check_body(answer.content)["code"] == "too_large"


async def test_unacceptable_names_and_chat_lines(here: RunningServer) -> None:
    asked: dict[str, dict[str, Any]] = {
        "/api/tables": TABLE,
        "/api/tables/shared": {"preset": "pagat", "settings": {"seats": 2}},
        "/api/lobby/quick": {"preset": "pagat", "players": 2},
    }
    table_id, cookie = await share(here, seats=3)
    async with guest(here, table_id, cookie) as anna, guest(here, table_id) as bo:
        for what, text in TEXTS.items():
            for path, body in asked.items():
                assert (await post(here, path, body | {"name": text}))["code"] == "bad_name", what
            for client, type, key in ((bo, "join", "name"), (anna, "say", "text")):
                refused = await client.ask(type, **{key: text})
                assert refused["code"] in ("bad_name", "bad_text", "bad_message"), what
                assert refused["message"].isprintable(), what
        assert anna.said == []


FRAMES = {
    "NUL": "\0",
    "a surrogate": '{"v":1,"type":"say","id":"x","text":"\\ud800"}',
    "keys twice": '{"v":1,"type":"ping","id":7,"id":"x","id":7}',
    "a large number": '{"v":1,"type":"hello","last_seq":1e400}',
        "infinity": '{"v":1,"type":"hello","last_seq":Infinity}',
    "deep": '{"v":1,"type":"change","id":"x","options":' + "[" * 2000,
    "deep and whole": '{"v":1,"type":"change","id":"x","options":{"lives":'
    + "[" * 900 + "]" * 900 + "}}",
    "no seat": '{"v":1,"type":"join","id":"x","name":"Bo","seat":"0"}',
}  # fmt: skip

REFUSED: dict[str, dict[str, Any]] = {
    "a seat far away": {"type": "join", "name": "Bo", "seat": 10**30},
    "a seat below": {"type": "join", "name": "Bo", "seat": -1},
    "away far away": {"type": "away", "seat": 2**70},
    "seats without end": {"type": "change", "settings": {"seats": 10**25}},
    "no seats": {"type": "change", "settings": {"seats": -5}},
    "an endless clock": {"type": "change", "settings": {"seats": 2, "clock": {"move": 10**40}}},
    "a wrong order": {"type": "change", "order": [0, 0, 10**20]},
    "a preset": {"type": "change", "preset": NUL},
    "a level": {"type": "change", "settings": {"seats": 2, "bots": NUL}},
    "a commitment": {"type": "commit", "server": NUL, "commitment": "x" * 64},
    "a seed": {"type": "reveal", "seed": NUL * 64},
    "an action": {"type": "play", "action": NUL},
    "an action of another world": {"type": "play", "action": "\U0001f0a1xACé"},
    "a line too long": {"type": "say", "text": "x" * 201},
    "a feeling": {"type": "react", "reaction": "rage"},
}


async def test_invalid_messages(here: RunningServer) -> None:
    table_id, cookie = await share(here, seats=3)
    async with guest(here, table_id, cookie) as anna:
        before = anna.table
        for what, text in FRAMES.items():
            await anna.socket.send(text)
            refused = await anna.until("refused", "pong", "welcome", "accepted")
            assert refused["type"] == "refused", what
            assert refused["code"] == "bad_message", what
            assert refused["message"].isprintable(), what
    async with guest(here, table_id, cookie) as anna:
        for what, message in REFUSED.items():
            refused = await anna.ask(**message)
            assert refused["type"] == "refused", what
            assert refused["code"] not in ("internal", "unavailable"), what
            assert refused["message"].isprintable(), what
        await anna.hello()
        assert anna.table == before


async def test_a_reused_id_repeats_the_first_answer(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served, seated(served, 2) as (_, guests):
        anna, bo = guests
        await begin(guests)
        first = await bo.ask("say", id="once", text="Hello")
        assert (await bo.ask("say", id="once", text="And again"))["type"] == first["type"]
        assert (await bo.ask("say", id="twice", text="That was all"))["type"] == "accepted"
        while len(anna.said) < 2:
            await anna.receive()
        assert [line["text"] for line in anna.said] == ["Hello", "That was all"]


@pytest.mark.parametrize("path", ["/", "/nowhere", "/healthz", "/api/tables", "/api/tables/%00/ws"])
async def test_sockets_at_invalid_paths(
    path: str, served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with connect(served.url.replace("http", "ws") + path):
            pass
    assert refused.value.response.status_code in (403, 404)
    assert not caplog.records


async def test_invalid_hosts(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", host="0.0.0.0") as served:
        table_id = await served.open_table()
        await served.services.rules_loader.wait()
        for host in (b"x" * 4000, b"[" * 30, b"", b"a b", b"\xff\xfe", b"evil.example"):
            for path in (f"/api/tables/{table_id}/qr.svg", "/api/tables", "/healthz"):
                head = f"GET {path} HTTP/1.1\r\nconnection: close\r\nhost: ".encode()
                status, _ = await raw(served, head + host + b"\r\n\r\n")
                assert status < 500, (host[:40], path)
