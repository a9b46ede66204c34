"""Compiled functions of the players, with arrays of records, for programs without Python, too.

They are the same that players call.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.jit import jit
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.state import RecordArray

from .blueprint.policy import blueprint_or_greedy
from .blueprint.policy_table import Blueprint
from .equity.builder import LIMITS, plan_model, solve_model
from .equity.match_equity import EquityLookup, equity_row
from .equity.model import EquityModel, win_probabilities
from .from_view import write_round
from .policies import BLUEPRINT, level_action, write_policy
from .search.lookahead import search
from .search.reasons.finding import find_reasons
from .search.situation import SearchSpace
from .search.valuation import estimate_values


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


@jit
def look_ahead(
    rules: RecordArray,
    pack: int,
    views: RecordArray,
    seat: int,
    events: RecordArray,
    count: int,
    starts: RecordArray,
    policies: RecordArray,
    blueprint: Blueprint,
    sizes: RecordArray,
    values: NDArray[np.float64],
    lookups: RecordArray,
    equity: RecordArray,
    rng: Rng,
    searches: RecordArray,
    rounds: RecordArray,
    actions: NDArray[np.int64],
    worlds: RecordArray,
    models: RecordArray,
    candidates: RecordArray,
    rollouts: NDArray[np.float64],
) -> int:
    """Return the number of the action that a search chooses for a seat, which is to act.

    ``views[0]`` is the seat's view of a round with the cards ``pack`` and the first ``count``
    public ``events``; ``starts`` is empty unless the round began with a position. ``policies[0]``
    has the budget. ``blueprint`` may be empty. ``sizes`` and ``values`` are the equity model,
    ``lookups`` what ``start_lookup`` has begun, ``equity`` its rows. The values of all actions are
    in ``searches[0].trials``; the other arrays are work space, as in ``SearchSpace``.

    Returns ``IMPOSSIBLE`` if the view belongs to no real round.
    """
    return search(
        rules[0],
        pack,
        views[0],
        seat,
        events[:count],
        starts,
        policies[0],
        blueprint,
        EquityLookup(EquityModel(rules, sizes, values), lookups, equity),
        SearchSpace(searches, rounds, actions, worlds, models, candidates, rollouts),
        rng,
    )


@jit
def estimate(
    rules: RecordArray,
    pack: int,
    views: RecordArray,
    seat: int,
    events: RecordArray,
    count: int,
    announced: int,
    by_action: int,
    starts: RecordArray,
    policies: RecordArray,
    blueprint: Blueprint,
    sizes: RecordArray,
    values: NDArray[np.float64],
    lookups: RecordArray,
    equity: RecordArray,
    rng: Rng,
    searches: RecordArray,
    rounds: RecordArray,
    actions: NDArray[np.int64],
    worlds: RecordArray,
    models: RecordArray,
    candidates: RecordArray,
    rollouts: NDArray[np.float64],
) -> int:
    """Estimate the value of a moment to a seat, or that of each action, as ``estimate_values``.

    The value of the moment is in ``searches[0]``, those of the actions in ``searches[0].trials``.
    ``look_ahead`` describes the other arrays. Returns the best action or 0; ``IMPOSSIBLE`` if the
    view belongs to no real round.
    """
    return estimate_values(
        rules[0],
        pack,
        views[0],
        seat,
        events[:count],
        announced,
        by_action,
        starts,
        policies[0],
        blueprint,
        EquityLookup(EquityModel(rules, sizes, values), lookups, equity),
        SearchSpace(searches, rounds, actions, worlds, models, candidates, rollouts),
        rng,
    )


@jit
def explain(
    rules: RecordArray,
    pack: int,
    views: RecordArray,
    seat: int,
    events: RecordArray,
    count: int,
    best: int,
    other: int,
    starts: RecordArray,
    policies: RecordArray,
    blueprint: Blueprint,
    sizes: RecordArray,
    values: NDArray[np.float64],
    lookups: RecordArray,
    equity: RecordArray,
    rng: Rng,
    searches: RecordArray,
    rounds: RecordArray,
    actions: NDArray[np.int64],
    worlds: RecordArray,
    models: RecordArray,
    candidates: RecordArray,
    rollouts: NDArray[np.float64],
    reasons: RecordArray,
) -> int:
    """Write reasons why an action of a seat is better than another, as ``find_reasons``.

    They are in ``reasons[0]``. ``look_ahead`` describes the other arrays. Returns 0, or
    ``IMPOSSIBLE`` if the view belongs to no real round.
    """
    return find_reasons(
        rules[0],
        pack,
        views[0],
        seat,
        events[:count],
        starts,
        policies[0],
        blueprint,
        EquityLookup(EquityModel(rules, sizes, values), lookups, equity),
        SearchSpace(searches, rounds, actions, worlds, models, candidates, rollouts),
        best,
        other,
        reasons,
        rng,
    )


@jit
def plan_equity(
    rules: RecordArray,
    seats: int,
    catalogue: RecordArray,
    frequencies: RecordArray,
    sizes: RecordArray,
) -> int:
    """Write the ``sizes`` of the equity model of a match, and return the number of its values.

    ``catalogue`` and ``frequencies`` are those of ``OutcomeTables``, and ``sizes`` has
    ``NUMBER_OF_SIZES`` records.
    """
    return plan_model(rules, seats, catalogue, frequencies, LIMITS, sizes)


@jit
def solve_equity(
    rules: RecordArray,
    sizes: RecordArray,
    values: NDArray[np.float64],
    outcomes: RecordArray,
    workspaces: RecordArray,
) -> None:
    """Compute the values of the equity model that ``plan_equity`` planned.

    ``outcomes`` are those of ``OutcomeTables``. ``workspaces[0]`` is work space.
    """
    solve_model(EquityModel(rules, sizes, values), outcomes, workspaces[0])


@jit
def equity_before_round(
    rules: RecordArray,
    sizes: RecordArray,
    values: NDArray[np.float64],
    matches: RecordArray,
    workspaces: RecordArray,
    equity: RecordArray,
) -> None:
    """Write every seat's probability of winning ``matches[0]`` into ``equity[0]``."""
    model = EquityModel(rules, sizes, values)
    win_probabilities(model, workspaces[0], matches[0], equity[0])


@jit
def equity_after_round(
    rules: RecordArray,
    sizes: RecordArray,
    values: NDArray[np.float64],
    lookups: RecordArray,
    equity: RecordArray,
    rounds: RecordArray,
) -> int:
    """Return the row of ``equity`` that has the value of the finished ``rounds[0]`` to every seat.

    The arrays are those of an ``EquityLookup``, which ``start_lookup`` has started.
    """
    model = EquityModel(rules, sizes, values)
    return equity_row(EquityLookup(model, lookups, equity), rounds[0])
