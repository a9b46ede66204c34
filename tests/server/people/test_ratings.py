"""Ratings on a server: each finished match counts once, even across restarts."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest

from schwimmen.analysis import Rating, placings, updated_ratings
from schwimmen.records import play, read_record
from schwimmen.rules.options import OptionValue
from schwimmen.server.limits.allowance import Limits
from schwimmen.server.live.hub import Hub
from schwimmen.server.live.table_store import summary_of
from schwimmen.server.people.ratings import MIN_RANKED_MATCHES, Ratings
from schwimmen.server.runtime.clock import ServerClock, utc_now
from schwimmen.server.runtime.rules_loader import RulesLoader
from schwimmen.server.storage import (
    Conflict,
    Database,
    DatabaseLocation,
    NewEvent,
    NewRating,
    PeopleQueries,
    WriteBatch,
)
from schwimmen.server.wire.encode import table_summary
from schwimmen.tables import (
    ActionEvent,
    Away,
    Deal,
    DealEvent,
    Leave,
    Settings,
    Table,
    create,
    record_of_log,
)
from tests.processes import PATIENCE
from tests.tables.playing import opened, step
from tests.tables.simulated_table import SimulatedTable

from ..conftest import RunningServer, headers_of, serving
from ..finished_tables import finished_table, store_table
from ..guests import Guest, begin, guest
from ..test_http import error_of
from ..test_storage import on_disk

pytestmark = pytest.mark.anyio

SHORT = {"special": "none", "lives": 1}


async def until_rated(database: Database, *tables: str) -> None:
    """Wait until these matches have been rated."""
    register = PeopleQueries(database)
    async with asyncio.timeout(PATIENCE):
        for table_id in tables:
            while not await register.is_rated(table_id):
                await asyncio.sleep(0.01)


async def ratings_of(location: DatabaseLocation) -> dict[tuple[str, str], Rating]:
    """Return all stored ratings."""
    query = "SELECT family, who, mu, sigma, matches, wins FROM ratings"
    return {(row[0], row[1]): Rating(*row[2:]) for row in await on_disk(location, query)}


def expected(tables: list[Table]) -> dict[tuple[str, str], Rating]:
    """Return the expected ratings after a sequence of matches."""
    kept: dict[str, Rating] = {}
    for table in tables:
        match = play(read_record(record_of_log(table.log, unfinished=True)))
        who = [
            table.player_at(seat.seat) or f"bot:{seat.level}"  # as in docs/ratings.md
            for seat in table.seats
        ]
        kept |= updated_ratings(placings(match), who, kept)
    return {("pagat", who): rating for who, rating in kept.items()}


@asynccontextmanager
async def alone_at_a_shared_table(served: RunningServer) -> AsyncIterator[tuple[str, Guest]]:
    """Provide a shared table where this browser plays with two bots."""
    settings = {"seats": 3, "bots": "greedy"}
    asked = {"preset": "pagat", "options": SHORT, "name": "Anna", "settings": settings}
    table_id = str((await served.http.post("/api/tables/shared", json=asked)).json()["id"])
    cookie = "; ".join(f"{name}={value}" for name, value in served.http.cookies.items())
    async with guest(served, table_id, cookie) as anna:
        await begin([anna])
        yield table_id, anna


async def test_a_match_counts_when_it_is_over(served: RunningServer) -> None:
    async with alone_at_a_shared_table(served) as (table_id, anna):
        await anna.my_turn()
        board = (await served.http.get("/api/leaderboard")).json()
        assert (board["own"], board["rows"]) == (None, [])
        await anna.play_match()
    await until_rated(served.services.database, table_id)
    me = (await served.http.get("/api/me")).json()
    (own,) = me["ratings"]
    assert (own["variant"], own["matches"], own["missing"]) == ("own", 1, MIN_RANKED_MATCHES - 1)
    assert own["place"] is None
    won = 0 in anna.view["winners"]
    assert own["wins"] == won
    assert (own["rating"] > 1000) or not won
    (table,) = (await served.http.get("/api/tables")).json()
    assert {seat for seat, location in enumerate(table["places"]) if location == 1} == set(
        anna.view["winners"]
    )
    board = (await served.http.get("/api/leaderboard", params={"variant": "own"})).json()
    assert board["own"] == own
    assert board["rows"] == []  # one match is not enough


async def test_a_solo_table_is_not_rated(served: RunningServer) -> None:
    table_id = await served.open_table(options=SHORT)
    async with served.seat(table_id) as anna:
        await anna.play_match()
    await until_rated(served.services.database, table_id)
    assert (await served.http.get("/api/me")).json()["ratings"] == []
    (table,) = (await served.http.get("/api/tables")).json()
    assert {seat for seat, location in enumerate(table["places"]) if location == 1} == set(
        anna.view["winners"]
    )


def before_the_last_deal(**options: OptionValue) -> tuple[Table, Any]:
    """Return a table before a deal that ends its match (R12), and the chance's state for it."""
    for seed in itertools.count():
        chance = Random(seed)
        table, states = opened("pagat", 2, chance, **options), {}
        while not table.over:
            states[table.seq] = chance.getstate()
            step(table, chance)
        *log, last = (replace(event, at=utc_now()) for event in table.log)
        if isinstance(last, DealEvent) and len(log) > 1:
            return Table.replay(log), states[len(log)]
    raise AssertionError


async def test_a_match_counts_that_a_deal_ends(
    location: DatabaseLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> list[str]:
        return []

    monkeypatch.setattr(PeopleQueries, "unrated", none)  # which may be late enough to find it
    table, state = before_the_last_deal(lives=1)
    async with serving(location) as served:
        await store_table(served.services.database, "t", table)
        async with served.services.hub.using("t") as live:
            served.services.hub._chance.setstate(state)  # type: ignore[attr-defined]
            await live.execute(Deal(0))
            assert live.table.over
        await until_rated(served.services.database, "t")


async def test_a_match_counts_that_the_first_deal_ends(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    options: dict[str, OptionValue] = {"scoring": "points", "target": 1}

    def deal_an_end(preset: str, options: Any, seats: Any, at: str, _: Any) -> Any:
        dealt = (create(preset, options, seats, at, Random(seed)) for seed in itertools.count())
        return next(events for events in dealt if Table.replay(events).over)

    monkeypatch.setattr("schwimmen.server.live.hub.create", deal_an_end)
    table_id = await served.open_table("app-a9", options=options, opponents=[{"level": "random"}])
    async with served.seat(table_id) as anna:
        assert anna.view["over"]
    await until_rated(served.services.database, table_id)


async def test_unrated_matches_are_rated_after_a_restart(location: DatabaseLocation) -> None:
    tables = [finished_table(people=2, seed=seed) for seed in range(3)]
    database = await Database.open(location)
    for number, table in enumerate(tables):
        await store_table(database, f"t{number}", table)
    await database.close()
    for _ in range(2):  # a second start rates nothing twice
        async with serving(location) as served:
            await until_rated(served.services.database, "t0", "t1", "t2")
        assert await ratings_of(location) == expected(tables)


async def test_concurrent_servers_rate_each_match_once(location: DatabaseLocation) -> None:
    names = [f"t{number}" for number in range(8)]
    database, other = await Database.open(location), await Database.open(location)
    for seed, name in enumerate(names):
        await store_table(database, name, finished_table(people=2, seed=seed))
    rules_loader = RulesLoader(lambda: None)
    rules_loader.start()
    running = [asyncio.create_task(Ratings(one, rules_loader).run()) for one in (database, other)]
    await until_rated(database, *names)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await database.close()
    await other.close()
    found = await ratings_of(location)
    assert found["pagat", "id-0"].matches == found["pagat", "id-1"].matches == len(names)
    assert sum(one.wins for one in found.values()) >= len(names)


async def test_a_player_deleted_before_rating_is_not_rated(
    location: DatabaseLocation,
) -> None:
    database = await Database.open(location)
    table = finished_table(people=2)
    await store_table(database, "t", table)
    rules_loader = RulesLoader(lambda: None)
    rules_loader.start()
    ratings = Ratings(database, rules_loader)
    ratings.match_over("t", table)
    hub = Hub(database, rules_loader, 0, SystemRandom(), Limits(), ServerClock())
    await hub.erase_player("id-0")
    async with ratings.paused():
        await database.write(WriteBatch(deleted_players=["id-0"]))
    running = asyncio.create_task(ratings.run())
    await until_rated(database, "t")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await database.close()
    assert {who for _, who in await ratings_of(location)} == {"id-1", "bot:greedy"}


async def test_a_data_deletion_does_not_block_ratings(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking, found = asyncio.Event(), asyncio.Event()

    async def look(*_: object) -> list[str]:
        looking.set()
        await found.wait()
        return []

    await served.services.rules_loader.wait()
    await served.services.profiles.rename("id-0", "Anna")
    headers = {"authorization": f"Bearer {served.services.cookies.token('id-0')}"}
    monkeypatch.setattr(Database, "tables_mentioning", look)
    forgetting = asyncio.create_task(served.http.delete("/api/me", headers=headers))
    await looking.wait()
    table = finished_table(people=2)
    await store_table(served.services.database, "t", table)
    served.services.ratings.match_over("t", table)
    await until_rated(served.services.database, "t")
    found.set()
    assert (await forgetting).status_code == 200
    register = PeopleQueries(served.services.database)
    assert await register.ratings_of("id-0") == {}
    assert await register.ratings_of("id-1")
    assert await register.profile("id-0") is None


async def test_a_changed_rating_is_not_overwritten(
    location: DatabaseLocation,
) -> None:
    database = await Database.open(location)

    def new(matches: int, seen: int) -> WriteBatch:
        row = NewRating("pagat", "anna", 30.0, 5.0, matches, 0, "2026", seen)
        return WriteBatch(ratings=[row])

    await database.write(new(1, 0))
    await database.write(new(2, 1))
    for late in (new(1, 0), new(2, 1)):
        with pytest.raises(Conflict):
            await database.write(late)
    await database.close()
    assert (await ratings_of(location))["pagat", "anna"].matches == 2


async def test_matches_that_cannot_be_replayed_are_not_rated(tmp_path: Path) -> None:
    location = tmp_path / "db"
    database = await Database.open(location)
    table = finished_table(people=1)
    last = table.log[-1].seq
    while not isinstance(table.log[last - 1], ActionEvent):
        last -= 1
    illegal = table.log[last - 1].body() | {"action": "TC>TC"}
    for name, body in (("a, illegal", illegal), ("b, no event", {"type": "nonsense"})):
        await store_table(database, name, table)
        await database.write(WriteBatch(rewritten_events=[NewEvent(name, last, None, body)]))
    await store_table(database, "c, no JSON", table)
    await store_table(database, "d, good", table)
    await database.close()
    with closing(sqlite3.connect(location)) as damaging, damaging:
        query = "UPDATE events SET body = '{' WHERE table_id = 'c, no JSON' AND seq = 2"
        damaging.execute(query)
    async with serving(location) as served:
        await until_rated(
            served.services.database, "a, illegal", "b, no event", "c, no JSON", "d, good"
        )
    assert (await ratings_of(location))["pagat", "id-0"].matches == 1


def left_at_the_start(command: Leave | Away, winner: int) -> Table:
    """Return a match won by a seat, at which seat 1 is away from the beginning."""
    for seed in range(100):
        company = SimulatedTable(Settings(seats=3, bots="greedy"), "pagat", {"lives": 1}, seed)
        company.begin(people=2)
        while company.table.to_act is None:
            company.go_on()
        company.execute(command)
        company.play_on()
        match = company.table.finished_match
        assert match is not None
        moved = {one.seat for one in company.table.log if isinstance(one, ActionEvent)}
        if match.winners == (winner,) and 1 in moved:
            return company.table
    raise AssertionError("seat 1 never won")


async def rated(location: Path, table: Table) -> dict[str, Rating]:
    """Return all ratings after a match."""
    database = await Database.open(location)
    await store_table(database, "t", table)
    await database.close()
    async with serving(location) as served:
        await until_rated(served.services.database, "t")
    return {who: rating for (_, who), rating in (await ratings_of(location)).items()}


@pytest.mark.parametrize("winner", [0, 1])
async def test_who_leaves_has_lost(tmp_path: Path, winner: int) -> None:
    table = left_at_the_start(Leave("id-1"), winner)
    assert table.finished_match is not None
    places = list(placings(table.finished_match))
    places[1] = 4
    found = await rated(tmp_path / "db", table)
    assert found == updated_ratings(places, ["id-0", "id-1", "bot:greedy"], {})
    assert found["id-1"].wins == 0
    assert found["id-1"].mu == min(one.mu for one in found.values())


@pytest.mark.parametrize("winner", [0, 1])
async def test_a_match_does_not_count_for_who_was_sent_away(tmp_path: Path, winner: int) -> None:
    table = left_at_the_start(Away("id-0", 1, present=False), winner)
    assert table.finished_match is not None
    names = ["id-0", "id-1", "bot:greedy"]
    expected = updated_ratings(placings(table.finished_match), names, {})
    del expected["id-1"]
    assert await rated(tmp_path / "db", table) == expected


@pytest.mark.parametrize(
    ("command", "forfeited"),
    [(Leave("id-1"), [False, True, False]), (Away("id-0", 1, present=False), [False] * 3)],
)
def test_the_list_of_matches_says_which_count_as_lost(
    command: Leave | Away, forfeited: list[bool]
) -> None:
    row = {"id": "t", "created": "", "places": [2, 1, 3]}
    summary = summary_of(left_at_the_start(command, winner=1))
    listed = [table_summary(row | {"summary": summary, "seat": seat}, None) for seat in range(3)]
    assert [one.forfeited for one in listed] == forfeited
    assert ["forfeited" in one.model_dump() for one in listed] == forfeited


async def test_the_leaderboard(tmp_path: Path) -> None:
    location = tmp_path / "db"
    tables = [finished_table(people=3, seed=seed) for seed in range(MIN_RANKED_MATCHES)]
    database = await Database.open(location)
    for number, table in enumerate(tables):
        await store_table(database, f"t{number:02}", table)
    await database.close()
    async with serving(location) as served:
        await until_rated(
            served.services.database, *(f"t{n:02}" for n in range(MIN_RANKED_MATCHES))
        )
        served.http.headers.update(headers_of(served, "id-1"))
        answer = await served.http.get("/api/leaderboard", params={"variant": "pagat"})
        board = answer.json()
        unknown = await served.http.get("/api/leaderboard", params={"variant": "pagatt"})
    assert "id-" not in answer.text
    after = {who: rating for (_, who), rating in expected(tables).items()}
    best = sorted(after, key=lambda who: -after[who].ordinal)
    names = {"id-0": "Anna", "id-1": "Bo", "id-2": "Cleo"}
    assert [row["name"] for row in board["rows"]] == [names[who] for who in best]
    assert [row["rating"] for row in board["rows"]] == [after[who].points for who in best]
    assert [row["place"] for row in board["rows"]] == [1, 2, 3]
    assert [row["you"] for row in board["rows"]] == [who == "id-1" for who in best]
    assert board["own"]["place"] == 1 + best.index("id-1")
    assert (board["minimum"], board["own"]["missing"]) == (MIN_RANKED_MATCHES, 0)
    assert unknown.status_code == 422
    assert error_of(unknown)["code"] == "unknown_variant"


async def test_bots_and_programs_are_distinguished(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "db")
    await database.write(
        WriteBatch(
            ratings=[
                NewRating("dutch", who, mu, 1.0, MIN_RANKED_MATCHES, 1, "2026", 0)
                for who, mu in (("bot:expert", 40.0), ("bot.xyz", 40.0), ("nobody", 50.0))
            ],
        )
    )
    await database.close()
    async with serving(tmp_path / "db") as served:
        await rename(served, "bot.xyz", "Robbie")
        board = (await served.http.get("/api/leaderboard", params={"variant": "dutch"})).json()
    rows = [(row["place"], row["name"], row["bot"], row["program"]) for row in board["rows"]]
    # The third rating belongs to no known player and is not shown.
    assert sorted(rows) == [(1, "Robbie", False, True), (1, "expert", True, False)]


async def rename(served: RunningServer, player: str, name: str) -> None:
    """Store the name of a player."""
    await served.services.profiles.rename(player, name)


async def test_a_deleted_player_has_no_ratings(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        async with alone_at_a_shared_table(served) as (table_id, anna):
            await anna.play_match()
        await until_rated(served.services.database, table_id)
        before = await on_disk(location, "SELECT who FROM ratings")
        await served.http.delete("/api/me")
    left: list[Any] = await on_disk(location, "SELECT who FROM ratings")
    assert len(before) == 2
    assert all(who.startswith("bot:") for (who,) in left)
    assert await on_disk(location, "SELECT * FROM players") == []
    assert await on_disk(location, "SELECT * FROM rated") == []
