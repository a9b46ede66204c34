"""The state of a table after replay as JSON, short enough to keep.

Fields are listed by name, so that a field added later changes no kept state.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from pydantic import BaseModel

from schwimmen.rules import card_names
from schwimmen.tables import (
    Command,
    Deal,
    Leave,
    LogEvent,
    Refusal,
    Table,
    UnplayableLog,
    close,
    read_event,
    record_of_log,
)

CLOSING: Final = "2026-12-24T12:00:00.000+00:00"
"""Time at which a table is closed whose log does not replay."""

_FIELDS: Final[dict[str, str]] = {
    "PublicEvent": "seq at type seat action round history result acted_by requested_by reason "
    "seats host terms rematch",
    "RoundEvent": "kind seat action cards given taken reason closes rule",
    "RoundResult": "dealer leader end by turns hands values suits lost lives status points totals",
    "Loss": "seat amount rule reason against decided",
    "Choice": "action number given taken value suit closes",
    "SeatView": "seat active cards known shown value suit closed playing turns last_action lives "
    "status total",
    "View": "seat phase number dealer leader to_act turns last_turns hand value suit table talon "
    "aside seats choices legal_actions refused all_closes history result losses replayed over "
    "winners",
    "PublicSeat": "seat name level away invited",
    "PublicSeeds": "phase attempt commitment commitments waiting_for",
    "TableTerms": "preset options settings",
    "ClockState": "awaited seat due reserve_from reserves",
}

_OWN: Final = ("seat", "hand", "value", "suit", "choices", "refused")
"""Fields of a view that differ from a spectator's."""

_CARDS: Final = frozenset({"hand", "aside", "known", "shown", "cards", "given", "taken"})
"""Fields that hold cards, besides the ``table`` of a view."""

_OF_TABLE: Final = (
    "phase", "round", "to_act", "bot_to_act", "host", "ready", "rematch", "over", "open_to_all",
    "due", "times", "used", "seeds", "seats", "terms",
)  # fmt: skip

_EMPTY: Final[tuple[Any, ...]] = (None, "", [], {})

SHORT: Final = 40
"""Longest JSON text of a view's field; longer ones are kept as fingerprints."""


def plain(value: object) -> Any:
    """Convert a value of the rules or of a table to JSON, with cards by name."""
    if value is None or isinstance(value, str | int | float):
        return value
    kind = type(value).__name__
    if kind in _FIELDS:
        return {name: _field(kind, name, value) for name in _FIELDS[kind].split()}
    match value:
        case BaseModel():
            return value.model_dump(mode="json", exclude_defaults=True)
        case Mapping():
            return {str(key): plain(one) for key, one in value.items()}
        case AbstractSet():
            return sorted(value)
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            raise TypeError(f"no field is known of {kind}")


def _field(kind: str, name: str, whole: object) -> Any:
    value = getattr(whole, name)
    if name == "hands":
        return [None if hand is None else card_names(hand) for hand in value]
    cards = name in _CARDS or (kind, name) == ("View", "table")
    # ``cards`` of a seat is a number.
    return card_names(value) if cards and isinstance(value, tuple) else plain(value)


def fingerprint(value: object) -> str:
    """Return the first six digits of a JSON value's SHA-256.

    >>> fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def play_log(log: Sequence[LogEvent]) -> tuple[Table, list[Any]]:
    """Replay a log; return the table and, as JSON, the result of each event.

    A table whose log does not replay is closed, as the server does it.
    """
    try:
        if log[-1].type == "closed":
            raise UnplayableLog("is closed already")
        table = Table.replay(log[:1])
        steps = [_step(table)]
        for event in log[1:]:
            table.apply(event)
            steps.append(_step(table))
    except UnplayableLog:
        closed = log if log[-1].type == "closed" else [*log, close(log, CLOSING)]
        table = Table.replay(closed)
        steps = [plain(event) for event in table.events]
    return table, steps


def _step(table: Table) -> Any:
    own = None if table.to_act is None else table.view(table.to_act)
    return {
        "event": plain(table.events[-1]),
        "phase": table.phase,
        "to_act": table.to_act,
        "host": table.host,
        "due": table.due,
        "hand": None if own is None else card_names(own.hand),
        "legal_actions": None if own is None else plain(own.legal_actions),
    }


def _own_view(table: Table, seat: int) -> Any:
    view = table.view(seat)
    return None if view is None else {name: _field("View", name, view) for name in _OWN}


def state_of(table: Table, steps: Iterable[Any]) -> dict[str, Any]:
    """Return the state of the table without missing, empty and false values.

    ``steps`` become one row of fingerprints. The view of a seat holds only what differs from a
    spectator's.
    """
    numbers = [seat.seat for seat in table.seats]
    watching = _view(table, None)
    state: dict[str, Any] = {name: plain(getattr(table, name)) for name in _OF_TABLE}
    state |= {
        "players": {str(n): table.player_at(n) for n in numbers if table.player_at(n)},
        "taken": _taken(table),
        "closed": None if table.closed is None else table.closed.body(),
        "record": _record(table),
        "own_views": fingerprint([_own_view(table, n) for n in numbers]),
        "steps": "".join(map(fingerprint, steps)),
        "views": {
            "spectator": watching,
            **{
                f"seat {n}": {
                    name: one for name, one in _view(table, n).items() if watching[name] != one
                }
                for n in numbers
            },
        },
    }
    lean: dict[str, Any] = _lean(state)
    return lean


def _lean(value: Any) -> Any:
    """Drop missing, empty and false parts of a value."""
    match value:
        case dict():
            found = {name: _lean(one) for name, one in value.items()}
            return {
                name: one for name, one in found.items() if one is not False and one not in _EMPTY
            }
        case list():
            return [_lean(one) for one in value]
        case _:
            return value


def _view(table: Table, seat: int | None) -> dict[str, Any]:
    return {name: _short(one) for name, one in (plain(table.view(seat)) or {}).items()}


def _short(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= SHORT else f"#{fingerprint(value)}"


def _record(table: Table) -> str:
    """Return the fingerprint of the match record, or the code of its refusal."""
    try:
        return fingerprint(record_of_log(table.log, table.open_to_all, published=table.over))
    except Refusal as refusal:
        return refusal.code


def _taken(table: Table) -> str | None:
    """Return the fingerprint of the answers to commands that are sent again."""
    bodies = [event.body() for event in table.log]
    ids = sorted({body["client_id"] for body in bodies if "client_id" in body})
    people = sorted({body["player"] for body in bodies if "player" in body})
    asked: list[Command] = [Leave(player, one) for player in people for one in ids]
    asked += [Deal(seat.seat, one) for seat in table.seats for one in ids]
    return fingerprint(list(map(table.seq_of, asked))) if ids else None


def read_log(bodies: Iterable[Mapping[str, Any]]) -> list[LogEvent]:
    """Read the events of a kept log."""
    return [read_event(dict(body)) for body in bodies]


def differences(kept: Mapping[str, Any], now: Mapping[str, Any], steps: Sequence[Any]) -> list[str]:
    """Return one line for each difference between a kept and a present state, steps first."""
    lines = []
    before, after = _pairs(kept), _pairs(now)
    old, new = before.pop("steps", ""), after.pop("steps", "")
    for number, step in enumerate(steps):
        digits = slice(6 * number, 6 * number + 6)
        if old[digits] != new[digits]:
            lines.append(f"event {number + 1} led to something else; now: {json.dumps(step)}")
            break
    if len(old) != len(new):
        lines.append(f"{len(old) // 6} events then, {len(new) // 6} now")
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            lines.append(f"{name}: {before.get(name)!r} then, {after.get(name)!r} now")
    return lines


def _pairs(value: Mapping[str, Any], within: str = "") -> dict[str, Any]:
    """Return the values of nested objects by their paths."""
    found: dict[str, Any] = {}
    for name, one in value.items():
        if isinstance(one, dict):
            found |= _pairs(one, f"{within}{name}.")
        else:
            found[f"{within}{name}"] = one
    return found
