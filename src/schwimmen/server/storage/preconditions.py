"""What must be true before a server writes to logs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Column, Connection, TableValuedAlias, and_, bindparam, column, func, select
from sqlalchemy.dialects import postgresql

from schwimmen.tables import versions_to_read

from . import schema
from .leases import Lease
from .location import Conflict, LeaseLost, OlderServer

if TYPE_CHECKING:
    from .statements import NewEvent

_leases, _events = schema.leases.c, schema.events.c


def _given(*columns: Column[Any]) -> TableValuedAlias:
    """Return rows whose parameters are the lists of the values in each column."""
    values = (bindparam(one.name, type_=postgresql.ARRAY(one.type)) for one in columns)
    names = (column(one.name, one.type) for one in columns)
    return func.unnest(*values).table_valued(*names, name="given").render_derived()


_earlier = _given(_events.table_id, _events.seq)
_STORED: Final = (
    select(func.count())
    .select_from(_earlier)
    .join(
        schema.events,
        and_(_events.table_id == _earlier.c.table_id, _events.seq == _earlier.c.seq),
    )
)
"""Query of how many of the given events are stored; with the same text each time it is cheap."""

_held = _given(*_leases)
_HOLD: Final = (
    select(_leases.table_id)
    .join(_held, and_(*(one == _held.c[one.name] for one in _leases)))
    .order_by(_leases.table_id)
    .with_for_update(read=True, of=schema.leases)
)
"""Query of those of the given leases that are stored, which holds them."""


def hold_leases(connection: Connection, leases: Collection[Lease]) -> None:
    """Hold leases until the transaction ends. Raises ``LeaseLost`` if one is another server's."""
    if not leases:
        return
    given = {one.name: [getattr(lease, one.name) for lease in leases] for one in _leases}
    if len(connection.execute(_HOLD, given).all()) != len(leases):
        raise LeaseLost("the table has another server by now")


def require_earlier_events(connection: Connection, events: Iterable[NewEvent]) -> None:
    """Raise ``Conflict`` if an event would follow a gap: a replica may have lost the one before."""
    first: dict[str, int] = {}
    for event in events:
        first[event.table_id] = min(event.seq, first.get(event.table_id, event.seq))
    before = {table_id: seq - 1 for table_id, seq in first.items() if seq > 1}
    if before:
        given = {"table_id": [*before], "seq": [*before.values()]}
        if connection.execute(_STORED, given).scalar_one() != len(before):
            raise Conflict("the log lacks the event before")


def require_readers(events: Collection[NewEvent], versions: Collection[str]) -> None:
    """Raise ``OlderServer`` if a server of one of these versions could not read an event."""
    for version in versions:
        for needed in {needed for event in events for needed in versions_to_read(event.body)}:
            if _numbers(version) < _numbers(needed):
                raise OlderServer(version, needed)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
