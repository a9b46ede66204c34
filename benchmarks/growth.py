"""Rows and bytes that a database keeps of a move, with packed logs of ended tables and without.

Run it with ``make benchmark-growth``, which starts PostgreSQL, or with ``ARGS="--days 3"`` for
less. Each day as many matches of four people are stored, event by event as a server does, many at
the same time; then the logs of the day before are packed, in PostgreSQL old parts of the log are
dropped, and it vacuums, as it does by itself in time. With ``--rows`` all logs are in one part of
PostgreSQL, so that packed rows are deleted one by one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from secrets import token_hex
from typing import Final
from urllib.parse import urlsplit

from benchmarks.harness import arguments, print_machine, print_table
from benchmarks.load_workers import SAFE
from schwimmen.server.live.table_store import event_rows, seating_rows, status_of
from schwimmen.server.runtime.clock import add_seconds
from schwimmen.server.storage import (
    NEVER,
    Database,
    DatabaseLocation,
    NewTable,
    RestedLog,
    WriteBatch,
    parse_location,
)
from schwimmen.server.storage.log_parts import LogParts, oldest_kept
from schwimmen.tables import ActionEvent, Command, LogEvent, Settings, Table
from tests.conformance.scenarios import Evening
from tests.postgres import Server, running

MATCHES: Final = 20
"""Different matches, which are stored again and again."""

AT_ONCE: Final = 250
"""Matches that are played at the same time."""

PLAYERS: Final = 4

FIRST_DAY: Final = "2026-12-01T12:00:00.000+00:00"

DAY_S: Final = 24 * 3600


@dataclass(frozen=True)
class Stored:
    """What a database keeps after a day."""

    moves: int
    rows: int
    """Rows of events and of packed logs."""
    size: int
    """Bytes of the whole database, less those of an empty one."""


class Store:
    """Database that is measured."""

    def __init__(self, location: DatabaseLocation, server: Server | None = None) -> None:
        self.location = location
        self._server = server
        self._empty = 0

    def numbers(self, query: str) -> int:
        """Return the number that a query of the database returns."""
        if self._server is not None:
            ((found,),) = self._server.execute(query, database=self._name)
        else:
            with closing(sqlite3.connect(str(self.location))) as connection:
                (found,) = connection.execute(query).fetchone()
        return int(found)

    @property
    def _name(self) -> str:
        return urlsplit(str(self.location)).path[1:]

    def size(self) -> int:
        """Return the bytes of the database, with space that is to be used again."""
        if self._server is not None:
            return self.numbers(f"SELECT pg_database_size('{self._name}')") - self._empty
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        return self.numbers(pages) - self._empty

    def begin(self) -> None:
        """Take the database as empty."""
        self._empty = self.size()

    def vacuum(self) -> None:
        """Let PostgreSQL free the space of deleted rows, as autovacuum does."""
        if self._server is not None:
            self._server.execute("VACUUM", database=self._name)

    def stored(self, moves: int) -> Stored:
        """Return what the database keeps of this number of moves."""
        rows = "SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM packed_logs)"
        return Stored(moves, self.numbers(rows), self.size())


class UnevenEvening(Evening):
    """Table whose players take uneven times for their commands."""

    def execute(self, command: Command, after: float = 1) -> tuple[LogEvent, ...]:
        """Execute a command after one to nine seconds."""
        return super().execute(command, self.chance.uniform(1, 9))


def finished_match(seed: int) -> Table:
    """Return a table where four people have played a match with shuffles that all agreed on."""
    evening = UnevenEvening(Settings(seats=PLAYERS, bots="greedy"), seed=seed, fair=True)
    evening.begin(PLAYERS)
    evening.agree_all()
    evening.play_on()
    return evening.table


async def play(database: Database, tables: Sequence[tuple[str, Table]]) -> None:
    """Store the events of tables in turn, one of each table at a time."""
    for table_id, table in tables:
        row = NewTable(table_id, table.log[0].at, *status_of(table_id, table)[1:])
        seats = seating_rows(table_id, table, table.log)
        await database.write(WriteBatch(tables=[row], seat_assignments=seats))

    async def store(table_id: str, event: LogEvent) -> None:
        await database.write(WriteBatch(events=event_rows(table_id, [event])))

    for events in zip_longest(*(table.log for _, table in tables)):
        await asyncio.gather(
            *(
                store(table_id, event)
                for (table_id, _), event in zip(tables, events, strict=True)
                if event is not None
            )
        )


async def grow(
    store: Store, matches: Sequence[Table], days: int, tables: int, packing: bool, parts: bool
) -> tuple[list[Stored], float, float]:
    """Return what is stored after each day.

    Then the milliseconds in which a log was packed, and those of a day's vacuum.
    """
    database = await Database.open(store.location)
    await asyncio.to_thread(store.begin)
    found, names, moves, taken, cleaning = list[Stored](), list[list[str]](), 0, 0.0, 0.0
    log_parts = LogParts(database)
    for day in range(days):
        time_of_day = add_seconds(FIRST_DAY, day * DAY_S)
        if parts:
            await log_parts.open(time_of_day)
        played = [(token_hex(8), matches[n % len(matches)]) for n in range(tables)]
        names.append([name for name, _ in played])
        for first in range(0, tables, AT_ONCE):
            await play(database, played[first : first + AT_ONCE])
        moves += sum(isinstance(event, ActionEvent) for _, one in played for event in one.log)
        if packing and day:
            start = time.perf_counter()
            for name in names[day - 1]:
                await database.write(WriteBatch(rested_logs=[RestedLog(name, NEVER)]))
            await log_parts.drop(oldest_kept(time_of_day))
            taken += time.perf_counter() - start
        start = time.perf_counter()
        await asyncio.to_thread(store.vacuum)
        cleaning += time.perf_counter() - start
        found.append(await asyncio.to_thread(store.stored, moves))
    await database.close()
    return found, 1000 * taken / max(1, tables * (days - 1)), 1000 * cleaning / days


@contextmanager
def stores() -> Iterator[list[tuple[str, Store, Store]]]:
    """Provide two empty databases of each kind."""
    with tempfile.TemporaryDirectory() as folder, running(SAFE) as server:
        files = Store(Path(folder) / "rows"), Store(Path(folder) / "packed")
        one, other = (Store(parse_location(server.new_database()), server) for _ in files)
        yield [("SQLite", *files), ("PostgreSQL", one, other)]


def rows_of(kind: str, plain: Sequence[Stored], packed: Sequence[Stored]) -> list[tuple[str, ...]]:
    """Return a row for each day; the last columns are those of one more day."""
    found = []
    for day, both in enumerate(zip(plain, packed, strict=True)):
        cells = [kind, str(day + 1), str(both[0].moves)]
        cells += [f"{one.rows / one.moves:.3f}" for one in both]
        cells += [f"{one.size / 1e6:.1f}" for one in both]
        cells += [f"{one.size / one.moves:.0f}" for one in both]
        for one, days in zip(both, (plain, packed), strict=True):
            before = days[day - 1] if day else Stored(0, 0, 0)
            cells.append(f"{(one.size - before.size) / (one.moves - before.moves):.0f}")
        found.append(tuple(cells))
    return found


def main() -> None:
    """Measure both databases and print the table."""
    parser = arguments(__doc__)
    parser.add_argument("--days", type=int, default=6)
    parser.add_argument("--tables", type=int, default=500, help="matches of a day")
    parser.add_argument("--rows", action="store_true", help="no parts, whatever is packed")
    options = parser.parse_args()
    print_machine("", ("sqlalchemy", "aiosqlite", "asyncpg"))
    matches = [finished_match(seed) for seed in range(MATCHES)]
    events = sum(len(one.log) for one in matches) / MATCHES
    print(f"{events:.0f} events in a match")
    rows, times = list[tuple[str, ...]](), list[str]()
    with stores() as all_stores:
        for kind, plain, packed in all_stores:
            size, parts = (options.days, options.tables), not options.rows
            without, *_ = asyncio.run(grow(plain, matches, *size, False, parts))
            found, ms, vacuum = asyncio.run(grow(packed, matches, *size, True, parts))
            rows += rows_of(kind, without, found)
            times.append(f"{kind}: {ms:.1f} ms to pack a log, {vacuum:.0f} ms to vacuum")
    print("\n".join(times))
    head = ("rows a move", "packed", "MB", "packed", "bytes a move", "packed")
    print_table(("database", "day", "moves", *head, "of the day's", "packed"), rows)


if __name__ == "__main__":
    main()
