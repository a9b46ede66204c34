"""Messages of a table's WebSocket.

A client sends ``hello`` with the number of the last event that it has. It gets the events it has
missed and the table's state in ``welcome``, and from then on every event with the changes of the
state, or with the whole state.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, Union, get_type_hints

from pydantic import (
    ConfigDict,
    Field,
    RootModel,
    ValidationError,
    create_model,
)
from pydantic_core import from_json

from schwimmen import tables
from schwimmen.tables import not_seated
from schwimmen.tables.commands import FROM_SERVER, MAX_TEXT_LENGTH

from .base import VERSION, CompactModel, Details, WireModel
from .people import ChatLine, ClockState, Presence, Reaction, Seeds
from .tables import Pace, TableEvent, TableInfo
from .views import OwnView, PublicView

MAX_MESSAGE_LENGTH: Final = 4096
"""Characters of the longest message from a client."""

MAX_REASON_LENGTH: Final = 200
"""Characters of the longest explanation of an invalid message."""

ClientId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]


class _ClientMessage(WireModel):
    model_config = ConfigDict(strict=True)

    v: Literal[1]


class Hello(_ClientMessage):
    """First message; ``last_seq`` is the number of the last event that the client has.

    ``views`` is the form of later updates: the ``full`` state, or only its ``changes``.
    ``pace`` is as in ``SetPace``; it is ignored without a seat.
    """

    type: Literal["hello"]
    last_seq: Annotated[int, Field(ge=0)] | None
    views: Literal["full", "changes"] = "full"
    pace: Pace | None = None


class CommandMessage(_ClientMessage):
    """Command to the table, executed once for this ``id`` however often it is sent.

    There is one subclass for each command in ``COMMANDS``, with the fields that clients may set.
    """

    type: str
    id: ClientId

    kind: ClassVar[Any]
    """Class of the command."""
    client_fields: ClassVar[frozenset[str]]
    server_fields: ClassVar[frozenset[str]]

    def command(self, player: str, seat: int | None, present: frozenset[int]) -> tables.Command:
        """Return the command of a player; ``present`` are the seats of people who are connected.

        Raises ``Refusal`` for a command that needs a seat.
        """
        given: dict[str, Any] = {
            "player": player,
            "client_id": self.id,
            "seat": seat,
            "present": present,
        }
        values = {name: getattr(self, name) for name in self.client_fields}
        if self.kind is tables.Away:
            given["present"] = values["seat"] in present
        elif seat is None and self.kind in (tables.Play, tables.Deal):
            raise not_seated()
        values |= {name: given[name] for name in self.server_fields & given.keys()}
        command: tables.Command = self.kind(**values)
        return command


def _command_message(kind: Any) -> type[CommandMessage]:
    """Return the message of a command: its fields except those from the server."""
    hints = get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {"type": (Literal[kind.__name__.lower()], ...)}
    server_fields = set()
    for field in dataclasses.fields(kind):
        if FROM_SERVER in getattr(hints[field.name], "__metadata__", ()):
            server_fields.add(field.name)
        else:
            default = ... if field.default is dataclasses.MISSING else field.default
            fields[field.name] = (hints[field.name], default)
    message = create_model(
        kind.__name__, __base__=CommandMessage, __doc__=kind.__doc__, __module__=__name__, **fields
    )
    message.kind = kind
    message.client_fields = frozenset(fields) - {"type"}
    message.server_fields = frozenset(server_fields)
    return message


COMMANDS: Final = {
    kind.__name__.lower(): _command_message(kind)
    for kind in (
        tables.Play,
        tables.Deal,
        tables.Join,
        tables.Leave,
        tables.Change,
        tables.Start,
        tables.Away,
        tables.Back,
        tables.Rematch,
        tables.Commit,
        tables.Reveal,
    )
}
"""Messages of the commands that clients may send, by ``type``."""


class SetPace(_ClientMessage):
    """Pace of the bots, as long as the table is in memory."""

    type: Literal["pace"]
    pace: Pace


class Say(_ClientMessage):
    """Line of chat, sent once for this ``id``; without a seat only where the settings allow it."""

    type: Literal["say"]
    id: ClientId
    text: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]


class React(_ClientMessage):
    """Reaction shown to all clients at the table."""

    type: Literal["react"]
    id: ClientId
    reaction: Reaction


class Ping(_ClientMessage):
    """Request for a ``pong``."""

    type: Literal["ping"]
    id: ClientId


AnyClientMessage: TypeAlias = Hello | CommandMessage | SetPace | Say | React | Ping

_ClientUnion: Any = Union[(Hello, *COMMANDS.values(), SetPace, Say, React, Ping)]


class ClientMessage(RootModel[Annotated[_ClientUnion, Field(discriminator="type")]]):
    """Any message of a client."""


class _ServerMessage(WireModel):
    v: Literal[1] = VERSION


class State(CompactModel):
    """State of a table for one client.

    ``table``, ``view``, ``times``, ``ready`` and ``seeds`` are the same for all clients, ``own`` is
    for the client's seat. ``view`` is missing before the first round. ``times`` are the clocks,
    ``ready`` the seats that have asked for the next round, ``seeds`` the agreement on fair
    shuffles, which a table for one person does not have.
    """

    table: TableInfo
    view: PublicView | None = None
    own: OwnView | None = None
    times: ClockState | None = None
    ready: list[int] = Field(default=[])
    seeds: Seeds | None = None


class _StateMessage(CompactModel):
    v: Literal[1]
    seq: int
    seat: int | None = None
    events: list[TableEvent]
    now: str | None = None


class Welcome(_StateMessage):
    """State of the table after event ``seq``, and the events that the client has missed.

    ``seat`` is the client's own, which may change before the match. ``now`` is the server's time,
    sent when ``times`` has a ``due``. ``chat`` has the last lines. ``last_at`` is the time of the
    client's last event in the log: if the client's own has another, the log has lost events. A
    client that loses the connection comes back after a random part of ``return_s`` seconds.
    """

    type: Literal["welcome"]
    state: State
    presence: Presence
    chat: list[ChatLine]
    last_at: str | None = None
    return_s: float = 0


class EventsMessage(_StateMessage):
    """New events, and the state after event ``seq`` or the ``changes`` that lead to it.

    ``changes`` turn the state after event ``since`` into the new state (docs/wire.md, "Changes");
    a message has either both or ``state``. All else is as in ``Welcome``.
    """

    type: Literal["events"]
    since: int | None = None
    changes: dict[str, Any] | None = None
    state: State | None = None


class PresenceChanged(_ServerMessage):
    """Presence after a client has connected or disconnected."""

    type: Literal["presence"] = "presence"
    presence: Presence


class Said(_ServerMessage):
    """New line of chat."""

    type: Literal["said"] = "said"
    line: ChatLine


class Reacted(_ServerMessage):
    """Reaction of a player, or of a spectator if ``seat`` is ``null``."""

    type: Literal["reacted"] = "reacted"
    seat: int | None
    reaction: Reaction


class Accepted(_ServerMessage):
    """Success of the message with this ``id``, which led to event ``seq``.

    Chat lines and reactions lead to no event.
    """

    type: Literal["accepted"] = "accepted"
    id: str
    seq: int | None


class Refused(_ServerMessage):
    """Refusal of a message; nothing has changed.

    ``reason`` is the rules' reason code; ``details`` are as in error responses.
    """

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    message: str
    reason: str | None = None
    legal: list[str] | None = None
    details: Details = Field(default={})


class StorageChanged(_ServerMessage):
    """Whether the server can store moves; while it is not ``available``, play pauses."""

    type: Literal["storage"] = "storage"
    available: bool


class Closed(_ServerMessage):
    """End of a table that cannot continue: its log needs other rules, or is damaged."""

    type: Literal["closed"] = "closed"
    code: Literal["rules_version", "damaged"]
    message: str


class Pong(_ServerMessage):
    """Answer to ``ping``."""

    type: Literal["pong"] = "pong"
    id: str


AnyServerMessage: TypeAlias = (
    Welcome
    | EventsMessage
    | PresenceChanged
    | Said
    | Reacted
    | Accepted
    | Refused
    | StorageChanged
    | Closed
    | Pong
)


class ServerMessage(RootModel[Annotated[AnyServerMessage, Field(discriminator="type")]]):
    """Any message of the server."""


class UnservedVersion(ValueError):
    """Message of a version of the wire that the server does not speak."""


def _check_version(text: str) -> None:
    """Raise ``UnservedVersion`` for a client's text that names another version."""
    try:
        value = from_json(text)
    except ValueError:
        return
    version = value.get("v", VERSION) if isinstance(value, dict) else VERSION
    if type(version) is not int or version != VERSION:
        raise UnservedVersion(f"v: this server speaks version {VERSION} of the protocol")


def read_message(text: str) -> AnyClientMessage:
    """Return the message in a client's text.

    Raises ``UnservedVersion``, and ``ValueError`` for any other invalid text, with an explanation
    in one line.
    """
    try:
        message: AnyClientMessage = ClientMessage.model_validate_json(text).root
    except ValidationError as error:
        _check_version(text)
        raise ValueError(first_error(error.errors(include_input=False))) from None
    return message


def first_error(errors: Any) -> str:
    """Return the first of pydantic's errors, with its place, as one line."""
    error = errors[0]
    place = ".".join(str(part) for part in error["loc"])
    line = f"{place}: {error['msg']}" if place else str(error["msg"])
    # It may quote the client's text.
    return "".join(letter if letter.isprintable() else "?" for letter in line)[:MAX_REASON_LENGTH]
