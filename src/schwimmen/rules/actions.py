"""Names of actions (RECORD.md) and their fixed numbers (docs/environments.md).

Hand and table cards are in the order of a record. With ``h`` cards in hand, ``i*h + j`` exchanges
hand card ``i`` for table card ``j``, and ``h*h`` more also closes; all, all!, pass, close, renew,
keep and take follow from ``2*h*h`` on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from .cards import CARDS, Card, bits_of, parse_card

SIMPLE_ACTIONS: Final = ("all", "all!", "pass", "close", "renew", "keep", "take")
ACTION_KINDS: Final = ("exchange", "exchange!", *SIMPLE_ACTIONS)
"""Kinds of actions, in the order of their numbers; ``!`` marks an exchange that also closes."""
UNKNOWN_KIND: Final = -1

_CARD = "([2-9TJQKA][CSHD])"
_EXCHANGE: Final = re.compile(f"{_CARD}x{_CARD}(!?)")


def number_of_actions(hand_size: int) -> int:
    """Return the number of actions in the fixed numbering: 25 with three cards, 39 with four.

    >>> number_of_actions(3), number_of_actions(4)
    (25, 39)
    """
    return 2 * hand_size * hand_size + len(SIMPLE_ACTIONS)


@lru_cache(maxsize=8192)
def actions_of(legal: int) -> tuple[int, ...]:
    """Return the numbers in a mask of actions, in ascending order.

    >>> actions_of(0b11 << 23)
    (23, 24)
    """
    return bits_of(legal)


def action_name(number: int, hand: Sequence[int], table: Sequence[int]) -> str:
    """Return the name of an action by its number, the hand of the seat to act and the table cards.

    >>> action_name(1, (0, 13, 26), (1, 14, 27)), action_name(20, (0, 13, 26), (1, 14, 27))
    ('ACxKS', 'pass')
    """
    size = len(hand)
    simple = number - 2 * size * size
    if simple >= 0:
        return SIMPLE_ACTIONS[simple]
    closes, pair = divmod(number, size * size)
    return f"{CARDS[hand[pair // size]]}x{CARDS[table[pair % size]]}{'!' * closes}"


@lru_cache(maxsize=8192)  # enough for all 5,415 names
def name_from_masks(number: int, hand_size: int, given: int, taken: int) -> str:
    """Return the name of an action by its number and the masks of the cards given and taken.

    >>> name_from_masks(9, 3, 1 << 8, 1 << 43), name_from_masks(20, 3, 0, 0)
    ('6CxTD!', 'pass')
    """
    simple = number - 2 * hand_size * hand_size
    if simple >= 0:
        return SIMPLE_ACTIONS[simple]
    closes = number >= hand_size * hand_size
    return f"{CARDS[given.bit_length() - 1]}x{CARDS[taken.bit_length() - 1]}{'!' * closes}"


@lru_cache(maxsize=8192)  # enough for all 5,415 names
def parse_action(name: str) -> str | tuple[Card, Card, bool] | None:
    """Return a simple action, an exchange as (given, taken, closes), or ``None`` if invalid.

    >>> parse_action("9DxTH!")
    (9D, TH, True)
    """
    if name in SIMPLE_ACTIONS:
        return name
    exchange = _EXCHANGE.fullmatch(name)
    if exchange is None:
        return None
    given, taken, mark = exchange.groups()
    return parse_card(given), parse_card(taken), bool(mark)


@lru_cache(maxsize=8192)  # enough for all 5,415 names
def kind_and_masks(name: str) -> tuple[int, int, int]:
    """Return the kind of an action by its name, and the masks of the cards given and taken.

    The kind of an invalid name is ``UNKNOWN_KIND``.

    >>> kind_and_masks("6CxTD!") == (1, 1 << 8, 1 << 43), kind_and_masks("pass")
    (True, (4, 0, 0))
    """
    parsed = parse_action(name)
    if parsed is None:
        return UNKNOWN_KIND, 0, 0
    if isinstance(parsed, str):
        return ACTION_KINDS.index(parsed), 0, 0
    given, taken, closes = parsed
    return ACTION_KINDS.index("exchange!" if closes else "exchange"), 1 << given, 1 << taken
