"""Match equity of every seat before a round, and values of the possible ends of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, entry, jit, jit_noinline
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import (
    IN,
    MATCH_DTYPE,
    OUT,
    ROUND_DTYPE,
    SCORING_POINTS,
    SWIMMING,
    RecordArray,
    RoundArray,
    RoundRecord,
    RulesArray,
    ViewArray,
    rules_array,
)
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.view import View
from schwimmen.rules.view_builder import record_of

from .builder import build_equity_model, equity_model
from .loss_frequencies import LossFrequencies
from .model import (
    EQUITY_DTYPE,
    NUMBER_OF_SIZES,
    SIZE_DTYPE,
    WORKSPACE_DTYPE,
    EquityModel,
    SizeArray,
    ValueArray,
    equity_before_round,
    settle_scores,
    win_probabilities,
)


def equity(
    rules: RuleSet,
    lives: Sequence[int | None],
    dealer: int,
    frequencies: Mapping[int, LossFrequencies] | None = None,
) -> tuple[float, ...]:
    """Return every seat's probability of winning a match for lives, before a round.

    ``lives`` is as for ``match_state``. A win shared by several seats counts in equal parts.
    ``frequencies`` are the losses of a round for every number of seats from 2 on (default: those
    measured in the package).

    Raises ``SchwimmenError`` for a state that no match under the given rules can have, and if
    ``frequencies`` lacks a number of seats.

    >>> from schwimmen.rules import RuleSet
    >>> mine, yours = equity(RuleSet("pagat"), [3, 0], dealer=0)
    >>> mine > .8, round(mine + yours, 9)
    (True, 1.0)
    """
    matches = match_state(rules, lives, dealer)
    seats = sum(lives_left is not None for lives_left in lives)
    if frequencies is None:
        return equities_before_round(rules, matches)
    if set(range(2, seats + 1)) <= set(frequencies):
        model = build_equity_model(rules, frequencies)
    else:
        raise SchwimmenError(f"loss frequencies are needed for 2 to {seats} seats")
    return _win_probabilities(model, matches)


def equities_before_round(rules: RuleSet, matches: RecordArray) -> tuple[float, ...]:
    """Return every seat's probability of winning the match for lives whose array is given.

    The match is before a round, or over.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=3, seed=1)
    >>> round(sum(equities_before_round(match.rules, match.arrays[2])), 9)
    1.0
    """
    return _win_probabilities(equity_model(rules, int(matches["seats"][0])), matches)


def _win_probabilities(model: EquityModel, matches: RecordArray) -> tuple[float, ...]:
    workspace, found = np.zeros(1, WORKSPACE_DTYPE), np.zeros(1, EQUITY_DTYPE)
    equity_before_round(*model, matches, workspace, found)
    return tuple(found["seats"][0, : int(matches["seats"][0])].tolist())


def match_state(rules: RuleSet, lives: Sequence[int | None], dealer: int) -> RecordArray:
    """Return an array of one match with these lives, before the round that ``dealer`` deals.

    ``lives`` has the number of lives of every seat: 0 if it is swimming, ``None`` if it is out.

    Raises ``SchwimmenError`` for a state that no match for lives under the given rules can have.
    """
    if rules.scoring == "points":
        raise SchwimmenError("a match for points has no lives")
    seats = range(len(lives))
    in_match = [seat for seat in seats if lives[seat] is not None]
    if len(in_match) < 2 or len(lives) > MAX_SEATS:
        raise SchwimmenError(f"{len(in_match)} of {len(lives)} seats: a match has 2 to {MAX_SEATS}")
    if dealer not in in_match:
        raise SchwimmenError(f"dealer {dealer} is not a seat that is in the match")
    matches = np.zeros(1, MATCH_DTYPE)
    match: Any = matches[0]
    match.seats = len(lives)
    match.dealer = dealer
    match.leader = next((seat for seat in in_match if seat > dealer), in_match[0])
    for seat, lives_left in enumerate(lives):
        if lives_left is None:
            match.status[seat] = OUT
        elif 0 <= lives_left <= rules.lives:
            match.lives[seat] = lives_left
            match.status[seat] = IN if lives_left else SWIMMING
        else:
            raise SchwimmenError(
                f"seat {seat} cannot have {lives_left} lives: they are 0 to {rules.lives}"
            )
    # The first round in which a seat runs out of lives takes the chicken (R29).
    match.chicken_taken = any(not lives_left for lives_left in lives)
    return matches


BY_EQUITY: Final = 0  # in a match for lives: the probability of winning it
BY_SCORE: Final = 1  # in a single round or for points: the score relative to the opponents'

ROWS: Final = 1 << 10
"""Number of the rows of a lookup."""

_MULTIPLIER: Final = 0x9E3779B1  # of a Fibonacci hash: 2**32 over the golden ratio
_LOSS_BITS: Final = 2  # a round costs a seat two lives at most (R19, R20)
_NO_KEY: Final = -1
_NO_SIZES: Final = np.zeros(NUMBER_OF_SIZES, SIZE_DTYPE)
_NO_VALUES: Final = np.zeros(0)

LOOKUP_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("kind", np.int64),
            ("scale", np.float64),  # of scores
            ("match", MATCH_DTYPE),  # before the end of the round
            ("workspace", WORKSPACE_DTYPE),
            ("keys", np.int64, (ROWS,)),  # losses of each row
        ],
    )
)
"""State of a lookup."""

LookupArray: TypeAlias = Annotated[NDArray[Any], Array(LOOKUP_DTYPE, 1)]
EquityRows: TypeAlias = Annotated[NDArray[Any], Array(EQUITY_DTYPE, ROWS)]


class EquityLookup(NamedTuple):
    """Cache of the values of the ends of a round, for one match and one thread.

    ``equity[row].seats[seat]``, with the row from ``equity_row``, is a seat's probability of
    winning the match, shared wins counting in parts. In a single round or for points it is the
    seat's score minus the mean of its opponents', divided by a scale. ``equity`` has ``ROWS`` rows;
    ``lookups[0]`` is its state.
    """

    model: EquityModel
    lookups: LookupArray
    equity: EquityRows


@entry(javascript=True)
def start_lookup(rules: RulesArray, views: ViewArray, lookups: LookupArray) -> int:
    """Write ``lookups[0]`` for the round of ``views[0]``, and return its kind.

    ``BY_EQUITY`` needs the equity model for the rules and number of seats, ``BY_SCORE`` no model.
    """
    view, lookup = views[0], lookups[0]
    lookup.kind = BY_EQUITY
    lookup.scale = 1.0
    if rules[0].scoring == SCORING_POINTS:
        # Points are their own utility, as a fraction of the best hand.
        lookup.kind = BY_SCORE
        lookup.scale = 2.0 * (10 * rules[0].hand_size + 1)
    elif not view.in_match:
        lookup.kind = BY_SCORE
        lookup.scale = -1.0  # lost lives are negative
    match = lookup.match
    match.seats = view.seat_count
    match.dealer = view.dealer
    match.leader = view.leader
    match.rounds = 0
    match.over = 0
    match.winners = 0
    # The first round in which a seat runs out of lives takes the chicken (R29).
    match.chicken_taken = 0
    for seat in range(view.seat_count):
        match.lives[seat] = view.seats[seat].score
        match.status[seat] = view.seats[seat].status
        if match.lives[seat] == 0:
            match.chicken_taken = 1
    forget_rows(lookups)
    return int(lookup.kind)


@jit
def forget_rows(lookups: RecordArray) -> None:
    """Clear the rows of a lookup after a change of its match."""
    for row in range(ROWS):
        lookups[0].keys[row] = _NO_KEY


@jit
def equity_row(lookup: EquityLookup, state: RoundRecord) -> int:
    """Return the row of ``lookup.equity`` for a finished round; it is valid until the next call."""
    keys = lookup.lookups[0].keys
    if lookup.lookups[0].kind == BY_SCORE:
        _compare_scores(lookup, state)
        return 0
    key = 0
    for seat in range(state.seats):
        key |= int(state.score[seat]) << (_LOSS_BITS * seat)
    row = (key * _MULTIPLIER >> 16) % ROWS
    if keys[row] != key:
        keys[row] = key
        _look_up(lookup, state, row)
    return row


@entry(javascript=True)
def equity_after_round(
    rules: RulesArray,
    sizes: SizeArray,
    values: ValueArray,
    lookups: LookupArray,
    equity: EquityRows,
    rounds: RoundArray,
) -> int:
    """Return the row of ``equity`` that has the value of the finished ``rounds[0]`` to every seat.

    The arrays are those of an ``EquityLookup``, which ``start_lookup`` has started.
    """
    model = EquityModel(rules, sizes, values)
    return equity_row(EquityLookup(model, lookups, equity), rounds[0])


@jit_noinline
def _look_up(lookup: EquityLookup, state: RoundRecord, row: int) -> None:
    workspace = lookup.lookups[0].workspace
    for seat in range(state.seats):
        workspace.played.score[seat] = state.score[seat]
    settle_scores(lookup.model.rules[0], lookup.lookups[0].match, workspace.after, workspace.played)
    win_probabilities(lookup.model, workspace, workspace.after, lookup.equity[row])


@jit_noinline
def _compare_scores(lookup: EquityLookup, state: RoundRecord) -> None:
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    others = popcount(state.active) - 1
    scale, values = lookup.lookups[0].scale, lookup.equity[0].seats
    for seat in range(state.seats):
        own = int(state.score[seat])
        in_round = int(state.active) >> seat & 1
        values[seat] = (own - (total - own) / others) / scale if in_round else 0.0


def equity_lookup(view: View) -> EquityLookup:
    """Return the lookup for the round of a view.

    The first call for a rule set and number of players computes their equity model.
    """
    rules = rules_array(view.rules)
    lookups = np.empty(1, LOOKUP_DTYPE)
    kind = start_lookup(rules, record_of(view), lookups)
    model = (
        equity_model(view.rules, len(view.seats))
        if kind == BY_EQUITY
        else EquityModel(rules, _NO_SIZES, _NO_VALUES)
    )
    return EquityLookup(model, lookups, np.empty(ROWS, EQUITY_DTYPE))


def equity_arrays(
    lookup: EquityLookup,
) -> tuple[RecordArray, RecordArray, RecordArray, RecordArray]:
    """Return the arrays of a lookup and its model, in the order in which searches take them."""
    return (lookup.model.sizes, lookup.model.values, lookup.lookups, lookup.equity)


def equity_after(view: View, scores: Sequence[int]) -> tuple[float, ...]:
    """Return the value to every seat if the round costs these lives or makes these points.

    ``scores`` are lives lost by seat, or doubled points. ``EquityLookup`` describes the values.

    >>> from schwimmen.rules import Match
    >>> view = Match("pagat", players=2, seed=1).view(0)
    >>> mine, yours = equity_after(view, [1, 0])
    >>> mine < .5 < yours
    True
    """
    lookup = equity_lookup(view)
    rounds = np.zeros(1, ROUND_DTYPE)
    state: Any = rounds[0]
    state.seats = len(view.seats)
    state.dealer = view.dealer
    for seat in view.seats:
        state.active |= seat.active << seat.seat
        state.score[seat.seat] = scores[seat.seat]
    row = equity_after_round(*lookup.model, lookup.lookups, lookup.equity, rounds)
    return tuple(lookup.equity["seats"][row, : len(view.seats)].tolist())
