"""Levels that a player may play like: a table of the error rates of bots, compiled."""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

from schwimmen.engine import jit, jit_noinline
from schwimmen.players.levels import DECLARED
from schwimmen.rules.core.state import SCORING_POINTS, RecordArray, RulesRecord

LEAST_DECISIONS: Final = 100
"""Decisions from which a player is compared with levels."""

NO_LEVEL: Final = -1

_Z: Final = 1.645  # standard errors on either side of a 90 % interval
_REFERENCE_ERROR: Final = 0.15
"""Standard error of a level's rate in the table, as a share of the rate."""

_LIVES: Final = np.array((1, 3, 6))
_PLAYERS: Final = np.array((2, 3, 4, 6))
_RATES: Final = np.array(
    (
        (390.0, 230.0, 153.0, 102.0),
        (264.0, 136.0, 110.0, 65.0),
        (128.0, 94.0, 67.0, 50.0),
        (430.0, 270.0, 220.0, 180.0),
    )
)
"""Points that ``beginner`` loses in 100 decisions, by number of players.

The rows are matches with the numbers of lives of ``_LIVES``, and games for points. The numbers are
fitted to measured rates (``make benchmark-review``).
"""

_LIKE: Final = {
    code: level.likeness for code, level in enumerate(DECLARED) if level.likeness is not None
}
_CODES: Final = np.array([*_LIKE])
_RATIOS: Final = np.array(
    (
        [like.lives for like in _LIKE.values()],
        [like.points for like in _LIKE.values()],
    )
)
"""Points that the levels lose for each one of ``beginner``, in matches for lives and for points."""


@jit_noinline
def levels_like(rules: RulesRecord, seats: int, accounts: RecordArray) -> tuple[int, int]:
    """Return the codes of the weakest and the strongest level that a player may play like.

    ``accounts`` are those of the player in matches with a number of ``seats``. The levels are those
    whose rates are nearest, as a ratio, to the ends of a 90 % interval of its error rate. Both are
    ``NO_LEVEL`` with fewer than ``LEAST_DECISIONS``.
    """
    decisions, loss, squares = 0, 0.0, 0.0
    for place in range(len(accounts)):
        decisions += accounts[place].decisions
        loss += accounts[place].loss
        squares += accounts[place].squares
    if decisions < LEAST_DECISIONS:
        return NO_LEVEL, NO_LEVEL
    if loss <= 0.0:
        return _CODES[-1], _CODES[-1]
    mean = loss / decisions
    variance = max(0.0, squares / decisions - mean * mean) / (decisions - 1)
    match, ratios = _nearest(_LIVES, rules.lives), _RATIOS[0]
    if rules.scoring == SCORING_POINTS:
        match, ratios = len(_LIVES), _RATIOS[1]
    ratio = 100.0 * mean / _RATES[match, _nearest(_PLAYERS, seats)]
    part = _Z * sqrt(variance / (mean * mean) + _REFERENCE_ERROR * _REFERENCE_ERROR)
    factor = 1.0 + part + part * part / 2.0  # few large losses make a rate: its logarithm is normal
    return _level_of(ratio * factor, ratios), _level_of(ratio / factor, ratios)


@jit
def _level_of(ratio: float, ratios: np.ndarray) -> int:
    """Return the code of the level whose ratio, of those of all levels, is nearest to another."""
    level = 0
    while level + 1 < len(ratios) and ratio * ratio < ratios[level] * ratios[level + 1]:
        level += 1
    code: int = _CODES[level]
    return code


@jit
def _nearest(numbers: np.ndarray, number: int) -> int:
    """Return the place of the number that is nearest to another one, the first of two."""
    found = 0
    for place in range(1, len(numbers)):
        if abs(numbers[place] - number) < abs(numbers[found] - number):
            found = place
    return found
