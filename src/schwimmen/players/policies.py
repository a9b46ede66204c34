"""The levels whose play is compiled, and how they act.

A new one needs a number, a name in ``COMPILED_LEVELS``, its case in ``policy_action``, and in
``POLICY_DTYPE`` whatever it must know of the rules beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import count
from schwimmen.rules.core.jit import compiled
from schwimmen.rules.core.state import MAX_SEATS, Records
from schwimmen.rules.ruleset import RuleSet

from .blueprint.player import blueprint_or_greedy
from .blueprint.policy_table import NO_SLOTS, slots_for
from .greedy import BY_TURN, greedy_action, keep_from
from .heuristic.policy import human_action
from .heuristic.profiles import CHARACTER_DTYPE, CHARACTERS, character_of
from .levels import YARDSTICKS
from .random_play import random_action

RANDOM: Final = 0
GREEDY: Final = 1
HUMAN: Final = 2
BLUEPRINT: Final = 3
COMPILED_LEVELS: Final = {
    "random": RANDOM,
    "blueprint": BLUEPRINT,
    "greedy": GREEDY,
    **dict.fromkeys(YARDSTICKS, GREEDY),
    **dict.fromkeys(CHARACTERS, HUMAN),
}

POLICY_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("level", np.int64),
            ("keep_from", np.int64),  # greedy: see ``keep_from``
            ("close_from", np.int64),  # greedy: see ``greedy_action``
            ("character", CHARACTER_DTYPE),  # of a human-like level
        ],
    )
)


class Policies(NamedTuple):
    """The policies of the seats, one record each, and what several of them look up.

    ``blueprints`` are the slots of the blueprint for every number of players who were dealt in,
    none where no policy needs it.
    """

    seats: Records
    blueprints: tuple[NDArray[np.uint64], ...]


def all_compiled(levels: Iterable[object]) -> bool:
    """Whether there is a compiled policy for each of these levels."""
    return all(level in COMPILED_LEVELS for level in levels)


def policies_of(rules: RuleSet, levels: Sequence[str], players: int | None = None) -> Policies:
    """The policies of seats that play by these rules, one record a seat.

    ``players`` is how many play at most, as many as there are levels if it is not given.
    """
    seats = np.zeros(len(levels), POLICY_DTYPE)
    seats["level"] = [COMPILED_LEVELS[level] for level in levels]
    seats["keep_from"] = keep_from(rules)
    seats["close_from"] = [2 * YARDSTICKS.get(level, BY_TURN) for level in levels]
    for seat, level in zip(seats, levels, strict=True):
        if level in CHARACTERS:
            seat["character"] = character_of(level, rules)
    most = (players or len(levels)) if "blueprint" in levels else 0
    blueprints = [
        slots_for(rules, number) if 2 <= number <= most else NO_SLOTS
        for number in range(MAX_SEATS + 1)
    ]
    return Policies(seats, tuple(blueprints))


@compiled
def policy_action(
    rules: Any, state: Any, legal: int, policies: Policies, place: int, numbers: Any
) -> int:
    """The number of the action that the seat to act chooses by the policy of a place.

    ``legal`` is the mask of the legal actions. Every policy is handed no more of the
    round than its seat may know (R33).
    """
    policy = policies.seats[place]
    if policy.level == GREEDY:
        return greedy_action(
            rules,
            legal,
            state.hands[state.to_act],
            state.table,
            state.turns_of[state.to_act],
            count(state.active),
            state.last_turns,
            policy.keep_from,
            policy.close_from,
        )
    if policy.level == HUMAN:
        return human_action(rules, state, legal, policy.character, numbers)
    if policy.level == BLUEPRINT:
        return blueprint_or_greedy(
            rules,
            state,
            legal,
            policies.blueprints[count(state.active)],
            policy.keep_from,
            numbers,
        )
    return random_action(legal, numbers)
