"""Tables whose match is over, put into a database without anybody having sat there."""

from __future__ import annotations

from schwimmen.rules.options import Value
from schwimmen.server.live.table_store import names_of, rows_of, sitting_of, standing_of
from schwimmen.server.storage import Database, NewTable, Write
from schwimmen.tables import Settings, Table
from tests.tables.company import Company


def played(
    people: int, seed: int = 0, seats: int = 3, preset: str = "pagat", **options: Value
) -> Table:
    """A table where so many people, ``id-0`` and so on, have played a match with bots."""
    company = Company(Settings(seats=seats, bots="greedy"), preset, {"lives": 1, **options}, seed)
    company.begin(people)
    company.play_on()
    return company.table


async def keep(database: Database, table_id: str, table: Table) -> None:
    """Writes the table as a server would have done."""
    log = table.log
    await database.write(
        Write(
            tables=[NewTable(table_id, log[0].at, *standing_of(table_id, table)[1:])],
            sittings=sitting_of(table_id, table, log),
            names=names_of(log),
            events=rows_of(table_id, log),
        )
    )
