"""Tables with several people in tests, with a simulated clock."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from schwimmen.records.fairness import player_commitment
from schwimmen.rules.options import OptionValue
from schwimmen.tables import (
    Clock,
    Command,
    Commit,
    Expire,
    Join,
    LogEvent,
    Play,
    Reveal,
    Settings,
    Start,
    Table,
    open_table,
    read_event,
)
from schwimmen.tables.clocks import iso_time, milliseconds

NOON: Final = milliseconds("2026-11-22T12:00:00+00:00")

NAMES: Final = ("Anna", "Bo", "Cleo", "Dora", "Ede", "Flo", "Gerd", "Hanno", "Ines", "Jan")

SLOW: Final = Clock(move=20, reserve=60)


class SimulatedTable:
    """Table with its own time and chance; the player ids are ``id-0``, ``id-1`` and so on."""

    def __init__(
        self,
        settings: Settings,
        preset: str = "pagat",
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        fair: bool = False,
    ) -> None:
        self.now = NOON
        self.chance = Random(seed)
        own_id = "t" if fair else None
        self.table = Table.replay(
            open_table(preset, options or {}, settings, "id-0", NAMES[0], self.at, own_id)
        )

    @property
    def at(self) -> str:
        """Current ISO time."""
        return iso_time(self.now)

    def execute(self, command: Command, after: float = 1) -> tuple[LogEvent, ...]:
        """Execute a command after a number of seconds."""
        self.now += round(after * 1000)
        return self.table.execute(command, self.at, self.chance)

    def begin(self, people: int) -> None:
        """Seat a number of people and start the match."""
        for number in range(1, people):
            self.execute(Join(f"id-{number}", NAMES[number]))
        self.execute(Start("id-0"))

    def agree(self, seat: int) -> None:
        """Commit or reveal the seed of a seat, as its client would."""
        seeds, player = self.table.seeds, self.table.player_at(seat)
        assert seeds is not None
        assert player is not None
        seed = f"{seat + 1:02x}" * 32
        if seeds.phase == "committing":
            own = player_commitment(seeds.commitment, seeds.attempt, seat, seed)
            self.execute(Commit(player, seeds.commitment, own))
        else:
            self.execute(Reveal(player, seed))

    def expire(self) -> tuple[LogEvent, ...]:
        """Execute what is due at the due time."""
        assert self.table.due is not None
        self.now = milliseconds(self.table.due)
        return self.execute(Expire(), after=0)

    def legal(self) -> str:
        """Return a random legal action of the seat to act."""
        view = self.table.view(self.table.to_act)
        assert view is not None
        return self.chance.choice(view.legal_actions)

    def act(self, after: float = 1) -> tuple[LogEvent, ...]:
        """Play a random action for the seat to act."""
        seat = self.table.to_act
        assert seat is not None
        bot = self.table.bot_to_act is not None
        return self.execute(Play(seat, self.legal(), bot=bot), after)

    def go_on(self) -> None:
        """Execute what is due, or else play a random action."""
        if self.table.due is None:
            self.act()
        else:
            self.expire()

    def play_round(self) -> None:
        """Play the round to its end."""
        while self.table.to_act is not None:
            self.act()

    def play_on(self) -> None:
        """Play the match to its end."""
        while not self.table.over:
            self.go_on()


def replayed(table: Table) -> Table:
    """Return the table replayed from the stored form of its log."""
    return Table.replay([read_event(event.body()) for event in table.log])


def assert_same(one: Table, other: Table) -> None:
    """Check that two tables are equal in all public state and in all views."""
    assert one.events == other.events
    same = ("phase", "seats", "host", "terms", "times", "due", "used", "ready", "seeds", "to_act")
    for name in same:
        assert getattr(one, name) == getattr(other, name), name
    assert (one.bot_to_act, one.round, one.rematch) == (
        other.bot_to_act,
        other.round,
        other.rematch,
    )
    for seat in (None, *(seat.seat for seat in one.seats)):
        assert one.view(seat) == other.view(seat)
        assert seat is None or one.player_at(seat) == other.player_at(seat)
