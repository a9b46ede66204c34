"""Tables with a finished match, stored in a database without clients."""

from __future__ import annotations

from schwimmen.rules.options import OptionValue
from schwimmen.server.live.table_store import event_rows, name_rows, seating_rows, status_of
from schwimmen.server.storage import NEVER, Database, NewTable, WriteBatch
from schwimmen.tables import Settings, Table
from tests.tables.simulated_table import SimulatedTable


def finished_table(
    people: int, seed: int = 0, seats: int = 3, preset: str = "pagat", **options: OptionValue
) -> Table:
    """Return a table where ``people`` players (``id-0``, ...) have played a match with bots."""
    company = SimulatedTable(
        Settings(seats=seats, bots="greedy"), preset, {"lives": 1, **options}, seed
    )
    company.begin(people)
    company.play_on()
    return company.table


async def store_table(database: Database, table_id: str, table: Table) -> None:
    """Write the table as a server would."""
    log = table.log
    await database.write(
        WriteBatch(
            tables=[NewTable(table_id, log[0].at, *status_of(table_id, table)[1:])],
            seat_assignments=seating_rows(table_id, table, log),
            player_names=name_rows(log),
            events=event_rows(table_id, log),
        )
    )


async def pack_ended_tables(database: Database) -> list[str]:
    """Pack the logs of all ended tables, however fresh; return the tables."""
    logs, _ = await database.rested_logs(NEVER, "", limit=1_000)
    await database.write(WriteBatch(rested_logs=logs))
    return [log.table_id for log in logs]
