"""Positions: a round at one moment, to write down, to set up and to fill in at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, TypeAlias, cast, get_args

import numpy as np

from .cards import Card, mask_of
from .core import kernel
from .core.state import (
    FIRE,
    IN,
    KEYED_MATCH_DTYPE,
    KEYED_ROUND_DTYPE,
    MATCH_DTYPE,
    NO_SEAT,
    OUT,
    SWIMMING,
    THIRTY_ONE,
    RecordArray,
    new_round,
    rules_array,
)
from .errors import PositionError
from .ruleset import RuleSet
from .schema import Points
from .view import ENDS, PHASES, End, Phase, View

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards, ``None`` for each one that is unknown."""

SeatState: TypeAlias = Literal["open", "closed", "exchanged", "shown", "done"]

_ATTEMPTS: Final = 1000


@dataclass(frozen=True, slots=True)
class HandPosition:
    """Hand of a seat in a position; a seat that is not dealt in has no ``cards``.

    ``known`` are the cards that open exchanges revealed to all (R33), ``turns`` the turns of the
    seat in the round.

    ``state`` is one of:

    - ``open``: gets further turns, or the round is over
    - ``closed``: closed by an action (R10)
    - ``exchanged``: closed by exchanging all cards (R26)
    - ``shown``: shows a special hand (R28)
    - ``done``: has had its last turn
    """

    cards: Cards
    known: tuple[Card, ...] = ()
    turns: int = 0
    state: SeatState = "open"


@dataclass(frozen=True, slots=True)
class Position:
    """Round at one moment, with the scores of its match if it belongs to one.

    ``str(position)`` writes it in the notation of docs/positions.md and ``Position.parse`` reads
    it. Unknown cards are ``None``, unless the notation marks them as ``??``. ``extra`` is the hand
    next to the dealer's in the dealer's choice (R5), ``took`` whether the dealer took it. ``end``
    is the end of the round and ``by`` the seat that ends it, both known before the last turns.
    ``replayed`` is true if the match does not count the round (R24).

    ``number`` and ``scores`` belong to the match: the number of the round, and the lives or points
    of each seat, ``None`` for a seat that is out; both are ``None`` for a round by itself.
    """

    rules: RuleSet
    hands: tuple[HandPosition, ...]
    table: Cards
    extra: Cards
    talon: Cards
    aside: tuple[Card, ...]
    phase: Phase
    to_act: int | None
    dealer: int
    took: bool
    leader: int
    passes: int
    end: End | None
    by: int | None
    replayed: bool = False
    number: int | None = None
    scores: tuple[Points | None, ...] | None = None

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position in a text.

        Raises ``PositionError`` that names the field at fault.

        >>> position = Position.parse("pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 -")
        >>> position.to_act, position.hands[1].known
        (0, (TD,))
        """
        from .position_notation import read_position  # which needs this class

        return read_position(text)

    @classmethod
    def of(cls, position: str | Position) -> Position:
        """Return a position, or read it from a text. Raises ``PositionError`` if it is invalid."""
        if isinstance(position, str):
            return cls.parse(position)
        position.check()
        return position

    @classmethod
    def of_view(cls, view: View) -> Position:
        """Return the position that a view shows; cards that it does not show are unknown.

        Raises ``PositionError`` while the talon is being shuffled (R32).
        """
        if view.to_act is None and view.phase != "over":
            raise PositionError("there is no position while the talon is being shuffled (R32)")
        in_match = any(seat.lives is not None or seat.total is not None for seat in view.seats)
        return cls(
            rules=view.rules,
            hands=tuple(_hand_in_view(view, seat) for seat in range(len(view.seats))),
            table=view.table,
            extra=() if view.table else (None,) * view.rules.hand_size,
            talon=(None,) * view.talon,
            aside=view.aside,
            phase=view.phase,
            to_act=view.to_act,
            dealer=view.dealer,
            took=any(event.action == "take" for event in view.history),
            leader=view.leader,
            passes=view.passes,
            end=view.end,
            by=view.by,
            replayed=view.replayed,
            number=view.number if in_match else None,
            scores=tuple(
                None if seat.status == "out" else seat.lives if seat.total is None else seat.total
                for seat in view.seats
            )
            if in_match
            else None,
        )

    def check(self) -> None:
        """Raise ``PositionError`` with the first fault, if there is one."""
        from .position_notation import check_position

        check_position(self)

    @property
    def public(self) -> Position:
        """Position as a spectator sees it."""
        size, over = self.rules.hand_size, self.phase == "over"
        hands = (
            hand
            if over or hand.state == "shown" or not hand.cards
            else replace(hand, cards=(*hand.known, *[None] * (size - len(hand.known))))
            for hand in self.hands
        )
        return replace(
            self,
            hands=tuple(hands),
            extra=(None,) * len(self.extra),
            talon=(None,) * len(self.talon),
        )

    @property
    def unknown(self) -> tuple[Card, ...]:
        """Cards of the pack that are at no known place."""
        placed = set(placed_cards(self))
        return tuple(card for card in self.rules.cards if card not in placed)

    def deal_unknown(self, chance: Random) -> Position:
        """Return the position with every unknown card drawn at random.

        No hidden hand becomes one that would have ended the round or would lie open (R12, R28).
        Raises ``PositionError`` if no such deal is found.
        """
        unknown = self.unknown
        if not unknown:
            return self
        for _ in range(_ATTEMPTS):
            filled = self.fill_unknown(chance.sample(unknown, len(unknown)))
            if special_seat(filled) is None:
                return filled
        raise PositionError("hands: every deal of the unknown cards would have ended the round")

    def fill_unknown(self, cards: Sequence[Card]) -> Position:
        """Return the position with ``cards`` in place of the unknown ones, in their order."""
        rest = iter(cards)
        return replace(
            self,
            hands=tuple(replace(hand, cards=_filled(hand.cards, rest)) for hand in self.hands),
            table=_filled(self.table, rest),
            extra=_filled(self.extra, rest),
            talon=_filled(self.talon, rest),
        )

    def encode(self) -> RecordArray:
        """Return the round as an array of one record for the compiled rules.

        Raises ``PositionError`` if a card is unknown.
        """
        rules, size = rules_array(self.rules), len(self.rules.cards)
        talon = _complete(self.talon)
        others = [card for card in self.rules.cards if card not in talon]
        rounds = new_round([*others, *talon])
        state = rounds.view(KEYED_ROUND_DTYPE)[0]
        for seat, hand in enumerate(self.hands):
            state["hands"][seat] = mask_of(_complete(hand.cards))
            state["known"][seat] = mask_of(hand.known)
            state["turns_of"][seat] = hand.turns
        state["seats"] = len(self.hands)
        state["table"] = mask_of(_complete(self.table))
        state["extra"] = mask_of(_complete(self.extra))
        state["took"] = self.took
        state["active"] = self._seats(*get_args(SeatState))
        state["playing"] = self._seats("open")
        state["open"] = self._seats("open", "shown", "done")
        state["closed"] = self._seats("closed")
        state["shown"] = self._seats("shown")
        state["dealer"], state["leader"] = self.dealer, self.leader
        state["turns"] = sum(hand.turns for hand in self.hands)
        state["passes"] = self.passes
        state["talon_top"], state["talon_end"] = len(others), size
        state["aside"][: len(self.aside)] = self.aside
        state["aside_count"] = len(self.aside)
        state["end"] = ENDS.index(self.end)
        state["by"] = NO_SEAT if self.by is None else self.by
        if self.by is not None:
            special = state["end"] in (THIRTY_ONE, FIRE)
            state["dealt_special"] = special and not self.hands[self.by].turns
        if self.to_act is None:
            kernel.finish_round(rules, rounds, 0, int(state["end"]), int(state["by"]))
            if self.replayed:
                state["score"] = 0
        else:
            state["last_turns"] = self.end is not None
            state["to_act"], state["phase"] = self.to_act, PHASES.index(self.phase)
        return rounds

    def encode_known(self) -> RecordArray:
        """Return the round as an array of one record, with known cards alone in the hands.

        Other unknown cards are at any places.
        """
        rounds = self.fill_unknown(self.unknown).encode()
        state = rounds.view(KEYED_ROUND_DTYPE)[0]
        for seat, hand in enumerate(self.hands):
            state["hands"][seat] = mask_of(card for card in hand.cards if card is not None)
        return rounds

    def encode_match(self, rounds: RecordArray) -> RecordArray:
        """Return the match as an array of one record, given the array of its encoded round.

        Raises ``PositionError`` for a position without the scores of a match.
        """
        if self.scores is None or self.number is None:
            raise PositionError("scores: a match needs the fields round and scores at the end")
        matches: RecordArray = np.zeros(1, MATCH_DTYPE)
        match = matches.view(KEYED_MATCH_DTYPE)[0]
        over = self.phase == "over"
        match["seats"] = len(self.hands)
        match["rounds"] = self.number - (not over)
        for seat, score in enumerate(self.scores):
            if self.rules.scoring == "points":
                assert score is not None
                match["totals"][seat] = int(2 * score)
            else:
                match["lives"][seat] = score or 0
                match["status"][seat] = OUT if score is None else IN if score else SWIMMING
                match["chicken_taken"] |= not score  # a seat has run out of chips (R29)
        if over:
            kernel.conclude_match(rules_array(self.rules), matches, rounds, 0)
        return matches

    def __str__(self) -> str:
        from .position_notation import write_position

        return write_position(self)

    def _seats(self, *states: SeatState) -> int:
        """Return the mask of the seats dealt in that have one of the states."""
        return mask_of(
            seat for seat, hand in enumerate(self.hands) if hand.cards and hand.state in states
        )


def placed_cards(position: Position) -> Iterator[Card]:
    """Yield every card that is at a known place, in the order of the fields."""
    groups: list[Cards] = [hand.cards for hand in position.hands]
    for cards in (*groups, position.table, position.extra, position.talon, position.aside):
        yield from (card for card in cards if card is not None)


def special_seat(position: Position) -> int | None:
    """Return a seat whose hidden hand would have ended the round or lain open (R12, R28)."""
    if position.phase == "over":
        return None
    seat = kernel.seat_of_impossible_hand(rules_array(position.rules), position.encode_known(), 0)
    return None if seat == NO_SEAT else seat


def _hand_in_view(view: View, number: int) -> HandPosition:
    seat = view.seats[number]
    if not seat.active:
        return HandPosition(())
    cards: Cards = (*seat.known, *[None] * (seat.cards - len(seat.known)))
    if seat.shown is not None:
        cards = seat.shown
    elif number == view.seat:
        cards = view.hand
    state: SeatState = "open"
    if seat.closed:
        state = "closed" if number in view.closers else "exchanged"
    elif view.phase != "over" and not seat.playing:
        state = "done" if seat.shown is None else "shown"
    return HandPosition(cards, seat.known, seat.turns, state)


def _filled(cards: Cards, drawn: Iterator[Card]) -> Cards:
    return tuple(next(drawn) if card is None else card for card in cards)


def _complete(cards: Cards) -> tuple[Card, ...]:
    if None in cards:
        raise PositionError("a card is unknown")
    return cast(tuple[Card, ...], cards)
