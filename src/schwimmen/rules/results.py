"""Results and losses of rounds, decoded from the records of the compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .core import kernel
from .core.result import MAX_LOSSES
from .core.state import (
    KEYED_RESULT_DTYPE,
    LOSS_DTYPE,
    MATCH_DTYPE,
    RESULT_DTYPE,
    RecordArray,
    rules_array,
)
from .schema import decoder_of
from .view import Loss, RoundResult

if TYPE_CHECKING:
    from .round import Round
    from .ruleset import RuleSet


NO_MATCH: Final[RecordArray] = np.zeros(0, MATCH_DTYPE)
"""Array of matches for a round by itself."""


_decode_result = decoder_of(RoundResult, RESULT_DTYPE, ("scoring", "match_scoring"))
_decode_loss = decoder_of(Loss, LOSS_DTYPE, ("scoring",))


def result_of(
    rules: RuleSet, rounds: RecordArray, matches: RecordArray = NO_MATCH, place: int = 0
) -> RoundResult:
    """Return the result of a round that is over, with the scores of its match, if any.

    ``rounds`` and ``matches`` have their records at a place.
    """
    results = np.empty(1, RESULT_DTYPE)
    kernel.result(rules_array(rules), rounds, place, matches, results)
    record = results.view(KEYED_RESULT_DTYPE)[0]
    scoring = rules.scoring
    numbers = (record[name].tolist() for name in RESULT_DTYPE.names or ())
    result: RoundResult = _decode_result(scoring, scoring if len(matches) else None, *numbers)
    return result


def losses_of(round_: Round) -> tuple[Loss, ...]:
    """Return the losses of a round that is over, one for each seat and reason, in seat order.

    They are the round's own, whether or not its match counts it (R24).
    """
    losses = np.empty(MAX_LOSSES, LOSS_DTYPE)
    count = kernel.losses(*round_.arrays, 0, losses)
    scoring = round_.rules.scoring
    return tuple(_decode_loss(scoring, *numbers) for numbers in losses[:count].tolist())
