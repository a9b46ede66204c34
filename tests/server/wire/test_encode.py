"""The text of a message that is put together is that of the whole message."""

from __future__ import annotations

import pytest

from schwimmen.server.wire import encode
from schwimmen.server.wire.encode import HistoryJson, UpdateEncoder
from schwimmen.server.wire.messages import EventsMessage
from schwimmen.tables import Settings, Table
from tests.strategies import VARIANTS
from tests.tables.simulated_table import SimulatedTable


def whole(table: Table, first: int, at: str, seat: int | None, agreed: bool) -> EventsMessage:
    """The message with all events from one on, made in one piece."""
    seen = table.view(seat)
    return EventsMessage(
        **encode.update_fields(table, table.events[first:], at),
        seat=seat,
        view=None if seen is None else encode.view(seen),
        table=encode.table_info("t", table, seat) if agreed else None,
    )


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("preset", VARIANTS)
def test_every_seat_is_told_the_whole_message(preset: str, agreed: bool) -> None:
    company = SimulatedTable(Settings(seats=3, bots="random"), preset, fair=True)
    table, first = company.table, 0
    past, said = HistoryJson(), set()

    def check() -> None:
        nonlocal first
        news = UpdateEncoder("t", table, company.at, past)
        for seat in (None, *(one.seat for one in table.seats)):
            told = EventsMessage.model_validate_json(news.text_for(seat, first, agreed))
            assert told == whole(table, first, company.at, seat, agreed)
            said.add(told.view and told.view.phase)
        first = len(table.events)

    check()
    company.begin(2)
    check()
    for _ in range(40):
        if table.over:
            break
        company.go_on()
        check()
    assert said >= {None, "turn"}
