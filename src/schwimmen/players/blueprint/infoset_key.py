"""Keys of information sets after abstraction, and action slots in a suit-independent order.

Information sets that differ only in the names of suits have equal keys (``suit_isomorphism``). The
abstraction forgets older history. Of an opponent's hand it remembers, with two players only, a
single known card or the value of a fully known hand.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.engine import jit
from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.state import CHOICE, RENEWED, UNTIL_ONE_OPEN, RoundRecord, RulesRecord

from ..rule_similarity import HEADS_UP
from .suit_isomorphism import FOUR, group_colour, mix_bits, suit_colours

ACTION_SLOTS: Final = 25
"""Number of action slots with three cards; with four cards 23 are used (``slot_for_action``)."""

NO_SLOT: Final = 31

_HANDS: Final = np.uint64(3)
_TABLES: Final = np.uint64(5)
_ONE: Final = np.uint64(1)
_LATE: Final = 2
_TABLE_SHIFT: Final = 8
_VALUE_SHIFT: Final = 12


@jit
def infoset_key(rules: RulesRecord, state: RoundRecord) -> tuple[Any, int]:
    """Return the key of the information set of the seat to act, and its card order.

    ``slot_for_action`` and ``action_for_slot`` take the card order.
    """
    seat = state.to_act
    hand = state.hands[seat]
    table = state.table
    players = popcount(state.active)
    known = 0
    hand_value = 0
    if players == HEADS_UP:
        known, hand_value = known_hand(rules, state, lowest_bit(state.active & ~(1 << seat)))
    four = int(rules.hand_size == FOUR)
    suits = suit_colours(four, hand, table, known)
    colour, order = group_colour(four, hand, table, suits, hand)
    key = colour * _HANDS
    if table:
        colour, places = group_colour(four, hand, table, suits, table)
        key += colour * _TABLES
        order |= places << _TABLE_SHIFT
    context = hand_value << _VALUE_SHIFT | _context(rules, state, seat, players)
    return mix_bits(key + np.uint64(context)) | _ONE, order


@jit
def known_hand(rules: RulesRecord, state: RoundRecord, other: int) -> tuple[int, int]:
    """Return the single known card of another seat and 0, or 0 and the doubled value of its hand.

    The value is 0 unless all cards of the hand are known.
    """
    held = state.known[other]
    if popcount(held) == 1:
        return held, 0
    if popcount(held) == rules.hand_size:
        return 0, value_and_suit(rules, held)[0]
    return 0, 0


@jit
def _context(rules: RulesRecord, state: RoundRecord, seat: int, players: int) -> int:
    """Encode phase, turns, position and passes as one number."""
    if state.phase == CHOICE:
        return 1
    turns = state.turns_of[seat]
    context: int = 2 + int(state.phase == RENEWED)
    if players == HEADS_UP:
        context |= min(turns, _LATE) << 2
        context |= state.passes << 4
        if turns == 0:
            context |= int(seat == state.leader) << 5
            context |= (state.took & int(seat == state.leader)) << 6
    else:
        context |= min(turns, _LATE) << 2
        if turns == 0:  # first to act (0), last (2) or between (1)
            context |= (2 if state.turns + 1 == players else min(state.turns, 1)) << 4
        context |= int(state.passes + 1 >= players) << 6
    if rules.close_effect == UNTIL_ONE_OPEN:
        context |= min(popcount(state.playing), 4) << 7
    return context


@jit
def slot_for_action(rules: RulesRecord, order: int, action: int) -> int:
    """Return the slot of an action: its number if cards were sorted by colour.

    With four cards in hand, exchanges that also close have no slot (``NO_SLOT``), and the actions
    after them move up.
    """
    size: int = rules.hand_size
    pairs = size * size
    if action >= 2 * pairs:
        return action if size != FOUR else action - pairs
    if action >= pairs and size == FOUR:
        return NO_SLOT
    pair = action % pairs
    hand = order >> 2 * (pair // size) & 3
    table = order >> _TABLE_SHIFT + 2 * (pair % size) & 3
    return action - pair + size * hand + table


@jit
def action_for_slot(rules: RulesRecord, order: int, slot: int) -> int:
    """Return the action of a slot, the inverse of ``slot_for_action``."""
    size: int = rules.hand_size
    pairs = size * size
    if size == FOUR and slot >= pairs:
        return slot + pairs
    if slot >= 2 * pairs:
        return slot
    pair = slot % pairs
    hand, table = 0, 0
    for card in range(1, size):
        if order >> 2 * card & 3 == pair // size:
            hand = card
        if order >> _TABLE_SHIFT + 2 * card & 3 == pair % size:
            table = card
    return slot - pair + size * hand + table
