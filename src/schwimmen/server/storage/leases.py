"""Servers that share a database: their heartbeats, and their leases of tables.

The lease of a table is the right to run its bots and clocks. In PostgreSQL only its clock counts,
since those of the servers may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Executable,
    Integer,
    String,
    and_,
    bindparam,
    case,
    column,
    delete,
    func,
    literal,
    or_,
    select,
    table,
    true,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.selectable import Select

from ..runtime.clock import add_seconds, iso_time
from . import schema
from .batched_query import BatchedQuery
from .postgres import session_name
from .statement import Parameters, Statement, by_dialect

if TYPE_CHECKING:
    from .database import Database

VALID_S: Final = 2.0
"""Seconds without a heartbeat after which a server's leases may be taken."""

FORGOTTEN_S: Final = 60.0
"""Seconds without a heartbeat after which a server and its other rows are deleted."""

HUNG_S: Final = 1.0
"""Seconds that a transaction waits for its server, if that looks dead, until it is ended."""

_ISO_FORMAT: Final = 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'

_servers, _leases = schema.servers.c, schema.leases.c

_sessions: Final = table(
    "pg_stat_activity",
    column("pid", Integer),
    column("datname", String),
    column("usename", String),
    column("application_name", String),
    column("xact_start", DateTime(timezone=True)),
    column("state_change", DateTime(timezone=True)),
    column("wait_event", String),
)
_NEXT_EPOCH: Final = func.nextval("lease_epochs", type_=BigInteger)


class Lease(NamedTuple):
    """Lease of a table; a later one has a higher ``epoch``."""

    table_id: str
    server: str
    epoch: int


class ServerBeat(NamedTuple):
    """Heartbeat of a server, at an ISO time by its clock."""

    name: str
    version: str
    time: str


def postgres_time(before_s: float = 0.0) -> ColumnElement[str]:
    """Return the ISO time of PostgreSQL's clock, less some seconds."""
    time = func.clock_timestamp(type_=DateTime(timezone=True)) - timedelta(seconds=before_s)
    return func.to_char(func.timezone("UTC", time), _ISO_FORMAT, type_=String())


def _upsert_beat(dialect: Any) -> Executable:
    is_postgres = dialect is postgresql
    now = postgres_time() if is_postgres else bindparam("_time")
    late = postgres_time(VALID_S) if is_postgres else bindparam("_late")
    new = dialect.insert(schema.servers).values(
        name=bindparam("_name"),
        version=bindparam("_version"),
        beat=now,
        steady_since=now,
        reads=schema.HEAD,
    )
    steady_since = case((_servers.beat < late, new.excluded.beat), else_=_servers.steady_since)
    upsert: Executable = new.on_conflict_do_update(
        index_elements=[_servers.name],
        set_={
            "version": new.excluded.version,
            "beat": new.excluded.beat,
            "steady_since": steady_since,
        },
    )
    return upsert


def _delete_forgotten(dialect: Any) -> Executable:
    if dialect is not postgresql:
        return delete(schema.servers).where(_servers.beat < bindparam("_long_ago"))
    # One statement, which reads the other tables only if a server is deleted.
    late = select(_servers.name).where(_servers.beat < postgres_time(FORGOTTEN_S))
    servers = delete(schema.servers).where(
        _servers.name.in_(late.with_for_update(skip_locked=True))
    )
    forgotten = servers.returning(_servers.name).cte("forgotten")
    leases, presence = (
        delete(db_table).where(db_table.c.server.in_(select(forgotten.c.name)))
        for db_table in (schema.leases, schema.presence)
    )
    return presence.add_cte(leases.cte("leases_of_forgotten"))


def _beat_parameters(row: ServerBeat) -> Parameters:
    return {
        "_name": row.name,
        "_version": row.version,
        "_time": row.time,
        "_late": add_seconds(row.time, -VALID_S),
        "_long_ago": add_seconds(row.time, -FORGOTTEN_S),
    }


BEAT_STATEMENTS: Final = (
    Statement("beats", by_dialect(_upsert_beat), _beat_parameters, key=lambda row: row.name),
    Statement("beats", by_dialect(_delete_forgotten), _beat_parameters, key=lambda _: None),
)
"""Every statement for heartbeats in a transaction, in the order of execution."""


class LeaseQueries:
    """Queries and changes of the leases of this server, in PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken = BatchedQuery[Lease | None](self._take_by_table, None)

    async def time(self) -> datetime:
        """Return the time of the database's clock. Raises ``StorageError``."""
        found: datetime = await self._database.scalar(select(func.clock_timestamp()))
        return found

    async def take(self, table_ids: Collection[str]) -> list[Lease]:
        """Take the leases of those tables that no living server has; return them.

        Those of dead servers only if this server's own heartbeats have been steady, since after a
        failure of the database all servers may look dead. Raises ``StorageError``.
        """
        server = self._database.server
        async with self._database.transaction() as connection:
            found = await connection.execute(_TAKE, {"ids": list(table_ids), "server": server})
            return [Lease(table_id, server, epoch) for table_id, epoch in found]

    async def take_one(self, table_id: str) -> Lease | None:
        """Take the lease of a table as ``take`` does, together with those wanted meanwhile."""
        return await self._taken.get(table_id)

    async def _take_by_table(self, table_ids: Collection[str]) -> dict[str, Lease | None]:
        return {lease.table_id: lease for lease in await self.take(table_ids)}

    async def held(self) -> set[Lease]:
        """Return the leases of this server. Raises ``StorageError``."""
        query = select(schema.leases).where(_leases.server == self._database.server)
        return {Lease(*row) for row in await self._database.rows(query)}

    async def release(self, leases: Collection[Lease]) -> None:
        """Give leases back. Raises ``StorageError``."""
        released = delete(schema.leases).where(_leases.table_id.in_(_in_order(leases)))
        async with self._database.transaction() as connection:
            await connection.execute(released)

    async def give(self, lease: Lease, server: str) -> None:
        """Give a lease to another server, which is to take it. Raises ``StorageError``."""
        given = (
            update(schema.leases)
            .where(tuple_(*schema.leases.c).in_([lease]))
            .values(server=server, epoch=_NEXT_EPOCH)
        )
        async with self._database.transaction() as connection:
            await connection.execute(given)

    async def end_sessions(self) -> int:
        """End sessions in which servers that look dead hold locks; return their number.

        In these, a transaction has been waiting for its server for ``HUNG_S``. Does nothing unless
        this server's own heartbeats have been steady. Raises ``StorageError``.
        """
        return len(await self._database.rows(_end_sessions(self._database.server)))

    async def release_all(self) -> None:
        """Give all leases of this server back, those being taken as well.

        Raises ``StorageError``.
        """
        await self._taken.close()
        async with self._database.transaction() as connection:
            await connection.execute(
                delete(schema.leases).where(_leases.server == self._database.server)
            )


class DatabaseClock:
    """Time of the database, by the steady clock of this server between comparisons."""

    def __init__(self, database: Database, steady: Callable[[], float] = monotonic) -> None:
        self._leases = LeaseQueries(database)
        self._steady = steady
        self._start = datetime.now(UTC) - timedelta(seconds=steady())
        """Time at which the steady clock was 0."""

    def now(self) -> str:
        """Return the ISO time."""
        return iso_time(self._time())

    def _time(self) -> datetime:
        return self._start + timedelta(seconds=self._steady())

    async def compare(self) -> None:
        """Correct this clock if it is wrong by more than the query takes.

        Raises ``StorageError``.
        """
        asked = self._steady()
        earliest = await self._leases.time()
        latest = earliest + timedelta(seconds=self._steady() - asked)
        time = self._time()
        self._start += min(max(time, earliest), latest) - time


def _in_order(leases: Collection[Lease]) -> Select[tuple[str]]:
    """Select leases, locked in one order, so that no two transactions wait for each other."""
    return (
        select(_leases.table_id)
        .where(tuple_(*schema.leases.c).in_(leases))
        .order_by(_leases.table_id)
        .with_for_update()
    )


def alive(
    server: ColumnElement[str], within_s: float | None = None, steady: bool = False
) -> ColumnElement[bool]:
    """Return whether a server lives; with ``steady`` whether it has for long enough.

    It lives if its last heartbeat is at most ``within_s`` seconds old (default: ``VALID_S``).
    """
    late = postgres_time(VALID_S if within_s is None else within_s)
    living = select(_servers.name).where(
        _servers.beat >= late, _servers.steady_since <= late if steady else true()
    )
    return server.in_(living)  # no correlated query, which ``ON CONFLICT`` would not correlate


def held_elsewhere(table_id: ColumnElement[str], server: str) -> ColumnElement[bool]:
    """Return whether a living server other than this one has the lease of a table."""
    return (
        select(true())
        .where(_leases.table_id == table_id, _leases.server != server, alive(_leases.server))
        .exists()
    )


def _end_sessions(server: str) -> Executable:
    sessions = _sessions.c
    dead = select(literal(session_name("")) + _servers.name).where(
        _servers.beat < postgres_time(VALID_S)
    )
    return select(func.pg_terminate_backend(sessions.pid)).where(
        sessions.datname == func.current_database(),
        sessions.usename == func.current_user(),
        sessions.application_name.in_(dead),
        sessions.xact_start.is_not(None),
        sessions.wait_event == "ClientRead",
        sessions.state_change < func.clock_timestamp() - timedelta(seconds=HUNG_S),
        alive(literal(server), steady=True),
    )


def _take_statement() -> Executable:
    me = bindparam("server", type_=String())
    may_take = or_(_leases.server == me, and_(~alive(_leases.server), alive(me, steady=True)))
    wanted = (
        func.unnest(bindparam("ids", type_=postgresql.ARRAY(String)))
        .table_valued(column("id", String), name="wanted")
        .render_derived()
    )
    free = (
        select(wanted.c.id, me, _NEXT_EPOCH)
        .select_from(wanted.outerjoin(schema.leases, _leases.table_id == wanted.c.id))
        .where(or_(_leases.table_id.is_(None), may_take))
        .order_by(wanted.c.id)
    )
    new = postgresql.insert(schema.leases).from_select(["table_id", "server", "epoch"], free)
    return new.on_conflict_do_update(
        index_elements=[_leases.table_id],
        set_={"server": new.excluded.server, "epoch": new.excluded.epoch},
        where=may_take,
    ).returning(_leases.table_id, _leases.epoch)


_TAKE: Final = _take_statement()
