"""Story of a finished match: facts about how it was won, from a table's log alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from .log import ActionEvent, ClosedEvent, DealEvent, LogEvent
from .replay import check_finished
from .table import Table

if TYPE_CHECKING:
    from schwimmen.rules import Match, Points, RoundResult

_OUT: Final = -1
"""Score of a player who is out, below that of one without lives."""

_MIN_CLOSINGS: Final = 2


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain in the value of a seat's hand within a round: the values ``before`` and ``after``."""

    seat: int
    round: int
    before: Points
    after: Points


@dataclass(frozen=True, slots=True)
class Tally:
    """Largest number of something in a match, and the seats that reached it."""

    seats: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class MatchStory:
    """Facts about a match; a fact that it does not have is ``None``.

    ``decided`` is the round, from 1, since whose end the winner was ahead of all others: by lives,
    or by points in a game for points. It is ``None`` for a shared match, and for a single round.
    ``gain`` is the largest gain in the value of a hand (R14) within a round, from the hand kept or
    taken at the deal to the one shown at the end. ``swim`` is the largest number of rounds in a row
    that were begun without lives, in the Dutch game with the chicken. ``closings`` is the largest
    number of rounds in which a player has closed, from two on.
    """

    decided: int | None
    gain: Gain | None
    swim: Tally | None
    closings: Tally | None


def match_story(log: Sequence[LogEvent]) -> MatchStory:
    """Return the story of a match from its log.

    Raises ``Refusal`` for a closed table and before the end of the match, and ``SchwimmenError`` if
    this version's rules cannot replay the log.
    """
    is_closed = isinstance(log[-1], ClosedEvent)
    table = Table.replay(log[:1])
    gains = [] if is_closed else list(_gains(table, log[1:]))
    check_finished(is_closed, table.over)
    match = table.finished_match
    assert match is not None
    largest = max(gains, key=lambda one: (one.after - one.before, one.after), default=None)
    return MatchStory(_deciding_round(match), largest, _longest_swim(match), _most_closings(match))


def _gains(table: Table, events: Sequence[LogEvent]) -> Iterator[Gain]:
    """Apply the events to the table; yield each gain of a seat in a round."""
    first: list[Points | None] = []
    for event in events:
        table.apply(event)
        if not isinstance(event, DealEvent | ActionEvent):
            continue
        chosen = isinstance(event, ActionEvent) and event.action in ("keep", "take")
        if chosen or isinstance(event, DealEvent):
            own = [table.view(seat.seat) for seat in table.seats]
            first = [None if one is None else one.value for one in own]
        if result := table.events[-1].result:
            for seat, (before, after) in enumerate(zip(first, result.values, strict=True)):
                if before is not None and after is not None and after > before:
                    yield Gain(seat, table.round, before, after)


def _score(result: RoundResult, seat: int) -> Points:
    if result.totals is not None:
        return result.totals[seat]
    assert result.status is not None
    assert result.lives is not None
    lives = result.lives[seat]
    return _OUT if lives is None or result.status[seat] == "out" else lives


def _deciding_round(match: Match) -> int | None:
    if len(match.winners) != 1 or len(match.results) < 2:
        return None
    (winner,) = match.winners
    others = [seat for seat in range(len(match.players)) if seat != winner]
    decided = None
    for number, result in enumerate(match.results, 1):
        if any(_score(result, seat) >= _score(result, winner) for seat in others):
            decided = None
        elif decided is None:
            decided = number
    return decided


def _longest_swim(match: Match) -> Tally | None:
    longest = [0] * len(match.players)
    current = longest.copy()
    for before, result in pairwise(match.results):
        for seat, hand in enumerate(result.hands):
            swam = hand is not None and before.status and before.status[seat] == "swimming"
            current[seat] = current[seat] + 1 if swam else 0
            longest[seat] = max(longest[seat], current[seat])
    return _tally(longest, least=1)


def _most_closings(match: Match) -> Tally | None:
    closed = [
        seat
        for round_ in match.rounds
        for seat in {event.seat for event in round_.history if event.closes}
    ]
    return _tally([closed.count(seat) for seat in range(len(match.players))], _MIN_CLOSINGS)


def _tally(counts: Sequence[int], least: int) -> Tally | None:
    most = max(counts)
    if most < least:
        return None
    return Tally(tuple(seat for seat, count in enumerate(counts) if count == most), most)
