"""People connected to each of the servers that share a PostgreSQL database, by table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import ColumnElement, Delete, String, any_, bindparam, delete, select, true
from sqlalchemy.dialects import postgresql

from . import schema
from .batched_query import BatchedQuery
from .leases import alive

if TYPE_CHECKING:
    from .database import Database

ABSENT_S: Final = 6.0
"""Seconds without a heartbeat after which the people at a server count as gone."""

_presence = schema.presence.c


class PresenceRow(NamedTuple):
    """Seats of the people who are connected to a server, and the number of spectators there."""

    table_id: str
    server: str
    seats: Sequence[int]
    spectators: int
    pace: str | None
    """Pace of the table's bots, if a player who is connected to that server chose it."""

    @property
    def is_empty(self) -> bool:
        """Whether no person is connected."""
        return not self.seats and not self.spectators


class PresenceQueries:
    """Queries and changes of the people who are connected, in PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._at_table = BatchedQuery[Sequence[PresenceRow]](self.at_tables, ())

    async def at_table(self, table_id: str) -> Sequence[PresenceRow]:
        """Return the rows of a table, read together with those wanted meanwhile.

        Raises ``StorageError``.
        """
        return await self._at_table.get(table_id)

    async def at_tables(self, table_ids: Collection[str]) -> Mapping[str, list[PresenceRow]]:
        """Return the rows of all living servers for each table that has any.

        Raises ``StorageError``.
        """
        query = select(schema.presence).where(_one_of(table_ids), alive(_presence.server, ABSENT_S))
        found = defaultdict[str, list[PresenceRow]](list)
        for row in await self._database.rows(query):
            found[row.table_id].append(PresenceRow(*row))
        return found

    async def store(self, rows: Collection[PresenceRow]) -> None:
        """Store rows of this server, and delete those without people. Raises ``StorageError``."""
        present = [row._asdict() for row in sorted(rows) if not row.is_empty]
        gone = [row.table_id for row in rows if row.is_empty]
        async with self._database.transaction() as connection:
            if present:
                await connection.execute(_UPSERT, present)
            if gone:
                await connection.execute(self._delete().where(_one_of(gone)))

    async def clear(self) -> None:
        """Delete all rows of this server. Raises ``StorageError``."""
        async with self._database.transaction() as connection:
            await connection.execute(self._delete())

    async def close(self) -> None:
        """Wait until no query is running."""
        await self._at_table.close()

    def _delete(self) -> Delete:
        return delete(schema.presence).where(_presence.server == self._database.server)


def _one_of(table_ids: Collection[str]) -> ColumnElement[bool]:
    """Return whether a row is of one of any number of tables, which are a single parameter."""
    ids = bindparam("ids", list(table_ids), type_=postgresql.ARRAY(String))
    return _presence.table_id == any_(ids)


def people_elsewhere(table_id: ColumnElement[str], server: str) -> ColumnElement[bool]:
    """Return whether people at a table are connected to a living server other than this one."""
    return (
        select(true())
        .where(
            _presence.table_id == table_id,
            _presence.server != server,
            alive(_presence.server, ABSENT_S),
        )
        .exists()
    )


_new = postgresql.insert(schema.presence)
_UPSERT: Final = _new.on_conflict_do_update(
    index_elements=list(schema.presence.primary_key),
    set_={name: _new.excluded[name] for name in ("seats", "spectators", "pace")},
)
