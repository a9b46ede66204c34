"""Local best response: a player that knows its only opponent's policy and exploits it.

Its gain is a lower bound on the policy's exploitability. The policy is either a blueprint, and
known for every hand, or can only be queried; then a blueprint approximates it between queries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import sub
from random import Random
from statistics import fmean, stdev
from typing import Final

import numpy as np

from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT, Blueprint
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.player import Player, chosen_action
from schwimmen.players.search.belief import History
from schwimmen.players.search.determinization import determinize, hand_combinations
from schwimmen.players.search.rollouts import leaves_last_turn_only
from schwimmen.rules import RoundEvent, RuleSet, SchwimmenError, View, mask_of
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
    base_worlds: tuple[int, ...] = (16, 48)
    """Total number of such worlds after each stage of a race against a base action.

    Actions whose lead is clearly above or below the margin are in no later stage.
    """
    reply_rollouts: int = 24
    """Number of rollouts of every reply."""
    max_turns: int = 16
    """Number of turns of a round after which a policy is no longer queried."""


class LocalBestResponsePlayer:
    """Player that answers a policy by search, in a single round of two, for lives lost or points.

    It weighs the opponent's possible hands by the likelihood of its actions under the policy, and
    plays out every action with the opponent on the policy and itself on each of several blueprints,
    of which the best counts. Actions that leave only the last turn are evaluated exactly.

    With a base player it plays that player's actions, and another one only if that gains more by
    at least a margin. This is known as a fortified rollout algorithm.
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
        base: Player | None = None,
        margin: float = 0.0,
        budget: ResponseBudget | None = None,
    ) -> None:
        """Respond to ``blueprint``, or to ``policy``, which the blueprint then approximates.

        ``noise`` is the probability of a random action instead of the blueprint's. With a policy it
        keeps hands in the belief that the blueprint would not have played in this way.

        ``own`` are more blueprints for the player's own later turns, besides the opponent's and the
        greedy policy.

        ``base`` chooses in every turn, so that its random numbers are those of a player that plays
        alone. ``margin`` is in lives or points.
        """
        self.blueprint = blueprint
        self.policy = policy
        self.own = (blueprint, NO_BLUEPRINT, *own)
        self.noise = noise
        self.base = base
        self.margin = margin
        self.budget = budget or ResponseBudget()
        self._random = Random(seed)
        self._answers: dict[tuple[int, int], float] = {}
        self._history: tuple[RoundEvent, ...] = ()

    def choose(self, view: View) -> str:
        base_action = None if self.base is None else chosen_action(self.base, view)
        if len(view.choices) == 1:
            return view.choices[0].action
        gains = self.gains(view, base_action)
        best = max(gains, key=gains.__getitem__)
        if base_action is None:
            return best
        lead = gains[best] - gains[base_action]
        return best if lead > 0 and lead >= self.margin else base_action

    def gains(self, view: View, base_action: str | None = None) -> dict[str, float]:
        """Return an estimate of every legal action's gain over the opponent.

        The base action's is estimated as closely as those of the best actions, so that both can be
        compared.

        Raises ``SchwimmenError`` unless two seats are dealt in, and if the talon is recycled.
        """
        check_response(view.rules, len(view.seats))
        if view.history[: len(self._history)] != self._history:  # another round
            self._answers = {}
        self._history = view.history
        return _Decision(view, self._random, self, base_action, self._answers).gains()


class _Decision:
    """One decision: a determinized round and a simulator for it."""

    def __init__(
        self,
        view: View,
        random: Random,
        player: LocalBestResponsePlayer,
        base_action: str | None,
        answers: dict[tuple[int, int], float],
    ) -> None:
        assert view.seat is not None
        self._view = view
        numbers = (choice.number for choice in view.choices if choice.action == base_action)
        self._base_action = next(numbers, None)
        self._margin = player.margin
        self._budget = player.budget
        self._own = player.own
        rules = rules_array(view.rules)
        self._determinization = determinize(view, random)
        self._other = 1 - view.seat
        self._queries: PolicyQueries | None = None
        late = view.last_turns or view.turns > self._budget.max_turns  # only the hand counts then
        if player.policy is not None and not late:
            self._queries = PolicyQueries(
                player.policy, view, self._determinization, self._budget.turns, random, answers
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
            exact = self._exact_gains(belief)
            undecided = [choice.number for choice in choices if choice.number not in exact]
            gains = exact | self._rollout_gains(belief, undecided, exact)
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

    def _rollout_gains(
        self, belief: ResponseBelief, actions: list[int], exact: Mapping[int, float]
    ) -> dict[int, float]:
        """Return the gains of other actions: all in a few worlds, the best ones in more."""
        gains: dict[int, float] = {}
        sums = np.zeros((len(self._own), MAX_ACTIONS))
        done = 0
        for worlds, most in self._budget.stages:
            actions = self._best(actions, most)
            mask = mask_of(actions)
            for row, own in zip(sums, self._own, strict=True):
                roll_out_responses(
                    self._simulator, belief, own, mask, done, worlds, self._seed, row
                )
            done = worlds
            gains.update({action: float(sums[:, action].max()) / done for action in actions})
            actions.sort(key=gains.__getitem__, reverse=True)
        tried = self._best(actions, self._budget.replied_actions)
        if self._queries and tried:
            responses = {action: self._own[int(sums[:, action].argmax())] for action in tried}
            self._add_reply_gains(self._queries, belief, responses, gains, exact)
        return gains

    def _best(self, actions: list[int], number: int) -> list[int]:
        """Return the first actions, and the base action if it is one of the others."""
        others = actions[number:]
        return actions[:number] + [one for one in others if one == self._base_action]

    def _add_reply_gains(
        self,
        queries: PolicyQueries,
        belief: ResponseBelief,
        tried: Mapping[int, Blueprint],
        gains: dict[int, float],
        exact: Mapping[int, float],
    ) -> None:
        """Correct the gains of the actions ``tried`` by the policy's own replies to them.

        ``tried`` has the blueprint of the player's turns after each action. Other actions gain no
        more than the least of these, since the approximation ranked them lower.
        """
        race = _Race(
            {action: gains[action] for action in tried}, exact, self._base_action, self._margin
        )
        budget = self._budget
        stages = budget.base_worlds if self._base_action is not None else (budget.reply_worlds,)
        done = 0
        for number in stages:
            worlds = queries.sample_worlds(belief, number - done)
            done = number
            for action in race.open_actions():
                race.changes[action] += (
                    self._reply_gain(queries, action, world, tried[action]) for world in worlds
                )
        gains.update(race.gains())
        least = min(gains[action] for action in tried)
        gains.update({n: min(gains[n], least) for n in gains if n not in tried})

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


class _Race:
    """Race of actions against the base action, by the policy's replies in common worlds.

    ``changes`` has, for each action and world, the gain by these replies over the blueprint's.
    """

    def __init__(
        self,
        tried: Mapping[int, float],
        exact: Mapping[int, float],
        base_action: int | None,
        margin: float,
    ) -> None:
        """Compare by the gains of the actions that are ``tried``, and by ``exact`` ones."""
        self.changes: dict[int, list[float]] = {action: [] for action in tried}
        self._gains = {**exact, **tried}
        self._base_action = base_action
        self._margin = margin

    def open_actions(self) -> list[int]:
        """Return the actions to try in more worlds.

        With a base action, these are the actions whose lead is not clearly above or below the
        margin, and the base action itself.
        """
        if self._base_action is None:
            return list(self.changes)
        rivals = {action for action in self._gains if self._is_open(action)}
        wanted = rivals | {self._base_action} if rivals else rivals
        return [action for action in self.changes if action in wanted]

    def gains(self) -> dict[int, float]:
        """Return the corrected gains of the tried actions."""
        base = self._base_action
        if base is None:
            return {n: self._gains[n] + fmean(changes) for n, changes in self.changes.items()}
        own = self.changes.get(base)
        base_gain = self._gains[base] + (fmean(own) if own else 0.0)
        return {n: base_gain + self._lead(n) for n in self.changes}

    def _is_open(self, action: int) -> bool:
        if action == self._base_action or not self.changes.keys() & {action, self._base_action}:
            return False
        differences = self._differences(action)
        if len(differences) < 2:
            return True
        error = stdev(differences) / sqrt(len(differences))
        return -error < self._lead(action) - self._margin < 2 * error

    def _lead(self, action: int) -> float:
        """Return how much more an action gains than the base action."""
        assert self._base_action is not None
        lead = self._gains[action] - self._gains[self._base_action]
        differences = self._differences(action)
        return lead + fmean(differences) if differences else lead

    def _differences(self, action: int) -> list[float]:
        """Return the changes of an action's lead over the base action, world by world."""
        assert self._base_action is not None
        own, base = self.changes.get(action), self.changes.get(self._base_action)
        if base is None:
            return own or []
        return [-one for one in base] if own is None else list(map(sub, own, base))
