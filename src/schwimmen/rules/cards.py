"""Cards and packs (R1): numbers 0..51 in the order of a record, names as ``TC``.

Suits and ranks run from high to low: number 0 is the ace of clubs, 12 the two of clubs, 13 the ace
of spades, and so on through hearts and diamonds. A set of cards is a 64-bit mask with bit ``n`` for
card ``n``; the lowest bit is the card written first.
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


def _pack_down_to(lowest: str) -> tuple[Card, ...]:
    ranks = RANKS[: RANKS.index(lowest) + 1]
    return tuple(number for number, name in enumerate(CARDS) if name[0] in ranks)


PACKS: Final = {
    "A2": _pack_down_to("2"),
    "A5": _pack_down_to("5"),
    "A7": _pack_down_to("7"),
    "A9": _pack_down_to("9"),
}


def parse_card(name: str) -> Card:
    """Return the number of a card.

    Raises ``CardError`` for an unknown name.

    >>> parse_card("TC")
    4
    """
    number = _NUMBERS.get(name)
    if number is None:
        raise CardError(f"{quote(name)} is not a card; a card is rank then suit, such as TC", name)
    return number


def card_name(card: Card) -> str:
    """Return the name of a card: ``card_name(4)`` is ``'TC'``."""
    return CARDS[card]


def parse_cards(names: str) -> tuple[Card, ...]:
    """Return the cards in a text with single blanks between them, in the order written.

    Raises ``CardError`` for an unknown name and for a repeated card.

    >>> parse_cards("AC KC 7D")
    (0, 1, 46)
    """
    cards = _split(names)
    repeated = _repeated(cards)
    if repeated:
        raise CardError(f"double {card_names(repeated)}", *map(card_name, repeated))
    return cards


def _split(names: str) -> tuple[Card, ...]:
    parts = names.split(" ") if names else []
    if "" in parts:
        raise CardError("cards are separated by exactly one blank")
    return tuple(map(parse_card, parts))


def _repeated(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted({card for card in cards if cards.count(card) > 1}))


def card_names(cards: Iterable[Card]) -> str:
    """Return cards as text.

    >>> card_names([0, 1, 46])
    'AC KC 7D'
    """
    return " ".join(CARDS[card] for card in cards)


def cards_of(mask: SupportsInt) -> tuple[Card, ...]:
    """Return the cards in a mask, in the order of a record. Raises ``CardError`` if negative.

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
    """Return the mask of a group of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def check_cards(numbers: Sequence[Card]) -> tuple[Card, ...]:
    """Return card numbers as a tuple. Raises ``CardError`` for an invalid card number."""
    cards = _numbers(numbers)
    if not all(0 <= card < NUMBER_OF_CARDS for card in cards):
        raise CardError(f"card numbers run from 0 to {NUMBER_OF_CARDS - 1}")
    return cards


def _numbers(cards: Sequence[Card]) -> tuple[Card, ...]:
    try:
        return tuple(map(index, cards))
    except TypeError:
        raise CardError("cards are one text, such as AC KC 7D, or numbers") from None


def parse_order(
    cards: str | Sequence[Card], expected: Sequence[Card], what: str
) -> tuple[Card, ...]:
    """Return an order of exactly the ``expected`` cards, given as text or numbers.

    Raises ``CardError`` that begins with ``what`` and names each missing, double or foreign card.
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
        "double": _repeated(order),
    }
    message = ", ".join(f"{kind} {card_names(cards)}" for kind, cards in faults.items() if cards)
    names = (card_name(card) for cards in faults.values() for card in cards)
    raise CardError(f"{what}: {message}", *names)
