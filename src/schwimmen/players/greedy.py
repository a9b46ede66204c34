"""The yardstick: always the best hand after the move, closing at a threshold."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from .player import check_to_act

if TYPE_CHECKING:
    from schwimmen.rules import RuleSet, View

_SAMPLES: Final = 2000

YARDSTICKS: Final = MappingProxyType({f"greedy-{value}": value for value in (20, 27, 30)})
"""Greedy players by name that close from one value on, in whatever turn; nobody's opponents."""


class GreedyPlayer:
    """Takes the best hand that the table offers, and closes when it is good enough.

    It looks at values only and remembers nothing; in the same place it always does the same.
    """

    def __init__(self, close_from: int | None = None) -> None:
        """``close_from`` is the value from which it closes; without, the best for every turn."""
        self.name = "greedy" if close_from is None else f"greedy-{close_from}"
        self._close_from = close_from

    def choose(self, view: View) -> str:
        from schwimmen.rules import mask_of
        from schwimmen.rules.hands import numbers_of

        from .greedy_action import BY_TURN, greedy_action

        check_to_act(view)
        assert view.seat is not None
        number = greedy_action(
            numbers_of(view.rules)[0],
            mask_of(choice.number for choice in view.choices),
            mask_of(view.hand),
            mask_of(view.table),
            view.seats[view.seat].turns,
            sum(seat.active for seat in view.seats),
            int(view.last_turns),
            keep_from(view.rules),
            BY_TURN if self._close_from is None else 2 * self._close_from,
        )
        return next(choice.action for choice in view.choices if choice.number == number)


@lru_cache(maxsize=256)
def average_hand(rules: RuleSet) -> float:
    """What a hand from the pack of these rules is worth on average.

    Taken over a fixed sample of hands, close enough for a dealer's choice.
    """
    from schwimmen.rules import hand_value

    random = Random(0)
    hands = (random.sample(rules.cards, rules.hand_size) for _ in range(_SAMPLES))
    return sum(hand_value(rules, hand)[0] for hand in hands) / _SAMPLES


def keep_from(rules: RuleSet) -> int:
    """The doubled value from which a dealer does better to keep the hand (R5)."""
    return ceil(2 * average_hand(rules))
