"""From an event of the log to what everybody is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .log import (
    ActionEvent,
    AwayEvent,
    BackEvent,
    ChangedEvent,
    ClosedEvent,
    CreatedEvent,
    JoinedEvent,
    LeftEvent,
    LeftOutEvent,
    LogEvent,
    RematchEvent,
    ResumedEvent,
    StartedEvent,
)
from .public import ActedBy, PublicEvent, PublicSeat

if TYPE_CHECKING:
    from schwimmen.rules import Happening, RoundResult

    from .settings import Terms

_NOBODYS = (CreatedEvent, LeftOutEvent, ResumedEvent, ClosedEvent)
_PEOPLE = (JoinedEvent, LeftEvent, ChangedEvent, StartedEvent, AwayEvent, BackEvent)


def told(
    event: LogEvent,
    seats: tuple[PublicSeat, ...],
    host: int | None,
    terms: Terms,
    round: int,
    happenings: tuple[Happening, ...],
    result: RoundResult | None,
) -> PublicEvent:
    """The event as everybody is told of it, with the table as it leaves it."""
    gathers = isinstance(event, CreatedEvent) and event.settings is not None
    people = gathers or isinstance(event, _PEOPLE)
    return PublicEvent(
        seq=event.seq,
        at=event.at,
        type=event.type,
        seat=None if isinstance(event, _NOBODYS) else event.seat,
        action=event.action if isinstance(event, ActionEvent) else None,
        round=round or None,
        happenings=happenings,
        result=result,
        by=_by(event, seats) if isinstance(event, ActionEvent) else None,
        asked_by=event.asked_by if isinstance(event, LeftEvent | AwayEvent) else None,
        why=event.why if isinstance(event, AwayEvent) else None,
        seats=seats if people else None,
        host=host if people else None,
        terms=terms if gathers or isinstance(event, ChangedEvent) else None,
        table=event.table if isinstance(event, RematchEvent) else None,
    )


def _by(event: ActionEvent, seats: tuple[PublicSeat, ...]) -> ActedBy:
    if event.by is not None:
        return event.by
    # One person's table does not say it.
    there = event.seat < len(seats)
    return "bot" if there and seats[event.seat].level is not None else "person"
