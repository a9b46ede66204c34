"""What travels between server and page, apart from the messages themselves (messages.py).

Cards are names, ``TC``; times are ISO texts in UTC. The page's types are generated from these
models, so a field that changes here changes there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

Number = int | float
Status = Literal["in", "swimming", "out"]
Pace = Literal["relaxed", "quick", "instant"]
"""How long bots pause before they move: as the server has it, about half of it, not at all."""


def _plain(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """One fault for a value that is none of the kinds there are, not one for each kind."""
    try:
        return check(value)
    except ValidationError:
        raise PydanticCustomError(
            "option", "a value is true, false, a whole number, a text or null"
        ) from None


OptionValue = StrictBool | StrictInt | StrictStr | None
Options = dict[str, Annotated[OptionValue, WrapValidator(_plain)]]


class Wire(BaseModel):
    """Base of everything on the wire."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_serialization_defaults_required=True
    )


class Choice(Wire):
    """A legal action and the hand it would leave (unseen cards: no value)."""

    action: str
    number: int
    given: list[str]
    taken: list[str]
    value: Number | None
    suit: str | None
    closes: bool


class SeatView(Wire):
    """What all may know of a seat (R33)."""

    seat: int
    active: bool
    cards: int
    known: list[str]
    shown: list[str] | None
    value: Number | None
    suit: str | None
    closed: bool
    playing: bool
    turns: int
    last_action: str | None
    lives: int | None
    status: Status | None
    total: Number | None


class Happening(Wire):
    """One thing that happened before everybody's eyes; ``rule`` is its number in RULES.md.

    ``closes``: the seat was open before, and no longer is.
    """

    kind: str
    seat: int | None
    action: str | None
    cards: list[str]
    given: list[str]
    taken: list[str]
    reason: str | None
    closes: bool
    rule: str


class Loss(Wire):
    """What a seat loses in a round for one reason: lives, or points in a game for points.

    ``against`` is the seat whose hand it failed to beat, ``decided`` what told those two hands
    apart (R16), ``rule`` the number in RULES.md.
    """

    seat: int
    amount: Number
    rule: str
    reason: Literal["worst", "tied_worst", "fire", "dealt_31", "dealt_fire", "closer", "difference"]
    against: int | None
    decided: Literal["value", "trips_rank", "suit", "high_card", "tie"] | None


class RoundResult(Wire):
    """The showdown, as a result of RECORD.md has it: lists with one entry a seat."""

    dealer: int
    leader: int
    end: Literal["close", "31", "fire", "talon", "cap"]
    by: int | None
    turns: int
    hands: list[str | None]
    values: list[Number | None]
    suits: list[str | None]
    lost: list[int | None] | None
    lives: list[int | None] | None
    status: list[Status | None] | None
    points: list[Number | None] | None
    totals: list[Number | None] | None = None


class View(Wire):
    """What one seat may know and do, or a spectator may know.

    ``all_closes``: exchanging all closes as well just now. ``losses`` tell of a round that is over
    why it cost whom what; if it is ``replayed`` it does not count, and they are what it would have
    cost.
    """

    seat: int | None
    phase: Literal["choice", "turn", "renewed", "over"]
    number: int
    dealer: int
    leader: int
    to_act: int | None
    turns: int
    last_turns: bool
    hand: list[str]
    value: Number | None
    suit: str | None
    table: list[str]
    talon: int
    aside: list[str]
    seats: list[SeatView]
    choices: list[Choice]
    legal_actions: list[str]
    refused: dict[str, str]
    all_closes: bool
    history: list[Happening]
    result: RoundResult | None
    losses: list[Loss]
    replayed: bool
    over: bool
    winners: list[int]


class SeatInfo(Wire):
    """Who sits there; ``level`` is a bot's, ``you`` is the asker's own seat."""

    seat: int
    name: str
    level: str | None
    you: bool


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
    """What does not change about a table."""

    id: str
    rules: TableRules
    seats: list[SeatInfo]
    created: str
    rules_version: str
    closed: str | None


class TableEvent(Wire):
    """An event of a table's log as everybody is told of it; ``result`` of a round it ended."""

    seq: int
    at: str
    type: Literal["created", "round", "action", "closed"]
    seat: int | None
    action: str | None
    round: int | None
    happenings: list[Happening]
    result: RoundResult | None


class SummarySeat(Wire):
    """Who sits there, in a list of tables."""

    name: str
    level: str | None


class TableSummary(Wire):
    """A table in a list."""

    id: str
    preset: str
    options: Options
    seats: list[SummarySeat]
    started: str
    over: bool
    closed: bool
    round: int


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


class RulesAsked(Wire):
    """Rules to be looked at before a table is opened with them."""

    preset: str
    options: Options = {}


class RulesAnswer(Wire):
    """The whole set of options of rules that can be; ``preset`` is among those of the setup."""

    preset: str
    rules: Options


class Opponent(Wire):
    """A bot to play against; without a name it gets one of the cast."""

    level: str
    name: str = ""


class NewTable(Wire):
    """A table to be opened: the asker sits at seat 0, the bots in turn order.

    Names have 40 visible characters at most, and no two at a table are the same.
    """

    preset: str
    options: Options = {}
    name: str = ""
    opponents: Annotated[list[Opponent], Field(max_length=20)]


class TableMade(Wire):
    """The new table's id: its page is ``/t/{id}``."""

    id: str


class Health(Wire):
    """Whether the server answers, and whether the rules are compiled."""

    status: Literal["ok"]
    kernel: Literal["ready", "warming", "failed"]


class ErrorBody(Wire):
    """What went wrong, in one line, and what it was about, for a text of one's own."""

    code: str
    message: str
    details: dict[
        str, OptionValue | list[OptionValue] | list[list[str]] | dict[str, OptionValue]
    ] = {}


class ErrorAnswer(Wire):
    """The body of every answer that is not a success."""

    error: ErrorBody
