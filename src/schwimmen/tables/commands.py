"""What can be asked of a table, and how it says no.

``client_id`` is the asker's name for this one command: however often it arrives from the same
person, it is taken once. People are known by their player ids, so that nobody can ask for another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from schwimmen.rules.errors import Detail, SchwimmenError
from schwimmen.rules.options import OptionValue

from .settings import Settings


@dataclass(frozen=True, slots=True)
class Join:
    """A person sits down at that seat, or at the first that is free. An invited one may have no
    name: it is as before."""

    player: str
    name: str
    seat: int | None = None
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A person stands up; once the match has begun a bot plays for them until they are back."""

    player: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """The host changes what is given here.

    A new preset without options has none changed. ``order`` names for every seat the one from
    which somebody shall move there, ``None`` for an empty one.
    """

    player: str
    preset: str | None = None
    options: Mapping[str, OptionValue] | None = None
    settings: Settings | None = None
    order: tuple[int | None, ...] | None = None
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The host lets the match begin."""

    player: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """The seat plays an action, written as a record writes it.

    ``bot``: it was a bot that chose, in place of a person who is away. ``player``: whose seat it
    must be when the command is taken, if somebody asks for themselves.
    """

    seat: int
    action: str
    client_id: str | None = None
    bot: bool = False
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The seat asks for the next round.

    ``present`` are the seats of the people who are there just now: with several people the round
    is dealt when all of those have asked, ``None`` for everybody. ``player`` is as for ``Play``.
    """

    seat: int
    client_id: str | None = None
    present: frozenset[int] | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """A person's browser binds itself to a seed, under this commitment of the server."""

    player: str
    server: str
    commitment: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """A person's browser tells the seed that it is bound to."""

    player: str
    seed: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Away:
    """The host lets a bot play for somebody who is not there; ``present`` says whether they are.

    Before the match their seat becomes free. If it is the host who is not there, anyone may.
    """

    player: str
    seat: int
    present: bool
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """A person who was away plays again."""

    player: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """A person who played opens a new table, of that id, for all who did."""

    player: str
    table: str
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Expire:
    """What is ``due`` shall happen: the move of a seat whose time is up, the next round, the start,
    or that those are left out who are waited for.

    From the server, when that moment has come.
    """


@dataclass(frozen=True, slots=True)
class ServerResumed:
    """The server is there again; ``alive`` is its last sign of life before, an ISO time."""

    alive: str


PersonCommand: TypeAlias = Join | Leave | Change | Start | Commit | Reveal | Away | Back | Rematch
SeatCommand: TypeAlias = Play | Deal
Command: TypeAlias = PersonCommand | SeatCommand | Expire | ServerResumed


class Refusal(SchwimmenError):
    """A command the table does not take; nothing has changed.

    ``code`` says which kind of no it is, ``reason`` is the rules' reason code if they said no,
    ``legal`` all that the seat may play now.
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


def not_host(name: str | None) -> Refusal:
    """The answer to somebody who would have to be the host."""
    who = "there is no host yet" if name is None else f"{name} is"
    return Refusal("not_host", f"only the host can do that: {who}")
