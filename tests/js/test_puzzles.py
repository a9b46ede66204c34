"""Puzzles that the package for JavaScript finds in matches are puzzles by Python's own search."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from schwimmen.analysis import EFFORTS, GRADE_LIMITS, Puzzle, Scale, puzzles_in
from schwimmen.players import make_player
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Match, RuleSet
from schwimmen.rules.cards import parse_cards
from tests.effort import count, sample
from tests.js.node import Script, running

LEVELS: Final = ("casual", "club", "beginner", "greedy")
MATCHES: Final = (
    ("pagat", 2, 0, 25),
    ("pagat", 3, 0, 25),
    ("app-a9", 3, 2, 45),
    ("dutch", 3, 2, 45),
    ("choy", 2, 2, 25),
)
"""Preset, players, seed and first actions of matches with puzzles."""

ACTIONS: Final = 70
"""Actions after which a match ends in the long run, also if it is not over."""

MOST_EXCESS: Final = 0.3
"""Part of ``Scale.whole`` by which an estimate of a value is lowered at most in a review."""

NEAR: Final = 200
"""Points by which the ratings of a puzzle may differ: the levels try it with other seeds."""


@pytest.fixture(scope="module")
def find(js_data: Path) -> Iterator[Script]:
    """Return a function that finds the puzzles of a match in Node."""
    with running("puzzles.mjs", f"{js_data.as_uri()}/") as ask:
        yield ask


def played(preset: str, players: int, seed: int, first: int, **options: Any) -> Match:
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


def found_in(find: Script, match: Match) -> list[Any]:
    found: list[Any] = json.loads(find(match.to_record()))
    return found


def key_of(puzzle: Puzzle) -> tuple[Any, ...]:
    """Return the situation of a puzzle, as far as its seat knows it."""
    return puzzle.dealer, puzzle.leader, puzzle.scores, puzzle.pack[: dealt(puzzle)], puzzle.actions


def dealt(puzzle: Puzzle) -> int:
    """Return the number of cards dealt by the moment of a puzzle."""
    return len(puzzle.pack) - puzzle.match().view().talon


def decoded(found: Any) -> Puzzle:
    """Return a puzzle of JavaScript as one of Python."""
    cards = tuple(parse_cards(" ".join(found["dealt"])))
    rest = tuple(card for card in RuleSet(found["preset"]).cards if card not in cards)
    names = ("preset", "dealer", "leader", "value", "rating")
    plain: dict[str, Any] = {name: found[name] for name in names}
    lists = {name: tuple(found[name]) for name in ("scores", "actions", "losses", "themes")}
    return Puzzle(**plain | lists, pack=cards + rest, found=tuple(found["found"].values()))


@pytest.mark.parametrize(("preset", "players", "seed", "first"), sample(MATCHES, 2))
def test_they_are_puzzles_by_pythons_search(
    find: Script, preset: str, players: int, seed: int, first: int
) -> None:
    match = played(preset, players, seed, first)
    found = found_in(find, match)
    by_key = {key_of(decoded(one)): one for one in found}
    expected = list(puzzles_in(match, seed=seed))
    both = [puzzle for puzzle in expected if key_of(puzzle) in by_key]
    assert len(both) >= max(1, len(expected) - 1), "one may hinge on a single choice of casual"
    scale = Scale.of(match.rules)
    for puzzle in both:  # of all seats, the first one of a round
        one = decoded(by_key[key_of(puzzle)])
        assert (one.best, one.themes) == (puzzle.best, puzzle.themes)
        assert -MOST_EXCESS * scale.whole < one.value - puzzle.value < 2
        assert one.losses == pytest.approx(puzzle.losses, abs=3, rel=0.25)
        assert one.rating == pytest.approx(puzzle.rating, abs=NEAR)
    thorough = EFFORTS["thorough"].decision
    assert thorough
    for one in found:
        puzzle = decoded(one)
        view = puzzle.match().view(one["seat"])
        assert one["seat"] == one["toAct"] == puzzle.match().to_act
        best, *others = ValueFunction(thorough).of_actions(view, seed)
        assert best.action == puzzle.best == one["hint"]["actions"][0]["action"]
        assert all(
            scale.points * scale.value * other.loss > 0.9 * scale.limit(GRADE_LIMITS["mistake"])
            for other in others
        )
    assert any(one["reasons"] for one in found)


def test_house_rules_have_puzzles(find: Script) -> None:
    match = played("pagat", 2, seed=2, first=16, lives=2, fire=False)
    found = found_in(find, match)
    assert found
    for one in found:
        assert one["options"] == match.rules.changed
        assert one["toAct"] == one["seat"]
        assert len(one["losses"]) == len(one["hint"]["actions"])
