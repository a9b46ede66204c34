"""Which actions are worth a thought."""

from __future__ import annotations

from typing import Any, Final

from schwimmen.rules.bits import lowest
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.legal import CLOSE, EXCHANGE_ALL_CLOSE, EXCHANGE_CLOSE, kind_of
from schwimmen.rules.value import measure

from ..last_turn import hand_after

_LESS: Final = 4  # doubled: what one may give up when closing to leave the others less


@compiled_apart
def sensible(rules: Any, legal: int, hand: int, table: int) -> int:
    """The legal actions without those that close with clearly less than one could close with."""
    best = -1
    rest = legal
    while rest:
        action = lowest(rest)
        rest &= rest - 1
        if _closes(rules, action):
            best = max(best, measure(rules, hand_after(rules, hand, table, action))[0])
    rest = legal
    while rest:
        action = lowest(rest)
        rest &= rest - 1
        if _closes(rules, action):
            value = measure(rules, hand_after(rules, hand, table, action))[0]
            if value < best - _LESS:
                legal &= ~(1 << action)
    return legal


@compiled
def _closes(rules: Any, action: int) -> bool:
    kind = kind_of(rules, action)
    return kind in (EXCHANGE_CLOSE, EXCHANGE_ALL_CLOSE, CLOSE)
