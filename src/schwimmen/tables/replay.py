"""A match that is over, step by step and with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .commands import Refusal
from .log import ActionEvent, ClosedEvent, LogEvent, RoundEvent
from .public import PublicEvent
from .table import Table

if TYPE_CHECKING:
    from schwimmen.rules import View


@dataclass(frozen=True, slots=True)
class Step:
    """A deal or an action, and what a spectator of open hands saw once it was played."""

    event: PublicEvent
    view: View


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """One round of so many; ``number`` counts from 1."""

    number: int
    rounds: int
    steps: tuple[Step, ...]


def replay_round(log: Sequence[LogEvent], number: int) -> RoundReplay:
    """The steps of a round of a table's log.

    While a match is played nothing of it is shown: its hands are secrets until it is over. Raises
    ``Refusal`` then, and for a round that has not been played; ``UnplayableLog`` where the rules
    of this version do not play the log.
    """
    if isinstance(log[-1], ClosedEvent):
        raise Refusal("table_closed", f"this table is closed: {log[-1].notice}")
    table = Table.replay(log[:1])
    steps = []
    for event in log[1:]:
        table.apply(event)
        if table.round == number and isinstance(event, RoundEvent | ActionEvent):
            steps.append(Step(table.events[-1], _open_view(table)))
    if not table.over:
        raise Refusal("not_over", "the match can be looked at once it is over")
    if not steps:
        raise Refusal("no_such_round", f"the rounds of this match are 1 to {table.round}")
    return RoundReplay(number, table.round, tuple(steps))


def _open_view(table: Table) -> View:
    """A spectator's view, with the hands that the seats see."""
    view = table.view(None)
    assert view is not None
    seats = []
    for seat in view.seats:
        if seat.active:
            own = table.view(seat.seat)
            assert own is not None
            seat = replace(seat, shown=own.hand, value=own.value, suit=own.suit)
        seats.append(seat)
    return replace(view, seats=tuple(seats))
