"""Compiled functions of the levels, with arrays of records, for programs without Python, too.

They are the same that players call.
"""

from __future__ import annotations

from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.state import RecordArray

from .blueprint.policy import blueprint_or_greedy
from .blueprint.policy_table import Blueprint
from .from_view import write_round
from .policies import BLUEPRINT, level_action, write_policy


@jit
def prepare(
    rules: RecordArray, pack: int, level: int, character: int, policies: RecordArray
) -> None:
    """Write the policy of a level into ``policies[0]``, as ``write_policy`` describes it."""
    write_policy(rules[0], pack, level, character, policies)


@jit
def choose(
    rules: RecordArray,
    views: RecordArray,
    seat: int,
    policies: RecordArray,
    blueprint: Blueprint,
    rng: Rng,
    rounds: RecordArray,
) -> int:
    """Return the number of the action that ``policies[0]`` chooses for a seat, which is to act.

    ``views[0]`` is the seat's view, ``rng`` the state of its generator. ``blueprint`` may be empty;
    the level ``blueprint`` is greedy then. ``rounds`` is work space.
    """
    state = rounds[0]
    write_round(views[0], seat, state)
    legal = legal_actions(rules[0], state)
    policy = policies[0]
    if policy.kind == BLUEPRINT:
        return blueprint_or_greedy(rules[0], state, legal, blueprint, policy.keep_threshold, rng)
    return level_action(rules[0], state, legal, policy, rng)
