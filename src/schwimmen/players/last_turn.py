"""The last turn of a round: nothing is left but the best hand (R11, R27)."""

from __future__ import annotations

from typing import Any

from schwimmen.rules.bits import lowest, nth
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.legal import EXCHANGE_ALL, EXCHANGE_ALL_CLOSE, EXCHANGE_CLOSE, kind_of
from schwimmen.rules.value import strength


@compiled
def hand_after(rules: Any, hand: int, table: int, action: int) -> int:
    """The hand that an action leaves, where no cards not yet seen decide."""
    kind = kind_of(rules, action)
    if kind <= EXCHANGE_CLOSE:
        size = rules.hand_size
        return hand ^ nth(hand, action // size % size) | nth(table, action % size)
    if kind in (EXCHANGE_ALL, EXCHANGE_ALL_CLOSE):
        return table
    return hand


@compiled_apart
def best_hand_action(rules: Any, legal: int, hand: int, table: int) -> int:
    """The legal action that leaves the best hand (R16), one without an exchange if it is as good.

    Of two others as good it is the one with the lower number.
    """
    best = -1
    chosen = -1
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        after = hand_after(rules, hand, table, action)
        rank = 2 * strength(rules, after) + int(after == hand)
        if rank > best:
            best = rank
            chosen = action
    return chosen
