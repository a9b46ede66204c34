"""What the database notes of a table beside its log, always written with the event it follows from.

All of it could be told from the log: it is there so that lists need not play every log.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from schwimmen.rules.options import Value
from schwimmen.tables import (
    ChangedEvent,
    CreatedEvent,
    JoinedEvent,
    LeftEvent,
    LogEvent,
    Settings,
    StartedEvent,
    Table,
)

from .storage import NEVER, Aside, Due, Named, Sitting, Standing

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


def first_standing(table_id: str, events: Sequence[LogEvent]) -> Standing:
    """How a table for one person stands with its first events; needs no rules.

    Nothing happens there before somebody comes.
    """
    created = events[0]
    assert isinstance(created, CreatedEvent)
    return Standing(table_id, summary_of(Table(created)) | {"round": 1})


def standing_of(table_id: str, table: Table) -> Standing:
    """How a table stands, as it is noted."""
    listed = listed_of(table)
    goes_on = table.bot_to_act is not None or (table.abandoned and table.due is None)
    return Standing(
        table_id,
        summary_of(table),
        listed=listed,
        due=table.log[-1].at if goes_on else table.due,
        quick=_quick_of(table) if listed == "gathering" else None,
    )


def put_aside(table: Due) -> Aside:
    """How a table is noted that waits for people, though something was due there."""
    settings = table.summary.get("settings")
    runs = settings is not None and (settings["clock"] or settings["patience"] is not None)
    return Aside(table.table_id, table.due, NEVER if runs else None)


def listed_of(table: Table) -> str | None:
    """Return the lobby's list that a table is in, if it is."""
    settings, phase = table.settings, table.phase
    if settings is None or settings.visibility != "open":
        return None
    if phase == "gathering" or (phase == "playing" and settings.spectators):
        return phase
    return None


def quick_kind(preset: str, options: Mapping[str, Value], seats: int, patience: int) -> str:
    """Return what quick matches of the same kind have in common, in few characters."""
    kind = json.dumps([preset, dict(options), seats, patience], sort_keys=True)
    return hashlib.sha256(kind.encode()).hexdigest()


def _quick_of(table: Table) -> str | None:
    terms, settings = table.terms, table.settings
    if settings is None or settings.patience is None or len(table.seats) >= settings.seats:
        return None
    return quick_kind(terms.preset, terms.options, settings.seats, settings.patience)


def sitting_of(table_id: str, table: Table, events: Sequence[LogEvent]) -> list[Sitting]:
    """Who sits where, if these events have changed it."""
    if table.settings is None or not any(isinstance(event, _MOVING) for event in events):
        return []
    people = {
        seat.seat: player
        for seat in table.seats
        if (player := table.player_at(seat.seat)) is not None and not seat.invited
    }
    return [Sitting(table_id, people)]


def names_of(events: Sequence[LogEvent]) -> list[Named]:
    """What people are called who have sat down by these events."""
    return [
        Named(event.player, event.name, event.at)
        for event in events
        if isinstance(event, JoinedEvent)
    ]
