"""What everybody at a table is told of an event of its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from schwimmen.rules import Happening, RoundResult

EventType: TypeAlias = Literal["created", "round", "action", "closed"]


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """One event, with the same ``seq`` as in the log and nothing secret.

    ``happenings`` are what the rules say all could see; ``round`` counts from 1; ``result`` is that
    of the round which the event ended, if it did.
    """

    seq: int
    at: str
    type: EventType
    seat: int | None = None
    action: str | None = None
    round: int | None = None
    happenings: tuple[Happening, ...] = ()
    result: RoundResult | None = None
