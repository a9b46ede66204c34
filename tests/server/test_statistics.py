"""Statistics of a player: derived once from the logs of their seats, and as CSV."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from schwimmen.analysis import MatchFacts, facts_of, statistics_of
from schwimmen.analysis.statistics.figures import UNREADABLE_MATCH
from schwimmen.records import load, replay
from schwimmen.rules import Match
from schwimmen.server.live import table_store
from schwimmen.server.people import match_history
from schwimmen.server.people.match_csv import PlayedMatch, csv_cell
from schwimmen.server.storage import (
    Conflict,
    Database,
    FigureQueries,
    NewEvent,
    SeatFacts,
    WriteBatch,
)

from .conftest import TWO_BOTS, RunningServer, serving
from .live.test_hub import remove_event
from .people.rebuilt import csv_of
from .test_device_matches import played_match, store
from .test_http import error_of

pytestmark = pytest.mark.anyio

SHORT = {"special": "none", "lives": 1}


async def figures(served: RunningServer, **asked: Any) -> dict[str, Any]:
    answer = await served.http.get("/api/statistics", params=asked)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def lines(served: RunningServer, **asked: Any) -> list[dict[str, str]]:
    answer = await served.http.get("/api/statistics.csv", params=asked)
    assert answer.status_code == 200, answer.text
    assert answer.text.count("\r\n") == answer.text.count("\n")
    return list(csv.DictReader(io.StringIO(answer.text, newline=""), strict=True))


async def play_one(served: RunningServer, **asked: Any) -> str:
    """Play a match to its end."""
    table_id = await served.open_table(**asked)
    async with served.seat(table_id) as anna:
        await anna.play_match(hurry=False)
    return table_id


async def result_of(served: RunningServer, table_id: str) -> dict[str, Any]:
    """Return the result of replaying the table's record."""
    return replay(load((await served.http.get(f"/api/tables/{table_id}/record")).text))


async def test_a_new_guest_has_no_matches(served: RunningServer) -> None:
    found = await figures(served)
    kinds = ("played", "finished", "running", "won", "shared", "with_hints")
    assert found["matches"] == dict.fromkeys(kinds, 0)
    assert (found["variants"], found["players"], found["hands"]) == ([], [], [])
    assert await lines(served) == await lines(served, rows="rounds") == []
    assert len(served.http.cookies) == 0


async def test_the_facts_of_a_match_agree_with_its_record(served: RunningServer) -> None:
    table_id = await play_one(served, options=SHORT)
    result = await result_of(served, table_id)
    mine = [round_ for round_ in result["rounds"] if round_["hands"][0] is not None]
    won = 0 in result["winners"]
    found = await figures(served)
    assert found["matches"] == {
        "played": 1,
        "finished": 1,
        "running": 0,
        "won": int(won),
        "shared": int(won and len(result["winners"]) > 1),
        "with_hints": 0,
    }
    assert found["by_variant"] == [{"key": "own", "finished": 1, "won": int(won)}]
    assert found["by_players"] == [{"key": "3", "finished": 1, "won": int(won)}]
    assert found["rounds"]["played"] == len(mine)
    assert found["rounds"]["lost"] == sum(round_["lost"][0] > 0 for round_ in mine)
    assert found["rounds"]["lives_lost"] == sum(round_["lost"][0] for round_ in mine)
    (hands,) = found["hands"]
    assert hands["average"] == pytest.approx(sum(one["values"][0] for one in mine) / len(mine))
    (point,) = found["course"]
    assert (point["id"], point["won"]) == (table_id, won)

    (match,) = await lines(served)
    assert (match["table"], match["name"], match["seat"]) == (table_id, "Anna", "0")
    seats = (await served.http.get(f"/api/tables/{table_id}")).json()["seats"]
    bots = [f"{seat['name']} ({seat['level']})" for seat in seats[1:]]
    assert match["opponents"] == ", ".join(bots)
    assert (match["finished"], match["won"]) == ("true", str(won).lower())
    assert match["options"] == '{"special": "none", "lives": 1}'
    assert match["started"] < match["ended"] == point["ended"]
    rounds = await lines(served, rows="rounds")
    assert [one["hand"] for one in rounds] == [round_["hands"][0] for round_ in mine]
    assert [one["lives_lost"] for one in rounds] == [str(round_["lost"][0]) for round_ in mine]


async def test_a_running_match_is_updated_and_not_lost(served: RunningServer) -> None:
    table_id = await served.open_table(options={"special": "none", "lives": 30})
    before = await figures(served)
    assert before["matches"]["running"] == before["matches"]["played"] == 1
    assert before["rounds"]["played"] == 0
    async with served.seat(table_id) as anna:
        await anna.play_round()
        after = await figures(served)
    assert (after["matches"]["finished"], after["rounds"]["played"]) == (0, 1)
    (match,) = await lines(served)
    assert (match["finished"], match["won"], match["ended"]) == ("false", "", "")


async def test_only_own_seats_are_counted(served: RunningServer) -> None:
    await play_one(served, options=SHORT)
    async with httpx.AsyncClient(base_url=served.url) as stranger:
        for path in ("/api/statistics.csv", "/api/statistics.csv?rows=rounds"):
            assert (await stranger.get(path)).text.count("\n") == 1
        assert (await stranger.get("/api/statistics")).json()["matches"]["played"] == 0
        asked = {"preset": "dutch", "opponents": TWO_BOTS}
        await stranger.post("/api/tables", json=asked)
        assert (await stranger.get("/api/statistics")).json()["variants"] == ["dutch"]
    assert (await figures(served))["variants"] == ["own"]


async def test_statistics_of_selected_matches(served: RunningServer) -> None:
    await served.open_table("dutch")
    await served.open_table("dutch", opponents=TWO_BOTS * 2)
    await served.open_table("choy", opponents=TWO_BOTS * 2)

    async def played_in(**asked: Any) -> tuple[int, int]:
        found = await figures(served, **asked)
        assert (found["variants"], found["players"]) == (["dutch", "choy"], [3, 5])
        assert len(await lines(served, **asked)) == found["matches"]["played"]
        return found["matches"]["played"], len(found["course"])

    assert await played_in() == (3, 0)
    assert await played_in(variant="dutch") == (2, 0)
    assert await played_in(players=5) == (2, 0)
    assert await played_in(variant="dutch", players=5) == (1, 0)
    assert await played_in(variant="pagat") == (0, 0)
    for bad in ({"players": "many"}, {"players": 1}, {"players": "5.0"}, {"variant": "x" * 33}):
        answer = await served.http.get("/api/statistics", params=bad)
        assert (answer.status_code, error_of(answer)["code"]) == (422, "invalid")
    for path in ("statistics", "statistics.csv", "leaderboard", "daily"):
        answer = await served.http.get(f"/api/{path}?variant=dutch&variant=choy")
        assert answer.status_code == 422
        assert error_of(answer) == {
            "code": "invalid",
            "message": "variant: it is in the query more than once",
            "details": {"field": "variant"},
        }
    for path in ("tables?limit=5.0", "statistics/matches?limit=%2B5"):
        answer = await served.http.get(f"/api/{path}")
        assert (answer.status_code, error_of(answer)["details"]) == (422, {"field": "limit"})
    answer = await served.http.get("/api/statistics.csv", params={"rows": "cards"})
    assert answer.status_code == 422


async def matches(served: RunningServer, **asked: Any) -> dict[str, Any]:
    answer = await served.http.get("/api/statistics/matches", params=asked)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_the_figures_follow_from_the_facts_of_all_matches(served: RunningServer) -> None:
    nothing: dict[str, Any] = {"matches": [], "more": False, "not_counted": 0}
    assert await matches(served) == nothing
    played = [await play_one(served, options=SHORT) for _ in range(3)]
    running = await served.open_table("dutch")
    found = await matches(served)
    ids = [one["id"] for one in found["matches"]]
    assert ids == [running, *reversed(played)]
    facts = [TypeAdapter(MatchFacts).validate_python(one["facts"]) for one in found["matches"]]
    course = asdict(statistics_of(reversed(facts)))
    shown = await figures(served)
    assert json.loads(json.dumps(course["rounds"])) == shown["rounds"]
    assert [one["won"] for one in course["course"]] == [one["won"] for one in shown["course"]]
    assert [one["ended"] for one in shown["course"]] == [
        one["ended"] for one in reversed(found["matches"][1:])
    ]
    assert found["matches"][1]["seats"][0] == {"name": "Anna", "level": None}

    first = await matches(served, limit=3)
    assert [one["id"] for one in first["matches"]] == ids[:3]
    assert first["more"]
    rest = await matches(served, limit=3, before=ids[2])
    assert rest == nothing | {"matches": found["matches"][3:]}
    for bad in ({"limit": 0}, {"limit": 101}, {"before": "?"}):
        answer = await served.http.get("/api/statistics/matches", params=bad)
        assert (answer.status_code, error_of(answer)["code"]) == (422, "invalid")


FORMULAS = [
    '=HYPERLINK("http://evil")',
    "+1",
    "-1",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
]


@pytest.mark.parametrize("name", FORMULAS)
async def test_a_name_is_no_formula(served: RunningServer, name: str) -> None:
    await served.open_table(name=name)
    (match,) = await lines(served)
    assert match["name"] == f"'{name}"


@pytest.mark.parametrize("formula", FORMULAS)
async def test_a_name_is_no_formula_in_a_spreadsheet_that_splits_elsewhere(
    served: RunningServer, formula: str
) -> None:
    bots = [{"level": "greedy", "name": f"Bo;{formula}"}, {"level": "random", "name": formula}]
    for before in ("Anna;", "Anna; ", 'Anna;"', "Anna,"):
        await served.open_table(name=before + formula, opponents=bots)
        text = (await served.http.get("/api/statistics.csv")).text
        assert f"\"{before.replace(chr(34), chr(34) * 2)}'" in text
        for separator in ",;\t":
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
                assert not [cell for cell in row if cell.lstrip().startswith(tuple("=+-@＝＋－＠"))]


def test_opponents_are_all_other_seats() -> None:
    match = facts_of(Match("pagat", players=3, seed=1), 1)
    seats = (("Anna", None), ("Bo", None), ("Fritz", "club"))
    played = PlayedMatch("id", "2026-01-01", "2026-01-02", seats, match)
    (line,) = csv.DictReader(io.StringIO(csv_of([played], "matches"), newline=""), strict=True)
    assert (line["seat"], line["name"], line["opponents"]) == ("1", "Bo", "Anna, Fritz (club)")


@given(st.text(st.sampled_from("=-@＝ ;,\t\"'\nA1")), st.integers())
def test_a_cell_is_safe_and_keeps_its_value(text: str, number: int) -> None:
    (cells,) = csv.reader(io.StringIO(f"{csv_cell(text)},{csv_cell(number)}", newline=""))
    assert int(cells[1]) == number
    assert cells[0].replace("'", "") == text.replace("'", "")
    assert not cells[0].startswith(tuple("=-@＝\t\n"))
    assert csv_cell(text).startswith('"') == any(sign in text for sign in ';,\t"\n')


async def test_a_name_with_special_characters_of_csv(served: RunningServer) -> None:
    await served.open_table(name='Anna, "die Erste"')
    (match,) = await lines(served)
    assert match["name"] == 'Anna, "die Erste"'
    headers = (await served.http.get("/api/statistics.csv")).headers
    assert headers["content-type"] == "text/csv; charset=utf-8; header=present"
    assert headers["content-disposition"] == 'attachment; filename="schwimmen-matches.csv"'
    assert headers["cache-control"] == "no-store"


async def test_a_match_is_counted_when_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("played again")

    path = tmp_path / "db"
    monkeypatch.setattr(match_history, "play", never)
    async with serving(path) as served:
        await play_one(served, options=SHORT)
        assert await FigureQueries(served.services.database).stale_player() is None
        first = await asyncio.gather(*(figures(served) for _ in range(4)))
        assert all(one == first[0] for one in first)
        assert (first[0]["matches"]["finished"], first[0]["not_counted"]) == (1, 0)
        cookies = served.http.cookies
    # It does not need the rules, which take time to load.
    async with serving(path, load=never) as served:
        served.http.cookies = cookies
        assert await figures(served) == first[0]


async def test_the_files_follow_many_matches_page_by_page(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = [await served.open_table() for _ in range(5)]
    whole = await matches(served)
    for size in (1, 2, 5):
        monkeypatch.setattr(match_history, "PAGE", size)
        monkeypatch.setattr(match_history, "ROUNDS_AT_ONCE", size)
        assert [line["table"] for line in await lines(served)] == opened
        assert await matches(served) == whole
        before = await matches(served, before=opened[2], limit=1)
        assert [one["id"] for one in before["matches"]] == [opened[1]]
        assert before["more"]


async def test_reading_pauses_after_each_long_match(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches, longer = 3, 0.05
    for seed in range(matches):
        await store(served, played_match(seed=seed))
    monkeypatch.setattr(match_history, "ROUNDS_AT_ONCE", 1)
    monkeypatch.setattr(match_history, "SHORT_S", -longer)
    began = monotonic()
    assert len(await lines(served)) == matches
    assert monotonic() - began >= matches * 2 * longer


async def test_facts_of_an_older_version_are_derived_again(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_one(served, options=SHORT)
    before = await figures(served)
    for module in (match_history, table_store):
        monkeypatch.setattr(module, "FACTS_VERSION", 1000)
    await served.services.match_histories.prepare()
    assert await figures(served) == before
    monkeypatch.setattr(match_history, "play", lambda _: pytest.fail("played again"))
    assert await figures(served) == before


async def test_a_log_that_cannot_be_replayed_is_reported_as_not_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "db"
    async with serving(path) as served:
        good = await play_one(served, options=SHORT)
        known = await served.open_table()
        before = await figures(served)
        unknown = await served.open_table()
        cookies = served.http.cookies
    database = await Database.open(path)
    for table_id in (known, unknown):
        seq = await database.log_length(table_id) + 1
        body = {"type": "action", "seq": seq, "at": "then", "seat": 0, "action": "fly"}
        await database.write(WriteBatch(events=[NewEvent(table_id, seq, None, body)]))
    await database.close()
    async with serving(path) as served:
        served.http.cookies = cookies
        after = await figures(served)
        # Facts stored earlier stay.
        assert after == before | {"not_counted": 1}
        assert [line["table"] for line in await lines(served)] == [good, known]
        assert caplog.text.count("is not counted") == 2
        await figures(served)
        assert caplog.text.count("is not counted") == 2


async def test_a_log_with_a_gap_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "db"
    async with serving(path) as served:
        remove_event(path, await play_one(served, options=SHORT), 4)
        before = await figures(served)
        monkeypatch.setattr(match_history, "play", lambda _: pytest.fail("played again"))
        assert await figures(served) == before


async def test_a_gathering_table_is_not_counted(
    served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    before = await figures(served)
    asked = {"preset": "pagat", "name": "Anna", "settings": {"seats": 2}}
    (await served.http.post("/api/tables/shared", json=asked)).raise_for_status()
    assert await figures(served) == before
    assert "is not counted" not in caplog.text


async def test_facts_are_deleted_with_their_table(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "db")
    with pytest.raises(Conflict):
        await database.write(
            WriteBatch(facts=[SeatFacts("nowhere", 0, 1, 1, None, UNREADABLE_MATCH, "")])
        )
    await database.close()
