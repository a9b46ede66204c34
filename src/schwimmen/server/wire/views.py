"""What a seat or a spectator may know of a round, on the wire."""

from __future__ import annotations

from typing import Literal

from .base import Number, Wire

Status = Literal["in", "swimming", "out"]


class Choice(Wire):
    """A legal action and the hand it would leave (unseen cards: no value)."""

    action: str
    number: int
    given: list[str]
    taken: list[str]
    value: Number | None
    suit: str | None
    closes: bool


class SeatView(Wire):
    """What all may know of a seat (R33)."""

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


class RoundEvent(Wire):
    """One thing that happened before everybody's eyes; ``rule`` is its number in RULES.md.

    ``closes``: the seat was open before, and no longer is.
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


class Loss(Wire):
    """What a seat loses in a round for one reason: lives, or points in a game for points.

    ``against`` is the seat whose hand it failed to beat, ``decided`` what told those two hands
    apart (R16), ``rule`` the number in RULES.md.
    """

    seat: int
    amount: Number
    rule: str
    reason: Literal["worst", "tied_worst", "fire", "dealt_31", "dealt_fire", "closer", "difference"]
    against: int | None
    decided: Literal["value", "trips_rank", "suit", "high_card", "tie"] | None


class RoundResult(Wire):
    """The showdown, as a result of RECORD.md has it: lists with one entry a seat."""

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


class OwnView(Wire):
    """What a seat alone may know, and what it may do now."""

    seat: int | None
    hand: list[str]
    value: Number | None
    suit: str | None
    choices: list[Choice]
    legal_actions: list[str]
    refused: dict[str, str]


class PublicView(Wire):
    """What all may know, but for what has happened in the round.

    ``all_closes``: exchanging all closes as well just now. ``losses`` tell of a round that is over
    why it cost whom what; if it is ``replayed`` it does not count, and they are what it would have
    cost.
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
    """What one seat may know and do, or a spectator may know."""

    history: list[RoundEvent]
