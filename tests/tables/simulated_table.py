"""Tables with several people for tests: what their day is like, minute by minute."""

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
    CreatedEvent,
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
from schwimmen.tables.log import LOGIC_VERSION

NOON: Final = milliseconds("2026-11-22T12:00:00+00:00")

NAMES: Final = ("Anna", "Bo", "Cleo", "Dora", "Ede", "Flo", "Gerd", "Hanno", "Ines", "Jan")

SLOW: Final = Clock(move=20, reserve=60)


class SimulatedTable:
    """A table, the time of day, and chance. Players are called ``id-0``, ``id-1``, and so on."""

    def __init__(
        self,
        settings: Settings,
        preset: str = "pagat",
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        fair: bool = False,
        logic: int = LOGIC_VERSION,
    ) -> None:
        self.now = NOON
        self.chance = Random(seed)
        created, *others = open_table(
            preset, options or {}, settings, "id-0", NAMES[0], self.at, "t" if fair else None
        )
        assert isinstance(created, CreatedEvent)
        self.table = Table.replay([created.model_copy(update={"logic": logic}), *others])

    @property
    def at(self) -> str:
        """What time it is."""
        return iso_time(self.now)

    def execute(self, command: Command, after: float = 1) -> tuple[LogEvent, ...]:
        """The table takes a command so many seconds later."""
        self.now += round(after * 1000)
        return self.table.execute(command, self.at, self.chance)

    def begin(self, people: int) -> None:
        """So many people sit down, and the match begins."""
        for number in range(1, people):
            self.execute(Join(f"id-{number}", NAMES[number]))
        self.execute(Start("id-0"))

    def agree(self, seat: int) -> None:
        """The browser of that seat does what it is asked to for the agreement on shuffles."""
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
        """What is due happens in the moment when it is."""
        assert self.table.due is not None
        self.now = milliseconds(self.table.due)
        return self.execute(Expire(), after=0)

    def legal(self) -> str:
        """An action of the seat to act, by chance."""
        view = self.table.view(self.table.to_act)
        assert view is not None
        return self.chance.choice(view.legal_actions)

    def act(self, after: float = 1) -> tuple[LogEvent, ...]:
        """Whoever is to act does something."""
        seat = self.table.to_act
        assert seat is not None
        bot = self.table.bot_to_act is not None
        return self.execute(Play(seat, self.legal(), bot=bot), after)

    def go_on(self) -> None:
        """What is due happens; where nothing ever is, whoever is to act does something."""
        if self.table.due is None:
            self.act()
        else:
            self.expire()

    def play_round(self) -> None:
        """Everybody plays until the round is over."""
        while self.table.to_act is not None:
            self.act()

    def play_on(self) -> None:
        """The match is played to its end."""
        while not self.table.over:
            self.go_on()


def replayed(table: Table) -> Table:
    """The table that the kept log of this one leads to."""
    return Table.replay([read_event(event.body()) for event in table.log])


def assert_same(one: Table, other: Table) -> None:
    """Two tables are alike in all that can be asked of them."""
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
