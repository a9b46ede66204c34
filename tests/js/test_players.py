"""Players of the package for JavaScript play as their Python namesakes do."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from schwimmen.players import LEVELS as LEVEL_NAMES
from schwimmen.players import LEVELS_WITH_CHARACTERS, make_player
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.records import read_record
from schwimmen.rules import PRESETS, Match, MissingShuffle
from tests.effort import count, sample
from tests.js.node import program
from tests.strategies import GAMES

LEVELS: list[tuple[str, str | None]] = [("random", None), ("greedy", None), ("greedy-27", None)]
LEVELS += [(level, None) for level in LEVELS_WITH_CHARACTERS] + [("club", "aces")]
LEVELS += [("blueprint", None)]
SEARCHES: list[tuple[str, str | None]] = [(level, None) for level in SEARCH_BUDGETS]


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_players_choose_as_in_python(preset: str, players: int, js_data: Path) -> None:
    seats = [LEVELS[(seat + players) % len(LEVELS)] for seat in range(players)]
    check(preset, players, 5, seats, js_data, rounds=5)


@pytest.mark.parametrize(("preset", "players"), sample(GAMES, 4))
def test_searches_choose_as_in_python(preset: str, players: int, js_data: Path) -> None:
    for seed in range(count(10)):
        check(preset, players, seed, (SEARCHES * players)[:players], js_data, rounds=count(5, 2))


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_rules_are_the_same_after_every_levels_choice(level: str) -> None:
    code = f"""
        const game = await load();
        const presets = {json.dumps(list(PRESETS))};
        const rules = () => JSON.stringify(presets.map((preset) => game.rules(preset)));
        const before = rules();
        const match = game.match({{ players: 2, seed: 1 }});
        match.play(game.player("{level}", {{ seed: 1, lessEffort: true }}).choose(match));
        console.log(rules() === before);
    """
    assert program(code) == "true\n"


def check(
    preset: str,
    players: int,
    seed: int,
    seats: list[tuple[str, str | None]],
    js_data: Path,
    rounds: int,
) -> None:
    """Play some rounds in JavaScript, and check that Python's players choose the same."""
    code = f"""
        const seats = {json.dumps(seats)};
        const game = await load({{ data: "{js_data.as_uri()}" }});
        const match = game.match({{
          preset: {json.dumps(preset)},
          players: {players},
          seed: {seed},
        }});
        await game.prepare(match);
        const players = seats.map(([level, character], seed) =>
          game.player(level, {{ seed, character }}),
        );
        while (!match.over && match.results.length < {rounds}) {{
          if (match.toAct === null) match.deal();
          else match.play(players[match.toAct].choose(match));
        }}
        console.log(JSON.stringify(match.toRecord()));
    """
    record = json.loads(program(code))
    bots = [make_player(level, seed, character) for seed, (level, character) in enumerate(seats)]
    match = Match(preset, players=players, dealer=record["dealer"], deal=False)
    for played in read_record(record).rounds:
        match.deal(played.pack)
        shuffles = list(played.shuffles)
        for _ in played.actions:
            assert match.to_act is not None
            with suppress(MissingShuffle):
                match.play(bots[match.to_act].choose(match.view(match.to_act)))
                continue
            match.recycle(shuffles.pop(0))
    assert match.to_record() == record
