"""The messages of a table's WebSocket, version 1 of the wire.

A client says ``hello`` with the number of the last event it has, is told the gap in ``welcome``,
and from then on gets every event with the view as of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, RootModel, ValidationError

from .wire import Pace, TableEvent, TableInfo, View, Wire

LONGEST: Final = 4096
"""Characters of the longest message taken from a client."""

LONGEST_REASON: Final = 200
"""Characters of what is said of a bad message at most."""

ClientId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]


class _Client(Wire):
    model_config = ConfigDict(strict=True)

    v: Literal[1]


class Hello(_Client):
    """The first message; ``last_seq`` is the number of the last event the client has.

    ``pace`` is as in ``SetPace``; of somebody without a seat it is not looked at.
    """

    type: Literal["hello"]
    last_seq: Annotated[int, Field(ge=0)] | None
    pace: Pace | None = None


class Play(_Client):
    """The action is played, once for this ``id`` however often it is sent."""

    type: Literal["play"]
    id: ClientId
    action: Annotated[str, Field(max_length=64)]


class Deal(_Client):
    """The next round, please; once for this ``id``."""

    type: Literal["deal"]
    id: ClientId


class SetPace(_Client):
    """Bots shall play at this pace, as long as the table is in memory."""

    type: Literal["pace"]
    pace: Pace


class Ping(_Client):
    """Are you there?"""

    type: Literal["ping"]
    id: ClientId


AnyClientMessage: TypeAlias = Hello | Play | Deal | SetPace | Ping


class ClientMessage(RootModel[Annotated[AnyClientMessage, Field(discriminator="type")]]):
    """Whatever a client may send."""


class _Server(Wire):
    v: Literal[1] = 1


class Welcome(_Server):
    """Who and where the client is, the events it has missed, and its view now."""

    type: Literal["welcome"] = "welcome"
    table: TableInfo
    seat: int | None
    seq: int
    events: list[TableEvent]
    view: View | None


class Events(_Server):
    """New events, and the view as of the last of them."""

    type: Literal["events"] = "events"
    events: list[TableEvent]
    view: View | None


class Accepted(_Server):
    """The message with this ``id`` was taken and led to event ``seq``."""

    type: Literal["accepted"] = "accepted"
    id: str
    seq: int


class Refused(_Server):
    """The message was not taken, and nothing has changed; ``reason`` is the rules' code."""

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    reason: str | None
    message: str
    legal: list[str] | None


class Closed(_Server):
    """The table goes on no more: its log is of other rules, or damaged."""

    type: Literal["closed"] = "closed"
    code: Literal["rules_version", "damaged"]
    message: str


class Pong(_Server):
    """Here I am."""

    type: Literal["pong"] = "pong"
    id: str


class ServerMessage(
    RootModel[
        Annotated[
            Welcome | Events | Accepted | Refused | Closed | Pong, Field(discriminator="type")
        ]
    ]
):
    """Whatever the server may send."""


def read_message(text: str) -> AnyClientMessage:
    """The message of a client's text.

    Raises ``ValueError`` with one line saying what is wrong with it.
    """
    try:
        return ClientMessage.model_validate_json(text).root
    except ValidationError as error:
        raise ValueError(first_fault(error.errors(include_input=False))) from None


def first_fault(faults: Any) -> str:
    """The first of pydantic's errors as one line, with the place where it is."""
    fault = faults[0]
    place = ".".join(str(part) for part in fault["loc"])
    line = f"{place}: {fault['msg']}" if place else str(fault["msg"])
    # It may quote what the client made up.
    return "".join(letter if letter.isprintable() else "?" for letter in line)[:LONGEST_REASON]
