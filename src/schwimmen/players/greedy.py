"""The yardstick: always the best hand after the move, closing at a threshold."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from schwimmen.rules import RuleSet, View

_SAMPLES: Final = 2000


class GreedyPlayer:
    """Takes the best hand that the table offers, and closes when it is good enough.

    It looks at values only and remembers nothing; in the same place it always does the same.
    """

    name = "greedy"

    def choose(self, view: View) -> str:
        from schwimmen.rules import mask_of
        from schwimmen.rules.hands import numbers_of

        from .greedy_action import greedy_action

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
