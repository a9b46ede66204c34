"""Compiled functions of reviews, with arrays of records, for programs without Python, too.

They are the same that reviews in Python call.
"""

from __future__ import annotations

from typing import Annotated

from schwimmen.engine import LengthOf, Range, entry
from schwimmen.players.equity.model import EquityRow
from schwimmen.players.search.reasons.records import ReasonArray
from schwimmen.players.search.situation import SearchArray
from schwimmen.rules.core.rng import Rng, spawn
from schwimmen.rules.core.state import (
    ActionOrNone,
    ActionSet,
    AnyEvents,
    MatchArray,
    RulesArray,
    Seat,
    SeatOrNone,
)

from .accounts import (
    add_moment,
    is_surprise,
    start_moment,
    write_changes,
    write_exact_chances,
    write_value,
)
from .grades import compared_actions, write_decision, write_reasons
from .likeness import write_likeness
from .records import AccountArray, MomentArray


@entry(javascript=True)
def seed_estimate(
    rng: Rng, number: int, seat: Seat, announced: Annotated[int, Range(0, 1)]
) -> None:
    """Replace the seed of a review by that of an estimate for a seat at the moment ``number``."""
    rng[0] = spawn(spawn(rng[0], number), 2 * seat + announced)


@entry(javascript=True)
def seed_reasons(rng: Rng, number: int, seat: Seat) -> None:
    """Replace the seed of a review by that of the reasons of a seat's decision at a moment."""
    seed_estimate(rng, number, seat, 0)
    rng[0] = spawn(rng[0], 0)


@entry(javascript=True)
def begin_moment(
    rules: RulesArray, matches: MatchArray, seat: SeatOrNone, moments: MomentArray
) -> None:
    """Begin ``moments[0]``, all zero: the moment after an action of a seat, or of ``NO_SEAT``.

    ``matches[0]`` is the match before the round.
    """
    start_moment(rules[0], matches[0], seat, moments[0])


@entry(javascript=True)
def shows_cards(events: AnyEvents, count: Annotated[int, Range(0, LengthOf("events"))]) -> int:
    """Return whether the first ``count`` events, which an action brought, show cards or hands.

    The value before them, after the action alone, is then to be estimated for all other seats.
    """
    return int(is_surprise(events[:count]))


@entry(javascript=True)
def value_exactly(
    rules: RulesArray, matches: MatchArray, equity: EquityRow, moments: MomentArray
) -> None:
    """Write the chances of ``moments[0]``, between two rounds of ``matches[0]`` or at its end.

    ``equity[0]`` is every seat's probability of winning; games for points do not need it.
    """
    write_exact_chances(rules[0], matches[0], equity[0], moments[0])


@entry(javascript=True)
def value_seat(
    rules: RulesArray,
    searches: SearchArray,
    seat: Seat,
    announced: Annotated[int, Range(0, 1)],
    moments: MomentArray,
) -> None:
    """Write the chance of a seat, or the ``announced`` one, as ``estimate`` found it."""
    write_value(rules[0], searches[0], seat, announced, moments[0])


@entry(javascript=True)
def value_decision(
    rules: RulesArray,
    searches: SearchArray,
    legal: ActionSet,
    seat: Seat,
    chosen: ActionOrNone,
    moments: MomentArray,
) -> None:
    """Write the decision of a seat, and its chance, by the actions that ``estimate`` has valued.

    ``legal`` is the mask of its legal actions. ``chosen`` is the one that is played, or
    ``NO_ACTION``.
    """
    write_decision(rules[0], searches[0], legal, seat, chosen, moments[0])


@entry(javascript=True)
def actions_to_explain(moments: MomentArray) -> tuple[int, int]:
    """Return the best action of the decision of ``moments[0]``, and the one to compare it with.

    The other is ``NO_ACTION`` if the decision is to have no reasons.
    """
    return compared_actions(moments[0])


@entry(javascript=True)
def keep_reasons(reasons: ReasonArray, moments: MomentArray) -> None:
    """Write the reasons that ``explain`` found into ``moments[0]``."""
    write_reasons(reasons[0], moments[0])


@entry(javascript=True)
def add_to_accounts(
    befores: MomentArray, moments: MomentArray, number: int, accounts: AccountArray
) -> None:
    """Write the changes of ``moments[0]`` since ``befores[0]``, and add them to all accounts.

    There is one account for each seat, all zero at first. Before the moment 0 there is no other.
    """
    moments[0].change_count = moments[0].seats
    if number > 0:
        write_changes(befores[0], moments[0])
    for seat in range(len(accounts)):
        add_moment(moments[0], number, seat, accounts[seat])


@entry(javascript=True)
def compare_with_levels(rules: RulesArray, accounts: AccountArray) -> None:
    """Write the level that plays like each player, after the last moment."""
    for seat in range(len(accounts)):
        write_likeness(rules[0], len(accounts), accounts[seat])
