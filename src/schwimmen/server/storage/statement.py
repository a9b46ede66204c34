"""A prepared statement, the parameters of its rows, and how it runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    Column,
    Connection,
    Executable,
    String,
    TableValuedAlias,
    bindparam,
    column,
    delete,
    func,
)
from sqlalchemy.dialects import postgresql, sqlite

from .location import Conflict

Parameters: TypeAlias = Mapping[str, Any]


class Statement(NamedTuple):
    """Statement that runs once for all rows in one field of the batches of a transaction."""

    field: str
    sql: Executable | Mapping[str, Executable]
    """Statement, or one for each SQL dialect."""
    parameters: Callable[[Any], Parameters | Sequence[Parameters]]
    """Function that returns the parameters of a row, several if it stands for several rows."""
    key: Callable[[Any], Hashable] | None = None
    """Key of a row; of rows with equal keys only the last one is written."""
    applies: Callable[[Any], bool] | None = None
    """Whether the statement is for this row (default: for every row)."""
    conflict: str | None = None
    """Error message if a row matches nothing in the database (optimistic concurrency)."""
    together: Executable | None = None
    """What runs in PostgreSQL instead: once for all rows that are ``given`` to it."""


def run(connection: Connection, statement: Statement, rows: Sequence[Any]) -> None:
    """Run a statement for rows. Raises ``Conflict`` if a row changed since it was read."""
    if statement.applies is not None:
        rows = [row for row in rows if statement.applies(row)]
    if statement.key is not None:
        rows = list({statement.key(row): row for row in rows}.values())
    parameters: list[Parameters] = []
    for row in rows:
        found = statement.parameters(row)
        parameters += [found] if isinstance(found, Mapping) else found
    if not parameters:
        return
    if statement.together is not None and connection.dialect.name == "postgresql":
        columns = {name: [one[name] for one in parameters] for name in parameters[0]}
        if connection.execute(statement.together, columns).rowcount != len(parameters):
            raise Conflict("a row belongs to a table that is not there any more")
        return
    sql = statement.sql
    if isinstance(sql, Mapping):
        sql = sql[connection.dialect.name]
    if statement.conflict is None:
        connection.execute(sql, parameters)
        return
    for one in parameters:
        if connection.execute(sql, one).rowcount != 1:
            raise Conflict(statement.conflict)


def columns(row: Any) -> Parameters:
    """Return the fields of a row whose names are those of the columns."""
    fields: Parameters = row._asdict()
    return fields


def given(*columns: Column[Any]) -> TableValuedAlias:
    """Return rows whose parameters are the lists of the values in each column."""
    # Without its length, to which a text would be cut.
    types = {one.name: String() if isinstance(one.type, String) else one.type for one in columns}
    values = (bindparam(name, type_=postgresql.ARRAY(kind)) for name, kind in types.items())
    names = (column(name, kind) for name, kind in types.items())
    return func.unnest(*values).table_valued(*names, name="given").render_derived()


def prefixed(row: Any) -> Parameters:
    """Return the fields of a row, prefixed: in an update plain names stand for new values."""
    return {f"_{name}": value for name, value in row._asdict().items()}


def by_id(value: str) -> Parameters:
    """Return the parameter of a statement about one id, name or day."""
    return {"_id": value}


def delete_by(column: Column[Any]) -> Executable:
    """Return the deletion of all rows with a value in one column."""
    return delete(column.table).where(column == bindparam("_id"))


def by_dialect(statement: Callable[[Any], Executable]) -> Mapping[str, Executable]:
    """Build a statement for each SQL dialect."""
    return {"sqlite": statement(sqlite), "postgresql": statement(postgresql)}
