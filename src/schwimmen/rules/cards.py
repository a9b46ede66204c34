"""Cards and packs (R1): numbers 0..51 in the order of a record, names as ``TC``.

Suits and ranks run from high to low: number 0 is the ace of clubs, 12 the two of clubs, 13 the ace
of spades, and so on through hearts and diamonds. A set of cards is a 64-bit mask with bit ``n`` for
card ``n``; the lowest bit is the card written first. A set of seats or actions is such a mask, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import index
from typing import Final, SupportsIndex, SupportsInt, final

from .errors import CardError, SchwimmenError, quote

SUITS: Final = "CSHD"
RANKS: Final = "AKQJT98765432"
RANKS_PER_SUIT: Final = len(RANKS)
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
NUMBER_OF_CARDS: Final = len(CARDS)

NOT_A_CARD: Final = "{card} is not a card; a card is rank then suit, such as TC"
"""Text of the fault of the name of no card."""

_SUIT_SIGNS: Final = dict(zip(SUITS, "♣♠♥♦", strict=True))


@final
class Card(int):
    """Card, made from its number or its name: an ``int`` from 0 to 51 that prints as its name.

    There is one object for each card. It equals its number, and cards sort in the order of a
    record. Raises ``CardError`` for any other value.

    >>> Card("TC"), Card(4) is Card("TC"), int(Card("TC"))
    (TC, True, 4)
    >>> Card("TC").rank, Card("TC").suit, Card("TC").symbol
    ('T', 'C', '10♣')
    >>> sorted([Card("7D"), Card("AC"), Card("KC")])
    [AC, KC, 7D]
    """

    __slots__ = ()

    def __new__(cls, card: str | SupportsIndex) -> Card:
        if isinstance(card, str):
            return parse_card(card)
        try:
            number = index(card)
        except TypeError:
            number = -1
        if not 0 <= number < NUMBER_OF_CARDS:
            raise CardError(
                f"{quote(card)} is not a card; a card is a number from 0 to {NUMBER_OF_CARDS - 1} "
                "or a name, such as TC"
            )
        return ALL_CARDS[number]

    @property
    def rank(self) -> str:
        """Rank, one of ``AKQJT98765432``."""
        return CARDS[self][0]

    @property
    def suit(self) -> str:
        """Suit: ``C``, ``S``, ``H`` or ``D`` (clubs, spades, hearts, diamonds)."""
        return CARDS[self][1]

    @property
    def symbol(self) -> str:
        """Name for display, with 10 for the ten and the sign of the suit, such as ``10♣``."""
        return f"{'10' if self.rank == 'T' else self.rank}{_SUIT_SIGNS[self.suit]}"

    def __repr__(self) -> str:
        return CARDS[self]

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(CARDS[self], spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


ALL_CARDS: Final = tuple(int.__new__(Card, number) for number in range(NUMBER_OF_CARDS))

_CARDS_BY_NAME: Final = dict(zip(CARDS, ALL_CARDS, strict=True))


def _pack_down_to(lowest: str) -> tuple[Card, ...]:
    ranks = RANKS[: RANKS.index(lowest) + 1]
    return tuple(card for card in ALL_CARDS if card.rank in ranks)


PACKS: Final = {
    "A2": _pack_down_to("2"),
    "A5": _pack_down_to("5"),
    "A6": _pack_down_to("6"),
    "A7": _pack_down_to("7"),
    "A9": _pack_down_to("9"),
}
"""Cards of each pack (R1), by the name of its ranks: ``A7`` has those from ace to seven."""


def parse_card(name: str) -> Card:
    """Return the card with a name.

    Raises ``CardError`` for an unknown name.

    >>> parse_card("TC")
    TC
    """
    card = _CARDS_BY_NAME.get(name)
    if card is None:
        raise CardError(NOT_A_CARD.format(card=quote(name)), name)
    return card


def card_name(card: int) -> str:
    """Return the name of a card: ``card_name(4)`` is ``'TC'``."""
    return CARDS[card]


def parse_cards(names: str) -> tuple[Card, ...]:
    """Return the cards in a text with single blanks between them, in the order written.

    Raises ``CardError`` for an unknown name and for a repeated card.

    >>> parse_cards("AC KC 7D")
    (AC, KC, 7D)
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


def _repeated(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({card for card in cards if cards.count(card) > 1}))


def card_names(cards: Iterable[int]) -> str:
    """Return cards as text.

    >>> card_names([0, 1, 46])
    'AC KC 7D'
    """
    return " ".join(CARDS[card] for card in cards)


def cards_of(mask: SupportsInt) -> tuple[Card, ...]:
    """Return the cards in a mask, in the order of a record.

    Raises ``CardError`` for a mask that is negative or has a bit of no card.

    >>> cards_of(0b10011)
    (AC, KC, TC)
    """
    return _cards_of(int(mask))


@lru_cache(maxsize=8192)
def _cards_of(mask: int) -> tuple[Card, ...]:
    if not 0 <= mask < 1 << NUMBER_OF_CARDS:
        raise CardError(f"a mask of cards has bits 0 to {NUMBER_OF_CARDS - 1} only")
    return as_cards(bits_of(mask))


def bits_of(mask: SupportsInt) -> tuple[int, ...]:
    """Return the numbers in a mask of seats or actions, in ascending order.

    Raises ``SchwimmenError`` for a negative mask.

    >>> bits_of(0b10011)
    (0, 1, 4)
    """
    rest = int(mask)
    if rest < 0:
        raise SchwimmenError("a mask is not below 0")
    bits = []
    while rest:
        lowest = rest & -rest
        bits.append(lowest.bit_length() - 1)
        rest ^= lowest
    return tuple(bits)


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask of a group of cards, seats or actions.

    >>> mask_of(parse_cards("AC KC TC")) == 0b10011
    True
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def as_cards(numbers: Iterable[int]) -> tuple[Card, ...]:
    """Return valid card numbers as cards.

    >>> as_cards([0, 1, 46])
    (AC, KC, 7D)
    """
    return tuple(map(ALL_CARDS.__getitem__, numbers))


def check_cards(numbers: Sequence[int]) -> tuple[Card, ...]:
    """Return card numbers as cards, after checking them.

    Raises ``CardError`` for an invalid card number, and for anything but whole numbers.
    """
    try:
        cards = as_cards(numbers)
        if cards == tuple(numbers):  # an index below 0 would count from the end
            return cards
    except IndexError:
        pass
    except TypeError:
        raise CardError("cards are one text, such as AC KC 7D, or numbers") from None
    raise CardError(f"card numbers run from 0 to {NUMBER_OF_CARDS - 1}")


def parse_order(cards: str | Sequence[int], expected: Sequence[int], what: str) -> tuple[Card, ...]:
    """Return an order of exactly the ``expected`` cards, given as text or numbers.

    Raises ``CardError`` that begins with ``what`` and names each missing, double or foreign card.
    """
    try:
        order = _split(cards) if isinstance(cards, str) else check_cards(cards)
    except CardError as error:
        raise CardError(f"{what}: {error}", *error.names) from None
    if len(order) == len(expected) and set(order) == set(expected):
        return order
    faults = {
        "missing": tuple(card for card in expected if card not in order),
        "foreign": tuple(sorted(set(order) - set(expected))),
        "double": _repeated(order),
    }
    message = ", ".join(f"{kind} {card_names(cards)}" for kind, cards in faults.items() if cards)
    names = (card_name(card) for cards in faults.values() for card in cards)
    raise CardError(f"{what}: {message}", *names)
