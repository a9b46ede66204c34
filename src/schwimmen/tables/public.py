"""Public form of a table: seats, seeds and events as all clients may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schwimmen.rules import RoundEvent, RoundResult

    from .settings import TableTerms

EventType: TypeAlias = Literal[
    "created",
    "joined",
    "left",
    "changed",
    "started",
    "committed",
    "revealed",
    "left_out",
    "round",
    "ready",
    "action",
    "away",
    "back",
    "resumed",
    "rematch",
    "closed",
]
ActedBy: TypeAlias = Literal["person", "bot", "clock"]
AwayReason: TypeAlias = Literal["left", "clock", "host", "failed", "replaced"]


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Seat as all clients may see it.

    ``level`` is a bot's, ``bot`` the name of one that the host of the server has declared. ``away``
    is the reason why a level plays for the seat's person, or for that bot. ``invited``: the seat is
    reserved for a player who has not come yet. ``face`` is the person's choice.
    """

    seat: int
    name: str
    level: str | None = None
    away: AwayReason | None = None
    invited: bool = False
    face: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class PublicSeeds:
    """State of the agreement on fair shuffles (docs/fairness.md).

    ``commitment`` is the server's in this ``attempt``, counted from 1; ``commitments`` are the
    players' by seat; ``waiting_for`` lists the seats that have not yet committed, or revealed.
    """

    phase: Literal["committing", "revealing", "settled"]
    attempt: int
    commitment: str
    commitments: tuple[tuple[int, str], ...]
    waiting_for: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """Event of a table's log, with the same ``seq`` and without secrets.

    ``history`` has the public events of the round in it, from the rules; ``round`` counts from 1;
    ``result`` is set if the event ended a round. ``acted_by`` is the origin of an action: a person,
    a bot or the clock.

    At a table with several people, an event that changes seats, absence or the host has all
    ``seats`` and the ``host`` after it; one that changes rules or settings has the ``terms``.
    ``requested_by`` is the seat whose request affected another seat, ``reason`` the reason for an
    absence, ``rematch`` the id of a rematch's table.
    """

    seq: int
    at: str
    type: EventType
    seat: int | None = None
    action: str | None = None
    round: int | None = None
    history: tuple[RoundEvent, ...] = ()
    result: RoundResult | None = None
    acted_by: ActedBy | None = None
    requested_by: int | None = None
    reason: AwayReason | None = None
    seats: tuple[PublicSeat, ...] | None = None
    host: int | None = None
    terms: TableTerms | None = None
    rematch: str | None = None
