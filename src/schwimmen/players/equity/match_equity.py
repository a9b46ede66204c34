"""Everybody's chance to win a match for lives as it stands before a round."""

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
    measured: Mapping[int, LossFrequencies] | None = None,
) -> tuple[float, ...]:
    """Everybody's probability to win a match for lives, before the round that ``dealer`` deals.

    ``lives`` is as for ``match_state``. Who wins together with others has a part of the win.
    ``measured`` says what a round costs, for every number of seats from 2 on; if it is not given,
    what the package has is used.

    Raises ``SchwimmenError`` for a standing that no match by these rules can have, and where
    ``measured`` lacks a number of seats.

    >>> from schwimmen.rules import RuleSet
    >>> mine, yours = equity(RuleSet("pagat"), [3, 0], dealer=0)
    >>> mine > .8, round(mine + yours, 9)
    (True, 1.0)
    """
    matches = match_state(rules, lives, dealer)
    seats = sum(left is not None for left in lives)
    if measured is not None and not set(range(2, seats + 1)) <= set(measured):
        raise SchwimmenError(f"what a round costs is needed for 2 to {seats} seats")
    model = (
        equity_model(rules, len(lives)) if measured is None else build_equity_model(rules, measured)
    )
    found = np.zeros((1, MAX_SEATS))
    win_probabilities(model, new_workspace(), matches[0], found, 0)
    return tuple(found[0, : len(lives)].tolist())


def match_state(rules: RuleSet, lives: Sequence[int | None], dealer: int) -> RecordArray:
    """An array of one match that stands so, before the round that ``dealer`` deals.

    ``lives`` has the chips of every seat: 0 for who swims, ``None`` for who is out.

    Raises ``SchwimmenError`` for a standing that no match for lives by these rules can have.
    """
    if rules.scoring == "points":
        raise SchwimmenError("a match for points has no lives")
    seats = range(len(lives))
    there = [seat for seat in seats if lives[seat] is not None]
    if len(there) < 2 or len(lives) > MAX_SEATS:
        raise SchwimmenError(f"{len(there)} of {len(lives)} seats: 2 to {MAX_SEATS} are in a match")
    if dealer not in there:
        raise SchwimmenError(f"dealer {dealer} is not a seat that is in the match")
    matches = np.zeros(1, MATCH_DTYPE)
    match: Any = matches[0]
    match.seats = len(lives)
    match.dealer = dealer
    match.leader = next((seat for seat in there if seat > dealer), there[0])
    for seat, left in enumerate(lives):
        if left is None:
            match.status[seat] = OUT
        elif 0 <= left <= rules.lives:
            match.lives[seat] = left
            match.status[seat] = IN if left else SWIMMING
        else:
            raise SchwimmenError(
                f"seat {seat} cannot have {left} lives: there are 0 to {rules.lives}"
            )
    # The chicken goes in the first round in which anyone runs out of lives (R29).
    match.chicken_taken = any(not left for left in lives)
    return matches


MATCH: Final = 0  # a match for lives: the chance to win it
ALONE: Final = 1  # a round by itself, or for points: the score beside that of the others

_SLOTS: Final = 1 << 10
_SPREADING: Final = 0x9E3779B1  # near the golden ratio's part of 2**32
_LOSS_BITS: Final = 2  # nobody can lose more than two lives in a round (R19, R20)


class EquityLookup(NamedTuple):
    """One match as it stands, prepared for looking up what rounds from here would mean.

    ``equity[row, seat]`` is what a round is worth to every seat, with the row from ``equity_row``:
    the probability to win the match, shares being parts of it; where no match for lives is played,
    the seat's score less the mean of the others', in parts of ``scale``. It is for one thread.
    """

    kind: int
    scale: float
    matches: RecordArray
    model: EquityModel
    work: EquityWorkspace
    keys: NDArray[np.int64]
    equity: NDArray[np.float64]


@jit
def equity_row(outlook: EquityLookup, state: Any) -> int:
    """The row of ``outlook.equity`` for a round that is over; it is valid until the next call."""
    if outlook.kind == ALONE:
        _compare_scores(outlook, state)
        return 0
    key = 0
    for seat in range(state.seats):
        key |= int(state.score[seat]) << (_LOSS_BITS * seat)
    row = (key * _SPREADING >> 16) % _SLOTS
    if outlook.keys[row] != key:
        outlook.keys[row] = key
        _look_up(outlook, state, row)
    return row


@jit_noinline
def _look_up(outlook: Any, state: Any, row: int) -> None:
    match = outlook.matches[0]
    after = outlook.work.matches[AFTER]
    played = outlook.work.rounds[0]
    for seat in range(state.seats):
        played.score[seat] = state.score[seat]
    settle_scores(outlook.model, match, after, played)
    win_probabilities(outlook.model, outlook.work, after, outlook.equity, row)


@jit_noinline
def _compare_scores(outlook: Any, state: Any) -> None:
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    others = popcount(state.active) - 1
    for seat in range(state.seats):
        own = int(state.score[seat])
        there = int(state.active) >> seat & 1
        outlook.equity[0, seat] = (own - (total - own) / others) / outlook.scale if there else 0.0


def equity_lookup(view: View) -> EquityLookup:
    """Prepare what a seat must know to weigh the ends of the round that is being played.

    The first call for some rules and number of players makes their table.
    """
    rules = view.rules
    if rules.scoring == "points" or view.seats[0].lives is None:
        # Points are their own utility, in parts of the best hand; lives lost count against a seat.
        scale = 2.0 * (10 * rules.hand_size + 1) if rules.scoring == "points" else -1.0
        return _outlook(ALONE, scale, np.zeros(1, MATCH_DTYPE), _no_model(rules))
    lives = [None if seat.status == "out" else seat.lives for seat in view.seats]
    matches = match_state(rules, lives, view.dealer)
    return _outlook(MATCH, 1.0, matches, equity_model(rules, len(lives)))


def equity_after(view: View, scores: Sequence[int]) -> tuple[float, ...]:
    """What it would be worth to everybody if the round cost these lives, or made these points.

    ``scores`` are lives lost by seat, or doubled points; see ``EquityLookup`` for what comes back.

    >>> from schwimmen.rules import Match
    >>> view = Match("pagat", players=2, seed=1).view(0)
    >>> mine, yours = equity_after(view, [1, 0])
    >>> mine < .5 < yours
    True
    """
    outlook = equity_lookup(view)
    rounds = np.zeros(1, ROUND_DTYPE)
    state: Any = rounds[0]
    state.seats = len(view.seats)
    state.dealer = view.dealer
    for seat in view.seats:
        state.active |= seat.active << seat.seat
        state.score[seat.seat] = scores[seat.seat]
    row = equity_row(outlook, state)
    return tuple(outlook.equity[row, : len(view.seats)].tolist())


def _outlook(kind: int, scale: float, matches: RecordArray, model: EquityModel) -> EquityLookup:
    keys = np.full(_SLOTS, -1, np.int64)
    return EquityLookup(
        kind, scale, matches, model, new_workspace(), keys, np.zeros((_SLOTS, MAX_SEATS))
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
