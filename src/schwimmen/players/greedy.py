"""The yardstick: always the best hand after the move, closing at a threshold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from schwimmen.rules import Choice, RuleSet, View

# With at least this value it pays to close in the player's own first turn, second, and so on; the
# last entry holds for that many players and more. Found by play against each other, with three
# cards, whose best hand of one suit is worth 31.
_CLOSING_VALUES: Final[dict[int, tuple[float, ...]]] = {
    2: (24, 21, 30.5, 24),
    3: (24, 24, 25, 26),
    4: (24, 28, 25, 26),
    5: (24, 24, 25, 26),
}
# Where closing is a turn of its own, whoever waits may still exchange meanwhile.
_CLOSING_VALUES_INSTEAD: Final[tuple[float, ...]] = (28,)
# After so many turns of one's own the value falls by one a turn, so that every round ends.
_PATIENCE: Final = 4
# Where nobody may pass, closing with nearly enough is better than spoiling the hand.
_NEARLY: Final = 3
_SAMPLES: Final = 2000


class GreedyPlayer:
    """Takes the best hand that the table offers, and closes when it is good enough.

    It looks at values only and remembers nothing; in the same place it always does the same.
    """

    name = "greedy"

    def choose(self, view: View) -> str:
        if view.phase == "choice":
            return "keep" if _value(view) >= average_hand(view.rules) else "take"
        valued = [choice for choice in view.choices if choice.value is not None]
        if view.last_turns:
            return _best(valued).action
        closing = [choice for choice in valued if choice.closes]
        going_on = [choice for choice in valued if not choice.closes]
        enough = closing_value(view)
        if closing and _worth(_best(closing)) >= enough:
            return _best(closing).action
        best = _best(going_on)
        if not best.taken or _worth(best) > _value(view):
            return best.action
        # Nobody may pass here, and every exchange would leave the hand no better.
        if closing and _worth(_best(closing)) >= enough - _NEARLY:
            return _best(closing).action
        return "renew" if "renew" in view.legal_actions else best.action


def closing_value(view: View) -> float:
    """The value with which it pays to close, for the seat to act in its present turn."""
    assert view.seat is not None
    by_turn = _CLOSING_VALUES_INSTEAD
    if view.rules.close_timing == "end_of_turn":
        players = sum(seat.active for seat in view.seats)
        by_turn = _CLOSING_VALUES[min(players, max(_CLOSING_VALUES))]
    before = view.seats[view.seat].turns
    value = by_turn[min(before, len(by_turn) - 1)] - max(0, before + 1 - _PATIENCE)
    return value * (10 * view.rules.hand_size + 1) / 31


@lru_cache(maxsize=256)
def average_hand(rules: RuleSet) -> float:
    """What a hand from the pack of these rules is worth on average.

    Taken over a fixed sample of hands, close enough for a dealer's choice.
    """
    from schwimmen.rules import hand_value

    random = Random(0)
    hands = (random.sample(rules.cards, rules.hand_size) for _ in range(_SAMPLES))
    return sum(hand_value(rules, hand)[0] for hand in hands) / _SAMPLES


def _best(choices: Iterable[Choice]) -> Choice:
    """The choice that leaves the best hand; of equals one without an exchange, then the first."""
    return max(choices, key=lambda choice: (_worth(choice), not choice.taken))


def _worth(choice: Choice) -> float:
    assert choice.value is not None
    return choice.value


def _value(view: View) -> float:
    assert view.value is not None
    return view.value
