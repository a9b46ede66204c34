"""Metrics, access to them, and the health check."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from schwimmen.players import LEVELS
from schwimmen.rules.errors import SchwimmenError
from schwimmen.server.operation.app import create_app
from schwimmen.server.runtime.addresses import allowed_hosts
from schwimmen.server.runtime.metrics import REGISTRY, MetricsAccess, read_token
from schwimmen.server.storage import parse_location
from tests.postgres import Server
from tests.processes import PATIENCE

from ..card_knowledge import cards_in
from ..conftest import RunningServer, serving

pytestmark = pytest.mark.anyio

TOKEN = "a token that is long enough"


def value(name: str, **labels: str) -> float:
    """Return the current value of a metric, 0 if nothing was counted."""
    return REGISTRY.get_sample_value(name, labels) or 0


async def settled() -> None:
    """Wait until there are no pending writes; the server also stores settings."""
    while value("schwimmen_writes_pending"):
        await asyncio.sleep(0.01)


async def test_a_match_is_counted(served: RunningServer) -> None:
    await settled()
    names = {
        "moves": "schwimmen_move_broadcast_seconds_count",
        "writes": "schwimmen_writes_total",
        "groups": "schwimmen_group_commit_seconds_count",
    }
    before = {key: value(name) for key, name in names.items()}
    by = {who: value("schwimmen_moves_total", by=who) for who in ("person", "bot")}
    thought = value("schwimmen_bot_thinking_seconds_count", level="greedy")
    illegal = value("schwimmen_refusals_total", code="illegal_action")
    there = {name: value(f"schwimmen_{name}") for name in ("tables_live", "sockets_open")}
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        for name, number in there.items():
            assert value(f"schwimmen_{name}") == number + 1
        await anna.my_turn()
        assert (await anna.ask("play", action="nonsense"))["type"] == "refused"
        await anna.play_round()
        events = len(anna.events)
    await asyncio.wait_for(settled(), PATIENCE)
    moves = {who: value("schwimmen_moves_total", by=who) - before for who, before in by.items()}
    assert sum(moves.values()) == events - 2  # without the opening and the first deal
    assert value(names["moves"]) - before["moves"] == events - 2
    writes = value(names["writes"]) - before["writes"]
    assert writes >= events - 1  # plus the server's settings
    assert 0 < value(names["groups"]) - before["groups"] <= writes
    assert value("schwimmen_bot_thinking_seconds_count", level="greedy") - thought > 0
    assert value("schwimmen_refusals_total", code="illegal_action") == illegal + 1


async def test_metrics_disclose_no_names(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
        answer = await served.http.get("/metrics")
    assert answer.status_code == 200
    text = answer.text
    assert "Anna" not in text
    assert table_id not in text
    assert not cards_in(text)
    ours = [one for one in text_string_to_metric_families(text) if one.name[:9] == "schwimmen"]
    assert len(ours) >= 8
    labels = {label for one in ours for sample in one.samples for label in sample.labels.items()}
    assert {name for name, _ in labels} <= {"by", "code", "level", "le", "worker", "version"}
    assert {level for name, level in labels if name == "level"} <= set(LEVELS)
    codes = [code for name, code in labels if name == "code"]
    assert all(re.fullmatch("[a-z_]{1,32}", code) for code in codes)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"x-forwarded-for": "203.0.113.5"}, 403),
        ({"forwarded": "for=203.0.113.5"}, 403),
        ({"authorization": "Bearer guessed"}, 200),
    ],
)
async def test_programs_on_this_machine_can_read(
    headers: dict[str, str], status: int, served: RunningServer
) -> None:
    answer = await served.http.get("/metrics", headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("address", "host", "status"),
    [
        ("127.0.0.1", "127.0.0.1", 200),
        ("::1", "[::1]", 200),
        ("::ffff:127.0.0.1", "127.0.0.1", 200),  # as a dual-stack socket reports it
        ("::ffff:127.0.0.1", "cards.example.org", 403),
        ("::ffff:192.0.2.1", "127.0.0.1", 403),
        ("2001:db8::1", "[::1]", 403),
        ("unknown", "localhost", 403),
    ],
)
async def test_this_machine_has_several_addresses(
    address: str, host: str, status: int, served: RunningServer
) -> None:
    app = create_app(served.services, allowed_hosts("::"))
    transport = httpx.ASGITransport(app, client=(address, 50_000))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}:8000") as http:
        assert (await http.get("/metrics")).status_code == status


@pytest.mark.parametrize(
    ("given", "status"),
    [(None, 403), (f"Bearer {TOKEN}", 200), (f"Bearer {TOKEN}x", 403), ("Bearer ü", 403)],
)
async def test_behind_a_proxy_the_token_is_required(
    given: str | None, status: int, tmp_path: Path
) -> None:
    async with serving(
        tmp_path / "db", metrics_access=MetricsAccess(local=False, token=TOKEN)
    ) as served:
        headers = httpx.Headers({} if given is None else {"authorization": given}, "utf-8")
        assert (await served.http.get("/metrics", headers=headers)).status_code == status


def test_tokens_in_files(tmp_path: Path) -> None:
    file = tmp_path / "token"
    with pytest.raises(SchwimmenError, match="token: no such file"):
        read_token(file)
    file.write_text("short\n")
    with pytest.raises(SchwimmenError, match="token: a token needs at least 16 characters"):
        read_token(file)
    file.write_text(f"{TOKEN}\n")
    assert read_token(file) == TOKEN


async def test_health_reports_the_state_of_the_rules(tmp_path: Path) -> None:
    def fail() -> None:
        raise RuntimeError("no compiler")

    async with serving(tmp_path / "db", load=fail) as served:
        with pytest.raises(SchwimmenError):
            await served.services.rules_loader.wait()
        answer = await served.http.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "failing",
        "kernel": "failed",
        "database": "ok",
        "reason": "the rules could not be loaded; see the log",
    }


async def test_health_reports_the_state_of_the_database(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.heartbeat.CHECKED_S", 0)
    url = await asyncio.to_thread(postgres.new_database)
    async with serving(parse_location(url)) as served:
        await served.services.rules_loader.wait()
        assert (await served.http.get("/healthz")).status_code == 200
        await asyncio.to_thread(postgres.stop)
        try:
            answer = await served.http.get("/healthz")
        finally:
            await asyncio.to_thread(postgres.start)
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "failing",
            "kernel": "ready",
            "database": "failed",
            "reason": "the database cannot be read",
        }
        assert (await served.http.get("/healthz")).json()["status"] == "ok"
