"""Judgement of puzzles, compiled: whether a decision is one, its losses, themes and rating.

Python and JavaScript take the same steps for a decision: a quick estimate, the attempts of the
obvious levels, two estimates of a review, and the attempts of the other levels.
"""

from __future__ import annotations

from math import floor
from typing import Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit, jit_noinline
from schwimmen.players.levels import BY_NAME, SOLVERS
from schwimmen.players.search.situation import SearchArray, SearchRecord
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.legal import (
    EXCHANGE,
    EXCHANGE_ALL,
    EXCHANGE_ALL_CLOSE,
    EXCHANGE_CLOSE,
    PASS,
    RENEW,
    action_kind,
)
from schwimmen.rules.core.rows import IntArray
from schwimmen.rules.core.state import (
    CHOICE,
    MAX_ACTIONS,
    NO_ACTION,
    SWIMMING,
    ActionSet,
    RulesArray,
    RulesRecord,
    Seat,
    ViewArray,
    ViewRecord,
    record_dtype,
)
from schwimmen.rules.core.view import closes

from ..match_review.grades import GRADE_LIMITS, limit_of, units_of, write_decision
from ..match_review.records import MomentArray, MomentRecord
from .puzzle import ATTEMPTS, MAX_LOSS

LIMIT: Final = GRADE_LIMITS["mistake"]
"""Least lead of the best action over every other one, as a percentage of ``Scale.whole``."""
QUICK_LIMIT: Final = 0.7 * LIMIT
"""Least lead of the best action in the quick estimate."""
STANDARD_ERRORS: Final = 3.0
"""Least lead of the best action in standard errors of the difference."""
OBVIOUS: Final = tuple(SOLVERS.index(level) for level in ("greedy", "casual"))
"""Places of the levels among ``SOLVERS`` whose usual choices are the obvious ones."""

_MEAN_RATING: Final = 1500
_LOWEST, _HIGHEST = 600, 2600  # below and above all ratings of puzzles


def rating_of(successes: int) -> int:
    """Return the rating that predicts the number of attempts of all levels that succeed.

    One attempt of a player with the mean rating, half of it successful, is added: it keeps puzzles
    that all levels find, or no level, within limits.
    """
    ratings = [*(BY_NAME[level].rating for level in SOLVERS), _MEAN_RATING]
    low, high = _LOWEST, _HIGHEST
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / 400)) for rating in ratings)
        low, high = (middle, high) if expected > successes / ATTEMPTS + 0.5 else (low, middle)
    return low


_RATINGS: Final = np.array([rating_of(found) for found in range(len(SOLVERS) * ATTEMPTS + 1)])


class PuzzleRecord(Protocol):
    """Record of a decision that may be a puzzle; ``Puzzle`` explains most fields."""

    estimates: int
    """Number of estimates so far."""
    best: int
    """Number of the best action."""
    value: int
    count: int
    """Number of legal actions."""
    losses: Annotated[IntArray, np.int64, (MAX_ACTIONS,)]
    chosen: Annotated[IntArray, np.int64, (len(SOLVERS) * ATTEMPTS,)]
    """Actions that the levels choose, level by level; the caller writes them."""
    found: Annotated[IntArray, np.int64, (len(SOLVERS),)]
    themes: int
    """Mask of places in ``THEMES``."""
    rating: int


PUZZLE_DTYPE: Final = record_dtype(PuzzleRecord)

PuzzleArray: TypeAlias = Annotated[NDArray[Any], Array(PUZZLE_DTYPE, 1)]


@entry(javascript=True)
def add_estimate(
    rules: RulesArray,
    searches: SearchArray,
    legal: ActionSet,
    seat: Seat,
    moments: MomentArray,
    puzzles: PuzzleArray,
) -> int:
    """Add the actions that ``estimate`` has valued; return whether this may still be a puzzle.

    ``legal`` is the mask of the legal actions of the seat, which is to act. ``moments[0]`` is the
    moment of the decision, begun by ``begin_moment``. ``puzzles[0]`` is all zero at first.
    """
    puzzle, moment = puzzles[0], moments[0]
    puzzle.estimates += 1
    if puzzle.estimates == 1:
        puzzle.best = _promising_action(rules[0], searches[0], legal)
        return int(puzzle.best != NO_ACTION)
    write_decision(rules[0], searches[0], legal, seat, NO_ACTION, moment)
    _, points, whole = units_of(rules[0])
    best = moment.actions[0]
    if best.number != puzzle.best or not _is_ahead(moment, limit_of(LIMIT, whole)):
        return 0
    puzzle.value = floor(points * (best.value - moment.bases[seat]) + 0.5)
    puzzle.count = moment.count
    for place in range(moment.count):
        action = moment.actions[place]
        lower = legal & ((1 << action.number) - 1)
        puzzle.losses[popcount(lower)] = min(MAX_LOSS, floor(action.loss + 0.5))
    return 1


@jit
def _promising_action(rules: RulesRecord, search: SearchRecord, legal: int) -> int:
    """Return the action that alone loses less than the quick limit, else ``NO_ACTION``."""
    unit, points, whole = units_of(rules)
    found = NO_ACTION
    while legal:
        action = lowest_bit(legal)
        legal &= legal - 1
        if points * unit * search.trials[action].loss < limit_of(QUICK_LIMIT, whole):
            if found != NO_ACTION:
                return NO_ACTION
            found = action
    return found


@jit
def _is_ahead(moment: MomentRecord, limit: float) -> bool:
    """Return whether the best action is ahead by a limit, and by standard errors.

    It is ahead by the limit by all mixtures of opponents.
    """
    for place in range(1, moment.count):
        action = moment.actions[place]
        if min(action.loss, action.least_loss) < limit:
            return False
        if action.loss <= STANDARD_ERRORS * action.loss_error:
            return False
    return True


@entry(javascript=True)
def obvious_errors(puzzles: PuzzleArray) -> int:
    """Return the mask of the obvious levels' usual choices, without the best action.

    It is empty if the decision is no puzzle.
    """
    wrong = 0
    for solver in OBVIOUS:
        wrong |= 1 << _usual_choice(puzzles[0], solver)
    return wrong & ~(1 << int(puzzles[0].best))


@jit
def _usual_choice(puzzle: PuzzleRecord, solver: int) -> int:
    """Return the most frequent choice of a level, of equally frequent ones the first."""
    first = solver * ATTEMPTS
    usual, most = NO_ACTION, 0
    for place in range(first, first + ATTEMPTS):
        times = 0
        for other in range(first, first + ATTEMPTS):
            times += int(puzzle.chosen[other] == puzzle.chosen[place])
        if times > most:
            usual, most = puzzle.chosen[place], times
    return usual


@entry(javascript=True)
def finish_puzzle(rules: RulesArray, views: ViewArray, seat: Seat, puzzles: PuzzleArray) -> None:
    """Write the levels' successes, the rating and the themes; ``views[0]`` is the seat's view."""
    puzzle = puzzles[0]
    successes = 0
    for place in range(len(SOLVERS) * ATTEMPTS):
        succeeds = int(puzzle.chosen[place] == puzzle.best)
        puzzle.found[place // ATTEMPTS] += succeeds
        successes += succeeds
    puzzle.rating = _RATINGS[successes]
    puzzle.themes = themes_of(rules[0], views[0], seat, puzzle.best, obvious_errors(puzzles))


@jit_noinline
def themes_of(rules: RulesRecord, view: ViewRecord, seat: int, best: int, obvious: int) -> int:
    """Return the themes of a decision as a mask, from its best action and the obvious errors."""
    kind = action_kind(rules, best)
    is_exchange = kind in (EXCHANGE, EXCHANGE_CLOSE)
    is_close = closes(kind, view.all_closes, view.last_turns)
    would_close, lays_down = False, False
    while obvious:
        action = lowest_bit(obvious)
        obvious &= obvious - 1
        other = action_kind(rules, action)
        would_close = would_close or closes(other, view.all_closes, view.last_turns)
        takes_same = action % rules.hand_size == best % rules.hand_size
        if is_exchange and other in (EXCHANGE, EXCHANGE_CLOSE) and takes_same:
            lays_down = True
    return (
        int(is_close)
        | int(would_close and not is_close) << 1
        | int(is_exchange and not lays_down and (is_close or not would_close)) << 2
        | int(lays_down) << 3
        | int(kind in (EXCHANGE_ALL, EXCHANGE_ALL_CLOSE)) << 4
        | int(kind == PASS) << 5
        | int(kind == RENEW) << 6
        | int(view.phase == CHOICE) << 7
        | int(view.last_turns != 0) << 8
        | int(view.seats[seat].status == SWIMMING) << 9
    )  # in the order of ``THEMES``
