"""What a hand is worth and how hands are ranked (R14 to R16); special hands (R12)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..cards import RANKS, RANKS_PER_SUIT, SUITS
from .bits import lowest_bit
from .jit import jit
from .state import FIRE, NO_SEAT, SPECIAL_NONE, THIRTY_ONE

SUIT_MASK: Final = (1 << RANKS_PER_SUIT) - 1
ACE_MASK: Final = 1
FIRE_VALUE: Final = 64
THREE_OF_A_KIND_VALUE: Final = 61
STRENGTH_SHIFT: Final = 8  # the doubled value stands above this many bits for the ties

_POINTS_OF_RANK: Final = (11, 10, 10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2)
_SUITS: Final = len(SUITS)
_HIGHEST_RANK: Final = len(RANKS) - 1

# Points of every set of cards of one suit.
_POINTS: Final = np.array(
    [
        sum(points for rank, points in enumerate(_POINTS_OF_RANK) if cards >> rank & 1)
        for cards in range(SUIT_MASK + 1)
    ],
    dtype=np.int64,
)


@jit
def suit_points(cards: int, suit: int) -> int:
    """The points of all cards of one suit (0 clubs to 3 diamonds) in a set of cards."""
    return int(_POINTS[cards >> suit * RANKS_PER_SUIT & SUIT_MASK])


@jit
def rank_mask(cards: int) -> int:
    """The ranks that a set of cards has in any suit, as a 13-bit mask, ace lowest."""
    in_pairs = cards | cards >> 2 * RANKS_PER_SUIT
    return (in_pairs | in_pairs >> RANKS_PER_SUIT) & SUIT_MASK


@jit
def value_and_suit(rules: Any, hand: int) -> tuple[int, int]:
    """The doubled value and the counting suit (0 clubs to 3 diamonds), ``NO_SEAT`` for R15."""
    if rules.three_of_a_kind or rules.fire:
        rank = rank_mask(hand)
        if rank & (rank - 1) == 0:
            if rank == ACE_MASK and rules.fire:
                return FIRE_VALUE, NO_SEAT
            if rules.three_of_a_kind:
                return THREE_OF_A_KIND_VALUE, NO_SEAT
    best = -1
    counting = 0
    for suit in range(_SUITS):
        points = _POINTS[hand >> suit * RANKS_PER_SUIT & SUIT_MASK]
        if points > best:
            best = points
            counting = suit
    return 2 * best, counting


@jit
def strength(rules: Any, hand: int) -> int:
    """A number that orders hands as R16 does: higher is better, equal is tied."""
    value, suit = value_and_suit(rules, hand)
    above = 0
    below = 0
    if suit == NO_SEAT:
        if rules.tie_trips_rank:
            above = _HIGHEST_RANK - lowest_bit(rank_mask(hand))
    elif rules.tie_suit:
        above = _SUITS - 1 - suit
        if rules.tie_high_card:
            below = _HIGHEST_RANK - lowest_bit(hand >> suit * RANKS_PER_SUIT & SUIT_MASK)
    return value << STRENGTH_SHIFT | above << 4 | below


@jit
def special_kind(rules: Any, hand: int) -> int:
    """``FIRE``, ``THIRTY_ONE`` or 0: the special hand (R12) that this is, if the rules know any."""
    if rules.special == SPECIAL_NONE:
        return 0
    value, suit = value_and_suit(rules, hand)
    if value == FIRE_VALUE and suit == NO_SEAT:  # four cards of one suit may be worth 32 as well
        return FIRE
    return THIRTY_ONE if value == 2 * (10 * rules.hand_size + 1) else 0
