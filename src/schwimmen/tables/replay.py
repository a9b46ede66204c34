"""Match records (RECORD.md) and replays of rounds from a table's log, and a log from a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from schwimmen.records import FORMAT, Record, play, read_record
from schwimmen.rules.cards import card_names
from schwimmen.rules.ruleset import RULES_VERSION

from .commands import Refusal
from .log import (
    ActionEvent,
    ChangedEvent,
    ClosedEvent,
    CreatedEvent,
    DealEvent,
    LogEvent,
    Seat,
    StartedEvent,
)
from .public import PublicEvent
from .shuffles import agreement_of
from .table import Table

if TYPE_CHECKING:
    from schwimmen.rules import View

RECORD_EVENT: Final = "schwimmen table"
"""Key ``event`` of the records of tables."""


def record_of_log(
    log: Sequence[LogEvent], unfinished: bool, published: bool = False
) -> dict[str, Any]:
    """Return the match record of a log.

    Without ``unfinished`` the last round is left out, as its pack is secret while it is played. The
    server's seed for fair shuffles is included only if ``published``, once the match is over. No
    rules are needed, so it works for logs that can no longer be replayed. Raises ``Refusal`` before
    the match.
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
    further: dict[str, Any] = {}
    if agreement is not None:
        further["fairness"] = agreement.fairness(published)
    if created.hints:
        further["hints"] = created.hints
    return {
        "format": FORMAT,
        "event": RECORD_EVENT,
        "date": date[:10],
        "rules_version": created.rules_version,
        "rules": {"preset": preset, "options": options},
        "players": [seat.name for seat in seats],
        "dealer": dealer,
        "rounds": rounds if unfinished else rounds[:-1],
    } | further


def table_of_record(record: Record, seats: tuple[Seat, ...], started: str, ended: str) -> Table:
    """Return the table of a finished match that one person has played on a device.

    All its events have the time of the end, since a record has no others, except for the first.
    Raises ``RecordError`` for a record that cannot be played, and ``Refusal`` if it stops before
    the end of the match.
    """
    from schwimmen.records.verdict import verdict_on  # loads the compiled rules

    match = play(record)
    if not match.over:
        raise Refusal("not_over", "the match of this record is not over")
    created = CreatedEvent(
        seq=1,
        at=started,
        rules_version=RULES_VERSION,
        preset=match.rules.preset,
        options=dict(match.rules.changed),
        seats=seats,
        dealer=record.dealer,
        device=True,
        hints=_hints(record),
    )
    table = Table.replay([created])
    for round_, moves in zip(match.rounds, verdict_on(record).moves, strict=True):
        pack = card_names(round_.pack)
        table.apply(DealEvent(seq=table.seq + 1, at=ended, dealer=round_.dealer, pack=pack))
        for action, (_, shuffle) in zip(round_.actions, moves, strict=True):
            seat = table.to_act
            assert seat is not None
            table.apply(
                ActionEvent(seq=table.seq + 1, at=ended, seat=seat, action=action, shuffle=shuffle)
            )
    return table


def _hints(record: Record) -> int:
    """Return the number of hints in a record, at most one for each action."""
    hints = record.data.get("hints")
    actions = sum(len(round_.actions) for round_ in record.rounds)
    return max(0, min(hints, actions)) if type(hints) is int else 0


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """Deal or action, with a spectator's view after it in which all hands are open."""

    event: PublicEvent
    view: View


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """Replay of one of ``rounds`` rounds; ``number`` counts from 1.

    ``steps`` is lazy, since the histories of all views together need memory quadratic in the
    length of the round.
    """

    number: int
    rounds: int
    steps: Iterator[ReplayStep]


def check_finished(is_closed: bool, is_over: bool) -> None:
    """Raise ``Refusal`` unless a match can be replayed.

    During a match its hands are secret; a closed table has no views.
    """
    if is_closed:
        raise Refusal("table_closed", "this table is closed: there is no replay of it")
    if not is_over:
        raise Refusal("not_over", "a match can be replayed once it is over")


def check_replay(is_closed: bool, is_over: bool, rounds: int, number: int) -> None:
    """Raise ``Refusal`` unless the match is finished and has a round of this number."""
    check_finished(is_closed, is_over)
    if not 1 <= number <= rounds:
        raise Refusal("no_such_round", f"the rounds of this match are 1 to {rounds}")


def replay_round(log: Sequence[LogEvent], number: int) -> RoundReplay:
    """Return the replay of a round from the log of a finished match.

    The match is checked by the rules before the first step. Raises ``Refusal`` as ``check_replay``
    does, and ``SchwimmenError`` if this version's rules cannot replay the log.
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
    for event in log[1:]:
        table.apply(event)
        if table.round > number:
            return
        if table.round == number and isinstance(event, DealEvent | ActionEvent):
            view = table.open_view()
            assert view is not None
            yield ReplayStep(table.events[-1], view)
