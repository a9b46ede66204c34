"""Players of the levels that have a compiled policy: they choose from views."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from typing import TYPE_CHECKING

import numpy as np

from schwimmen.rules import mask_of
from schwimmen.rules.core.rng import Rng, new_rng
from schwimmen.rules.core.state import MAX_ACTIONS, ROUND_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import whole_number
from schwimmen.rules.view_builder import record_of

from .blueprint.policy_table import NO_BLUEPRINT, Blueprint, blueprint_for
from .from_view import round_from_view
from .greedy import keep_threshold
from .kernel import blueprint_policy, choose, value_actions
from .player import check_to_act
from .policies import policy_for

if TYPE_CHECKING:
    from schwimmen.rules import View


def _generator(seed: int | None) -> Rng:
    """Return a generator. Raises ``SchwimmenError`` unless the seed is a whole number."""
    return new_rng(SystemRandom().getrandbits(64) if seed is None else whole_number("seed", seed))


class LevelPlayer:
    """Base of players that choose by a policy, from the random numbers of a generator."""

    def __init__(self, name: str, seed: int | None) -> None:
        self.name = name
        self._rng = _generator(seed)

    def reseed(self, seed: int) -> None:
        """Draw all further random numbers from a seed, as a new player would."""
        self._rng[:] = new_rng(seed)

    def choose(self, view: View) -> str:
        """Return one of ``view.legal_actions``; the seat of the view is to act."""
        check_to_act(view)
        with np.errstate(over="ignore"):  # the generator wraps around
            number = self._choose(view)
        return next(choice.action for choice in view.choices if choice.number == number)

    def _choose(self, view: View) -> int:
        assert view.seat is not None
        return choose(
            rules_array(view.rules),
            record_of(view),
            view.seat,
            self._policy(view),
            self._blueprint(view),
            self._rng,
            np.empty(1, ROUND_DTYPE),
        )

    def _policy(self, view: View) -> RecordArray:
        return policy_for(view.rules, self.name)

    def _blueprint(self, view: View) -> Blueprint:
        return NO_BLUEPRINT


class RandomPlayer(LevelPlayer):
    """Player that chooses every legal action with equal probability."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__("random", seed)

    def action_probabilities(self, view: View) -> dict[str, float]:
        """Return the probability of each legal action, the same for all."""
        check_to_act(view)
        return dict.fromkeys(view.legal_actions, 1 / len(view.choices))


class GreedyPlayer(LevelPlayer):
    """Player that takes the best hand the table offers and closes when it is good enough.

    It looks at values only, remembers nothing, and is deterministic.
    """

    def __init__(self, close_threshold: int | None = None) -> None:
        """Close from the value ``close_threshold`` on (default: the best one for each turn)."""
        super().__init__("greedy" if close_threshold is None else f"greedy-{close_threshold}", 0)
        self._close_threshold = close_threshold

    def action_probabilities(self, view: View) -> dict[str, float]:
        """Return 1 for the action that the player chooses."""
        return {self.choose(view): 1.0}

    def _policy(self, view: View) -> RecordArray:
        policy = policy_for(view.rules, "greedy")
        if self._close_threshold is not None:
            policy = policy.copy()
            policy["close_threshold"] = 2 * self._close_threshold
        return policy


class HeuristicPlayer(LevelPlayer):
    """Player that imitates people of a level (``beginner``, ``casual`` or ``club``).

    Equal seeds give equal play; without a seed the system's random source is used. ``character``
    is one of ``CHARACTERS``; without it, the player is one of the plain level.
    """

    def __init__(self, level: str, seed: int | None = None, character: str | None = None) -> None:
        super().__init__(level, seed)
        self._character = character

    def _policy(self, view: View) -> RecordArray:
        return policy_for(view.rules, self.name, self._character)

    def action_values(self, view: View) -> Mapping[str, float]:
        """Return the level's value of every legal action, without its mistakes.

        The unit is points of a hand: those that the action leaves, plus the hand's potential or the
        margin over the close threshold, minus the threat of the table left to the next player. A
        hand that ends the round as the best adds 100; closing adds 50 if an opponent is known to
        have less, and costs 50 if all opponents are known to have more.

        >>> from schwimmen.rules import Match
        >>> match = Match("pagat", players=2, seed=2)
        >>> match.play("keep")
        >>> view = match.view(match.to_act)
        >>> values = HeuristicPlayer("club").action_values(view)
        >>> tuple(values) == view.legal_actions
        True
        """
        check_to_act(view)
        values = np.zeros(MAX_ACTIONS)
        value_actions(
            rules_array(view.rules),
            round_from_view(view),
            mask_of(choice.number for choice in view.choices),
            self._policy(view),
            values,
        )
        return {choice.action: float(values[choice.number]) for choice in view.choices}


class BlueprintPlayer(LevelPlayer):
    """Player that samples its actions from a blueprint, without search."""

    def __init__(self, seed: int | None = None, blueprint: Blueprint | None = None) -> None:
        """Play by ``blueprint`` (default: the one in the package that fits the rules best)."""
        super().__init__("blueprint", seed)
        self.blueprint = blueprint
        """Blueprint of its own, ``None`` if it plays by the one that fits the rules best."""

    def action_probabilities(self, view: View) -> dict[str, float]:
        """Return the probability with which the player chooses each legal action.

        >>> from schwimmen.rules import Match
        >>> view = Match("pagat", players=2, seed=2, dealer=0).view(0)
        >>> sum(BlueprintPlayer().action_probabilities(view).values())
        1.0
        """
        check_to_act(view)
        probabilities = np.zeros(MAX_ACTIONS)
        with np.errstate(over="ignore"):  # keys wrap around
            blueprint_policy(
                rules_array(view.rules),
                round_from_view(view),
                mask_of(choice.number for choice in view.choices),
                self._blueprint(view),
                keep_threshold(view.rules),
                probabilities,
            )
        return {choice.action: float(probabilities[choice.number]) for choice in view.choices}

    def _blueprint(self, view: View) -> Blueprint:
        if self.blueprint is not None:
            return self.blueprint
        return blueprint_for(view.rules, sum(seat.active for seat in view.seats))
