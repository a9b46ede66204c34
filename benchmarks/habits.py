"""Bots with fixed habits, which no opponent model was fitted to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from schwimmen.rules import Choice, View

_UNSEEN: Final = 17.0  # points of three unseen cards
_HOARDED: Final = "H"


def _no_taste(view: View, choice: Choice) -> float:
    return 0.0


def _fond_of_aces(view: View, choice: Choice) -> float:
    aces = sum(card.rank == "A" for card in choice.taken)
    return 2.0 * (aces - sum(card.rank == "A" for card in choice.given))


def _hoards_hearts(view: View, choice: Choice) -> float:
    hearts = sum(card.suit == _HOARDED for card in choice.taken)
    return 5.0 * (hearts - sum(card.suit == _HOARDED for card in choice.given))


def _likes_all(view: View, choice: Choice) -> float:
    not_worse = choice.value is not None and choice.value >= (view.value or 0)
    return 100.0 * (choice.action.startswith("all") and not_worse)


def _waits(view: View, choice: Choice) -> float:
    early = view.seat is not None and view.seats[view.seat].turns < 2
    return 100.0 * early * ((choice.action == "pass") - choice.closes)


@dataclass
class Habit:
    """Player that takes the best hand on offer by its taste.

    It closes with the points ``closes_from`` for three cards, or a third more for four.
    """

    name: str
    closes_from: float
    taste: Callable[[View, Choice], float] = _no_taste

    def choose(self, view: View) -> str:
        """Return the most appealing action."""
        return max(view.choices, key=lambda choice: self._appeal(view, choice)).action

    def _appeal(self, view: View, choice: Choice) -> tuple[bool, float, bool, int]:
        share = view.rules.hand_size / 3
        value = _UNSEEN * share if choice.value is None else choice.value
        may_close = value >= self.closes_from * share
        liked = value + self.taste(view, choice)
        return may_close or not choice.closes, liked, choice.closes, -choice.number


HABITS: Final = {
    habit.name: habit
    for habit in (
        Habit("closes at 24", 24),
        Habit("waits for 30", 30),
        Habit("fond of aces", 25, _fond_of_aces),
        Habit("hoards hearts", 25, _hoards_hearts),
        Habit("swaps all", 25, _likes_all),
        Habit("passes first", 25, _waits),
    )
}
"""Habits by name."""
