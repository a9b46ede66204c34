"""Summaries of a search, compiled: ranked actions, standard errors, and beliefs about hands."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry, jit
from schwimmen.rules.core.bits import lowest_bit
from schwimmen.rules.core.rows import Records
from schwimmen.rules.core.state import (
    MAX_ACTIONS,
    ActionSet,
    Seat,
    SeatOrNone,
    ViewArray,
    record_dtype,
)

from .rollouts import Trials, value_place
from .situation import CandidateArray, RolloutArray, SearchArray

if TYPE_CHECKING:
    from .rollouts import TrialRecord


class RankedActionRecord(Protocol):
    """Record of a legal action with its estimates, as ``ActionEstimate`` explains them."""

    number: int
    """Number of the action."""
    value: Annotated[float, np.float64]
    error: Annotated[float, np.float64]
    loss: Annotated[float, np.float64]
    loss_error: Annotated[float, np.float64]
    least_loss: Annotated[float, np.float64]
    most_loss: Annotated[float, np.float64]
    sure_loss: Annotated[float, np.float64]


class PossibleHandRecord(Protocol):
    """Record of a hand that a seat may hold."""

    cards: int
    """All cards of the hand, with those that it is known to have."""
    probability: Annotated[float, np.float64]


RANKED_ACTION_DTYPE: Final = record_dtype(RankedActionRecord)
POSSIBLE_HAND_DTYPE: Final = record_dtype(PossibleHandRecord)

RankedActions: TypeAlias = Annotated[NDArray[Any], Array(RANKED_ACTION_DTYPE, MAX_ACTIONS)]
PossibleHands: TypeAlias = Annotated[
    NDArray[Any], Array(POSSIBLE_HAND_DTYPE, LengthOf("candidates"))
]
ErrorArray: TypeAlias = Annotated[NDArray[np.float64], Array(np.float64, MAX_ACTIONS)]


@entry(javascript=True)
def rank_actions(searches: SearchArray, legal: ActionSet, ranked_actions: RankedActions) -> int:
    """Write the legal actions with the values that ``estimate`` found; return their number.

    The best one comes first: that with the smallest loss and, of equal losses, the one whose loss
    is known best.
    """
    trials = searches[0].trials
    count = 0
    while legal:
        number = lowest_bit(legal)
        legal &= legal - 1
        place = count
        while place > 0 and _is_better(trials, number, ranked_actions[place - 1].number):
            ranked_actions[place].number = ranked_actions[place - 1].number
            place -= 1
        ranked_actions[place].number = number
        count += 1
    for place in range(count):
        action = ranked_actions[place]
        trial = trials[action.number]
        action.value = trial.value
        action.error = trial.error
        action.loss = trial.loss
        action.loss_error = trial.loss_error
        action.least_loss = trial.least_loss
        action.most_loss = trial.most_loss
        action.sure_loss = trial.sure_loss
    return count


@jit
def _is_better(trials: Records[TrialRecord], action: int, than: int) -> bool:
    trial, other = trials[action], trials[than]
    if trial.loss != other.loss:
        return trial.loss < other.loss
    return trial.loss_error < other.loss_error


@entry(javascript=True)
def write_errors(
    searches: SearchArray, rollouts: RolloutArray, legal: ActionSet, errors: ErrorArray
) -> None:
    """Write the standard error of the value of every legal action, after ``look_ahead``.

    ``rollouts`` are the values of all worlds. The error of an exact value is 0.
    """
    trials = Trials(searches[0].trials, rollouts)
    while legal:
        action = lowest_bit(legal)
        legal &= legal - 1
        errors[action] = _error_of(trials, action)


@jit
def _error_of(trials: Trials, action: int) -> float:
    played = trials.actions[action].played
    if played < 2:
        return 0.0
    total = 0.0
    for world in range(played):
        total += trials.values[value_place(trials, action, world)]
    mean, squares = total / played, 0.0
    for world in range(played):
        difference = trials.values[value_place(trials, action, world)] - mean
        squares += difference * difference
    return sqrt(squares / (played - 1) / played)


@entry(javascript=True)
def write_possible_hands(
    views: ViewArray,
    seat: SeatOrNone,
    searches: SearchArray,
    candidates: CandidateArray,
    other: Seat,
    possible_hands: PossibleHands,
) -> int:
    """Write the hands that another seat may hold, by the last search; return their number.

    ``views[0]`` is the view of ``seat`` from which the search was made. There are none for a seat
    without hidden cards.
    """
    work, seen = searches[0], views[0].seats[other]
    if other == seat or seen.cards == 0 or seen.hand or work.hidden[other] == 0:
        return 0
    first, size = work.first[other], work.sizes[other]
    total = 0.0
    for place in range(first, first + size):
        total += candidates[place].likelihood
    count = 0
    for place in range(first, first + size):
        candidate = candidates[place]
        if candidate.likelihood > 0:
            possible_hands[count].cards = candidate.cards | seen.known
            possible_hands[count].probability = candidate.likelihood / total
            count += 1
    return count
