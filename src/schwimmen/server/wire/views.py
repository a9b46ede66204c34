"""Views of a round on the wire, for a seat or a spectator."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .base import CompactModel, Number

Status = Literal["in", "swimming", "out"]


class Choice(CompactModel):
    """Legal action and the value of the hand after it, ``null`` with unseen cards.

    ``closes`` marks an action without ``!`` that closes; one with ``!`` closes by its name.
    """

    action: str
    value: Number | None = None
    suit: str | None = None
    closes: bool = False


class SeatView(CompactModel):
    """Public view of a seat (R33)."""

    seat: int
    active: bool = False
    cards: int
    known: list[str] = Field(default=[])
    shown: list[str] | None = None
    value: Number | None = None
    suit: str | None = None
    closed: bool = False
    playing: bool = False
    turns: int
    last_action: str | None = None
    lives: int | None = None
    status: Status | None = None
    total: Number | None = None


class RoundEvent(CompactModel):
    """Public event of a round; ``rule`` is its number in RULES.md.

    ``closes``: the seat has closed by it.
    """

    kind: str
    seat: int | None = None
    action: str | None = None
    cards: list[str] = Field(default=[])
    given: list[str] = Field(default=[])
    taken: list[str] = Field(default=[])
    reason: str | None = None
    closes: bool = False
    rule: str


class Loss(CompactModel):
    """Loss of a seat in a round for one reason: lives, or points in a game for points.

    ``against`` is the seat whose hand it failed to beat, ``decided`` the criterion by which those
    hands differ (R16), ``rule`` the number in RULES.md.
    """

    seat: int
    amount: Number
    rule: str
    reason: Literal["worst", "tied_worst", "fire", "dealt_31", "dealt_fire", "closer", "difference"]
    against: int | None = None
    decided: Literal["value", "trips_rank", "suit", "high_card", "tie"] | None = None


class RoundResult(CompactModel):
    """Result of a round as in RECORD.md: lists have one entry for each seat."""

    dealer: int
    leader: int
    end: Literal["close", "31", "fire", "talon", "cap"]
    by: int | None = None
    turns: int
    hands: list[str | None]
    values: list[Number | None]
    suits: list[str | None]
    lost: list[int | None] | None = None
    lives: list[int | None] | None = None
    status: list[Status | None] | None = None
    points: list[Number | None] | None = None
    totals: list[Number | None] | None = None


class OwnView(CompactModel):
    """Private part of a seat's view, with its legal actions.

    ``refused`` explains on the seat's turn which of the table's kinds of action are not legal. At
    other times all are refused: as ``not_your_turn`` while another seat is to act, otherwise as
    ``round_over``.
    """

    hand: list[str] = Field(default=[])
    value: Number | None = None
    suit: str | None = None
    choices: list[Choice] = Field(default=[])
    refused: dict[str, str] = Field(default={})


class PublicView(CompactModel):
    """Public part of a view.

    ``all_closes``: exchanging all cards closes now. ``losses`` explain the result of a finished
    round; if the round is ``replayed`` they do not count. ``history`` has the events of the round,
    for a client that has asked for whole views.
    """

    phase: Literal["choice", "turn", "renewed", "over"]
    number: int
    dealer: int
    leader: int
    to_act: int | None = None
    turns: int
    last_turns: bool = False
    table: list[str] = Field(default=[])
    talon: int
    aside: list[str] = Field(default=[])
    seats: list[SeatView]
    all_closes: bool = False
    result: RoundResult | None = None
    losses: list[Loss] = Field(default=[])
    replayed: bool = False
    over: bool = False
    winners: list[int] = Field(default=[])
    history: list[RoundEvent] = Field(default=[])
