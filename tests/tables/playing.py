"""Tables for one person in tests, played at random, and changed events."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from schwimmen.rules.options import OptionValue
from schwimmen.tables import Deal, LogEvent, Play, Seat, Table, create
from schwimmen.tables.clocks import iso_time, milliseconds


def opened(preset: str, players: int, chance: Random, **options: OptionValue) -> Table:
    """Return a new table whose first round has been dealt."""
    seats = tuple(Seat(name=f"Player {n}", player=f"player-{n}") for n in range(players))
    return Table.replay(create(preset, options, seats, "at first", chance))


def step(table: Table, chance: Random) -> None:
    """Play a random action, or deal the next round."""
    at = f"at {table.seq + 1}"
    seat = table.to_act
    if seat is None:
        table.execute(Deal(0), at, chance)
        return
    view = table.view(seat)
    assert view is not None
    table.execute(Play(seat, chance.choice(view.legal_actions)), at, chance)


def changed_event(event: LogEvent, **fields: Any) -> LogEvent:
    """Return the event with changed fields."""
    return replace(event, **fields)


def long_match(players: int, turns: int, all_three: bool = False, seed: int = 1) -> Table:
    """Return a match whose first round reaches the turn cap; the others are as short as possible.

    Cards are exchanged at random, or with ``all_three`` all of them.
    """
    chance = Random(seed)
    options: dict[str, OptionValue] = {"special": "none", "fire": False, "lives": 1}
    table = opened("pagat", players, chance, turn_cap=turns, **options)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    while not table.over:
        at = iso_time(milliseconds(start.isoformat()) + 1234 * table.seq)
        seat = table.to_act
        if seat is None:
            table.execute(Deal(0), at, chance)
            continue
        own = table.view(seat)
        assert own is not None
        plain = [action for action in own.legal_actions if "!" not in action]
        kinds = [action for action in plain if action not in ("close", "pass")]
        if table.round > 1 and "close" in plain:
            kinds = ["close"]
        elif all_three and "all" in plain:
            kinds = ["all"]
        table.execute(Play(seat, chance.choice(kinds)), at, chance)
    return table
