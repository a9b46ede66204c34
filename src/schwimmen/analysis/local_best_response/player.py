"""A player who knows the policy of its only opponent: what it takes bounds the best answer.

Either the policy is a blueprint's slots, and is known for every hand; or it can only be asked, and
slots are a guess of it by which the player goes where it has not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.search.determinization import determinize, hand_combinations
from schwimmen.rules import SchwimmenError, View, mask_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import ROUND_DTYPE, rules_array

from .kernel import (
    Belief,
    NoisyBlueprint,
    expected_value,
    play_out,
    policy_change_value,
    settles_round,
    weigh_hands,
)
from .queries import PolicyQueries, ViewPolicy, World

SEATS: Final = 2
_ROOM: Final = 64  # for numbers of actions and of cards


@dataclass(frozen=True, slots=True)
class ResponseBudget:
    """How many worlds actions are played out in: all of them, and then ever fewer in ever more.

    ``stages`` has worlds in all, and how many of the best actions are tried in the new ones.

    A policy that can only be asked is asked what it would have done with so many ``hands`` in its
    last ``turns``, and how it answers the ``tried`` best actions in so many worlds, ``answered``;
    what its answers come to is played out ``times``. It is not asked any more in rounds that have
    gone on for more turns in all than ``longest``.
    """

    stages: tuple[tuple[int, int], ...] = ((100, _ROOM), (400, 6), (1400, 3), (3000, 3))
    hands: int = 60
    turns: int = 3
    tried: int = 3
    answered: int = 60
    times: int = 24
    longest: int = 16


class LocalBestResponsePlayer:
    """Answers a policy by search, in a round of two by itself: for lives lost, or points.

    What the other may hold is weighed by how likely the policy would have done what it did; actions
    are played out to the end with the other by the policy and the player itself by each of some
    slots, of which the better counts. What settles a round is reckoned exactly.
    """

    name = "responder"

    def __init__(
        self,
        blueprint: NDArray[np.uint64],
        seed: int | None = None,
        *,
        policy: ViewPolicy | None = None,
        own: Sequence[NDArray[np.uint64]] = (),
        noise: float = 0.0,
        budget: ResponseBudget | None = None,
    ) -> None:
        """``blueprint`` are the policy answered, ``noise`` how often it is not kept to.

        If the policy is ``policy`` they are a guess, and the slips keep hands in mind that the
        guess
        would not have played so.

        ``own`` are more slots for the player's own later turns, besides the policy's own and greedy
        play.
        """
        self.blueprint = blueprint
        self.policy = policy
        self.own = (blueprint, NO_BLUEPRINT, *own)
        self.noise = noise
        self.budget = budget or ResponseBudget()
        self._random = Random(seed)

    def choose(self, view: View) -> str:
        if len(view.choices) == 1:
            return view.choices[0].action
        gains = self.gains(view)
        return max(gains, key=gains.__getitem__)

    def gains(self, view: View) -> dict[str, float]:
        """What every legal action gains on the other, as far as it was looked at.

        Raises ``SchwimmenError`` for a table of more than two, and where the talon is made anew.
        """
        if sum(seat.active for seat in view.seats) != len(view.seats) or len(view.seats) != SEATS:
            raise SchwimmenError(f"seats: {len(view.seats)}, but this is for rounds of two")
        if view.rules.talon_short == "recycle":
            raise SchwimmenError("talon_short: recycle is not for exact answers; take another")
        return _Decision(view, self._random, self).gains()


class _Decision:
    """One decision of a responder: what it imagines, and room to play it out in."""

    def __init__(self, view: View, chance: Random, responder: LocalBestResponsePlayer) -> None:
        assert view.seat is not None
        self._view = view
        self._budget = responder.budget
        self._own = responder.own
        self._rules = rules_array(view.rules)
        self._imagined = determinize(view, chance)
        self._other = 1 - view.seat
        self._asking: PolicyQueries | None = None
        late = view.last_turns or view.turns > self._budget.longest  # in last turns the hand is all
        if responder.policy is not None and not late:
            self._asking = PolicyQueries(
                responder.policy, view, self._imagined, self._budget.turns, chance
            )
        keep = keep_threshold(view.rules)
        self._policy = NoisyBlueprint(responder.blueprint, keep, responder.noise, np.zeros(_ROOM))
        self._numbers = new_rng(chance.getrandbits(64))
        self._scratch = np.zeros(2, ROUND_DTYPE)
        self._cards = np.zeros(_ROOM, np.int64)
        self._seed = np.uint64(chance.getrandbits(64))

    def gains(self) -> dict[str, float]:
        choices = self._view.choices
        with np.errstate(over="ignore"):  # streams wrap around, which NumPy tells if not compiled
            belief = self._believed()
            gains = self._settled(belief)
            open_actions = [choice.number for choice in choices if choice.number not in gains]
            gains.update(self._played_out(belief, open_actions))
        return {choice.action: gains[choice.number] for choice in choices}

    def _believed(self) -> Belief:
        """What the other may hold, by all that it has done."""
        imagined = self._imagined
        hidden = imagined.hidden[self._other]
        candidates = hand_combinations(imagined.unseen, hidden.bit_count())
        zeros = np.zeros(len(candidates))
        belief = Belief(candidates, zeros, zeros.copy(), mask_of(imagined.unseen), hidden)
        decisions, played = imagined.decisions, np.array(imagined.played, np.int64)
        if self._asking:
            decisions, played = decisions[self._asking.turns], played[self._asking.turns]
        weigh_hands(self._rules[0], decisions, played, self._other, self._policy, belief)
        return self._asking.believed(belief, self._budget.hands) if self._asking else belief

    def _settled(self, belief: Belief) -> dict[int, float]:
        """The actions that settle the round, and exactly what they gain."""
        now, scratch = self._imagined.now, self._scratch
        return {
            choice.number: expected_value(
                self._rules, now, scratch, belief, self._policy, choice.number, self._numbers
            )
            for choice in self._view.choices
            if settles_round(self._rules, now, scratch, choice.number)
        }

    def _played_out(self, belief: Belief, actions: list[int]) -> dict[int, float]:
        """What other actions gain: all in a few worlds, and ever fewer in more."""
        gains: dict[int, float] = {}
        sums = np.zeros((len(self._own), _ROOM))
        done = 0
        for worlds, most in self._budget.stages:
            actions = actions[:most]
            for row, own in zip(sums, self._own, strict=True):
                play_out(
                    self._rules, self._imagined.now, self._scratch, belief, self._policy, own,
                    mask_of(actions), done, worlds, self._seed, self._numbers, self._cards, row,
                )  # fmt: skip
            done = worlds
            gains.update({action: float(sums[:, action].max()) / done for action in actions})
            actions.sort(key=gains.__getitem__, reverse=True)
        if self._asking:
            self._put_right(self._asking, belief, actions[: self._budget.tried], sums, gains)
        return gains

    def _put_right(
        self,
        asking: PolicyQueries,
        belief: Belief,
        tried: list[int],
        sums: NDArray[np.float64],
        gains: dict[int, float],
    ) -> None:
        """Reckon with how the other says that it would answer some actions.

        Those not tried gain no more than the least of these: they were guessed to be worse.
        """
        drawn = asking.worlds(belief, self._budget.answered) if tried else []
        for action in tried:
            own = self._own[int(sums[:, action].argmax())]
            changes = (self._change(asking, action, world, own) for world in drawn)
            gains[action] += sum(changes) / len(drawn)
        least = min((gains[action] for action in tried), default=0.0)
        gains.update({n: min(gains[n], least) for n in gains if tried and n not in tried})

    def _change(
        self, asking: PolicyQueries, action: int, world: World, own: NDArray[np.uint64]
    ) -> float:
        """How much more an action gains in a world by the answers that the other says."""
        answer = asking.answer(action, world)
        if answer is None:
            return 0.0
        after, shares = answer
        changed: float = policy_change_value(
            self._rules, after, self._scratch, self._policy, own, shares,
            self._budget.times, np.uint64(world.seed), self._numbers, self._cards,
        )  # fmt: skip
        return changed
