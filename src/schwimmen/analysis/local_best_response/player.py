"""Local best response: a player that knows its only opponent's policy and exploits it.

Its gain is a lower bound on the policy's exploitability. The policy is either a blueprint, and
known for every hand, or can only be queried; then a blueprint approximates it between queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT, Blueprint
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.search.belief import History
from schwimmen.players.search.determinization import determinize, hand_combinations
from schwimmen.players.search.rollouts import leaves_last_turn_only
from schwimmen.rules import RuleSet, SchwimmenError, View, mask_of
from schwimmen.rules.cards import NUMBER_OF_CARDS
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import MAX_ACTIONS, ROUND_DTYPE, rules_array

from .queries import PolicyQueries, ViewPolicy, World
from .rollouts import (
    NoisyBlueprint,
    ResponseBelief,
    ResponseSimulator,
    expected_gain,
    keep_possible_hands,
    policy_change_value,
    roll_out_responses,
    weigh_candidates,
)

SEATS: Final = 2


def check_response(rules: RuleSet, players: int) -> None:
    """Raise ``SchwimmenError`` unless a local best response plays rounds of this kind."""
    if players != SEATS:
        raise SchwimmenError(
            f"players: {players}, but a local best response plays rounds of {SEATS} only"
        )
    if rules.talon_short == "recycle":
        raise SchwimmenError(
            "talon_short: recycle, but a local best response does not play it; take showdown or "
            "keep"
        )


@dataclass(frozen=True, slots=True)
class ResponseBudget:
    """Amount of search for one decision."""

    stages: tuple[tuple[int, int], ...] = ((100, MAX_ACTIONS), (400, 6), (1400, 3), (3000, 3))
    """Total number of worlds after each stage, and the number of best actions tried in it."""
    hands: int = 60
    """Number of hands for which a policy is queried about its past turns."""
    turns: int = 3
    """Number of latest turns about which a policy is queried."""
    replied_actions: int = 3
    """Number of best actions for which a policy's replies are queried."""
    reply_worlds: int = 60
    """Number of worlds in which a policy's replies to an action are queried."""
    reply_rollouts: int = 24
    """Number of rollouts of every reply."""
    max_turns: int = 16
    """Number of turns of a round after which a policy is no longer queried."""


class LocalBestResponsePlayer:
    """Player that answers a policy by search, in a single round of two, for lives lost or points.

    It weighs the opponent's possible hands by the likelihood of its actions under the policy, and
    plays out every action with the opponent on the policy and itself on each of several blueprints,
    of which the best counts. Actions that leave only the last turn are evaluated exactly.
    """

    name = "responder"

    def __init__(
        self,
        blueprint: Blueprint,
        seed: int | None = None,
        *,
        policy: ViewPolicy | None = None,
        own: Sequence[Blueprint] = (),
        noise: float = 0.0,
        budget: ResponseBudget | None = None,
    ) -> None:
        """Respond to ``blueprint``, or to ``policy``, which the blueprint then approximates.

        ``noise`` is the probability of a random action instead of the blueprint's. With a policy it
        keeps hands in the belief that the blueprint would not have played in this way.

        ``own`` are more blueprints for the player's own later turns, besides the opponent's and the
        greedy policy.
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
        """Return an estimate of every legal action's gain over the opponent.

        Raises ``SchwimmenError`` unless two seats are dealt in, and if the talon is recycled.
        """
        check_response(view.rules, len(view.seats))
        return _Decision(view, self._random, self).gains()


class _Decision:
    """One decision: a determinized round and a simulator for it."""

    def __init__(self, view: View, random: Random, player: LocalBestResponsePlayer) -> None:
        assert view.seat is not None
        self._view = view
        self._budget = player.budget
        self._own = player.own
        rules = rules_array(view.rules)
        self._determinization = determinize(view, random)
        self._other = 1 - view.seat
        self._queries: PolicyQueries | None = None
        late = view.last_turns or view.turns > self._budget.max_turns  # only the hand counts then
        if player.policy is not None and not late:
            self._queries = PolicyQueries(
                player.policy, view, self._determinization, self._budget.turns, random
            )
        keep = keep_threshold(view.rules)
        self._simulator = ResponseSimulator(
            rules,
            self._determinization.now,
            NoisyBlueprint(player.blueprint, keep, player.noise, np.zeros(MAX_ACTIONS)),
            np.zeros(2, ROUND_DTYPE),
            np.zeros(NUMBER_OF_CARDS, np.int64),
            new_rng(random.getrandbits(64)),
        )
        self._seed = np.uint64(random.getrandbits(64))

    def gains(self) -> dict[str, float]:
        """Return an estimate of every legal action's gain over the opponent."""
        choices = self._view.choices
        with np.errstate(over="ignore"):  # generators wrap around
            belief = self._belief()
            gains = self._exact_gains(belief)
            undecided = [choice.number for choice in choices if choice.number not in gains]
            gains.update(self._rollout_gains(belief, undecided))
        return {choice.action: gains[choice.number] for choice in choices}

    def _belief(self) -> ResponseBelief:
        """Return the belief about the opponent's hand after all its actions."""
        determinization, queries = self._determinization, self._queries
        hidden = determinization.hidden[self._other]
        candidates = hand_combinations(determinization.unseen, hidden.bit_count())
        number = keep_possible_hands(
            self._simulator.rules,
            determinization.now,
            determinization.history,
            self._other,
            hidden,
            candidates,
        )
        candidates = candidates[:number]
        zeros = np.zeros(len(candidates))
        unseen = mask_of(determinization.unseen)
        belief = ResponseBelief(candidates, zeros, zeros.copy(), unseen, hidden)
        history = determinization.history
        if queries:
            history = History(history.rounds[queries.turns], history.actions[queries.turns])
        policy = self._simulator.policy
        weigh_candidates(self._simulator.rules, history, self._other, policy, belief)
        return queries.corrected_belief(belief, self._budget.hands) if queries else belief

    def _exact_gains(self, belief: ResponseBelief) -> dict[int, float]:
        """Return the exact gains of the actions that leave only the last turn."""
        simulator = self._simulator
        rules, now, scratch = simulator.rules, simulator.now, simulator.scratch
        return {
            choice.number: expected_gain(simulator, belief, choice.number)
            for choice in self._view.choices
            if leaves_last_turn_only(rules, now, scratch, choice.number)
        }

    def _rollout_gains(self, belief: ResponseBelief, actions: list[int]) -> dict[int, float]:
        """Return the gains of other actions: all in a few worlds, the best ones in more."""
        gains: dict[int, float] = {}
        sums = np.zeros((len(self._own), MAX_ACTIONS))
        done = 0
        for worlds, most in self._budget.stages:
            actions = actions[:most]
            mask = mask_of(actions)
            for row, own in zip(sums, self._own, strict=True):
                roll_out_responses(
                    self._simulator, belief, own, mask, done, worlds, self._seed, row
                )
            done = worlds
            gains.update({action: float(sums[:, action].max()) / done for action in actions})
            actions.sort(key=gains.__getitem__, reverse=True)
        if self._queries:
            tried = actions[: self._budget.replied_actions]
            self._add_reply_gains(self._queries, belief, tried, sums, gains)
        return gains

    def _add_reply_gains(
        self,
        queries: PolicyQueries,
        belief: ResponseBelief,
        tried: list[int],
        sums: NDArray[np.float64],
        gains: dict[int, float],
    ) -> None:
        """Correct the gains of some actions by the policy's own replies to them.

        Other actions gain no more than the least of these, since the approximation ranked them
        lower.
        """
        worlds = queries.sample_worlds(belief, self._budget.reply_worlds) if tried else []
        for action in tried:
            own = self._own[int(sums[:, action].argmax())]
            changes = (self._reply_gain(queries, action, world, own) for world in worlds)
            gains[action] += sum(changes) / len(worlds)
        least = min((gains[action] for action in tried), default=0.0)
        gains.update({n: min(gains[n], least) for n in gains if tried and n not in tried})

    def _reply_gain(
        self, queries: PolicyQueries, action: int, world: World, own: Blueprint
    ) -> float:
        """Return the gain of an action in a world by the policy's replies over the blueprint's."""
        reply = queries.reply(action, world)
        if reply is None:
            return 0.0
        after, probabilities = reply
        gain: float = policy_change_value(
            self._simulator._replace(now=after),
            own,
            probabilities,
            self._budget.reply_rollouts,
            np.uint64(world.seed),
        )
        return gain
