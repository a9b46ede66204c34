"""Aggregates of matches equal those computed again from the logs, whatever has happened."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from sqlalchemy import Engine, delete, select, update
from sqlalchemy.event import listen, remove

from schwimmen.analysis import facts_of
from schwimmen.analysis.statistics.figures import figures_of
from schwimmen.analysis.statistics.progress import FinishedMatch, Progress
from schwimmen.records import play, read_record, record_of
from schwimmen.rules import Match, RuleSet
from schwimmen.server.http.services import Services
from schwimmen.server.live.table_store import (
    event_rows,
    facts_rows,
    last_move_at,
    name_rows,
    seating_rows,
    status_of,
)
from schwimmen.server.operation.services import open_services
from schwimmen.server.people.feats import FORM_LENGTH, badges_of, personal_bests_of
from schwimmen.server.people.match_csv import PlayedMatch
from schwimmen.server.player_ids import public_id
from schwimmen.server.storage import (
    DatabaseLocation,
    NewTable,
    WriteBatch,
    schema,
)
from schwimmen.server.wire.tables import NewDeviceTable
from schwimmen.tables import Settings, read_event, record_of_log
from tests.effort import count
from tests.tables.simulated_table import SimulatedTable

from ..test_storage import engine_of
from .rebuilt import MatchHistory
from .rebuilt import figures_of as statistics_of_history

pytestmark = pytest.mark.anyio

PEOPLE: Final = tuple(f"id-{number}" for number in range(4))
PRESETS: Final = ("pagat", "app-a7", "dutch", "choy")
AGGREGATES: Final = (schema.matches, schema.figures, schema.progress, schema.opponents)


READ: Final = ("seats", "matches", "figures", "progress", "opponents", "ratings")
"""Tables that statistics and profiles read."""


class Course:
    """Random course of events on a server."""

    def __init__(self, services: Services, seed: int) -> None:
        self.services = services
        self.database = services.database
        self.chance = Random(seed)
        self.running: dict[str, tuple[SimulatedTable, int]] = {}
        """Tables whose match is running, and the number of events stored."""
        self.tables: list[str] = []

    async def go_on(self) -> None:
        """Let something happen."""
        happens = self.chance.choices(
            (
                self.begin,
                self.play,
                self.hand_over,
                self.look,
                self.expire,
                self.forget,
                self.count_again,
            ),
            (4, 6, 4, 2, 1, 0.4, 0.4),
        )
        await happens[0]()

    def _new_id(self) -> str:
        self.tables.append("".join(self.chance.choices("abcdefgh", k=16)))
        return self.tables[-1]

    def _time(self) -> str:
        return f"2026-11-{self.chance.randint(10, 20)}T12:00:00.000+00:00"

    async def begin(self, people: int | None = None) -> None:
        """Begin a match of several people and a bot, or of one and bots."""
        preset = self.chance.choice(PRESETS)
        options = {"rounds": 2} if preset == "choy" else {"lives": self.chance.choice((1, 2))}
        settings = Settings(seats=self.chance.randint(3, 4), bots="greedy")
        company = SimulatedTable(settings, preset, options, self.chance.randrange(10**6))
        company.begin(people or self.chance.randint(1, 3))
        table, table_id = company.table, self._new_id()
        await self.database.write(
            WriteBatch(
                tables=[NewTable(table_id, self._time(), *status_of(table_id, table)[1:])],
                seat_assignments=seating_rows(table_id, table, table.log),
                player_names=name_rows(table.log),
                events=event_rows(table_id, table.log),
            )
        )
        self.running[table_id] = company, len(table.log)

    async def play(self) -> None:
        """Play some moves of a running match; the last ones count it, as at a live table."""
        if not self.running:
            return
        table_id = self.chance.choice(sorted(self.running))
        company, stored = self.running[table_id]
        table = company.table
        for _ in range(self.chance.choice((3, 30, 1000))):
            if not table.over:
                company.go_on()
        new = table.log[stored:]
        await self.database.write(
            WriteBatch(
                events=event_rows(table_id, new),
                statuses=[status_of(table_id, table)],
                facts=facts_rows(table_id, table) if table.over else (),
            )
        )
        self.running[table_id] = company, len(table.log)
        if table.over:
            del self.running[table_id]

    async def hand_over(self) -> None:
        """Hand over a match of a device, which may have begun before others."""
        seed = self.chance.randrange(10**6)
        rules = RuleSet(self.chance.choice(PRESETS[:3]), {"lives": 1})
        match = Match(rules, players=["Anna", "Berta", "Karl"], seed=seed)
        while not match.over:
            if match.round.over:
                match.deal()
            else:
                match.play(self.chance.choice(match.round.legal_actions))
        started, ended = sorted((self._time(), self._time()))
        record = record_of(match, event="schwimmen table", date=started[:10])
        if self.chance.random() < 0.3:
            record["hints"] = 2
        new = NewDeviceTable.model_validate(
            {"levels": [None, "casual", "club"], "started": started, "ended": ended}
            | {"record": record}
        )
        body = new.model_dump_json().encode()
        player = self.chance.choice(PEOPLE)
        table_id, _ = await self.services.device_matches.store(new, body, player, lambda _: None)
        self.tables.append(table_id)

    async def look(self) -> None:
        """Let a player look at the statistics, which counts running matches."""
        await self.services.match_histories.statistics(self.chance.choice(PEOPLE), None, None)

    async def expire(self) -> None:
        """Delete some tables, as retention does."""
        old = self.chance.sample(self.tables, min(len(self.tables), 3))
        await self.database.write(WriteBatch(deleted_tables=old))
        self._forget_tables(old)

    async def forget(self) -> None:
        """Delete everything of a player."""
        player = self.chance.choice(PEOPLE)
        for table_id in await self.database.tables_mentioning(player):
            self.running.pop(table_id, None)
        await self.services.hub.erase_player(player)
        async with self.services.ratings.paused():
            await self.database.write(WriteBatch(deleted_players=[player]))

    async def count_again(self) -> None:
        """Mark matches as not counted: all, or those of a player."""
        player = self.chance.choice(PEOPLE)
        every = self.chance.random() < 0.5
        await self.database.write(
            WriteBatch(stale=[True]) if every else WriteBatch(uncounted_players=[player])
        )

    def _forget_tables(self, old: list[str]) -> None:
        self.tables = [one for one in self.tables if one not in old]
        for table_id in old:
            self.running.pop(table_id, None)


async def history_of(services: Services, player: str) -> tuple[MatchHistory, set[str]]:
    """Return the matches of a player, replayed from the logs, and the tables of devices."""
    database, played, devices = services.database, [], set[str]()
    for row in reversed(await database.tables_of(player, limit=None)):
        if not row["summary"]["round"]:
            continue
        events = [read_event(text) for text in await database.log_texts(row["id"])]
        record = read_record(record_of_log(events, unfinished=True))
        if row["summary"].get("device"):
            devices.add(row["id"])
        played.append(
            PlayedMatch(
                row["id"],
                row["created"],
                last_move_at(events),
                tuple((seat["name"], seat["level"]) for seat in row["summary"]["seats"]),
                facts_of(play(record), row["seat"]),
                hints=row["summary"].get("hints", 0),
            )
        )
    played.sort(key=lambda one: (one.started, one.table_id))
    return MatchHistory(played), devices


def progress_over(matches: Iterable[PlayedMatch]) -> Progress:
    progress = Progress()
    for one in matches:
        figures = figures_of(one.match)
        if figures.over:
            counted = (figures.variant, figures.won, figures.unscathed)
            rare = (figures.fires, figures.survived)
            progress.add(FinishedMatch(one.table_id, one.last_at, *counted, *rare))
    return progress


async def check(services: Services, player: str) -> None:
    """Check what a player sees against the logs."""
    histories, profiles = services.match_histories, services.profiles
    history, devices = await history_of(services, player)
    kinds = {(None, None), ("dutch", 4), ("none", None)}
    for one in history.matches:
        variant, players = one.match.variant, one.match.players
        kinds |= {(variant, None), (None, players), (variant, players)}
    for kind in kinds:
        found = await histories.statistics(player, *kind)
        assert found == statistics_of_history(history, *kind)
    own = await profiles.own(player)
    progress = progress_over(history.matches)
    assert own.badges == badges_of(progress, ())
    assert own.bests == personal_bests_of(progress)
    finished = [one for one in history.matches if one.match.over]
    last = sorted(finished, key=lambda one: one.last_at)[-FORM_LENGTH:]
    assert [one.table for one in own.form] == [one.table_id for one in last]
    met = dict[str, int]()
    for one in finished:
        for name in {name for name, level in one.seats if level is not None}:
            met[name] = met.get(name, 0) + 1
    for rival in own.rivals:
        assert rival.id is not None or met[rival.name] == rival.matches
    on_server = progress_over([one for one in history.matches if one.table_id not in devices])
    if (me := await profiles.me(player)).id is not None:
        public = await profiles.public(me.id, None)
        earned = [one.name for one in badges_of(on_server, ()) if one.at]
        assert public.badges == earned


def _comparable(row: Any) -> tuple[Any, ...]:
    """Return a row with its JSON objects read, since the order of their keys says nothing."""
    return tuple(
        sorted(json.loads(cell).items()) if str(cell).startswith("{") else cell for cell in row
    )


async def dump(services: Services) -> list[list[Any]]:
    """Return the rows of all aggregates."""
    found = []
    async with services.database.read_connection() as connection:
        for db_table in AGGREGATES:
            rows = await connection.execute(select(db_table))
            found.append(sorted(map(repr, map(_comparable, rows))))
    return found


async def rebuild(services: Services, location: DatabaseLocation) -> None:
    """Delete all aggregates and facts, and count every match again."""
    engine = engine_of(location)
    async with engine.begin() as connection:
        for db_table in (*AGGREGATES, schema.facts):
            await connection.execute(delete(db_table))
        await connection.execute(update(schema.seats).values(stale=True))
    await engine.dispose()
    for player in PEOPLE:
        await services.match_histories.catch_up(player)


@pytest.mark.parametrize("seed", range(count(20)))
async def test_aggregates_equal_a_rebuild(location: DatabaseLocation, seed: int) -> None:
    async with open_services(location, pace=3600) as services:
        services.rules_loader.start()
        course = Course(services, seed)
        for _ in range(3):
            for _ in range(10):
                await course.go_on()
            for player in PEOPLE:
                await services.match_histories.catch_up(player)
                await check(services, player)
            before = await dump(services)
            await rebuild(services, location)
            assert await dump(services) == before


async def test_a_match_of_more_people_is_counted_by_as_many_statements(
    location: DatabaseLocation, queries: list[str]
) -> None:
    taken = set[int]()
    async with open_services(location, pace=3600) as services:
        for people in (1, 3):
            course = Course(services, people)
            await course.begin(people)
            while course.running:
                queries.clear()
                await course.play()
            counting = (one for one in queries if any(name in one for name in READ[1:5]))
            taken.add(len([*counting]))
    assert len(taken) == 1


async def test_reads_are_bounded_by_indexes(tmp_path: Path) -> None:
    """Check that no query of statistics and profiles scans or sorts the matches of a player."""
    async with open_services(tmp_path / "db", pace=3600) as services:
        services.rules_loader.start()
        course = Course(services, 1)
        for _ in range(6):
            await course.hand_over()
        asked = list[tuple[str, Any]]()

        def note(_: object, __: object, statement: str, values: Any, *___: object) -> None:
            if any(f"FROM {name}" in statement for name in READ):
                asked.append((statement, values))

        listen(Engine, "before_cursor_execute", note)
        for kind in ((None, None), ("dutch", None), (None, 3), ("dutch", 3)):
            await services.match_histories.statistics(PEOPLE[0], *kind)
        await services.profiles.own(PEOPLE[0])
        await services.profiles.public(public_id(PEOPLE[0]), None)
        remove(Engine, "before_cursor_execute", note)
        assert len(asked) > 20
        async with services.database.read_connection() as connection:
            for statement, values in asked:
                rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
                plan = " ".join(row.detail for row in rows)
                assert "SCAN" not in plan, (statement, plan)
                # Seats that are not counted yet are sorted, of which there are few.
                assert "TEMP B-TREE" not in plan or "FROM seats" in statement, (statement, plan)
