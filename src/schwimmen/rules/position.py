"""Positions: a round at one moment, to write down, to set up and to fill in at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from .cards import ALL_CARDS, NUMBER_OF_CARDS, Card, cards_of, mask_of
from .core import kernel
from .core.position import HAND_DTYPE, POSITION_DTYPE, UNKNOWN
from .core.rows import MAX_SEATS
from .core.state import MATCH_DTYPE, NO_SEAT, ROUND_DTYPE, RecordArray, rules_array
from .errors import PositionError
from .ruleset import RuleSet
from .schema import Points, points_of
from .view import ENDS, PHASES, End, Phase, View
from .view_builder import record_of

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards, ``None`` for each one that is unknown."""

SeatState: TypeAlias = Literal["open", "closed", "exchanged", "shown", "done"]
STATES: Final[tuple[SeatState, ...]] = get_args(SeatState)
"""States of a hand in the order of their codes."""

NO_ROUNDS: Final = np.empty(0, ROUND_DTYPE)
"""Array of the round beside a view of which hidden cards are unknown."""

NEEDS_SCORES: Final = "scores: a match needs the fields round and scores at the end"
"""Text of the fault of a position without scores, of which a match is made."""

OTHER_PLAYERS: Final = "players: the position has {number}, not {other}"
"""Text of the fault of another number of players."""

NO_DEAL: Final = "hands: every deal of the unknown cards would have ended the round"
"""Message if no deal of a position's unknown cards leaves the round running."""

NOT_TO_ACT: Final = "turn: no seat is to act"
"""Message for a position without a decision."""

UNKNOWN_HAND: Final = "hands: seat {number} is to act, but has unknown cards"
"""Text of the fault of a position that does not show the hand of the seat to act."""

ATTEMPTS: Final = 1000
"""Number of random deals of the unknown cards before they are refused."""


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


class PositionArrays(NamedTuple):
    """Arrays of a position for compiled functions."""

    positions: RecordArray
    hands: RecordArray
    cards: RecordArray


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
    def of_view(cls, view: View, rounds: RecordArray = NO_ROUNDS) -> Position:
        """Return the position that a view shows.

        Cards that it does not show are those of ``rounds[0]``, by default unknown. Raises
        ``PositionError`` while the talon is being shuffled (R32).
        """
        if view.to_act is None and view.phase != "over":
            raise PositionError("there is no position while the talon is being shuffled (R32)")
        rules, viewer = view.rules, NO_SEAT if view.seat is None else view.seat
        given = rules_array(rules), record_of(view), viewer, rounds
        arrays = PositionArrays(
            np.zeros(1, POSITION_DTYPE),
            np.zeros(MAX_SEATS, HAND_DTYPE),
            np.zeros(NUMBER_OF_CARDS, np.int8),
        )
        row = arrays.cards[: kernel.position_seen(*given, *arrays)].tolist()
        cards = iter([None if card == UNKNOWN else ALL_CARDS[card] for card in row])
        position = arrays.positions[0]
        hands = arrays.hands[: len(view.seats)].tolist()
        return cls(
            rules=rules,
            hands=tuple(
                HandPosition(tuple(islice(cards, number)), cards_of(known), turns, STATES[state])
                for number, known, turns, state, *_ in hands
            ),
            table=tuple(islice(cards, position.table)),
            extra=tuple(islice(cards, position.extra)),
            talon=tuple(islice(cards, view.talon)),
            aside=view.aside,
            phase=view.phase,
            to_act=view.to_act,
            dealer=view.dealer,
            took=bool(position.took),
            leader=view.leader,
            passes=view.passes,
            end=view.end,
            by=view.by,
            replayed=view.replayed,
            number=int(position.number) or None,
            scores=tuple(None if out else points_of(score) for *_, score, out in hands)
            if position.scores
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
        for _ in range(ATTEMPTS):
            filled = self.fill_unknown(chance.sample(unknown, len(unknown)))
            if kernel.seat_of_impossible_hand(rules_array(self.rules), filled.encode(), 0) < 0:
                return filled
        raise PositionError(NO_DEAL)

    def view(self) -> View:
        """Return the view of the seat to act.

        Raises ``PositionError`` if no seat is to act, or if its hand has unknown cards.

        >>> Position.parse("pagat ??????/9HADTd:1 7C8C9C 23 - turn:1 0 1 0 -").view().hand_names
        '9H AD TD'
        """
        from .match import Match  # which needs this class
        from .round import Round

        if self.to_act is None:
            raise PositionError(NOT_TO_ACT)
        if None in self.hands[self.to_act].cards:
            raise PositionError(UNKNOWN_HAND.format(number=self.to_act))
        if self.scores is None:
            return Round.from_position(self, seed=0).view(self.to_act)
        return Match.from_position(self, seed=0).view(self.to_act)

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

    @property
    def arrays(self) -> PositionArrays:
        """Arrays of the position for compiled functions."""
        groups: list[Cards] = [hand.cards for hand in self.hands]
        groups += [self.table, self.extra, self.talon, self.aside]
        scores = self.scores or ()
        numbers = {
            "table": len(self.table),
            "extra": len(self.extra),
            "talon": len(self.talon),
            "aside": len(self.aside),
            "phase": PHASES.index(self.phase),
            "to_act": NO_SEAT if self.to_act is None else self.to_act,
            "dealer": self.dealer,
            "took": self.took,
            "leader": self.leader,
            "passes": self.passes,
            "end": ENDS.index(self.end),
            "by": NO_SEAT if self.by is None else self.by,
            "replayed": self.replayed,
            "number": self.number or 0,
            "scores": len(scores),
        }
        assert POSITION_DTYPE.names is not None
        hands = [
            (
                len(hand.cards),
                mask_of(hand.known),
                hand.turns,
                STATES.index(hand.state),
                int(2 * (score or 0)),
                score is None,
            )
            for hand, score in zip_longest(self.hands, scores[: len(self.hands)])
        ]
        return PositionArrays(
            np.array([tuple(numbers[name] for name in POSITION_DTYPE.names)], POSITION_DTYPE),
            np.array(hands, HAND_DTYPE),
            np.array(
                [UNKNOWN if card is None else card for cards in groups for card in cards], np.int8
            ),
        )

    @property
    def fault(self) -> tuple[int, int, int, int]:
        """First fault of the position, as ``find_fault`` in the compiled rules returns it."""
        found: tuple[int, int, int, int] = kernel.position_fault(
            *self._rules, *self.arrays, np.zeros(1, ROUND_DTYPE)
        )
        return found

    def encode(self) -> RecordArray:
        """Return the round as an array of one record for the compiled rules.

        Raises ``PositionError`` if a card is unknown.
        """
        if self.unknown:
            raise PositionError("a card is unknown")
        return self.encode_known()

    def encode_known(self) -> RecordArray:
        """Return the round as an array of one record, with known cards alone in the hands.

        Other unknown cards are at any places.
        """
        rounds = np.zeros(1, ROUND_DTYPE)
        kernel.set_up_round(*self._rules, *self.arrays, rounds)
        return rounds

    def encode_match(self, rounds: RecordArray) -> RecordArray:
        """Return the match as an array of one record, given the array of its encoded round.

        Raises ``PositionError`` for a position without the scores of a match.
        """
        if self.scores is None or self.number is None:
            raise PositionError(NEEDS_SCORES)
        matches: RecordArray = np.zeros(1, MATCH_DTYPE)
        positions, hands, _ = self.arrays
        kernel.set_up_match(rules_array(self.rules), positions, hands, rounds, matches)
        return matches

    @property
    def _rules(self) -> tuple[RecordArray, int]:
        """Record of the rules, and the mask of a whole pack."""
        return rules_array(self.rules), mask_of(self.rules.cards)

    def __str__(self) -> str:
        from .position_notation import write_position

        return write_position(self)


def placed_cards(position: Position) -> Iterator[Card]:
    """Yield every card that is at a known place, in the order of the fields."""
    groups: list[Cards] = [hand.cards for hand in position.hands]
    for cards in (*groups, position.table, position.extra, position.talon, position.aside):
        yield from (card for card in cards if card is not None)


def _filled(cards: Cards, drawn: Iterator[Card]) -> Cards:
    return tuple(next(drawn) if card is None else card for card in cards)
