"""The result of a match as replay prints it: format ``schwimmen-result/1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from schwimmen.rules.cards import Card, card_names

if TYPE_CHECKING:
    from schwimmen.rules import Match, RoundResult

RESULT_FORMAT: Final = "schwimmen-result/1"

Number = int | float


def result_of(match: Match) -> dict[str, Any]:
    """The result of a match so far, its keys in the order of RECORD.md; a round that is not over
    is left out."""
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
    """One round of a result; lists have one entry a seat."""
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
    """Halves stay, whole numbers lose their point, and no zero is below zero."""
    return [value if value is None or value % 1 else int(value) for value in values]
