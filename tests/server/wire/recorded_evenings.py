"""Messages of whole matches, as changes and as whole states, to test the page with.

python -m tests.server.wire.recorded_evenings     rewrite frontend/src/api/evenings.recorded.json
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from schwimmen.rules.options import OptionValue
from schwimmen.server.wire.state import HistoryJson, StateEncoder, TableState
from schwimmen.tables import Away, Back, Clock, Deal, Join, Settings, Start, Table
from tests.tables.simulated_table import NAMES, SLOW, SimulatedTable

TARGET: Final = Path(__file__).parents[3] / "frontend" / "src" / "api" / "evenings.recorded.json"

EVENINGS: Final[tuple[tuple[str, Mapping[str, OptionValue], Clock | None, int | None], ...]] = (
    ("pagat", {"lives": 1}, None, 0),
    ("dutch", {"lives": 1}, SLOW, 1),
    ("choy", {"rounds": 1, "turn_cap": 12}, None, None),
)
"""Preset, options, clock, and the viewer: the seat of one of the two players or a spectator."""


def _tables(one: SimulatedTable) -> Iterator[Table]:
    """Play a match of two people; yield the table after each command, from the first on."""
    table = one.table
    yield table
    one.execute(Join("id-1", NAMES[1]))
    yield table
    one.execute(Start("id-0"))
    while table.seeds is not None and table.seeds.waiting_for:
        yield table
        one.agree(table.seeds.waiting_for[0])
    yield table
    one.execute(Away("id-1", 1, present=False))
    yield table
    one.execute(Back("id-1"))
    while not table.over:
        yield table
        if table.to_act is not None:
            one.act()
        else:
            one.execute(Deal(min(table.remaining - table.ready)))
    yield table


def evening(
    preset: str, options: Mapping[str, OptionValue], clock: Clock | None, viewer: int | None
) -> list[dict[str, Any]]:
    """Return each update of a match as the ``whole`` state and as ``changes``.

    There are no changes when the viewer connects, and when the viewer takes a seat.
    """
    one = SimulatedTable(Settings(seats=2, fill=False, clock=clock), preset, options, fair=True)
    history, updates = HistoryJson(), list[dict[str, Any]]()
    before: TableState | None = None
    seat_before: int | None = None
    for table in _tables(one):
        known = 0 if before is None else before.seq
        seat = viewer if viewer is not None and viewer < len(table.seats) else None
        state = TableState("t", table, before)
        encoder = StateEncoder(state, one.at, history)
        update = {"whole": encoder.state_for(seat, known, "changes")}
        if before is not None and seat == seat_before:
            update["changes"] = encoder.changes_for(seat, known, before)
        updates.append({name: json.loads(text) for name, text in update.items()})
        before, seat_before = state, seat
    return updates


def generated_text() -> str:
    """Return the text of the file."""
    evenings = [evening(*one) for one in EVENINGS]
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in evenings)
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    TARGET.write_text(generated_text(), encoding="utf-8")
