"""Tables on the wire: rules, set-up, information, events and replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from schwimmen.tables import ActedBy, AwayReason, EventType, Phase, Settings
from schwimmen.tables.settings import Options, StrictOptionValue

from .base import CompactModel, Number, WireModel
from .views import PublicView, RoundEvent, RoundResult


class Preset(WireModel):
    """Preset with its whole set of options."""

    name: str
    options: Options


class OptionInfo(WireModel):
    """Values that an option may have, and when it has an effect.

    ``when`` lists the cases in which it has one, each as options with their possible values; an
    empty list stands for always.
    """

    name: str
    kind: Literal["bool", "choice", "int"]
    choices: list[str | int] | None
    low: int | None
    high: int | None
    nullable: bool
    when: list[dict[str, list[StrictOptionValue]]]


class Level(WireModel):
    """Level of bots; ``line`` describes it in English."""

    name: str
    line: str


class Setup(WireModel):
    """Choices for a new table; ``cast`` are the names that bots may get.

    ``bots`` are the names of bots that the host of this server has declared, for tables for several
    people. A page's own file has none.
    ``documentation``: whether the server has the documentation, under ``/docs/``.
    ``module_sources``: key of the sources of the WebAssembly module that belongs to this server, or
    null if the engine has not been built. A page whose module has another key is out of date.
    """

    version: str
    presets: list[Preset]
    options: list[OptionInfo]
    levels: list[Level]
    bots: list[str]
    cast: list[str]
    documentation: bool
    module_sources: str | None


class RulesRequest(WireModel):
    """Rules to be checked before a table is opened with them."""

    preset: str
    options: Options = Field(default={})


class RulesResponse(WireModel):
    """Whole set of options of valid rules; ``preset`` is one of the set-up's."""

    preset: str
    rules: Options


class RequestReport(WireModel):
    """Request as it has reached the server; a proxy on the way may have changed it.

    ``forwarded`` lists the headers about the client that have arrived; ``trusted`` says whether
    ``address`` comes from ``X-Forwarded-For``. ``origin`` is that of the server's ``--public-url``.
    ``database``: the same digits mean the same database.
    """

    version: str
    time: str
    address: str | None
    scheme: Literal["http", "https", "ws", "wss"]
    host: str
    forwarded: list[str]
    trusted: bool
    origin: str | None
    database: str


class Health(WireModel):
    """Health of the server: whether the rules are loaded and the database is writable.

    ``status`` is ``draining`` while the server hands its clients on before it stops. ``kernel`` is
    ``preparing`` while the engine is being built, and online tables wait. ``reason`` explains in
    English why the server should get no clients.
    """

    status: Literal["ok", "draining", "failing"]
    kernel: Literal["ready", "preparing", "warming", "failed"]
    database: Literal["ok", "failed"]
    reason: str | None


Pace = Literal["relaxed", "quick", "instant"]
"""Pause of bots before their moves: the server's, about half of it, or none."""


class SeatInfo(CompactModel):
    """Seat of a table; ``level`` is a bot's.

    ``you`` marks the caller's own seat over HTTP; messages name it in ``seat``. ``away`` is the
    reason why a bot plays for the seat's person, or a level for a bot of the host. ``invited``: the
    seat is reserved for a player who has not come yet. ``program``: the player is a program with a
    token. ``face`` is the one that the person has chosen; ``profile`` is the id of the person's
    page ``/players/{id}``, at a table for several people; ``bot`` is the name of a bot that the
    host of the server has declared. Without a value these three are left out, even over HTTP.
    """

    seat: int
    name: str
    level: str | None = None
    you: bool = False
    away: AwayReason | None = None
    invited: bool = False
    program: bool = False
    face: str | None = Field(default=None, exclude_if=lambda face: face is None)
    profile: str | None = Field(default=None, exclude_if=lambda profile: profile is None)
    bot: str | None = Field(default=None, exclude_if=lambda bot: bot is None)


class TableRules(CompactModel):
    """Rules of a table: preset, changed options, ``all`` options, and the kinds of action.

    ``actions`` are those of ``exchange, exchange!, all, all!, pass, close, renew`` that these rules
    allow; empty for rules that this version does not know.
    """

    preset: str
    options: Options = Field(default={})
    all: Options = Field(default={})
    actions: list[str] = Field(default=[])


class EveningScore(CompactModel):
    """Score of a person in the finished matches of an evening, a table and its rematches.

    ``seat`` is the person's seat at this table, if any. ``lives_lost`` is ``null`` without a match
    for lives.
    """

    name: str
    seat: int | None = None
    face: str | None = None
    matches: int
    wins: int
    lives_lost: int | None = None


class TableInfo(CompactModel):
    """Rules, settings, seats and phase of a table.

    A table with ``settings`` is for several people: before the match, ``seats`` are those that are
    taken or reserved, out of ``settings.seats``, and ``host`` is the seat that may change and start
    the match. A table for one person has neither. ``round`` counts from 1, and is 0 before the
    first; ``rematch`` is the id of the rematch's table. ``evening`` is the score of the evening at
    the table of a rematch, best first, and includes its match once it is over. ``daily`` is the
    date of the deal of the day that is played there; other tables have no such field, not even over
    HTTP.
    """

    id: str
    rules: TableRules
    seats: list[SeatInfo] = Field(default=[])
    created: str
    rules_version: str
    closed: str | None = None
    phase: Phase
    round: int
    host: int | None = None
    settings: Settings | None = None
    rematch: str | None = None
    evening: list[EveningScore] = Field(default=[])
    daily: str | None = Field(default=None, exclude_if=lambda date: date is None)


class TableEvent(CompactModel):
    """Public form of an event of a table's log.

    ``history`` has the events of the round in it; ``result`` is set if it ended the round.
    ``acted_by`` is the origin of an action: a person, a bot or the clock. ``reason`` is the reason
    for an absence, ``requested_by`` the seat whose request affected another seat, ``rematch`` the
    id of the rematch's table.
    """

    seq: int
    at: str
    type: EventType
    seat: int | None = None
    action: str | None = None
    round: int | None = None
    history: list[RoundEvent] = Field(default=[])
    result: RoundResult | None = None
    acted_by: ActedBy | None = None
    reason: AwayReason | None = None
    requested_by: int | None = None
    rematch: str | None = None


class SummarySeat(WireModel):
    """Seat in a list of tables; ``face`` is there if the person has chosen one."""

    name: str
    level: str | None
    face: str | None = Field(default=None, exclude_if=lambda face: face is None)


class TableSummary(WireModel):
    """Table in the list of a player's tables; ``you`` is the player's seat.

    ``round`` counts from 1, and is 0 before the match. ``lives`` are those of the seats at the end
    of the last round, ``null`` before it and in a match for points; ``to_act`` is the seat whose
    turn it is, ``null`` if there is none or the table rests. ``places`` are the final places by
    seat, from 1, after the match. ``device``: the match was played on a device of the player and
    handed over; ``hints`` is the number of hints that the player asked for there. ``forfeited``: a
    bot made most of the player's moves, so ratings count the match as lost; it is missing
    otherwise.
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
    lives: list[int] | None
    to_act: int | None
    places: list[int] | None
    device: bool
    hints: int
    forfeited: bool = Field(default=False, exclude_if=lambda forfeited: not forfeited)


class Opponent(WireModel):
    """Bot to play against; without a name it gets one of the set-up's ``cast``.

    ``bot`` is one of the host's own, after which it is named; ``level`` plays for it when it fails.
    """

    level: str
    name: str = ""
    bot: str | None = None


class NewTable(WireModel):
    """New table with the player at seat 0 and the bots in turn order.

    Names have at most 40 visible characters and differ from each other.
    """

    preset: str
    options: Options = Field(default={})
    name: str = ""
    opponents: Annotated[list[Opponent], Field(max_length=20)]


class NewDeviceTable(WireModel):
    """Finished match against bots that the player has played on a device.

    ``levels`` are those of the bots by seat, with ``null`` for the player's seat; ``record`` is the
    match as in RECORD.md, with the ``event`` and the ``rules_version`` of a table.
    """

    levels: Annotated[list[str | None], Field(max_length=20)]
    started: AwareDatetime
    ended: AwareDatetime
    record: dict[str, Any]


class TableCreated(WireModel):
    """Id of a new table, whose page is ``/t/{id}``."""

    id: str


class ReplayStep(WireModel):
    """Deal or action, and the view after it.

    Every seat's hand is ``shown`` with its value. The view has no ``history``: that of all events
    together is the history of the round.
    """

    event: TableEvent
    view: PublicView


class Replay(WireModel):
    """Replay of round ``round`` of ``rounds``.

    ``first`` is the deal; ``changes`` turn each step into the next (docs/wire.md, "Changes").
    """

    round: int
    rounds: int
    first: ReplayStep
    changes: list[Any]


class StoryGain(WireModel):
    """Gain in the value of a seat's hand within a round: the values ``before`` and ``after``."""

    seat: int
    round: int
    before: Number
    after: Number


class StoryTally(WireModel):
    """Largest number of something in a match, and the seats that reached it."""

    seats: list[int]
    count: int


class Story(WireModel):
    """Facts about how a finished match was won; a fact that it does not have is ``null``.

    ``decided`` is the round since whose end the winner was ahead; ``gain`` the largest gain in the
    value of a hand within a round; ``swim`` the largest number of rounds in a row begun without
    lives (with the chicken, in the Dutch game); ``closings`` the most rounds closed by one seat.
    """

    decided: int | None
    gain: StoryGain | None
    swim: StoryTally | None
    closings: StoryTally | None
