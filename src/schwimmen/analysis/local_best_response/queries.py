"""Policies that return action probabilities for a view, and queries of them for one decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp
from random import Random
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.policy_table import Blueprint
from schwimmen.players.budget import SearchBudget
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.search.determinization import Determinization, determinize
from schwimmen.players.search_player import Search
from schwimmen.rules import Card, Round, RuleSet, SchwimmenError, View, cards_of
from schwimmen.rules.core.kernel import hand_strength
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import CHOICE, MAX_ACTIONS, RecordArray, rules_array

from .rollouts import ResponseBelief

QUERY_BUDGET: Final = SearchBudget(2000, 1000, 11000, 16)
"""Budget of a queried search: a quarter of that of ``master``.

``benchmarks/exploitability.py --responder`` measures how often both choose the same action.
"""


SLIPS: Final = 0.3
"""Probability, in the prior about a queried policy, of a deviation from the nearest blueprint."""


class ViewPolicy(Protocol):
    """Policy that depends on a view alone; hashable."""

    def __hash__(self) -> int: ...

    def action_probabilities(self, view: View, chance: Random) -> Mapping[str, float]:
        """Return the probability of each legal action of the seat to act."""


@dataclass(frozen=True, eq=False)
class BlueprintPolicy:
    """Exact policy of ``BlueprintPlayer`` with a given blueprint."""

    blueprint: Blueprint = field(repr=False)

    def action_probabilities(self, view: View, chance: Random) -> dict[str, float]:
        return BlueprintPlayer(0, self.blueprint).action_probabilities(view)


@dataclass(frozen=True)
class SearchPolicy:
    """Approximate policy of a level that searches, from one more search.

    A search is random, so that actions of about equal value are all chosen at times. The
    probabilities are a softmax of the values: an action is e times as likely as one whose value is
    lower by ``blur``.
    """

    budget: SearchBudget = QUERY_BUDGET
    blur: float = 0.015

    def action_probabilities(self, view: View, chance: Random) -> dict[str, float]:
        values = Search(view, self.budget, new_rng(chance.getrandbits(64))).values()
        best = max(values.values())
        weights = {action: exp((value - best) / self.blur) for action, value in values.items()}
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}


_DEALS: Final = 20  # tries until the leader has no special hand
_CHOICES: Final = 1 << 16  # dealers' hands, more than one pack has


class World(NamedTuple):
    """World of a query: the opponent's hidden cards, and a seed for those of neither seat."""

    held: tuple[Card, ...]
    seed: int


class PolicyQueries:
    """Queries of the opponent's policy for one decision of a seat in a round of two."""

    def __init__(
        self,
        policy: ViewPolicy,
        view: View,
        determinization: Determinization,
        turns: int,
        random: Random,
        answers: dict[tuple[int, int], float],
    ) -> None:
        """Prepare queries about the opponent's last ``turns`` turns.

        ``answers`` are those about earlier turns of the round, by number of decision and hand.
        """
        assert view.seat is not None
        self._policy = policy
        self._view = view
        self._random = random
        self._answers = answers
        self._other = 1 - view.seat
        self._hidden = determinization.hidden[self._other]
        self._hand = int(determinization.now[0].hands[self._other])
        rounds = determinization.history.rounds
        hands = rounds["hands"][:, self._other]
        own = rounds["to_act"] == self._other
        by_hidden = own & (hands & self._hidden == self._hidden)
        choices = rounds["phase"] == CHOICE
        self.turns = np.flatnonzero(by_hidden & ~choices)[-turns:]
        """Indices of the decisions to query, in which the opponent held its hidden cards."""
        self._chose = bool((by_hidden & choices).any())

    def corrected_belief(self, belief: ResponseBelief, number: int) -> ResponseBelief:
        """Return a belief by the policy in place of one by an approximation of it.

        The dealer's choice is queried for every hand. The ``turns`` are queried for up to
        ``number`` of the most likely hands; all others are dropped.
        """
        likelihoods = belief.likelihoods
        if self._chose:
            likelihoods = likelihoods * self._keep_probabilities(belief.candidates)
        if not likelihoods.any():
            likelihoods = belief.likelihoods
        if not len(self.turns):
            return belief._replace(likelihoods=likelihoods, cumulative=likelihoods.cumsum())
        indices, counts = self._sample(belief.candidates, likelihoods, number)
        candidates = belief.candidates[indices]
        exact = np.array([self._turn_probability(cards_of(int(held))) for held in candidates])
        likelihoods = counts * exact / belief.likelihoods[indices]
        if not likelihoods.any():
            likelihoods = counts.astype(float)
        return belief._replace(
            candidates=candidates, likelihoods=likelihoods, cumulative=likelihoods.cumsum()
        )

    def sample_worlds(self, belief: ResponseBelief, number: int) -> list[World]:
        """Return ``number`` worlds with hands sampled from a belief."""
        indices, counts = self._sample(belief.candidates, belief.likelihoods, number)
        hands = np.repeat(belief.candidates[indices], counts)
        return [World(cards_of(int(held)), self._random.getrandbits(64)) for held in hands]

    def reply(self, action: int, world: World) -> tuple[RecordArray, NDArray[np.float64]] | None:
        """Return the round after an action in a world, and the probabilities of the replies to it.

        Return ``None`` if the round would be over or the opponent would not be to act.
        """
        try:
            round_ = determinize(self._view, Random(world.seed), world.held).round
        except SchwimmenError:
            return None
        round_.play(action)
        if round_.to_act != self._other:
            return None
        view = round_.view(self._other)
        replies = self._policy.action_probabilities(view, self._random)
        probabilities = np.zeros(MAX_ACTIONS)
        for choice in view.choices:
            probabilities[choice.number] = replies[choice.action]
        return round_.arrays[1], probabilities

    def _keep_probabilities(self, candidates: NDArray[np.int64]) -> NDArray[np.float64]:
        known = self._hand & ~self._hidden
        rules = self._view.rules
        return np.array(
            [_keep_probability(self._policy, rules, known | int(held)) for held in candidates]
        )

    def _sample(
        self, candidates: NDArray[np.int64], likelihoods: NDArray[np.float64], number: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a sample's indices and their counts, stratified by the strength of the hands."""
        rules = rules_array(self._view.rules)
        known = self._hand & ~self._hidden
        ranks = [hand_strength(rules, known | int(held)) for held in candidates]
        order = np.argsort(ranks, kind="stable")
        cumulative = likelihoods[order].cumsum()
        points = (np.arange(number) + self._random.random()) / number * cumulative[-1]
        drawn = np.minimum(np.searchsorted(cumulative, points, "right"), len(order) - 1)
        indices, counts = np.unique(order[drawn], return_counts=True)
        return indices, counts

    def _turn_probability(self, held: tuple[Card, ...]) -> float:
        """Return the probability of the opponent's actions in its turns with these hidden cards."""
        view = self._view
        try:
            played = determinize(view, self._random, held).round
        except SchwimmenError:  # the round would have taken another course
            return 0.0
        probability = 1.0
        again = Round(view.rules, len(view.seats), played.pack, view.dealer, view.leader)
        for decision, action in enumerate(played.actions):
            if decision in self.turns:
                key = decision, int(again.arrays[1][0]["hands"][self._other])
                if key not in self._answers:
                    answer = self._policy.action_probabilities(
                        again.view(self._other), self._random
                    )
                    self._answers[key] = answer[action]
                probability *= self._answers[key]
            again.play(played.action_numbers[decision])
        return probability


@lru_cache(maxsize=_CHOICES)
def _keep_probability(policy: ViewPolicy, rules: RuleSet, hand: int) -> float:
    """Return the probability that a dealer in a round of two keeps a hand.

    A hand that ends the round is never kept.
    """
    held = cards_of(hand)
    random = Random(hand)
    for _ in range(_DEALS):
        rest = random.sample(rules.cards, len(rules.cards))
        rest = [card for card in rest if card not in held]
        size = rules.hand_size
        round_ = Round(rules, 2, [*rest[:size], *held, *rest[size:]], dealer=1)
        if round_.to_act == 1:
            return policy.action_probabilities(round_.view(1), random)["keep"]
    return 0.0
