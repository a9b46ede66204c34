"""Determinization: rounds with all cards known that agree with everything a seat has seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.rules import Card, Position, Round, SchwimmenError, View, cards_of, mask_of
from schwimmen.rules.arguments import chance_from
from schwimmen.rules.cards import as_cards, bits_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import (
    KEYED_ROUND_DTYPE,
    NO_SEAT,
    ROUND_DTYPE,
    SHUFFLE,
    RecordArray,
    rules_array,
)
from schwimmen.rules.errors import whole_number
from schwimmen.rules.history import event_records
from schwimmen.rules.view_builder import record_of

from .belief import History
from .redeal import IMPOSSIBLE, SEEN_DTYPE, redeal_view

_NO_STARTS: Final = np.zeros(0, ROUND_DTYPE)


@dataclass(frozen=True)
class Determinization:
    """World of a view and its history.

    ``now`` is an array of the current round, ``history`` its past decisions; actions are numbered
    by the hands of this world. ``hidden[seat]`` are this world's cards of the hand that only its
    owner has seen; ``unseen`` are all cards that could be among them.
    """

    now: RecordArray
    history: History
    hidden: tuple[int, ...]
    unseen: tuple[Card, ...]
    _view: View
    _course: RecordArray

    @cached_property
    def round(self) -> Round:
        """World as a round, which can be played on."""
        course = self._course.view(KEYED_ROUND_DTYPE)
        round_ = self._first_round(course[0])
        for number, after in zip(self.history.actions.tolist(), course[1:], strict=True):
            round_.play(number)
            if round_.needs_shuffle and after["phase"] != SHUFFLE:
                round_.recycle(after["pack"][: after["talon_end"]].tolist())
        return round_

    def _first_round(self, first: Any) -> Round:
        view, position = self._view, first_position(self._view)
        if position is None:
            pack = first["pack"][: len(view.rules.cards)].tolist()
            seats = bits_of(first["active"])
            return Round(view.rules, len(view.seats), pack, view.dealer, view.leader, seats)
        hands = zip(position.hands, first["hands"].tolist(), strict=False)
        return Round.from_position(
            replace(
                position,
                hands=tuple(replace(hand, cards=cards_of(cards)) for hand, cards in hands),
                extra=cards_of(first["extra"]),
                talon=as_cards(first["pack"][first["talon_top"] : first["talon_end"]].tolist()),
            )
        )


def determinize(view: View, chance: Random, held: tuple[Card, ...] = ()) -> Determinization:
    """Return a world in which the seat of the view has exactly this view.

    ``held`` are all hidden cards of the only opponent in that world, if given.

    Raises ``SchwimmenError`` if no world is found: the view belongs to no real round, or the round
    would have taken another course with the cards ``held``.
    """
    events = event_records(view.history, view.rules.hand_size)
    seen = np.zeros(1, SEEN_DTYPE)
    rounds, actions = np.zeros(len(events) + 1, ROUND_DTYPE), np.zeros(len(events) + 1, np.int64)
    with np.errstate(over="ignore"):  # the generator wraps around
        decisions = redeal_view(
            rules_array(view.rules),
            mask_of(view.rules.cards),
            record_of(view),
            NO_SEAT if view.seat is None else view.seat,
            events,
            starts_of(view),
            mask_of(held),
            seen,
            rounds,
            actions,
            new_rng(chance.getrandbits(64)),
        )
    if decisions == IMPOSSIBLE:
        raise SchwimmenError("the view does not belong to any round that can be played")
    return Determinization(
        rounds[decisions : decisions + 1],
        History(rounds[:decisions], actions[:decisions]),
        tuple(seen["hidden"][0, : len(view.seats)].tolist()),
        cards_of(int(seen["unseen"][0])),
        view,
        rounds[: decisions + 1],
    )


def sample_worlds(
    view: View, number: int = 1, *, seed: int | None = None, chance: Random | None = None
) -> list[Round]:
    """Return random rounds that agree with a view.

    In each ``Round`` the seat (or spectator) of the view sees the same hand, table and history. The
    hidden hands, the talon and the extra hand are sampled uniformly from all deals that agree with
    the view; the opponents' actions are not used as evidence of their hands. A world is independent
    of the match: it has no lives, and can be played on.

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


def first_position(view: View) -> Position | None:
    """Return the position with which the history begins, or ``None`` if it begins with a deal."""
    texts = (event.reason for event in view.history if event.kind == "position")
    text = next(texts, None)
    return None if text is None else Position.parse(text)


def starts_of(view: View) -> RecordArray:
    """Return an array of the round with which the history begins, or an empty one for a deal.

    Hidden hands have their known cards alone; the talon has the right number of cards.
    """
    position = first_position(view)
    return _NO_STARTS if position is None else position.encode_known()
