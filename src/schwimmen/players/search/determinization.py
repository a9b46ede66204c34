"""Determinization: rounds with all cards known that agree with everything a seat has seen.

A world is an order of the pack, and of later shuffles, that leads to the same history. Any one will
do as a start, since all public information is the same in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import (
    Card,
    IllegalAction,
    Position,
    Round,
    SchwimmenError,
    View,
    mask_of,
)
from schwimmen.rules.arguments import chance_from
from schwimmen.rules.core.state import ROUND_DTYPE, RecordArray, copy_array
from schwimmen.rules.errors import whole_number

from .belief import History

_ATTEMPTS: Final = 200
_ACTIONS: Final = ("choice", "exchange", "pass", "close", "renew")


@dataclass(frozen=True, slots=True)
class Determinization:
    """A world and its history.

    ``now`` is an array of the current round, ``history`` its past decisions; actions are numbered
    by the hands of this world. ``hidden[seat]`` are this world's cards of the hand that only its
    owner has seen; ``unseen`` are all cards that could be among them.
    """

    now: RecordArray
    history: History
    hidden: tuple[int, ...]
    unseen: tuple[Card, ...]
    round: Round


def determinize(view: View, chance: Random, held: tuple[Card, ...] = ()) -> Determinization:
    """Return a world in which the seat of the view sees exactly what the view shows.

    ``held`` are all hidden cards of the only opponent in that world, if given.

    Raises ``SchwimmenError`` if no world is found: the view belongs to no real round, or the round
    would have taken another course with the cards ``held``.
    """
    observations = _Observations(view)
    for _ in range(1 if held else _ATTEMPTS):
        found = observations.replay(chance, held)
        if found is not None:
            return found
    raise SchwimmenError("the view does not belong to any round that can be played")


def sample_worlds(
    view: View, number: int = 1, *, seed: int | None = None, chance: Random | None = None
) -> list[Round]:
    """Return random rounds that agree with a view.

    In each ``Round`` the seat (or spectator) of the view sees the same hand, table and history. The
    hidden hands, the talon and the extra hand are sampled uniformly from all deals that agree with
    the view; what opponents' actions reveal about their hands is not taken into account. A world
    is independent of the match: it has no lives, and can be played on.

    Randomness comes from ``seed``, from ``chance`` or from the system. Raises ``SchwimmenError``
    for a view that belongs to no round.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=3, seed=7)
    >>> match.play("keep")
    >>> view = match.view(match.to_act)
    >>> world = sample_worlds(view, seed=1)[0]
    >>> world.view(view.seat).hand == view.hand, world.legal_actions == view.legal_actions
    (True, True)
    >>> world.play(world.legal_actions[0])
    """
    drawn = chance_from(seed, chance, needed=True)
    assert drawn is not None
    return [determinize(view, drawn).round for _ in range(whole_number("number", number, 0))]


def hand_combinations(cards: tuple[Card, ...], number: int) -> NDArray[np.int64]:
    """Return all sets of ``number`` of the cards, as masks.

    >>> hand_combinations((0, 1, 3), 2).tolist()
    [3, 9, 10]
    """
    bits = np.left_shift(1, np.array(cards, np.int64))
    masks: NDArray[np.int64] = bits[_combinations(len(cards), number)].sum(axis=1, dtype=np.int64)
    return masks


@lru_cache(maxsize=64)
def _combinations(cards: int, number: int) -> NDArray[np.int64]:
    chosen = list(combinations(range(cards), number))
    return np.array(chosen, np.int64).reshape(len(chosen), number)


def _first_position(view: View) -> Position | None:
    """Return the position with which the history begins, or ``None`` if it begins with a deal."""
    texts = (event.reason for event in view.history if event.kind == "position")
    text = next(texts, None)
    return None if text is None else Position.parse(text)


class _Observations:
    """Cards seen in a round, sorted by their position in the pack, and the actions taken."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._hands: dict[int, list[Card]] = {s.seat: [] for s in view.seats if s.active}
        self._turned_up: list[Card] = []
        self._taken = False
        self._start = _first_position(view)
        self._actions: list[tuple[int, str]] = []
        self._talons: list[list[Card]] = [[]]  # cards drawn from the talon, by recycling
        self._recycled: list[list[Card]] = []
        self._read_history()
        seen = {*self._turned_up, *view.aside, *view.table}
        seen.update(*self._hands.values(), *self._talons)
        unknown = view.rules.cards if self._start is None else self._start.unknown
        self._unseen = tuple(card for card in unknown if card not in seen)

    def _read_history(self) -> None:
        aside = [] if self._start is None else list(self._start.aside)
        for event in self._view.history:
            if event.kind == "dealt":
                self._turned_up = list(event.cards)
            elif event.kind == "choice":
                self._turned_up = list(event.cards)
                self._taken = event.action == "take"
            elif event.kind == "recycled":
                self._recycled.append(aside)
                self._talons.append([])
                aside = []
            elif event.kind == "table":
                for card in event.cards:
                    before_it = bool(self._recycled) and card not in self._recycled[-1]
                    self._talons[-2 if before_it else -1].append(card)
                aside += event.given
            if event.kind in _ACTIONS and event.seat is not None:
                self._actions.append((event.seat, event.action or ""))
        if self._view.to_act is None and self._view.phase != "over":  # awaits a shuffle (R32)
            self._talons[-1] += self._view.table
        self._find_first_hands()

    def _find_first_hands(self) -> None:
        """Find the cards that each seat must have held before its first turn."""
        view = self._view
        taken: dict[int, set[Card]] = {seat: set() for seat in self._hands}
        if self._start is not None:
            for seat, cards in self._hands.items():
                hand = self._start.hands[seat]
                cards += [card for card in hand.cards if card is not None]
                taken[seat].update(cards)
        for event in view.history:
            if event.kind == "exchange" and event.seat is not None:
                self._hands[event.seat] += set(event.given) - taken[event.seat]
                taken[event.seat] -= set(event.given)
                taken[event.seat] |= set(event.taken)
        for seat in self._hands:
            shown = view.hand if seat == view.seat else view.seats[seat].shown or ()
            self._hands[seat] += set(shown) - taken[seat]

    def replay(self, chance: Random, held: tuple[Card, ...]) -> Determinization | None:
        """Deal unseen cards at random and replay the actions; return ``None`` if that fails.

        It fails if a special hand is dealt. The cards ``held`` go to the first seat that lacks
        cards.
        """
        view, size = self._view, self._view.rules.hand_size
        free = [card for card in self._unseen if card not in held]
        rest = [*chance.sample(free, len(free)), *held]
        dealt = {
            seat: [*cards, *(rest.pop() for _ in range(size - len(cards)))]
            for seat, cards in self._hands.items()
        }
        extra: list[Card] = []
        if self._start is None or self._start.extra:
            extra = self._turned_up or [rest.pop() for _ in range(size)]
        if self._taken:
            dealt[view.dealer], extra = extra, dealt[view.dealer]
        round_ = self._first_round(dealt, extra, [*self._talons[0], *rest])
        decisions = []
        shuffles = zip(self._recycled, self._talons[1:], strict=True)
        for seat, action in self._actions:
            if round_.to_act != seat:
                return None
            before = copy_array(round_.arrays[1])
            try:
                round_.play(action)
            except IllegalAction:  # a special hand was dealt, and the last turns began (R28)
                return None
            decisions.append(before)
            if round_.needs_shuffle and (shuffled := next(shuffles, None)) is not None:
                aside, drawn = shuffled
                others = [card for card in aside if card not in drawn]
                round_.recycle([*drawn, *chance.sample(others, len(others))])
        now = copy_array(round_.arrays[1])
        shown = mask_of(seat.seat for seat in view.seats if seat.shown)
        if round_.to_act != view.to_act or round_.over != (view.phase == "over"):
            return None
        if now[0].shown != shown and not round_.over:  # at the end all hands lie open
            return None
        hidden = tuple(
            0
            if seat.seat == view.seat or seat.shown
            else int(now[0].hands[seat.seat]) & ~mask_of(seat.known)
            for seat in view.seats
        )
        return Determinization(
            now,
            History(
                np.concatenate(decisions) if decisions else np.empty(0, ROUND_DTYPE),
                np.array(round_.action_numbers, np.int64),
            ),
            hidden,
            self._unseen,
            round_,
        )

    def _first_round(
        self, dealt: dict[int, list[Card]], extra: list[Card], talon: list[Card]
    ) -> Round:
        """Return the round at the beginning of the history, with the cards of a world."""
        view, start = self._view, self._start
        if start is None:
            seats = sorted(dealt, key=lambda seat: (seat - view.dealer - 1) % len(view.seats))
            pack = [*(card for seat in seats for card in dealt[seat]), *extra, *talon]
            return Round(view.rules, len(view.seats), pack, view.dealer, view.leader, dealt)
        hands = (
            replace(hand, cards=tuple(dealt.get(seat, ()))) for seat, hand in enumerate(start.hands)
        )
        return Round.from_position(
            replace(start, hands=tuple(hands), extra=tuple(extra), talon=tuple(talon))
        )
