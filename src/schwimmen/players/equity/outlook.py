"""What a round means for the match: everybody's chance to win it, by what the round costs whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import MATCH_DTYPE, MAX_SEATS, ROUND_DTYPE, Records
from schwimmen.rules.view import View

from .building import model_of
from .lookup import chances, settle_scores
from .model import AFTER, SIZE_DTYPE, Model, Work, new_work
from .standing import standing

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
