"""The announcement at start-up, in any encoding."""

import io
import sys
from pathlib import Path

import pytest

from schwimmen.server.operation.maintenance import Retention
from schwimmen.server.operation.startup import ServerSettings, announce

HERE = "http://127.0.0.1:8000/"
THERE = ["http://192.168.7.9:8000/", "http://10.1.2.3:8000/"]


def announcement(settings: ServerSettings, encoding: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the announcement printed in an encoding."""
    stream = io.BytesIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", io.TextIOWrapper(stream, encoding))
        announce(settings, HERE, THERE)
        return stream.getvalue().decode(encoding)


def test_all_addresses_and_one_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    retention = Retention(finished=400)
    settings = ServerSettings(
        Path("/a.db"), browser=False, retention=retention, proxies="10.0.0.0/8"
    )
    lines = announcement(settings, "utf-8", monkeypatch).splitlines()
    assert lines[:6] == [
        f"schwimmen is at {HERE} (Ctrl-C ends it)",
        "database: SQLite, /a.db",
        "retention: finished matches 400 days, others forever",
        "trusted proxies: 10.0.0.0/8",
        *(f"in your network: {url}" for url in THERE),
    ]
    drawn = lines[7:]
    assert len(drawn) > 10
    assert set("".join(drawn)) == set(" ▀▄█")
    assert len({len(line) for line in drawn}) == 1


def test_a_terminal_without_block_characters_gets_no_qr_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = ServerSettings(Path("/a.db"), browser=False, public_url="https://cards.example.org/")
    assert announcement(settings, "ascii", monkeypatch).splitlines()[2:] == [
        "public address: https://cards.example.org/",
        *(f"in your network: {url}" for url in THERE),
    ]
