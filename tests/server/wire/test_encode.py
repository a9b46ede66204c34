"""The text of a message joined from parts is that of the whole message."""

from __future__ import annotations

import pytest

from schwimmen.server.wire import encode
from schwimmen.server.wire.encode import HistoryJson, UpdateEncoder
from schwimmen.server.wire.messages import EventsMessage
from schwimmen.tables import Settings, Table
from tests.strategies import VARIANTS
from tests.tables.simulated_table import SimulatedTable


def whole(table: Table, first: int, at: str, seat: int | None, with_table: bool) -> EventsMessage:
    """Return the message with the events from ``first`` on, made in one piece."""
    view = table.view(seat)
    return EventsMessage(
        **encode.update_fields(table, table.events[first:], at),
        seat=seat,
        view=None if view is None else encode.view(view),
        table=encode.table_info("t", table, seat) if with_table else None,
    )


@pytest.mark.parametrize("with_table", [True, False])
@pytest.mark.parametrize("preset", VARIANTS)
def test_every_seat_gets_the_whole_message(preset: str, with_table: bool) -> None:
    simulation = SimulatedTable(Settings(seats=3, bots="random"), preset, fair=True)
    table, first = simulation.table, 0
    history, phases = HistoryJson(), set()

    def check() -> None:
        nonlocal first
        encoder = UpdateEncoder("t", table, simulation.at, history)
        for seat in (None, *(one.seat for one in table.seats)):
            message = EventsMessage.model_validate_json(encoder.text_for(seat, first, with_table))
            assert message == whole(table, first, simulation.at, seat, with_table)
            phases.add(message.view and message.view.phase)
        first = len(table.events)

    check()
    simulation.begin(2)
    check()
    for _ in range(40):
        if table.over:
            break
        simulation.go_on()
        check()
    assert phases >= {None, "turn"}
