"""Puzzles found in matches."""

from __future__ import annotations

import pytest

from schwimmen.analysis import Puzzle, find_puzzles, pattern_of, puzzles_in
from schwimmen.analysis.puzzles.maker import rating_of, themes_of
from schwimmen.players import make_player
from schwimmen.rules import Match, Round, RuleSet, SchwimmenError, parse_cards
from tests.effort import count

MATCHES = {"pagat": 2, "dutch": 2, "choy": count(2)}
"""Matches of each preset; one of ten rounds has many puzzles."""
PLAYERS = {"pagat": 2, "dutch": 3, "choy": 2}


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    return [
        puzzle
        for preset, matches in MATCHES.items()
        for puzzle in find_puzzles(preset, PLAYERS[preset], matches, seed=5)
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


@pytest.mark.parametrize(
    ("best", "obvious", "themes"),
    [
        ("close", ["ACx7D"], ["close"]),
        ("pass", ["close"], ["keepOpen", "pass"]),
        ("ACx7D", ["KCx7D"], ["layDown"]),
        ("ACx7D", ["KCx7D", "close"], ["keepOpen", "layDown"]),
        ("ACx7D", ["KCx8D", "pass"], ["whichCard"]),
        ("ACx7D", ["KCx8D", "close"], ["keepOpen"]),
        ("ACx7D!", ["KCx7D!"], ["close", "layDown"]),
        ("ACx7D!", ["KCx8D!"], ["close", "whichCard"]),
        ("all", ["pass"], ["swapAll"]),
    ],
)
def test_themes_compare_the_best_action_with_the_obvious_errors(
    best: str, obvious: list[str], themes: list[str]
) -> None:
    rules = RuleSet("pagat", dealer_choice=False)
    dealt = parse_cards("AC KC QH 7H 7S 8S 7D 8D 9H")
    rest = [card for card in rules.cards if card not in dealt]
    view = Round(rules, 2, [*dealt, *rest], dealer=1).view(0)
    choices = {choice.action: choice for choice in view.choices}
    assert [*themes_of(view, choices[best], [choices[one] for one in obvious])] == themes


@pytest.mark.parametrize("scores", ["3/0", "0/3"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_theme_swimming_is_that_of_the_seat_to_act(seat: int, scores: str) -> None:
    position = f"pagat ??????/?????? 7C8C9C 23 - turn:{seat} 0 1 0 - 4 {scores}"
    view = Match.from_position(position, seed=1).view(seat)
    themes = [*themes_of(view, view.choices[0], [])]
    assert ("swimming" in themes) == (scores.split("/")[seat] == "0")


def test_equal_seeds_give_equal_puzzles(found: list[Puzzle]) -> None:
    again = find_puzzles("pagat", PLAYERS["pagat"], MATCHES["pagat"], seed=5)
    assert again == [puzzle for puzzle in found if puzzle.preset == "pagat"]


def test_a_pattern_does_not_depend_on_names_of_suits() -> None:
    first, second = (
        Puzzle(
            "app-a9", 1, 0, (3, 3), Match("app-a9", 2, seed=seed).round.pack, (), 0, (), (), (), 0
        )
        for seed in (1, 2)
    )
    swapped = {0: 1, 1: 3, 2: 0, 3: 2}
    pack = tuple(type(card)(13 * swapped[card // 13] + card % 13) for card in first.pack)
    other = Puzzle("app-a9", 1, 0, (3, 3), pack, (), 0, (), (), (), 0)
    assert pattern_of(first) == pattern_of(other)
    assert pattern_of(first) != pattern_of(second)


def test_puzzles_have_the_rating_of_the_levels_that_find_them() -> None:
    ratings = [rating_of((0,) * (6 - n) + (5,) * n) for n in range(7)]
    assert ratings == sorted(ratings, reverse=True)
    assert 1500 < rating_of((0, 0, 0, 0, 5, 5)) < 1750


def test_house_rules_have_no_puzzles() -> None:
    with pytest.raises(SchwimmenError, match="without changed options"):
        next(puzzles_in(Match("pagat", lives=5, seed=1)))
