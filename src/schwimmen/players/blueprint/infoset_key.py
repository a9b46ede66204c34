"""What a seat goes by when it looks its play up: a key of its situation, and actions in an order.

Equal situations have equal keys, whatever their suits are called (``colours``). What is not in the
key is forgotten: with more than two players who holds what, with two what is not a single card or
a whole hand of the other, and all that lies further back.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.core.bits import lowest_bit, popcount
from schwimmen.rules.core.hand_value import value_and_suit
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.state import CHOICE, RENEWED, UNTIL_ONE_OPEN

from .suit_isomorphism import FOUR, group_colour, mix_bits, suit_colours

ACTION_SLOTS: Final = 25
"""Of actions: their number with three cards; with four there are 23 (``slot_for_action``)."""

NO_SLOT: Final = 31

HEADS_UP: Final = 2
"""Players; they remember what the other is known to hold."""

_HANDS: Final = np.uint64(3)
_TABLES: Final = np.uint64(5)
_ONE: Final = np.uint64(1)
_LATE: Final = 2
_TABLE_SHIFT: Final = 8
_WORTH_SHIFT: Final = 12


@jit
def infoset_key(rules: Any, state: Any) -> tuple[Any, int]:
    """The key of the situation of the seat to act, and the order of its cards
    (``slot_for_action``)."""
    seat = state.to_act
    hand = state.hands[seat]
    table = state.table
    players = popcount(state.active)
    known = 0
    worth = 0
    if players == HEADS_UP:
        known, worth = known_hand(rules, state, lowest_bit(state.active & ~(1 << seat)))
    four = int(rules.hand_size == FOUR)
    suits = suit_colours(four, hand, table, known)
    colour, order = group_colour(four, hand, table, suits, hand)
    key = colour * _HANDS
    if table:
        colour, places = group_colour(four, hand, table, suits, table)
        key += colour * _TABLES
        order |= places << _TABLE_SHIFT
    about = worth << _WORTH_SHIFT | _circumstances(rules, state, seat, players)
    return mix_bits(key + np.uint64(about)) | _ONE, order


@jit
def known_hand(rules: Any, state: Any, other: int) -> tuple[int, int]:
    """The single card that another is known to hold, or the doubled value of a whole hand."""
    held = state.known[other]
    if popcount(held) == 1:
        return held, 0
    if popcount(held) == rules.hand_size:
        return 0, value_and_suit(rules, held)[0]
    return 0, 0


@jit
def _circumstances(rules: Any, state: Any, seat: int, players: int) -> int:
    """What else matters, in one number."""
    if state.phase == CHOICE:
        return 1
    turns = state.turns_of[seat]
    about: int = 2 + int(state.phase == RENEWED)
    if players == HEADS_UP:
        about |= min(turns, _LATE) << 2
        about |= state.passes << 4
        if turns == 0:
            about |= int(seat == state.leader) << 5
            about |= (state.took & int(seat == state.leader)) << 6
    else:
        about |= min(turns, _LATE) << 2
        if turns == 0:  # the first to act, the last, or between
            about |= (2 if state.turns + 1 == players else min(state.turns, 1)) << 4
        about |= int(state.passes + 1 >= players) << 6
    if rules.close_effect == UNTIL_ONE_OPEN:
        about |= min(popcount(state.playing), 4) << 7
    return about


@jit
def slot_for_action(rules: Any, order: int, action: int) -> int:
    """The slot of an action: its number if the cards lay in the order of their colours.

    With four cards in hand exchanges that close as well have none (``NO_SLOT``), and what comes
    after them moves up.
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
def action_for_slot(rules: Any, order: int, slot: int) -> int:
    """The action of a slot."""
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
