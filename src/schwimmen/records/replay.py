"""Replay of records, and results in the format of RECORD.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.cards import Card, bits_of, card_names
from schwimmen.rules.errors import SchwimmenError, quote

from .reader import RecordError
from .record import Record

if TYPE_CHECKING:
    from schwimmen.rules import Match, RoundResult

    from .verdict import Verdict

RESULT_FORMAT: Final = "schwimmen-result/1"
"""Format that the field ``format`` of a replayed record's result names (RECORD.md)."""

Number = int | float


def replay(record: Record) -> dict[str, Any]:
    """Return the result of a record, in RECORD.md's format ``schwimmen-result/1``.

    Raises ``RecordError`` with the round and action at fault.

    >>> from schwimmen.records import load
    >>> record = load('{"format": "schwimmen-match/1", "rules": {"preset": "pagat"}, '
    ...     '"players": ["North", "East"], "dealer": 0, "rounds": []}')
    >>> replay(record)
    {'format': 'schwimmen-result/1', 'complete': False, 'rounds': [], 'winners': []}
    """
    # Imported late, as in ``play``.
    from schwimmen.rules.results import result_of as result_in
    from schwimmen.rules.schema import points_of

    from .verdict import verdict_on

    verdict = verdict_on(record)
    if verdict.fault != "valid":
        play(record)  # raises the error
    rules, match = record.rules, verdict.matches[-1]
    return _result(
        bool(match.over),
        [
            result_in(rules, verdict.rounds, verdict.matches[1:], place)
            for place in range(int(match.rounds))
        ],
        bits_of(int(match.winners)),
        tuple(map(points_of, match.totals[: match.seats].tolist()))
        if rules.scoring == "points"
        else None,
    )


def play(record: Record) -> Match:
    """Return the match of a record after its last action. Raises as ``replay`` does."""
    # Imported late, so that a record with wrong keys is refused without loading the compiled rules.
    from schwimmen.rules import Match

    from .verdict import verdict_on

    match = Match(record.rules, players=record.players, dealer=record.dealer, deal=False)
    verdict = verdict_on(record)
    for round_, moves in zip(record.rounds, verdict.moves, strict=False):
        match.deal(round_.pack)
        for number, shuffle in moves:
            match.play(number, shuffle)
    if verdict.fault != "valid":
        raise RecordError(_fault(match, record, verdict), verdict.round, verdict.action)
    return match


def _fault(match: Match, record: Record, verdict: Verdict) -> str:
    """Return the message of a fault; the match is just before it."""
    if verdict.fault == "match_over":
        return "unexpected round: the match was already over"
    if verdict.fault == "unfinished":
        return "it stops unfinished though it is not the last round"
    if verdict.fault == "unused_shuffles":
        return f'"shuffles": {verdict.unused} unused when the round stops'
    assert verdict.round is not None
    assert verdict.action is not None
    round_ = record.rounds[verdict.round - 1]
    action = round_.actions[verdict.action - 1]
    if verdict.fault == "left_over":
        return f"{quote(action)} is left over: the round is over"
    if verdict.fault == "missing_shuffle":
        return f"a shuffle is missing: {quote(action)} recycles the cards laid aside"
    used = sum(shuffle is not None for _, shuffle in verdict.moves[-1])
    try:
        match.play(action, round_.shuffles[used] if verdict.fault == "wrong_shuffle" else None)
    except SchwimmenError as error:
        return str(error)
    raise AssertionError(f"the record has the fault {verdict.fault}, but can be played")


def result_of(match: Match) -> dict[str, Any]:
    """Return the result of a match so far, with its keys in the order of RECORD.md.

    A round that is not over is omitted.
    """
    return _result(match.over, match.results, match.winners, match.totals)


def _result(
    complete: bool,
    rounds: Sequence[RoundResult],
    winners: Sequence[int],
    totals: tuple[Number, ...] | None,
) -> dict[str, Any]:
    result: dict[str, Any] = {
        "format": RESULT_FORMAT,
        "complete": complete,
        "rounds": [round_result(round_) for round_ in rounds],
        "winners": list(winners),
    }
    if totals is not None:
        result["totals"] = _numbers(totals)
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
    """Return numbers with whole ones, also a negative zero, as integers; halves stay."""
    return [value if value is None or value % 1 else int(value) for value in values]
