"""Several people at a table, on the wire: tables to come to, who is there, what they say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from schwimmen.tables import Awaited, Settings

from .base import Options, Wire
from .tables import SummarySeat

Reaction = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "wow", "laugh", "cry", "hurry"
]
"""What can be shown at one touch."""


class Times(Wire):
    """The clocks of a table with several people, as of ``now``, the server's time.

    ``awaited``: what is waited for, of ``seat`` if it is a move. ``due``: when it happens by
    itself; ``null`` if it never does. ``reserve_from``: when the seat to act begins to use its
    reserve. ``reserves``: by seat the milliseconds that were left of it when this wait began,
    ``null`` for bots and where there is no clock.
    """

    now: str
    awaited: Awaited | None
    seat: int | None
    due: str | None
    reserve_from: str | None
    reserves: list[int | None]


class SeedCommitment(Wire):
    """A player's commitment."""

    seat: int
    commitment: str


class Seeds(Wire):
    """How far the agreement on the shuffles is (docs/fairness.md).

    ``commitment`` is the server's in this ``attempt``, counted from 1; ``waiting_for`` are the
    seats that are still to commit, or to reveal.
    """

    phase: Literal["committing", "revealing", "settled"]
    attempt: int
    commitment: str
    commitments: list[SeedCommitment]
    waiting_for: list[int]


class Presence(Wire):
    """The seats of people who are connected just now, and how many others watch."""

    seats: list[int]
    watching: int


class ChatLine(Wire):
    """What somebody said; ``number`` counts from 1 at each table."""

    number: int
    at: str
    seat: int
    name: str
    text: str


class NewSharedTable(Wire):
    """A table for several people, where the asker sits down first and is host."""

    preset: str
    options: Options = Field(default={})
    settings: Settings
    name: str


class QuickMatch(Wire):
    """A seat at any table with these rules and so many seats, or at a new one.

    Bots take the seats that are still empty twenty seconds later.
    """

    preset: str
    options: Options = Field(default={})
    players: Annotated[int, Field(ge=2, le=10)]
    name: str


class LobbyTable(Wire):
    """A table that anyone may come to, or watch.

    ``seats`` are those that are taken; ``free`` is how many people may still sit down. ``round``
    counts from 1, 0 before the match.
    """

    id: str
    preset: str
    options: Options
    settings: Settings
    seats: list[SummarySeat]
    host: str | None
    free: int
    round: int
    opened: str


class Lobby(Wire):
    """``gathering``: tables to join, ``running``: tables to watch; the newest first."""

    gathering: list[LobbyTable]
    running: list[LobbyTable]
