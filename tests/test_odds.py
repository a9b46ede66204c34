"""The odds of the page agree with a new computation."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from schwimmen.arena.odds import Odds, deals_by_value, odds_of
from schwimmen.rules import RuleSet
from schwimmen.rules.options import PRESET_ALIASES, PRESETS

MODULE = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "odds.py"))
DATA: dict[str, Any] = json.loads(MODULE["TARGET"].read_text(encoding="utf-8"))
GAMES: dict[str, Any] = DATA["games"]

Z = 5.0 / 1.96
"""Half widths of a 95 % interval that the differences of hundreds of estimates may have."""
ROUNDING = 1


def test_every_preset_has_odds_for_every_number_of_players() -> None:
    assert set(GAMES) == set(PRESETS) - set(PRESET_ALIASES)
    assert GAMES["gamerules"] == "pagat", "they differ in the end of a match only"
    for name, game in GAMES.items():
        if isinstance(game, dict):
            most = RuleSet(name).max_players
            assert list(game["players"]) == [str(players) for players in range(2, most + 1)]
            assert game["deals"] == [list(deal) for deal in deals_by_value(RuleSet(name)).items()]


def test_shares_are_probabilities_inside_their_intervals() -> None:
    for game in GAMES.values():
        for odds in game["players"].values() if isinstance(game, dict) else ():
            for _, share, low, high in odds["lost"]:
                assert 0 <= low <= share <= high <= MODULE["UNIT"]


def pairs(stored: list[list[int]], computed: list[list[int]]) -> list[tuple[int, int, int]]:
    """Return stored and computed estimates, with the sum of their half widths, by value."""
    fresh = {row[0]: row for row in computed}
    return [
        (row[1], fresh[row[0]][1], row[-1] + fresh[row[0]][-1]) for row in stored if row[0] in fresh
    ]


@pytest.mark.parametrize(("preset", "players"), [("pagat", 4), ("dutch", 3), ("choy", 2)])
def test_a_new_computation_agrees(preset: str, players: int) -> None:
    stored = GAMES[preset]["players"][str(players)]
    odds: Odds = odds_of(preset, players, 30_000, seed=MODULE["SEED"] + 1)
    fresh = MODULE["odds_data"](odds)
    compared = pairs(stored["choices"], fresh["choices"])
    for closing, now in zip(stored["closings"], fresh["closings"], strict=True):
        compared += pairs(closing["gains"], now["gains"])
    compared += [
        (place[0], now[0], place[1] + now[1])
        for place, now in zip(stored["places"], fresh["places"], strict=True)
    ]
    halves = [[*row[:2], row[3] - row[1]] for row in stored["lost"]]
    fresh_halves = [[*row[:2], row[3] - row[1]] for row in fresh["lost"]]
    compared += pairs(halves, fresh_halves)
    assert len(compared) > 20
    for before, after, width in compared:
        assert abs(before - after) <= Z * width + ROUNDING


def test_a_cluster_that_fails_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    before = MODULE["TARGET"].read_bytes()
    assert MODULE["main"](["--cluster", "nonsense"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("cluster nonsense: missing port number")
    assert error.count("\n") == 1
    assert MODULE["TARGET"].read_bytes() == before
