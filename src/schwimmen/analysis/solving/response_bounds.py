"""Bounds of what a best response gains from a blueprint, in a round of two with any pack.

A player who knows the blueprint responds to it. Its first turns are searched, and both bounds are
those of rounds that can be solved:

- *lower*: the responder closes in the turn after them, if no seat has closed before;
- *upper*: it sees the opponent's hand after them, and wins if the round goes on for two more of its
  turns (information relaxation: Brown, Smith, Sun, Information relaxations and duality in
  stochastic dynamic programs, 2010).

With more turns both come closer, until they meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np

from schwimmen.players.blueprint.policy_table import Blueprint
from schwimmen.players.greedy import keep_threshold
from schwimmen.rules.cards import mask_of
from schwimmen.rules.core.legal import EXCHANGE_ALL, KEEP, TAKE
from schwimmen.rules.core.settlement import most_lives_lost
from schwimmen.rules.core.state import MAX_ACTIONS, NO_ACTION, ROUND_DTYPE, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue, format_value
from schwimmen.rules.ruleset import RuleSet

from .response_search import (
    COUNTS,
    DECIDING,
    EVALUATING,
    FRAME_DTYPE,
    MAX_REPLIES,
    NODE_DTYPE,
    VISITED,
    Horizon,
    ResponderDeal,
    ResponseSearch,
    search_response,
)
from .round_tree import SEATS

_UNSUPPORTED: Final[Mapping[str, OptionValue]] = MappingProxyType(
    {
        "renew": True,
        "replace_789": True,
        "scoring": "points",
        "special": "grace",
        "talon_short": "recycle",
    }
)
_LEADER: Final = 0
_DEALER: Final = 1
_LAST_TURNS: Final = 2  # from which on the upper bound sees the opponent's hand
_MAX_EDGES: Final = 1 << 18


class Bounds(NamedTuple):
    """Lower and upper bound of a responder's gain, in lives a round."""

    lower: float
    upper: float


@dataclass(frozen=True)
class _Gains:
    """Gains of one deal: of the restricted responder when deciding and evaluated, and relaxed."""

    deciding: float
    evaluated: float
    relaxed: float


class BlueprintResponder:
    """Player who knows the blueprint of its opponent, in rounds of two that seat 1 deals.

    ``turns`` is the number of its own turns that are searched. All tables that can be turned up
    when all pass (R9) are searched, or with ``seed`` a random one: then the bounds hold on average
    over seeds. An empty blueprint is greedy play.

    Raises ``RuleSetError`` if the rules do not allow two seats, and ``SchwimmenError`` for rules
    that are not supported, and for a pack too large for all tables.
    """

    def __init__(
        self, rules: RuleSet, blueprint: Blueprint, turns: int, seed: int | None = None
    ) -> None:
        rules.check_players(SEATS)
        for name, value in _UNSUPPORTED.items():
            if getattr(rules, name) == value:
                raise SchwimmenError(f"{name}: {format_value(value)} is not supported here")
        self.rules = rules
        self.turns = turns
        self.seed = seed
        size, cards = rules.hand_size, len(rules.cards)
        self.all_hands = [mask_of(hand) for hand in combinations(rules.cards, size)]
        draws = len(self.all_hands) if seed is None else EVALUATING
        edges = comb(cards - 2 * size, size) * MAX_REPLIES * draws
        if edges > _MAX_EDGES:
            raise SchwimmenError(
                f"pack: {cards} cards with {size} in hand have too many tables to turn up; "
                "take fewer cards or a seed"
            )
        frames = turns + _LAST_TURNS + 1
        self._search = _new_search(rules, blueprint, self.all_hands, edges, frames)
        simple = 2 * size * size - EXCHANGE_ALL
        self._choices = (simple + KEEP, simple + TAKE) if rules.dealer_choice else (NO_ACTION,)

    @property
    def visited(self) -> int:
        """Number of information states of the responder that were searched so far."""
        return int(self._search.counts[VISITED])

    def as_leader(self, hand: int, table: int) -> Bounds:
        """Return the bounds for a hand of the leader, after the dealer's choice of a table.

        The opponent deals, and may have kept its hand or taken the extra hand. Hand and table are
        sets of cards; all pairs without a common card are equally likely.
        """
        gains = [self._gains(_LEADER, hand, table, choice) for choice in self._choices]
        return Bounds(sum(one.evaluated for one in gains), sum(one.relaxed for one in gains))

    def as_dealer(self, hand: int, folds: Sequence[Sequence[int]]) -> Bounds:
        """Return the bounds for a hand of the dealer, whose choice the responder makes.

        Every fold is a sample of extra hands without a card of the hand. In the lower bound the
        choice is made by one fold and evaluated by the next one; in the upper bound both are all of
        them. A single fold of all extra hands needs no sample.
        """
        found = [
            [[self._gains(_DEALER, hand, extra, choice) for extra in fold] for fold in folds]
            for choice in self._choices
        ]

        def mean(choice: int, fold: int, kind: str) -> float:
            return float(np.mean([getattr(one, kind) for one in found[choice][fold]]))

        choices, numbers = range(len(self._choices)), range(len(folds))
        lower = 0.0
        for fold in numbers:
            chosen = max(choices, key=lambda choice: mean(choice, fold - 1, "deciding"))
            lower += mean(chosen, fold, "evaluated") / len(folds)
        upper = max(
            sum(mean(choice, fold, "relaxed") for fold in numbers) / len(folds)
            for choice in choices
        )
        return Bounds(lower, upper)

    def _gains(self, seat: int, hand: int, second: int, choice: int) -> _Gains:
        dealt = ResponderDeal(seat, _DEALER, hand, second, choice)
        most = self._search.most
        lower, upper = (0, 0) if self.seed is None else (EVALUATING, DECIDING)
        seed = self.seed or 0
        closing = Horizon(self.turns + 1, self.turns + 1, -most, lower, seed)
        seeing = Horizon(self.turns + _LAST_TURNS, self.turns, most, upper, seed)
        deciding, evaluated = search_response(self._search, dealt, closing)
        return _Gains(deciding, evaluated, search_response(self._search, dealt, seeing)[0])


def bound_best_responses(rules: RuleSet, blueprint: Blueprint, turns: int) -> tuple[Bounds, Bounds]:
    """Return the bounds of leader and dealer, over all deals of a small pack.

    They meet in the gain of the best response if ``turns`` is the turn cap.

    Raises the errors of ``BlueprintResponder``.

    >>> from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT
    >>> rules = RuleSet.study(
    ...     "KC 9C 8C KS", hand_size=1, max_players=2, turn_cap=2, fire=False,
    ...     three_of_a_kind=False,
    ... )
    >>> leader, dealer = bound_best_responses(rules, NO_BLUEPRINT, turns=2)
    >>> [round(bound, 3) for bound in (*leader, *dealer)]
    [-0.167, -0.167, 0.167, 0.167]
    """
    responder = BlueprintResponder(rules, blueprint, turns)
    leader, dealer = [], []
    for hand in responder.all_hands:
        others = [other for other in responder.all_hands if not other & hand]
        leader += [responder.as_leader(hand, table) for table in others]
        dealer.append(responder.as_dealer(hand, [others]))
    of_leader, of_dealer = (np.mean(bounds, axis=0).tolist() for bounds in (leader, dealer))
    return Bounds(*of_leader), Bounds(*of_dealer)


def _new_search(
    rules: RuleSet, blueprint: Blueprint, all_hands: list[int], edges: int, frames: int
) -> ResponseSearch:
    room = edges * frames
    zeros: Any = np.zeros
    return ResponseSearch(
        rules=rules_array(rules),
        pack=mask_of(rules.cards),
        all_hands=np.array(all_hands, np.int64),
        blueprint=blueprint,
        keep_threshold=keep_threshold(rules),
        most=float(most_lives_lost(rules)),
        probabilities=zeros(MAX_ACTIONS),
        trial=zeros(2, ROUND_DTYPE),
        counts=zeros(COUNTS, np.int64),
        frames=zeros(frames, FRAME_DTYPE),
        nodes=zeros(room, NODE_DTYPE),
        rounds=zeros(room, ROUND_DTYPE),
        keys=zeros(room, np.uint64),
        place=zeros(room, np.int64),
        places=np.full(1 << (2 * edges).bit_length(), -1),
        hands=zeros(room, np.int64),
        weights=zeros(room),
        edge_child=zeros(edges, np.int64),
        edge_hand=zeros(edges, np.int64),
        edge_weight=zeros(edges),
    )
