"""The messages of a table's WebSocket, version 1 of the wire.

A client says ``hello`` with the number of the last event it has, is told the gap in ``welcome``,
and from then on gets every event with the view as of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import ConfigDict, Field, RootModel, ValidationError

from schwimmen.tables import Settings

from .base import Details, Options, Wire
from .people import ChatLine, ClockState, Presence, Reaction, Seeds
from .tables import Pace, TableEvent, TableInfo
from .views import View

MAX_MESSAGE_LENGTH: Final = 4096
"""Characters of the longest message taken from a client."""

MAX_TEXT_LENGTH: Final = 200
"""Characters of the longest line that is said, and of a name before it is looked at."""

MAX_REASON_LENGTH: Final = 200
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


class Join(_Client):
    """Sits down, at that seat or at the first that is free; ``null``: where a seat is kept."""

    type: Literal["join"]
    id: ClientId
    name: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]
    seat: int | None = None


class Leave(_Client):
    """Stands up; once the match has begun a bot plays until the player is back."""

    type: Literal["leave"]
    id: ClientId


class Change(_Client):
    """The host changes what is given here; all else stays.

    ``order`` names for every seat the one from which somebody moves there, ``null`` for none.
    """

    type: Literal["change"]
    id: ClientId
    preset: str | None = None
    options: Options | None = None
    settings: Settings | None = None
    order: Annotated[list[int | None], Field(max_length=20)] | None = None


class Start(_Client):
    """The host lets the match begin."""

    type: Literal["start"]
    id: ClientId


class Away(_Client):
    """A bot shall play for whoever sits there and is not here; before the match: a free seat."""

    type: Literal["away"]
    id: ClientId
    seat: int


class Back(_Client):
    """The player plays again, and no bot for them."""

    type: Literal["back"]
    id: ClientId


class Rematch(_Client):
    """The same people, once more: the ``rematch`` of the table says where."""

    type: Literal["rematch"]
    id: ClientId


class Commit(_Client):
    """Binds the player to a seed, under the server's commitment (docs/fairness.md)."""

    type: Literal["commit"]
    id: ClientId
    server: Annotated[str, Field(max_length=64)]
    commitment: Annotated[str, Field(max_length=64)]


class Reveal(_Client):
    """The seed that the player was bound to."""

    type: Literal["reveal"]
    id: ClientId
    seed: Annotated[str, Field(max_length=64)]


class Say(_Client):
    """Says a line to all at the table; once for this ``id``."""

    type: Literal["say"]
    id: ClientId
    text: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]


class React(_Client):
    """Shows all at the table how the player feels."""

    type: Literal["react"]
    id: ClientId
    reaction: Reaction


class Ping(_Client):
    """Are you there?"""

    type: Literal["ping"]
    id: ClientId


TableMessage: TypeAlias = (
    Play | Deal | Join | Leave | Change | Start | Away | Back | Rematch | Commit | Reveal
)
"""What asks for something to happen at the table: it leads to an event of its log."""

AnyClientMessage: TypeAlias = Hello | TableMessage | SetPace | Say | React | Ping


class ClientMessage(RootModel[Annotated[AnyClientMessage, Field(discriminator="type")]]):
    """Whatever a client may send."""


class _Server(Wire):
    v: Literal[1] = 1


class _TableUpdate(_Server):
    """What is new at a table, as all are told of it: ``times`` are its clocks, ``ready`` the seats
    that have asked for the next round, ``seeds`` the agreement on the shuffles. One person's table
    has neither."""

    events: list[TableEvent]
    times: ClockState | None
    ready: list[int]
    seeds: Seeds | None


class _State(_TableUpdate):
    seat: int | None
    view: View | None


class Welcome(_State):
    """Who and where the client is, the events it has missed, and its view now.

    ``chat`` are the last lines that were said.
    """

    type: Literal["welcome"] = "welcome"
    table: TableInfo
    seq: int
    presence: Presence
    chat: list[ChatLine]


class EventsMessage(_State):
    """New events, and the view as of the last of them; ``table`` if it is other than before.

    ``seat`` is the client's own, which it may get or lose before the match.
    """

    type: Literal["events"] = "events"
    table: TableInfo | None


class PresenceChanged(_Server):
    """Somebody has come or gone."""

    type: Literal["presence"] = "presence"
    presence: Presence


class Said(_Server):
    """Somebody said something."""

    type: Literal["said"] = "said"
    line: ChatLine


class Reacted(_Server):
    """Somebody shows how they feel."""

    type: Literal["reacted"] = "reacted"
    seat: int
    reaction: Reaction


class Accepted(_Server):
    """The message with this ``id`` was taken and led to event ``seq``; a line that was said, or a
    reaction, is no event."""

    type: Literal["accepted"] = "accepted"
    id: str
    seq: int | None


class Refused(_Server):
    """The message was not taken, and nothing has changed.

    ``reason`` is the rules' code, ``details`` are as in the answers to requests that fail.
    """

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    message: str
    reason: str | None = None
    legal: list[str] | None = None
    details: Details = Field(default={})


class Closed(_Server):
    """The table goes on no more: its log is of other rules, or damaged."""

    type: Literal["closed"] = "closed"
    code: Literal["rules_version", "damaged"]
    message: str


class Pong(_Server):
    """Here I am."""

    type: Literal["pong"] = "pong"
    id: str


AnyServerMessage: TypeAlias = (
    Welcome | EventsMessage | PresenceChanged | Said | Reacted | Accepted | Refused | Closed | Pong
)


class ServerMessage(RootModel[Annotated[AnyServerMessage, Field(discriminator="type")]]):
    """Whatever the server may send."""


def read_message(text: str) -> AnyClientMessage:
    """The message of a client's text.

    Raises ``ValueError`` with one line saying what is wrong with it.
    """
    try:
        return ClientMessage.model_validate_json(text).root
    except ValidationError as error:
        raise ValueError(first_error(error.errors(include_input=False))) from None


def first_error(faults: Any) -> str:
    """The first of pydantic's errors as one line, with the place where it is."""
    fault = faults[0]
    place = ".".join(str(part) for part in fault["loc"])
    line = f"{place}: {fault['msg']}" if place else str(fault["msg"])
    # It may quote what the client made up.
    return "".join(letter if letter.isprintable() else "?" for letter in line)[:MAX_REASON_LENGTH]
