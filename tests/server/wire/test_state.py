"""Changes of a table's state lead from each whole state to the next one, for every viewer."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from schwimmen.server.wire.changes import merge
from schwimmen.server.wire.state import HistoryJson, StateEncoder, TableState
from schwimmen.tables import Away, Back, Clock, Deal, Settings
from tests.strategies import any_games, examples
from tests.tables.simulated_table import SLOW, SimulatedTable

MOST_EVENTS = 60
"""Events of a match that are looked at."""


class Viewers:
    """All seats of a table and a spectator, with the states that they have been sent."""

    def __init__(self, one: SimulatedTable, seats: int) -> None:
        self._one = one
        self._seats = (*range(seats), None)
        self._history = HistoryJson()
        self._before: TableState | None = None
        self._known: dict[int | None, Any] = {}

    def look(self) -> None:
        """Send everyone the changes, and compare what they lead to with the whole state."""
        table = self._one.table
        state = TableState("t", table, self._before)
        encoder = StateEncoder(state, self._one.at, self._history)
        for seat in self._seats:
            whole = json.loads(encoder.state_for(seat, table.seq, "changes"))["state"]
            if self._before is not None:
                text = encoder.changes_for(seat, table.seq, self._before)
                changes = json.loads(text)["changes"] if text else {}
                assert changed(self._known[seat], changes) == changed(whole, {})
                assert (text == "") == (changed(self._known[seat], {}) == changed(whole, {}))
            self._known[seat] = whole
        self._before = state


def changed(state: Any, changes: Any) -> str:
    """Return a state after changes, as a text that differs for 1, 1.0 and true."""
    return json.dumps(merge(state, changes), sort_keys=True)


@examples(40)
@given(any_games(), st.sampled_from((None, SLOW)), st.integers(0, 2**16), st.data())
def test_changes_lead_to_the_whole_state(
    game: Any, clock: Clock | None, seed: int, data: st.DataObject
) -> None:
    rules = game.rules
    settings = Settings(seats=game.players, fill=False, clock=clock)
    one = SimulatedTable(settings, rules.preset, rules.changed, seed=seed)
    one.begin(game.players)
    viewers = Viewers(one, game.players)
    viewers.look()
    away = data.draw(st.integers(0, game.players - 1))
    for number in range(MOST_EVENTS):
        table = one.table
        if table.over:
            break
        if number == MOST_EVENTS // 4 and away in table.remaining:
            one.execute(Away(f"id-{away}", away, present=False))
            viewers.look()
            one.execute(Back(f"id-{away}"))
        elif table.to_act is not None:
            one.act()
        else:
            one.execute(Deal(min(table.remaining - table.ready)))
        viewers.look()
