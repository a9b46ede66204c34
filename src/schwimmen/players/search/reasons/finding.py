"""Reasons why an action is better than another: facts that make the difference of their values.

Both actions are played out in the same sampled worlds, with the same random numbers: once
unchanged, and once for each fact, with that fact changed. The share of a fact is the part of the
difference that disappears without it; a fact with a share of half or more is a reason.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.legal import TAKE, action_kind
from schwimmen.rules.core.rng import Rng, random_seed
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import RecordArray, RulesRecord, ViewRecord

from ...blueprint.policy_table import Blueprint
from ...equity.match_equity import EquityLookup
from ...greedy import hand_after
from ..evidence import EvidenceRecord
from ..redeal import IMPOSSIBLE, redeal
from ..rollouts import value_place
from ..situation import SearchSpace, fill, situation_of
from .changes import equalize_lives, restore_lives, value_with_change
from .facts import complete_fact, write_facts
from .records import AS_IT_IS, BEST, EQUAL_LIVES, MAX_REASONS, SIDES, Comparison

if TYPE_CHECKING:
    from ...policies import PolicyRecord

_TOPICS: Final = np.array((0, 0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9))
"""Topic of each reason; each topic has at most one reason."""

_WORLDS: Final = 4096  # most worlds in which actions are played out
_FEWEST: Final = 512  # fewest worlds from which reasons are given
_Z: Final = 3.0  # standard errors above which a mean is not noise


@jit_noinline
def find_reasons(
    rules: RulesRecord,
    pack: int,
    view: ViewRecord,
    seat: int,
    events: RecordArray,
    starts: RecordArray,
    policy: PolicyRecord,
    evidence: EvidenceRecord,
    blueprint: Blueprint,
    lookup: EquityLookup,
    space: SearchSpace,
    best: int,
    other: int,
    reasons: RecordArray,
    rng: Rng,
) -> int:
    """Write reasons why ``best`` is better than ``other`` into ``reasons[0]``.

    The seat is to act. ``estimate_values`` describes the other parameters. There is no reason if
    the difference of the values is noise. Returns 0, or ``IMPOSSIBLE`` if the view belongs to no
    real round.
    """
    reasons[0].count = 0
    decisions = redeal(
        rules, pack, view, seat, events, 0, starts, 0,
        space.searches[0].seen[0], space.rounds, space.actions, rng,
    )  # fmt: skip
    if decisions == IMPOSSIBLE:
        return IMPOSSIBLE
    situation = situation_of(
        rules, view, seat, decisions, decisions, 1, policy, evidence, blueprint, lookup, space, rng
    )
    number = min(len(situation.worlds.rounds), _WORLDS)
    fill(situation, 0, number)
    state = situation.now[0]
    hand = hand_after(rules, state.hands[seat], state.table, best)
    other_hand = hand_after(rules, state.hands[seat], state.table, other)
    takes = action_kind(rules, other) == TAKE
    comparison = Comparison(
        situation,
        reasons,
        best,
        other,
        hand,
        other_hand,
        hand if takes else hand & ~other_hand,
        number,
        random_seed(rng),
    )
    if not _differ(comparison):
        return 0
    found = reasons[0].found
    facts = write_facts(comparison)
    count = 0
    reasons[0].left_matters = 0
    for place in range(facts):
        _find_share(comparison, place)
        if found[place].share > 0 and complete_fact(comparison, place):
            count = _keep(found, count, place)
    reasons[0].count = count
    return 0


@jit_noinline
def _differ(comparison: Comparison) -> bool:
    """Play out both actions in all worlds; return whether their values differ clearly."""
    work, values = comparison.work[0], comparison.situation.trials.values
    for seat in range(MAX_SEATS):
        work.taken[seat] = 0
        work.lowest[seat] = 0
    for side in range(SIDES):
        work.new_tables[side] = 0
        work.turns_of_all[side] = 0
    spare = len(work.found) - 1
    work.found[spare].change = AS_IT_IS
    total, squares = 0.0, 0.0
    for world in range(comparison.worlds):
        difference = 0.0
        for side in range(SIDES):
            value = value_with_change(comparison, world, side, spare)
            values[_place(comparison, side, world)] = value
            difference += value if side == BEST else -value
        total += difference
        squares += difference * difference
    noise = _Z * _deviation(total, squares, comparison.worlds)
    return comparison.worlds >= _FEWEST and total > noise


@jit
def _place(comparison: Comparison, side: int, world: int) -> int:
    return value_place(comparison.situation.trials, side, world)


@jit
def _deviation(total: float, squares: float, number: int) -> float:
    """Return the standard error of a sum."""
    return sqrt(max(0.0, squares - total * total / number))


@jit_noinline
def _find_share(comparison: Comparison, place: int) -> None:
    """Write the share of a fact, 0 if it is less than half, or noise.

    A fact whose share is clearly less is given up after a few worlds.
    """
    values, fact = comparison.situation.trials.values, comparison.work[0].found[place]
    fact.share = 0.0
    factor = 1.0
    if fact.change == EQUAL_LIVES:
        factor = equalize_lives(comparison)
    difference, total, squares = 0.0, 0.0, 0.0
    for world in range(comparison.worlds):
        gone = 0.0
        for side in range(SIDES):
            value = values[_place(comparison, side, world)]
            sign = 1.0 if side == BEST else -1.0
            difference += sign * value
            if fact.sides >> side & 1:
                changed = value_with_change(comparison, world, side, place)
                gone += sign * (value - factor * changed)
        total += gone
        squares += gone * gone
        if world + 1 == _FEWEST:
            noise = _Z * _deviation(total, squares, _FEWEST)
            if total + noise < difference / 2:
                break
    else:
        noise = _Z * _deviation(total, squares, comparison.worlds)
        if total >= max(difference / 2, noise):
            fact.share = min(1.0, total / difference)
    if fact.change == EQUAL_LIVES:
        restore_lives(comparison)


@jit_noinline
def _keep(found: RecordArray, count: int, place: int) -> int:
    """Put a fact in its place among the ``count`` reasons; return their new number.

    Each topic has at most one reason, and the last place is work space.
    """
    spare = len(found) - 1
    found[spare] = found[place]
    last = min(count, MAX_REASONS - 1)
    for one in range(count):
        if _TOPICS[found[one].code] == _TOPICS[found[spare].code]:
            last = one
    if last < count and found[last].share >= found[spare].share:
        return count
    count = max(count, last + 1)
    while last > 0 and found[last - 1].share < found[spare].share:
        found[last] = found[last - 1]
        last -= 1
    found[last] = found[spare]
    return count
