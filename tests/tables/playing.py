"""Tables for tests: opened by a seed, played at random."""

from random import Random

from schwimmen.rules.options import Value
from schwimmen.tables import Deal, Play, Seat, Table, create


def opened(preset: str, players: int, chance: Random, **options: Value) -> Table:
    """A new table, its first round dealt."""
    seats = tuple(Seat(name=f"Player {n}", player=f"player-{n}") for n in range(players))
    return Table.replay(create(preset, options, seats, "at first", chance))


def step(table: Table, chance: Random) -> None:
    """One random move, or the next deal."""
    at = f"at {table.seq + 1}"
    seat = table.to_act
    if seat is None:
        table.take(Deal(0), at, chance)
        return
    view = table.view(seat)
    assert view is not None
    table.take(Play(seat, chance.choice(view.legal_actions)), at, chance)
