"""Replay of records, and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.cards import Card, card_names
from schwimmen.rules.errors import CardError, IllegalAction, MissingShuffle, quote

from .reader import RecordError
from .record import Record, RecordedRound

if TYPE_CHECKING:
    from schwimmen.rules import Match, RoundResult

RESULT_FORMAT: Final = "schwimmen-result/1"
"""Format that the field ``format`` of a replayed record's result names (RECORD.md)."""

Number = int | float


def replay(record: Record) -> dict[str, Any]:
    """Return the result of a record, in RECORD.md's format ``schwimmen-result/1``.

    Raises ``RecordError`` with the round and action at which the record cannot be played.

    >>> from schwimmen.records import load
    >>> record = load('{"format": "schwimmen-match/1", "rules": {"preset": "pagat"}, '
    ...     '"players": ["North", "East"], "dealer": 0, "rounds": []}')
    >>> replay(record)
    {'format': 'schwimmen-result/1', 'complete': False, 'rounds': [], 'winners': []}
    """
    return result_of(play(record))


def play(record: Record) -> Match:
    """Return the match of a record after its last action. Raises as ``replay`` does."""
    # Imported late, so that a record with wrong keys is refused without loading the compiled rules.
    from schwimmen.rules import Match

    match = Match(record.rules, players=record.players, dealer=record.dealer, deal=False)
    for number, round_ in enumerate(record.rounds, 1):
        if match.over:
            raise RecordError("unexpected round: the match was already over", number)
        match.deal(round_.pack)
        _play_round(match, round_, number, is_last=number == len(record.rounds))
    return match


def _play_round(match: Match, recorded: RecordedRound, number: int, is_last: bool) -> None:
    round_ = match.round
    shuffles = iter(recorded.shuffles)
    for place, action in enumerate(recorded.actions, 1):
        if round_.over:
            raise RecordError(f"{quote(action)} is left over: the round is over", number, place)
        try:
            match.play(action)
        except MissingShuffle:
            order = next(shuffles, None)
            if order is None:
                what = f"a shuffle is missing: {quote(action)} recycles the cards laid aside"
                raise RecordError(what, number, place) from None
            _recycle(match, order, number, place)
        except IllegalAction as error:
            raise RecordError(str(error), number, place) from None
    if not round_.over and not is_last:
        raise RecordError("it stops unfinished though it is not the last round", number)
    unused = len(list(shuffles))
    if unused:
        raise RecordError(f'"shuffles": {unused} unused when the round stops', number)


def _recycle(match: Match, order: str, number: int, place: int) -> None:
    try:
        match.recycle(order)
    except CardError as error:
        raise RecordError(str(error), number, place) from None


def result_of(match: Match) -> dict[str, Any]:
    """Return the result of a match so far, with its keys in the order of RECORD.md.

    A round that is not over is omitted.
    """
    result: dict[str, Any] = {
        "format": RESULT_FORMAT,
        "complete": match.over,
        "rounds": [round_result(round_) for round_ in match.results],
        "winners": list(match.winners),
    }
    if match.totals is not None:
        result["totals"] = _numbers(match.totals)
    return result


def round_result(result: RoundResult) -> dict[str, Any]:
    """Return one round of a result; lists have one entry for each seat."""
    return {
        "dealer": result.dealer,
        "leader": result.leader,
        "end": result.end,
        "by": result.by,
        "turns": result.turns,
        "hands": [_hand(hand) for hand in result.hands],
        "values": _numbers(result.values),
        "suits": result.suits,
        "lost": result.lost,
        "lives": result.lives,
        "status": result.status,
        "points": None if result.points is None else _numbers(result.points),
    }


def _hand(hand: tuple[Card, ...] | None) -> str | None:
    return None if hand is None else card_names(hand)


def _numbers(values: tuple[Number | None, ...]) -> list[Number | None]:
    """Return numbers with whole ones as integers; halves stay, and no zero is negative."""
    return [value if value is None or value % 1 else int(value) for value in values]
