"""Maker of puzzles: finds them in matches, checks them twice, and grades them by all levels."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from schwimmen.players import make_player, play_match
from schwimmen.players.budget import SearchBudget
from schwimmen.players.levels import BY_NAME, SOLVERS
from schwimmen.players.value_function import ActionEstimate, ValueFunction
from schwimmen.rules import Choice, Match, RuleSet, SchwimmenError, View
from schwimmen.rules.cards import SUITS
from schwimmen.rules.errors import whole_number
from schwimmen.rules.schema import points_of

from ..match_review.efforts import EFFORTS
from ..match_review.grades import GRADE_LIMITS
from ..match_review.moments import Scale
from .puzzle import ATTEMPTS, MAX_LOSS, Puzzle, Theme

PLAYERS_OF_MATCHES: Final = ("beginner", "casual", "greedy", "club", "club", "blueprint")
"""Levels from which the players of a match are drawn."""

LIMIT: Final = GRADE_LIMITS["mistake"]
"""Least lead of the best action over every other one, as a percentage of ``Scale.whole``."""
STANDARD_ERRORS: Final = 3.0
"""Least lead of the best action in standard errors of the difference."""
MAX_ACTIONS: Final = 24
"""Number of first actions of a round that may be puzzles; a longer history is tedious."""
CASUAL_ATTEMPTS: Final = 3
"""Number of choices of ``casual``, of which the most frequent one counts as its usual choice."""
SECOND_EFFORT: Final = "thorough"
"""Effort of the second estimate, whose values a puzzle shows."""

_QUICK: Final = SearchBudget(200, worlds=64, rollouts=1000)
_BUDGETS: Final = (
    _QUICK,
    EFFORTS["decisions"].decision or _QUICK,
    EFFORTS[SECOND_EFFORT].decision or _QUICK,
)
_QUICK_PART: Final = 0.7  # of the limit, by which the best action is ahead in a quick estimate

_LEVEL_RATINGS: Final = [BY_NAME[level].rating for level in SOLVERS]
_MEAN_RATING: Final = 1500
_RATINGS: Final = (600, 2600)  # below and above all ratings of puzzles


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


def puzzles_in(match: Match, *, seed: int = 0) -> Iterator[Puzzle]:
    """Yield the puzzles of a match of a preset, at most one of each round.

    A decision is a puzzle if its best action is ahead of every other one by at least 4 points of
    match winning chance (in games for points by 4 % of twice the best hand) and by more than three
    standard errors, in two independent estimates, and if ``greedy`` or ``casual`` usually chooses
    another one. Rounds in which a player is out, and moments after a shuffle of the talon, are
    skipped.

    Raises ``SchwimmenError`` for rules that differ from their preset.
    """
    if match.rules.changed:
        raise SchwimmenError("puzzles are made from matches of a preset without changed options")
    chance = random.Random(whole_number("seed", seed, 0))
    quick, first, second = (ValueFunction(budget) for budget in _BUDGETS)
    for setup in _deals(match):
        for puzzle, view in _decisions(setup):
            estimates = quick.of_actions(view, chance.getrandbits(32))
            if not _is_ahead(estimates, view.rules, _QUICK_PART, errors=0.0):
                continue
            obvious = _obvious_errors(view, estimates[0].action, chance.getrandbits(32))
            if not obvious:
                continue
            for values in (first, second):
                best = estimates[0].action
                estimates = values.of_actions(view, chance.getrandbits(32))
                if estimates[0].action != best or not _is_ahead(estimates, view.rules):
                    break
            else:
                graded = _graded(puzzle, view, obvious, estimates, chance.getrandbits(32))
                if _is_missed(graded):
                    yield graded
                break


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


def _deals(match: Match) -> Iterator[Puzzle]:
    """Yield the rounds in which no player is out, as puzzles that begin with the deal."""
    for_points = match.rules.scoring == "points"
    seats = len(match.players)
    for round_, before in zip(match.rounds, match.course_arrays[2], strict=False):
        if int(round_.arrays[1]["active"][0]).bit_count() < seats:
            return
        scores = before["totals" if for_points else "lives"][:seats].tolist()
        yield Puzzle(
            preset=match.rules.preset,
            dealer=round_.dealer,
            leader=round_.leader,
            scores=tuple(map(points_of, scores)) if for_points else tuple(scores),
            pack=round_.pack,
            actions=round_.action_numbers[:MAX_ACTIONS],
            value=0,
            losses=(),
            found=(),
            themes=(),
            rating=0,
        )


def _decisions(deal: Puzzle) -> Iterator[tuple[Puzzle, View]]:
    """Yield the decisions of a round up to the first shuffle of the talon, with their views."""
    match = replace(deal, actions=()).match()
    for played, action in enumerate(deal.actions):
        view = match.view(match.to_act)
        if any(event.kind == "recycled" for event in view.history):
            return
        if len(view.choices) > 1:
            yield replace(deal, actions=deal.actions[:played]), view
        match.play(action)


def _is_ahead(
    estimates: Sequence[ActionEstimate],
    rules: RuleSet,
    part: float = 1.0,
    errors: float = STANDARD_ERRORS,
) -> bool:
    """Return whether the best action leads by a ``part`` of the limit and by standard errors."""
    scale = Scale.of(rules)
    limit = part * scale.limit(LIMIT) / (scale.points * scale.value)
    return all(one.loss >= limit and one.loss > errors * one.loss_error for one in estimates[1:])


def _obvious_errors(view: View, best: str, seed: int) -> list[Choice]:
    """Return the usual choices of ``greedy`` and ``casual`` that differ from the best action."""
    casual = make_player("casual", seed)
    usual = Counter(casual.choose(view) for _ in range(CASUAL_ATTEMPTS)).most_common(1)[0][0]
    wrong = {make_player("greedy").choose(view), usual} - {best}
    return [choice for choice in view.choices if choice.action in wrong]


def _graded(
    puzzle: Puzzle,
    view: View,
    obvious: Sequence[Choice],
    estimates: Sequence[ActionEstimate],
    seed: int,
) -> Puzzle:
    """Return the puzzle with values, themes, and the grade by the levels that find it."""
    scale = Scale.of(view.rules)
    best = next(choice for choice in view.choices if choice.action == estimates[0].action)
    points = {one.action: scale.points * scale.value * one.loss for one in estimates}
    found = tuple(
        sum(player.choose(view) == best.action for _ in range(ATTEMPTS))
        for player in (make_player(level, seed) for level in SOLVERS)
    )
    return replace(
        puzzle,
        value=round(scale.points * scale.value * estimates[0].value),
        losses=tuple(min(MAX_LOSS, round(points[choice.action])) for choice in view.choices),
        found=found,
        themes=tuple(themes_of(view, best, obvious)),
        rating=rating_of(found),
    )


def _is_missed(puzzle: Puzzle) -> bool:
    """Return whether ``greedy`` or ``casual`` misses the best action in most attempts."""
    found = dict(zip(SOLVERS, puzzle.found, strict=True))
    return min(found["greedy"], found["casual"]) < ATTEMPTS / 2


def themes_of(view: View, best: Choice, obvious: Sequence[Choice]) -> Iterator[Theme]:
    """Yield the themes of a decision from its best action and the obvious errors."""
    assert view.seat is not None
    closes = any(choice.closes for choice in obvious)
    if best.closes:
        yield "close"
    elif closes:
        yield "keepOpen"
    if len(best.taken) == 1:
        if any(choice.taken == best.taken for choice in obvious):
            yield "layDown"
        elif best.closes or not closes:
            yield "whichCard"
    if len(best.taken) > 1:
        yield "swapAll"
    if best.action == "pass":
        yield "pass"
    if best.action == "renew":
        yield "renew"
    if view.phase == "choice":
        yield "dealersChoice"
    if view.last_turns:
        yield "lastTurn"
    if view.seats[view.seat].status == "swimming":
        yield "swimming"


def rating_of(found: Sequence[int]) -> int:
    """Return the rating that predicts the number of attempts in which the levels succeed.

    One attempt of a player with the mean rating, half of it successful, is added: it keeps puzzles
    that all levels find, or no level, within limits.
    """
    successes = sum(found) / ATTEMPTS + 0.5
    low, high = _RATINGS
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(
            1 / (1 + 10 ** ((middle - rating) / 400)) for rating in (*_LEVEL_RATINGS, _MEAN_RATING)
        )
        low, high = (middle, high) if expected > successes else (low, middle)
    return low
