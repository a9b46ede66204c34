"""Workers and database that a number of people need, by a model fed with measured figures.

Run it with ``make benchmark-scale``. It reads the figures in ``benchmarks/scale.json``, or in
another file to which ``make benchmark-load ARGS="--workers 1 2 4 --save FILE"`` and ``make
benchmark-writes ARGS="--save FILE"`` have added theirs. The model takes all from one worker and
from the notifications. It is compared with what was measured with more workers of as many tables,
and says what a number of people need by the worker that had the most tables.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from benchmarks.harness import print_machine, print_table
from benchmarks.load_clients import PEOPLE
from benchmarks.load_clients import WATCHERS as WATCHERS_OF_A_TABLE
from benchmarks.load_workers import Figures
from benchmarks.writes import Notifications
from schwimmen.server.live.other_servers import POLL_S
from schwimmen.server.storage.hints import GATHER_S

FIGURES: Final = Path(__file__).parent / "scale.json"

PEOPLE_AT_TABLES: Final = (10_000, 100_000, 1_000_000)

MOVES_A_TABLE: Final = 0.2
"""Moves a second at a table of people, who take five seconds for each."""

LOAD: Final = 0.6
"""Share of a core that a worker, nginx or the database should use at most."""

NEWS_LOAD: Final = 0.1
"""Share of a core that a worker should use at most to read the hints of others."""

MAX_WORKERS: Final = 100
"""Workers that a database has at most."""

CORE_DOLLARS: Final = 0.0408 * 730
"""Price of a core with 4 GB for a month: half an m7g.large of Amazon in us-east-1, June 2026."""

DISK_DOLLARS: Final = 0.115
"""Price of a gigabyte for a month: gp3 of Amazon's PostgreSQL in us-east-1, June 2026."""

SECONDS_A_DAY: Final = 86_400

DAY_SHARE: Final = 1 / 3
"""Share of the most people that are at tables on the average of a day."""


@dataclass(frozen=True)
class Cell:
    """Workers that share a database, and what they need for their tables and moves."""

    workers: int
    tables: float
    moves: float
    """Moves a second."""
    worker_cores: float
    """Share of a core that each worker uses."""
    news_cores: float
    """Part of it that reads the hints of other workers."""
    nginx_cores: float
    postgres_cores: float
    hints: float
    wal_bytes: float
    """Bytes of the write-ahead log in a second."""
    stored_bytes: float
    """Bytes in a second by which the database grows."""
    worker_mb: float

    @property
    def holds(self) -> bool:
        """Whether workers have room for what comes at random, and little to read of others."""
        return self.worker_cores <= LOAD and self.news_cores <= NEWS_LOAD


@dataclass(frozen=True)
class Model:
    """Costs of a move, a table, a worker and a hint, from measurements of one worker."""

    one: Figures
    busy: Figures
    """Figures of a worker with many moves, of which nginx and the log need less for each."""
    notifications: Sequence[Notifications]

    @property
    def table_ms(self) -> float:
        """Processor time that a worker needs each second for a table where nobody moves."""
        one = self.one
        return max(0.0, one.worker_watched_ms - one.worker_idle_ms) / one.watched_tables

    @property
    def postgres_table_ms(self) -> float:
        """Processor time that the database needs each second for a table where nobody moves."""
        one = self.one
        return max(0.0, one.postgres_watched_ms - one.postgres_idle_ms) / one.watched_tables

    @property
    def move_ms(self) -> float:
        """Processor time of a worker for a move."""
        idle = self.one.worker_idle_ms + self.table_ms * self._tables_of_one
        return self.one.worker_ms_a_move - idle / self.one.moves

    @property
    def postgres_move_ms(self) -> float:
        """Processor time of the database for a move."""
        idle = self.one.postgres_idle_ms + self.postgres_table_ms * self._tables_of_one
        return self.one.postgres_ms_a_move - idle / self.one.moves

    @property
    def hints_a_move(self) -> float:
        """Hints for a move, without those of tables, which say every few seconds who is there."""
        return (self.one.hints - self._tables_of_one / POLL_S) / self.one.moves

    @property
    def _tables_of_one(self) -> int:
        return self.one.tables + self.one.watched_tables

    def notification_limit(self, workers: int) -> float:
        """Return the notifications a second that PostgreSQL can send to a number of workers.

        The time of one grows with the number of its receivers, on a line through the measurements
        with the fewest and the most.
        """
        first, *_, last = sorted(self.notifications, key=lambda one: one.workers)
        slope = (1 / last.rate - 1 / first.rate) / (last.workers - first.workers)
        return 1 / (1 / first.rate + slope * (workers - first.workers))

    def cell(self, workers: int, tables: float, moves: float, idle_tables: float = 0) -> Cell:
        """Return what some workers need for tables at which people move, and for idle tables."""
        one, present = self.one, tables + idle_tables
        hints = moves * self.hints_a_move + present / POLL_S
        sent = min(hints, workers / GATHER_S, self.notification_limit(workers))
        most = max(self.notifications, key=lambda row: row.workers)
        elsewhere = (workers - 1) / workers
        news_ms = elsewhere * (hints * most.hint_ms + sent * most.receiver_ms)
        own_ms = (moves * self.move_ms + present * self.table_ms) / workers
        memory_kb = tables * one.table_kb + idle_tables * WATCHERS_OF_A_TABLE * one.socket_kb
        idle_ms = workers * one.postgres_idle_ms + present * self.postgres_table_ms
        return Cell(
            workers=workers,
            tables=tables,
            moves=moves,
            worker_cores=(one.worker_idle_ms + own_ms + news_ms) / 1000,
            news_cores=news_ms / 1000,
            nginx_cores=moves * self.busy.nginx_ms_a_move / 1000,
            postgres_cores=(idle_ms + moves * self.postgres_move_ms) / 1000,
            hints=hints,
            wal_bytes=moves * self.busy.wal_bytes_a_move,
            stored_bytes=moves * self.busy.stored_bytes_a_move,
            worker_mb=one.worker_mb + memory_kb / workers / 1000,
        )

    def smallest_cell(self, people: float) -> Cell | None:
        """Return the cell with the fewest workers for people at tables, ``None`` if none holds."""
        tables = people / PEOPLE
        cells = (self.cell(n, tables, tables * MOVES_A_TABLE) for n in range(1, MAX_WORKERS + 1))
        return next((cell for cell in cells if cell.holds), None)

    def cells(self, people: float) -> tuple[int, Cell]:
        """Return the smallest number of equal cells for people at tables, and one of them."""
        for number in count(1):
            if (cell := self.smallest_cell(people / number)) is not None:
                return number, cell
        raise AssertionError


@dataclass(frozen=True)
class MeasuredFigures:
    """Figures of one worker and of several, and of notifications."""

    alone: Sequence[Figures]
    several: Sequence[Figures]
    notifications: Sequence[Notifications]

    @classmethod
    def read(cls, path: Path) -> MeasuredFigures:
        """Read the figures in a file. Raises ``ValueError`` if it lacks some."""
        try:
            figures: dict[str, Any] = json.loads(path.read_text())
            rows = [Figures(**row) for row in figures["workers"]]
            notifications = [Notifications(**row) for row in figures["notifications"]]
        except (OSError, ValueError, KeyError, TypeError):
            raise ValueError(f"{path}: has no figures of benchmark-load and -writes") from None
        alone = [row for row in rows if row.workers == 1]
        if not alone or len(notifications) < 2:
            raise ValueError(f"{path}: lacks one worker, or two numbers of notified workers")
        return cls(alone, [row for row in rows if row.workers > 1], notifications)

    def model(self, one: Figures) -> Model:
        """Return the model by one worker."""
        return Model(one, self._busiest, self.notifications)

    @property
    def busiest(self) -> Model:
        """Model by the worker that had the most tables."""
        return self.model(self._busiest)

    @property
    def _busiest(self) -> Figures:
        return max(self.alone, key=lambda row: row.tables)


@dataclass(frozen=True)
class Check:
    """Figure of the model beside the measured one."""

    workers: int
    name: str
    model: float
    measured: float

    @property
    def deviation(self) -> float:
        """Deviation of the model as a fraction of what was measured."""
        return self.model / self.measured - 1


def checks(figures: MeasuredFigures) -> Iterator[Check]:
    """Compare the model with several workers, where one with as many tables was measured."""
    for row in figures.several:
        alone = [one for one in figures.alone if one.tables * row.workers == row.tables]
        if not alone:
            continue
        model = figures.model(alone[0])
        idle_tables = row.workers * row.watched_tables
        cell = model.cell(row.workers, row.tables, row.moves, idle_tables)
        compared = {
            "workers' ms": (
                1000 * cell.worker_cores * row.workers / row.moves,
                row.worker_ms_a_move,
            ),
            "nginx's ms": (1000 * cell.nginx_cores / row.moves, row.nginx_ms_a_move),
            "PostgreSQL's ms": (1000 * cell.postgres_cores / row.moves, row.postgres_ms_a_move),
            "WAL bytes": (cell.wal_bytes / row.moves, row.wal_bytes_a_move),
            "hints/s": (cell.hints, row.hints),
        }
        for name, pair in compared.items():
            yield Check(row.workers, name, *pair)


def _check_row(check: Check) -> tuple[str, ...]:
    figures = (f"{figure:.3g}" for figure in (check.model, check.measured))
    return str(check.workers), check.name, *figures, f"{100 * check.deviation:+.0f} %"


def _cell_row(people: int, number: int, cell: Cell) -> tuple[str, ...]:
    workers, postgres = number * cell.workers, number * cell.postgres_cores
    cores = workers + (number * cell.nginx_cores + 2 * postgres) / LOAD
    gb_a_day = number * cell.stored_bytes * SECONDS_A_DAY * DAY_SHARE / 1e9
    return (
        f"{people:,}",
        f"{number * cell.moves:,.0f}",
        str(number),
        str(workers),
        f"{100 * cell.worker_cores:.0f} %",
        f"{100 * cell.news_cores:.0f} %",
        f"{cell.worker_mb:,.0f}",
        f"{number * cell.nginx_cores:.1f}",
        f"{cell.postgres_cores:.1f}",
        f"{cell.wal_bytes / 1e6:.1f}",
        f"{gb_a_day:,.0f}",
        f"{cores * CORE_DOLLARS:,.0f}",
        f"{gb_a_day * DISK_DOLLARS * 30:,.0f}",
    )


CELL_HEAD: Final = (
    "people",
    "moves/s",
    "cells",
    "workers",
    "a worker's core",
    "for hints",
    "its MB",
    "nginx's cores",
    "a database's cores",
    "its WAL MB/s",
    "GB a day",
    "cores $",
    "30 days' disk $",
)


def main() -> None:
    """Print the comparison and the needs of numbers of people."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("figures", type=Path, nargs="?", default=FIGURES)
    parser.add_argument("--people", type=int, nargs="+", default=PEOPLE_AT_TABLES)
    options = parser.parse_args()
    print_machine("", ())
    try:
        figures = MeasuredFigures.read(options.figures)
    except ValueError as error:
        parser.error(str(error))
    head = ("workers", "figure", "model", "measured", "deviation")
    print_table(head, map(_check_row, checks(figures)))
    model = figures.busiest
    print(f"\nBy one worker with {model.one.tables} tables:")
    print(f"a move {model.move_ms:.2f} ms of a worker, {model.postgres_move_ms:.2f} of PostgreSQL;")
    print(f"a table {model.table_ms:.2f} ms in a second")
    print(f"{MOVES_A_TABLE:g} moves a second at each table\n")
    print_table(CELL_HEAD, (_cell_row(people, *model.cells(people)) for people in options.people))


if __name__ == "__main__":
    main()
