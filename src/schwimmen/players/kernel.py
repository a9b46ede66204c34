"""Entry points that players in Python, and programs without Python, call with arrays of records."""

from __future__ import annotations

from typing import Annotated

from schwimmen.engine import LengthOf, Range, entry
from schwimmen.rules.core.legal import legal_actions
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.state import (
    Action,
    ActionSet,
    AnyEvents,
    AnyRounds,
    CardSet,
    RoundArray,
    RulesArray,
    Seat,
    SeatOrNone,
    ViewArray,
)

from .blueprint.policy import blueprint_or_greedy, blueprint_probabilities
from .blueprint.policy_table import Blueprint
from .equity.match_equity import EquityLookup, EquityRows, LookupArray
from .equity.model import EquityModel, SizeArray, ValueArray
from .from_view import write_round
from .heuristic.policy import evaluate_actions
from .policies import BLUEPRINT, PolicyArray, level_action
from .search.evidence import EvidenceArray, add_evidence
from .search.lookahead import search
from .search.reasons.finding import find_reasons
from .search.reasons.records import ReasonArray
from .search.situation import (
    CandidateArray,
    CourseActions,
    CourseRounds,
    ModelArray,
    RolloutArray,
    SearchArray,
    SearchSpace,
    WorldArray,
)
from .search.valuation import estimate_values


@entry
def blueprint_policy(
    rules: RulesArray,
    rounds: RoundArray,
    legal: ActionSet,
    blueprint: Blueprint,
    keep_threshold: int,
    probabilities: RolloutArray,
) -> None:
    """Write the probability of every legal action, as ``blueprint_probabilities`` does."""
    blueprint_probabilities(rules[0], rounds[0], legal, blueprint, keep_threshold, probabilities)


@entry
def value_actions(
    rules: RulesArray,
    rounds: RoundArray,
    legal: ActionSet,
    policies: PolicyArray,
    values: RolloutArray,
) -> None:
    """Write the value of every legal action to a heuristic policy, as ``evaluate_actions`` does."""
    evaluate_actions(rules[0], rounds[0], legal, policies[0].profile, values)


@entry(javascript=True)
def choose(
    rules: RulesArray,
    views: ViewArray,
    seat: Seat,
    policies: PolicyArray,
    blueprint: Blueprint,
    rng: Rng,
    rounds: RoundArray,
) -> int:
    """Return the number of the action that ``policies[0]`` chooses for a seat, which is to act.

    ``views[0]`` is the seat's view, ``rng`` the state of its generator. If ``blueprint`` is empty,
    the level ``blueprint`` plays by the greedy policy. ``rounds`` is work space.
    """
    state = rounds[0]
    write_round(views[0], seat, state)
    legal = legal_actions(rules[0], state)
    policy = policies[0]
    if policy.kind == BLUEPRINT:
        return blueprint_or_greedy(rules[0], state, legal, blueprint, policy.keep_threshold, rng)
    return level_action(rules[0], state, legal, policy, rng)


@entry(javascript=True, long=True)
def look_ahead(
    rules: RulesArray,
    pack: CardSet,
    views: ViewArray,
    seat: Seat,
    events: AnyEvents,
    count: Annotated[int, Range(0, LengthOf("events"))],
    starts: AnyRounds,
    policies: PolicyArray,
    evidence: EvidenceArray,
    blueprint: Blueprint,
    sizes: SizeArray,
    values: ValueArray,
    lookups: LookupArray,
    equity: EquityRows,
    rng: Rng,
    searches: SearchArray,
    rounds: CourseRounds,
    actions: CourseActions,
    worlds: WorldArray,
    models: ModelArray,
    candidates: CandidateArray,
    rollouts: RolloutArray,
) -> int:
    """Return the number of the action that a search chooses for a seat, which is to act.

    ``views[0]`` is the seat's view of a round with the cards ``pack`` and the first ``count``
    public ``events``; ``starts`` is empty unless the round began with a position. ``policies[0]``
    has the budget. ``evidence[0]`` is that of the earlier rounds of the match, all 1 without any.
    ``blueprint`` may be empty. ``sizes`` and ``values`` are the equity model,
    ``lookups`` the state that ``start_lookup`` wrote, ``equity`` its rows. The values of all
    actions are in ``searches[0].trials``; the other arrays are work space, as in ``SearchSpace``.

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
        evidence[0],
        blueprint,
        EquityLookup(EquityModel(rules, sizes, values), lookups, equity),
        SearchSpace(searches, rounds, actions, worlds, models, candidates, rollouts),
        rng,
    )


@entry(javascript=True)
def learn(
    rules: RulesArray,
    pack: CardSet,
    views: ViewArray,
    events: AnyEvents,
    count: Annotated[int, Range(0, LengthOf("events"))],
    starts: AnyRounds,
    policies: PolicyArray,
    blueprint: Blueprint,
    rng: Rng,
    searches: SearchArray,
    rounds: CourseRounds,
    actions: CourseActions,
    evidence: EvidenceArray,
) -> int:
    """Add what the seats did in a round to the evidence, as ``add_evidence``.

    ``views[0]`` is a spectator's view at the end of the round, which had the blueprint.
    ``look_ahead`` describes the other arrays. Returns the number of decisions, or ``IMPOSSIBLE`` if
    the view belongs to no real round.
    """
    return add_evidence(
        rules[0],
        pack,
        views[0],
        events[:count],
        starts,
        policies[0],
        blueprint,
        searches[0],
        rounds,
        actions,
        evidence[0],
        rng,
    )


@entry(javascript=True, long=True)
def estimate(
    rules: RulesArray,
    pack: CardSet,
    views: ViewArray,
    seat: SeatOrNone,
    events: AnyEvents,
    count: Annotated[int, Range(0, LengthOf("events"))],
    announced: Annotated[int, Range(0, 1)],
    by_action: Annotated[int, Range(0, 1)],
    starts: AnyRounds,
    policies: PolicyArray,
    evidence: EvidenceArray,
    blueprint: Blueprint,
    sizes: SizeArray,
    values: ValueArray,
    lookups: LookupArray,
    equity: EquityRows,
    rng: Rng,
    searches: SearchArray,
    rounds: CourseRounds,
    actions: CourseActions,
    worlds: WorldArray,
    models: ModelArray,
    candidates: CandidateArray,
    rollouts: RolloutArray,
) -> int:
    """Estimate the value of a moment to all seats, or of each action, as ``estimate_values``.

    Values of the moment are in ``searches[0].seats``, those of actions in ``searches[0].trials``.
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
        evidence[0],
        blueprint,
        EquityLookup(EquityModel(rules, sizes, values), lookups, equity),
        SearchSpace(searches, rounds, actions, worlds, models, candidates, rollouts),
        rng,
    )


@entry(javascript=True, long=True)
def explain(
    rules: RulesArray,
    pack: CardSet,
    views: ViewArray,
    seat: Seat,
    events: AnyEvents,
    count: Annotated[int, Range(0, LengthOf("events"))],
    best: Action,
    other: Action,
    starts: AnyRounds,
    policies: PolicyArray,
    evidence: EvidenceArray,
    blueprint: Blueprint,
    sizes: SizeArray,
    values: ValueArray,
    lookups: LookupArray,
    equity: EquityRows,
    rng: Rng,
    searches: SearchArray,
    rounds: CourseRounds,
    actions: CourseActions,
    worlds: WorldArray,
    models: ModelArray,
    candidates: CandidateArray,
    rollouts: RolloutArray,
    reasons: ReasonArray,
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
        evidence[0],
        blueprint,
        EquityLookup(EquityModel(rules, sizes, values), lookups, equity),
        SearchSpace(searches, rounds, actions, worlds, models, candidates, rollouts),
        best,
        other,
        reasons,
        rng,
    )
