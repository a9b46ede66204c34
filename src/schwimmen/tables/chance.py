"""Where the chance of a table comes from: always from outside."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, Protocol

from schwimmen.rules.cards import Card, card_names


class Chance(Protocol):
    """Where packs, shuffles and the first dealer come from; ``random.Random`` is one."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Puts the sequence into a random order."""

    def randrange(self, start: int) -> int:
        """A random whole number from 0 to below ``start``."""


def in_random_order(cards: Iterable[Card], chance: Chance) -> str:
    """The cards as text, in an order by chance."""
    order = list(cards)
    chance.shuffle(order)
    return card_names(order)
