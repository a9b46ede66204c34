"""The puzzles of the page: enough of each kind, playable, and still right by a new estimate."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pytest

from schwimmen.analysis import EFFORTS, GRADE_LIMITS, THEME_LETTERS, Puzzle, Scale, pattern_of
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import RuleSet
from schwimmen.simulation.workers import threads
from tests.effort import EFFORT

MODULE = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "puzzles.py"))
SIZES: dict[str, int] = MODULE["SIZES"]

LIMIT = 320_000
"""Bytes of all puzzles together."""
SAMPLE = 12
"""Puzzles of each preset that are estimated again."""


@lru_cache
def puzzles_of(preset: str) -> list[Puzzle]:
    lines = (MODULE["TARGET"] / f"{preset}.txt").read_text(encoding="utf-8").splitlines()
    return [Puzzle.from_line(preset, line) for line in lines]


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in MODULE["TARGET"].iterdir()) < LIMIT


@pytest.mark.parametrize("preset", SIZES)
def test_there_are_enough_for_every_number_of_players(preset: str) -> None:
    puzzles = puzzles_of(preset)
    assert len(puzzles) in [SIZES[preset] // stage for stage in MODULE["STAGES"]]
    players = Counter(puzzle.players for puzzle in puzzles)
    shares = MODULE["PLAYERS"]
    assert players == {number: round(shares[number] * len(puzzles)) for number in shares}
    themes = Counter(puzzle.themes[0] for puzzle in puzzles)
    assert len(themes) >= 3
    rounded = len(players)  # a share is rounded up for each number of players
    assert max(themes.values()) <= MODULE["MOST_OF_A_THEME"] * len(puzzles) + rounded
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert ratings == [puzzle.rating for puzzle in puzzles], "the easiest come first"
    assert ratings[-1] - ratings[0] > 400


def test_every_theme_has_puzzles() -> None:
    themes = {theme for preset in SIZES for one in puzzles_of(preset) for theme in one.themes}
    assert themes == set(THEME_LETTERS)


@pytest.mark.parametrize("preset", SIZES)
def test_every_puzzle_can_be_played_and_has_one_best_action(preset: str) -> None:
    scale = Scale.of(RuleSet(preset))
    limit = round(scale.limit(GRADE_LIMITS["mistake"]))
    patterns = set()
    for puzzle in puzzles_of(preset):
        match = puzzle.match()
        assert len(match.round.legal_actions) == len(puzzle.losses)
        best, second, *_ = sorted(puzzle.losses)
        assert best == 0
        assert second >= limit
        assert min(puzzle.found[1:3]) < 3, "casual or greedy misses it"
        patterns.add(pattern_of(puzzle))
    assert len(patterns) == len(puzzles_of(preset)), "no two are alike"


@pytest.mark.parametrize("preset", SIZES)
def test_a_new_estimate_agrees(preset: str) -> None:
    effort = EFFORTS["thorough"].decision
    assert effort is not None
    values = ValueFunction(effort)
    scale = Scale.of(RuleSet(preset))
    unit = scale.points * scale.value
    for puzzle in random.Random(1).sample(puzzles_of(preset), SAMPLE):
        match = puzzle.match()
        best, second, *_ = values.of_actions(match.view(match.to_act), seed=99)
        assert best.action == puzzle.best
        stated = sorted(puzzle.losses)[1]
        assert abs(unit * second.loss - stated) < 1 + 5 * unit * second.loss_error + 0.1 * stated


def test_the_same_is_found_by_any_number_of_workers_and_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = MODULE["searched"]
    if EFFORT < 1:
        monkeypatch.setitem(searched.__globals__, "MATCHES", 2)
    found = []
    for workers in (1, 2):
        monkeypatch.setitem(searched.__globals__, "STATE", tmp_path / str(workers))
        found.append(list(islice(searched("pagat", 2, threads(workers)), 2)))
    assert found[0] == found[1]
    assert any(found[0])
    monkeypatch.setitem(searched.__globals__, "STATE", tmp_path / "1")
    kept = list(searched("pagat", 2, None))
    assert kept == found[0][: len(kept)]
    assert kept
    assert next(searched("pagat", 2, threads(1))) == found[0][0]
