"""Clients of a worker that dies come back to another one, and get what they have missed."""

from __future__ import annotations

from benchmarks.load_storm import storm
from tests.postgres import running as running_postgres


def test_all_clients_come_back() -> None:
    with running_postgres() as server:
        steps = dict(storm(server, sockets=35, tables=2, pace=4.0, seconds=2.0))
    assert not any(step.faults for step in steps.values())
    assert {name: len(step.returns) for name, step in steps.items()} == {
        "before": 0,
        "storm": 35,
        "after": 0,
    }
    assert {step.sockets for step in steps.values()} == {35}
    assert steps["after"].latencies
