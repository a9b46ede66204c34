"""The events of a table's log, as they are kept for good.

``seq`` counts from 1 without gaps, ``at`` is an ISO time in UTC. A log holds packs and player ids:
it is never sent to anybody.

``seat`` is the one that the event is about, and unless ``asked_by`` names another the one that
asked for it. An event of a person has the ``client_id`` of what was asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from schwimmen.rules.options import OptionValue

from .public import ActedBy, AwayReason, EventType, PublicEvent, PublicSeat
from .settings import LogModel, Settings

if TYPE_CHECKING:
    from schwimmen.rules import RoundEvent, RoundResult

    from .settings import TableTerms


LOGIC_VERSION: Final = 1
"""The logic of tables opened today. A change of what a log leads to beyond the rules of the game
gets the next number; older tables go on by the logic they were opened with.

1: leaving one's turn stops neither the clock nor the count of expired moves.
"""


class Seat(LogModel):
    """Who sits there: a bot of a level, or the person whose cookie carries the player id."""

    name: str
    level: str | None = None
    player: str | None = None


class Invitation(LogModel):
    """A seat that is kept for somebody who played the match before."""

    seat: int
    name: str
    player: str


class _Event(LogModel):
    type: EventType
    seq: int
    at: str

    def body(self) -> dict[str, Any]:
        """The event as the JSON object that is kept."""
        return {"type": self.type} | self.model_dump(mode="json", exclude_defaults=True)


class CreatedEvent(_Event):
    """The table was opened with these rules.

    One person's is ready to be played at: who sits where, who deals first (R7). At one with
    ``settings`` people gather first: nobody sits there yet, ``invited`` are those whose seats are
    kept, and ``earlier`` is the id of the table at which they have played before. ``table`` is the
    table's own id, where shuffles are to be fair. ``logic`` is the ``LOGIC_VERSION`` it is played
    by.
    """

    type: Literal["created"] = "created"
    rules_version: str
    logic: int = 0
    preset: str
    options: dict[str, OptionValue] = Field(default={})
    seats: tuple[Seat, ...] = ()
    dealer: int | None = None
    settings: Settings | None = None
    invited: tuple[Invitation, ...] = ()
    earlier: str | None = None
    table: str | None = None


class JoinedEvent(_Event):
    """A person sat down."""

    type: Literal["joined"] = "joined"
    seat: int
    name: str
    player: str
    client_id: str | None = None


class LeftEvent(_Event):
    """A seat became free before the match; of somebody who was not there the host asked it."""

    type: Literal["left"] = "left"
    seat: int
    asked_by: int | None = None
    client_id: str | None = None


class ChangedEvent(_Event):
    """The host, at ``seat``, changed rules, settings or who sits where: all of it, as it is now.

    ``order`` names for every seat the one from which somebody moved there, ``None`` for an empty
    one; without it all sit where they sat.
    """

    type: Literal["changed"] = "changed"
    seat: int
    preset: str
    options: dict[str, OptionValue] = Field(default={})
    settings: Settings
    order: tuple[int | None, ...] | None = None
    client_id: str | None = None


class StartedEvent(_Event):
    """The match began, with bots in the seats that had been empty; nobody sits down any more.

    ``seat`` is the host's, none where it began by itself. ``seed`` is the server's for provably
    fair shuffles, which all agree on now; without it the first round follows at once. ``committed``
    is what the server committed to with names in it that have been forgotten since.
    """

    type: Literal["started"] = "started"
    seats: tuple[Seat, ...]
    seat: int | None = None
    seed: str | None = None
    committed: tuple[str, ...] = ()
    client_id: str | None = None


class CommittedEvent(_Event):
    """A seat's browser is bound to a seed, under this commitment of the server."""

    type: Literal["committed"] = "committed"
    seat: int
    server: str
    commitment: str
    client_id: str | None = None


class RevealedEvent(_Event):
    """A seat's browser has told the seed that it was bound to."""

    type: Literal["revealed"] = "revealed"
    seat: int
    seed: str
    client_id: str | None = None


class LeftOutEvent(_Event):
    """Who was still to commit or to reveal is left out.

    ``seed`` is the server's if all others begin anew.
    """

    type: Literal["left_out"] = "left_out"
    seed: str


class DealEvent(_Event):
    """A round was dealt from this pack (R4); ``seat`` asked for it."""

    type: Literal["round"] = "round"
    dealer: int
    pack: str
    seat: int | None = None
    client_id: str | None = None


class ReadyEvent(_Event):
    """A seat asked for the next round while others were still to ask."""

    type: Literal["ready"] = "ready"
    seat: int
    client_id: str | None = None


class ActionEvent(_Event):
    """A seat played; ``shuffle`` is the order of the cards laid aside if it was needed (R32).

    ``by`` says who chose, without it whoever has the seat.
    """

    type: Literal["action"] = "action"
    seat: int
    action: str
    shuffle: str | None = None
    client_id: str | None = None
    by: ActedBy | None = None


class AwayEvent(_Event):
    """From here on a bot plays for the person at that seat."""

    type: Literal["away"] = "away"
    seat: int
    why: AwayReason
    asked_by: int | None = None
    client_id: str | None = None


class BackEvent(_Event):
    """The person at that seat plays again."""

    type: Literal["back"] = "back"
    seat: int
    client_id: str | None = None


class ResumedEvent(_Event):
    """The server had been away, or its clock was set: time from ``alive`` to ``at`` is nobody's."""

    type: Literal["resumed"] = "resumed"
    alive: str


class RematchEvent(_Event):
    """The match goes on at a new table, which a seat asked for."""

    type: Literal["rematch"] = "rematch"
    seat: int
    table: str
    client_id: str | None = None


ClosedCode: TypeAlias = Literal["rules_version", "damaged"]


class ClosedEvent(_Event):
    """The table goes on no more; ``notice`` says why, in one line.

    ``code``: other rules than today's do not play its log any more, or it never could be played.
    """

    type: Literal["closed"] = "closed"
    code: ClosedCode = "rules_version"
    notice: str


LogEvent: TypeAlias = (
    CreatedEvent
    | JoinedEvent
    | LeftEvent
    | ChangedEvent
    | StartedEvent
    | CommittedEvent
    | RevealedEvent
    | LeftOutEvent
    | DealEvent
    | ReadyEvent
    | ActionEvent
    | AwayEvent
    | BackEvent
    | ResumedEvent
    | RematchEvent
    | ClosedEvent
)

_UNASKED = (CreatedEvent, LeftOutEvent, ResumedEvent, ClosedEvent)


def idempotency_key(event: LogEvent) -> tuple[str | int, str] | None:
    """Who asked for the event and the client id they did it by, if a person did.

    That is a player id, or the seat at which they sat before the event.
    """
    if isinstance(event, _UNASKED) or event.client_id is None:
        return None
    if isinstance(event, JoinedEvent):
        return event.player, event.client_id
    seat = event.seat
    if isinstance(event, LeftEvent | AwayEvent) and event.asked_by is not None:
        seat = event.asked_by
    return None if seat is None else (seat, event.client_id)


_READER: TypeAdapter[LogEvent] = TypeAdapter(Annotated[LogEvent, Field(discriminator="type")])


def read_event(body: dict[str, Any] | str) -> LogEvent:
    """Return the event of a kept JSON object, or of its text.

    Raises ``pydantic.ValidationError`` if it is not an event.
    """
    return _READER.validate_json(body) if isinstance(body, str) else _READER.validate_python(body)


_NOBODYS = (CreatedEvent, LeftOutEvent, ResumedEvent, ClosedEvent)
_PEOPLE = (JoinedEvent, LeftEvent, ChangedEvent, StartedEvent, AwayEvent, BackEvent)


def public_event(
    event: LogEvent,
    seats: tuple[PublicSeat, ...],
    host: int | None,
    terms: TableTerms,
    round: int,
    happenings: tuple[RoundEvent, ...],
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
