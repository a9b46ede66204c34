"""Tables in memory: loading, unloading and failures."""

import asyncio
import gc
import json
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from schwimmen.rules import View
from schwimmen.server.http.ws_protocol import WebSocketProtocol
from schwimmen.server.live.bot_scheduler import BotScheduler, Participant
from schwimmen.server.live.news import TableChange
from schwimmen.server.runtime.logs import log_id
from schwimmen.server.storage import Database, DatabaseLocation, StorageError, WriteBatch
from schwimmen.tables import Play, record_of_log
from tests.processes import PATIENCE

from ..conftest import AN_HOUR, Client, RunningServer, serving

pytestmark = pytest.mark.anyio


async def gone(served: RunningServer) -> None:
    """Wait until no table is in memory."""
    async with asyncio.timeout(PATIENCE):
        while served.services.hub._live:
            await asyncio.sleep(0.01)


async def test_a_table_is_in_memory_while_it_is_used(served: RunningServer) -> None:
    table_id = await served.open_table()
    assert not served.services.hub._live
    async with served.seat(table_id) as one, served.seat(table_id) as two:
        assert list(served.services.hub._live) == [table_id]
        await one.my_turn()
        await two.my_turn()
        assert one.view == two.view
    await gone(served)
    assert (await served.http.get(f"/api/tables/{table_id}/record")).status_code == 200
    await gone(served)


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable the garbage collector, so that memory is freed at once or never."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def connections() -> int:
    """Return the number of connections in memory, open or not."""
    return sum(isinstance(one, WebSocketProtocol) for one in gc.get_objects())


async def test_unloaded_tables_are_freed_without_the_collector(served: RunningServer) -> None:
    await served.services.rules_loader.wait()  # loaded before the collector is disabled
    table_id = await served.open_table()
    with without_collector():
        async with served.seat(table_id) as anna:
            await anna.play_round()
            live = weakref.ref(served.services.hub._live[table_id])
            assert connections() == 1
        async with asyncio.timeout(PATIENCE):
            while live() is not None or connections():
                await asyncio.sleep(0.01)


async def test_a_match_goes_on_with_another_server(location: DatabaseLocation) -> None:
    async with serving(location) as first:
        table_id = await first.open_table()
        async with first.seat(table_id) as anna:
            await anna.my_turn()
            await anna.ask("play", id="mine", action=anna.view["legal_actions"][0])
            await anna.play_round()
            events, view = anna.events, anna.view
        cookies = first.http.cookies
    async with serving(location) as second:
        second.http.cookies = cookies
        async with second.seat(table_id, last_seq=5) as anna:
            assert anna.seat == 0
            assert anna.welcome["events"] == events[5:]
            assert anna.view == view
            again = await anna.ask("play", id="mine", action="pass")
            assert again["type"] == "accepted"
            await anna.play_match()
            assert anna.view["over"]


async def test_bots_go_on_when_a_player_connects(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=AN_HOUR) as slow:
        table_id = await slow.open_table()
        async with slow.seat(table_id) as anna:
            while anna.view["to_act"] == 0:
                await anna.play()
            assert anna.view["to_act"] in (1, 2)
        cookies = slow.http.cookies
    async with serving(tmp_path / "db") as quick:
        quick.http.cookies = cookies
        async with quick.seat(table_id) as anna:
            await anna.my_turn()


async def test_two_servers_at_one_table_see_each_others_events(location: DatabaseLocation) -> None:
    async with serving(location) as one, serving(location) as other:
        table_id = await one.open_table()
        other.http.cookies = one.http.cookies
        async with one.seat(table_id) as here, other.seat(table_id) as there:
            await here.my_turn()
            await here.play_round()
            assert await there.ask("deal", id="other") == {
                "v": 1,
                "type": "accepted",
                "id": "other",
                "seq": here.events[-1]["seq"] + 1,
            }
            # Sent before the answer to its own command: no gap, nothing twice.
            while there.events[-1]["type"] != "round" or there.events[-1]["seq"] <= len(
                here.events
            ):
                await there.until("events")
            assert [event["seq"] for event in there.events] == list(range(1, len(there.events) + 1))
            assert there.events[: len(here.events)] == here.events


async def test_bots_of_two_servers_do_not_stop_each_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path / "db") as one, serving(tmp_path / "db") as other:
        table_id = await one.open_table(options={"special": "none", "lives": 1})
        other.http.cookies = one.http.cookies
        async with one.seat(table_id) as here, other.seat(table_id):
            await here.play_match()
    assert "stopped" not in caplog.text


async def fails(self: Database, write: WriteBatch) -> None:
    raise StorageError("db: cannot be written: database or disk is full")


async def test_events_that_cannot_be_stored_have_not_happened(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        before, seq = anna.view, anna.events[-1]["seq"]
        with monkeypatch.context() as patched:
            patched.setattr(Database, "write", fails)
            refused = await anna.ask("play", id="x", action=before["legal_actions"][0])
            assert refused["code"] == "unavailable"
            assert "disk is full" in caplog.text
            answer = await served.http.post(
                "/api/tables", json={"preset": "pagat", "opponents": [{"level": "greedy"}]}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        await anna.hello(seq)
        assert (anna.welcome["events"], anna.view) == ([], before)
        accepted = await anna.ask("play", id="x", action=before["legal_actions"][0])
        assert (accepted["type"], accepted["seq"]) == ("accepted", seq + 1)


async def test_bots_try_again_after_a_failure_while_a_player_waits(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("schwimmen.server.live.stored_table.RETRY_S", 0.02)
    for _ in range(100):
        table_id = await served.open_table()
        with monkeypatch.context() as patched:
            patched.setattr(Database, "write", fails)
            async with served.seat(table_id) as anna:
                if anna.view["to_act"] == 0:  # no bot is to move
                    continue
                while "disk is full" not in caplog.text:
                    await asyncio.sleep(0.01)
                patched.undo()
                await anna.my_turn()
                return
    pytest.fail("the human dealt at every table")


class Broken:
    """Bot that cannot play."""

    name = "broken"

    def __init__(self, choose: Callable[[View], str]) -> None:
        self.choose = choose


def crash(view: View) -> str:
    raise ZeroDivisionError


@pytest.mark.parametrize("choose", [crash, lambda view: "nonsense"])
async def test_a_broken_bot_does_not_stop_the_table(
    served: RunningServer,
    choose: Callable[[View], str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("schwimmen.server.live.bots.make_player", lambda *_, **__: Broken(choose))
    table_id = await served.open_table(options={"special": "none", "lives": 1})
    async with served.seat(table_id) as anna:
        await anna.play_match()
    assert "a bot failed" in caplog.text or "illegal action" in caplog.text


async def test_a_bot_thinks_on_while_its_table_is_unloaded(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    choose, chosen = BotScheduler.choose, asyncio.Event()

    async def unloaded(
        self: BotScheduler, level: str, people: frozenset[Participant], think: Callable[[], str]
    ) -> str:
        (live,) = served.services.hub._live.values()
        await live.follow(TableChange(live.id, erased=True))
        action = await choose(self, level, people, think)
        chosen.set()
        return action

    monkeypatch.setattr(BotScheduler, "choose", unloaded)
    table_id = await served.open_table(options={"special": "none", "lives": 1})
    async with served.seat(table_id) as anna:
        if anna.view["to_act"] == 0:
            await anna.ask("play", id="x", action=anna.view["legal_actions"][0])
        async with asyncio.timeout(PATIENCE):
            await chosen.wait()
    assert "a bot failed" not in caplog.text


def remove_event(data: Path, table_id: str, seq: int) -> None:
    """Delete a stored event."""
    with closing(sqlite3.connect(data)) as connection:
        connection.execute("DELETE FROM events WHERE table_id = ? AND seq = ?", (table_id, seq))
        connection.commit()


def change_log(data: Path, table_id: str, seq: int, **fields: object) -> None:
    """Change a stored event."""
    where = "table_id = ? AND seq = ?"
    with closing(sqlite3.connect(data)) as connection:
        query = f"SELECT body FROM events WHERE {where}"
        body = json.loads(connection.execute(query, (table_id, seq)).fetchone()[0])
        update = f"UPDATE events SET body = ? WHERE {where}"
        connection.execute(update, (json.dumps(body | fields), table_id, seq))
        connection.commit()


async def test_a_table_that_no_longer_plays_is_closed_and_keeps_its_record(
    tmp_path: Path, served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
        played = len(anna.events)
    await gone(served)
    change_log(tmp_path / "schwimmen.db", table_id, 1, rules_version="0", options={"lives": 0})
    async with served.seat(table_id) as anna:
        notice = anna.table["closed"]
        assert "its record is kept" in notice
        assert anna.view == {}
        assert [event["type"] for event in anna.events[-2:]] == ["action", "closed"]
        assert await anna.receive() == {
            "v": 1,
            "type": "closed",
            "code": "rules_version",
            "message": notice,
        }
        refused = await anna.ask("deal")
        assert refused["code"] == "table_closed"
        assert len(anna.events) == played + 1
    assert "is closed" in caplog.text
    # Closed for good: the notice is in the log.
    async with served.seat(table_id, last_seq=played) as anna:
        assert [event["type"] for event in anna.welcome["events"]] == ["closed"]
    record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
    assert record["rules_version"] == "0"
    assert len(record["rounds"]) == 1
    info = (await served.http.get(f"/api/tables/{table_id}")).json()
    assert info["closed"] == notice
    assert info["rules"]["all"] == {"lives": 0}
    (listed,) = (await served.http.get("/api/tables")).json()
    assert listed["closed"]


async def test_a_table_whose_log_lacks_an_event_is_closed_and_keeps_its_record(
    tmp_path: Path, served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
        played = len(anna.events)
    await gone(served)
    remove_event(tmp_path / "schwimmen.db", table_id, 4)
    for _ in range(2):
        async with served.seat(table_id) as anna:
            assert [event["seq"] for event in anna.events] == [1, 2, 3, played + 1]
            assert (await anna.until("closed"))["code"] == "damaged"
            assert (await anna.ask("deal"))["code"] == "table_closed"
        await gone(served)
    assert caplog.text.count("is closed") == 1
    record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
    assert [len(one["actions"]) for one in record["rounds"]] == [1]
    (listed,) = (await served.http.get("/api/tables")).json()
    assert listed["closed"]


async def test_a_table_of_another_rules_version_that_still_plays_goes_on(
    tmp_path: Path, served: RunningServer
) -> None:
    table_id = await served.open_table()
    change_log(tmp_path / "schwimmen.db", table_id, 1, rules_version="0")
    async with served.seat(table_id) as anna:
        assert anna.table["closed"] is None
        assert anna.table["rules_version"] == "0"
        await anna.play_round()


async def test_a_table_of_other_rules_waits_while_servers_have_several_versions(
    tmp_path: Path, served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await served.open_table()
    change_log(tmp_path / "schwimmen.db", table_id, 1, rules_version="0")
    async with served.socket(table_id) as anna:
        with monkeypatch.context() as patched:
            patched.setattr(served.services.database, "other_versions", frozenset({"0.0.9"}))
            assert (await anna.hello())["code"] == "unavailable"
        assert (await anna.hello())["type"] == "welcome"
        await anna.play_round()


def unknown_type(data: Path, table_id: str) -> None:
    """Change an event to an unknown type."""
    change_log(data, table_id, 2, type="unknown_type")


def headless(data: Path, table_id: str) -> None:
    """Delete the event that opened the table."""
    remove_event(data, table_id, 1)


@pytest.mark.parametrize("spoil", [unknown_type, headless])
async def test_an_unreadable_log_is_reported_and_left_alone(
    spoil: Callable[[Path, str], None],
    tmp_path: Path,
    served: RunningServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table_id = await served.open_table()
    spoil(tmp_path / "schwimmen.db", table_id)
    async with served.socket(table_id) as anna:
        refused = await anna.hello()
        assert refused["code"] == "unavailable"
        assert f"the log of table {log_id(table_id)} cannot be read" in caplog.text
    answer = await served.http.get(f"/api/tables/{table_id}")
    assert answer.status_code == 503


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        ("UPDATE events SET body = '{'", "the log of table "),
        ("ALTER TABLE events RENAME TO others", "schwimmen.db: cannot be read"),
    ],
)
async def test_an_unreadable_database_is_reported(
    spoil: str, what: str, tmp_path: Path, served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    with closing(sqlite3.connect(tmp_path / "schwimmen.db")) as connection:
        connection.execute(spoil)
        connection.commit()
    async with served.socket(table_id) as anna:
        refused = await anna.hello()
        assert refused["code"] == "unavailable"
        # Only the log names the database's location.
        assert str(tmp_path) not in refused["message"]
        assert what in caplog.text
    answer = await served.http.get(f"/api/tables/{table_id}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    assert "Traceback" not in caplog.text


async def test_an_internal_error_does_not_leave_a_client_waiting(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(self: Database, table_id: str, after: int = 0) -> None:
        raise ZeroDivisionError

    table_id = await served.open_table()
    monkeypatch.setattr(Database, "log_texts", breaks)
    async with served.socket(table_id) as anna:
        assert (await anna.hello())["code"] == "internal"
    assert "ZeroDivisionError" in caplog.text


async def test_a_table_that_is_closed_while_clients_are_connected(
    tmp_path: Path, served: RunningServer
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
        change_log(tmp_path / "schwimmen.db", table_id, 2, pack="AC")
        live = served.services.hub._live[table_id]
        live._table = None  # as after a failure, so that it is loaded again
        refused = await anna.ask("deal")
        assert refused["code"] == "table_closed"
        assert anna.events[-1]["type"] == "closed"
    async with served.seat(table_id) as anna:
        assert (await anna.until("closed"))["code"] == "damaged"


async def test_the_first_event_is_the_same_for_all_clients(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        async with served.socket(table_id, cookie=False) as watcher:
            await watcher.hello()
            assert watcher.events[:2] == anna.events[:2]


async def test_concurrent_commands_are_executed_one_by_one(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        action = anna.view["legal_actions"][0]
        async with served.services.hub.using(table_id) as live:
            play = Play(0, action, "the same")
            numbers = await asyncio.gather(*(live.execute(play) for _ in range(20)))
        assert len(set(numbers)) == 1


async def test_play_goes_on_while_a_record_is_made(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def made(*about: Any) -> dict[str, Any]:
        begun.set()
        ended.wait()
        return record_of_log(*about)

    monkeypatch.setattr("schwimmen.server.live.hub.record_of_log", made)
    monkeypatch.setattr("schwimmen.server.live.table_store.SHORT_LOG", 0)
    table_id = await served.open_table()
    async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as watcher:
        await anna.my_turn()
        record = asyncio.create_task(served.services.hub.record(table_id, None))
        try:
            await asyncio.to_thread(begun.wait)
            assert (await anna.play())["type"] == "accepted"
            assert (await watcher.hello())["type"] == "welcome"
        finally:
            ended.set()
        assert (await record)["rounds"] == []


async def test_a_spectator_sees_the_whole_match(served: RunningServer) -> None:
    table_id = await served.open_table(options={"special": "none", "lives": 1})
    async with (
        served.seat(table_id) as anna,
        served.socket(table_id, cookie=False) as watcher,
    ):
        await watcher.hello()
        await anna.play_match()
        await catch_up(watcher, anna)
        assert watcher.view["winners"] == anna.view["winners"]
        assert watcher.view["result"] == anna.view["result"]


async def catch_up(behind: Client, ahead: Client) -> None:
    """Wait until one client has the events of the other."""
    while behind.events[-1]["seq"] < ahead.events[-1]["seq"]:
        await behind.until("events")
