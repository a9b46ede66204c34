"""WebSocket protocol: welcome, missed events, idempotent commands, refusals."""

import asyncio
import json
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from .client_state import canonical
from .conftest import AN_HOUR, Client, RunningServer, serving

pytestmark = pytest.mark.anyio


async def test_a_new_client_gets_all_events(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        welcome = anna.welcome
        assert welcome["v"] == 1
        assert anna.seat == 0
        assert anna.table["id"] == table_id
        assert [event["seq"] for event in welcome["events"]] == list(range(1, welcome["seq"] + 1))
        assert [event["type"] for event in welcome["events"][:2]] == ["created", "round"]
        assert len(anna.view["hand"]) == 3


async def test_a_returning_client_gets_exactly_the_missed_events(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
        everything = anna.events
    last = everything[-1]["seq"]
    for known in (0, 1, last - 1, last):
        async with served.seat(table_id, last_seq=known) as again:
            assert again.welcome["events"] == everything[known:]
            assert again.welcome["seq"] == last
    async with served.seat(table_id, last_seq=last + 1) as stranger:
        # It knows another log, so it gets all of this one.
        assert stranger.welcome["events"] == everything


async def test_a_second_hello_is_a_second_welcome(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        first = anna.welcome
        await anna.hello(first["seq"])
        assert anna.welcome["seq"] >= first["seq"]
        assert all(event["seq"] > first["seq"] for event in anna.welcome["events"])


async def test_a_whole_match_in_events_without_gaps(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_match()
        assert [event["seq"] for event in anna.events] == list(range(1, len(anna.events) + 1))
        assert anna.view["over"]
        assert len(anna.view["winners"]) >= 1
        refused = await anna.ask("deal")
        assert (refused["type"], refused["code"]) == ("refused", "match_over")


async def test_a_command_id_is_executed_once(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        action = anna.view["legal_actions"][0]
        first = await anna.ask("play", id="once", action=action)
        assert first["type"] == "accepted"
        assert await anna.ask("play", id="once", action=action) == first
        assert await anna.ask("deal", id="once") == first
    async with served.seat(table_id) as again:
        assert await again.ask("play", id="once", action="nonsense") == first
        mine = [event for event in again.events if event["seat"] == 0]
        assert [event["seq"] for event in mine if event["seq"] <= first["seq"]] == [first["seq"]]


async def test_an_illegal_action_changes_nothing(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with (
        served.seat(table_id) as anna,
        served.socket(table_id, cookie=False) as spectator,
    ):
        await spectator.hello()
        await anna.my_turn()
        while spectator.events[-1]["seq"] < anna.events[-1]["seq"]:
            await spectator.receive()
        before = anna.view
        legal = anna.view["legal_actions"]
        for action in ("2Cx2D", "nonsense", "", "all!!"):
            refused = await anna.ask("play", action=action)
            assert refused["type"] == "refused"
            assert refused["code"] == "illegal_action"
            assert refused["legal"] == legal
            assert refused["reason"]
            assert "\n" not in refused["message"]
        await spectator.send(type="ping", id="p")
        assert (await spectator.receive())["type"] == "pong"  # with no message before it
        await anna.hello(anna.events[-1]["seq"])
        assert anna.welcome["events"] == []
        assert anna.view == before


async def test_clients_without_a_seat_watch(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with (
        served.seat(table_id) as anna,
        served.socket(table_id, cookie=False) as spectator,
    ):
        welcome = await spectator.hello()
        assert "seat" not in welcome
        assert "own" not in welcome["state"]
        for type in ("play", "deal"):
            more = {"action": "pass"} if type == "play" else {}
            assert (await spectator.ask(type, **more))["code"] == "not_seated"
        await anna.play_round()
        while spectator.events[-1]["seq"] < anna.events[-1]["seq"]:
            await spectator.receive()
        assert spectator.events == anna.events[: len(spectator.events)]


async def test_an_action_out_of_turn_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", pace=AN_HOUR) as slow:
        while True:
            table_id = await slow.open_table()
            async with slow.seat(table_id) as anna:
                if anna.view["to_act"] == 0:
                    continue
                refused = await anna.ask("play", action="pass")
                assert refused["code"] == refused["reason"] == "not_your_turn"
                assert refused["legal"] == []
                return


async def test_a_deal_during_a_round_is_refused(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.my_turn()
        assert (await anna.ask("deal"))["code"] == "round_running"


BAD = {
    "empty": "",
    "no JSON": "hello?",
    "a list": "[]",
    "no type": '{"v": 1}',
    "unknown type": '{"v": 1, "type": "cheat", "id": "x"}',
    "no version": '{"type": "ping", "id": "x"}',
    "no id": '{"v": 1, "type": "play", "action": "pass"}',
    "a number for an id": '{"v": 1, "type": "ping", "id": 7}',
    "a wrong id": '{"v": 1, "type": "ping", "id": "' + "x" * 65 + '"}',
    "one key too many": '{"v": 1, "type": "ping", "id": "x", "seat": 1}',
    "a long action": '{"v": 1, "type": "play", "id": "x", "action": "' + "x" * 65 + '"}',
    "unknown views": '{"v": 1, "type": "hello", "last_seq": null, "views": "half"}',
    "a wrong last_seq": '{"v": 1, "type": "hello", "last_seq": -1}',
    "a text for last_seq": '{"v": 1, "type": "hello", "last_seq": "1"}',
    "deep": "[" * 4000,
    "deep objects": '{"a":' * 800,
    "half a surrogate pair": '{"v": 1, "type": "play", "id": "x", "action": "\\ud800"}',
    "NUL": "\x00",
}


async def test_an_invalid_message_is_refused_and_the_connection_stays_open(
    served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        for what, text in BAD.items():
            await anna.socket.send(text)
            refused = await anna.until("refused", "pong")
            assert (refused["type"], refused["code"]) == ("refused", "bad_message"), what
            assert refused["id"] is None, what
            assert refused["message"], what
            assert "\n" not in refused["message"], what
            await anna.send(type="ping", id="still-here")
            assert await anna.until("pong") == {"v": 1, "type": "pong", "id": "still-here"}
    assert not caplog.records


@pytest.mark.parametrize("version", ["0", "2", "1.0", "true", '"1"', "[]", "NaN"])
async def test_a_version_that_is_not_served(served: RunningServer, version: str) -> None:
    table_id = await served.open_table()
    async with served.socket(table_id) as anna:
        await anna.socket.send(f'{{"v": {version}, "type": "hello", "new": 1}}')
        refused = await anna.receive()
        assert (refused["v"], refused["id"], refused["code"]) == (1, None, "version")
        assert refused["message"] == "v: this server speaks version 1 of the protocol"
        await anna.hello()
        assert anna.welcome["v"] == 1


async def test_a_hello_after_a_gap_brings_the_missed_events(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna, served.seat(table_id) as other:
        await anna.my_turn()
        seq = other.state.seq
        await anna.play()
        while other.state.seq < anna.state.seq:
            await other.receive()
        messages = [json.loads(text) for text in other.raw]
        changes = [message for message in messages if message["type"] == "events"]
        assert changes[0]["since"] == other.welcome["seq"]
        for before, after in pairwise(changes):
            assert after["since"] == before["seq"]
        known, state = other.state.seq, other.state.json
        await other.hello(seq)
        assert next(event["seq"] for event in other.welcome["events"]) == seq + 1
        assert other.state.seq > known or canonical(other.state.json) == canonical(state)


async def test_bytes_and_long_messages_are_refused(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.socket.send(b'{"v": 1, "type": "ping", "id": "x"}')
        assert (await anna.until("refused"))["code"] == "bad_message"
        await anna.socket.send(" " * 5000)
        assert (await anna.until("refused"))["code"] == "too_large"
        await anna.send(type="ping", id="x")
        await anna.until("pong")


async def test_a_huge_message_closes_the_connection_cleanly(
    served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.socket.send(" " * 200_000)
        await anna.socket.wait_closed()
        assert anna.socket.close_code == 1009
    async with served.seat(table_id):
        pass
    assert not caplog.records


async def test_hello_comes_first(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.socket(table_id) as anna:
        await anna.send(type="play", id="x", action="pass")
        refused = await anna.until("refused")
        assert (refused["code"], refused["id"]) == ("hello_first", "x")


async def test_an_unknown_table(served: RunningServer) -> None:
    async with served.socket("nowhere") as client:
        refused = await client.hello()
        assert refused["code"] == "unknown_table"
        await client.socket.wait_closed()
        assert client.socket.close_code == 4404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://["])
async def test_a_page_of_another_origin_gets_no_socket(served: RunningServer, origin: str) -> None:
    table_id = await served.open_table()
    address = f"{served.url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers={"origin": origin}):
            pass
    assert refused.value.response.status_code == 403
    async with connect(address, additional_headers={"origin": served.url}):
        pass


async def test_pings_are_answered_while_the_rules_are_being_loaded(tmp_path: Path) -> None:
    released = threading.Event()

    def wait() -> None:
        released.wait()

    async with serving(tmp_path / "db", load=wait) as warming:
        try:
            assert (await warming.http.get("/healthz")).json()["kernel"] == "warming"
            table_id = await warming.open_table()
            async with warming.socket(table_id) as anna:
                await anna.send(type="hello", last_seq=None)
                await anna.send(type="ping", id="x")
                assert (await anna.receive())["type"] == "pong"
                released.set()
                assert (await anna.receive())["type"] == "welcome"
            assert (await warming.http.get("/healthz")).json()["kernel"] == "ready"
        finally:
            released.set()


async def test_a_failure_to_load_the_rules(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OSError("no compiler")

    async with serving(tmp_path / "db", load=fail) as broken:
        table_id = await broken.open_table()
        async with broken.socket(table_id) as anna:
            assert (await anna.hello())["code"] == "unavailable"
        assert (await broken.http.get("/healthz")).json()["kernel"] == "failed"
        answer = await broken.http.get(f"/api/tables/{table_id}/record")
        assert answer.status_code == 503
    assert "no compiler" in caplog.text


async def test_a_client_that_does_not_read_delays_no_one(served: RunningServer) -> None:
    table_id = await served.open_table(opponents=[{"level": "greedy"}] * 3, options={"lives": 9})
    async with served.seat(table_id) as anna, served.socket(table_id) as sleeper:
        await sleeper.send(type="hello", last_seq=None)
        await asyncio.wait_for(play_on(anna, 150), 60)


async def play_on(client: Client, events: int) -> None:
    """Play until the client has received ``events`` events."""
    while len(client.events) < events and await client.my_turn():
        await (client.play() if client.view["legal_actions"] else client.deal())


async def test_a_finished_round_shows_all_hands(served: RunningServer) -> None:
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
        view: dict[str, Any] = anna.view
        assert view["phase"] == "over"
        assert view["result"]["end"] in ("close", "31", "fire", "talon", "cap")
        assert [seat["shown"] is not None for seat in view["seats"]] == [True] * 3
        assert all(seat["value"] is not None for seat in view["seats"])
