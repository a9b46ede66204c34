"""The model of many workers, and the figures with which it is fed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.load_workers import Figures
from benchmarks.scale import (
    FIGURES,
    LOAD,
    MAX_WORKERS,
    NEWS_LOAD,
    PEOPLE_AT_TABLES,
    Model,
    checks,
    deviations,
)
from benchmarks.writes import Notifications

CLOSE = 0.2
"""Deviation within which the model is right."""

FARTHEST = {(1, "stored bytes"): 0.3}
"""Larger deviations of the model fitted to the other rows, as docs/scale.md states them."""

ONE = Figures(
    workers=1,
    at_random=False,
    tables=10,
    sockets=490,
    moves=40.0,
    p50_ms="5",
    p99_ms="20",
    held=True,
    worker_ms_a_move=2.5,
    nginx_ms_a_move=0.2,
    postgres_ms_a_move=0.7,
    client_ms_a_move=1.0,
    events_a_move=1.0,
    other_rows_a_move=0.2,
    wal_bytes_a_move=600.0,
    stored_bytes_a_move=300.0,
    transactions_a_move=2.0,
    hints=40.0,
    notifications=30.0,
    leases=0.0,
    worker_idle_ms=20.0,
    postgres_idle_ms=4.0,
    worker_watched_ms=30.0,
    postgres_watched_ms=9.0,
    watched_tables=50,
    worker_mb=130.0,
    socket_kb=40.0,
    table_kb=400.0,
)

BUSY = replace(
    ONE,
    tables=40,
    sockets=610,
    moves=160.0,
    worker_ms_a_move=1.5,
    nginx_ms_a_move=0.1,
    postgres_ms_a_move=0.5,
    transactions_a_move=0.8,
    hints=160.0,
    notifications=60.0,
    table_kb=250.0,
)

FEW = Notifications(1, 4000.0, 0.05, hint_ms=0.005, receiver_ms=0.08)
MANY = Notifications(41, 400.0, 2.05, hint_ms=0.005, receiver_ms=0.03)


@pytest.fixture
def model() -> Model:
    """Return a model of round figures."""
    return Model([ONE, BUSY], [FEW, MANY])


def test_costs_of_moves_are_without_those_of_workers_and_tables(model: Model) -> None:
    assert model.table_ms == pytest.approx(0.2)
    assert model.worker_ms.at(40) == pytest.approx(40 * 2.5 - 20 - 60 * 0.2)
    assert model.worker_ms.at(160) == pytest.approx(160 * 1.5 - 20 - 90 * 0.2)
    assert model.postgres_ms.at(40) == pytest.approx(40 * 0.7 - 4 - 60 * 0.1 - 30 * 0.05)
    assert model.hints_a_move == pytest.approx(1)


def test_a_move_costs_less_the_more_its_worker_makes(model: Model) -> None:
    few, many = model.cell(2, 100, 100), model.cell(1, 100, 100)
    assert many.worker_cores < 2 * few.worker_cores
    assert many.postgres_cores < few.postgres_cores
    assert many.transactions < few.transactions
    assert many.notifications < few.notifications
    assert many.nginx_cores == few.nginx_cores


@pytest.mark.parametrize("row", [ONE, BUSY], ids=["few moves", "many moves"])
def test_two_measured_workers_are_reproduced(model: Model, row: Figures) -> None:
    assert deviations(model, row) == pytest.approx(dict.fromkeys(deviations(model, row), 0))
    assert model.cell(1, row.tables, row.moves, row.watched_tables).news_cores == 0


@pytest.mark.parametrize("row", [FEW, MANY], ids=["few", "many"])
def test_measured_notifications_are_reproduced(model: Model, row: Notifications) -> None:
    assert 1 / model.notification_s.at(row.workers) == pytest.approx(row.rate)
    assert model.notification_ms.at(row.workers) == pytest.approx(row.postgres_ms)


def test_the_database_bounds_the_notifications_to_many_workers(model: Model) -> None:
    small, large = model.cell(20, 5_000, 2_000), model.cell(41, 10_000, 4_000)
    assert 0 < small.notification_cores < small.postgres_cores
    assert large.notifications == pytest.approx(MANY.rate)
    assert large.notification_cores == pytest.approx(MANY.rate * MANY.postgres_ms / 1000)


def test_each_worker_reads_the_hints_of_all_others(model: Model) -> None:
    two, four = model.cell(2, 100, 100), model.cell(4, 100, 100)
    assert four.news_cores > two.news_cores > 0
    assert four.hints == two.hints


def test_more_people_need_more_workers_and_then_more_cells(model: Model) -> None:
    needs = [model.cells(people) for people in (1_000, 10_000, 2_000_000)]
    assert [number for number, _ in needs][:2] == [1, 1]
    assert needs[1][1].workers > needs[0][1].workers
    assert needs[2][0] > 1
    for number, cell in needs:
        assert cell.worker_cores <= LOAD
        assert cell.news_cores <= NEWS_LOAD
        assert cell.workers <= MAX_WORKERS
        assert number == 1 or model.smallest_cell(2_000_000 / (number - 1)) is None


def test_no_cell_holds_where_hints_take_a_core(model: Model) -> None:
    slow = [FEW, replace(MANY, hint_ms=10.0)]
    assert replace(model, notified=slow).smallest_cell(100_000) is None


def test_the_model_agrees_with_the_measurements() -> None:
    model = Model.read(FIGURES)
    found = list(checks(model))
    assert {check.row.workers for check in found} == {1, 2, 4}
    assert {check.name for check in found} == set(deviations(model, model.rows[0]))
    for check in found:
        assert abs(check.deviation) < CLOSE, check


def test_the_model_of_the_other_rows_agrees_with_each() -> None:
    found = [check for check in checks(Model.read(FIGURES)) if check.predicted is not None]
    assert {check.row.workers for check in found} == {1, 2, 4}
    for check in found:
        assert check.predicted is not None
        close = FARTHEST.get((check.row.workers, check.name), CLOSE)
        assert abs(check.predicted) < close, check


def test_no_lease_was_taken_in_the_measurements() -> None:
    assert {row.leases for row in Model.read(FIGURES).rows} == {0}


def test_all_people_find_a_place_by_the_measurements() -> None:
    model = Model.read(FIGURES)
    cells = [model.cells(people) for people in PEOPLE_AT_TABLES]
    assert [number * cell.tables * 4 for number, cell in cells] == pytest.approx(PEOPLE_AT_TABLES)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "has no figures"),
        ("[", "has no figures"),
        ("{}", "has no figures"),
        ('{"workers": [], "notifications": []}', "lacks a second number"),
    ],
    ids=["missing", "no JSON", "empty", "without rows"],
)
def test_a_file_without_figures_is_refused(text: str | None, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ValueError, match=reason):
        Model.read(path)
