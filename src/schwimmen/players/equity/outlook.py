"""What a round means for the match: everybody's chance to win it, by what the round costs whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules.bits import count
from schwimmen.rules.compiled import compiled, compiled_apart
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.hands import numbers_of
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.state import IN, MATCH_DTYPE, MAX_SEATS, OUT, ROUND_DTYPE, SWIMMING, Records
from schwimmen.rules.view import View

from .building import model_of
from .model import AFTER, SIZE_DTYPE, Model, Work, new_work
from .standing import chances, settle_scores

MATCH: Final = 0  # a match for lives: the chance to win it
ALONE: Final = 1  # a round by itself, or for points: the score beside that of the others

_SLOTS: Final = 1 << 10
_SPREADING: Final = 0x9E3779B1  # near the golden ratio's part of 2**32
_LOSS_BITS: Final = 2  # nobody can lose more than three lives in a round (R19, R20)


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


@compiled_apart
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


@compiled
def _look_up(outlook: Any, state: Any, row: int) -> None:
    match = outlook.matches[0]
    after = outlook.work.matches[AFTER]
    played = outlook.work.rounds[0]
    for seat in range(state.seats):
        played.score[seat] = state.score[seat]
    settle_scores(outlook.model, match, after, played)
    chances(outlook.model, outlook.work, after, outlook.equity, row)


@compiled
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
    seats = view.seats
    if rules.scoring == "points" or seats[0].lives is None:
        # Points are their own utility, in parts of the best hand; lives lost count against a seat.
        scale = 2.0 * (10 * rules.hand_size + 1) if rules.scoring == "points" else -1.0
        return _outlook(ALONE, scale, np.zeros(1, MATCH_DTYPE), _no_model(rules))
    matches = standing(
        rules,
        [seat.lives or 0 for seat in seats],
        [seat.status != "out" for seat in seats],
        view.dealer,
    )
    return outlook_from(rules, matches)


def outlook_from(rules: RuleSet, matches: Records) -> Outlook:
    """The same from an array of one match for lives that is not over."""
    seats = sum(matches[0].status[seat] != OUT for seat in range(int(matches[0].seats)))
    return _outlook(MATCH, 1.0, matches, model_of(rules, int(seats)))


def standing(rules: RuleSet, lives: Sequence[int], there: Sequence[bool], dealer: int) -> Records:
    """An array of one match for lives as it stands: the lives and who is still in the game.

    Raises ``SchwimmenError`` for a standing that no match by these rules can have.
    """
    seats = len(lives)
    if len(there) != seats or not 2 <= sum(there) <= seats <= MAX_SEATS:
        raise SchwimmenError("a standing has the lives of 2 to 10 seats, of which 2 are there")
    if not (0 <= dealer < seats and there[dealer]):
        raise SchwimmenError(f"dealer {dealer} is not a seat that is still in the game")
    if not all(0 <= left <= rules.lives for left in lives):
        raise SchwimmenError(f"lives in this match are 0 to {rules.lives}")
    matches = np.zeros(1, MATCH_DTYPE)
    match: Any = matches[0]
    match.seats = seats
    match.dealer = dealer
    match.leader = next(
        (dealer + k) % seats for k in range(1, seats) if there[(dealer + k) % seats]
    )
    for seat in range(seats):
        match.lives[seat] = lives[seat] if there[seat] else 0
        match.status[seat] = OUT if not there[seat] else IN if lives[seat] else SWIMMING
    # The chicken goes in the first round in which anyone runs out of lives (R29).
    match.chicken_taken = int(any(match.status[seat] != IN for seat in range(seats)))
    return matches


def equity(
    rules: RuleSet, lives: Sequence[int], there: Sequence[bool], dealer: int
) -> tuple[float, ...]:
    """Everybody's probability to win a match for lives, before the round that is dealt now.

    >>> from schwimmen.rules import RuleSet
    >>> mine, yours = equity(RuleSet("pagat"), [3, 0], [True, True], dealer=0)
    >>> mine > .8, round(mine + yours, 9)
    (True, 1.0)
    """
    matches = standing(rules, lives, there, dealer)
    outlook = outlook_from(rules, matches)
    chances(outlook.model, outlook.work, matches[0], outlook.equity, 0)
    return tuple(outlook.equity[0, : len(lives)].tolist())


def equity_after(view: View, scores: Sequence[int]) -> tuple[float, ...]:
    """What it would be worth to everybody if the round cost these lives, or made these points.

    ``scores`` are lives lost by seat, or doubled points; see ``Outlook`` for what comes back.
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
