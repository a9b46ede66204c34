"""Layout of the observation vector, and the bounds of its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import RuleSet, number_of_actions
from schwimmen.rules.cards import NUMBER_OF_CARDS

MAX_OBSERVED: Final = 127
"""Largest number in an observation; larger ones, such as 200 lives, appear as this."""


@dataclass(frozen=True)
class ObservationLayout:
    """Layout of the observation vector for a rule set and a number of players.

    An observation is a row of ``size`` whole numbers (``int8``): exactly the knowledge of its seat
    (R33). ``fields`` has the slice of each field by name, ``shapes`` its shape, in this order:

    - ``hand`` (52,): 1 for each card, by its number, in the observer's hand
    - ``table`` (52,): the table
    - ``aside`` (52,): the cards laid aside and not yet recycled (R32)
    - ``known`` (players, 52): the publicly known cards of each hand: taken openly or shown (R12,
      R28), and all cards once the round is over
    - ``phase`` (4,): one of: dealer's choice, turn, table renewed (R30), round over
    - ``last_turns`` (1,): 1 while last turns are played (R11, R27, R28)
    - ``dealt_in`` (players,): 1 for a seat that was dealt in
    - ``playing`` (players,): 1 for a seat that still has turns
    - ``closed`` (players,): 1 for a seat that is no longer open (R11, R26)
    - ``to_act`` (players,): 1 for the seat to act
    - ``dealer`` (players,): 1 for the dealer
    - ``leader`` (players,): 1 for the leader of the round
    - ``swimming`` (players,): 1 for a swimming seat (R21, R29)
    - ``turns`` (players,): number of turns played
    - ``lives`` (players,): lives left, in a game for lives
    - ``points`` (players, 2): doubled points in the match, ``128*a + b``, in a game for points
    - ``value`` (1,): doubled value of the observer's hand (R14, R15), 0 without one
    - ``passes`` (1,): passes in succession (R9)
    - ``talon`` (1,): cards in the talon
    - ``round`` (1,): number of the round in the match, from 1

    The first player is always the observer, followed by the others clockwise. Numbers above 127
    appear as 127. ``actions`` is the length of an action mask.

    Raises ``RuleSetError`` if the number of players does not fit the rules.

    >>> layout = ObservationLayout("pagat", players=3)
    >>> layout.size, layout.actions, layout.fields["table"], layout.shapes["known"]
    (348, 25, slice(52, 104, None), (3, 52))
    """

    rules: RuleSet
    players: int
    shapes: Mapping[str, tuple[int, ...]] = field(init=False, compare=False, repr=False)
    fields: Mapping[str, slice] = field(init=False, compare=False, repr=False)
    size: int = field(init=False, compare=False)
    actions: int = field(init=False, compare=False)

    def __init__(self, rules: RuleSet | str = "pagat", players: int = 3) -> None:
        rules = RuleSet.of(rules)
        rules.check_players(players)
        shapes = {name: shape for name, shape, _, _ in _fields(rules, players)}
        fields = {}
        size = 0
        for name, shape in shapes.items():
            fields[name] = slice(size, size + prod(shape))
            size += prod(shape)
        for name, value in {
            "rules": rules,
            "players": players,
            "shapes": MappingProxyType(shapes),
            "fields": MappingProxyType(fields),
            "size": size,
            "actions": number_of_actions(rules.hand_size),
        }.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return ObservationLayout, (self.rules, self.players)

    @cached_property
    def low(self) -> NDArray[np.int8]:
        """Lower bound of each number."""
        return self._row({name: low for name, _, low, _ in _fields(self.rules, self.players)})

    @cached_property
    def high(self) -> NDArray[np.int8]:
        """Upper bound of each number; numbers divided by it are between -1 and 1."""
        return self._row({name: high for name, _, _, high in _fields(self.rules, self.players)})

    def part(self, observations: NDArray[np.int8], name: str) -> NDArray[np.int8]:
        """Return a field of one observation or of many (in the last axis), in its own shape.

        >>> layout = ObservationLayout("dutch", players=2)
        >>> layout.part(layout.high, "lives")
        array([6, 6], dtype=int8)
        """
        shape = observations.shape[:-1] + self.shapes[name]
        return observations[..., self.fields[name]].reshape(shape)

    def _row(self, of: Mapping[str, int]) -> NDArray[np.int8]:
        row = np.empty(self.size, np.int8)
        for name, place in self.fields.items():
            row[place] = of[name]
        row.flags.writeable = False
        return row


def _fields(rules: RuleSet, players: int) -> list[tuple[str, tuple[int, ...], int, int]]:
    """Return the name, shape, lower and upper bound of every field, in order."""
    cards = (NUMBER_OF_CARDS,)
    seats = (players,)
    points = rules.scoring == "points"
    return [
        ("hand", cards, 0, 1),
        ("table", cards, 0, 1),
        ("aside", cards, 0, 1),
        ("known", seats + cards, 0, 1),
        ("phase", (4,), 0, 1),
        ("last_turns", (1,), 0, 1),
        ("dealt_in", seats, 0, 1),
        ("playing", seats, 0, 1),
        ("closed", seats, 0, 1),
        ("to_act", seats, 0, 1),
        ("dealer", seats, 0, 1),
        ("leader", seats, 0, 1),
        ("swimming", seats, 0, 1),
        ("turns", seats, 0, min(MAX_OBSERVED, rules.turn_cap * players)),
        ("points", (players, 2), -MAX_OBSERVED, MAX_OBSERVED)
        if points
        else ("lives", seats, 0, min(MAX_OBSERVED, rules.lives)),
        ("value", (1,), 0, max(64, 2 * (10 * rules.hand_size + 1))),
        ("passes", (1,), 0, players),
        ("talon", (1,), 0, len(rules.cards)),
        ("round", (1,), 1, min(MAX_OBSERVED, rules.rounds) if points else MAX_OBSERVED),
    ]
