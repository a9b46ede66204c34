"""Puzzles that the package for JavaScript finds are those that Python finds, to the digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from schwimmen.analysis import SOLVERS, Puzzle, puzzles_in
from schwimmen.players import make_player
from schwimmen.rules import Match, SchwimmenError
from tests.effort import count, sample
from tests.js.node import Script, running

LEVELS: Final = ("casual", "club", "beginner", "greedy")
MATCHES: Final[tuple[tuple[str, int, int, int, dict[str, Any]], ...]] = (
    ("pagat", 2, 0, 25, {}),
    ("app-a9", 3, 2, 45, {}),
    ("pagat", 2, 2, 16, {"lives": 2, "fire": False}),
    ("choy", 6, 4, 16, {}),
    ("dutch", 3, 2, 45, {}),
    ("pagat", 3, 0, 25, {}),
    ("dutch", 2, 1, 16, {"hand_size": 4, "three_of_a_kind": False, "max_players": 4}),
    ("choy", 2, 2, 25, {}),
    ("pagat", 5, 2, 30, {}),
    ("app-a9", 4, 2, 60, {}),
)
"""Preset, players, seed, first actions that the sample has, and changed options."""

ACTIONS: Final = 140
"""Actions after which a match ends in the long run, also if it is not over."""


@pytest.fixture(scope="module")
def find(js_data: Path) -> Iterator[Script]:
    """Return a function that finds the puzzles of a match in Node."""
    with running("puzzles.mjs", f"{js_data.as_uri()}/") as ask:
        yield ask


def played(preset: str, players: int, seed: int, first: int, options: dict[str, Any]) -> Match:
    """Return a match between bots of several levels; in the sample, its first actions."""
    bots = [make_player(LEVELS[seat % len(LEVELS)], seed + seat) for seat in range(players)]
    match = Match(preset, players, seed=seed, **options)
    for _ in range(count(ACTIONS, sampled=first)):
        if match.over:
            break
        if match.to_act is None:
            match.deal()
        else:
            match.play(bots[match.to_act].choose(match.view(match.to_act)))
    return match


def in_javascript(find: Script, match: Match, **asked: Any) -> Any:
    return json.loads(find({"record": match.to_record(), **asked}))


def described(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle of Python as one of JavaScript."""
    plain = {name: value for name, value in asdict(puzzle).items() if name not in ("rules", "pack")}
    match = puzzle.match()
    dealt = puzzle.pack[: len(puzzle.pack) - match.view().talon]
    made: dict[str, Any] = json.loads(json.dumps(plain)) | {
        "preset": puzzle.preset,
        "options": dict(puzzle.rules.changed),
        "dealt": list(map(str, dealt)),
        "found": dict(zip(SOLVERS, puzzle.found, strict=True)),
        "toAct": match.to_act,
        "legalActions": list(match.round.legal_actions),
    }
    return made


@pytest.mark.parametrize(("preset", "players", "seed", "first", "options"), sample(MATCHES, 4))
def test_both_find_the_same_puzzles(
    find: Script, preset: str, players: int, seed: int, first: int, options: dict[str, Any]
) -> None:
    match = played(preset, players, seed, first, options)
    expected = list(puzzles_in(match, seed=seed))
    assert in_javascript(find, match, seat=None, seed=seed) == [*map(described, expected)]
    assert expected


def test_both_find_the_same_puzzles_of_a_seat(find: Script) -> None:
    match = played("pagat", 2, 2, 40, {})
    seats = set()
    for seat in range(2):
        expected = [*map(described, puzzles_in(match, seat=seat))]
        assert in_javascript(find, match, seat=seat, seed=0) == expected
        seats |= {one["toAct"] for one in expected}
    assert seats == {0, 1}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"seat": 2}, "out_of_range"),
        ({"seat": -1}, "out_of_range"),
        ({"seat": 0.5}, "wrong_type"),
        ({"seed": "7"}, "wrong_type"),
        ({"seed": 0.5}, "wrong_type"),
    ],
)
def test_both_refuse_the_same_arguments(find: Script, asked: dict[str, Any], code: str) -> None:
    match = Match("pagat", 2, seed=1)
    assert in_javascript(find, match, **asked) == code
    with pytest.raises(SchwimmenError, match=f"^{next(iter(asked))}: "):
        puzzles_in(match, **asked)


def test_both_refuse_a_match_that_was_set_up_from_a_position(find: Script) -> None:
    position = Match("pagat", 2, seed=1).position
    assert json.loads(find({"position": position, "seed": 0})) == "no_record"
    with pytest.raises(SchwimmenError, match="set up from a position"):
        puzzles_in(Match.from_position(position, seed=0))
