"""Compiled functions of analyses, with arrays of records, for programs without Python."""

from __future__ import annotations

from schwimmen.engine import entry
from schwimmen.players.blueprint.policy import blueprint_probabilities
from schwimmen.players.blueprint.policy_table import Blueprint
from schwimmen.players.from_view import write_round
from schwimmen.players.policies import PolicyArray
from schwimmen.players.search.situation import RolloutArray
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.state import RoundArray, RulesArray, Seat, ViewArray


@entry(javascript=True)
def action_probabilities(
    rules: RulesArray,
    views: ViewArray,
    seat: Seat,
    policies: PolicyArray,
    blueprint: Blueprint,
    rounds: RoundArray,
    probabilities: RolloutArray,
) -> None:
    """Write the probability with which the level ``blueprint`` plays each legal action.

    ``views[0]`` is the view of the seat, which is to act, and ``policies[0]`` any policy under the
    rules. ``rounds`` is work space.
    """
    state = rounds[0]
    write_round(views[0], seat, state)
    legal = legal_actions(rules[0], state)
    threshold = policies[0].keep_threshold
    blueprint_probabilities(rules[0], state, legal, blueprint, threshold, probabilities)
