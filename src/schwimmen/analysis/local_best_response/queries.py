"""Policies that can be asked how likely each action is where a seat sees so and so much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp
from random import Random
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.player import blueprint_probabilities
from schwimmen.players.from_view import round_from_view
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.search.determinization import Determinization, determinize
from schwimmen.players.search.search import Search, SearchBudget
from schwimmen.rules import Card, Round, RuleSet, SchwimmenError, View, cards_of, mask_of
from schwimmen.rules.core.kernel import hand_strength
from schwimmen.rules.core.state import CHOICE, RecordArray, rules_array

from .kernel import Belief

_ROOM: Final = 64  # for numbers of actions

QUERY_BUDGET: Final = SearchBudget(2000, 1000, 11000, 16)
"""Some of what ``master`` looks at; ``benchmarks/exploitability.py --responder`` measures
how often both choose the same."""


class ViewPolicy(Protocol):
    """A policy: it looks at nothing but a view."""

    def __hash__(self) -> int: ...

    def action_probabilities(self, view: View, chance: Random) -> Mapping[str, float]:
        """How likely each legal action of the seat to act is; in all 1."""


@dataclass(frozen=True, eq=False)
class BlueprintPolicy:
    """The play of ``BlueprintPlayer`` by some slots, exactly."""

    blueprint: NDArray[np.uint64] = field(repr=False)

    def action_probabilities(self, view: View, chance: Random) -> dict[str, float]:
        shares = np.zeros(_ROOM)
        legal = mask_of(choice.number for choice in view.choices)
        with np.errstate(over="ignore"):  # keys wrap around, which is told if not compiled
            blueprint_probabilities(
                rules_array(view.rules)[0],
                round_from_view(view)[0],
                legal,
                self.blueprint,
                keep_threshold(view.rules),
                shares,
            )
        return {choice.action: float(shares[choice.number]) for choice in view.choices}


@dataclass(frozen=True)
class SearchPolicy:
    """The play of a level that looks ahead, as far as looking ahead again tells.

    Chance is in what it looks at, so that of two actions about as good it plays now one and now the
    other: an action is e times as likely as one that is found worse by ``blur``.
    """

    budget: SearchBudget = QUERY_BUDGET
    blur: float = 0.015

    def action_probabilities(self, view: View, chance: Random) -> dict[str, float]:
        values = Search(view, self.budget, chance).values()
        best = max(values.values())
        weights = {action: exp((value - best) / self.blur) for action, value in values.items()}
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}


_DEALS: Final = 20  # until the leader has no special hand
_CHOICES: Final = 1 << 16  # hands of dealers: more than one pack has


class World(NamedTuple):
    """Hidden cards of the other seat, and the seed of all cards that neither holds."""

    held: tuple[Card, ...]
    seed: int


class PolicyQueries:
    """One decision of a seat in a round of two, and what the other's policy says about it."""

    def __init__(
        self, policy: ViewPolicy, view: View, imagined: Determinization, turns: int, chance: Random
    ) -> None:
        """``turns`` is the number of turns that are asked about, the last ones."""
        assert view.seat is not None
        self._policy = policy
        self._view = view
        self._chance = chance
        self._other = 1 - view.seat
        self._hidden = imagined.hidden[self._other]
        self._hand = int(imagined.now[0].hands[self._other])
        hands = imagined.decisions["hands"][:, self._other]
        its = imagined.decisions["to_act"] == self._other
        by_hidden = its & (hands & self._hidden == self._hidden)
        choices = imagined.decisions["phase"] == CHOICE
        self.turns = np.flatnonzero(by_hidden & ~choices)[-turns:]
        """Which of its decisions in turns are asked about; on all of them hidden cards told."""
        self._chose = bool((by_hidden & choices).any())

    def believed(self, belief: Belief, number: int) -> Belief:
        """A belief put right that goes by a guess of the policy's ``turns``.

        The choice of a dealer is asked about for every hand. About turns the policy is asked for
        so many of the likeliest hands at most, and none other is believed in any more.
        """
        guessed = belief.likely * self._kept(belief.candidates) if self._chose else belief.likely
        if not guessed.any():
            guessed = belief.likely
        if not len(self.turns):
            return belief._replace(likely=guessed, cumulative=guessed.cumsum())
        places, times = self._sample(belief.candidates, guessed, number)
        candidates = belief.candidates[places]
        right = np.array([self._played(cards_of(int(held))) for held in candidates])
        likely = times * right / belief.likely[places]
        if not likely.any():
            likely = times.astype(float)
        return belief._replace(candidates=candidates, likely=likely, cumulative=likely.cumsum())

    def worlds(self, belief: Belief, number: int) -> list[World]:
        """So many worlds, with hands as they are believed in."""
        places, times = self._sample(belief.candidates, belief.likely, number)
        hands = np.repeat(belief.candidates[places], times)
        return [World(cards_of(int(held)), self._chance.getrandbits(64)) for held in hands]

    def answer(self, action: int, world: World) -> tuple[RecordArray, NDArray[np.float64]] | None:
        """The round after an action in a world, and how likely each answer to it is.

        ``None`` if the round would be over, or it would not be the other's turn.
        """
        try:
            round_ = determinize(self._view, Random(world.seed), world.held).round
        except SchwimmenError:
            return None
        round_.play(action)
        if round_.to_act != self._other:
            return None
        view = round_.view(self._other)
        said = self._policy.action_probabilities(view, self._chance)
        shares = np.zeros(_ROOM)
        for choice in view.choices:
            shares[choice.number] = said[choice.action]
        return round_.arrays[1], shares

    def _kept(self, candidates: NDArray[np.int64]) -> NDArray[np.float64]:
        known = self._hand & ~self._hidden
        rules = self._view.rules
        return np.array([_kept(self._policy, rules, known | int(held)) for held in candidates])

    def _sample(
        self, candidates: NDArray[np.int64], likely: NDArray[np.float64], number: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Which candidates are drawn, and how often; evenly from the lowest hand to the highest."""
        numbers = rules_array(self._view.rules)
        known = self._hand & ~self._hidden
        ranks = [hand_strength(numbers, known | int(held)) for held in candidates]
        order = np.argsort(ranks, kind="stable")
        cumulative = likely[order].cumsum()
        at = (np.arange(number) + self._chance.random()) / number * cumulative[-1]
        drawn = np.minimum(np.searchsorted(cumulative, at, "right"), len(order) - 1)
        places, times = np.unique(order[drawn], return_counts=True)
        return places, times

    def _played(self, held: tuple[Card, ...]) -> float:
        """How likely the other would have done what it did in its turns, had it held these."""
        view = self._view
        try:
            played = determinize(view, self._chance, held).round
        except SchwimmenError:  # the round would have gone another way
            return 0.0
        likely = 1.0
        again = Round(view.rules, len(view.seats), played.pack, view.dealer, view.leader)
        for decision, action in enumerate(played.actions):
            if decision in self.turns:
                said = self._policy.action_probabilities(again.view(self._other), self._chance)
                likely *= said[action]
            again.play(played.action_numbers[decision])
        return likely


@lru_cache(maxsize=_CHOICES)
def _kept(policy: ViewPolicy, rules: RuleSet, hand: int) -> float:
    """How likely a dealer in a round of two keeps a hand; nobody keeps one that ends the round."""
    held = cards_of(hand)
    chance = Random(hand)
    for _ in range(_DEALS):
        rest = chance.sample(rules.cards, len(rules.cards))
        rest = [card for card in rest if card not in held]
        size = rules.hand_size
        round_ = Round(rules, 2, [*rest[:size], *held, *rest[size:]], dealer=1)
        if round_.to_act == 1:
            return policy.action_probabilities(round_.view(1), chance)["keep"]
    return 0.0
