"""Calibration of the values of actions, compiled, which are a seat's own estimates.

An estimate takes its seat to go on better than the others, and their hands to be a little poorer
than they are. So the estimates of all seats, each from what that seat knows, add up to more than
one match on average. The excess is known without playing matches to their end, and no seat learns
anything from it: it depends on the rules and the number of players alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit
from schwimmen.rules.core.state import SCORING_POINTS, RulesRecord

if TYPE_CHECKING:
    from .records import MomentRecord

_EXCESS: Final = np.array((0.0, 0.0, 0.25, 0.35))
"""How much a probability is too high, as a multiple of its uncertainty, by players dealt in."""
_LEAD_EXCESS: Final = np.array((0.0, 0.0, 0.85, 1.1))
"""The same for a lead.

Both are measured between bots of mixed levels (``make benchmark-review``).
"""


@jit
def calibration_of(
    rules: RulesRecord, moment: MomentRecord, value: float, uncertainty: float
) -> tuple[float, float]:
    """Return by what values are multiplied, and what is added to them then.

    The value and the uncertainty are those of the best action. A probability of 0 stays so.
    """
    if rules.scoring == SCORING_POINTS:
        return 1.0, -_part(_LEAD_EXCESS, moment) * uncertainty
    if value <= 0.0:
        return 1.0, 0.0
    return 1.0 - _part(_EXCESS, moment) * uncertainty / value, 0.0


@jit
def _part(parts: NDArray[np.float64], moment: MomentRecord) -> float:
    part: float = parts[min(moment.dealt_in, len(parts) - 1)]
    return part
