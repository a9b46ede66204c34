"""Moves a second that a database stores, and the time to store one.

Run it with ``make benchmark-storage ARGS="postgresql://user@host/name"``, with databases that may
be filled; a new SQLite file is always measured. All tables write at the same time, each one move
after another with the table's summary.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from secrets import token_hex

from benchmarks.harness import arguments, print_machine, print_table
from schwimmen.server.storage import (
    Database,
    DatabaseLocation,
    NewEvent,
    NewTable,
    TableStatus,
    WriteBatch,
    database_kind,
    parse_location,
)

MOVES = 50
"""Moves at each table."""


def opened(table_id: str) -> WriteBatch:
    """Return the writes of a new table."""
    return WriteBatch(
        tables=[NewTable(table_id, "2026-11-22T12:00:00.000+00:00", {"round": 1})],
        events=[NewEvent(table_id, 1, None, {"type": "created", "seq": 1})],
    )


def move(table_id: str, seq: int) -> WriteBatch:
    """Return the writes of a move."""
    at = "2026-11-22T12:00:00.000+00:00"
    body = {"type": "action", "seq": seq, "at": at, "seat": 0, "action": "7HxTC"}
    return WriteBatch(
        events=[NewEvent(table_id, seq, f"0/{seq}", body)],
        statuses=[TableStatus(table_id, {"round": seq})],
    )


async def play(database: Database, table_id: str) -> list[float]:
    """Write the moves of a table and return the milliseconds of each."""
    taken = []
    for seq in range(2, MOVES + 2):
        start = time.perf_counter()
        await database.write(move(table_id, seq))
        taken.append(1000 * (time.perf_counter() - start))
    return taken


async def row(location: DatabaseLocation, tables: int) -> tuple[str, ...]:
    """Return the row: moves a second, median and 99th percentile in milliseconds."""
    database = await Database.open(location)
    names = [token_hex(8) for _ in range(tables)]
    for name in names:
        await database.write(opened(name))
    start = time.perf_counter()
    played = await asyncio.gather(*(play(database, name) for name in names))
    rate = tables * MOVES / (time.perf_counter() - start)
    await database.close()
    times = sorted(one for table in played for one in table)
    figures = (statistics.median(times), times[99 * len(times) // 100])
    return (
        database_kind(location),
        str(tables),
        f"{rate:.0f}",
        *(f"{figure:.1f}" for figure in figures),
    )


def main() -> None:
    """Measure all rows and print the table."""
    parser = arguments(__doc__)
    parser.add_argument("databases", nargs="*", type=parse_location, metavar="URL")
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 50, 200])
    options = parser.parse_args()
    print_machine("", ("sqlalchemy", "aiosqlite", "asyncpg"))
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / "new.db", *options.databases]
        rows = [asyncio.run(row(location, n)) for location in places for n in options.tables]
    print_table(("database", "tables", "moves/s", "median ms", "p99 ms"), rows)


if __name__ == "__main__":
    main()
