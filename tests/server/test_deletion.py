"""Retention and deletion of a player's data: rows deleted, rows kept, clients disconnected."""

import asyncio
import contextlib
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from schwimmen.records import read_record
from schwimmen.records.fairness import VerificationError, verify
from schwimmen.server.operation.maintenance import KEEP_FOREVER, Retention, clean_up, run_clean_up
from schwimmen.server.storage import (
    Database,
    DatabaseLocation,
    NewEvent,
    NewRating,
    NewSeat,
    NewTable,
    PlayerName,
    StorageError,
    TableStatus,
    WriteBatch,
    leases,
    presence,
)
from tests.processes import PATIENCE

from .conftest import Client, RunningServer, serving
from .guests import Guest, begin, guest, seated, share
from .live.test_hub import gone
from .live.test_ownership import until_owned
from .test_storage import engine_of, on_disk

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 22, tzinfo=UTC)


async def close_code(client: Client) -> int | None:
    """Return the code with which the server closes the connection."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await client.receive()
    return client.socket.close_code


async def with_berta(served: RunningServer) -> str:
    """Open a table of this browser's Anna, with Berta at the second seat."""
    table_id = await served.open_table()
    database = served.services.database
    created, row = (await database.log(table_id))[0], await database.table_row(table_id)
    summary = row["summary"]
    created["seats"][1] = {"name": "Berta", "player": "berta"}
    summary["seats"][1] = {"name": "Berta", "level": None}
    await database.write(
        WriteBatch(
            rewritten_events=[NewEvent(table_id, 1, None, created)],
            seats=[NewSeat(table_id, 1, "berta")],
            statuses=[TableStatus(table_id, summary)],
        )
    )
    return table_id


async def everything(location: DatabaseLocation) -> str:
    """Return all rows of the database as text."""
    engine = engine_of(location)
    rows: list[Any] = []
    async with engine.connect() as connection:
        for name in ("tables", "seats", "events", "facts"):
            rows += (await connection.execute(text(f"SELECT * FROM {name}"))).all()
    await engine.dispose()
    return str(rows)


def in_files(location: Path) -> bytes:
    """Return the current bytes of SQLite's files."""
    return location.read_bytes() + location.with_name(f"{location.name}-wal").read_bytes()


async def test_all_data_of_a_player_is_deleted(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        await served.services.rules_loader.wait()
        alone, shared = await served.open_table(), await with_berta(served)
        player = (await served.services.database.seats_of(alone))[0]
        assert (await served.http.get("/api/statistics")).status_code == 200  # stores facts
        assert player in await everything(location)
        async with served.seat(alone) as one, served.seat(shared) as two:
            answer = await served.http.delete("/api/me")
            assert answer.json() == {"removed": 1, "left": 1}
            assert await close_code(one) == 4404
            assert await close_code(two) == 1012
        assert not served.http.cookies
        assert (await served.http.get("/api/tables")).json() == []
        assert (await served.http.get(f"/api/tables/{alone}")).status_code == 404
        record = (await served.http.get(f"/api/tables/{shared}/record")).json()
        assert record["players"][:2] == ["Player 1", "Berta"]
        async with served.seat(shared) as watcher:
            assert watcher.seat is None
        if isinstance(location, Path):  # nor in remains of deleted rows
            content = in_files(location)
            assert not [text for text in (player, "Anna", alone) if text.encode() in content]
            assert b"Berta" in content
    left = await everything(location)
    assert player not in left
    assert "Anna" not in left
    assert "Berta" in left
    assert alone not in left


async def test_a_deleted_player_leaves_a_running_match(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        async with seated(served, 2) as (table_id, (anna, bo)):
            await begin([anna, bo])
            player = (await served.services.database.seats_of(table_id))[1]
            assert player in await everything(location)
            assert (await bo.ask("say", text="Ich bin es"))["type"] == "accepted"
            assert await delete_data(served, bo) == {"removed": 0, "left": 1}
            assert await close_code(bo) == 1012
            while anna.said or anna.table["seats"][1]["name"] != "Player 2":
                await anna.receive()
            assert (await anna.ask("say", text="Wer?"))["type"] == "accepted"
            await anna.play_match()
        record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
        assert record["players"] == ["Anna", "Player 2"]
        with pytest.raises(VerificationError, match="erased"):
            verify(read_record(record))
    left = await everything(location)
    assert player not in left
    assert re.search(r"\bBo\b", left) is None


async def test_a_bot_moves_for_a_deleted_player(
    location: DatabaseLocation,
) -> None:
    async with serving(location, pace=0.3) as served, seated(served, 2) as (_, (anna, bo)):
        await begin([anna, bo])
        if anna.view["legal_actions"]:
            await anna.play()
        played = len(anna.events)
        assert await delete_data(served, bo) == {"removed": 0, "left": 1}
        while not any(one["type"] == "action" for one in anna.events[played:]):
            await anna.receive()
        assert anna.events[-1]["seat"] == 1


@pytest.mark.parametrize("played", [True, False])
async def test_the_host_is_deleted(location: DatabaseLocation, played: bool) -> None:
    async with serving(location) as served:
        async with seated(served, 2, visibility="open") as (table_id, (anna, bo)):
            if played:
                await begin([anna, bo])
                await asyncio.gather(anna.play_match(), bo.play_match())
            else:
                for one in (bo, anna):
                    assert (await one.ask("leave"))["type"] == "accepted"
            assert await delete_data(served, anna) == {"removed": 0, "left": 1}
        host = "Bo" if played else None  # the remaining player, unless they left
        assert (await served.services.database.table_row(table_id))["summary"]["host"] == host
    assert re.search(r"\bAnna\b", await everything(location)) is None


async def test_unreadable_logs_do_not_prevent_deletion(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        async with seated(served, 2) as (table_id, (anna, bo)):
            await begin([anna, bo])
        await gone(served)
        database = served.services.database
        player = (await database.seats_of(table_id))[1]
        started = (await database.log(table_id))[-2]
        damaged = NewEvent(table_id, started["seq"], None, started | {"nonsense": 1})
        await database.write(WriteBatch(rewritten_events=[damaged]))
        assert await delete_data(served, bo) == {"removed": 0, "left": 1}
    left = await everything(location)
    assert player not in left
    assert re.search(r"\bBo\b", left) is None


async def test_no_table_is_closed_if_the_rules_could_not_be_loaded(tmp_path: Path) -> None:
    def broken() -> None:
        raise OSError("no place for compiled code")

    async with serving(tmp_path / "db") as served, seated(served, 2) as (table_id, (anna, bo)):
        await begin([anna, bo])
    async with serving(tmp_path / "db", load=broken) as served:
        headers = {"cookie": bo.cookie}
        async with httpx.AsyncClient(base_url=served.url, headers=headers) as http:
            assert (await http.delete("/api/me")).status_code == 503
        log = await served.services.database.log(table_id)
        assert log[-1]["type"] != "closed"


async def test_no_seat_is_reserved_for_a_deleted_player(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        async with seated(served, 2) as (table_id, (anna, bo)):
            await begin([anna, bo])
            await asyncio.gather(anna.play_match(), bo.play_match())
            player = (await served.services.database.seats_of(table_id))[1]
            assert (await anna.ask("rematch"))["type"] == "accepted"
            again = (await anna.sees("rematch"))["rematch"]
        async with guest(served, again, anna.cookie) as here:
            assert [seat["name"] for seat in here.table["seats"]] == ["Anna", "Bo"]
            assert await delete_data(served, bo) == {"removed": 0, "left": 2}
            assert (await here.sees("left"))["seat"] == 1
            assert (await here.ask("join", name="Anna"))["code"] == "already_seated"
    left = await everything(location)
    assert player not in left
    assert re.search(r"\bBo\b", left) is None


async def delete_data(served: RunningServer, known: Guest) -> Any:
    """Delete the data of a guest; return the server's answer."""
    headers = {"cookie": known.cookie}
    async with httpx.AsyncClient(base_url=served.url, headers=headers, timeout=PATIENCE) as http:
        return (await http.delete("/api/me")).json()


async def test_an_unknown_player_has_nothing_to_delete(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with httpx.AsyncClient(base_url=served.url) as stranger:
        answer = await stranger.delete("/api/me")
        assert answer.json() == {"removed": 0, "left": 0}
        foreign = await stranger.delete("/api/me", headers={"origin": "http://evil.example"})
        assert foreign.status_code == 403
    assert (await served.http.get(f"/api/tables/{table_id}")).status_code == 200


def ago(days: float) -> str:
    """Return the ISO time ``days`` before now."""
    return (NOW - timedelta(days=days)).isoformat("T", "milliseconds")


def old(name: str, days: float, created: float, **summary: bool) -> WriteBatch:
    """Return a table whose last event is ``days`` old."""
    times = [ago(created), ago(days)]
    return WriteBatch(
        tables=[NewTable(name, times[0], summary)],
        seats=[NewSeat(name, 0, "anna")],
        events=[NewEvent(name, 1 + n, None, {"at": at}) for n, at in enumerate(times)],
    )


async def test_tables_are_deleted_after_their_retention(location: DatabaseLocation) -> None:
    database = await Database.open(location)
    for write in (
        old("over, old", 11, 30, over=True, closed=False),
        old("over, fresh", 9, 30, over=True, closed=False),
        old("closed, old", 11, 12, over=False, closed=True),
        old("open, old", 6, 7, over=False, closed=False),
        old("open, fresh", 4, 300, over=False, closed=False),
    ):
        await database.write(write)
    await database.close()
    async with serving(location) as served:
        hub, kept = served.services.hub, served.services.database

        async def left() -> set[str]:
            return {row["id"] for row in await kept.tables_of("anna")}

        assert await clean_up(hub, kept, Retention(), NOW) == 0
        assert await clean_up(hub, kept, Retention(finished=10), NOW) == 2
        assert await left() == {"over, fresh", "open, old", "open, fresh"}
        assert await clean_up(hub, kept, Retention(finished=10, unfinished=5), NOW) == 1
        assert await left() == {"over, fresh", "open, fresh"}
    assert "open, old" not in await everything(location)


async def test_players_without_tables_are_deleted(
    location: DatabaseLocation,
) -> None:
    database = await Database.open(location)
    await database.write(old("old", 101, 120, over=True))
    await database.write(old("fresh", 9, 120, over=True))
    known = {"anna": 500, "no table": 101, "rated": 500, "new": 99, "bot.program": 500}
    rated = {"anna": 500, "no table": 101, "rated": 99, "bot.program": 101, "bot:greedy": 500}
    await database.write(
        WriteBatch(
            player_names=[PlayerName(who, who, ago(days)) for who, days in known.items()],
            ratings=[NewRating("pagat", who, 1, 1, 1, 1, ago(d), 0) for who, d in rated.items()],
        )
    )

    async def left(keeping: Retention) -> tuple[set[str], set[str]]:
        await clean_up(hub, database, keeping, NOW)
        kept = [
            {who for (who,) in await on_disk(location, query)}
            for query in ("SELECT player_id FROM players", "SELECT who FROM ratings")
        ]
        return kept[0], kept[1]

    async with serving(location) as served:
        hub = served.services.hub
        for keeping in (Retention(), Retention(finished=100), Retention(unfinished=100)):
            assert await left(keeping) == (set(known), set(rated))
        assert await left(Retention(finished=10, unfinished=100)) == (
            {"anna", "rated", "new"},
            {"anna", "rated", "bot:greedy"},
        )
        # A player's last table is deleted before the player.
        assert await left(Retention(finished=5, unfinished=100)) == (
            {"rated", "new"},
            {"rated", "bot:greedy"},
        )
    await database.close()


async def test_a_reader_of_the_journal_delays_only_its_erasure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.sqlite.DATABASE_TIMEOUT_S", 10 * PATIENCE)
    location = tmp_path / "db"
    database = await Database.open(location)
    await database.write(old("forgotten", 6, 7))
    with contextlib.closing(sqlite3.connect(location)) as reading:
        reading.execute("BEGIN")
        assert reading.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        async with asyncio.timeout(PATIENCE):  # less than the wait for a writer
            await database.write(WriteBatch(deleted_tables=["forgotten"]))
        assert b"forgotten" in in_files(location)
    await database.write(old("kept", 6, 7))
    content = in_files(location)
    assert b"forgotten" not in content
    assert b"kept" in content
    await database.close()


async def test_the_clean_up_repeats_after_failures(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise StorageError("db: cannot be read: disk I/O error")

    table_id = await served.open_table()
    monkeypatch.setattr("schwimmen.server.operation.maintenance.FIRST_CLEAN_UP_S", 0)
    monkeypatch.setattr("schwimmen.server.operation.maintenance.CLEAN_UP_INTERVAL_S", 0.01)
    monkeypatch.setattr(
        "schwimmen.server.operation.maintenance.timedelta", lambda days: -timedelta(days)
    )
    with monkeypatch.context() as patched:
        patched.setattr(Database, "idle_tables", fails)
        hub, kept = served.services.hub, served.services.database
        cleaning = asyncio.create_task(run_clean_up(hub, kept, Retention(unfinished=1)))
        async with asyncio.timeout(PATIENCE):
            while "clean-up failed" not in caplog.text:
                await asyncio.sleep(0.01)
    async with asyncio.timeout(PATIENCE):
        while await served.services.database.log_length(table_id):
            await asyncio.sleep(0.01)
    cleaning.cancel()


async def test_unlimited_retention_needs_no_clean_up(served: RunningServer) -> None:
    await asyncio.wait_for(
        run_clean_up(served.services.hub, served.services.database, KEEP_FOREVER), PATIENCE
    )


async def test_a_table_in_use_is_not_deleted(served: RunningServer) -> None:
    table_id = await served.open_table()
    hub, kept = served.services.hub, served.services.database
    later = datetime.now(UTC) + timedelta(days=50)
    async with served.seat(table_id) as anna:
        assert await clean_up(hub, kept, Retention(unfinished=10), later) == 0
        await anna.my_turn()
        await anna.play()
    await gone(served)
    assert await clean_up(hub, kept, Retention(unfinished=10), later) == 1


async def test_a_table_in_use_at_another_server_is_not_deleted(
    shared_location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "VALID_S", PATIENCE)  # however slow the machine is
    async with serving(shared_location) as here, serving(shared_location) as there:
        table_id = await there.open_table()
        hub, kept = here.services.hub, here.services.database
        later = datetime.now(UTC) + timedelta(days=50)
        async with there.seat(table_id) as anna:
            await until_owned(there, table_id)
            assert await clean_up(hub, kept, Retention(unfinished=10), later) == 0
            await anna.my_turn()
            await anna.play()
        async with asyncio.timeout(PATIENCE):
            while not await clean_up(hub, kept, Retention(unfinished=10), later):
                await asyncio.sleep(0.05)


async def test_a_table_that_is_watched_at_another_server_is_not_deleted(
    shared_location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ABSENT_S", PATIENCE)  # however slow the machine is
    async with serving(shared_location) as here, serving(shared_location) as there:
        table_id, _ = await share(there, seats=2)
        hub, kept = here.services.hub, here.services.database
        later = datetime.now(UTC) + timedelta(days=50)
        async with guest(there, table_id), asyncio.timeout(PATIENCE):
            while not await kept.presence.at_table(table_id):
                await asyncio.sleep(0.05)
            assert await clean_up(hub, kept, Retention(unfinished=10), later) == 0
        async with asyncio.timeout(PATIENCE):
            while not await clean_up(hub, kept, Retention(unfinished=10), later):
                await asyncio.sleep(0.05)
