"""What the database notes of a table beside its log, always written with the event it follows from.

All of it could be told from the log: it is there so that lists need not play every log.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.tables import (
    ActionEvent,
    ChangedEvent,
    CreatedEvent,
    DealEvent,
    JoinedEvent,
    LeftEvent,
    LogEvent,
    Refusal,
    Settings,
    StartedEvent,
    Table,
    read_event,
)

from ..operation.logs import log_id
from ..storage import (
    NEVER,
    Database,
    DatabaseDamaged,
    DueTable,
    NewEvent,
    PlayerName,
    PostponedTable,
    SeatAssignment,
    StorageError,
    TableStatus,
)

_MOVING = (JoinedEvent, LeftEvent, ChangedEvent, StartedEvent)


def summary_of(table: Table) -> dict[str, Any]:
    """What a list of tables shows of this one."""
    settings, host = table.settings, table.host
    summary = {
        "preset": table.terms.preset,
        "options": dict(table.terms.options),
        "seats": [{"name": seat.name, "level": seat.level} for seat in table.seats],
        "over": table.over,
        "closed": table.closed is not None,
        "round": table.round,
        "abandoned": table.abandoned,
    }
    if settings is not None:
        names = {seat.seat: seat.name for seat in table.seats}
        summary |= {
            "phase": table.phase,
            "settings": _as_json(settings),
            "host": None if host is None else names[host],
            "kept": sum(seat.invited for seat in table.seats),
        }
    return summary


@lru_cache(maxsize=1024)  # asked for with every event, and hardly ever other than before
def _as_json(settings: Settings) -> dict[str, Any]:
    return settings.model_dump(mode="json")


def initial_status(table_id: str, events: Sequence[LogEvent]) -> TableStatus:
    """How a table for one person stands with its first events; needs no rules.

    Nothing happens there before somebody comes.
    """
    created = events[0]
    assert isinstance(created, CreatedEvent)
    return TableStatus(table_id, summary_of(Table(created)) | {"round": 1})


def status_of(table_id: str, table: Table) -> TableStatus:
    """How a table stands, as it is noted."""
    listed = lobby_list_of(table)
    goes_on = table.bot_to_act is not None or (table.abandoned and table.due is None)
    return TableStatus(
        table_id,
        summary_of(table),
        listed=listed,
        due=table.log[-1].at if goes_on else table.due,
        quick=_quick_of(table) if listed == "gathering" else None,
    )


def pause_row(table: DueTable) -> PostponedTable:
    """How a table is noted that waits for people, though something was due there."""
    settings = table.summary.get("settings")
    runs = settings is not None and (settings["clock"] or settings["patience"] is not None)
    return PostponedTable(table.table_id, table.due, NEVER if runs else None)


def lobby_list_of(table: Table) -> str | None:
    """Return the lobby's list that a table is in, if it is."""
    settings, phase = table.settings, table.phase
    if settings is None or settings.visibility != "open":
        return None
    if phase == "gathering" or (phase == "playing" and settings.spectators):
        return phase
    return None


def quick_match_key(
    preset: str, options: Mapping[str, OptionValue], seats: int, patience: int
) -> str:
    """Return what quick matches of the same kind have in common, in few characters."""
    kind = json.dumps([preset, dict(options), seats, patience], sort_keys=True)
    return hashlib.sha256(kind.encode()).hexdigest()


def _quick_of(table: Table) -> str | None:
    terms, settings = table.terms, table.settings
    if settings is None or settings.patience is None or len(table.seats) >= settings.seats:
        return None
    return quick_match_key(terms.preset, terms.options, settings.seats, settings.patience)


def seating_rows(table_id: str, table: Table, events: Sequence[LogEvent]) -> list[SeatAssignment]:
    """Who sits where, if these events have changed it."""
    if table.settings is None or not any(isinstance(event, _MOVING) for event in events):
        return []
    people = {
        seat.seat: player
        for seat in table.seats
        if (player := table.player_at(seat.seat)) is not None and not seat.invited
    }
    return [SeatAssignment(table_id, people)]


def name_rows(events: Sequence[LogEvent]) -> list[PlayerName]:
    """What people are called who have sat down by these events."""
    return [
        PlayerName(event.player, event.name, event.at)
        for event in events
        if isinstance(event, JoinedEvent)
    ]


T = TypeVar("T")

LONG_LOG: Final = 500
"""Events of a log beyond which it is long: to play it again takes more than 50 ms."""

_LONG_LOGS: Final = ThreadPoolExecutor(1, thread_name_prefix="long-logs")

MAX_ATTEMPTS: Final = 3
"""How often something is tried again after another process has written to the same log."""


class UnknownTable(SchwimmenError):
    """There is no table with that id."""


class UnreadableLog(StorageError):
    """What is kept of a table is no log of ours, or is damaged."""


def busy_refusal() -> Refusal:
    """What is said when others were quicker again and again."""
    return Refusal("busy", "somebody else was quicker; try again")


def event_rows(table_id: str, events: Sequence[LogEvent]) -> list[NewEvent]:
    """Events as they are kept. A client id counts for its own seat only.

    Before the match seats change hands: there the table alone knows what it has taken.
    """
    rows = []
    for event in events:
        key = None
        if isinstance(event, DealEvent | ActionEvent) and event.client_id is not None:
            key = f"{event.seat}/{event.client_id}"
        rows.append(NewEvent(table_id, event.seq, key, event.body()))
    return rows


async def read_log(database: Database, table_id: str) -> list[LogEvent]:
    """The log of a table.

    Raises ``UnknownTable``, ``UnreadableLog``, and ``StorageError`` where nothing can be read.
    """
    try:
        texts = await database.log_texts(table_id)
        events = await in_thread(len(texts), lambda: [read_event(text) for text in texts])
    except (DatabaseDamaged, ValidationError) as error:
        fault = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise UnreadableLog(
            f"the log of table {log_id(table_id)} cannot be read: {fault}"
        ) from None
    if not events:
        raise UnknownTable("there is no such table")
    if not isinstance(events[0], CreatedEvent):
        raise UnreadableLog(
            f"the log of table {log_id(table_id)} cannot be read: it lacks its first event"
        )
    return events


async def in_thread(events: int, work: Callable[[], T]) -> T:
    """Return what ``work`` makes of a log with that many events, made in a thread.

    Long logs wait for each other: together they would hold up the event loop, whose thread needs
    the same interpreter, and all others that work in threads.
    """
    executor = _LONG_LOGS if events > LONG_LOG else None
    return await asyncio.get_running_loop().run_in_executor(executor, work)
