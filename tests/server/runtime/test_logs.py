"""The log: structured lines without cards, cookies, names or table ids."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schwimmen.rules import View
from schwimmen.server.runtime.logs import (
    FORMS,
    MAX_KINDS,
    LogFormat,
    OncePerSecond,
    log_event,
    log_id,
    redact,
    set_up_logging,
)
from schwimmen.server.storage import Database, StorageError
from schwimmen.tables import UnplayableLog

from ..card_knowledge import cards_in
from ..conftest import RunningServer

log = logging.getLogger("schwimmen.test")


@pytest.fixture
def logging_untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore logging after a test."""
    ours = logging.getLogger("schwimmen")
    level = ours.level
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    yield
    ours.setLevel(level)


def log_stream(form: LogFormat) -> io.StringIO:
    """Return a stream with all lines logged from now on."""
    stream = io.StringIO()
    set_up_logging(form, "debug", stream)
    return stream


NEW_TABLE = {"preset": "pagat", "name": "Anna", "opponents": [{"level": "greedy"}]}


class Broken:
    """Bot that fails with its cards in the error."""

    def choose(self, view: View) -> str:
        raise ValueError(f"no idea with {' '.join(view.hand_names)} against 7HxTC")


@pytest.mark.anyio
@pytest.mark.usefixtures("logging_untouched")
@pytest.mark.parametrize("form", FORMS)
async def test_no_line_discloses_secrets(
    form: LogFormat, tmp_path: Path, served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = log_stream(form)
    table_id = await served.open_table(options={"special": "none", "lives": 1})
    async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as watcher:
        await watcher.hello()
        await watcher.ask("play", action="7HxTC")
        await anna.my_turn()
        await anna.ask("play", id="myownid", action="KSxKS")
        await anna.play(next(one for one in anna.view["legal_actions"] if "x" in one))
        await anna.play_match()
    monkeypatch.setattr("schwimmen.server.live.bots.make_player", lambda *_, **__: Broken())
    broken = await served.open_table(options={"special": "none", "lives": 1})
    async with served.seat(broken) as anna:
        await anna.play_match()

    def unplayable(events: object) -> None:
        raise UnplayableLog("event 3 cannot be played: KH is not on the table 7C 8C 9C")

    with monkeypatch.context() as patched:
        patched.setattr("schwimmen.server.live.stored_table.Table.replay", unplayable)
        await served.http.get(f"/api/tables/{table_id}/record")

    async def fails(*_: object) -> None:
        raise StorageError("postgresql://me:topsecret@host/db: cannot be written: disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", fails)
        failed = await served.http.post("/api/tables", json=NEW_TABLE)
        assert failed.status_code == 503
        third = await served.http.get(f"/api/tables/{broken}", headers={"cookie": "a=b"})
        assert third.status_code == 200

    text = stream.getvalue()
    for words in (
        "table opened",
        "match over",
        "refused",
        "client connected",
        "a bot failed",
        "is closed",
        "disk is full",
    ):
        assert words in text
    assert log_id(table_id) in text
    assert not cards_in(text)
    cookie = next(iter(served.http.cookies.values()))
    for secret in (table_id, broken, cookie, cookie.partition(".")[0], "Anna", "myownid"):
        assert secret not in text
    assert "topsecret" not in text
    if form == "json":
        lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
        assert all(line.keys() >= {"time", "level", "event"} for line in lines)
        assert {line["level"] for line in lines} == {"debug", "info", "warning", "error"}
        assert any("Traceback" in line.get("failure", "") for line in lines)


@pytest.mark.usefixtures("logging_untouched")
def test_an_event_as_text_and_as_json() -> None:
    text, lines = log_stream("text"), None
    log_event(log, logging.INFO, "table opened", table="cf40922b", seats=3, preset=None)
    assert text.getvalue() == "INFO: table opened (table=cf40922b, seats=3)\n"
    lines = log_stream("json")
    log_event(log, logging.INFO, "table opened", table="cf40922b", seats=3, preset=None)
    line = json.loads(lines.getvalue())
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "table opened", "table": "cf40922b", "seats": 3}


@pytest.mark.usefixtures("logging_untouched")
def test_lower_levels_are_not_logged() -> None:
    stream = io.StringIO()
    set_up_logging("text", "warning", stream)
    log_event(log, logging.INFO, "table opened")
    logging.getLogger("uvicorn.error").info("connection open")
    log_event(log, logging.WARNING, "table is closed")
    assert stream.getvalue() == "WARNING: table is closed\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("holds 7H, TC and AS!", "holds ***, *** and ***"),
        ("Cookie: schwimmen-0a1b2c3d=abc.def; x=1", "Cookie: ***; x=1"),
        ("postgresql://me:pa%20ss@host/db", "postgresql://***@host/db"),
        ("http://127.0.0.1:8000/ in 2D", "http://127.0.0.1:8000/ in ***"),
        ("table 7hq of 3 seats", "table 7hq of 3 seats"),
    ],
)
def test_secrets_are_removed(text: str, left: str) -> None:
    assert redact(text) == left


def test_a_kind_of_line_is_written_once_a_second() -> None:
    now = 0.0
    once = OncePerSecond(lambda: now)

    def passes(line: str, level: int = logging.ERROR, **extra: str) -> int | None:
        """Return the number of lines omitted before this one, ``None`` if it is omitted itself."""
        record = logging.LogRecord("asyncio", level, "", 0, line, (), None)
        record.__dict__ |= extra
        return getattr(record, "left_out", None) if once(record) else None

    accept = "socket.accept() out of system resource\nsocket: <asyncio.TransportSocket fd={}>"
    assert [passes(accept.format(n)) for n in range(1000)] == [0] + [None] * 999
    assert passes("another") == 0
    assert passes("another", logging.WARNING) == 0
    assert passes("%s", event="refused") == passes("%s", event="table opened") == 0
    now = 1.0
    assert passes(accept.format(8)) == 999
    now = 2.0
    assert passes(accept.format(9)) == 0
    # With any number of kinds.
    handled = sum(passes(f"{n}") is not None for n in range(1000))
    assert handled <= MAX_KINDS + 1


def test_omitted_lines_are_counted(
    monkeypatch: pytest.MonkeyPatch, logging_untouched: None
) -> None:
    now = 0.0
    monkeypatch.setattr(OncePerSecond.__init__, "__defaults__", (lambda: now,))
    for form, shown in (("text", "WARNING: full (fd=3) [2 more like this before]"), ("json", "")):
        stream = log_stream("json" if form == "json" else "text")
        for n in range(3):
            log_event(log, logging.WARNING, "full", fd=n)
        now += 1
        log_event(log, logging.WARNING, "full", fd=3)
        lines = stream.getvalue().splitlines()
        assert len(lines) == 2
        assert lines[1] == shown or json.loads(lines[1])["left_out"] == 2
