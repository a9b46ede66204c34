"""Commands to a table, and the refusal of a command.

A client's message has the fields of a command, except those marked ``FromServer``: the server fills
them in, so that no client can act for another player. ``client_id`` is the client's idempotency
key: a command is executed once, however often the same player sends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias, TypeVar

from pydantic import Field

from schwimmen.rules.errors import Detail, SchwimmenError

from .settings import Options, Settings

T = TypeVar("T")

FROM_SERVER: Final = "from server"
FromServer: TypeAlias = Annotated[T, FROM_SERVER]
"""Type of a field that the server fills in."""

MAX_TEXT_LENGTH: Final = 200
"""Characters of the longest chat line, and of the longest name before it is checked."""

Hex: TypeAlias = Annotated[str, Field(max_length=64)]
"""Hexadecimal text of 32 bytes; its form is checked when it is used."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play an action, written as in match records.

    ``bot``: a bot chose it for a person who is away. ``player`` is the sender, who must still have
    the seat.
    """

    seat: FromServer[int]
    action: Annotated[str, Field(max_length=64)]
    client_id: FromServer[str | None] = None
    bot: FromServer[bool] = False
    player: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Ask for the next round.

    With several people it is dealt once all seats in ``present`` have asked, those of connected
    people; ``None`` stands for all seats. ``player`` is as for ``Play``.
    """

    seat: FromServer[int]
    client_id: FromServer[str | None] = None
    present: FromServer[frozenset[int] | None] = None
    player: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down at a seat; without one at the invited player's own seat, or the first free one.

    An invited player may leave out the name to keep the one from the last match. ``face`` is that
    of the player's profile.
    """

    player: FromServer[str]
    name: Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]
    seat: int | None = None
    client_id: FromServer[str | None] = None
    face: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up; during the match a bot plays for the player until they are back."""

    player: FromServer[str]
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Change:
    """Change rules, settings or seats as the host; fields left out stay as they are.

    A preset without options resets all options. ``order`` lists for every seat the one whose
    player moves there, ``None`` for an empty seat.
    """

    player: FromServer[str]
    preset: str | None = None
    options: Options | None = None
    settings: Settings | None = None
    order: Annotated[tuple[int | None, ...], Field(max_length=20)] | None = None
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Start:
    """Start the match as the host."""

    player: FromServer[str]
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Away:
    """Let a bot play for an absent player, as the host; before the match, free the seat.

    If the host is absent, any player may send it. ``present``: the player is connected.
    """

    player: FromServer[str]
    seat: int
    present: FromServer[bool]
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Back:
    """Play again after a bot has played for the player."""

    player: FromServer[str]
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Open a new table, with the id ``table``, for the players of this match."""

    player: FromServer[str]
    table: FromServer[str]
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Commit:
    """Commit to the player's seed, under the server's commitment (docs/fairness.md)."""

    player: FromServer[str]
    server: Hex
    commitment: Hex
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the seed that the player has committed to (docs/fairness.md)."""

    player: FromServer[str]
    seed: Hex
    client_id: FromServer[str | None] = None


@dataclass(frozen=True, slots=True)
class Expire:
    """Perform the action whose time is up; sent by the server.

    That is the move of a seat, the next round, the start of the match, or going on without the
    seeds of clients that did not answer.
    """


@dataclass(frozen=True, slots=True)
class BotFailed:
    """Let a level play for a host's bot that has failed; sent by the server.

    With ``final`` it does so for the rest of the match, as for a bot that the server lacks.
    """

    seat: int
    final: bool


@dataclass(frozen=True, slots=True)
class BotRecovered:
    """Let a host's bot play again, which has failed and now answers; sent by the server."""

    seat: int


@dataclass(frozen=True, slots=True)
class ServerResumed:
    """Note that the server runs again; it last ran at the ISO time ``last_alive_at``."""

    last_alive_at: str


PersonCommand: TypeAlias = Join | Leave | Change | Start | Away | Back | Rematch | Commit | Reveal
SeatCommand: TypeAlias = Play | Deal
BotCommand: TypeAlias = BotFailed | BotRecovered
Command: TypeAlias = PersonCommand | SeatCommand | BotCommand | Expire | ServerResumed


class Refusal(SchwimmenError):
    """Refusal of a command, which has changed nothing.

    ``code`` is the kind of refusal. If the rules refuse, ``reason`` is their reason code and
    ``legal`` lists the seat's legal actions.
    """

    def __init__(
        self,
        code: str,
        message: str,
        reason: str | None = None,
        legal: tuple[str, ...] | None = None,
        details: Mapping[str, Detail] | None = None,
    ) -> None:
        super().__init__(message, code, **(details or {}))
        self.reason = reason
        self.legal = legal


def not_seated() -> Refusal:
    """Return the refusal of a spectator's message that only seated players may send."""
    return Refusal("not_seated", "you are watching, you have no seat here")


def not_host(name: str | None) -> Refusal:
    """Return the refusal of a command that only the host may send."""
    host = "there is no host yet" if name is None else f"{name} is"
    return Refusal("not_host", f"only the host can do that: {host}")
