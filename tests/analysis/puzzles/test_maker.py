"""Puzzles found in matches."""

from __future__ import annotations

import pytest

from schwimmen.analysis import Puzzle, find_puzzles, pattern_of, puzzles_in
from schwimmen.players import make_player
from schwimmen.rules import Match, RuleSet
from tests.effort import count

MATCHES = {"pagat": 2, "dutch": 2, "choy": count(2)}
"""Matches of each preset; one of ten rounds has many puzzles."""
PLAYERS = {"pagat": 2, "dutch": 3, "choy": 2}


SEED = 16


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    return [
        puzzle
        for preset, matches in MATCHES.items()
        for puzzle in find_puzzles(preset, PLAYERS[preset], matches, seed=SEED)
    ]


def test_one_action_is_best_and_greedy_or_casual_misses_it(found: list[Puzzle]) -> None:
    assert {puzzle.preset for puzzle in found} == {"pagat", "dutch", "choy"}
    for puzzle in found:
        match = puzzle.match()
        view = match.view(match.to_act)
        assert len(puzzle.losses) == len(view.choices)
        least, second, *_ = sorted(puzzle.losses)
        assert least == 0
        assert second >= (3 if puzzle.preset == "choy" else 4)
        greedy = make_player("greedy").choose(view)
        assert puzzle.found[2] == (5 if greedy == puzzle.best else 0)
        assert min(puzzle.found[1:3]) < 3, "casual or greedy misses it"


def test_themes_are_facts(found: list[Puzzle]) -> None:
    swimming = 0
    for puzzle in found:
        match = puzzle.match()
        view = match.view(match.to_act)
        best = next(choice for choice in view.choices if choice.action == puzzle.best)
        assert ("close" in puzzle.themes) == best.closes
        assert ("swapAll" in puzzle.themes) == (len(best.taken) > 1)
        assert ("renew" in puzzle.themes) == (puzzle.best == "renew")
        assert ("pass" in puzzle.themes) == (puzzle.best == "pass")
        assert ("dealersChoice" in puzzle.themes) == (view.phase == "choice")
        assert ("lastTurn" in puzzle.themes) == view.last_turns
        assert view.seat is not None
        assert ("swimming" in puzzle.themes) == (view.seats[view.seat].status == "swimming")
        swimming += "swimming" in puzzle.themes
        assert puzzle.themes[0] not in ("lastTurn", "swimming")
    assert swimming > 0


def test_equal_seeds_give_equal_puzzles(found: list[Puzzle]) -> None:
    again = find_puzzles("pagat", PLAYERS["pagat"], MATCHES["pagat"], seed=SEED)
    assert again == [puzzle for puzzle in found if puzzle.preset == "pagat"]


def test_a_pattern_does_not_depend_on_names_of_suits() -> None:
    rules = RuleSet("app-a9")
    first, second = (
        Puzzle(rules, 1, 0, (3, 3), Match(rules, 2, seed=seed).round.pack, (), 0, (), (), (), 0)
        for seed in (1, 2)
    )
    swapped = {0: 1, 1: 3, 2: 0, 3: 2}
    pack = tuple(type(card)(13 * swapped[card // 13] + card % 13) for card in first.pack)
    other = Puzzle(rules, 1, 0, (3, 3), pack, (), 0, (), (), (), 0)
    assert pattern_of(first) == pattern_of(other)
    assert pattern_of(first) != pattern_of(second)


def test_house_rules_have_puzzles() -> None:
    match = Match("pagat", lives=2, fire=False, players=2, seed=2)
    players = make_player("casual", 2), make_player("club", 3)
    while len(match.rounds) < 3:
        if match.to_act is None:
            match.deal()
        else:
            match.play(players[match.to_act].choose(match.view(match.to_act)))
    found = [*puzzles_in(match, seed=2)]
    assert found
    assert {puzzle.rules for puzzle in found} == {match.rules}
    assert found[0].match().rules == match.rules
