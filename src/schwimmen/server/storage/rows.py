"""Rows of tables and what belongs to them: seats, events, chat and facts."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from schwimmen.analysis.statistics.figures import MatchFigures

NEVER: Final = "9999-12-31T00:00:00.000+00:00"
"""``due`` of a table that nothing needs to wake until a player returns."""


class NewTable(NamedTuple):
    """Row of ``tables``; the fields after ``created`` are those of ``TableStatus``.

    ``part``: part of the log, which ``Database.write`` gives.
    """

    id: str
    created: str
    summary: dict[str, Any]
    listed: str | None = None
    due: str | None = None
    quick: str | None = None
    seen: str | None = None
    part: int = 0


class TableStatus(NamedTuple):
    """Current status of a table; ``summary`` is the JSON object that lists of tables show.

    ``listed``: list of the lobby that shows it. ``due``: ISO time of the next event that happens
    without a command, or ``NEVER``. ``quick``: kind of quick match that has a free seat here.
    """

    table_id: str
    summary: dict[str, Any]
    listed: str | None = None
    due: str | None = None
    quick: str | None = None


class HostSeen(NamedTuple):
    """ISO time at which the host of a table in the lobby was last seen connected."""

    table_id: str
    time: str


class PostponedTable(NamedTuple):
    """New ``due`` of a table that waits for people, applied only if ``due`` is still ``was``."""

    table_id: str
    was: str
    due: str | None


class NewSeat(NamedTuple):
    """Seat of a table and the player who holds it."""

    table_id: str
    seat: int
    player_id: str


class SeatAssignment(NamedTuple):
    """Players of all seats of a table, by seat."""

    table_id: str
    players: dict[int, str]


class VacatedSeat(NamedTuple):
    """Seat that loses its player, together with the player's facts."""

    table_id: str
    seat: int


class NewEvent(NamedTuple):
    """Event of a table's log; ``body`` is any JSON object.

    ``to_act`` is the seat whose turn it is after the event and those stored with it, if any.
    """

    table_id: str
    seq: int
    client_id: str | None
    body: dict[str, Any]
    to_act: int | None = None


class NewChatLine(NamedTuple):
    """Chat line; ``body`` is any JSON object."""

    table_id: str
    number: int
    player_id: str
    body: dict[str, Any]


class CarriedChat(NamedTuple):
    """Chat lines of the table ``earlier`` up to ``number``, to be copied to another table."""

    table_id: str
    earlier: str
    number: int


class DeletedChat(NamedTuple):
    """All chat lines of one player at a table, to be deleted."""

    table_id: str
    player_id: str


class ExpiredChat(NamedTuple):
    """Chat lines of a table up to ``number``, to be deleted."""

    table_id: str
    number: int


class SeatFacts(NamedTuple):
    """Statistics of a seat up to event ``seq``; ``body`` is ``None`` for an unreadable log.

    ``ended`` is the ISO time of the last move. ``device``: the match was played on a device;
    ``hints`` is the number of hints that the player asked for.
    """

    table_id: str
    seat: int
    seq: int
    version: int
    body: str | None
    figures: MatchFigures
    ended: str
    device: bool = False
    hints: int = 0
