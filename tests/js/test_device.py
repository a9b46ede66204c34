"""The page shows matches on the device as the server would send them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from schwimmen.analysis import facts_of
from schwimmen.records import play, read_record
from schwimmen.rules.options import OptionValue
from schwimmen.server.people.match_csv import CSV_COLUMNS, PlayedMatch
from schwimmen.server.wire import encode
from schwimmen.tables import Seat, Table, create, match_story, record_of_log, replay_round
from tests.js.node import running
from tests.server.people.rebuilt import MatchHistory, chosen_matches, csv_of, figures_of
from tests.strategies import VARIANTS, Game, any_games, examples
from tests.tables.playing import step

Ask = Callable[[dict[str, Table], str, str], dict[str, Any]]

SHORT: dict[str, dict[str, OptionValue]] = {"choy": {"rounds": 3}}
NAMES = ("=Anna", "Bert, 1st", 'Cleo "Queen"', "Dörte", "'-Emil", "Frida", "Gus", "H;@", "I", "J")
EVENTS = 600


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Return a function that computes in TypeScript the page's data of tables."""
    with running("device.mjs") as script:

        def answer(tables: dict[str, Table], variant: str, players: str) -> dict[str, Any]:
            logs = {name: [one.body() for one in table.log] for name, table in tables.items()}
            line = script({"logs": logs, "filter": {"variant": variant, "players": players}})
            found: dict[str, Any] = json.loads(line)
            return found

        yield answer


def opened(preset: str, players: int, chance: Random, **options: OptionValue) -> Table:
    """Return a table for one person and bots, of which the first round is dealt."""
    bots = (Seat(name=name, level="club") for name in NAMES[1:players])
    seats = (Seat(name=NAMES[0], player="device"), *bots)
    return Table.replay(create(preset, options, seats, "2026-01-01T10:00:00.000Z", chance))


def past_of(table: Table) -> dict[str, Any]:
    """Return the story and all rounds of a match, as the server sends them."""
    if not table.over:
        return {"story": "not_over", "rounds": ["not_over"] * (table.round + 1)}
    rounds = [replay_round(table.log, number + 1) for number in range(table.round)]
    steps = [
        [{"event": encode.event(one.event), "view": encode.public_view(one.view)} for one in steps]
        for steps in (round_.steps for round_ in rounds)
    ]
    return {"story": asdict(match_story(table.log)), "rounds": [*steps, "no_such_round"]}


def history_of(tables: dict[str, Table]) -> MatchHistory:
    """Return the tables as the server keeps them for statistics."""
    return MatchHistory(
        [
            PlayedMatch(
                name,
                table.created.at,
                table.log[-1].at,
                tuple((seat.name, seat.level) for seat in table.seats),
                facts_of(play(read_record(record_of_log(table.log, unfinished=True))), 0),
                hints=hints,
            )
            for hints, (name, table) in enumerate(tables.items())
        ]
    )


def check(ask: Ask, tables: dict[str, Table], variant: str = "", players: str = "") -> None:
    """Check all that the page shows of tables, of which statistics count a selection."""
    found = ask(tables, variant, players)
    for table, past in zip(tables.values(), found["past"], strict=True):
        assert past == as_json(past_of(table))
    history = history_of(tables)
    chosen = variant or None, int(players) if players else None
    assert found["statistics"] == figures_of(history, *chosen).model_dump(mode="json")
    matches = chosen_matches(history, *chosen)
    for rows, text in zip(CSV_COLUMNS, found["csv"], strict=True):
        assert text.split("\r\n") == csv_of(matches, rows).split("\r\n")


def as_json(value: Any) -> Any:
    return json.loads(to_json(value))


@pytest.mark.parametrize("preset", VARIANTS)
@examples(15)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
def test_matches_of_a_variant(ask: Ask, preset: str, seed: int, players: int) -> None:
    chance = Random(seed)
    table = opened(preset, players, chance, **SHORT.get(preset, {"lives": 2}))
    while not table.over:
        step(table, chance)
    check(ask, {"one": table})


@examples(100)
@given(game=any_games())
def test_matches_by_any_rules(ask: Ask, game: Game) -> None:
    chance = game.chance()
    table = opened(game.rules.preset, game.players, chance, **game.rules.changed)
    while not table.over and table.seq < EVENTS:
        step(table, chance)
    check(ask, {"one": table})


@examples(10)
@given(
    seed=st.integers(0, 2**32),
    variant=st.sampled_from(["", "pagat", "own", "app-a7", "choy"]),
    players=st.sampled_from(["", "2", "3"]),
)
def test_statistics_of_many_matches(ask: Ask, seed: int, variant: str, players: str) -> None:
    chance = Random(seed)
    tables = {}
    for number in range(40):
        preset = chance.choice(["pagat", "app", "app-a7", "choy"])
        options: dict[str, OptionValue] = {"rounds": 1} if preset == "choy" else {"lives": 1}
        if chance.random() < 0.2:
            options["close_from_turn"] = 3
        table = opened(preset, chance.choice([2, 3]), chance, **options)
        while not table.over and (number % 10 or table.seq < 9):
            step(table, chance)
        tables[f"table-{number}"] = table
    check(ask, tables, variant, players)
