"""Maker of puzzles: finds them in matches, checks them twice, and grades them by all levels."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

import numpy as np

from schwimmen.players import make_player, play_match
from schwimmen.players.budget import SearchBudget
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Match, View, mask_of
from schwimmen.rules.cards import SUITS, bits_of
from schwimmen.rules.core.state import RecordArray, rules_array
from schwimmen.rules.errors import whole_number
from schwimmen.rules.schema import points_of
from schwimmen.rules.view_builder import record_of

from ..match_review.course import Moment, check_course, course_of, decision_seed
from ..match_review.efforts import EFFORTS
from . import kernel
from .puzzle import ATTEMPTS, SOLVERS, THEMES, Puzzle

PLAYERS_OF_MATCHES: Final = ("beginner", "casual", "greedy", "club", "club", "blueprint")
"""Levels from which the players of a match are drawn."""

MAX_ACTIONS: Final = 24
"""Number of first actions of a round that may be puzzles; a longer history is tedious."""

_QUICK: Final = SearchBudget(200, worlds=64, rollouts=1000)
BUDGETS: Final = (
    _QUICK,
    EFFORTS["decisions"].decision or _QUICK,
    EFFORTS["thorough"].decision or _QUICK,
)
"""Budgets of the estimates in order; a puzzle has the values of the last one."""


def find_puzzles(preset: str, players: int, matches: int = 1, *, seed: int = 0) -> list[Puzzle]:
    """Return the puzzles of some matches between bots of mixed levels.

    Equal arguments give equal puzzles. Raises ``RuleSetError`` for an unknown preset or a wrong
    number of players, and ``SchwimmenError`` for an invalid seed.

    >>> {puzzle.preset for puzzle in find_puzzles("pagat", 2, matches=2, seed=5)}
    {'pagat'}
    """
    chance = random.Random(whole_number("seed", seed, 0))
    found: list[Puzzle] = []
    for _ in range(matches):
        match = Match(preset, players, seed=chance.getrandbits(32))
        levels = chance.choices(PLAYERS_OF_MATCHES, k=players)
        play_match(match, [make_player(level, chance.getrandbits(32)) for level in levels])
        found += puzzles_in(match, seed=chance.getrandbits(32))
    return found


def puzzles_in(match: Match, *, seat: int | None = None, seed: int = 0) -> Iterator[Puzzle]:
    """Return an iterator over the puzzles of a match, at most one of each round.

    A decision is a puzzle if its best action is ahead of every other one by at least 4 points of
    match winning chance (in games for points by 4 % of twice the best hand) and by more than three
    standard errors, in two independent estimates, and if ``greedy`` or ``casual`` usually chooses
    another one. Rounds in which a player is out, and moments after a shuffle of the talon, are
    skipped. With ``seat``, only decisions of that seat may be puzzles.

    Equal seeds give equal puzzles, in the package for JavaScript, too. Raises ``SchwimmenError``
    for a match that was set up from a position, and for an invalid number.
    """
    check_course(match)
    own = seat if seat is None else whole_number("seat", seat, 0, len(match.players) - 1)
    return _search(match, own, whole_number("seed", seed))


def pattern_of(puzzle: Puzzle) -> str:
    """Return the hand of the seat to act and the table cards, up to permutations of the suits."""
    match = puzzle.match()
    view = match.view(match.to_act)
    return min(
        "/".join(
            " ".join(sorted(card.rank + names[SUITS.index(card.suit)] for card in cards))
            for cards in (view.hand, view.table)
        )
        for names in permutations(SUITS)
    )


def _search(match: Match, own: int | None, seed: int) -> Iterator[Puzzle]:
    """Yield the puzzles of a match, among the decisions of the own seat if there is one."""
    # A solver sees the round alone.
    functions = [ValueFunction(budget, earlier=False) for budget in BUDGETS]
    dealt, is_found = 0, False
    for moment in course_of(match, with_decisions=True):
        if moment.event is None:
            dealt, is_found = moment.number, False
        if moment.record["dealt_in"][0] < len(match.players):
            return
        played = moment.number - dealt
        if moment.decision is None or is_found or played >= MAX_ACTIONS:
            continue
        view, _ = moment.decision
        shuffled = any(event.kind == "recycled" for event in view.history)
        if own in (None, view.seat) and not shuffled:
            puzzles = _judge(functions, moment, view, seed)
            if puzzles is not None:
                is_found = True
                yield _puzzle(match, moment.round, played, puzzles)


def _judge(
    functions: Sequence[ValueFunction], moment: Moment, view: View, seed: int
) -> RecordArray | None:
    """Return an array of the record of a puzzle, or ``None`` if the decision is none."""
    assert view.seat is not None
    rules, number, seat = rules_array(view.rules), moment.number, view.seat
    numbers = {choice.action: choice.number for choice in view.choices}
    puzzles = np.zeros(1, kernel.PUZZLE_DTYPE)
    chosen = puzzles["chosen"].reshape(len(SOLVERS), ATTEMPTS)

    def attempt(solver: int) -> None:
        solver_seed = decision_seed(seed + len(functions), number, seat)
        player = make_player(SOLVERS[solver], solver_seed, earlier=False)
        chosen[solver] = [numbers[player.choose(view)] for _ in range(ATTEMPTS)]

    for step, function in enumerate(functions):
        found = function.search_actions(view, decision_seed(seed + step, number, seat))
        given = rules, found, mask_of(numbers.values()), seat, moment.record, puzzles
        if not kernel.add_estimate(*given):
            return None
        if step == 0:
            for solver in kernel.OBVIOUS:
                attempt(solver)
            if not kernel.obvious_errors(puzzles):
                return None
    for solver in range(len(SOLVERS)):
        if solver not in kernel.OBVIOUS:
            attempt(solver)
    kernel.finish_puzzle(rules, record_of(view), seat, puzzles)
    return puzzles


def _puzzle(match: Match, number: int, played: int, puzzles: RecordArray) -> Puzzle:
    """Return the puzzle of an array after the first actions of a round of a match."""
    round_, before = match.rounds[number - 1], match.course_arrays[2][number - 1]
    for_points = match.rules.scoring == "points"
    scores = before["totals" if for_points else "lives"][: len(match.players)].tolist()
    [found] = puzzles
    return Puzzle(
        rules=match.rules,
        dealer=round_.dealer,
        leader=round_.leader,
        scores=tuple(map(points_of, scores)) if for_points else tuple(scores),
        pack=round_.pack,
        actions=round_.action_numbers[:played],
        value=int(found["value"]),
        losses=tuple(found["losses"][: found["count"]].tolist()),
        found=tuple(found["found"].tolist()),
        themes=tuple(THEMES[place] for place in bits_of(found["themes"])),
        rating=int(found["rating"]),
    )
