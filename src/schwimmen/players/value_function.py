"""Value function: estimates of the value of any moment of a round to all seats, from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import numpy as np

from schwimmen.rules import Card, RoundEvent, SchwimmenError, View, cards_of, mask_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import MAX_ACTIONS, NO_SEAT, RecordArray, rules_array
from schwimmen.rules.errors import quote
from schwimmen.rules.history import event_records
from schwimmen.rules.schema import Kind, Seat, code, decoder_of
from schwimmen.rules.view_builder import record_of

from .blueprint.policy_table import blueprint_for
from .budget import SearchBudget
from .equity.match_equity import equity_arrays, equity_lookup
from .kernel import estimate, explain
from .match_evidence import NO_REAL_ROUND, MatchEvidence
from .player import check_to_act
from .search.determinization import starts_of
from .search.evidence import NO_EVIDENCE
from .search.reasons.records import REASON_CODES, REASON_DTYPE, REASON_NUMBERS, REASONS_DTYPE
from .search.redeal import IMPOSSIBLE
from .search.situation import SEARCH_DTYPE, new_search_space
from .search.summary import (
    POSSIBLE_HAND_DTYPE,
    RANKED_ACTION_DTYPE,
    rank_actions,
    write_possible_hands,
)
from .search_player import policy_with

_KEYED_SEARCH_DTYPE: Final = np.dtype((np.void, SEARCH_DTYPE))
_KEYED_REASONS_DTYPE: Final = np.dtype((np.void, REASONS_DTYPE))

_CODE: Final = code("reasons", REASON_CODES)
_NAMES: Final = Kind("cards", "Mask.", "tuple(map(str, cards_of({})))")
_NUMBERS: Final = Kind(
    "reasonNumbers",
    "Numbers of the reason, in the order of its names.",
    "dict(zip(REASON_NUMBERS[code], map(float, {}), strict=False))",
    names={"REASON_NUMBERS": REASON_NUMBERS},
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated value and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class ActionEstimate:
    """Estimated value of a legal action, and its loss against the best action.

    ``loss_error`` is the standard error of the loss. It is smaller than that of the value, as both
    actions are played out in the same worlds. ``least_loss`` and ``most_loss`` are the lowest and
    the highest loss by the mixtures of opponents: of all, of strong and of weak players.
    ``sure_loss`` is the lower end of the 95 % interval of the loss, or ``least_loss`` if that is
    lower. An action with 0 or less may be as good as the best one.
    """

    action: str
    value: float
    error: float
    loss: float
    loss_error: float
    least_loss: float
    most_loss: float
    sure_loss: float


@dataclass(frozen=True, slots=True)
class PossibleHand:
    """Hand that a seat may hold, and its probability."""

    cards: tuple[Card, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class Reason:
    """Fact that makes an action better than another.

    Without the fact, ``share`` of the difference of their values is gone: half or more. ``seat`` is
    an opponent, ``cards`` are names of cards; docs/review.md explains each ``code`` and its
    ``numbers``.
    """

    code: Annotated[str, _CODE]
    share: float
    seat: Seat
    cards: Annotated[tuple[str, ...], _NAMES]
    numbers: Annotated[Mapping[str, float], _NUMBERS]


_reason = decoder_of(Reason, REASON_DTYPE)


class ValueFunction:
    """Value function with a budget, for one thread.

    Without ``earlier``, what the players did in earlier rounds of the match does not count. Values
    are those of ``EquityLookup``: in a match for lives the probability of winning it. Equal
    seeds give equal estimates, which depend on the view alone.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> values = ValueFunction(SearchBudget(candidates=100, worlds=100, rollouts=2000))
    >>> mine, yours = values.of_moment(match.view(), seed=1)
    >>> 0 < mine.value < 1, round(mine.value + yours.value, 9)
    (True, 1.0)
    >>> sorted(one.action for one in values.of_actions(match.view(match.to_act), seed=1))
    ['keep', 'take']
    """

    def __init__(self, budget: SearchBudget, *, earlier: bool = True) -> None:
        self._budget = budget
        self._space = new_search_space(budget, 0)
        self._evidence = MatchEvidence() if earlier else None

    def of_moment(
        self, view: View, seed: int, announced: RoundEvent | None = None
    ) -> tuple[Estimate, ...]:
        """Return the value of a moment to every seat, from what a seat or spectator knows.

        The round is not over. With ``announced``, an action of the seat to act, the values are
        those of the moment when it has been played but no card has been turned up. In a match for
        lives they add up to 1, in a game for points to 0.

        Raises ``SchwimmenError`` for a view that belongs to no real round.
        """
        work = self.search(view, seed, announced).view(_KEYED_SEARCH_DTYPE)[0]
        found = work["seats"][: len(view.seats)].tolist()
        return tuple(Estimate(value, error) for value, error, _ in found)

    def of_actions(self, view: View, seed: int) -> tuple[ActionEstimate, ...]:
        """Return the value of every legal action of the seat of a view, which is to act.

        The best action comes first. Raises ``SchwimmenError`` for a view that belongs to no real
        round, and if its seat is not to act.
        """
        searches = self.search_actions(view, seed)
        names = {choice.number: choice.action for choice in view.choices}
        ranked = np.empty(MAX_ACTIONS, RANKED_ACTION_DTYPE)
        count = rank_actions(searches, mask_of(names), ranked)
        return tuple(
            ActionEstimate(names[number], *numbers) for number, *numbers in ranked[:count].tolist()
        )

    def reasons(self, view: View, best: str, other: str, seed: int) -> tuple[Reason, ...]:
        """Return reasons why an action of the seat of a view is better than another, best first.

        There are three at most, and none if the values differ by no more than noise. Raises
        ``SchwimmenError`` as ``of_actions``, and for an illegal action.
        """
        check_to_act(view)
        numbers = {choice.action: choice.number for choice in view.choices}
        for action in (best, other):
            if action not in numbers:
                raise SchwimmenError(f"{quote(action)} is not a legal action of this seat")
        found = self.search_reasons(view, numbers[best], numbers[other], seed)
        record = found.view(_KEYED_REASONS_DTYPE)[0]
        return tuple(_reason(*one) for one in record["found"][: record["count"]].tolist())

    def beliefs(self, view: View) -> dict[int, tuple[PossibleHand, ...]]:
        """Return the hands that other seats with hidden cards may hold, the most probable first.

        They are those of the last estimate, which was made from this view. Against several
        opponents the hands of each seat are weighed by themselves.
        """
        record, viewer = record_of(view), NO_SEAT if view.seat is None else view.seat
        searches, candidates = self._space.searches, self._space.candidates
        hands = np.empty(len(candidates), POSSIBLE_HAND_DTYPE)
        found = {}
        for seat in range(len(view.seats)):
            count = write_possible_hands(record, viewer, searches, candidates, seat, hands)
            if count:
                possible = hands[:count]
                order = np.argsort(-possible["probability"], kind="stable")
                found[seat] = tuple(
                    PossibleHand(cards_of(cards), probability)
                    for cards, probability in possible[order].tolist()
                )
        return found

    def search(self, view: View, seed: int, announced: RoundEvent | None = None) -> RecordArray:
        """Return an array of the work space with the values that ``of_moment`` returns.

        It is valid until the next estimate.
        """
        return self._estimate(view, seed, announced, by_action=False)

    def search_actions(self, view: View, seed: int) -> RecordArray:
        """Return an array of the work space with the values that ``of_actions`` returns.

        It is valid until the next estimate.
        """
        check_to_act(view)
        return self._estimate(view, seed, None, by_action=True)

    def search_reasons(self, view: View, best: int, other: int, seed: int) -> RecordArray:
        """Return an array of the reasons that ``reasons`` returns, given the actions' numbers."""
        found = np.zeros(1, REASONS_DTYPE)
        with np.errstate(over="ignore"):  # the generator wraps around
            knowledge = self._knowledge(view, view.history, seed, best, other)
            result = explain(*(*knowledge, found))
        if result == IMPOSSIBLE:
            raise SchwimmenError(NO_REAL_ROUND)
        return found

    def _estimate(
        self, view: View, seed: int, announced: RoundEvent | None, *, by_action: bool
    ) -> RecordArray:
        events = view.history if announced is None else (*view.history, announced)
        with np.errstate(over="ignore"):  # the generator wraps around
            found = estimate(
                *self._knowledge(view, events, seed, int(announced is not None), int(by_action))
            )
        if found == IMPOSSIBLE:
            raise SchwimmenError(NO_REAL_ROUND)
        return self._space.searches

    def _knowledge(
        self, view: View, events: Sequence[RoundEvent], seed: int, *question: int
    ) -> tuple[Any, ...]:
        """Return the arguments of ``estimate`` and ``explain`` for a view.

        ``question`` has the two numbers that select the answer: ``announced`` and ``by_action`` for
        ``estimate``, ``best`` and ``other`` for ``explain``.
        """
        if len(self._space.actions) <= len(events):
            self._space = new_search_space(self._budget, 2 * len(events))
        records = event_records(events, view.rules.hand_size)
        return (
            rules_array(view.rules),
            mask_of(view.rules.cards),
            record_of(view),
            NO_SEAT if view.seat is None else view.seat,
            records,
            len(records),
            *question,
            starts_of(view),
            policy_with(view.rules, self._budget),
            NO_EVIDENCE if self._evidence is None else self._evidence.before(view),
            blueprint_for(view.rules, sum(seat.active for seat in view.seats)),
            *equity_arrays(equity_lookup(view)),
            new_rng(seed),
            *self._space,
        )
