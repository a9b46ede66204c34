"""What a hand is worth, outside of any round."""

from __future__ import annotations

from collections.abc import Iterable

from . import kernel
from .cards import Card, mask_of, parse_cards
from .ruleset import RuleSet
from .state import rules_in_numbers
from .view import Points
from .viewing import points_of, suit_of


def hand_value(rules: RuleSet, hand: str | Iterable[Card]) -> tuple[Points, str | None]:
    """The value of a hand and the suit that counts, ``None`` for a hand valued by R15.

    >>> hand_value(RuleSet("pagat"), "TC KD 7S"), hand_value(RuleSet("pagat"), "9C 9D 9H")
    ((10, 'C'), (30.5, None))
    """
    cards = parse_cards(hand) if isinstance(hand, str) else hand
    value, suit = kernel.measure_hand(rules_in_numbers(rules), mask_of(cards))
    return points_of(value), suit_of(suit)
