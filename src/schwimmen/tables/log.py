"""The events of a table's log, as they are kept for good.

``seq`` counts from 1 without gaps, ``at`` is an ISO time in UTC. A log holds the packs: it is
never sent to anybody.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from schwimmen.rules.options import Value

from .public import EventType


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Seat(_Kept):
    """Who sits there: a bot of a level, or the person whose cookie carries the player id."""

    name: str
    level: str | None = None
    player: str | None = None


class _Event(_Kept):
    type: EventType
    seq: int
    at: str

    def body(self) -> dict[str, Any]:
        """The event as the JSON object that is kept."""
        return {"type": self.type} | self.model_dump(mode="json", exclude_defaults=True)


class CreatedEvent(_Event):
    """The table was opened: its rules, who sits where, who deals first (R7)."""

    type: Literal["created"] = "created"
    rules_version: str
    preset: str
    options: dict[str, Value] = {}
    seats: tuple[Seat, ...]
    dealer: int


class RoundEvent(_Event):
    """A round was dealt from this pack (R4); ``seat`` asked for it."""

    type: Literal["round"] = "round"
    dealer: int
    pack: str
    seat: int | None = None
    client_id: str | None = None


class ActionEvent(_Event):
    """A seat played; ``shuffle`` is the order of the cards laid aside if it was needed (R32)."""

    type: Literal["action"] = "action"
    seat: int
    action: str
    shuffle: str | None = None
    client_id: str | None = None


ClosedCode: TypeAlias = Literal["rules_version", "damaged"]


class ClosedEvent(_Event):
    """The table goes on no more; ``notice`` says why, in one line.

    ``code``: other rules than today's do not play its log any more, or it never could be played.
    """

    type: Literal["closed"] = "closed"
    code: ClosedCode = "rules_version"
    notice: str


LogEvent: TypeAlias = CreatedEvent | RoundEvent | ActionEvent | ClosedEvent

_READER: TypeAdapter[LogEvent] = TypeAdapter(Annotated[LogEvent, Field(discriminator="type")])


def read_event(body: dict[str, Any]) -> LogEvent:
    """The event of a kept JSON object.

    Raises ``pydantic.ValidationError`` for an object that is none.
    """
    return _READER.validate_python(body)
