"""Suit isomorphism: colours of cards that do not depend on the names of suits.

Apart from ties, two information sets are equivalent if permuting suits, or permuting the ranks that
count ten, turns one into the other. Every card gets a colour, a number that such permutations leave
unchanged. Colours come from colour refinement, as for graph isomorphism (Weisfeiler and Lehman): a
card's colour depends on the cards of its suit and rank, and theirs on the cards beside them.

With four cards there are too many information sets to keep them all apart. Threes and fours of a
kind have no value there, so ranks of similar value share a class.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import jit
from schwimmen.rules.cards import RANKS_PER_SUIT, SUITS
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.hand_value import SUIT_MASK

HAND: Final = 1
TABLE: Final = 2
KNOWN: Final = 3
PLACES: Final = 4
FOUR: Final = 4  # cards in hand

_SUITS: Final = len(SUITS)
_CHANCE: Final = np.random.Generator(np.random.PCG64(31))

# Class of each rank from the ace down, with three cards and with four.
_CLASSES: Final = ((0, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9), (0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3))


def _constants(*shape: int) -> NDArray[np.uint64]:
    return _CHANCE.integers(0, 1 << 64, shape, np.uint64)


_OF_CLASS: Final = _constants(len(_CLASSES), PLACES, RANKS_PER_SUIT)
_OF_CLASS[:, KNOWN] = _OF_CLASS[0, KNOWN, 0]  # of another player's cards only the suit counts
_OF_PLACE: Final = _constants(PLACES)
_OF_RANK: Final = np.array([_OF_CLASS[kind][:, ranks] for kind, ranks in enumerate(_CLASSES)])


def _sums(ranks: slice) -> NDArray[np.uint64]:
    """Return the summed constants of each set of some ranks, ``[kind, place, set]``."""
    of_ranks = _OF_RANK[:, :, ranks]
    number = of_ranks.shape[-1]
    sets = np.arange(1 << number)[:, None] >> np.arange(number) & 1
    found: NDArray[np.uint64] = (of_ranks[:, :, None, :] * sets.astype(np.uint64)).sum(axis=-1)
    return found


_LOW_BITS: Final = 7
_LOW_MASK: Final = (1 << _LOW_BITS) - 1
_OF_LOW_CARDS: Final = _sums(slice(_LOW_BITS))
_OF_HIGH_CARDS: Final = _sums(slice(_LOW_BITS, None))
_MULTIPLIER: Final = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT: Final = np.uint64(31)


@jit
def mix_bits(number: Any) -> Any:
    """Return a pseudorandom permutation of 64-bit numbers, applied to one number."""
    number = (number ^ (number >> _SHIFT)) * _MULTIPLIER
    return number ^ (number >> _SHIFT)


@jit
def suit_colours(four: int, hand: int, table: int, known: int) -> Any:
    """Return the initial colour of each suit: its classes of cards in hand, table and known cards.

    ``four`` is 1 with four cards in hand, else 0; ``known`` are cards known in another hand.
    """
    return (
        _suit_colour(four, hand, table, known, 0),
        _suit_colour(four, hand, table, known, 1),
        _suit_colour(four, hand, table, known, 2),
        _suit_colour(four, hand, table, known, 3),
    )


@jit
def _suit_colour(four: int, hand: int, table: int, known: int, suit: int) -> Any:
    shift = suit * RANKS_PER_SUIT
    return mix_bits(
        _of_cards(four, HAND, hand >> shift & SUIT_MASK)
        + _of_cards(four, TABLE, table >> shift & SUIT_MASK)
        + _of_cards(four, KNOWN, known >> shift & SUIT_MASK)
    )


@jit
def _of_cards(four: int, place: int, cards: int) -> Any:
    low, high = cards & _LOW_MASK, cards >> _LOW_BITS
    return _OF_LOW_CARDS[four, place, low] + _OF_HIGH_CARDS[four, place, high]


@jit
def card_colour(four: int, hand: int, table: int, suits: Any, card: int) -> Any:
    """Return the refined colour of a card in the hand or on the table."""
    rank = card % RANKS_PER_SUIT
    own = card // RANKS_PER_SUIT
    place = HAND if hand >> card & 1 else TABLE
    colour = mix_bits(suits[own] + _OF_RANK[four, place, rank])
    if four:
        return colour
    column = np.uint64(0)
    for suit in range(_SUITS):
        bit = suit * RANKS_PER_SUIT + rank
        beside = (hand >> bit & 1) * HAND + (table >> bit & 1) * TABLE
        if beside:
            column += mix_bits(suits[suit] ^ _OF_PLACE[beside])
    return mix_bits(column * _MULTIPLIER + colour)


@jit
def group_colour(four: int, hand: int, table: int, suits: Any, cards: int) -> tuple[Any, int]:
    """Return the colour of a group of one to four cards, and each card's rank by colour.

    Ranks have two bits each, starting with the lowest card in the lowest bits.
    """
    first = card_colour(four, hand, table, suits, lowest_bit(cards))
    cards &= cards - 1
    second, third, fourth = first, first, first
    number = 1
    if cards:
        second = card_colour(four, hand, table, suits, lowest_bit(cards))
        cards &= cards - 1
        number = 2
    if cards:
        third = card_colour(four, hand, table, suits, lowest_bit(cards))
        cards &= cards - 1
        number = 3
    if cards:
        fourth = card_colour(four, hand, table, suits, lowest_bit(cards))
        number = 4
    total = mix_bits(first)
    places = 0
    if number > 1:
        total += mix_bits(second)
        a = int(second < first)
        b = 1 - a
        c = 0
        d = 0
        if number > 2:
            total += mix_bits(third)
            c = int(first <= third) + int(second <= third)
            a += int(third < first)
            b += int(third < second)
        if number > 3:
            total += mix_bits(fourth)
            d = int(first <= fourth) + int(second <= fourth) + int(third <= fourth)
            a += int(fourth < first)
            b += int(fourth < second)
            c += int(fourth < third)
        places = a | b << 2 | c << 4 | d << 6
    return total, places
