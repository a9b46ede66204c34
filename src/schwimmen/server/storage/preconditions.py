"""What must be true before a server writes to logs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import Connection, and_, func, select

from schwimmen.tables import versions_to_read

from . import schema
from .leases import Lease
from .location import Conflict, LeaseLost, OlderServer
from .log_parts import IN_LOG
from .statement import given

if TYPE_CHECKING:
    from .rows import NewEvent

_leases, _events, _tables = schema.leases.c, schema.events.c, schema.tables.c


class KnownLog(NamedTuple):
    """Version of a log that a server has read: the number of erasures of people before."""

    table_id: str
    erasures: int


_known = given(_events.table_id, _events.seq, _tables.erasures)
_AS_KNOWN: Final = (
    select(func.count())
    .select_from(_known)
    .join(schema.tables, _tables.id == _known.c.table_id)
    .outerjoin(
        schema.events,
        and_(IN_LOG, _events.seq == _known.c.seq),
    )
    .where(
        func.coalesce(_known.c.seq, 0) == func.coalesce(_events.seq, 0),
        func.coalesce(_known.c.erasures, _tables.erasures) == _tables.erasures,
    )
)
"""Query of how many of the given logs have the given event and number of erasures, ``NULL`` for
any; with the same text each time it is cheap."""

_held = given(*_leases)
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
    columns = {one.name: [getattr(lease, one.name) for lease in leases] for one in _leases}
    if len(connection.execute(_HOLD, columns).all()) != len(leases):
        raise LeaseLost("the table has another server by now")


def require_logs(
    connection: Connection, events: Iterable[NewEvent], logs: Iterable[KnownLog]
) -> None:
    """Raise ``Conflict`` if an event would follow a gap, or a log was rewritten meanwhile.

    A replica may have lost the event before.
    """
    first: dict[str, int] = {}
    for event in events:
        first[event.table_id] = min(event.seq, first.get(event.table_id, event.seq))
    before = {table_id: seq - 1 for table_id, seq in first.items() if seq > 1}
    erasures = dict(logs)
    ids = [*(before | erasures)]
    if ids:
        columns = {
            "table_id": ids,
            "seq": [*map(before.get, ids)],
            "erasures": [*map(erasures.get, ids)],
        }
        if connection.execute(_AS_KNOWN, columns).scalar_one() != len(ids):
            raise Conflict("the log lacks the event before, or a person was erased from it")


def require_readers(events: Collection[NewEvent], versions: Collection[str]) -> None:
    """Raise ``OlderServer`` if a server of one of these versions could not read an event."""
    for version in versions:
        for needed in {needed for event in events for needed in versions_to_read(event.body)}:
            if _numbers(version) < _numbers(needed):
                raise OlderServer(version, needed)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
