"""Outcome of an action: the hand that it leaves, and the end of the round that it brings."""

from __future__ import annotations

from typing import Final, Protocol

from schwimmen.engine import jit_noinline

from .hand_value import value_and_suit
from .legal import RENEW, TAKE, action_kind
from .state import NO_VALUE, OVER, RecordArray, RulesRecord, record_dtype
from .turn import apply


class OutcomeRecord(Protocol):
    """Record of the outcome of an action, as far as unseen cards do not decide it."""

    value: int
    """Doubled value of the hand that the action leaves, or ``NO_VALUE``."""
    closes: int
    """Whether the seat is open before the action, and closed after it (R11, R26)."""
    end: int
    """Code of the end that the action brings, at once or after last turns; 0 for none."""
    over: int
    """Whether the round is over with the action."""


OUTCOME_DTYPE: Final = record_dtype(OutcomeRecord)


@jit_noinline
def write_outcome(
    rules: RulesRecord, now: RecordArray, action: int, scratch: RecordArray, outcome: OutcomeRecord
) -> None:
    """Write the outcome of a legal action in the round ``now[0]``, by playing it in ``scratch``.

    The outcome is the same whatever the hidden cards of the round are.
    """
    outcome.value, outcome.closes, outcome.end, outcome.over = NO_VALUE, 0, 0, 0
    if action_kind(rules, action) in (RENEW, TAKE):
        return
    scratch[0] = now[0]
    before, after = now[0], scratch[0]
    seat = int(before.to_act)
    apply(rules, after, action)
    outcome.value = value_and_suit(rules, after.hands[seat])[0]
    outcome.closes = (before.open & ~after.open) >> seat & 1
    outcome.over = int(after.phase == OVER)
    if outcome.over or after.end != before.end:
        outcome.end = after.end
