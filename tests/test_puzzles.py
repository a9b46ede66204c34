"""The puzzles of the page: enough of each kind, playable, and still right by a new estimate."""

from __future__ import annotations

import os
import random
import runpy
import signal
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from schwimmen.analysis import EFFORTS, GRADE_LIMITS, THEME_LETTERS, Puzzle, Scale, pattern_of
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import RuleSet
from schwimmen.simulation.workers import dask_cluster, run_chunks, threads
from tests.clusters import patience, pids_of_workers, two_workers
from tests.effort import EFFORT

__all__ = ["patience"]  # a fixture

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


@pytest.mark.usefixtures("patience")
def test_a_killed_worker_of_a_cluster_changes_no_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state of the search, from which puzzles are selected, is the same file."""
    make, names = MODULE["make"], MODULE["make"].__globals__
    monkeypatch.setitem(names, "MATCHES", 1)
    monkeypatch.setitem(names, "PLAYERS", {2: 1.0})
    monkeypatch.setitem(names, "STATE", tmp_path / "here")
    here = make("pagat", 2, threads(1))
    monkeypatch.setitem(names, "STATE", tmp_path / "there")
    with two_workers() as address, dask_cluster(address) as workers:
        victim, _ = pids_of_workers(address)

        def run(*given: Any) -> Iterator[Any]:
            for number, result in enumerate(run_chunks(*given)):
                if number == 0:
                    os.kill(victim, signal.SIGKILL)
                yield result

        monkeypatch.setitem(names, "run_chunks", run)
        assert make("pagat", 2, workers) == here
    assert len(here) == 2
    whole, same = ((tmp_path / name / "pagat-2.jsonl").read_bytes() for name in ("here", "there"))
    assert same == whole
    assert whole.count(b"\n") > 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["paget"], "'paget' has no puzzles: valid are pagat"),
        (["--workers", "0"], '"0" is not a whole number from 1 on'),
        (["--cluster", "nonsense"], "cluster nonsense: missing port number"),
    ],
)
def test_errors_of_the_command_name_the_remedy(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = MODULE["main"](arguments)
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert reason in error
