"""Packed logs of tables at rest: one compressed row in place of those of all events but the last.

The last event keeps a row, after which the next one may still follow. The end of a log can so be
read and extended without the packed events. The other rows are deleted, or are dropped with
their part.
"""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Connection, Text, and_, cast, delete, insert, select, true, update
from sqlalchemy.sql.selectable import Select

from . import schema
from .location import DatabaseDamaged
from .log_parts import IN_LOG, move_log

if TYPE_CHECKING:
    from .rows import NewEvent

PACKED_LOGS: Final = "0012"
"""First schema with packed logs."""

SEPARATOR: Final = "\x1e"
"""Record separator of JSON text sequences (RFC 7464), which no JSON text contains."""

_tables, _events, _packed = schema.tables.c, schema.events.c, schema.packed_logs.c


class RestedLog(NamedTuple):
    """Log to be packed if it has no event since an ISO time.

    ``leaves``: it leaves the part of its day even if it cannot be packed.
    """

    table_id: str
    since: str
    leaves: bool = False


def packed(texts: Iterable[str]) -> bytes:
    """Return the JSON texts of events in compressed form."""
    return zlib.compress(SEPARATOR.join(texts).encode(), 9)


def unpacked(body: bytes) -> list[str]:
    """Return the JSON texts of packed events. Raises ``DatabaseDamaged``."""
    return _decompressed(body).decode().split(SEPARATOR)


def mentioning(logs: Iterable[tuple[str, bytes]], word: str) -> list[str]:
    """Return the ids of those packed logs that contain a word. Raises ``DatabaseDamaged``."""
    return [table_id for table_id, body in logs if word.encode() in _decompressed(body)]


def _decompressed(body: bytes) -> bytes:
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise DatabaseDamaged(f"a packed log is damaged: {error}") from None


def events_after(
    table_ids: Collection[str], after: int = 0, up_to: int | None = None
) -> Select[str, int, str, bytes | None]:
    """Select tables, numbers and JSON texts of those events of logs after one that have rows.

    If packed events of a log are among the wanted ones, its first row has all of them beside it.
    ``up_to``: number of the last event that is wanted; packed events are found only before it.
    """
    before = and_(
        _packed.table_id == _events.table_id,
        _packed.length == _events.seq - 1,
        _packed.length > after,
    )
    return (
        select(_events.table_id, _events.seq, cast(_events.body, Text), _packed.body)
        .join_from(schema.events, schema.tables, IN_LOG)
        .join(schema.packed_logs, before, isouter=True)
        .where(
            _tables.id.in_(table_ids),
            _events.seq > after,
            true() if up_to is None else _events.seq <= up_to,
        )
        .order_by(_events.table_id, _events.seq)
    )


def hold_tables(connection: Connection, table_ids: Collection[str]) -> None:
    """Hold tables that are to be deleted against packing until the transaction ends."""
    if table_ids:
        query = select(_tables.id).where(_tables.id.in_(table_ids)).order_by(_tables.id)
        connection.execute(query.with_for_update())


def pack(connection: Connection, logs: Sequence[RestedLog]) -> None:
    """Pack logs, except those that have a later event or a gap, or that another server changes."""
    rested = {log.table_id: log for log in logs}
    if not rested:
        return
    query = select(_tables.id, _tables.part).where(_tables.id.in_(rested)).order_by(_tables.id)
    for table_id, part in connection.execute(query.with_for_update(skip_locked=True)).all():
        log = rested[table_id]
        last = _pack(connection, log)
        if part and (last or log.leaves):
            move_log(connection, table_id, last)
        elif last:
            connection.execute(
                delete(schema.events).where(_events.table_id == table_id, _events.seq < last)
            )


def _pack(connection: Connection, log: RestedLog) -> int:
    """Pack a log if possible; return the number of its last event, otherwise 0."""
    table_id = log.table_id
    former = connection.execute(
        select(_packed.length, _packed.body).where(_packed.table_id == table_id)
    ).one_or_none()
    length, texts = (0, []) if former is None else (former.length, unpacked(former.body))
    rows = connection.execute(
        select(_events.seq, cast(_events.body, Text))
        .join_from(schema.events, schema.tables, IN_LOG)
        .where(_tables.id == table_id)
        .order_by(_events.seq)
    ).all()
    last = length + len(rows)
    if len(rows) < 2 or [seq for seq, _ in rows] != list(range(length + 1, last + 1)):
        return 0
    if not _is_before(log.since, rows[-1][1]):
        return 0
    texts += [text for _, text in rows[:-1]]
    body = packed(texts)
    if unpacked(body) != texts:
        return 0
    connection.execute(delete(schema.packed_logs).where(_packed.table_id == table_id))
    row = {"table_id": table_id, "length": last - 1, "body": body}
    connection.execute(insert(schema.packed_logs), row)
    return last


def _is_before(time: str, text: str) -> bool:
    """Return whether an event is from before an ISO time, as far as it can be read."""
    try:
        return str(json.loads(text)["at"]) < time
    except (ValueError, KeyError, TypeError):
        return False


def rewrite(connection: Connection, events: Iterable[NewEvent]) -> None:
    """Replace the bodies of packed events, and hold all these logs until the transaction ends.

    Events that have rows can then be rewritten there, since they are not packed meanwhile.
    """
    bodies: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for event in events:
        bodies[event.table_id][event.seq] = event.body
    if not bodies:
        return
    query = select(_tables.id).where(_tables.id.in_(bodies)).order_by(_tables.id)
    # The lock of a new event, for which other writers need not wait.
    connection.execute(query.with_for_update(read=True, key_share=True))
    logs = select(schema.packed_logs).where(_packed.table_id.in_(bodies))
    for table_id, length, body in connection.execute(logs.with_for_update()).all():
        changed = {seq: new for seq, new in bodies[table_id].items() if seq <= length}
        if changed:
            texts = unpacked(body)
            for seq, new in changed.items():
                texts[seq - 1] = json.dumps(new)
            connection.execute(
                update(schema.packed_logs)
                .where(_packed.table_id == table_id)
                .values(body=packed(texts))
            )
