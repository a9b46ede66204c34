"""Views of a round on the wire, for a seat or a spectator."""

from __future__ import annotations

from typing import Literal

from .base import Number, WireModel

Status = Literal["in", "swimming", "out"]


class Choice(WireModel):
    """Legal action and the value of the hand after it, ``null`` with unseen cards."""

    action: str
    number: int
    given: list[str]
    taken: list[str]
    value: Number | None
    suit: str | None
    closes: bool


class SeatView(WireModel):
    """Public view of a seat (R33)."""

    seat: int
    active: bool
    cards: int
    known: list[str]
    shown: list[str] | None
    value: Number | None
    suit: str | None
    closed: bool
    playing: bool
    turns: int
    last_action: str | None
    lives: int | None
    status: Status | None
    total: Number | None


class RoundEvent(WireModel):
    """Public event of a round; ``rule`` is its number in RULES.md.

    ``closes``: the seat has closed by it.
    """

    kind: str
    seat: int | None
    action: str | None
    cards: list[str]
    given: list[str]
    taken: list[str]
    reason: str | None
    closes: bool
    rule: str


class Loss(WireModel):
    """Loss of a seat in a round for one reason: lives, or points in a game for points.

    ``against`` is the seat whose hand it failed to beat, ``decided`` the criterion by which those
    hands differ (R16), ``rule`` the number in RULES.md.
    """

    seat: int
    amount: Number
    rule: str
    reason: Literal["worst", "tied_worst", "fire", "dealt_31", "dealt_fire", "closer", "difference"]
    against: int | None
    decided: Literal["value", "trips_rank", "suit", "high_card", "tie"] | None


class RoundResult(WireModel):
    """Result of a round as in RECORD.md: lists have one entry for each seat."""

    dealer: int
    leader: int
    end: Literal["close", "31", "fire", "talon", "cap"]
    by: int | None
    turns: int
    hands: list[str | None]
    values: list[Number | None]
    suits: list[str | None]
    lost: list[int | None] | None
    lives: list[int | None] | None
    status: list[Status | None] | None
    points: list[Number | None] | None
    totals: list[Number | None] | None = None


class OwnView(WireModel):
    """Private part of a seat's view, with its legal actions."""

    seat: int | None
    hand: list[str]
    value: Number | None
    suit: str | None
    choices: list[Choice]
    legal_actions: list[str]
    refused: dict[str, str]


class PublicView(WireModel):
    """Public part of a view, without the history of the round.

    ``all_closes``: exchanging all cards closes now. ``losses`` explain the result of a finished
    round; if the round is ``replayed`` they do not count.
    """

    phase: Literal["choice", "turn", "renewed", "over"]
    number: int
    dealer: int
    leader: int
    to_act: int | None
    turns: int
    last_turns: bool
    table: list[str]
    talon: int
    aside: list[str]
    seats: list[SeatView]
    all_closes: bool
    result: RoundResult | None
    losses: list[Loss]
    replayed: bool
    over: bool
    winners: list[int]


class View(PublicView, OwnView):
    """View of a seat, or of a spectator."""

    history: list[RoundEvent]
