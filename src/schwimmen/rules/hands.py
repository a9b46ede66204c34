"""Value, counting suit and rank of hands given as cards (R14 to R16)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import check_cards, mask_of, parse_cards
from .core import kernel
from .core.state import rules_array
from .errors import CardError
from .ruleset import RuleSet
from .schema import SUIT, Points, decode_number, points_of

_suit_of = decode_number(SUIT)


def hand_value(rules: RuleSet, hand: str | Sequence[int]) -> tuple[Points, str | None]:
    """Return the value of a hand and its counting suit, ``None`` for a hand valued by R15.

    Raises ``CardError`` for a hand of another size or with an unknown or repeated card.

    >>> hand_value(RuleSet("pagat"), "7H 9H KC"), hand_value(RuleSet("pagat"), "9C 9D 9H")
    ((16, 'H'), (30.5, None))
    """
    value, suit = kernel.hand_value_and_suit(rules_array(rules), _mask(rules, hand))
    return points_of(value), _suit_of(suit)


def hand_rank(rules: RuleSet, hand: str | Sequence[int]) -> int:
    """Return a number that is higher for a better hand and equal for tied hands (R16).

    Raises ``CardError`` for a hand of another size or with an unknown or repeated card.

    >>> pagat = RuleSet("pagat")
    >>> hand_rank(pagat, "KH QH 7C") > hand_rank(pagat, "KD QD 8C")
    True
    """
    return int(kernel.hand_strength(rules_array(rules), _mask(rules, hand)))


def _mask(rules: RuleSet, hand: str | Sequence[int]) -> int:
    cards = parse_cards(hand) if isinstance(hand, str) else check_cards(hand)
    different = len(set(cards))
    if different != rules.hand_size or len(cards) != rules.hand_size:
        raise CardError(f"a hand has {rules.hand_size} different cards, not {different}")
    return mask_of(cards)
