"""The match record of a table (RECORD.md), from its log alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from schwimmen.records import FORMAT, play, read_record

from .commands import Refusal
from .log import (
    ActionEvent,
    ChangedEvent,
    ClosedEvent,
    CreatedEvent,
    DealEvent,
    LogEvent,
    StartedEvent,
)
from .public import PublicEvent
from .shuffles import agreement_of
from .table import Table

if TYPE_CHECKING:
    from schwimmen.rules import Card, OwnView, Points, SeatView, View


def record_of_log(
    log: Sequence[LogEvent], unfinished: bool, published: bool = False
) -> dict[str, Any]:
    """The record of what was played.

    Without ``unfinished`` the last round is left out: while it is played its pack is a secret. The
    server's seed for fair shuffles is told only if it is ``published``, once the match is over.
    It needs no rules, so it can be made even where the log no longer plays. Raises ``Refusal``
    where no match has begun.
    """
    created = log[0]
    assert isinstance(created, CreatedEvent)
    seats, dealer, preset, options = (
        created.seats, created.dealer, created.preset, created.options
    )  # fmt: skip
    date = created.at
    rounds: list[dict[str, Any]] = []
    for event in log:
        match event:
            case ChangedEvent():
                preset, options = event.preset, event.options
            case StartedEvent():
                seats, date = event.seats, event.at
            case DealEvent():
                dealer = event.dealer if dealer is None else dealer
                rounds.append({"pack": event.pack, "shuffles": [], "actions": []})
            case ActionEvent():
                rounds[-1]["actions"].append(event.action)
                if event.shuffle is not None:
                    rounds[-1]["shuffles"].append(event.shuffle)
    if dealer is None:
        raise Refusal("not_started", "the match has not begun: there is no record of it yet")
    agreement = agreement_of(log)
    return {
        "format": FORMAT,
        "event": "schwimmen table",
        "date": date[:10],
        "rules_version": created.rules_version,
        "rules": {"preset": preset, "options": options},
        "players": [seat.name for seat in seats],
        "dealer": dealer,
        "rounds": rounds if unfinished else rounds[:-1],
    } | ({} if agreement is None else {"fairness": agreement.fairness(published)})


@dataclass(frozen=True, slots=True)
class ReplayStep:
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
    steps: Iterator[ReplayStep]


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
    rounds = sum(isinstance(event, DealEvent) for event in log)
    is_over = not is_closed and rounds > 0
    if is_over:
        is_over = play(read_record(record_of_log(log, unfinished=True))).over
    check_replay(is_closed, is_over, rounds, number)
    return RoundReplay(number, rounds, _steps(log, number))


def _steps(log: Sequence[LogEvent], number: int) -> Iterator[ReplayStep]:
    table = Table.replay(log[:1])
    own: list[OwnView | None] = []
    for event in log[1:]:
        table.apply(event)
        if table.round > number:
            return
        if table.round < number or not isinstance(event, DealEvent | ActionEvent):
            continue
        view = table.view(None)
        assert view is not None
        if isinstance(event, DealEvent):
            own = [table.own_view(seat.seat) for seat in view.seats]
        else:  # it changes no other hand, and those who have choices take long to look up
            own[event.seat] = table.own_view(event.seat)
        seats = tuple(
            _opened(seat, mine.hand, mine.value, mine.suit)
            for seat, mine in zip(view.seats, own, strict=True)
            if mine is not None
        )
        yield ReplayStep(table.events[-1], replace(view, seats=seats))


@lru_cache(maxsize=64)  # an action changes one seat, or two
def _opened(
    seat: SeatView, hand: tuple[Card, ...], value: Points | None, suit: str | None
) -> SeatView:
    """Return a seat as all see it, with its hand open."""
    return replace(seat, shown=hand, value=value, suit=suit) if seat.active else seat
