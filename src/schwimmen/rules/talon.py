"""Cards drawn from the talon and laid aside, and the talon made anew (R9, R32)."""

from __future__ import annotations

from typing import Any, Final

from .bits import count
from .cards import NUMBER_OF_CARDS
from .compiled import compiled, compiled_apart
from .state import RECYCLE, SHUFFLE

REPLACED: Final = 0
AWAITS_SHUFFLE: Final = 1
TOO_SHORT: Final = 2


@compiled
def draw(state: Any, number: int) -> int:
    """Take the top cards of the talon, as a mask."""
    cards = 0
    for place in range(state.talon_top, state.talon_top + number):
        cards |= 1 << int(state.pack[place])
    state.talon_top += number
    return cards


@compiled
def lay_aside(state: Any, cards: int) -> None:
    """Lay a group aside, clubs before spades before hearts before diamonds, high before low."""
    for card in range(NUMBER_OF_CARDS):
        if cards >> card & 1:
            state.aside[state.aside_count] = card
            state.aside_count += 1


@compiled_apart
def replace_table(rules: Any, state: Any) -> int:
    """Lay the table aside and turn up a new one, recycling if the rules say so (R9, R32).

    Returns ``REPLACED``; ``TOO_SHORT`` when nothing could be moved; or ``AWAITS_SHUFFLE`` with the
    phase at ``SHUFFLE``: chance must order the cards laid aside, then ``complete_table``.
    """
    left = state.talon_end - state.talon_top
    if left >= rules.hand_size:
        lay_aside(state, state.table)
        state.table = draw(state, rules.hand_size)
        return REPLACED
    if rules.talon_short != RECYCLE or left + state.aside_count < rules.hand_size:
        return TOO_SHORT
    state.leaving = state.table
    state.table = draw(state, left)
    if rules.recycle_in_order:
        complete_table(rules, state)
        return REPLACED
    state.phase = SHUFFLE
    return AWAITS_SHUFFLE


@compiled_apart
def complete_table(rules: Any, state: Any) -> None:
    """The cards laid aside, as they lie, become the talon and complete the table (R32)."""
    for place in range(state.aside_count):
        state.pack[place] = state.aside[place]
    state.talon_top = 0
    state.talon_end = state.aside_count
    state.aside_count = 0
    state.recyclings += 1
    state.table |= draw(state, rules.hand_size - count(state.table))
    lay_aside(state, state.leaving)
    state.leaving = 0
