"""Stored form of tables: rows derived from the log, and reading a log back.

The rows are written in one transaction with the events from which they follow. They exist so that
lists of tables need not replay every log.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from schwimmen.analysis import FACTS_VERSION, MatchFacts, facts_of
from schwimmen.analysis.statistics.figures import figures_of
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RULES_VERSION
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
    absentees,
    read_event,
)

from ..errors import UnknownTable
from ..runtime.logs import log_id
from ..storage import (
    NEVER,
    Database,
    DatabaseDamaged,
    DueTable,
    NewEvent,
    PlayerName,
    PostponedTable,
    SeatAssignment,
    SeatFacts,
    StorageError,
    TableStatus,
)

_CHANGE_SEATS = (JoinedEvent, LeftEvent, ChangedEvent, StartedEvent)


def summary_of(table: Table) -> dict[str, Any]:
    """Return the summary of a table for lists of tables."""
    settings, host = table.settings, table.host
    summary = {
        "preset": table.terms.preset,
        "options": dict(table.terms.options),
        "seats": [
            {"name": seat.name, "level": seat.level} | ({"face": seat.face} if seat.face else {})
            for seat in table.seats
        ],
        "over": table.over,
        "closed": table.closed is not None,
        "round": table.round,
        "abandoned": table.abandoned,
    }
    if not table.over and table.lives is not None:
        summary["lives"] = list(table.lives)
    if table.created.device:
        summary |= {"device": True, "hints": table.created.hints}
    if settings is not None:
        names = {seat.seat: seat.name for seat in table.seats}
        summary |= {
            "phase": table.phase,
            "settings": _as_json(settings),
            "host": None if host is None else names[host],
            "kept": sum(seat.invited for seat in table.seats),
        }
        if table.over:
            summary["forfeited"] = sorted(absentees(table.log).left)
    return summary


@lru_cache(maxsize=1024)  # every event needs the settings, and few change them
def _as_json(settings: Settings) -> dict[str, Any]:
    return settings.model_dump(mode="json")


def initial_status(table_id: str, events: Sequence[LogEvent]) -> TableStatus:
    """Return the status of a new table for one person, which needs no rules.

    Nothing is due before the player connects.
    """
    created = events[0]
    assert isinstance(created, CreatedEvent)
    return TableStatus(table_id, summary_of(Table(created)) | {"round": 1})


def status_of(table_id: str, table: Table) -> TableStatus:
    """Return the status of a table."""
    listed = lobby_list_of(table)
    return TableStatus(
        table_id,
        summary_of(table),
        listed=listed,
        due=_due(table),
        quick=_quick_match_key_of(table) if listed == "gathering" else None,
    )


def status_parts(table: Table) -> tuple[object, ...]:
    """Return all that may change the status of a table, which most events leave as it is."""
    return (
        table.terms,
        table.seats,
        table.host,
        table.phase,
        table.round,
        table.abandoned,
        table.lives,
        _due(table),
    )


def _due(table: Table) -> str | None:
    """Return when the table has to act by itself, at once for a bot."""
    due_now = table.bot_to_act is not None or (table.abandoned and table.due is None)
    return table.log[-1].at if due_now else table.due


def pause_row(table: DueTable) -> PostponedTable:
    """Return the row that pauses a due table until its people are back."""
    settings = table.summary.get("settings")
    runs = settings is not None and (settings["clock"] or settings["patience"] is not None)
    return PostponedTable(table.table_id, table.due, NEVER if runs else None)


def lobby_list_of(table: Table) -> str | None:
    """Return the list of the lobby in which a table is shown, if any."""
    settings, phase = table.settings, table.phase
    if settings is None or settings.visibility != "open":
        return None
    if phase == "gathering" or (phase == "playing" and settings.spectators):
        return phase
    return None


def quick_match_key(
    preset: str, options: Mapping[str, OptionValue], seats: int, patience: int
) -> str:
    """Return the key that quick matches with equal rules and settings share."""
    kind = json.dumps([preset, dict(options), seats, patience], sort_keys=True)
    return hashlib.sha256(kind.encode()).hexdigest()


def _quick_match_key_of(table: Table) -> str | None:
    terms, settings = table.terms, table.settings
    if settings is None or settings.patience is None or len(table.seats) >= settings.seats:
        return None
    return quick_match_key(terms.preset, terms.options, settings.seats, settings.patience)


def seating_rows(table_id: str, table: Table, events: Sequence[LogEvent]) -> list[SeatAssignment]:
    """Return the row of the seats' players if these events have changed them."""
    if table.settings is None or not any(isinstance(event, _CHANGE_SEATS) for event in events):
        return []
    people = {
        seat.seat: player
        for seat in table.seats
        if (player := table.player_at(seat.seat)) is not None and not seat.invited
    }
    return [SeatAssignment(table_id, people)]


def name_rows(events: Sequence[LogEvent]) -> list[PlayerName]:
    """Return the rows of the names under which people have sat down in these events."""
    return [
        PlayerName(event.player, event.name, event.at)
        for event in events
        if isinstance(event, JoinedEvent)
    ]


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """Facts of a match, and the ISO time of its last move."""

    last_at: str
    match: MatchFacts


STORED_FACTS: Final = TypeAdapter(StoredFacts)


def last_move_at(events: Sequence[LogEvent]) -> str:
    """Return the ISO time of the last move or deal, or of the first event before the match."""
    moves = (event.at for event in reversed(events) if isinstance(event, DealEvent | ActionEvent))
    return next(moves, events[0].at)


def facts_rows(table_id: str, table: Table) -> list[SeatFacts]:
    """Return the rows of the statistics of all people at a table whose match is over."""
    match, created = table.finished_match, table.created
    assert match is not None, "the match is running"
    at = last_move_at(table.log)
    return [
        facts_row(
            table_id,
            table.seq,
            StoredFacts(at, facts_of(match, seat)),
            created.device,
            created.hints,
        )
        for seat in sorted(table.people)
        if table.player_at(seat) is not None
    ]


def facts_row(table_id: str, seq: int, stored: StoredFacts, device: bool, hints: int) -> SeatFacts:
    """Return the row of a seat's statistics up to event ``seq``."""
    body = STORED_FACTS.dump_json(stored).decode()
    return SeatFacts(
        table_id,
        stored.match.seat,
        seq,
        FACTS_VERSION,
        body,
        figures_of(stored.match),
        stored.last_at,
        device,
        hints,
    )


T = TypeVar("T")

SHORT_LOG: Final = 20
"""Events up to which a log counts as short: replaying it takes little more than a thread does."""

LONG_LOG: Final = 500
"""Events beyond which a log counts as long: replaying it takes more than 50 ms."""

_LONG_LOGS: Final = ThreadPoolExecutor(1, thread_name_prefix="long-logs")

MAX_ATTEMPTS: Final = 10
"""Attempts to write to a log that other servers write to as well.

While people reconnect elsewhere, all players of a table may act at once at several servers.
"""


class UnreadableLog(StorageError):
    """Stored log that is damaged or not a table's log."""


class OtherRules(StorageError):
    """Table of another version's rules, while servers of both versions run."""


def busy_refusal() -> Refusal:
    """Return the refusal after ``MAX_ATTEMPTS`` conflicts with other servers."""
    return Refusal("busy", "another change came first; try again")


def event_rows(
    table_id: str, events: Sequence[LogEvent], to_act: int | None = None
) -> list[NewEvent]:
    """Return the rows of events, with unique keys for client ids during the match.

    ``to_act`` is the seat whose turn it is after them.
    Before the match players change seats, so only the table itself can recognize repeats.
    """
    rows = []
    for event in events:
        key = None
        if isinstance(event, DealEvent | ActionEvent) and event.client_id is not None:
            key = f"{event.seat}/{event.client_id}"
        rows.append(NewEvent(table_id, event.seq, key, event.body(), to_act))
    return rows


async def read_log(database: Database, table_id: str) -> list[LogEvent]:
    """Return the log of a table.

    Raises ``UnknownTable``, ``UnreadableLog`` and other ``StorageError``.
    """
    events = await read_events(database, table_id)
    if not events:
        raise UnknownTable("there is no such table")
    if not isinstance(events[0], CreatedEvent):
        raise UnreadableLog(
            f"the log of table {log_id(table_id)} cannot be read: it lacks its first event"
        )
    return events


def require_own_rules(events: Sequence[LogEvent], database: Database) -> None:
    """Raise ``OtherRules`` if a server of another version may play this log by its own rules.

    Once all servers have one version, they play on any log that its rules can replay.
    """
    created = events[0]
    assert isinstance(created, CreatedEvent)
    if created.rules_version != RULES_VERSION and database.other_versions:
        raise OtherRules(
            f"this table has rules of version {created.rules_version}, which another server has: "
            "it goes on here once all servers have one version"
        )


async def read_events(database: Database, table_id: str, after: int = 0) -> list[LogEvent]:
    """Return the events of a log after one. Raises ``UnreadableLog`` and other ``StorageError``."""
    try:
        texts = await database.log_texts(table_id, after)
        return await in_thread(len(texts), lambda: [read_event(text) for text in texts])
    except (DatabaseDamaged, ValidationError) as error:
        fault = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise UnreadableLog(
            f"the log of table {log_id(table_id)} cannot be read: {fault}"
        ) from None


async def in_thread(events: int, work: Callable[[], T]) -> T:
    """Run ``work`` on a log of that many events in a thread, unless it is short; return the result.

    Long logs share one thread, since several at once would hold up the event loop and all other
    threads, which need the same interpreter.
    """
    if events <= SHORT_LOG:
        return work()
    executor = _LONG_LOGS if events > LONG_LOG else None
    return await asyncio.get_running_loop().run_in_executor(executor, work)
