"""Tables on the wire: what is agreed, who sits there, what happened."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from schwimmen.tables import ActedBy, AwayReason, EventType, Phase, Settings

from .base import Options, Wire
from .views import Happening, RoundResult

Pace = Literal["relaxed", "quick", "instant"]
"""How long bots pause before they move: as the server has it, about half of it, not at all."""


class SeatInfo(Wire):
    """Who sits there; ``level`` is a bot's, ``you`` is the asker's own seat.

    ``away``: why a bot plays for the person who sits there. ``invited``: the seat is kept for
    somebody who has not come yet. ``program``: whoever sits there is a program with a token.
    """

    seat: int
    name: str
    level: str | None
    you: bool
    away: AwayReason | None = None
    invited: bool = False
    program: bool = False


class TableRules(Wire):
    """The rules of a table: preset, what was changed, the whole set, and the kinds of action in it.

    ``actions`` are those of ``exchange, exchange!, all, all!, pass, close, renew`` that a turn can
    ever have; empty for a table whose rules this version does not know.
    """

    preset: str
    options: Options
    all: Options
    actions: list[str]


class TableInfo(Wire):
    """A table: what is agreed, who sits there, how far it is.

    At one with ``settings`` people gather before their match: then ``seats`` are those that are
    taken or kept, of ``settings.seats`` in all. ``host`` is the seat of whoever may start and
    change things; ``round`` counts from 1, 0 before the first; ``rematch`` is the id of the table
    where the match goes on. One person's table with bots has no settings and no host.
    """

    id: str
    rules: TableRules
    seats: list[SeatInfo]
    created: str
    rules_version: str
    closed: str | None
    phase: Phase
    round: int
    host: int | None
    settings: Settings | None
    rematch: str | None


class TableEvent(Wire):
    """An event of a table's log as everybody is told of it; ``result`` of a round it ended.

    ``by`` says who chose an action, ``why`` for what reason a bot plays from here on, ``asked_by``
    which seat asked for what happened to another, ``table`` where a rematch is.
    """

    seq: int
    at: str
    type: EventType
    seat: int | None
    action: str | None
    round: int | None
    happenings: list[Happening]
    result: RoundResult | None
    by: ActedBy | None
    why: AwayReason | None
    asked_by: int | None
    table: str | None


class SummarySeat(Wire):
    """Who sits there, in a list of tables."""

    name: str
    level: str | None


class TableSummary(Wire):
    """A table in the list of the asker's, whose seat is ``you``.

    ``round`` counts from 1, 0 before the match. ``places``: who came where, by seat and from 1,
    once the match is over.
    """

    id: str
    preset: str
    options: Options
    seats: list[SummarySeat]
    started: str
    phase: Phase
    over: bool
    closed: bool
    round: int
    you: int
    places: list[int] | None


class Opponent(Wire):
    """A bot to play against; without a name it gets one of the cast."""

    level: str
    name: str = ""


class NewTable(Wire):
    """A table to be opened: the asker sits at seat 0, the bots in turn order.

    Names have 40 visible characters at most, and no two at a table are the same.
    """

    preset: str
    options: Options = Field(default={})
    name: str = ""
    opponents: Annotated[list[Opponent], Field(max_length=20)]


class TableMade(Wire):
    """The new table's id: its page is ``/t/{id}``."""

    id: str
