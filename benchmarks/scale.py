"""Workers and database that a number of people need, by a model fed with measured figures.

Run it with ``make benchmark-scale``. It reads the figures in ``benchmarks/scale.json``, or in
another file to which ``make benchmark-load ARGS="--workers 1 2 4 --save FILE"``, with two numbers
of tables, and ``make benchmark-writes ARGS="--save FILE"`` have added theirs. The model is fitted
to all of them, compared with each, and says what a number of people need.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from statistics import fmean, linear_regression
from typing import Any, Final

from benchmarks.harness import print_machine, print_table
from benchmarks.load_clients import PEOPLE
from benchmarks.load_clients import WATCHERS as WATCHERS_OF_A_TABLE
from benchmarks.load_workers import Figures
from benchmarks.writes import Notifications
from schwimmen.server.storage.hints import GATHER_S

FIGURES: Final = Path(__file__).parent / "scale.json"

IDLE_TABLE_SOCKETS: Final = WATCHERS_OF_A_TABLE + 1
"""Sockets of a table without a match: those of its host and its spectators."""

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
class Line:
    """Figure that has a constant, and a part for each move or other unit."""

    constant: float
    each: float

    @classmethod
    def fitted(cls, points: Iterable[tuple[float, float]]) -> Line:
        """Return the line of least squares through points."""
        each, constant = linear_regression(*zip(*points, strict=True))
        return cls(constant, each)

    def at(self, units: float) -> float:
        """Return the figure of a number of units."""
        return self.constant + self.each * units


@dataclass(frozen=True)
class Cell:
    """Workers that share a database, and what all need in a second."""

    workers: int
    tables: float
    sockets: float
    moves: float
    worker_cores: float
    """Share of a core that each worker uses."""
    news_cores: float
    """Part of it that reads the hints of other workers."""
    nginx_cores: float
    postgres_cores: float
    notification_cores: float
    """Part of it that sends notifications."""
    events: float
    other_rows: float
    transactions: float
    wal_bytes: float
    """Bytes of the write-ahead log."""
    stored_bytes: float
    """Bytes by which the database grows."""
    hints: float
    notifications: float
    worker_mb: float

    @property
    def holds(self) -> bool:
        """Whether workers have room for what comes at random, and little to read of others."""
        return self.worker_cores <= LOAD and self.news_cores <= NEWS_LOAD


@dataclass(frozen=True)
class Model:
    """Costs of workers, tables, moves, hints and notifications, fitted to measured rows.

    Moves that come at the same time share transactions, notifications and pages of the log. So a
    second costs a constant and a part for each move: of a worker, or of all where these share it.
    """

    rows: Sequence[Figures]
    notified: Sequence[Notifications]

    @classmethod
    def read(cls, path: Path) -> Model:
        """Read the figures in a file. Raises ``ValueError`` if it lacks some."""
        try:
            figures: dict[str, Any] = json.loads(path.read_text())
            rows = [Figures(**row) for row in figures["workers"]]
            notified = [Notifications(**row) for row in figures["notifications"]]
        except (OSError, ValueError, KeyError, TypeError):
            raise ValueError(f"{path}: has no figures of benchmark-load and -writes") from None
        if len({row.tables / row.workers for row in rows}) < 2 or len(notified) < 2:
            raise ValueError(
                f"{path}: lacks a second number of tables for each worker, or of listeners"
            )
        return cls(rows, notified)

    @cached_property
    def worker_idle_ms(self) -> float:
        """Processor time that a worker needs each second without sockets."""
        return fmean(row.worker_idle_ms for row in self.rows)

    @cached_property
    def table_ms(self) -> float:
        """Processor time that a worker needs each second for a table where nobody moves."""
        return fmean(
            (row.worker_watched_ms - row.worker_idle_ms) / row.watched_tables for row in self.rows
        )

    @cached_property
    def postgres_idle_ms(self) -> float:
        """Processor time that the database needs each second for a worker without sockets."""
        return fmean(row.postgres_idle_ms for row in self.rows)

    @cached_property
    def postgres_table_ms(self) -> float:
        """Processor time that the database needs each second for a table where nobody moves."""
        return fmean(
            (row.postgres_watched_ms - row.postgres_idle_ms) / row.watched_tables
            for row in self.rows
        )

    @cached_property
    def worker_ms(self) -> Line:
        """Processor time that a worker needs for its moves."""
        return self._of_a_worker(
            lambda row: (
                row.moves * row.worker_ms_a_move
                - row.workers * self.worker_idle_ms
                - _tables(row) * self.table_ms
                - row.workers * self._news_ms(row.workers, row.hints, row.notifications)
            )
        )

    @cached_property
    def postgres_ms(self) -> Line:
        """Processor time that the database needs for the moves of a worker."""
        return self._of_a_worker(
            lambda row: (
                row.moves * row.postgres_ms_a_move
                - row.workers * self.postgres_idle_ms
                - _tables(row) * self.postgres_table_ms
                - row.notifications * self.notification_ms.at(row.workers)
            )
        )

    @cached_property
    def notification_ms(self) -> Line:
        """Processor time of the database for a notification to each of some workers."""
        return Line.fitted((row.workers, row.postgres_ms) for row in self.notified)

    @cached_property
    def notification_s(self) -> Line:
        """Seconds until the database takes the next notification to each of some workers."""
        return Line.fitted((row.workers, 1 / row.rate) for row in self.notified)

    @cached_property
    def hints_a_move(self) -> float:
        """Hints for a move."""
        return fmean(row.hints / row.moves for row in self.rows)

    def _of_a_worker(self, figure: Callable[[Figures], float]) -> Line:
        return Line.fitted(
            (row.moves / row.workers, figure(row) / row.workers) for row in self.rows
        )

    def _of_all(self, figure: Callable[[Figures], float]) -> Line:
        return Line.fitted((row.moves, figure(row)) for row in self.rows)

    def _news_ms(self, workers: int, hints: float, notifications: float) -> float:
        most = max(self.notified, key=lambda row: row.workers)
        elsewhere = (workers - 1) / workers
        return elsewhere * (hints * most.hint_ms + notifications * most.receiver_ms)

    def cell(self, workers: int, tables: float, moves: float, idle_tables: float = 0) -> Cell:
        """Return what some workers need for tables at which people move, and for idle tables."""
        rows, present, rate = self.rows, tables + idle_tables, moves / workers
        hints = moves * self.hints_a_move
        sent = workers * self._of_a_worker(lambda row: row.notifications).at(rate)
        most = min(workers / GATHER_S, 1 / self.notification_s.at(workers))
        notifications = min(sent, hints, most)
        news_ms = self._news_ms(workers, hints, notifications)
        table_ms = present / workers * self.table_ms
        notification_ms = notifications * self.notification_ms.at(workers)
        worker_ms = self.worker_idle_ms + self.worker_ms.at(rate) + table_ms + news_ms
        idle_ms = workers * self.postgres_idle_ms + present * self.postgres_table_ms
        postgres_ms = idle_ms + workers * self.postgres_ms.at(rate) + notification_ms
        other_rows = self._of_a_worker(lambda row: row.moves * row.other_rows_a_move)
        transactions = self._of_a_worker(lambda row: row.moves * row.transactions_a_move)
        nginx_ms = self._of_all(lambda row: row.moves * row.nginx_ms_a_move)
        wal_bytes = self._of_all(lambda row: row.moves * row.wal_bytes_a_move)
        stored_bytes = self._of_all(lambda row: row.moves * row.stored_bytes_a_move)
        idle_sockets = idle_tables * IDLE_TABLE_SOCKETS
        empty_mb = fmean(row.worker_mb for row in rows)
        idle_mb = idle_sockets / workers * fmean(row.socket_kb for row in rows) / 1000
        table_mb = Line.fitted((row.tables / row.workers, _table_mb(row)) for row in rows)
        return Cell(
            workers=workers,
            tables=tables,
            sockets=tables * PEOPLE + idle_sockets,
            moves=moves,
            worker_cores=worker_ms / 1000,
            news_cores=news_ms / 1000,
            nginx_cores=nginx_ms.at(moves) / 1000,
            postgres_cores=postgres_ms / 1000,
            notification_cores=notification_ms / 1000,
            events=moves * fmean(row.events_a_move for row in rows),
            other_rows=workers * other_rows.at(rate),
            transactions=workers * transactions.at(rate),
            wal_bytes=wal_bytes.at(moves),
            stored_bytes=stored_bytes.at(moves),
            hints=hints,
            notifications=notifications,
            worker_mb=empty_mb + idle_mb + table_mb.at(tables / workers),
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


def _tables(row: Figures) -> int:
    return row.tables + row.workers * row.watched_tables


def _table_mb(row: Figures) -> float:
    return row.tables / row.workers * row.table_kb / 1000


@dataclass(frozen=True)
class Check:
    """Figure of the model beside the measured one of a row."""

    row: Figures
    name: str
    deviation: float
    """Deviation of the model as a fraction of what was measured."""
    predicted: float | None
    """Deviation of the model fitted to the other rows, if a worker has as many tables there."""


def deviations(model: Model, row: Figures) -> dict[str, float]:
    """Return the deviation of each figure of the model as a fraction of what a row measured."""
    cell = model.cell(row.workers, row.tables, row.moves, row.workers * row.watched_tables)
    idle_mb = row.watched_tables * IDLE_TABLE_SOCKETS * row.socket_kb / 1000
    pairs = {
        "workers' time": (1000 * cell.worker_cores * row.workers, row.moves * row.worker_ms_a_move),
        "nginx's time": (1000 * cell.nginx_cores, row.moves * row.nginx_ms_a_move),
        "PostgreSQL's time": (1000 * cell.postgres_cores, row.moves * row.postgres_ms_a_move),
        "events": (cell.events, row.moves * row.events_a_move),
        "other rows": (cell.other_rows, row.moves * row.other_rows_a_move),
        "transactions": (cell.transactions, row.moves * row.transactions_a_move),
        "WAL bytes": (cell.wal_bytes, row.moves * row.wal_bytes_a_move),
        "stored bytes": (cell.stored_bytes, row.moves * row.stored_bytes_a_move),
        "hints": (cell.hints, row.hints),
        "notifications": (cell.notifications, row.notifications),
        "sockets": (cell.sockets, row.sockets),
        "memory": (cell.worker_mb, row.worker_mb + idle_mb + _table_mb(row)),
    }
    return {name: computed / measured - 1 for name, (computed, measured) in pairs.items()}


def checks(model: Model) -> Iterator[Check]:
    """Compare the model with each row, fitted to all rows and to the others."""
    for row in model.rows:
        others = [one for one in model.rows if one is not row]
        alike = any(one.tables * row.workers == row.tables * one.workers for one in others)
        predicted = deviations(replace(model, rows=others), row) if alike else {}
        for name, deviation in deviations(model, row).items():
            yield Check(row, name, deviation, predicted.get(name))


def _percent(deviation: float) -> str:
    return f"{100 * deviation:+z.0f} %"


def _check_cell(check: Check) -> str:
    predicted = "" if check.predicted is None else f" ({_percent(check.predicted)})"
    return f"{_percent(check.deviation)}{predicted}"


def print_checks(model: Model) -> None:
    """Print the deviations of each figure, a column for each row."""
    found: dict[str, list[Check]] = {}
    for check in checks(model):
        found.setdefault(check.name, []).append(check)
    columns = (f"{row.workers}, {row.tables} tables" for row in model.rows)
    lines = ((name, *map(_check_cell, each)) for name, each in found.items())
    print_table(("workers", *columns), lines)


def print_costs(model: Model) -> None:
    """Print the constants of the model for workers, tables, moves and notifications."""
    worker, postgres, sent = model.worker_ms, model.postgres_ms, model.notification_ms
    worker_idle = (f"{model.worker_idle_ms:.0f}", f"{model.table_ms:.2f}")
    postgres_idle = (f"{model.postgres_idle_ms:.0f}", f"{model.postgres_table_ms:.2f}")
    notification = f"{sent.constant:.2f} + {sent.each:.3f} for each worker"
    print_table(
        ("ms of", "a worker", "a table", "a worker that plays", "a move", "a notification"),
        (
            ("the worker", *worker_idle, f"{worker.constant:.0f}", f"{worker.each:.2f}", ""),
            (
                "PostgreSQL",
                *postgres_idle,
                f"{postgres.constant:.0f}",
                f"{postgres.each:.2f}",
                notification,
            ),
        ),
    )


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
        f"{cell.notification_cores:.2f}",
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
    "for notifications",
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
        model = Model.read(options.figures)
    except ValueError as error:
        parser.error(str(error))
    print_costs(model)
    print()
    print_checks(model)
    print(f"\n{MOVES_A_TABLE:g} moves a second at each table:\n")
    print_table(CELL_HEAD, (_cell_row(people, *model.cells(people)) for people in options.people))


if __name__ == "__main__":
    main()
