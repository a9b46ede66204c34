"""From what a seat has seen to a round that could be the one it sits in.

A world is an order of the pack, and of later shuffles, under which everything that happened would
have happened. Any one will do: all that is public is the same in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import Card, IllegalAction, Round, SchwimmenError, View, mask_of
from schwimmen.rules.core.state import ROUND_DTYPE, RecordArray, copy_array
from schwimmen.rules.errors import whole_number
from schwimmen.rules.round import chance_from

_ATTEMPTS: Final = 200
_ACTIONS: Final = ("choice", "exchange", "pass", "close", "renew")


@dataclass(frozen=True, slots=True)
class Determinization:
    """A round that the seat could sit in, and how it came there.

    ``now`` is the record of the round at the seat's turn. ``decisions`` are the records at every
    decision before, ``played`` the numbers of what was done there, by that record's hand.
    ``hidden[seat]`` are the cards of the hand that nobody has seen but its owner: those of this
    world, to be exchanged for others. ``unseen`` are all cards that could be among them. ``round``
    is the whole of it.
    """

    now: RecordArray
    decisions: RecordArray
    played: tuple[int, ...]
    hidden: tuple[int, ...]
    unseen: tuple[Card, ...]
    round: Round


def determinize(view: View, chance: Random, held: tuple[Card, ...] = ()) -> Determinization:
    """A world in which the seat of the view would see just what it has seen.

    ``held`` are hidden cards that the only other seat shall have in it, all that it has.

    Raises ``SchwimmenError`` if none is found, which means that the view is none of a real round,
    or that with these cards the round would have gone another way.
    """
    course = _Course(view)
    for _ in range(1 if held else _ATTEMPTS):
        imagined = course.play(chance, held)
        if imagined is not None:
            return imagined
    raise SchwimmenError("the view does not belong to any round that can be played")


def sample_worlds(
    view: View, number: int = 1, *, seed: int | None = None, chance: Random | None = None
) -> list[Round]:
    """Draw rounds that the round of a view may be, as far as its seat knows.

    Each is a ``Round`` at the same point: its seat (or spectator) sees the same hand, table and
    history, while the hidden hands, the talon and the extra hand are drawn, every deal that
    agrees with what was seen as likely as any other. What the others' play tells of their hands is
    not weighed. A world is independent of the match: it has no lives, and can be played on.

    Chance comes from ``seed``, from ``chance`` or from the system. Raises ``SchwimmenError`` for a
    view that belongs to no round.

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
    """All sets of so many of the cards, as masks.

    >>> hand_combinations((0, 1, 3), 2).tolist()
    [3, 9, 10]
    """
    bits = np.left_shift(1, np.array(cards, np.int64))
    masks: NDArray[np.int64] = bits[_places(len(cards), number)].sum(axis=1, dtype=np.int64)
    return masks


@lru_cache(maxsize=64)
def _places(cards: int, number: int) -> NDArray[np.int64]:
    chosen = list(combinations(range(cards), number))
    return np.array(chosen, np.int64).reshape(len(chosen), number)


class _Course:
    """What has been seen of a round, sorted by where in the pack it must have lain."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._hands: dict[int, list[Card]] = {s.seat: [] for s in view.seats if s.active}
        self._turned_up: list[Card] = []
        self._taken = False
        self._actions: list[tuple[int, str]] = []
        self._talons: list[list[Card]] = [[]]  # what came from the top, and after every recycling
        self._recycled: list[list[Card]] = []
        self._follow()
        seen = {*self._turned_up, *view.aside, *view.table}
        seen.update(*self._hands.values(), *self._talons)
        self._unseen = tuple(card for card in view.rules.cards if card not in seen)

    def _follow(self) -> None:
        aside: list[Card] = []
        for happening in self._view.history:
            if happening.kind == "dealt":
                self._turned_up = list(happening.cards)
            elif happening.kind == "choice":
                self._turned_up = list(happening.cards)
                self._taken = happening.action == "take"
            elif happening.kind == "recycled":
                self._recycled.append(aside)
                self._talons.append([])
                aside = []
            elif happening.kind == "table":
                for card in happening.cards:
                    before_it = bool(self._recycled) and card not in self._recycled[-1]
                    self._talons[-2 if before_it else -1].append(card)
                aside += happening.given
            if happening.kind in _ACTIONS and happening.seat is not None:
                self._actions.append((happening.seat, happening.action or ""))
        if self._view.to_act is None and self._view.phase != "over":  # awaits a shuffle (R32)
            self._talons[-1] += self._view.table
        self._find_first_hands()

    def _find_first_hands(self) -> None:
        """What each seat must have held before its first turn."""
        view = self._view
        taken: dict[int, set[Card]] = {seat: set() for seat in self._hands}
        for happening in view.history:
            if happening.kind == "exchange" and happening.seat is not None:
                self._hands[happening.seat] += set(happening.given) - taken[happening.seat]
                taken[happening.seat] -= set(happening.given)
                taken[happening.seat] |= set(happening.taken)
        for seat in self._hands:
            shown = view.hand if seat == view.seat else view.seats[seat].shown or ()
            self._hands[seat] += set(shown) - taken[seat]

    def play(self, chance: Random, held: tuple[Card, ...]) -> Determinization | None:
        """Deal what was not seen at random and play; ``None`` if a special hand came of it.

        The cards ``held`` go to who first lacks some.
        """
        view, size = self._view, self._view.rules.hand_size
        free = [card for card in self._unseen if card not in held]
        rest = [*chance.sample(free, len(free)), *held]
        dealt = {
            seat: [*cards, *(rest.pop() for _ in range(size - len(cards)))]
            for seat, cards in self._hands.items()
        }
        extra = self._turned_up or [rest.pop() for _ in range(size)]
        if self._taken:
            dealt[view.dealer], extra = extra, dealt[view.dealer]
        seats = sorted(dealt, key=lambda seat: (seat - view.dealer - 1) % len(view.seats))
        hands = [card for seat in seats for card in dealt[seat]]
        pack = [*hands, *extra, *self._talons[0], *rest]
        round_ = Round(view.rules, len(view.seats), pack, view.dealer, view.leader, dealt)
        decisions, played = [], []
        shuffles = zip(self._recycled, self._talons[1:], strict=True)
        for seat, action in self._actions:
            if round_.to_act != seat:
                return None
            before = copy_array(round_.arrays[1])
            try:
                round_.play(action)
            except IllegalAction:  # a special hand was dealt, and last turns began (R28)
                return None
            decisions.append(before)
            played.append(round_.action_numbers[-1])
            if round_.needs_shuffle and (shuffled := next(shuffles, None)) is not None:
                aside, came = shuffled
                others = [card for card in aside if card not in came]
                round_.recycle([*came, *chance.sample(others, len(others))])
        now = copy_array(round_.arrays[1])
        shown = mask_of(seat.seat for seat in view.seats if seat.shown)
        if round_.to_act != view.to_act or round_.over != (view.phase == "over"):
            return None
        if now[0].shown != shown and not round_.over:  # then all hands lie open
            return None
        hidden = tuple(
            0
            if seat.seat == view.seat or seat.shown
            else int(now[0].hands[seat.seat]) & ~mask_of(seat.known)
            for seat in view.seats
        )
        return Determinization(
            now,
            np.concatenate(decisions) if decisions else np.empty(0, ROUND_DTYPE),
            tuple(played),
            hidden,
            self._unseen,
            round_,
        )
