"""Events of a table's log, as they are stored.

``seq`` counts from 1 without gaps, ``at`` is an ISO time in UTC. A log holds packs and player ids
and is never sent to clients.

``seat`` is the seat that the event affects, and the seat that requested it unless ``requested_by``
names another. An event that a client requested has the ``client_id`` of its command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
)

from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.dataclasses import dataclass

from schwimmen.records.daily import DailyDeal
from schwimmen.rules.options import OptionValue

from .public import ActedBy, AwayReason, EventType, PublicEvent, PublicSeat
from .settings import LogModel, Settings

if TYPE_CHECKING:
    from schwimmen.rules import RoundEvent, RoundResult

    from .settings import TableTerms

E = TypeVar("E")


class Seat(LogModel):
    """Occupant of a seat: a bot of a level, or the person with that player id.

    ``bot`` names a bot that the host of the server has declared; its level then plays for it when
    it fails.
    ``character`` is a bot's small bias; without it, the bot plays like the plain level. ``face`` is
    the one that the person has chosen (``faces.check_face``).
    """

    name: str
    level: str | None = None
    bot: str | None = None
    player: str | None = None
    character: str | None = None
    face: str | None = None


class Invitation(LogModel):
    """Seat reserved for a player of the previous match."""

    seat: int
    name: str
    player: str
    face: str | None = None


class EveningScore(LogModel):
    """Score of a person in the finished matches of an evening, a table and its rematches.

    ``lives_lost`` is ``None`` without a match for lives. ``chat_from`` is the number of the first
    line of the evening's chat that the person may read.
    """

    player: str
    name: str
    face: str | None = None
    matches: int
    wins: int
    lives_lost: int | None = None
    chat_from: int = 1


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
def _event(declared: type[E]) -> type[E]:
    """Make a class an event; with slots, a log in memory takes an eighth of what models take."""
    forbid = ConfigDict(extra="forbid")
    made: Any = dataclass(frozen=True, slots=True, kw_only=True, config=forbid)(declared)
    return cast("type[E]", made)


@_event
class _Event:
    type: EventType
    seq: int
    at: str

    def body(self) -> dict[str, Any]:
        """Return the event as the JSON object that is stored."""
        writer = _WRITERS[type(self)]
        fields: dict[str, Any] = writer.dump_python(self, mode="json", exclude_defaults=True)
        return {"type": self.type} | fields


@_event
class CreatedEvent(_Event):
    """Opening of the table with these rules.

    A table for one person has its ``seats`` and first ``dealer`` (R7) at once. A table with
    ``settings`` is for several people, who gather first: ``invited`` are reserved seats, and
    ``earlier`` is the id of the table of the previous match. ``evening`` has the score up to that
    match, and ``private_chat`` is the number of the last line of chat up to then that only people
    with a score may read. ``table`` is the table's own id if its shuffles are provably fair.
    ``daily`` is the deal of the day that is played there, the source of all its chance. The match
    of a table of a ``device`` was over before the server had it (``table_of_record``); ``hints`` is
    the number of hints that its player asked for there.
    """

    type: Literal["created"] = "created"
    rules_version: str
    preset: str
    options: dict[str, OptionValue] = Field(default={})
    seats: tuple[Seat, ...] = ()
    dealer: int | None = None
    settings: Settings | None = None
    invited: tuple[Invitation, ...] = ()
    earlier: str | None = None
    evening: tuple[EveningScore, ...] = ()
    private_chat: int = 0
    table: str | None = None
    daily: DailyDeal | None = None
    device: bool = False
    hints: int = 0


@_event
class JoinedEvent(_Event):
    """Arrival of a person at a seat."""

    type: Literal["joined"] = "joined"
    seat: int
    name: str
    player: str
    face: str | None = None
    client_id: str | None = None


@_event
class LeftEvent(_Event):
    """Release of a seat before the match, by the person's wish or ``requested_by`` the host."""

    type: Literal["left"] = "left"
    seat: int
    requested_by: int | None = None
    client_id: str | None = None


@_event
class ChangedEvent(_Event):
    """Change of rules, settings or seats by the host, at ``seat``, with all values after it.

    ``order`` lists for every seat the one whose player moved there, ``None`` for an empty seat;
    without it all players keep their seats.
    """

    type: Literal["changed"] = "changed"
    seat: int
    preset: str
    options: dict[str, OptionValue] = Field(default={})
    settings: Settings
    order: tuple[int | None, ...] | None = None
    client_id: str | None = None


@_event
class StartedEvent(_Event):
    """Start of the match, with bots in empty seats; no player can sit down after it.

    ``seat`` is the host's, ``None`` if the match started by itself. ``seed`` is the server's seed
    for provably fair shuffles, on which the players now agree; without it the first round follows
    at once. ``committed`` keeps the server's commitments whose text held names erased since.
    ``stand_in`` is the level of the bots that play for people who are away; without it, theirs is
    that of the table's settings.
    """

    type: Literal["started"] = "started"
    seats: tuple[Seat, ...]
    seat: int | None = None
    seed: str | None = None
    committed: tuple[str, ...] = ()
    stand_in: str | None = None
    client_id: str | None = None


@_event
class CommittedEvent(_Event):
    """Commitment of a seat's client to its seed, under this commitment of the server."""

    type: Literal["committed"] = "committed"
    seat: int
    server: str
    commitment: str
    client_id: str | None = None


@_event
class RevealedEvent(_Event):
    """Seed revealed by a seat's client."""

    type: Literal["revealed"] = "revealed"
    seat: int
    seed: str
    client_id: str | None = None


@_event
class LeftOutEvent(_Event):
    """Exclusion of all seats that have not committed, or revealed, in time.

    ``seed`` is the server's for a new attempt by the others.
    """

    type: Literal["left_out"] = "left_out"
    seed: str


@_event
class DealEvent(_Event):
    """Deal of a round from this pack (R4), requested by ``seat``."""

    type: Literal["round"] = "round"
    dealer: int
    pack: str
    seat: int | None = None
    client_id: str | None = None


@_event
class ReadyEvent(_Event):
    """Request of a seat for the next round, while other seats have not asked yet."""

    type: Literal["ready"] = "ready"
    seat: int
    client_id: str | None = None


@_event
class ActionEvent(_Event):
    """Action of a seat; ``shuffle`` is the order of the cards laid aside if needed (R32).

    ``acted_by`` is the origin of the action; without it, the seat's occupant chose.
    """

    type: Literal["action"] = "action"
    seat: int
    action: str
    shuffle: str | None = None
    client_id: str | None = None
    acted_by: ActedBy | None = None


@_event
class AwayEvent(_Event):
    """Absence of a person, or failure of a host's bot: a level plays for the seat from now on.

    A bot that has ``failed`` is asked again at its next turn, one that is ``replaced`` is not.
    """

    type: Literal["away"] = "away"
    seat: int
    reason: AwayReason
    requested_by: int | None = None
    client_id: str | None = None


@_event
class BackEvent(_Event):
    """Return of a seat's person, or of a bot that has failed, which plays again."""

    type: Literal["back"] = "back"
    seat: int
    client_id: str | None = None


@_event
class ResumedEvent(_Event):
    """Return of the server, or a jump of its clock: no time from ``alive`` to ``at`` is charged."""

    type: Literal["resumed"] = "resumed"
    alive: str


@_event
class RematchEvent(_Event):
    """Rematch at a new table, requested by a seat."""

    type: Literal["rematch"] = "rematch"
    seat: int
    table: str
    client_id: str | None = None


ClosedCode: TypeAlias = Literal["rules_version", "damaged"]


@_event
class ClosedEvent(_Event):
    """End of a table that cannot continue; ``notice`` gives the reason in one line.

    ``code`` distinguishes a log that needs another version's rules from a damaged one.
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

READ_SINCE: Final[dict[str, str]] = {}
"""First versions that read what logs have had since: a kind of event, a field, or its value.

Each is a path, such as ``nudged``, ``created.settings.pace`` or ``away.reason.asleep``. Servers do
not store it while others of an earlier version share their database.
"""

_WITHOUT_SEAT = (CreatedEvent, LeftOutEvent, ResumedEvent, ClosedEvent)
_CHANGE_SEATS = (JoinedEvent, LeftEvent, ChangedEvent, StartedEvent, AwayEvent, BackEvent)


def idempotency_key(event: LogEvent) -> tuple[str | int, str] | None:
    """Return the requester of an event and the client id of the command, if a person sent it.

    The requester is a player id, or the player's seat before the event.
    """
    if isinstance(event, _WITHOUT_SEAT) or event.client_id is None:
        return None
    if isinstance(event, JoinedEvent):
        return event.player, event.client_id
    seat = event.seat
    if isinstance(event, LeftEvent | AwayEvent) and event.requested_by is not None:
        seat = event.requested_by
    return None if seat is None else (seat, event.client_id)


_WRITERS: Final = {event: TypeAdapter(event) for event in get_args(LogEvent)}
_READER: TypeAdapter[LogEvent] = TypeAdapter(Annotated[LogEvent, Field(discriminator="type")])


def read_event(body: dict[str, Any] | str) -> LogEvent:
    """Return the event of a stored JSON object, or of its text.

    Raises ``pydantic.ValidationError`` if it is not an event.
    """
    return _READER.validate_json(body) if isinstance(body, str) else _READER.validate_python(body)


def versions_to_read(body: Mapping[str, Any]) -> set[str]:
    """Return the versions of ``READ_SINCE`` that a stored event needs."""
    event = {body["type"]: body}
    return {version for path, version in READ_SINCE.items() if _contains(event, path.split("."))}


def _contains(part: Any, path: Sequence[str]) -> bool:
    if not path:
        return True
    if isinstance(part, dict):
        return path[0] in part and _contains(part[path[0]], path[1:])
    if isinstance(part, list):
        return any(_contains(one, path) for one in part)
    return path == [part]


def public_event(
    event: LogEvent,
    seats: tuple[PublicSeat, ...],
    host: int | None,
    terms: TableTerms,
    round: int,
    history: tuple[RoundEvent, ...],
    result: RoundResult | None,
) -> PublicEvent:
    """Return the public form of an event, given the state of the table after it."""
    opens_gathering = isinstance(event, CreatedEvent) and event.settings is not None
    changes_seats = opens_gathering or isinstance(event, _CHANGE_SEATS)
    return PublicEvent(
        seq=event.seq,
        at=event.at,
        type=event.type,
        seat=None if isinstance(event, _WITHOUT_SEAT) else event.seat,
        action=event.action if isinstance(event, ActionEvent) else None,
        round=round or None,
        history=history,
        result=result,
        acted_by=_acted_by(event, seats) if isinstance(event, ActionEvent) else None,
        requested_by=event.requested_by if isinstance(event, LeftEvent | AwayEvent) else None,
        reason=event.reason if isinstance(event, AwayEvent) else None,
        seats=seats if changes_seats else None,
        host=host if changes_seats else None,
        terms=terms if opens_gathering or isinstance(event, ChangedEvent) else None,
        rematch=event.table if isinstance(event, RematchEvent) else None,
    )


def _acted_by(event: ActionEvent, seats: tuple[PublicSeat, ...]) -> ActedBy:
    if event.acted_by is not None:
        return event.acted_by
    # Logs of tables for one person leave it out, and a damaged log may name a missing seat.
    is_bot = event.seat < len(seats) and seats[event.seat].level is not None
    return "bot" if is_bot else "person"
