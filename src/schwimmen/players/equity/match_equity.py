"""Match equity of every seat before a round, and values of the possible ends of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.jit import jit, jit_noinline
from schwimmen.rules.core.state import (
    IN,
    MATCH_DTYPE,
    MAX_SEATS,
    OUT,
    ROUND_DTYPE,
    SWIMMING,
    RecordArray,
    RoundRecord,
    rules_array,
)
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.view import View

from .builder import build_equity_model, equity_model
from .loss_frequencies import LossFrequencies
from .model import (
    AFTER,
    SIZE_DTYPE,
    EquityModel,
    EquityWorkspace,
    new_workspace,
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
        model = equity_model(rules, len(lives))
    elif set(range(2, seats + 1)) <= set(frequencies):
        model = build_equity_model(rules, frequencies)
    else:
        raise SchwimmenError(f"loss frequencies are needed for 2 to {seats} seats")
    found = np.zeros((1, MAX_SEATS))
    win_probabilities(model, new_workspace(), matches[0], found, 0)
    return tuple(found[0, : len(lives)].tolist())


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

_ROWS: Final = 1 << 10
_MULTIPLIER: Final = 0x9E3779B1  # of a Fibonacci hash: 2**32 over the golden ratio
_LOSS_BITS: Final = 2  # a round costs a seat two lives at most (R19, R20)


class EquityLookup(NamedTuple):
    """Cache of the values of the ends of a round, for one match and one thread.

    ``equity[row, seat]``, with the row from ``equity_row``, is a seat's probability of winning the
    match, shared wins counting in parts. In a single round or for points it is the seat's score
    minus the mean of its opponents', divided by ``scale``.
    """

    kind: int
    scale: float
    matches: RecordArray
    model: EquityModel
    workspace: EquityWorkspace
    keys: NDArray[np.int64]
    equity: NDArray[np.float64]


@jit
def equity_row(lookup: EquityLookup, state: RoundRecord) -> int:
    """Return the row of ``lookup.equity`` for a finished round; it is valid until the next call."""
    if lookup.kind == BY_SCORE:
        _compare_scores(lookup, state)
        return 0
    key = 0
    for seat in range(state.seats):
        key |= int(state.score[seat]) << (_LOSS_BITS * seat)
    row = (key * _MULTIPLIER >> 16) % _ROWS
    if lookup.keys[row] != key:
        lookup.keys[row] = key
        _look_up(lookup, state, row)
    return row


@jit_noinline
def _look_up(lookup: EquityLookup, state: RoundRecord, row: int) -> None:
    match = lookup.matches[0]
    after = lookup.workspace.matches[AFTER]
    played = lookup.workspace.rounds[0]
    for seat in range(state.seats):
        played.score[seat] = state.score[seat]
    settle_scores(lookup.model, match, after, played)
    win_probabilities(lookup.model, lookup.workspace, after, lookup.equity, row)


@jit_noinline
def _compare_scores(lookup: EquityLookup, state: RoundRecord) -> None:
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    others = popcount(state.active) - 1
    for seat in range(state.seats):
        own = int(state.score[seat])
        in_round = int(state.active) >> seat & 1
        lookup.equity[0, seat] = (own - (total - own) / others) / lookup.scale if in_round else 0.0


def equity_lookup(view: View) -> EquityLookup:
    """Return the lookup for the round of a view.

    The first call for a rule set and number of players computes their equity model.
    """
    rules = view.rules
    if rules.scoring == "points" or view.seats[0].lives is None:
        # Points are their own utility, as a fraction of the best hand; lost lives are negative.
        scale = 2.0 * (10 * rules.hand_size + 1) if rules.scoring == "points" else -1.0
        return _new_lookup(BY_SCORE, scale, np.zeros(1, MATCH_DTYPE), _no_model(rules))
    lives = [None if seat.status == "out" else seat.lives for seat in view.seats]
    matches = match_state(rules, lives, view.dealer)
    return _new_lookup(BY_EQUITY, 1.0, matches, equity_model(rules, len(lives)))


def equity_after(view: View, scores: Sequence[int]) -> tuple[float, ...]:
    """Return the value to every seat if the round cost these lives or made these points.

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
    row = equity_row(lookup, state)
    return tuple(lookup.equity[row, : len(view.seats)].tolist())


def _new_lookup(kind: int, scale: float, matches: RecordArray, model: EquityModel) -> EquityLookup:
    keys = np.full(_ROWS, -1, np.int64)
    return EquityLookup(
        kind, scale, matches, model, new_workspace(), keys, np.zeros((_ROWS, MAX_SEATS))
    )


def _no_model(rules: RuleSet) -> EquityModel:
    return EquityModel(
        rules_array(rules),
        np.zeros((2, MAX_SEATS + 1), SIZE_DTYPE),
        np.zeros(0),
        np.zeros((0, MAX_SEATS), np.int64),
        np.zeros(0),
        np.zeros((0, MAX_SEATS + 1), np.int64),
        np.zeros((MAX_SEATS + 1, MAX_SEATS)),
    )
