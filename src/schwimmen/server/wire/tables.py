"""What can be chosen for a table, on the wire, and whether the server can play."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from schwimmen.tables import ActedBy, AwayReason, EventType, Phase, Settings

from .base import Options, OptionValue, Wire
from .views import PublicView, RoundEvent, RoundResult


class Preset(Wire):
    """A preset with its whole set of options."""

    name: str
    options: Options


class OptionInfo(Wire):
    """What values an option may have, and when it changes anything.

    ``when`` are the cases, each of options with the values of which they must have one; an empty
    list stands for always.
    """

    name: str
    kind: Literal["bool", "choice", "int"]
    choices: list[str | int] | None
    low: int | None
    high: int | None
    nullable: bool
    when: list[dict[str, list[OptionValue]]]


class Level(Wire):
    """A level of bots, ``line`` says in English what it is."""

    name: str
    line: str


class Setup(Wire):
    """All that can be chosen for a new table; ``cast`` are names that bots may get."""

    version: str
    presets: list[Preset]
    options: list[OptionInfo]
    levels: list[Level]
    cast: list[str]


class RulesRequest(Wire):
    """Rules to be looked at before a table is opened with them."""

    preset: str
    options: Options = Field(default={})


class RulesResponse(Wire):
    """The whole set of options of rules that can be; ``preset`` is among those of the setup."""

    preset: str
    rules: Options


class Health(Wire):
    """Whether tables can be played, the rules are compiled, and the database can be written.

    ``reason`` says in English what is missing, ``null`` if all is well.
    """

    status: Literal["ok", "failing"]
    kernel: Literal["ready", "warming", "failed"]
    database: Literal["ok", "failed"]
    reason: str | None


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
    happenings: list[RoundEvent]
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


class TableCreated(Wire):
    """The new table's id: its page is ``/t/{id}``."""

    id: str


class ReplayStep(Wire):
    """A deal or an action, and the table once it was played.

    Every seat's hand is ``shown`` with its value. The happenings of the steps, one after the other,
    are the history of the round.
    """

    event: TableEvent
    view: PublicView


class Replay(Wire):
    """Round ``round`` of ``rounds``: ``first`` is its deal, ``changes`` make each step of the one
    before (docs/wire.md, "Changes")."""

    round: int
    rounds: int
    first: ReplayStep
    changes: list[Any]
