"""Cards and packs (R1): numbers 0..51 in the order of a record, names as ``TC``.

Number 0 is the ace of clubs, 12 the two of clubs, 13 the ace of spades, and so on through hearts
and diamonds: suits and ranks from high to low. A set of cards is a 64-bit mask with bit ``n`` for
card ``n``, so the lowest bit is always the card written first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import index
from typing import Final, SupportsInt, TypeAlias

from .errors import CardError, quote

Card: TypeAlias = int

SUITS: Final = "CSHD"
RANKS: Final = "AKQJT98765432"
RANKS_PER_SUIT: Final = len(RANKS)
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
NUMBER_OF_CARDS: Final = len(CARDS)

_NUMBERS: Final = {name: number for number, name in enumerate(CARDS)}


def _from(lowest: str) -> tuple[Card, ...]:
    ranks = RANKS[: RANKS.index(lowest) + 1]
    return tuple(number for number, name in enumerate(CARDS) if name[0] in ranks)


PACKS: Final = {"A2": _from("2"), "A5": _from("5"), "A7": _from("7"), "A9": _from("9")}


def parse_card(name: str) -> Card:
    """The number of a card.

    Raises ``CardError`` for a name that is no card.

    >>> parse_card("TC")
    4
    """
    number = _NUMBERS.get(name)
    if number is None:
        raise CardError(f"{quote(name)} is not a card; a card is rank then suit, such as TC", name)
    return number


def card_name(card: Card) -> str:
    """The name of a card: ``card_name(4)`` is ``'TC'``."""
    return CARDS[card]


def parse_cards(names: str) -> tuple[Card, ...]:
    """A group of cards written with single blanks between them, in the order written.

    Raises ``CardError`` for a name that is no card and for a card that stands twice.

    >>> parse_cards("AC KC 7D")
    (0, 1, 46)
    """
    cards = _split(names)
    double = _double(cards)
    if double:
        raise CardError(f"double {card_names(double)}", *map(card_name, double))
    return cards


def _split(names: str) -> tuple[Card, ...]:
    parts = names.split(" ") if names else []
    if "" in parts:
        raise CardError("cards are apart by exactly one blank")
    return tuple(map(parse_card, parts))


def _double(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted({card for card in cards if cards.count(card) > 1}))


def card_names(cards: Iterable[Card]) -> str:
    """A group of cards as text.

    >>> card_names([0, 1, 46])
    'AC KC 7D'
    """
    return " ".join(CARDS[card] for card in cards)


def cards_of(mask: SupportsInt) -> tuple[Card, ...]:
    """The cards of a mask in the order of a record. Raises ``CardError`` for one below 0.

    >>> card_names(cards_of(0b10011))
    'AC KC TC'
    """
    return _cards_of(int(mask))


@lru_cache(maxsize=8192)
def _cards_of(bits: int) -> tuple[Card, ...]:
    if bits < 0:
        raise CardError("a mask of cards is not below 0")
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(cards)


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of a group of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def check_cards(numbers: Sequence[Card]) -> tuple[Card, ...]:
    """Cards given as numbers. Raises ``CardError`` for anything that is not the number of one."""
    cards = _numbers(numbers)
    if not all(0 <= card < NUMBER_OF_CARDS for card in cards):
        raise CardError(f"card numbers run from 0 to {NUMBER_OF_CARDS - 1}")
    return cards


def _numbers(cards: Sequence[Card]) -> tuple[Card, ...]:
    try:
        return tuple(map(index, cards))
    except TypeError:
        raise CardError("cards are one text, such as AC KC 7D, or numbers") from None


def order_of(cards: str | Sequence[Card], expected: Sequence[Card], what: str) -> tuple[Card, ...]:
    """An order of exactly the ``expected`` cards, given as text or numbers.

    Raises ``CardError`` naming ``what`` it is and every card that is missing, double or foreign.
    """
    try:
        order = _split(cards) if isinstance(cards, str) else _numbers(cards)
        if len(order) == len(expected) and set(order) == set(expected):
            return order
        check_cards(order)
    except CardError as error:
        raise CardError(f"{what}: {error}", *error.names) from None
    faults = {
        "missing": tuple(card for card in expected if card not in order),
        "foreign": tuple(sorted(set(order) - set(expected))),
        "double": _double(order),
    }
    told = ", ".join(f"{kind} {card_names(cards)}" for kind, cards in faults.items() if cards)
    names = (card_name(card) for cards in faults.values() for card in cards)
    raise CardError(f"{what}: {told}", *names)
