"""A match that is over, step by step and with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from schwimmen.records import play, read_record

from .commands import Refusal
from .log import ActionEvent, ClosedEvent, LogEvent, RoundEvent
from .public import PublicEvent
from .record import record_of_log
from .table import Table

if TYPE_CHECKING:
    from schwimmen.rules import Card, OwnView, Points, SeatView, View


@dataclass(frozen=True, slots=True)
class Step:
    """A deal or an action, and what a spectator of open hands saw once it was played."""

    event: PublicEvent
    view: View


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """One round of ``rounds``; ``number`` counts from 1.

    ``steps`` are made one by one: together, the histories of their views would need memory
    quadratic in the length of the round.
    """

    number: int
    rounds: int
    steps: Iterator[Step]


def check_replay(is_closed: bool, is_over: bool, rounds: int, number: int) -> None:
    """Raise ``Refusal`` unless a round may be looked at again.

    While a match is played its hands are secrets; a closed table has no hands to be shown.
    """
    if is_closed:
        raise Refusal("table_closed", "this table is closed: there is no replay of it")
    if not is_over:
        raise Refusal("not_over", "the match can be looked at once it is over")
    if not 1 <= number <= rounds:
        raise Refusal("no_such_round", f"the rounds of this match are 1 to {rounds}")


def replay_round(log: Sequence[LogEvent], number: int) -> RoundReplay:
    """Return the steps of a round of a table's log, whose match must be over.

    The match is checked by the rules alone, before any step is made. Raises ``Refusal`` as
    ``check_replay`` does, and ``SchwimmenError`` if the rules of this version do not play the log.
    """
    is_closed = isinstance(log[-1], ClosedEvent)
    rounds = sum(isinstance(event, RoundEvent) for event in log)
    is_over = not is_closed and rounds > 0
    if is_over:
        is_over = play(read_record(record_of_log(log, unfinished=True))).over
    check_replay(is_closed, is_over, rounds, number)
    return RoundReplay(number, rounds, _steps(log, number))


def _steps(log: Sequence[LogEvent], number: int) -> Iterator[Step]:
    table = Table.replay(log[:1])
    own: list[OwnView | None] = []
    for event in log[1:]:
        table.apply(event)
        if table.round > number:
            return
        if table.round < number or not isinstance(event, RoundEvent | ActionEvent):
            continue
        view = table.view(None)
        assert view is not None
        if isinstance(event, RoundEvent):
            own = [table.own_view(seat.seat) for seat in view.seats]
        else:  # it changes no other hand, and those who have choices take long to look up
            own[event.seat] = table.own_view(event.seat)
        seats = tuple(
            _opened(seat, mine.hand, mine.value, mine.suit)
            for seat, mine in zip(view.seats, own, strict=True)
            if mine is not None
        )
        yield Step(table.events[-1], replace(view, seats=seats))


@lru_cache(maxsize=64)  # an action changes one seat, or two
def _opened(
    seat: SeatView, hand: tuple[Card, ...], value: Points | None, suit: str | None
) -> SeatView:
    """Return a seat as all see it, with its hand open."""
    return replace(seat, shown=hand, value=value, suit=suit) if seat.active else seat
