"""What everybody at a table is told of an event of its log."""

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
AwayReason: TypeAlias = Literal["left", "clock", "host"]


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Who sits at a seat, as all may know.

    ``level`` is a bot's. ``away``: why a bot plays for the person who sits there. ``invited``: the
    seat is kept for somebody who has not come yet.
    """

    seat: int
    name: str
    level: str | None = None
    away: AwayReason | None = None
    invited: bool = False


@dataclass(frozen=True, slots=True)
class PublicSeeds:
    """How far the agreement on the shuffles is, as all may know (docs/fairness.md).

    ``commitment`` is the server's in this ``attempt``, counted from 1; ``commitments`` are the
    players' by seat, ``waiting_for`` the seats that are still to commit, or to reveal.
    """

    phase: Literal["committing", "revealing", "settled"]
    attempt: int
    commitment: str
    commitments: tuple[tuple[int, str], ...]
    waiting_for: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """One event, with the same ``seq`` as in the log and nothing secret.

    ``happenings`` are what the rules say all could see; ``round`` counts from 1; ``result`` is that
    of the round which the event ended, if it did. ``by`` says who chose an action.

    At a table with several people an event that changes who sits where, who is away or who is host
    has all ``seats`` as they are now, and the ``host``'s; one that changes rules or settings has
    the ``terms``. ``asked_by`` is the seat that asked for what happened to another, ``why`` the
    reason for being away, ``table`` the id of the table of a rematch.
    """

    seq: int
    at: str
    type: EventType
    seat: int | None = None
    action: str | None = None
    round: int | None = None
    happenings: tuple[RoundEvent, ...] = ()
    result: RoundResult | None = None
    by: ActedBy | None = None
    asked_by: int | None = None
    why: AwayReason | None = None
    seats: tuple[PublicSeat, ...] | None = None
    host: int | None = None
    terms: TableTerms | None = None
    table: str | None = None
