"""Views: the part of a round that a seat or a spectator may know (R33)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args

from .cards import Card, card_names
from .ruleset import RuleSet
from .schema import (
    ACTION,
    CARDS,
    HALF,
    NUMBER,
    RECORDS,
    REFUSALS,
    SCORE,
    SUIT,
    VALUE,
    CardRow,
    CardSet,
    From,
    Given,
    Only,
    Own,
    PerSeat,
    Points,
    Rule,
    Seat,
    SeatSet,
    ShownCards,
    Stays,
    Suit,
    Value,
    code,
)

Phase: TypeAlias = Literal["choice", "turn", "renewed", "over"]
PHASES: Final[tuple[Phase, ...]] = ("choice", "turn", "renewed", "turn", "over")
"""Phases in the order of their codes; a shuffle of the talon (R32) interrupts a turn."""

End: TypeAlias = Literal["close", "31", "fire", "talon", "cap"]
ENDS: Final[tuple[End | None, ...]] = (None, *get_args(End))
"""Ends of a round in the order of their codes."""

Status: TypeAlias = Literal["in", "swimming", "out"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
"""Statuses of a seat in the order of their codes."""

EventKind: TypeAlias = Literal[
    "dealt",
    "choice",
    "exchange",
    "pass",
    "close",
    "renew",
    "recycled",
    "table",
    "stays",
    "shown",
    "end",
    "position",
]
EVENT_KINDS: Final[tuple[EventKind, ...]] = get_args(EventKind)
"""Kinds of event in the order of their codes; a position has no record."""

EVENT_REASONS: Final = (*ENDS, "all_pass", "renew", "seven_eight_nine")
"""Reasons of events in the order of their codes."""

LossReason: TypeAlias = Literal[
    "worst",
    "tied_worst",
    "fire",
    "dealt_31",
    "dealt_fire",
    "closer",
    "difference",
    "closer_in_tie",
    "tied_with_closer",
    "spared",
    "not_best",
]
LOSS_REASONS: Final[tuple[LossReason, ...]] = get_args(LossReason)
"""Reasons of losses in the order of their codes."""

DecidedBy: TypeAlias = Literal["value", "trips_rank", "suit", "high_card", "tie"]
CRITERIA: Final[tuple[DecidedBy | None, ...]] = (None, *get_args(DecidedBy))
"""Criteria by which two hands differ (R16), in the order of their codes."""

END: Final = code("ends", ENDS)
"""Kind of the end of a round."""
_STATUS: Final = code("statuses", STATUSES)


@dataclass(frozen=True, slots=True)
class RoundEvent:
    """Public event of a round.

    ``kind`` is one of:

    - ``dealt``: ``seat`` dealt; ``cards`` is the table, empty before a dealer's choice
    - ``choice``: the dealer kept or took (``action``); ``cards`` is the table turned up
    - ``exchange``: ``seat`` gave ``given`` to the table and took ``taken``
    - ``pass``: ``seat`` passed
    - ``close``: ``seat`` closed, or did nothing in a last turn of the Dutch game
    - ``renew``: ``seat`` renewed the table (R30)
    - ``recycled``: the cards laid aside became the talon (R32)
    - ``table``: ``given`` was laid aside, ``cards`` is the new table; ``reason`` is ``all_pass``,
      ``renew`` or ``seven_eight_nine``
    - ``stays``: all passed, but the table stays because the talon is too short (R9)
    - ``position``: the round was set up from the position ``reason``; ``action`` is ``take`` if
      its dealer had taken the extra hand
    - ``shown``: ``seat`` shows ``cards``, a special hand; ``reason`` is ``31`` or ``fire``
    - ``end``: the round ended for ``reason`` (as in a record); ``seat`` ended it, if any

    ``rule`` is the number of its rule in RULES.md, such as ``R9``. ``closes`` is true if the event
    closed a seat that was open (R11, R26).
    """

    kind: Annotated[str, code("eventKinds", EVENT_KINDS)]
    seat: Seat = None
    action: Annotated[str | None, ACTION] = None
    cards: CardSet = ()
    given: CardSet = ()
    taken: CardSet = ()
    reason: Annotated[str | None, code("eventReasons", EVENT_REASONS)] = None
    closes: bool = False
    rule: Rule = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Result of a round, with one entry for each seat, ``None`` for a seat that was out.

    The fields are those of a result in RECORD.md. ``lives`` and ``status``, or ``totals``, are set
    only in a match.
    """

    dealer: int
    leader: int
    end: Annotated[End, END]
    by: Seat
    turns: int
    hands: Annotated[tuple[tuple[Card, ...] | None, ...], CARDS, PerSeat.DEALT_IN]
    values: Annotated[tuple[Points | None, ...], VALUE, PerSeat.DEALT_IN]
    suits: Annotated[tuple[str | None, ...], SUIT, PerSeat.DEALT_IN]
    lost: Annotated[
        tuple[int | None, ...] | None,
        NUMBER,
        PerSeat.DEALT_IN,
        From("scores"),
        Only("lives"),
    ]
    lives: Annotated[
        tuple[int | None, ...] | None, NUMBER, PerSeat.DEALT_IN, Only("lives", in_match=True)
    ]
    status: Annotated[
        tuple[Status | None, ...] | None, _STATUS, PerSeat.DEALT_IN, Only("lives", in_match=True)
    ]
    points: Annotated[tuple[Points, ...] | None, HALF, PerSeat.ALL, From("scores"), Only("points")]
    totals: Stays[
        Annotated[tuple[Points, ...] | None, HALF, PerSeat.ALL, Only("points", in_match=True)]
    ]


@dataclass(frozen=True, slots=True)
class Loss:
    """Loss of one seat in a round for one reason, in lives or points.

    ``reason`` is one of:

    - ``worst``: the seat has the worst hand (R17, or R18 with ``lowest``)
    - ``tied_worst``: the seat is tied with others for the worst hand
    - ``fire``: another seat has fire, and all others lose (R18)
    - ``dealt_31``: another seat was dealt 31 (R19)
    - ``dealt_fire``: another seat was dealt fire (R19)
    - ``closer``: the seat closed without the best hand (R20)
    - ``difference``: the seat does not have the winning hand (R31); the amount may be 0
    - ``closer_in_tie``: the seat is tied for the worst hand with others, who did not close (R35)
    - ``tied_with_closer``: the seat is tied for the worst hand with a closer, who is spared (R35)
    - ``spared``: the seat is tied for the worst hand but loses nothing (R35); the amount is 0
    - ``not_best``: the seat does not have the best hand (R36)

    ``against`` is the seat with which the hand was compared: the next better hand for ``worst``,
    another tied hand for ``tied_worst``, a spared one for ``closer_in_tie`` and
    ``tied_with_closer``, one that loses for ``spared``, the best hand for ``closer`` and
    ``not_best``, the winner for ``difference``, otherwise the holder of the fire or 31; the first
    in turn order if several qualify. ``decided`` is the criterion by which the two hands differ
    (R16), ``None`` if hands were not compared.
    """

    seat: int
    amount: Annotated[Points, SCORE]
    rule: Rule
    reason: Annotated[LossReason, code("lossReasons", LOSS_REASONS)]
    against: Seat
    decided: Annotated[DecidedBy | None, code("criteria", CRITERIA)] = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Legal action and the hand that it leaves."""

    action: Annotated[str, ACTION, From("number")]
    """Name of the action, as in a record."""
    number: Stays[int]
    """Number of the action."""
    given: Stays[CardSet]
    taken: Stays[CardSet]
    value: Value
    """Value of the hand; ``None`` if it depends on unseen cards (take, renew)."""
    suit: Suit
    """Counting suit of the hand; ``None`` also if it is valued by R15."""
    closes: bool
    """Whether the action closes (R10, R26), unless the new hand ends the round first (R12)."""


class BriefChoice(NamedTuple):
    """``Choice`` without the cards exchanged, which is faster to decode."""

    action: Annotated[str, ACTION, From("number")]
    value: Value
    suit: Suit
    closes: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """Public view of one seat."""

    seat: Given[int]
    active: Annotated[bool, From("cards")]
    """Whether the seat is dealt in."""
    cards: int
    """Number of cards in hand."""
    known: CardSet
    """Cards of the hand that open exchanges revealed."""
    shown: Annotated[ShownCards, From("hand")]
    """Whole hand if it lies open."""
    value: Value
    """Value of the hand if it lies open."""
    suit: Suit
    """Counting suit of the hand if it lies open."""
    closed: bool
    """Whether the seat is no longer open (R11, R26)."""
    playing: bool
    """Whether the seat still gets a turn."""
    turns: int
    """Turns of the seat in the round."""
    last_action: Given[Annotated[str | None, ACTION]]
    """Last action of the seat, as in a record."""
    lives: Annotated[int | None, NUMBER, From("score"), Only("lives", in_match=True)]
    """Lives; ``None`` in a game for points, and in a round by itself."""
    status: Annotated[Status | None, _STATUS, Only("lives", in_match=True)]
    """Status; ``None`` in a game for points, and in a round by itself."""
    total: Annotated[Points | None, HALF, From("score"), Only("points", in_match=True)]
    """Points; ``None`` in a game for lives, and in a round by itself."""


class Displayable:
    """Match, round or view: one line as ``repr``, the table as ``str``, a picture in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        from schwimmen.display import describe

        return describe(self)

    def __str__(self) -> str:
        from schwimmen.display import render_text, scene_of

        return render_text(scene_of(self))

    def _repr_svg_(self) -> str:
        from schwimmen.display import render_svg, scene_of

        return render_svg(scene_of(self))


class _Decoded:
    """Base of ``View``, with the decoder of fields that have not been read yet."""

    __slots__ = ("_decoder",)


@dataclass(frozen=True, slots=True, repr=False)
class View(_Decoded, Displayable):
    """View of a round by one seat, or by a spectator if ``seat`` is ``None``.

    Views are immutable, hashable, and equal if all they show is. ``print`` shows the table, with
    ``??`` for each card that the viewer may not know, and a notebook draws it.
    """

    rules: Stays[Given[RuleSet]]
    seat: Stays[Given[int | None]]
    phase: Annotated[Phase, code("phases", PHASES)]
    number: int
    """Number of the round in its match, from 1."""
    dealer: int
    leader: int
    to_act: Seat
    """Seat to act; ``None`` if the round is over or the talon is being shuffled (R32)."""
    turns: int
    """Number of turns played in the round."""
    last_turns: bool
    """Whether the seats still playing have their last turn (R11)."""
    hand: Own[CardSet]
    """Hand of the view's seat; empty for a seat not dealt in."""
    value: Own[Value]
    """Value of the hand of the view's seat."""
    suit: Own[Suit]
    """Counting suit of the hand of the view's seat."""
    table: CardSet
    talon: int
    """Number of cards in the talon."""
    aside: CardRow
    """Cards laid aside, in their order."""
    seats: Annotated[tuple[SeatView, ...], RECORDS]
    choices: Own[Given[tuple[Choice, ...]]]
    """Legal actions with the hands they leave."""
    refused: Own[Annotated[Mapping[str, str], REFUSALS, From("refusals")]] = field(hash=False)
    """Reason, one of ``ILLEGAL_REASONS``, for each illegal kind of action."""
    all_closes: bool
    """Whether exchanging all now also closes (R26)."""
    history: Given[tuple[RoundEvent, ...]]
    """Events of the round."""
    result: Given[RoundResult | None]
    """Result of the round, once it is over."""
    losses: Given[tuple[Loss, ...]]
    """Losses with their reasons, even if the round does not count; empty until it is over."""
    replayed: bool
    """Whether the round is over and does not count (R24)."""
    over: bool
    """Whether the match, or a round by itself, is over."""
    winners: SeatSet
    """Seats that have won the match."""
    passes: Stays[int]
    """Number of passes in succession (R9)."""
    end: Stays[Annotated[End | None, END]]
    """End of the round, which is known before the last turns are played."""
    by: Stays[Seat]
    """Seat that ends the round, if any."""
    closers: Stays[SeatSet]
    """Seats that have closed as R20 counts it."""

    if not TYPE_CHECKING:  # else any attribute would pass

        def __getattr__(self, name: str) -> Any:
            """Return a field that is decoded when it is first read."""
            if name not in self.__dataclass_fields__:
                raise AttributeError(f"a view has no attribute {name!r}")
            for field_name, value in self._decoder.fields_with(name):
                object.__setattr__(self, field_name, value)
            return object.__getattribute__(self, name)

    @property
    def brief_choices(self) -> list[BriefChoice]:
        """Choices without the cards exchanged; faster than ``choices``."""
        decoder = getattr(self, "_decoder", None)
        if decoder is not None:
            brief: list[BriefChoice] = decoder.brief_choices
            return brief
        return [BriefChoice(one.action, one.value, one.suit, one.closes) for one in self.choices]

    @property
    def earlier(self) -> tuple[View, ...]:
        """Views by a spectator of the earlier rounds of the match at their ends, with all hands.

        They are not compared, and a view that was pickled has none.

        >>> from schwimmen import Match
        >>> Match("pagat", players=3, seed=7).view(0).earlier
        ()
        """
        decoder = getattr(self, "_decoder", None)
        earlier: tuple[View, ...] = () if decoder is None else decoder.earlier
        return earlier

    @property
    def position(self) -> str:
        """Position as this view shows it, with ``??`` for unknown cards (docs/positions.md).

        Raises ``PositionError`` while the talon is being shuffled (R32).

        >>> from schwimmen import Match
        >>> Match("pagat", players=3, seed=7).view(0).position
        'pagat KCQCQD/??????/?????? [??????] 20 - choice:1 1 2 0 - 1 3/3/3'
        """
        from .position import Position  # the encoding of positions needs the compiled rules

        return str(Position.of_view(self))

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """Names of the legal actions, empty if the seat is not to act."""
        return tuple(action for action, *_ in self.brief_choices)

    @property
    def hand_names(self) -> str:
        """Hand of the view's seat as text."""
        return card_names(self.hand)

    @property
    def table_names(self) -> str:
        """Table cards as text."""
        return card_names(self.table)
