"""Everybody's chance to win a match for lives as it stands before a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.core.bits import count
from schwimmen.rules.core.jit import compiled, compiled_apart
from schwimmen.rules.core.state import (
    IN,
    MATCH_DTYPE,
    MAX_SEATS,
    OUT,
    ROUND_DTYPE,
    SWIMMING,
    Records,
)
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.view import View

from .builder import build_model, model_of
from .loss_frequencies import Frequencies
from .model import AFTER, SIZE_DTYPE, Model, Work, chances, new_work, settle_scores


def equity(
    rules: RuleSet,
    lives: Sequence[int | None],
    dealer: int,
    measured: Mapping[int, Frequencies] | None = None,
) -> tuple[float, ...]:
    """Everybody's probability to win a match for lives, before the round that ``dealer`` deals.

    ``lives`` is as for ``standing``. Who wins together with others has a part of the win.
    ``measured`` says what a round costs, for every number of seats from 2 on; if it is not given,
    what the package has is used.

    Raises ``SchwimmenError`` for a standing that no match by these rules can have, and where
    ``measured`` lacks a number of seats.

    >>> from schwimmen.rules import RuleSet
    >>> mine, yours = equity(RuleSet("pagat"), [3, 0], dealer=0)
    >>> mine > .8, round(mine + yours, 9)
    (True, 1.0)
    """
    matches = standing(rules, lives, dealer)
    seats = sum(left is not None for left in lives)
    if measured is not None and not set(range(2, seats + 1)) <= set(measured):
        raise SchwimmenError(f"what a round costs is needed for 2 to {seats} seats")
    model = model_of(rules, len(lives)) if measured is None else build_model(rules, measured)
    found = np.zeros((1, MAX_SEATS))
    chances(model, new_work(), matches[0], found, 0)
    return tuple(found[0, : len(lives)].tolist())


def standing(rules: RuleSet, lives: Sequence[int | None], dealer: int) -> Records:
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


class Outlook(NamedTuple):
    """One match as it stands, prepared for looking up what rounds from here would mean.

    ``equity[row, seat]`` is what a round is worth to every seat, with the row from ``row_after``:
    the probability to win the match, shares being parts of it; where no match for lives is played,
    the seat's score less the mean of the others', in parts of ``scale``. It is for one thread.
    """

    kind: int
    scale: float
    matches: Records
    model: Model
    work: Work
    keys: NDArray[np.int64]
    equity: NDArray[np.float64]


@compiled
def row_after(outlook: Outlook, state: Any) -> int:
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


@compiled_apart
def _look_up(outlook: Any, state: Any, row: int) -> None:
    match = outlook.matches[0]
    after = outlook.work.matches[AFTER]
    played = outlook.work.rounds[0]
    for seat in range(state.seats):
        played.score[seat] = state.score[seat]
    settle_scores(outlook.model, match, after, played)
    chances(outlook.model, outlook.work, after, outlook.equity, row)


@compiled_apart
def _compare_scores(outlook: Any, state: Any) -> None:
    total = 0
    for seat in range(state.seats):
        total += state.score[seat]
    others = count(state.active) - 1
    for seat in range(state.seats):
        own = int(state.score[seat])
        there = int(state.active) >> seat & 1
        outlook.equity[0, seat] = (own - (total - own) / others) / outlook.scale if there else 0.0


def outlook_of(view: View) -> Outlook:
    """Prepare what a seat must know to weigh the ends of the round that is being played.

    The first call for some rules and number of players makes their table.
    """
    rules = view.rules
    if rules.scoring == "points" or view.seats[0].lives is None:
        # Points are their own utility, in parts of the best hand; lives lost count against a seat.
        scale = 2.0 * (10 * rules.hand_size + 1) if rules.scoring == "points" else -1.0
        return _outlook(ALONE, scale, np.zeros(1, MATCH_DTYPE), _no_model(rules))
    lives = [None if seat.status == "out" else seat.lives for seat in view.seats]
    matches = standing(rules, lives, view.dealer)
    return _outlook(MATCH, 1.0, matches, model_of(rules, len(lives)))


def equity_after(view: View, scores: Sequence[int]) -> tuple[float, ...]:
    """What it would be worth to everybody if the round cost these lives, or made these points.

    ``scores`` are lives lost by seat, or doubled points; see ``Outlook`` for what comes back.

    >>> from schwimmen.rules import Match
    >>> view = Match("pagat", players=2, seed=1).view(0)
    >>> mine, yours = equity_after(view, [1, 0])
    >>> mine < .5 < yours
    True
    """
    outlook = outlook_of(view)
    rounds = np.zeros(1, ROUND_DTYPE)
    state: Any = rounds[0]
    state.seats = len(view.seats)
    state.dealer = view.dealer
    for seat in view.seats:
        state.active |= seat.active << seat.seat
        state.score[seat.seat] = scores[seat.seat]
    row = row_after(outlook, state)
    return tuple(outlook.equity[row, : len(view.seats)].tolist())


def _outlook(kind: int, scale: float, matches: Records, model: Model) -> Outlook:
    keys = np.full(_SLOTS, -1, np.int64)
    return Outlook(kind, scale, matches, model, new_work(), keys, np.zeros((_SLOTS, MAX_SEATS)))


def _no_model(rules: RuleSet) -> Model:
    return Model(
        numbers_of(rules),
        np.zeros((2, MAX_SEATS + 1), SIZE_DTYPE),
        np.zeros(0),
        np.zeros((0, MAX_SEATS), np.int64),
        np.zeros(0),
        np.zeros((0, MAX_SEATS + 1), np.int64),
        np.zeros((MAX_SEATS + 1, MAX_SEATS)),
    )
