"""Policies of the compiled levels.

To add one: give it a number, a name in ``COMPILED_LEVELS`` and a case in ``policy_action``, and add
to ``POLICY_DTYPE`` what it precomputes from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.state import MAX_SEATS, RecordArray, RoundRecord, RulesRecord
from schwimmen.rules.ruleset import RuleSet

from .blueprint.player import blueprint_or_greedy
from .blueprint.policy_table import NO_BLUEPRINT, blueprint_for
from .greedy import BY_TURN, greedy_action, keep_threshold
from .heuristic.policy import heuristic_action
from .heuristic.profiles import HEURISTIC_PROFILES, PROFILE_DTYPE, profile_for
from .levels import GREEDY_BASELINES
from .random_play import random_action

RANDOM: Final = 0
GREEDY: Final = 1
HEURISTIC: Final = 2
BLUEPRINT: Final = 3
COMPILED_LEVELS: Final = {
    "random": RANDOM,
    "blueprint": BLUEPRINT,
    "greedy": GREEDY,
    **dict.fromkeys(GREEDY_BASELINES, GREEDY),
    **dict.fromkeys(HEURISTIC_PROFILES, HEURISTIC),
}

POLICY_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("level", np.int64),
            ("keep_threshold", np.int64),  # of greedy and blueprint, see ``keep_threshold``
            ("close_threshold", np.int64),  # of greedy, see ``greedy_action``
            ("profile", PROFILE_DTYPE),  # of a heuristic level
        ],
    )
)


class Policies(NamedTuple):
    """Policies of the seats, one record each, and the blueprints that they share.

    ``blueprints[n]`` is the blueprint for ``n`` players dealt in, empty where no policy needs it.
    """

    seats: RecordArray
    blueprints: tuple[NDArray[np.uint64], ...]


def all_compiled(levels: Iterable[object]) -> bool:
    """Return whether each of the levels has a compiled policy."""
    return all(level in COMPILED_LEVELS for level in levels)


def policies_of(rules: RuleSet, levels: Sequence[str], players: int | None = None) -> Policies:
    """Return the policies of the seats under the given rules, one record per seat.

    ``players`` is the highest number of players dealt in (default: the number of levels).
    """
    seats = np.zeros(len(levels), POLICY_DTYPE)
    seats["level"] = [COMPILED_LEVELS[level] for level in levels]
    seats["keep_threshold"] = keep_threshold(rules)
    seats["close_threshold"] = [2 * GREEDY_BASELINES.get(level, BY_TURN) for level in levels]
    for seat, level in zip(seats, levels, strict=True):
        if level in HEURISTIC_PROFILES:
            seat["profile"] = profile_for(level, rules)
    most = (players or len(levels)) if "blueprint" in levels else 0
    blueprints = [
        blueprint_for(rules, number) if 2 <= number <= most else NO_BLUEPRINT
        for number in range(MAX_SEATS + 1)
    ]
    return Policies(seats, tuple(blueprints))


@jit
def policy_action(
    rules: RulesRecord, state: RoundRecord, legal: int, policies: Policies, index: int, rng: Rng
) -> int:
    """Return the action that ``policies.seats[index]`` chooses for the seat to act.

    ``legal`` is the mask of the legal actions. Every policy reads only those parts of the round
    that its seat may know (R33).
    """
    policy = policies.seats[index]
    if policy.level == GREEDY:
        return greedy_action(
            rules,
            legal,
            state.hands[state.to_act],
            state.table,
            state.turns_of[state.to_act],
            popcount(state.active),
            state.last_turns,
            policy.keep_threshold,
            policy.close_threshold,
        )
    if policy.level == HEURISTIC:
        return heuristic_action(rules, state, legal, policy.profile, rng)
    if policy.level == BLUEPRINT:
        return blueprint_or_greedy(
            rules,
            state,
            legal,
            policies.blueprints[popcount(state.active)],
            policy.keep_threshold,
            rng,
        )
    return random_action(legal, rng)
