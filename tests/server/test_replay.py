"""Replays over HTTP, for any client, but only of finished matches."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from typing import Any

import httpx
import pytest

from schwimmen.server.errors import UnknownTable
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.live import replays, stored_table, table_store
from schwimmen.server.live.replays import Replays
from schwimmen.server.storage import Database
from schwimmen.server.wire.changes import merge
from schwimmen.server.wire.tables import Replay, ReplayStep, Story
from schwimmen.tables import LogEvent, Refusal, Table, close, match_story, replay_round
from tests.processes import PATIENCE
from tests.tables.playing import long_match

from .conftest import RunningServer, serving
from .finished_tables import store_table
from .limits.test_buckets import Clock
from .test_http import error_of

pytestmark = pytest.mark.anyio

SHORT = {"special": "none", "lives": 1}
LONG = long_match(3, 40)
"""Match whose first round has 120 turns."""


def steps_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the steps of a response, validated against the wire format."""
    replay = Replay.model_validate(answer)
    steps = list(accumulate(replay.changes, merge, initial=answer["first"]))
    for step in steps:
        ReplayStep.model_validate(step)
    return steps


def free(events: int) -> None:
    """Charge nothing."""


@pytest.fixture
async def database(served: RunningServer) -> Database:
    """Provide a database with a finished match "long", one "running", one "closed"."""
    database = served.services.database
    await served.services.rules_loader.wait()
    running = Table.replay(LONG.log[:50])
    closed = Table.replay([*LONG.log, close(LONG.log, LONG.log[-1].at)])
    for name, one in (("long", LONG), ("running", running), ("closed", closed)):
        await store_table(database, name, one)
    return database


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the tables whose logs are read for replays."""
    found: list[str] = []

    async def read_log(database: Database, table_id: str) -> list[LogEvent]:
        found.append(table_id)
        return await table_store.read_log(database, table_id)

    monkeypatch.setattr(replays, "read_log", read_log)
    return found


async def test_everyone_can_replay_a_finished_match(served: RunningServer) -> None:
    table_id = await served.open_table(options=SHORT)
    address = f"/api/tables/{table_id}/replay"
    async with served.seat(table_id) as anna, httpx.AsyncClient(base_url=served.url) as stranger:
        while await anna.my_turn():
            refused = await served.http.get(address)
            assert refused.status_code == 422
            assert error_of(refused)["code"] == "not_over"
            await (anna.play() if anna.view["legal_actions"] else anna.deal())
        record = (await stranger.get(f"/api/tables/{table_id}/record")).json()
        steps = []
        for number, round_ in enumerate(record["rounds"], 1):
            answer = (await stranger.get(address, params={"round": number})).json()
            assert (answer["round"], answer["rounds"]) == (number, len(record["rounds"]))
            shown = steps_of(answer)
            played = [step["event"]["action"] for step in shown]
            assert played == [None, *round_["actions"]]
            steps += shown
        seqs = [step["event"]["seq"] for step in steps]
        log = {event["seq"]: event for event in anna.events}
        assert seqs == [seq for seq, event in log.items() if event["type"] in ("round", "action")]
        assert [step["event"] for step in steps] == [log[seq] for seq in seqs]
        assert steps[-1]["view"]["winners"] == anna.view["winners"]
        for step in steps:
            hands = [seat["shown"] for seat in step["view"]["seats"] if seat["active"]]
            assert all(len(hand) == 3 for hand in hands)
        beyond = await stranger.get(address, params={"round": len(record["rounds"]) + 1})
        assert error_of(beyond)["code"] == "no_such_round"
        for none in ("0", "x"):
            bad = await stranger.get(address, params={"round": none})
            assert error_of(bad)["code"] == "invalid"
    nowhere = await served.http.get("/api/tables/nowhere/replay")
    assert nowhere.status_code == 404
    assert error_of(nowhere)["code"] == "unknown_table"


async def test_everyone_can_read_the_story_of_a_finished_match(
    served: RunningServer, database: Database, reads: list[str]
) -> None:
    answer = await served.http.get("/api/tables/long/story")
    expected = match_story(LONG.log)
    assert Story.model_validate(answer.json()) == Story.model_validate(asdict(expected))
    plain = await served.http.get("/api/tables/long/story", headers={"accept-encoding": "identity"})
    assert plain.json() == answer.json()
    assert reads == ["long"]  # it is made once
    for table_id, status, code in (
        ("running", 422, "not_over"),
        ("closed", 422, "table_closed"),
        ("nowhere", 404, "unknown_table"),
    ):
        refused = await served.http.get(f"/api/tables/{table_id}/story")
        assert (refused.status_code, error_of(refused)["code"]) == (status, code)


def test_the_size_of_a_step_does_not_grow_with_the_round() -> None:
    for turns in (20, 200):
        log = long_match(4, turns).log
        answer = json.loads(gzip.decompress(replays._compressed(log, 1)))
        assert len(answer["changes"]) == 4 * turns + 1  # plus the dealer's choice
        *changes, last = (json.dumps(change, separators=(",", ":")) for change in answer["changes"])
        # At most one card for each position; the last step has the showdown.
        assert max(map(len, changes)) < 700
        assert len(last) < 3000
        steps = steps_of(answer)
        assert [step["event"]["seq"] for step in steps] == [
            step.event.seq for step in replay_round(log, 1).steps
        ]


@pytest.mark.parametrize(
    ("table_id", "number", "code"),
    [
        ("running", 1, "not_over"),
        ("running", 1000, "not_over"),
        ("closed", 1, "table_closed"),
        ("long", 1000, "no_such_round"),
    ],
)
async def test_unavailable_replays_are_refused_before_a_log_is_read(
    served: RunningServer,
    database: Database,
    reads: list[str],
    table_id: str,
    number: int,
    code: str,
) -> None:
    def charge(events: int) -> None:
        raise AssertionError("nothing was to be made")

    with pytest.raises(Refusal) as refused:
        await served.services.replays.get(table_id, number, charge)
    assert refused.value.code == code
    with pytest.raises(UnknownTable):
        await served.services.replays.get("nowhere", 1, charge)
    assert reads == []


async def test_concurrent_requests_share_one_replay(
    served: RunningServer, database: Database, reads: list[str]
) -> None:
    made, charged = served.services.replays, list[int]()
    first, *others = [asyncio.create_task(made.get("long", 1, charged.append)) for _ in range(20)]
    while not reads:
        await asyncio.sleep(0)
    first.cancel()  # the other requests still succeed
    assert len(set(await asyncio.gather(*others))) == 1
    assert await made.get("long", 1, charged.append) == await others[0]
    assert reads == ["long"]
    assert charged == [LONG.seq]
    await made.get("long", 2, charged.append)
    assert (reads, charged) == (["long", "long"], [LONG.seq, LONG.seq])


async def test_a_failed_replay_is_tried_again(
    served: RunningServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = served.services.replays
    with monkeypatch.context() as patched:
        patched.setattr(replays, "replay_round", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await made.get("long", 1, free)
    assert gzip.decompress(await made.get("long", 1, free)).startswith(b'{"round":1,')


async def test_the_cache_of_replays_is_bounded(
    served: RunningServer, database: Database, reads: list[str]
) -> None:
    rules_loader = served.services.rules_loader
    sizes = [len(await Replays(database, rules_loader).get("long", one, free)) for one in (1, 2)]
    small = Replays(database, rules_loader, cache_bytes=max(sizes))
    del reads[:]
    for number in (1, 1, 2, 2, 1):
        await small.get("long", number, free)
        assert small.size <= max(sizes)
    assert len(reads) == 3
    none = Replays(database, rules_loader, cache_bytes=0)
    assert [await none.get("long", 1, free), none.size] == [await small.get("long", 1, free), 0]


@pytest.fixture
async def limited(tmp_path: Path, clock: Clock) -> AsyncIterator[RunningServer]:
    """Provide a server that limits replayed events to one long match at a time."""
    rate = Rate(burst=LONG.seq, every=1)
    limits = Limits(DEFAULT_ALLOWANCE._replace(replayed_events=rate), clock)
    async with serving(tmp_path / "limited", proxies="127.0.0.1", limits=limits) as served:
        await store_table(served.services.database, "long", LONG)
        await served.services.rules_loader.wait()
        yield served


@pytest.fixture
def clock() -> Clock:
    """Return the clock of the limits."""
    return Clock()


async def test_a_replay_is_charged_for_the_length_of_the_log(
    limited: RunningServer, clock: Clock
) -> None:
    def ask(round: int, address: str = "192.0.2.1") -> Any:
        return limited.http.get(
            f"/api/tables/long/replay?round={round}", headers={"x-forwarded-for": address}
        )

    assert (await ask(1)).status_code == 200
    refused = await ask(2)
    assert (refused.status_code, error_of(refused)["code"]) == (429, "too_many")
    assert refused.headers["retry-after"] == str(LONG.seq)
    assert (await ask(1)).status_code == 200  # it is cached
    assert (await ask(2, "192.0.2.2")).status_code == 200
    assert (await ask(2)).status_code == 200
    clock.now += LONG.seq - 1
    assert (await ask(3)).status_code == 429
    clock.now += 1
    assert (await ask(3)).status_code == 200


async def test_an_unloaded_table_is_charged_for_the_length_of_its_log(
    limited: RunningServer, clock: Clock
) -> None:
    headers = {"x-forwarded-for": "192.0.2.1"}
    for path in ("", "/record"):
        assert (await limited.http.get(f"/api/tables/long{path}", headers=headers)).is_success
        refused = await limited.http.get(f"/api/tables/long{path}", headers=headers)
        assert error_of(refused)["code"] == "too_many"
        assert (await limited.http.get("/api/tables/long/qr.svg", headers=headers)).is_success
        async with limited.services.hub.using("long"):
            answer = await limited.http.get(f"/api/tables/long{path}", headers=headers)
            # A record needs all events, also those of a table in memory.
            assert answer.is_success is (path != "/record")
        clock.now += LONG.seq


async def test_a_replay_is_the_same_with_and_without_compression(
    served: RunningServer, database: Database
) -> None:
    plain, packed = [
        await served.http.get("/api/tables/long/replay", headers={"accept-encoding": how})
        for how in ("identity", "gzip")
    ]
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content
    assert plain.headers["content-type"] == packed.headers["content-type"] == "application/json"


async def test_an_uncompressed_replay_is_sent_in_chunks(
    served: RunningServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.http.compression.PART_BYTES", 1000)
    packed = await served.services.replays.get("long", 1, free)
    plain = {"accept-encoding": "identity"}
    async with served.http.stream("GET", "/api/tables/long/replay", headers=plain) as answer:
        assert answer.headers["transfer-encoding"] == "chunked"
        parts = [part async for part in answer.aiter_raw()]
    assert max(map(len, parts)) <= 1000
    assert b"".join(parts) == gzip.decompress(packed)


async def test_a_table_with_a_long_log_does_not_wait_for_replays(
    served: RunningServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def made(*_: object) -> bytes:
        begun.set()
        ended.wait()
        return b""

    monkeypatch.setattr(replays, "_compressed", made)
    monkeypatch.setattr(table_store, "LONG_LOG", 0)
    asked = asyncio.create_task(served.services.replays.get("long", 1, free))
    try:
        await asyncio.to_thread(begun.wait)
        async with asyncio.timeout(PATIENCE):
            assert (await served.services.hub.info("long", None)).id == "long"
    finally:
        ended.set()
    await asked


async def test_concurrent_requests_load_a_table_once(
    served: RunningServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, all_ask = list[int](), asyncio.Event()

    async def in_thread(events: int, work: Callable[[], Table]) -> Table:
        played.append(events)
        await all_ask.wait()
        return await table_store.in_thread(events, work)

    monkeypatch.setattr(stored_table, "in_thread", in_thread)
    paths = ["", "/record", "/qr.svg"] * 5
    asked = [asyncio.create_task(served.http.get(f"/api/tables/long{path}")) for path in paths]
    tables = served.services.hub._live
    while "long" not in tables or tables["long"].users < 10:  # a QR code needs no table
        await asyncio.sleep(0.01)
    all_ask.set()
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} == {200}
    assert played == [LONG.seq]
