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
from schwimmen.rules.core.rows import MAX_SEATS
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
    write_chances,
    write_changes,
    write_exact_chances,
)
from .grades import compared_actions, write_decision, write_reasons
from .likeness import levels_like
from .records import AccountArray, MomentArray


@entry(javascript=True)
def seed_moment(rng: Rng, number: int, announced: Annotated[int, Range(0, 1)]) -> None:
    """Replace the seed of a review by that of the chances at the moment ``number``."""
    rng[0] = spawn(spawn(rng[0], number), 2 * MAX_SEATS + announced)


@entry(javascript=True)
def seed_decision(rng: Rng, number: int, seat: Seat) -> None:
    """Replace the seed of a review by that of a seat's decision at the moment ``number``."""
    rng[0] = spawn(spawn(rng[0], number), 2 * seat)


@entry(javascript=True)
def seed_reasons(rng: Rng, number: int, seat: Seat) -> None:
    """Replace the seed of a review by that of the reasons of a seat's decision at a moment."""
    seed_decision(rng, number, seat)
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

    The chances before them, after the action alone, are then to be estimated, too.
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
def value_seats(
    rules: RulesArray,
    searches: SearchArray,
    announced: Annotated[int, Range(0, 1)],
    moments: MomentArray,
) -> None:
    """Write the chances of all seats, or the ``announced`` ones, as ``estimate`` found them."""
    write_chances(rules[0], searches[0], announced, moments[0])


@entry(javascript=True)
def value_decision(
    rules: RulesArray,
    searches: SearchArray,
    legal: ActionSet,
    seat: Seat,
    chosen: ActionOrNone,
    moments: MomentArray,
) -> None:
    """Write the decision of a seat by the actions that ``estimate`` has valued.

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
def compare_with_levels(
    rules: RulesArray, seats: Annotated[int, Range(2, MAX_SEATS)], accounts: AccountArray
) -> tuple[int, int]:
    """Return the codes of the levels between which a player plays, as ``levels_like``.

    ``accounts`` are those of one player in matches with a number of ``seats``.
    """
    return levels_like(rules[0], seats, accounts)
