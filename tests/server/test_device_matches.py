"""Matches played on a device: stored once like others, and counted for their player alone."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import delete

from schwimmen.records import record_of
from schwimmen.rules import Match, OptionValue, RuleSet
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, MAX_OPTION_VALUES, Limits
from schwimmen.server.live.replays import in_replay_thread
from schwimmen.server.operation.maintenance import Retention, clean_up
from schwimmen.server.runtime.clock import utc_now
from schwimmen.server.storage import DatabaseLocation, PeopleQueries, schema
from tests.effort import draw
from tests.processes import PATIENCE
from tests.strategies import VARIANTS

from .conftest import RunningServer, serving
from .http.test_rate_limit_middleware import ELSEWHERE, HERE, check_refused
from .limits.test_buckets import Clock
from .people.test_ratings import ratings_of, until_rated
from .test_http import error_of
from .test_storage import engine_of

pytestmark = pytest.mark.anyio

PATH = "/api/tables/device"
NAMES = ["Anna", "Berta", "Karl", "Oma"]
STARTED, ENDED = "2026-11-24T18:00:00.000+00:00", "2026-11-24T18:09:00.500+00:00"
ONE_LIFE: dict[str, OptionValue] = {"lives": 1}
SHORT: dict[str, dict[str, OptionValue]] = {"choy": {"rounds": 2}}


def played_match(
    preset: str = "pagat", players: int = 3, seed: int = 1, **options: OptionValue
) -> Match:
    """Return a match played at random to its end."""
    chance = Random(seed)
    rules = RuleSet(preset, SHORT.get(preset, ONE_LIFE) | options)
    match = Match(rules, players=NAMES[:players], seed=seed)
    while not match.over:
        if match.round.over:
            match.deal()
        else:
            match.play(chance.choice(match.round.legal_actions))
    return match


def handed_over(match: Match, seat: int = 0, **changes: Any) -> dict[str, Any]:
    """Return the request that hands a match over; ``changes`` replace keys of its record."""
    levels = ["casual" if other != seat else None for other in range(len(match.players))]
    record = record_of(match, event="schwimmen table", date=STARTED[:10]) | changes
    return {"levels": levels, "started": STARTED, "ended": ENDED, "record": record}


async def store(served: RunningServer, match: Match, **more: Any) -> str:
    """Hand a new match over; return the id of its table."""
    answer = await served.http.post(PATH, json=handed_over(match) | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def code_of(served: RunningServer, body: Any) -> str:
    """Return the code with which a match is refused; nothing is stored."""
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    headers = {"content-type": "application/json"}
    answer = await served.http.post(PATH, content=text, headers=headers)
    assert answer.status_code in (400, 413, 422), answer.text
    assert (await served.http.get("/api/tables")).json() == []
    return str(error_of(answer)["code"])


@pytest.mark.parametrize("preset", VARIANTS)
async def test_a_match_is_kept_like_one_of_the_server(served: RunningServer, preset: str) -> None:
    numbers = draw((2, 3, 4), preset)
    for players in numbers:
        match = played_match(preset, players, seed=players)
        table_id = await store(served, match)
        path = f"/api/tables/{table_id}"
        record = (await served.http.get(f"{path}/record")).json()
        assert record == handed_over(match)["record"]
        info = (await served.http.get(path)).json()
        assert (info["phase"], info["round"]) == ("over", len(match.rounds))
        assert [seat["name"] for seat in info["seats"]] == NAMES[:players]
        assert [seat["you"] for seat in info["seats"]] == [True] + [False] * (players - 1)
        # Every client with the link sees the replay.
        async with httpx.AsyncClient(base_url=served.url) as stranger:
            for number, round_ in enumerate(match.rounds, 1):
                found = (await stranger.get(f"{path}/replay?round={number}")).json()
                assert len(found["changes"]) == len(round_.actions)
            assert (await stranger.get(f"{path}/story")).status_code == 200
    listed = (await served.http.get("/api/tables")).json()
    assert all(one["device"] and one["over"] and one["places"] for one in listed)
    figures = (await served.http.get("/api/statistics")).json()
    assert figures["matches"]["played"] == len(numbers)
    assert figures["not_counted"] == 0
    assert all(one["ended"] == ENDED for one in figures["course"])


async def test_hints_are_kept_and_take_nothing_away(served: RunningServer) -> None:
    match = next(one for seed in range(50) if 0 in (one := played_match(seed=seed)).winners)
    answer = await served.http.post(PATH, json=handed_over(match, hints=2))
    table_id = answer.json()["id"]
    record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
    assert record == handed_over(match, hints=2)["record"]
    assert [one["hints"] for one in (await served.http.get("/api/tables")).json()] == [2]
    (sent,) = (await served.http.get("/api/statistics/matches")).json()["matches"]
    assert sent["hints"] == 2
    assert (await served.http.get("/api/statistics.csv")).text.split("\r\n")[1].endswith(",2")

    profile = (await served.http.get("/api/me/profile")).json()
    first_win = next(badge for badge in profile["badges"] if badge["name"] == "first_win")
    assert first_win["at"] == ENDED
    assert profile["bests"]["streak"] == 1
    assert [one["table"] for one in profile["form"]] == [table_id]
    await store(served, played_match(seed=100))
    figures = (await served.http.get("/api/statistics")).json()
    assert (figures["matches"]["played"], figures["matches"]["with_hints"]) == (2, 1)


@pytest.mark.parametrize("hints", [-1, 0, 1.5, True, "2", None, [1], 10**30])
async def test_odd_numbers_of_hints_do_no_harm(served: RunningServer, hints: Any) -> None:
    match = played_match()
    answer = await served.http.post(PATH, json=handed_over(match, hints=hints))
    assert answer.status_code == 201, answer.text
    (listed,) = (await served.http.get("/api/tables")).json()
    most = sum(len(round_.actions) for round_ in match.rounds)
    assert listed["hints"] == (most if hints == 10**30 else 0)


async def test_the_list_and_the_statistics_of_a_match(served: RunningServer) -> None:
    match = played_match()
    table_id = await store(served, match)
    (listed,) = (await served.http.get("/api/tables")).json()
    assert listed["id"] == table_id
    assert (listed["started"], listed["you"]) == (STARTED, 0)
    assert [place == 1 for place in listed["places"]] == [
        seat in match.winners for seat in range(3)
    ]
    figures = (await served.http.get("/api/statistics")).json()
    assert figures["matches"]["won"] == int(0 in match.winners)
    other = await served.open_table()
    tables = (await served.http.get("/api/tables")).json()
    assert {one["id"]: one["device"] for one in tables} == {table_id: True, other: False}


async def test_the_player_may_have_any_seat(served: RunningServer) -> None:
    answer = await served.http.post(PATH, json=handed_over(played_match(), seat=2))
    (listed,) = (await served.http.get("/api/tables")).json()
    assert (listed["id"], listed["you"]) == (answer.json()["id"], 2)
    assert [seat["level"] for seat in listed["seats"]] == ["casual", "casual", None]


async def test_a_match_handed_over_again_is_the_same_table(served: RunningServer) -> None:
    match = played_match()
    table_id = await store(served, match)
    again = handed_over(match, note="written by another device") | {"started": ENDED}
    for body in (handed_over(match), again):
        answer = await served.http.post(PATH, json=body)
        assert (answer.status_code, answer.json()) == (200, {"id": table_id})
    assert len((await served.http.get("/api/tables")).json()) == 1
    assert await store(served, played_match(seed=2)) != table_id
    # The match of another player is another table, so that its deletion deletes no match of theirs.
    async with httpx.AsyncClient(base_url=served.url) as other:
        answer = await other.post(PATH, json=handed_over(match))
        assert answer.status_code == 201
        assert answer.json()["id"] != table_id


async def test_two_at_once_are_one_table(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        await served.http.put("/api/me", json={"name": "Anna"})
        body = handed_over(played_match())
        answers = await asyncio.gather(*(served.http.post(PATH, json=body) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
        (table_id,) = {answer.json()["id"] for answer in answers}
        (listed,) = (await served.http.get("/api/tables")).json()
        assert (listed["id"], listed["device"]) == (table_id, True)


async def test_a_stored_match_survives_a_restart(location: DatabaseLocation) -> None:
    match = played_match()
    async with serving(location) as served:
        table_id = await store(served, match)
        cookies = served.http.cookies
    async with serving(location) as served:
        served.http.cookies = cookies
        record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
        assert record == handed_over(match)["record"]
        answer = await served.http.post(PATH, json=handed_over(match))
        assert (answer.status_code, answer.json()["id"]) == (200, table_id)


async def test_a_new_player_gets_a_cookie_and_a_known_one_keeps_name_and_face(
    served: RunningServer,
) -> None:
    answer = await served.http.post(PATH, json=handed_over(played_match()))
    assert "set-cookie" in answer.headers
    assert (await served.http.get("/api/me")).json()["name"] == "Anna"
    await served.http.put("/api/me", json={"name": "Anke"})
    await served.http.put("/api/me/face", json={"face": "Theo-dusk-rust"})
    await store(served, played_match(seed=2))
    assert (await served.http.get("/api/me")).json()["name"] == "Anke"
    listed = (await served.http.get("/api/tables")).json()
    faces = [seat["face"] for one in listed for seat in one["seats"] if "face" in seat]
    assert faces == ["Theo-dusk-rust"]


async def test_times_are_those_of_the_device_but_never_in_the_future(
    served: RunningServer,
) -> None:
    later = "9999-12-31T23:59:59.999-23:59"
    await store(served, played_match(seed=1), started="2026-11-24T19:00:00+01:00")
    await store(served, played_match(seed=2), started=later, ended=later)
    await store(served, played_match(seed=3), started="0001-01-01T00:00:00+23:59", ended=ENDED)
    await store(served, played_match(seed=4), started=ENDED, ended=STARTED)
    found = (await served.http.get("/api/statistics/matches")).json()["matches"]
    assert all(one["started"] <= one["ended"] <= utc_now() for one in found)
    assert {one["started"] for one in found[1:]} == {STARTED, "1970-01-01T00:00:00.000+00:00"}


async def test_bad_requests_are_refused_by_code(served: RunningServer) -> None:
    good = handed_over(played_match())
    requests: list[Any] = [
        b"",
        b"{",
        b"[" * 50_000,
        b"\xff\xfe",
        [],
        {},
        good | {"record": None},
        good | {"record": []},
        good | {"levels": None},
        good | {"levels": [None, "casual"]},
        good | {"levels": [None, None, "casual"]},
        good | {"levels": ["casual"] * 3},
        good | {"levels": [None, 3, "casual"]},
        good | {"started": "yesterday"},
        good | {"ended": "2026-11-24T18:00:00"},
        good | {"more": 1},
    ]
    for bad in requests:
        assert await code_of(served, bad) == "invalid", bad
    assert await code_of(served, good | {"levels": [None, "casual", "x"]}) == "unknown_level"
    assert await code_of(served, good | {"levels": [None, "casual", "blueprint"]}) == (
        "unknown_level"
    )
    assert (await served.http.get("/api/me")).json()["known"] is False


async def test_bad_names_are_refused_by_code(served: RunningServer) -> None:
    match = played_match()
    for name, code in (
        ("", "bad_name"),
        ("x" * 41, "bad_name"),
        ("An\x07na", "bad_name"),
        ("\u202eannA", "bad_name"),
        ("\ud800", "bad_name"),
        ("anna", "name_taken"),
        ("Аnna", "name_alike"),  # with a Cyrillic letter
    ):
        assert await code_of(served, handed_over(match, players=["Anna", name, "Karl"])) == code
    assert await code_of(served, handed_over(match, players=["Anna", 1, "Karl"])) == (
        "damaged_record"
    )


def damages(match: Match) -> Iterator[Any]:
    """Yield damaged copies of a record."""
    record = handed_over(match)["record"]
    first, *others = record["rounds"]
    for key in ("rules", "players", "dealer", "rounds"):
        yield {name: value for name, value in record.items() if name != key}
        yield record | {key: None}
    yield {name: value for name, value in record.items() if name != "format"}
    yield record | {"rules": {"preset": "whist"}}
    yield record | {"rules": {"preset": "pagat", "options": {"lives": 0}}}
    yield record | {"rules": {"preset": "pagat", "options": {"lives": float("inf")}}}
    yield record | {"dealer": 3}
    yield record | {"players": NAMES * 5}
    cards = first["pack"].split()
    for pack in (cards[1:], [*cards[1:], cards[1]], [*cards[1:], "1X"]):
        yield record | {"rounds": [first | {"pack": " ".join(pack)}, *others]}
    for actions in (["fly"], first["actions"][:-1], [*first["actions"], "pass"], [3]):
        yield record | {"rounds": [first | {"actions": actions}, *others]}
    yield record | {"rounds": [first | {"shuffles": [first["pack"]]}, *others]}
    yield record | {"rounds": [*record["rounds"], first]}


async def test_damaged_records_are_refused_by_code(served: RunningServer) -> None:
    match = next(
        one
        for one in (played_match(seed=seed) for seed in range(50))
        if len(one.rounds) > 1 and len(one.rounds[0].actions) > 3
    )
    good = handed_over(match)
    for record in damages(match):
        assert await code_of(served, good | {"record": record}) == "damaged_record", record
    text = json.dumps(good)
    doubled = text.replace('"dealer":', '"dealer": 0, "dealer":', 1)
    assert await code_of(served, doubled) == "damaged_record"
    assert (await served.http.post(PATH, json=good)).status_code == 201


async def test_the_place_of_a_fault_is_in_the_details(served: RunningServer) -> None:
    match = played_match()
    rounds = handed_over(match)["record"]["rounds"]
    rounds[0]["actions"][0] = "fly"
    answer = await served.http.post(PATH, json=handed_over(match, rounds=rounds))
    error = error_of(answer)
    assert error["details"] == {"round": 1, "action": 1}
    assert error["message"].startswith("round 1, action 1: ")


async def test_foreign_and_unfinished_records_are_refused_by_code(served: RunningServer) -> None:
    match = played_match()
    good = handed_over(match)
    for changes, code in (
        ({"event": "Stammtisch"}, "foreign_record"),
        ({"event": None}, "foreign_record"),
        ({"format": "schwimmen-match/2"}, "foreign_record"),
        ({"rules_version": "0"}, "rules_version"),
        ({"rules_version": None}, "rules_version"),
        ({"rounds": []}, "not_over"),
        ({"rounds": good["record"]["rounds"][:-1]}, "not_over"),
    ):
        assert await code_of(served, handed_over(match, **changes)) == code
    without = {key: value for key, value in good["record"].items() if key != "event"}
    assert await code_of(served, good | {"record": without}) == "foreign_record"


async def test_the_size_of_a_match_is_limited(served: RunningServer) -> None:
    body = handed_over(played_match(), note="")
    room = 200_000 - len(json.dumps(body))
    body["record"]["note"] = "#" * (room + 1)
    text = json.dumps(body)
    assert await code_of(served, text) == "too_large"
    headers = {"content-type": "application/json"}
    answer = await served.http.post(PATH, content=text.replace("#", "", 1), headers=headers)
    assert answer.status_code == 201, answer.text
    # Other requests are as small as before.
    answer = await served.http.post("/api/tables", content=b" " * 70_000)
    assert answer.status_code == 413


async def test_a_long_match(served: RunningServer) -> None:
    await store(served, played_match("pagat", 4, lives=100))


async def test_a_server_without_long_matches_stores_none(tmp_path: Path) -> None:
    limits = Limits(longest=MAX_OPTION_VALUES)
    async with serving(tmp_path / "db", limits=limits) as served:
        assert await code_of(served, handed_over(played_match(lives=21))) == "bad_option"
        await store(served, played_match(lives=20))


async def test_matches_of_one_player_in_an_hour(tmp_path: Path) -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        http = served.http
        (await http.put("/api/me", json={"name": "Anna"}, headers=HERE)).raise_for_status()
        for _ in range(30):
            assert (await http.post(PATH, json={}, headers=HERE)).status_code == 422
        body = handed_over(played_match())
        for where in (HERE, ELSEWHERE):
            check_refused(await http.post(PATH, json=body, headers=where), 120)
        # New tables are counted apart.
        table = {"preset": "pagat", "opponents": [{"level": "greedy"}]}
        assert (await http.post("/api/tables", json=table, headers=HERE)).status_code == 201
        clock.now += 120
        assert (await http.post(PATH, json=body, headers=HERE)).status_code == 201
        check_refused(await http.post(PATH, json=body, headers=HERE), 120)


async def test_matches_of_one_address_without_a_cookie(tmp_path: Path) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(device_matches=DEFAULT_ALLOWANCE.tokens))
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        for _ in range(DEFAULT_ALLOWANCE.tokens.burst):
            answer = await served.http.post(PATH, json={}, headers=HERE)
            assert answer.status_code == 422
        assert (await served.http.post(PATH, json={}, headers=HERE)).status_code == 429
        assert (await served.http.post(PATH, json={}, headers=ELSEWHERE)).status_code == 422


async def test_events_to_replay_are_charged(tmp_path: Path) -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        match = played_match()
        await served.http.post(PATH, json=handed_over(match), headers=HERE)
        events = 1 + sum(1 + len(round_.actions) for round_ in match.rounds)
        assert limits.replayed_events.used("192.0.2.1") == pytest.approx(events)
        limits.replayed_events.charge("192.0.2.1", DEFAULT_ALLOWANCE.replayed_events.burst)
        body = handed_over(played_match(seed=2))
        answer = await served.http.post(PATH, json=body, headers=HERE)
        assert (answer.status_code, error_of(answer)["code"]) == (429, "too_many")
        assert len((await served.http.get("/api/tables", headers=HERE)).json()) == 1


async def test_others_do_not_wait_for_a_replay(served: RunningServer) -> None:
    done = threading.Event()
    busy = asyncio.create_task(in_replay_thread(lambda: done.wait(PATIENCE)))
    handing_over = asyncio.create_task(store(served, played_match()))
    table_id = await served.open_table()
    async with served.seat(table_id) as anna:
        await anna.play_round()
    assert not handing_over.done()
    done.set()
    assert await busy
    await handing_over


async def test_only_the_player_sees_badges_of_a_device(served: RunningServer) -> None:
    won = next(
        match for match in (played_match(seed=seed) for seed in range(50)) if match.winners == (0,)
    )
    await store(served, won)
    me = (await served.http.get("/api/me")).json()
    assert (me["matches"], me["ratings"]) == (1, [])
    own = (await served.http.get("/api/me/profile")).json()
    assert "first_win" in [badge["name"] for badge in own["badges"] if badge["at"]]
    assert [result["outcome"] for result in own["form"]] == ["won"]
    assert own["curves"] == []
    public = (await served.http.get(f"/api/players/{me['id']}")).json()
    assert (public["badges"], public["ratings"]) == ([], [])
    board = (await served.http.get("/api/leaderboard")).json()
    assert (board["rows"], board["own"]) == ([], None)
    assert await PeopleQueries(served.services.database).unrated(1) == []
    lobby = (await served.http.get("/api/lobby")).json()
    assert lobby == {"gathering": [], "running": []}


async def test_a_match_of_a_device_is_never_rated(tmp_path: Path) -> None:
    path = tmp_path / "db"
    async with serving(path) as served:
        table_id = await store(served, played_match())
        (before,) = (await served.http.get("/api/tables")).json()
        cookies = served.http.cookies
    engine = engine_of(path)
    async with engine.begin() as connection:
        await connection.execute(delete(schema.rated))
    await engine.dispose()
    async with serving(path) as served:
        served.http.cookies = cookies
        await until_rated(served.services.database, table_id)
        assert (await served.http.get("/api/tables")).json() == [before]
    assert await ratings_of(path) == {}


async def test_deletion_and_retention(tmp_path: Path) -> None:
    async with serving(tmp_path / "db") as served:
        table_id = await store(served, played_match())
        other = await served.open_table()
        retention = Retention(finished=2)
        now = datetime.fromisoformat(ENDED) + timedelta(days=1)
        for days, kept in ((0, {table_id, other}), (2, {other})):
            then = now + timedelta(days=days)
            await clean_up(served.services.hub, served.services.database, retention, then)
            listed = (await served.http.get("/api/tables")).json()
            assert {one["id"] for one in listed} == kept
        await store(served, played_match(seed=2))
        assert (await served.http.delete("/api/me")).json() == {"removed": 2, "left": 0}
        answer = await served.http.get(f"/api/tables/{table_id}")
        assert error_of(answer)["code"] == "unknown_table"
        # A device that still has the match is another player now.
        assert await store(served, played_match()) != table_id
