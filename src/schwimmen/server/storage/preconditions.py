"""What must be true before a server writes to logs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from sqlalchemy import (
    Connection,
    Integer,
    String,
    bindparam,
    column,
    func,
    select,
    tuple_,
)
from sqlalchemy.dialects import postgresql

from schwimmen.tables import versions_to_read

from . import schema
from .leases import Lease
from .location import Conflict, LeaseLost, OlderServer

if TYPE_CHECKING:
    from .statements import NewEvent

_leases, _events = schema.leases.c, schema.events.c

_given = (
    func.unnest(
        bindparam("ids", type_=postgresql.ARRAY(String)),
        bindparam("seqs", type_=postgresql.ARRAY(Integer)),
    )
    .table_valued(column("id", String), column("seq", Integer), name="given")
    .render_derived()
)
_STORED: Final = (
    select(func.count())
    .select_from(_given)
    .join(schema.events, (_events.table_id == _given.c.id) & (_events.seq == _given.c.seq))
)
"""Query of how many of the given events are stored; with the same text each time it is cheap."""


def hold_leases(connection: Connection, leases: Collection[Lease]) -> None:
    """Hold leases until the transaction ends. Raises ``LeaseLost`` if one is another server's."""
    if not leases:
        return
    query = (
        select(_leases.table_id)
        .where(tuple_(*schema.leases.c).in_(leases))
        .order_by(_leases.table_id)
        .with_for_update(read=True)
    )
    if len(connection.execute(query).all()) != len(leases):
        raise LeaseLost("the table has another server by now")


def require_earlier_events(connection: Connection, events: Iterable[NewEvent]) -> None:
    """Raise ``Conflict`` if an event would follow a gap: a replica may have lost the one before."""
    first: dict[str, int] = {}
    for event in events:
        first[event.table_id] = min(event.seq, first.get(event.table_id, event.seq))
    before = {table_id: seq - 1 for table_id, seq in first.items() if seq > 1}
    if before:
        given = {"ids": [*before], "seqs": [*before.values()]}
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
