"""What a seat or a spectator may know (R33), built up from what was shown to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from .cards import Card, card_names
from .ruleset import RuleSet

Points: TypeAlias = int | float
Phase: TypeAlias = Literal["choice", "turn", "renewed", "over"]
End: TypeAlias = Literal["close", "31", "fire", "talon", "cap"]
Status: TypeAlias = Literal["in", "swimming", "out"]
LossReason: TypeAlias = Literal[
    "worst", "tied_worst", "fire", "dealt_31", "dealt_fire", "closer", "difference"
]
Decided: TypeAlias = Literal["value", "trips_rank", "suit", "high_card", "tie"]


@dataclass(frozen=True, slots=True)
class RoundEvent:
    """One public thing that happened in a round.

    ==========  ====================================================================
    kind
    ==========  ====================================================================
    dealt       ``seat`` dealt; ``cards`` is the table, empty before a dealer's choice
    choice      the dealer kept or took (``action``); ``cards`` is the table turned up
    exchange    ``given`` went to the table, ``taken`` came
    pass        ``seat`` passed
    close       ``seat`` closed, or did nothing in a last turn of the Dutch game
    renew       ``seat`` renewed the table (R30)
    recycled    the cards laid aside became the talon (R32)
    table       ``given`` was laid aside, ``cards`` is the new table; ``reason`` is
                ``all_pass``, ``renew`` or ``seven_eight_nine``
    stays       all passed, but the table stays for want of cards (R9)
    shown       ``seat`` shows ``cards``, a special hand; ``reason`` is ``31`` or ``fire``
    end         the round ended by ``reason`` (as in a record), by ``seat`` if by anyone
    ==========  ====================================================================

    ``rule`` is the number of the rule behind it in RULES.md, such as ``R9``. ``closes``: the seat
    was open before, and no longer is (R11, R26).
    """

    kind: str
    seat: int | None = None
    action: str | None = None
    cards: tuple[Card, ...] = ()
    given: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    reason: str | None = None
    closes: bool = False
    rule: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended and what it cost; one entry a seat, ``None`` for a seat that was out.

    The fields are those of a result in RECORD.md. ``lives`` and ``status``, or ``totals``, are
    known only in a match.
    """

    dealer: int
    leader: int
    end: End
    by: int | None
    turns: int
    hands: tuple[tuple[Card, ...] | None, ...]
    values: tuple[Points | None, ...]
    suits: tuple[str | None, ...]
    lost: tuple[int | None, ...] | None
    lives: tuple[int | None, ...] | None
    status: tuple[Status | None, ...] | None
    points: tuple[Points, ...] | None
    totals: tuple[Points, ...] | None


@dataclass(frozen=True, slots=True)
class Loss:
    """What a seat loses in a round for one reason: lives, or in a game for points so many points.

    ==========  ====================================================================
    reason
    ==========  ====================================================================
    worst       it alone has the worst hand (R17, or R18 with ``lowest``)
    tied_worst  it has the worst hand together with others
    fire        another has fire, and all others lose (R18)
    dealt_31    another was dealt 31 (R19)
    dealt_fire  another was dealt fire (R19)
    closer      it closed without the best hand (R20)
    difference  its hand is not the winner's (R31); the amount may be 0
    ==========  ====================================================================

    ``against`` is the seat that it was compared with: whose hand is the next better one, of the
    ties another, the best for ``closer``, the winner for ``difference``, the holder of the fire or
    31; of several the first in turn order. ``decided`` says what told those two hands apart (R16);
    ``None`` where hands were not compared.
    """

    seat: int
    amount: Points
    rule: str
    reason: LossReason
    against: int | None
    decided: Decided | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action and the hand it would leave.

    ``action`` is its name as in a record, ``number`` that of the fixed numbering. ``value`` and
    ``suit`` are ``None`` where cards not yet seen would decide (take, renew); a hand valued by R15
    has a value without a suit. ``closes`` if it does so (R10, R26), unless the hand it makes ends
    the round first (R12).
    """

    action: str
    number: int
    given: tuple[Card, ...]
    taken: tuple[Card, ...]
    value: Points | None
    suit: str | None
    closes: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """What all know of one seat. ``known``: cards of the hand that open exchanges revealed.

    ``active``: was dealt in. ``playing``: still gets a turn. ``closed``: no longer open (R11, R26).
    ``cards``: how many are in hand. ``shown``: the whole hand, when it lies open, with its value
    and counting suit. ``turns``: its own in the round. ``last_action``: as in a record.

    ``lives``, ``status`` and ``total`` are those of the match: ``None`` where it does not keep
    them, and for a round by itself.
    """

    seat: int
    active: bool
    cards: int
    known: tuple[Card, ...]
    shown: tuple[Card, ...] | None
    value: Points | None
    suit: str | None
    closed: bool
    playing: bool
    turns: int
    last_action: str | None
    lives: int | None
    status: Status | None
    total: Points | None


class OwnView(NamedTuple):
    """Of a ``View`` what its seat alone may know and do; to whoever has the rest it is enough."""

    seat: int
    hand: tuple[Card, ...]
    value: Points | None
    suit: str | None
    choices: tuple[Choice, ...]
    refused: Mapping[str, str]

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """The names of the legal actions, empty when it is not this seat's turn."""
        return tuple(choice.action for choice in self.choices)


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat (or, with ``seat`` ``None``, a spectator) may know, and may do.

    ``number`` counts the rounds of the match from 1. ``to_act`` is nobody when the round is over,
    and while the talon is being shuffled (R32). ``hand`` with its ``value`` and counting ``suit``
    is the seat's own, empty for one that is not dealt in. ``talon`` is a number of cards, ``aside``
    the cards laid aside, ``turns`` how many were played in the round.

    ``choices`` are the legal actions and what each is worth, ``refused`` why a kind of action
    (``ACTION_KINDS``) is not legal: a code of ``ILLEGAL_REASONS`` or ``not_your_turn``.
    ``all_closes``: exchanging
    all closes as well just now (R26).

    ``history`` and ``result`` are those of the round. ``losses`` say why it cost whom what, once it
    is over; ``replayed`` that it does not count (R24): then they are what it would have cost.

    ``over`` and ``winners`` are those of the match; for a round by itself ``over`` says whether it
    has ended.
    """

    rules: RuleSet
    seat: int | None
    phase: Phase
    number: int
    dealer: int
    leader: int
    to_act: int | None
    turns: int
    last_turns: bool
    hand: tuple[Card, ...]
    value: Points | None
    suit: str | None
    table: tuple[Card, ...]
    talon: int
    aside: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    choices: tuple[Choice, ...]
    refused: Mapping[str, str]
    all_closes: bool
    history: tuple[RoundEvent, ...]
    result: RoundResult | None
    losses: tuple[Loss, ...]
    replayed: bool
    over: bool
    winners: tuple[int, ...]

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """The names of the legal actions, empty when it is not this seat's turn."""
        return tuple(choice.action for choice in self.choices)

    @property
    def hand_names(self) -> str:
        """The hand as text."""
        return card_names(self.hand)

    @property
    def table_names(self) -> str:
        """The table as text."""
        return card_names(self.table)
