"""Search at decision time: values of all legal actions, and the player that chooses by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, inf, sqrt
from random import Random
from threading import BoundedSemaphore
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import View, mask_of
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.kernel import hand_strength, play
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    MAX_SEATS,
    OVER,
    ROUND_DTYPE,
    copy_array,
    rules_array,
)

from ..blueprint.policy_table import blueprint_for
from ..cpu_count import cpu_count
from ..equity.match_equity import equity_lookup
from ..greedy import hand_after, keep_threshold
from ..level_players import BlueprintPlayer
from ..player import check_to_act, seeded_random
from .belief import HandBeliefs, OpponentModels, Worlds, fill_worlds, sample_hands, weigh_hands
from .best_reply import ReplySearch
from .determinization import determinize, hand_combinations
from .rollouts import RolloutTotals, Simulator, expected_value, leaves_last_turn_only, roll_out

# Opponent models: the blueprint, and players that close at a threshold (doubled value). None of
# them is a bot of the ladder.
_PRIORS: Final = (0.4, 0.15, 0.15, 0.15, 0.15)
_CLOSE_THRESHOLDS: Final = (0.0, 41.0, 45.0, 51.0, 57.0)

# Opponents that have not closed for this many turns may never do so.
_PATIENT_FROM: Final = 5
_PATIENT_PRIOR: Final = 0.05

# In rollouts a round ends after this many turns of each player. Otherwise waiting for an opponent's
# mistake would always seem to be worth another turn.
_TURNS: Final = 12
_IMPATIENCE: Final = 0.5  # share of the stakes that ending may cost, per turn after ``_TURNS``

_SEARCH_PROBABILITY: Final = 0.35  # that the only opponent searches before it replies
_SPREAD: Final = 10  # worlds for each one that is sampled for replies
_REPLIED_ACTIONS: Final = 3  # best actions for which replies are searched

_MAX_ENUMERATED: Final = 6000  # hands; of more than this a sample is weighed
_FIRST_WORLDS: Final = 16  # in which every action is tried
_NEGLIGIBLE: Final = 0.001  # share of the stakes that ending a round a turn sooner may cost
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Amount of search for one decision."""

    candidates: int
    """Hands weighed for all opponents together; all hands if one opponent has three cards."""
    worlds: int
    """Sampled worlds."""
    rollouts: int
    """Rollouts of all actions together."""
    replies: int = 0
    """Worlds in which the only opponent's best reply is searched."""

    def for_players(self, players: int) -> SearchBudget:
        """Return a budget for this number of players; more players make longer rollouts."""
        if players <= _FEW_PLAYERS:
            return self
        worlds, rollouts = (
            number * _FEW_PLAYERS // players for number in (self.worlds, self.rollouts)
        )
        return replace(self, worlds=worlds, rollouts=rollouts)


_FEW_PLAYERS: Final = 4
SEARCH_BUDGETS: Final = {
    "expert": SearchBudget(200, 60, 700),
    "master": SearchBudget(2000, 4000, 45000, 40),
}


class Search:
    """Search for one decision of a seat. ``worlds`` are sampled rounds that it may be in."""

    def __init__(self, view: View, budget: SearchBudget, random: Random) -> None:
        """Sample the worlds of the seat of the view, which is to act."""
        active = [seat.seat for seat in view.seats if seat.active]
        self._view = view
        self._budget = budget
        self._random = random
        self._others = [seat for seat in active if seat != view.seat]
        rules = copy_array(rules_array(view.rules))
        last = max(_TURNS, view.turns // len(active) + 1)
        rules["turn_cap"] = min(view.rules.turn_cap, last)
        priors: tuple[float, ...] = _PRIORS
        close_thresholds: tuple[float, ...] = _CLOSE_THRESHOLDS
        if max(view.seats[seat].turns for seat in self._others) >= _PATIENT_FROM:
            priors, close_thresholds = (*priors, _PATIENT_PRIOR), (*close_thresholds, inf)
        self._determinization = determinize(view, random)
        rng = new_rng(random.getrandbits(64))
        models = OpponentModels(
            np.array(priors),
            np.array(close_thresholds),
            blueprint_for(view.rules, len(active)),
            keep_threshold(view.rules),
            np.zeros(MAX_ACTIONS),
        )
        self._simulator = Simulator(
            rules, models, equity_lookup(view), np.zeros(1, ROUND_DTYPE), rng
        )
        self._beliefs = self._weigh_hands()
        self.worlds = self._sample_worlds()

    def values(self) -> dict[str, float]:
        """Return the value of every legal action; ``EquityLookup`` describes the unit."""
        self._evaluate()
        return {choice.action: self._values[choice.number] for choice in self._view.choices}

    def best(self) -> str:
        """Return the best action; ties go to the action that ends the round sooner.

        Further ties go to the action that leaves the best hand. An action that ends the round ties
        with the best if its value is lower by no more than the standard error of the difference in
        the same worlds and by a negligible share of the stakes; very late in a round that share
        grows. Other actions tie only if their values are equal.
        """
        self._evaluate()
        best = max(self._values, key=self._values.__getitem__)
        ties = [number for number in self._values if self._ties(number, best)]
        chosen = max(ties, key=self._preference)
        return next(choice.action for choice in self._view.choices if choice.number == chosen)

    def _evaluate(self) -> None:
        exact = self._exact_values()
        numbers = [choice.number for choice in self._view.choices]
        values = self._roll_out([n for n in numbers if n not in exact])
        if self._budget.replies and len(self._others) == 1 and self._view.phase == "turn":
            self._add_reply_gains(values)
        self._values = {**values, **exact}

    def _ties(self, number: int, best: int) -> bool:
        """Return whether an action counts as good as the best one."""
        less = self._values[best] - self._values[number]
        played = self._played.get(best, 0)
        if self._played.get(number, played) < played:
            return False  # it was dropped after fewer worlds
        if less <= _ROUNDING or not played:
            return less <= _ROUNDING
        differences = self._totals.values[best, :played]
        stakes = float(np.ptp(differences))
        if number in self._played:
            differences = differences - self._totals.values[number, :played]
        error = float(differences.std()) / sqrt(played)
        seat = self._determinization.now[0].to_act
        late_turns = max(0, self._view.seats[seat].turns + 1 - _TURNS)
        tolerance = max(min(error, _NEGLIGIBLE * stakes), _IMPATIENCE * late_turns * stakes)
        return less <= tolerance and self._ends(number)

    def _preference(self, number: int) -> tuple[float, int, int]:
        """Return a sort key for actions of equal value; higher is better."""
        now = self._determinization.now[0]
        rules = self._simulator.rules
        hand = hand_after(rules[0], now.hands[now.to_act], now.table, number)
        return -self._turns_after(number), int(hand_strength(rules, hand)), -number

    def _turns_after(self, number: int) -> float:
        """Return the mean number of turns in the round; 0 or 1 if it is ending anyway."""
        played = self._played.get(number)
        if played:
            return float(self._totals.turns[number]) / played
        after = self._after(number)
        if after.phase == OVER:
            return 0.0
        return 1.0 if after.last_turns else inf

    def _ends(self, number: int) -> bool:
        """Return whether only last turns remain after an action, or none."""
        if self._view.phase == "choice":  # unseen cards decide
            return False
        after = self._after(number)
        return bool(after.phase == OVER or after.last_turns)

    def _after(self, number: int) -> Any:
        after = copy_array(self._determinization.now)
        play(rules_array(self._view.rules), after, 0, number)
        return after[0]

    def _weigh_hands(self) -> HandBeliefs:
        """Return candidates for every opponent's hidden cards, weighted by its past actions."""
        models = self._simulator.models
        determinization = self._determinization
        hidden = np.zeros(MAX_SEATS, np.int64)
        hidden[: len(self._view.seats)] = determinization.hidden
        candidates = {
            seat: self._candidates(int(hidden[seat]).bit_count()) for seat in self._others
        }
        most = max(map(len, candidates.values()))
        beliefs = HandBeliefs(
            hidden,
            np.zeros((MAX_SEATS, most), np.int64),
            np.ones(MAX_SEATS, np.int64),
            np.zeros((MAX_SEATS, most, len(models.priors))),
            np.zeros((MAX_SEATS, most)),
        )
        for seat, hands in candidates.items():
            size = beliefs.sizes[seat] = len(hands)
            beliefs.candidates[seat, :size] = hands
            weights = beliefs.weights[seat, :size]
            weigh_hands(
                self._simulator.rules[0],
                determinization.now[0],
                determinization.history,
                seat,
                int(hidden[seat]),
                beliefs.candidates[seat, :size],
                models,
                weights,
            )
            if not weights.any():  # the actions are impossible with any of the candidates
                weights[:] = models.priors
            beliefs.cumulative[seat, :size] = weights.sum(axis=1).cumsum()
        return beliefs

    def _candidates(self, number: int) -> NDArray[np.int64]:
        """Return sets of ``number`` unseen cards: heads-up all if not too many, else a sample."""
        unseen = self._determinization.unseen
        if len(self._others) == 1 and comb(len(unseen), number) <= _MAX_ENUMERATED:
            return hand_combinations(unseen, number)
        hands = np.zeros(max(1, self._budget.candidates // len(self._others)), np.int64)
        sample_hands(mask_of(unseen), hands, number, self._simulator.rng)
        return hands

    def _sample_worlds(self) -> Worlds:
        worlds = Worlds(
            np.zeros(self._budget.worlds, ROUND_DTYPE),
            np.zeros((self._budget.worlds, MAX_SEATS), np.int64),
        )
        fill_worlds(
            self._simulator.rules[0],
            self._determinization.now,
            worlds,
            self._beliefs,
            mask_of(self._determinization.unseen),
            np.zeros(NUMBER_OF_CARDS, np.int64),
            self._simulator.rng,
        )
        return worlds

    def _exact_values(self) -> dict[int, float]:
        """Return exact values of the actions after which, heads-up, only last turns remain."""
        if len(self._others) > 1 or self._view.phase == "choice":  # unseen cards decide
            return {}
        other = self._others[0]
        size = self._beliefs.sizes[other]
        likelihoods = self._beliefs.weights[other, :size].sum(axis=1)
        now, simulator = self._determinization.now, self._simulator
        return {
            choice.number: expected_value(
                simulator,
                now,
                choice.number,
                other,
                int(self._beliefs.hidden[other]),
                self._beliefs.candidates[other, :size],
                likelihoods,
                self.worlds.models_of[0],
            )
            for choice in self._view.choices
            if leaves_last_turn_only(simulator.rules, now, simulator.scratch, choice.number)
        }

    def _add_reply_gains(self, values: dict[int, float]) -> None:
        """Correct the values of the best actions for an opponent that searches its reply.

        Other actions keep their values, but none above the lowest of the corrected ones.
        """
        best = sorted(values, key=values.__getitem__, reverse=True)[:_REPLIED_ACTIONS]
        replies = ReplySearch(self._simulator, self._determinization, self._random)
        sample = self._stratified_sample(self._budget.replies)
        for number in best:
            gain = replies.gain(number, self.worlds, sample)
            found = self._totals.values[number, : self._played[number]]
            values[number] += _SEARCH_PROBABILITY * gain
            # The gain is an estimate: keep the value within the values that were found.
            values[number] = min(max(values[number], float(found.min())), float(found.max()))
        least = min((values[number] for number in best), default=0.0)
        values.update({n: min(values[n], least) for n in values if n not in best})

    def _stratified_sample(self, number: int) -> NDArray[np.int64]:
        """Return ``number`` worlds, evenly spread from the opponent's worst hand to its best."""
        hands = self.worlds.rounds["hands"][: _SPREAD * number, self._others[0]]
        ranks = [hand_strength(self._simulator.rules, hand) for hand in hands.tolist()]
        at = (np.arange(number) + self._random.random()) / number * len(ranks)
        return np.argsort(ranks, kind="stable")[at.astype(np.int64)]

    def _roll_out(self, numbers: list[int]) -> dict[int, float]:
        """Return values by sequential halving: the better half of the actions gets more worlds."""
        values: dict[int, float] = {}
        worlds = self.worlds
        most = len(worlds.rounds)
        self._played: dict[int, int] = {}
        self._totals = RolloutTotals(
            np.zeros(MAX_ACTIONS), np.empty((MAX_ACTIONS, most)), np.zeros(MAX_ACTIONS)
        )
        seed = np.uint64(self._random.getrandbits(64))
        halvings = max(1, (len(numbers) - 1).bit_length())
        played = 0
        while numbers and played < most:
            more = max(_FIRST_WORLDS, self._budget.rollouts // (halvings * len(numbers)))
            until = min(most, played + more)
            roll_out(self._simulator, worlds, mask_of(numbers), played, until, seed, self._totals)
            played = until
            values.update({n: float(self._totals.sums[n]) / played for n in numbers})
            self._played.update(dict.fromkeys(numbers, played))
            numbers.sort(key=lambda number: (values[number], *self._preference(number)))
            numbers.reverse()
            if len(numbers) > 2:
                numbers = numbers[: (len(numbers) + 1) // 2]
        return values


class SearchPlayer:
    """Player that weighs opponents' hands and plays out every action in sampled worlds.

    While as many searches are running as there are processors, it plays by its blueprint instead
    of making others wait.
    """

    def __init__(
        self, level: str, seed: int | None = None, budget: SearchBudget | None = None
    ) -> None:
        self.name = level
        self._budget = budget or SEARCH_BUDGETS[level]
        self._random = seeded_random(seed)
        self._blueprint = BlueprintPlayer(self._random.getrandbits(64))

    def choose(self, view: View) -> str:
        check_to_act(view)
        if len(view.choices) == 1:
            return view.choices[0].action
        slots = _search_slots()
        if not slots.acquire(blocking=False):
            return self._blueprint.choose(view)
        try:
            return self.search(view).best()
        finally:
            slots.release()

    def action_values(self, view: View) -> Mapping[str, float]:
        """Return the value of every legal action: the probability of winning the match after it.

        For a single round it is the mean number of lives that the opponents lose minus the seat's
        own; in games for points the difference to the opponents' mean, as a fraction of the best
        hand.
        """
        return self.search(view).values()

    def search(self, view: View) -> Search:
        """Return a new search from a view, with random numbers of its own."""
        check_to_act(view)
        players = sum(seat.active for seat in view.seats)
        return Search(view, self._budget.for_players(players), self._random)


@lru_cache(maxsize=1)
def _search_slots() -> BoundedSemaphore:
    return BoundedSemaphore(cpu_count())
