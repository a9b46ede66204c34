"""Value and ranking of hands (R14 to R16), and special hands (R12)."""

from __future__ import annotations

from typing import Final

import numpy as np

from schwimmen.engine import jit

from ..cards import RANKS, RANKS_PER_SUIT, SUITS
from .bits import lowest_bit, popcount
from .state import (
    FIRE,
    NO_SEAT,
    NO_SUIT,
    OVER,
    SPECIAL_NONE,
    THIRTY_ONE,
    RoundRecord,
    RulesRecord,
)

SUIT_MASK: Final = (1 << RANKS_PER_SUIT) - 1
ACE_MASK: Final = 1
FIRE_VALUE: Final = 64
THREE_OF_A_KIND_VALUE: Final = 61
STRENGTH_SHIFT: Final = 8  # bits for breaking ties, below the doubled value

_POINTS_OF_RANK: Final = (11, 10, 10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2)
_SUITS: Final = len(SUITS)
_MAX_RANK: Final = len(RANKS) - 1

# Points of each set of cards of one suit.
_POINTS: Final = np.array(
    [
        sum(points for rank, points in enumerate(_POINTS_OF_RANK) if cards >> rank & 1)
        for cards in range(SUIT_MASK + 1)
    ],
    dtype=np.int64,
)


@jit
def suit_points(cards: int, suit: int) -> int:
    """Return the points of one suit (0 clubs to 3 diamonds) in a set of cards."""
    return int(_POINTS[cards >> suit * RANKS_PER_SUIT & SUIT_MASK])


@jit
def rank_mask(cards: int) -> int:
    """Return the ranks in a set of cards as a 13-bit mask, ace lowest."""
    in_pairs = cards | cards >> 2 * RANKS_PER_SUIT
    return (in_pairs | in_pairs >> RANKS_PER_SUIT) & SUIT_MASK


@jit
def value_and_suit(rules: RulesRecord, hand: int) -> tuple[int, int]:
    """Return the doubled value of a hand and its counting suit (0 clubs to 3 diamonds).

    The suit of three of a kind and fire is ``NO_SUIT`` (R15).
    """
    if rules.three_of_a_kind or rules.fire:
        rank = rank_mask(hand)
        if rank & (rank - 1) == 0:
            if rank == ACE_MASK and rules.fire:
                return FIRE_VALUE, NO_SUIT
            if rules.three_of_a_kind:
                return THREE_OF_A_KIND_VALUE, NO_SUIT
    best = -1
    counting = 0
    for suit in range(_SUITS):
        points = _POINTS[hand >> suit * RANKS_PER_SUIT & SUIT_MASK]
        if points > best:
            best = points
            counting = suit
    return 2 * best, counting


@jit
def strength(rules: RulesRecord, hand: int) -> int:
    """Return a number that orders hands as R16 does: higher is better, equal is tied."""
    value, suit = value_and_suit(rules, hand)
    first = 0
    second = 0
    if suit == NO_SUIT:
        if rules.tie_trips_rank:
            first = _MAX_RANK - lowest_bit(rank_mask(hand))
    elif rules.tie_suit:
        first = _SUITS - 1 - suit
        if rules.tie_high_card:
            second = _MAX_RANK - lowest_bit(hand >> suit * RANKS_PER_SUIT & SUIT_MASK)
    return value << STRENGTH_SHIFT | first << 4 | second


@jit
def special_kind(rules: RulesRecord, hand: int) -> int:
    """Return ``FIRE`` or ``THIRTY_ONE`` for a special hand (R12), otherwise 0."""
    if rules.special == SPECIAL_NONE:
        return 0
    value, suit = value_and_suit(rules, hand)
    if value == FIRE_VALUE and suit == NO_SUIT:  # four cards of one suit may be worth 32 as well
        return FIRE
    return THIRTY_ONE if value == 2 * (10 * rules.hand_size + 1) else 0


@jit
def may_hide_special(state: RoundRecord, seat: int) -> bool:
    """Return whether a special hand of a seat would change nothing, so that it may be hidden (R28).

    The seat has had its last turn after a 31. In a round that is not over, a 31 that was not dealt
    was made in the first round of turns, which began with the leader.
    """
    if state.end != THIRTY_ONE or state.playing >> seat & 1:
        return False
    if state.dealt_special:
        return True
    leader, seats = state.leader, state.seats
    return (seat - leader) % seats > (state.by - leader) % seats


@jit
def impossible_hand(rules: RulesRecord, state: RoundRecord) -> int:
    """Return a seat whose hidden hand would have ended the round or lain open, or ``NO_SEAT``.

    Hands of which not all cards are known have fewer cards and are possible.
    """
    if state.phase == OVER:
        return NO_SEAT
    for seat in range(state.seats):
        hand = state.hands[seat]
        if popcount(hand) < rules.hand_size or state.shown >> seat & 1:
            continue
        if special_kind(rules, hand) and not may_hide_special(state, seat):
            return seat
    return NO_SEAT
