"""Policies of the compiled levels.

To add a kind: name it in ``Policy`` (``levels.py``) and here, give it a case in ``level_action`` or
``policy_action``, and add the numbers that it precomputes from the rules to ``POLICY_DTYPE``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, Range, Times, entry, jit, jit_noinline
from schwimmen.rules import mask_of
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import (
    CardSet,
    RecordArray,
    RoundRecord,
    RulesArray,
    RulesRecord,
    rules_array,
)
from schwimmen.rules.ruleset import RuleSet

from .blueprint.policy import blueprint_or_greedy
from .blueprint.policy_table import NO_BLUEPRINT, Blueprint, blueprint_for
from .budget import SearchBudget
from .greedy import BY_TURN, greedy_action, values_of_all_hands
from .heuristic.policy import heuristic_action
from .heuristic.profiles import (
    PROFILE_DTYPE,
    adapt_profile,
    plain_profile,
)
from .levels import CHARACTERS, DECLARED, Policy
from .random_play import random_action

if TYPE_CHECKING:
    from .heuristic.profiles import ProfileRecord

RANDOM: Final = 0
GREEDY: Final = 1
HEURISTIC: Final = 2
BLUEPRINT: Final = 3
SEARCH: Final = 4
_KINDS: Final[dict[Policy, int]] = {
    "random": RANDOM,
    "greedy": GREEDY,
    "heuristic": HEURISTIC,
    "blueprint": BLUEPRINT,
    "search": SEARCH,
}
POLICY_KINDS: Final = {level.name: _KINDS[level.policy] for level in DECLARED}
"""Kind of policy of each level."""

COMPILED_LEVELS: Final = {level: kind for level, kind in POLICY_KINDS.items() if kind != SEARCH}
"""Kind of policy of each level that compiled code plays by ``policy_action``."""

POLICY_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("kind", np.int64),
            ("keep_threshold", np.int64),  # of greedy and blueprint, see ``keep_threshold``
            ("close_threshold", np.int64),  # of greedy, see ``greedy_action``
            ("profile", PROFILE_DTYPE),  # of a heuristic level
            *((budget.name, np.int64) for budget in fields(SearchBudget)),  # of a search
        ],
    )
)


PolicyArray: TypeAlias = Annotated[NDArray[Any], Array(POLICY_DTYPE, 1)]


class PolicyRecord(Protocol):
    """One record of ``POLICY_DTYPE``, as compiled functions take it."""

    kind: int
    keep_threshold: int
    close_threshold: int
    profile: ProfileRecord
    candidates: int
    worlds: int
    rollouts: int
    replies: int


def _plain_policies() -> RecordArray:
    """Return the policies by level and character (0: none), before they are adapted to rules."""
    table = np.zeros((len(POLICY_KINDS), 1 + len(CHARACTERS)), POLICY_DTYPE)
    for row, level in zip(table, DECLARED, strict=True):
        row["kind"] = POLICY_KINDS[level.name]
        row["close_threshold"] = 2 * (BY_TURN if level.close_value is None else level.close_value)
        if level.policy == "heuristic":
            row["profile"] = [plain_profile(level.name, one) for one in (None, *CHARACTERS)]
        if level.budget is not None:
            for name, amount in asdict(level.budget).items():
                row[name] = amount
    return table


_PLAIN_POLICIES: Final = _plain_policies()


@jit_noinline
def write_policy(
    rules: RulesRecord, cards: int, level: int, character: int, policies: RecordArray
) -> None:
    """Write the policy of a level under the given rules, whose pack is ``cards``.

    ``level`` is its place in ``POLICY_KINDS``, ``character`` that in ``CHARACTERS`` from 1 on, or 0
    for none.
    """
    policies[0] = _PLAIN_POLICIES[level, character]
    policy = policies[0]
    total, number = values_of_all_hands(rules, cards)
    policy.keep_threshold = -(-total // number)
    if policy.kind == HEURISTIC:
        adapt_profile(rules, cards, total / (2 * number), policy.profile)


@entry(javascript=True)
def prepare(
    rules: RulesArray,
    pack: CardSet,
    level: Annotated[int, Range(0, len(POLICY_KINDS) - 1)],
    character: Annotated[int, Range(0, len(CHARACTERS))],
    policies: PolicyArray,
) -> None:
    """Write the policy of a level into ``policies[0]``, as ``write_policy`` describes it."""
    write_policy(rules[0], pack, level, character, policies)


@lru_cache(maxsize=1024)
def policy_for(rules: RuleSet, level: str, character: str | None = None) -> RecordArray:
    """Return an array of the policy of a level under the given rules."""
    policies = np.zeros(1, POLICY_DTYPE)
    characters = (None, *CHARACTERS)
    prepare(
        rules_array(rules),
        mask_of(rules.cards),
        list(POLICY_KINDS).index(level),
        characters.index(character),
        policies,
    )
    return policies


Blueprints: TypeAlias = Annotated[tuple[Blueprint, ...], Times(MAX_SEATS + 1)]
"""Blueprints by the number of players dealt in, from 0 to ``MAX_SEATS``."""


class Policies(NamedTuple):
    """Policies of the seats, one record each, and the blueprints that they share.

    ``blueprints[n]`` is the blueprint for ``n`` players dealt in, empty if no policy needs it.
    """

    seats: PolicyArray
    blueprints: Blueprints


def all_compiled(levels: Iterable[object]) -> bool:
    """Return whether each of the levels has a compiled policy."""
    return all(level in COMPILED_LEVELS for level in levels)


def policies_of(rules: RuleSet, levels: Sequence[str], players: int | None = None) -> Policies:
    """Return the policies of the seats under the given rules, one record per seat.

    ``players`` is the highest number of players dealt in (default: the number of levels).
    """
    seats = np.concatenate([policy_for(rules, level) for level in levels])
    most = (players or len(levels)) if "blueprint" in levels else 0
    blueprints = [
        blueprint_for(rules, number) if 2 <= number <= most else NO_BLUEPRINT
        for number in range(MAX_SEATS + 1)
    ]
    return Policies(seats, tuple(blueprints))


@jit
def level_action(
    rules: RulesRecord, state: RoundRecord, legal: int, policy: PolicyRecord, rng: Rng
) -> int:
    """Return the action that a policy without a blueprint chooses for the seat to act.

    ``legal`` is the mask of the legal actions. Every policy reads only those parts of the round
    that its seat may know (R33).
    """
    if policy.kind == GREEDY:
        return greedy_action(rules, state, legal, policy.keep_threshold, policy.close_threshold)
    if policy.kind == HEURISTIC:
        return heuristic_action(rules, state, legal, policy.profile, rng)
    return random_action(legal, rng)


@jit
def policy_action(
    rules: RulesRecord, state: RoundRecord, legal: int, policies: Policies, index: int, rng: Rng
) -> int:
    """Return the action that ``policies.seats[index]`` chooses, as ``level_action`` does."""
    policy = policies.seats[index]
    if policy.kind == BLUEPRINT:
        return blueprint_or_greedy(
            rules,
            state,
            legal,
            policies.blueprints[popcount(state.active)],
            policy.keep_threshold,
            rng,
        )
    return level_action(rules, state, legal, policy, rng)
