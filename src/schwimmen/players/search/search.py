"""Looking ahead: what every legal action is worth to the seat to act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, inf, sqrt
from random import Random
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import View, mask_of
from schwimmen.rules.core.kernel import hand_strength, play
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import MAX_SEATS, OVER, ROUND_DTYPE, copy_array, rules_array

from ..blueprint.player import BlueprintPlayer
from ..blueprint.policy_table import blueprint_for
from ..cpu_count import cpu_count
from ..equity.match_equity import equity_lookup
from ..greedy import hand_after, keep_threshold
from ..player import check_to_act, seeded_random
from .belief import OpponentModels, fill_worlds, sample_hands, weigh_hands
from .best_reply import ReplySearch
from .determinization import determinize, hand_combinations
from .rollouts import RolloutTotals, expected_value, leaves_last_turn_only, roll_out

if TYPE_CHECKING:
    from schwimmen.rules import View

    pass


# How others may play: by the blueprint, or by habits that close from some doubled value on. None
# is any bot of the ladder.
_PRIORS: Final = (0.4, 0.15, 0.15, 0.15, 0.15)
_CLOSINGS: Final = (0.0, 41.0, 45.0, 51.0, 57.0)

# Who has not closed for so many turns may never do so.
_PATIENT_FROM: Final = 5
_PATIENT_PRIOR: Final = 0.05

# Rounds are taken to end after so many turns of each player, or else waiting for another's mistake
# would always seem to be worth another turn.
_TURNS: Final = 12
_IMPATIENCE: Final = 0.5  # of what is at stake: what it may cost a turn later to end them

_LOOKS_AHEAD: Final = 0.35  # how likely the only other seat looks ahead, too
_SPREAD: Final = 10  # worlds to draw one from for answers
_ANSWERED: Final = 3  # of the best actions, those with answers

_ALL_HANDS: Final = 6000  # as many are all looked at
_ROOM: Final = 64  # for numbers of actions and of cards
_FEWEST: Final = 16  # worlds in which every action is tried
_NOTHING: Final = 0.001  # of what is at stake: what a turn less may cost
_ROUNDING: Final = 1e-9


class Search:
    """One decision, looked at from its seat. ``worlds`` are rounds that it may be in."""

    def __init__(self, view: View, budget: SearchBudget, chance: Random) -> None:
        """Imagine the worlds that the seat of the view, which is to act, may be in."""
        active = [seat.seat for seat in view.seats if seat.active]
        self._view = view
        self._budget = budget
        self._chance = chance
        self._others = [seat for seat in active if seat != view.seat]
        self._rules = copy_array(rules_array(view.rules))
        last = max(_TURNS, view.turns // len(active) + 1)
        self._rules["turn_cap"] = min(view.rules.turn_cap, last)
        priors: tuple[float, ...] = _PRIORS
        closings: tuple[float, ...] = _CLOSINGS
        if max(view.seats[seat].turns for seat in self._others) >= _PATIENT_FROM:
            priors, closings = (*priors, _PATIENT_PRIOR), (*closings, inf)
        self._imagined = determinize(view, chance)
        self._hidden = np.zeros(MAX_SEATS, np.int64)
        self._hidden[: len(view.seats)] = self._imagined.hidden
        self._numbers = new_rng(chance.getrandbits(64))
        self._scratch = np.zeros(1, ROUND_DTYPE)
        self._outlook = equity_lookup(view)
        self._models = OpponentModels(
            np.array(priors),
            np.array(closings),
            blueprint_for(view.rules, len(active)),
            keep_threshold(view.rules),
            np.zeros(_ROOM),
        )
        self._weigh_hands()
        self._imagine_worlds()

    def values(self) -> dict[str, float]:
        """The worth of every legal action: see ``EquityLookup`` for the unit."""
        self._reckon()
        return {choice.action: self._worth[choice.number] for choice in self._view.choices}

    def best(self) -> str:
        """The action that is worth most: of several as good, the one that ends the round sooner.

        Of those that end it as soon, the one that leaves the best hand. One that ends the round
        is as good as the best if what it is worth less is within the standard error of the
        difference in the same worlds, and next to nothing of what is at stake, but very late in
        a round whatever it is worth; others are if they are worth just as much.
        """
        self._reckon()
        most = max(self._worth, key=self._worth.__getitem__)
        as_good = [number for number in self._worth if self._is_as_good(number, most)]
        chosen = max(as_good, key=self._preference)
        return next(choice.action for choice in self._view.choices if choice.number == chosen)

    def _reckon(self) -> None:
        settled = self._settled()
        numbers = [choice.number for choice in self._view.choices]
        worth = self._played_out([n for n in numbers if n not in settled])
        if self._budget.replies and len(self._others) == 1 and self._view.phase == "turn":
            self._reckon_with_replies(worth)
        self._worth = {**worth, **settled}

    def _is_as_good(self, number: int, most: int) -> bool:
        """Whether an action is as good as the one that is found to be worth most."""
        less = self._worth[most] - self._worth[number]
        played = self._played.get(most, 0)
        if self._played.get(number, played) < played:
            return False  # it was found worse in fewer worlds
        if less <= _ROUNDING or not played:
            return less <= _ROUNDING
        worths = self._tally.worths[most, :played]
        at_stake = float(np.ptp(worths))
        if number in self._played:
            worths = worths - self._tally.worths[number, :played]
        error = float(worths.std()) / sqrt(played)
        more = max(0, self._view.seats[self._imagined.now[0].to_act].turns + 1 - _TURNS)
        most_less = max(min(error, _NOTHING * at_stake), _IMPATIENCE * more * at_stake)
        return less <= most_less and self._ends(number)

    def _preference(self, number: int) -> tuple[float, int, int]:
        """What tells actions apart that are worth as much: more is better."""
        now = self._imagined.now[0]
        hand = hand_after(self._rules[0], now.hands[now.to_act], now.table, number)
        return -self._turns_after(number), int(hand_strength(self._rules, hand)), -number

    def _turns_after(self, number: int) -> float:
        """How many turns the round has on average, fewest where only last turns are left."""
        played = self._played.get(number)
        if played:
            return float(self._tally.turns[number]) / played
        after = self._after(number)
        if after.phase == OVER:
            return 0.0
        return 1.0 if after.last_turns else inf

    def _ends(self, number: int) -> bool:
        """Whether after an action at most last turns are left."""
        if self._view.phase == "choice":  # then unseen cards decide
            return False
        after = self._after(number)
        return bool(after.phase == OVER or after.last_turns)

    def _after(self, number: int) -> Any:
        after = copy_array(self._imagined.now)
        play(rules_array(self._view.rules), after, 0, number)
        return after[0]

    def _weigh_hands(self) -> None:
        """Who may hold which hidden cards, and how likely it is by what they did."""
        held = {seat: self._possible(int(self._hidden[seat]).bit_count()) for seat in self._others}
        most = max(len(found) for found in held.values())
        self._sizes = np.ones(MAX_SEATS, np.int64)
        self._candidates = np.zeros((MAX_SEATS, most), np.int64)
        self._weights = np.zeros((MAX_SEATS, most, len(self._models.priors)))
        self._cumulative = np.zeros((MAX_SEATS, most))
        played = np.array(self._imagined.played, np.int64)
        for seat, found in held.items():
            size = self._sizes[seat] = len(found)
            self._candidates[seat, :size] = found
            weights = self._weights[seat, :size]
            weigh_hands(
                self._rules[0],
                self._imagined.now[0],
                self._imagined.decisions,
                played,
                int(self._hidden[seat]),
                seat,
                self._candidates[seat, :size],
                self._models,
                weights,
            )
            if not weights.any():  # nobody would have played so with any of these
                weights[:] = self._models.priors
            self._cumulative[seat, :size] = weights.sum(axis=1).cumsum()

    def _possible(self, hidden: int) -> NDArray[np.int64]:
        """Hidden cards that a seat may have: heads-up all if there are not too many."""
        unseen = self._imagined.unseen
        if len(self._others) == 1 and comb(len(unseen), hidden) <= _ALL_HANDS:
            return hand_combinations(unseen, hidden)
        hands = np.zeros(max(1, self._budget.candidates // len(self._others)), np.int64)
        sample_hands(mask_of(unseen), hands, hidden, self._numbers)
        return hands

    def _imagine_worlds(self) -> None:
        self.worlds = np.zeros(self._budget.worlds, ROUND_DTYPE)
        self._models_of = np.zeros((self._budget.worlds, MAX_SEATS), np.int64)
        fill_worlds(
            self._rules[0],
            self._imagined.now,
            self.worlds,
            self._models_of,
            self._hidden,
            mask_of(self._imagined.unseen),
            self._candidates,
            self._sizes,
            self._weights,
            self._cumulative,
            np.zeros(_ROOM, np.int64),
            self._numbers,
        )

    def _settled(self) -> dict[int, float]:
        """The actions after which, heads-up, only last turns are left: their exact worth."""
        if len(self._others) > 1 or self._view.phase == "choice":  # then unseen cards decide
            return {}
        other = self._others[0]
        size = self._sizes[other]
        likely = self._weights[other, :size].sum(axis=1)
        now = self._imagined.now
        return {
            choice.number: expected_value(
                self._rules,
                now,
                self._scratch,
                choice.number,
                other,
                int(self._hidden[other]),
                self._candidates[other, :size],
                likely,
                self._models,
                self._models_of[0],
                self._outlook,
                self._numbers,
            )
            for choice in self._view.choices
            if leaves_last_turn_only(self._rules, now, self._scratch, choice.number)
        }

    def _reckon_with_replies(self, worth: dict[int, float]) -> None:
        """Put the best actions right by what the other would answer if it looked ahead, too.

        The others are worth no more than the least of these.
        """
        best = sorted(worth, key=worth.__getitem__, reverse=True)[:_ANSWERED]
        replies = ReplySearch(
            self._rules, self._imagined, self._models, self._outlook, self._chance, self._numbers
        )
        picked = self._evenly(self._budget.replies)
        for number in best:
            change = replies.change(number, self.worlds, self._models_of, picked)
            found = self._tally.worths[number, : self._played[number]]
            worth[number] += _LOOKS_AHEAD * change  # an estimate, so what cannot be is left out
            worth[number] = min(max(worth[number], float(found.min())), float(found.max()))
        least = min((worth[number] for number in best), default=0.0)
        worth.update({n: min(worth[n], least) for n in worth if n not in best})

    def _evenly(self, number: int) -> NDArray[np.int64]:
        """So many of the worlds, from the lowest to the highest hand of the other."""
        hands = self.worlds["hands"][: _SPREAD * number, self._others[0]]
        ranks = [hand_strength(self._rules, hand) for hand in hands.tolist()]
        at = (np.arange(number) + self._chance.random()) / number * len(ranks)
        return np.argsort(ranks, kind="stable")[at.astype(np.int64)]

    def _played_out(self, numbers: list[int]) -> dict[int, float]:
        """Sequential halving: all actions in a few worlds, the better half of them in more."""
        worth: dict[int, float] = {}
        self._played: dict[int, int] = {}
        self._tally = RolloutTotals(
            np.zeros(_ROOM), np.empty((_ROOM, len(self.worlds))), np.zeros(_ROOM)
        )
        seed = np.uint64(self._chance.getrandbits(64))
        halvings = max(1, (len(numbers) - 1).bit_length())
        played = 0
        while numbers and played < len(self.worlds):
            more = max(_FEWEST, self._budget.rollouts // (halvings * len(numbers)))
            until = min(len(self.worlds), played + more)
            roll_out(
                self._rules,
                self.worlds,
                self._scratch,
                self._models,
                self._models_of,
                mask_of(numbers),
                played,
                until,
                self._outlook,
                seed,
                self._numbers,
                self._tally,
            )
            played = until
            worth.update({number: float(self._tally.sums[number]) / played for number in numbers})
            self._played.update(dict.fromkeys(numbers, played))
            numbers.sort(key=lambda number: (worth[number], *self._preference(number)))
            numbers.reverse()
            if len(numbers) > 2:
                numbers = numbers[: (len(numbers) + 1) // 2]
        return worth


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """How much is looked at before an action: hands of the other seats together (all there are if
    one other has three cards), worlds, and how often actions are played out in all; heads-up also
    in how many worlds it is reckoned with that the other looks ahead, too."""

    candidates: int
    worlds: int
    rollouts: int
    replies: int = 0

    def among(self, players: int) -> SearchBudget:
        """The same for so many players: the more they are, the longer a round is to play out."""
        if players <= _FEW:
            return self
        worlds, rollouts = (number * _FEW // players for number in (self.worlds, self.rollouts))
        return replace(self, worlds=worlds, rollouts=rollouts)


_FEW: Final = 4
SEARCH_BUDGETS: Final = {
    "expert": SearchBudget(200, 60, 700),
    "master": SearchBudget(2000, 4000, 45000, 40),
}


class SearchPlayer:
    """Weighs what the others may hold and plays every action out in worlds that could be.

    Where as many searches are going on as there are processors, it plays by its blueprint rather
    than let others wait.
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
        turnstile = _turnstile()
        if not turnstile.acquire(blocking=False):
            return self._blueprint.choose(view)
        try:
            return self.search(view).best()
        finally:
            turnstile.release()

    def action_values(self, view: View) -> Mapping[str, float]:
        """What every legal action is worth: the chance to win the match after it.

        For a round by itself it is the lives that the others lose on average less one's own, for
        points the difference to the others' mean in parts of the best hand.
        """
        return self.search(view).values()

    def search(self, view: View) -> Search:
        """Look ahead from a view, by chance that no other search has."""
        check_to_act(view)
        players = sum(seat.active for seat in view.seats)
        return Search(view, self._budget.among(players), self._random)


@lru_cache(maxsize=1)
def _turnstile() -> BoundedSemaphore:
    return BoundedSemaphore(cpu_count())
