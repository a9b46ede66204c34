"""Level that plays like a player: a table of the error rates of bots, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from schwimmen.engine import jit, jit_noinline
from schwimmen.players.levels import DECLARED
from schwimmen.rules.core.state import SCORING_POINTS, RulesRecord

if TYPE_CHECKING:
    from .records import AccountRecord

LEAST_DECISIONS: Final = 10
"""Decisions from which a player is compared with levels."""

NO_LEVEL: Final = -1

_LIVES: Final = np.array((1, 3, 6))
_PLAYERS: Final = np.array((2, 3, 4, 6))
_RATES: Final = np.array(
    (
        (460.0, 270.0, 180.0, 120.0),
        (310.0, 160.0, 130.0, 76.0),
        (150.0, 110.0, 79.0, 59.0),
        (330.0, 200.0, 160.0, 130.0),
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
_RATIOS: Final = np.array([*_LIKE.values()])


@jit_noinline
def write_likeness(rules: RulesRecord, seats: int, account: AccountRecord) -> None:
    """Write the code of the level whose error rate is nearest to that of a player, as a ratio.

    It is ``NO_LEVEL`` for a player with fewer than ``LEAST_DECISIONS``.
    """
    account.like = NO_LEVEL
    if account.decisions < LEAST_DECISIONS:
        return
    match = len(_LIVES) if rules.scoring == SCORING_POINTS else _nearest(_LIVES, rules.lives)
    ratio = account.error_rate / _RATES[match, _nearest(_PLAYERS, seats)]
    level = 0
    while level + 1 < len(_RATIOS) and ratio * ratio < _RATIOS[level] * _RATIOS[level + 1]:
        level += 1
    account.like = _CODES[level]


@jit
def _nearest(numbers: np.ndarray, number: int) -> int:
    """Return the place of the number that is nearest to another one, the first of two."""
    found = 0
    for place in range(1, len(numbers)):
        if abs(numbers[place] - number) < abs(numbers[found] - number):
            found = place
    return found
