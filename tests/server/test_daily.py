"""Deal of the day over HTTP: one try, results, publication, refusals, and deletion."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from schwimmen.records import read_record
from schwimmen.records.daily import KEPT, VARIANTS, DailyDeal, check_daily_match
from schwimmen.records.replay import play
from schwimmen.server.live.connection import NO_SPECTATORS
from schwimmen.server.people import ratings
from schwimmen.server.storage import (
    DailyOutcome,
    DatabaseLocation,
    NewDaily,
    PeopleQueries,
    WriteBatch,
)
from tests.processes import PATIENCE

from .conftest import RunningServer, serving
from .test_http import error_of

pytestmark = pytest.mark.anyio

DATE, TOMORROW = "2026-11-23", "2026-11-24"
NOON = "T11:00:00.000+00:00"
UNTIL = "2026-11-23T23:00:00.000+00:00"


def set_clock(served: RunningServer, time: str) -> None:
    """Set the clock of the server, which then stands still."""
    served.services.hub.server_clock.wall = lambda: time


@asynccontextmanager
async def another_browser(served: RunningServer) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=served.url) as browser:
        yield browser


@asynccontextmanager
async def on_the_day(location: DatabaseLocation) -> AsyncIterator[RunningServer]:
    """Provide a server whose clock stands at noon of ``DATE``."""
    async with serving(location) as served:
        set_clock(served, DATE + NOON)
        yield served


async def today(http: httpx.AsyncClient, variant: str = "pagat") -> dict[str, Any]:
    answer = await http.get("/api/daily")
    assert answer.status_code == 200, answer.text
    return next(deal for deal in answer.json()["deals"] if deal["variant"] == variant)


async def begin(http: httpx.AsyncClient, variant: str = "pagat", date: str = DATE) -> str:
    answer = await http.post("/api/daily", json={"date": date, "variant": variant, "name": "Anna"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def refused(http: httpx.AsyncClient, variant: str = "pagat", date: str = DATE) -> str:
    answer = await http.post("/api/daily", json={"date": date, "variant": variant})
    assert answer.status_code == 422, answer.text
    return str(error_of(answer)["code"])


async def finish(served: RunningServer, table_id: str, variant: str = "pagat") -> dict[str, Any]:
    """Play the deal to its end and return the caller's state once the result is stored."""
    async with served.seat(table_id) as client:
        await client.play_match()
        async with asyncio.timeout(PATIENCE):  # bots play on while the player is connected
            while (deal := await today(served.http, variant))["result"] is None:
                await asyncio.sleep(0.01)
    return deal


async def results(served: RunningServer, number: int, date: str = DATE) -> None:
    """Store results of other players, all in first place."""
    await served.services.database.write(
        WriteBatch(
            daily=[NewDaily(f"id-{n}", date, "pagat", f"t-{n}", UNTIL) for n in range(number)],
            daily_outcomes=[DailyOutcome(f"t-{n}", date, 1, KEPT) for n in range(number)],
        )
    )


async def test_a_deal_is_played_once_and_its_result_stays(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        assert not served.http.cookies
        before = await today(served.http)
        assert (before["state"], before["table"], before["streak"]) == ("open", None, 0)
        table_id = await begin(served.http)
        assert await begin(served.http) == table_id  # from another device
        playing = await today(served.http)
        assert (playing["state"], playing["table"]) == ("playing", table_id)
        done = await finish(served, table_id)
        assert (done["state"], done["streak"], done["distribution"]) == ("done", 1, None)
        assert done["result"]["signs"] in done["result"]["line"]
        assert await refused(served.http) == "daily_played"
        assert (await served.http.get("/api/me")).json()["ratings"] == []
        calendar = (await served.http.get("/api/daily/calendar")).json()
        assert calendar == [
            {"date": DATE, "variant": "pagat", "table": table_id, "result": done["result"]}
        ]
        shared = await served.http.post("/api/daily/line", json={"line": done["result"]["line"]})
        assert shared.json() == {
            "date": DATE,
            "variant": "pagat",
            "place": done["result"]["place"],
            "players": 4,
            "signs": done["result"]["signs"],
        }


async def test_the_next_day_anyone_can_check_a_match(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        committed = await today(served.http, "choy")
        table_id = await begin(served.http, "choy")
        record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
        assert "seed" not in str(record)
        await finish(served, table_id, "choy")
        record = (await served.http.get(f"/api/tables/{table_id}/record")).json()
        next_commitment = (await today(served.http, "choy"))["next_commitment"]
        set_clock(served, TOMORROW + NOON)
        day = (await served.http.get("/api/daily/past")).json()
        past = next(deal for deal in day["deals"] if deal["variant"] == "choy")
        deal = DailyDeal(DATE, "choy", past["seed"])
        assert deal.commitment == committed["commitment"] == past["commitment"]
        check_daily_match(play(read_record(record)), deal)
        assert (await today(served.http, "choy"))["commitment"] == next_commitment


async def test_no_answer_shows_a_seed_before_the_next_day(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        table_id = await begin(served.http)
        seed = (await served.services.database.log(table_id))[0]["daily"]["seed"]
        async with served.seat(table_id) as client:
            await client.play_match()
            assert all(seed not in text for text in client.raw)
        for path in ("daily", f"tables/{table_id}", f"tables/{table_id}/record", "tables"):
            assert seed not in (await served.http.get(f"/api/{path}")).text


async def refusals_of_a_stranger(served: RunningServer, table_id: str) -> list[dict[str, Any]]:
    """Return the refusals of the parts and a WebSocket of a finished table to another player."""
    errors = []
    async with another_browser(served) as browser:
        for what in ("replay", "record", "story"):
            answer = await browser.get(f"/api/tables/{table_id}/{what}")
            errors += [error_of(answer)] if answer.status_code == 422 else []
    async with served.socket(table_id, cookie=False) as watching:
        await watching.send(type="hello", last_seq=None)
        answer_to_hello = await watching.receive()
        if answer_to_hello["type"] == "refused":
            with pytest.raises(ConnectionClosed):
                await watching.receive()
            assert watching.socket.close_code == NO_SPECTATORS
            errors.append(answer_to_hello)
    return errors


async def test_todays_cards_are_hidden_from_others_until_the_day_is_over(
    location: DatabaseLocation,
) -> None:
    async with on_the_day(location) as served:
        table_id = await begin(served.http)
        assert len(await refusals_of_a_stranger(served, table_id)) == 4
        await finish(served, table_id)
        for refusal in await refusals_of_a_stranger(served, table_id):
            assert (refusal["code"], refusal["details"]) == ("daily_hidden", {"until": UNTIL})
        for what in ("replay", "record", "story"):  # the player's own
            assert (await served.http.get(f"/api/tables/{table_id}/{what}")).status_code == 200
        async with another_browser(served) as browser:
            shown = (await browser.get(f"/api/tables/{table_id}")).json()
            assert (shown["daily"], shown["phase"]) == (DATE, "over")
        set_clock(served, UNTIL)
        assert await refusals_of_a_stranger(served, table_id) == []


async def test_other_tables_have_no_date(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        table_id = await served.open_table()
        assert "daily" not in (await served.http.get(f"/api/tables/{table_id}")).json()


async def test_two_devices_that_begin_at_once_play_at_one_table(
    location: DatabaseLocation,
) -> None:
    async with on_the_day(location) as served:
        await served.http.put("/api/me", json={"name": "Anna"})
        assert len({*await asyncio.gather(*(begin(served.http) for _ in range(4)))}) == 1


async def test_other_dates_are_refused(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        await today(served.http)
        assert await refused(served.http, date=TOMORROW) == "daily_future"
        assert await refused(served.http, date="2026-11-22") == "daily_over"
        assert await refused(served.http, date="2026-13-24") == "daily_bad_date"
        assert await refused(served.http, variant="gamerules") == "daily_variant"
        for date, code in {
            TOMORROW: "daily_future",
            DATE: "daily_not_over",
            "2026-11-22": "daily_before_first",
            "yesterday": "daily_bad_date",
        }.items():
            answer = await served.http.get("/api/daily/past", params={"date": date})
            assert (answer.status_code, error_of(answer)["code"]) == (422, code)


async def test_a_clock_that_was_set_back_is_refused(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        set_clock(served, TOMORROW + NOON)
        await today(served.http)
        set_clock(served, DATE + NOON)
        for answer in (
            await served.http.get("/api/daily"),
            await served.http.get("/api/daily/past"),
            await served.http.post("/api/daily", json={"date": DATE, "variant": "pagat"}),
        ):
            assert error_of(answer)["code"] == "daily_clock"


async def test_the_day_begins_at_midnight_in_the_time_zone(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        for time, date, until in (
            ("2026-06-30T21:59:59.999+00:00", "2026-06-30", "2026-06-30T22:00:00.000+00:00"),
            ("2026-06-30T22:00:00.000+00:00", "2026-07-01", "2026-07-01T22:00:00.000+00:00"),
            ("2026-10-25T12:00:00.000+00:00", "2026-10-25", "2026-10-25T23:00:00.000+00:00"),
        ):
            set_clock(served, time)
            answer = (await served.http.get("/api/daily")).json()
            assert (answer["date"], answer["until"]) == (date, until)
            assert answer["time_zone"] == "Europe/Berlin"


async def test_a_player_who_asks_at_once_gets_the_result(
    location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_rated = PeopleQueries.is_rated

    async def slowly(queries: PeopleQueries, table_id: str) -> bool:
        await asyncio.sleep(0.2)
        return await is_rated(queries, table_id)

    monkeypatch.setattr(PeopleQueries, "is_rated", slowly)
    monkeypatch.setattr(ratings, "WAIT_S", PATIENCE)
    async with on_the_day(location) as served:
        async with served.seat(await begin(served.http)) as client:
            await client.play_match()
        assert (await today(served.http))["result"] is not None


async def test_a_match_that_ends_too_late_does_not_count(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        table_id = await begin(served.http)
        set_clock(served, UNTIL)
        async with served.seat(table_id) as client:
            await client.play_match()
        async with asyncio.timeout(PATIENCE):
            while not await PeopleQueries(served.services.database).is_rated(table_id):
                await asyncio.sleep(0.01)
        (row,) = (await served.http.get("/api/daily/calendar")).json()
        assert (row["date"], row["result"]) == (DATE, None)


async def test_results_are_shown_from_five_on(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        await today(served.http)
        await results(served, 4)
        assert (await today(served.http))["distribution"] is None
        await finish(served, await begin(served.http))
        distribution = (await today(served.http))["distribution"]
        assert sum(distribution) == 5
        assert distribution[0] >= 4
        set_clock(served, TOMORROW + NOON)
        yesterday = (await served.http.get("/api/daily/past")).json()
        named = await served.http.get("/api/daily/past", params={"date": DATE})
        assert named.json() == yesterday
        deals = yesterday["deals"]
        pagat, dutch, _ = deals
        assert pagat["distribution"] == distribution
        assert sum(one["count"] for one in pagat["results"]) == 5
        assert pagat["result"] is not None
        assert (dutch["distribution"], dutch["results"], dutch["result"]) == (None, None, None)


async def test_opponents_and_cards_are_the_same_for_everybody(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served, another_browser(served) as browser:
        one, other = await begin(served.http), await begin(browser)
        assert one != other
        logs = [await served.services.database.log(table_id) for table_id in (one, other)]
        first, second = ([log[0]["seats"][1:], log[0]["dealer"], log[1]["pack"]] for log in logs)
        assert first == second


async def test_deleting_a_profile_deletes_its_results(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        await finish(served, await begin(served.http))
        cookies = dict(served.http.cookies)
        assert (await served.http.delete("/api/me")).status_code == 200
        async with httpx.AsyncClient(base_url=served.url, cookies=cookies) as other_device:
            assert (await other_device.get("/api/daily/calendar")).json() == []
            assert (await today(other_device))["state"] == "open"


@pytest.mark.parametrize("line", ["", "Schwimmen 2026-11-23 pagat 1/4 🟩 000000000000", "x" * 999])
async def test_a_line_of_another_origin_is_refused(served: RunningServer, line: str) -> None:
    answer = await served.http.post("/api/daily/line", json={"line": line})
    assert (answer.status_code, error_of(answer)["code"]) == (422, "daily_bad_line")


async def test_every_variant_can_be_begun(location: DatabaseLocation) -> None:
    async with on_the_day(location) as served:
        assert len({await begin(served.http, variant) for variant in VARIANTS}) == len(VARIANTS)
