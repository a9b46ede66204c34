"""A player's matches and rounds as CSV (RFC 4180); docs/statistics.md says what the columns are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from schwimmen.analysis import MatchFacts, RoundFacts

from .played import Played

Rows: TypeAlias = Literal["matches", "rounds"]
Cell: TypeAlias = str | int | float | bool | None

# Spreadsheets split at ";" or a tab, too, and then a quote in mid-cell protects nothing: whatever
# could begin a cell by any of these rules must not begin a formula (OWASP, CSV injection).
_FORMULA: Final = re.compile(
    r"""^(?=\s*[=+\-@＝＋－＠] | [\t\r\n]) | [,;\t\r\n"']\s*(?=[=+\-@＝＋－＠])""", re.VERBOSE
)
_QUOTED: Final = re.compile(r"[,;\t\r\n\"]")

_TABLE: Final[Mapping[str, Callable[[Played], Cell]]] = {
    "table": lambda played: played.table_id,
    "started": lambda played: played.started,
}

_MATCH: Final[Mapping[str, Callable[[MatchFacts], Cell]]] = {
    "variant": lambda match: match.variant,
    "preset": lambda match: match.preset,
    "options": lambda match: json.dumps(dict(match.options)),
    "players": lambda match: match.players,
}

_FIGURES: Final[Mapping[str, Callable[[MatchFacts], Cell]]] = {
    "finished": lambda match: match.over,
    "won": lambda match: match.won if match.over else None,
    "shared": lambda match: match.shared if match.over else None,
    "points": lambda match: match.total,
    "rounds": lambda match: len(match.rounds),
    "rounds_lost": lambda match: sum(round_.lost for round_ in match.rounds),
    "rounds_best": lambda match: sum(round_.best for round_ in match.rounds),
    "lives_lost": lambda match: _of_lives(match, lambda one: one.lives_lost or 0),
    "average_hand": lambda match: (
        round(sum(one.value for one in match.rounds) / len(match.rounds), 3)
        if match.rounds
        else None
    ),
    "best_hand": lambda match: max((one.value for one in match.rounds), default=None),
    "closed": lambda match: sum(one.closed is not None for one in match.rounds),
    "closed_paid": lambda match: sum(one.paid for one in match.rounds),
    "swimming_rounds": lambda match: _of_lives(match, lambda one: one.swimming),
    "swimming_survived": lambda match: _of_lives(match, lambda one: one.swimming and not one.out),
}

_ROUND: Final[Mapping[str, Callable[[RoundFacts], Cell]]] = {
    "round": lambda one: one.number,
    "players_in_round": lambda one: one.players,
    "dealer": lambda one: one.dealer,
    "leader": lambda one: one.leader,
    "end": lambda one: one.end,
    "ended_by_me": lambda one: one.ended,
    "turns": lambda one: one.length,
    "my_turns": lambda one: one.turns,
    "hand": lambda one: one.hand,
    "value": lambda one: one.value,
    "suit": lambda one: one.suit,
    "best": lambda one: one.best,
    "lost": lambda one: one.lost,
    "lives_lost": lambda one: one.lives_lost,
    "lives": lambda one: one.lives,
    "swimming": lambda one: one.swimming,
    "out": lambda one: one.out,
    "points": lambda one: one.points,
    "closed_in_turn": lambda one: one.closed,
    "closed_paid": lambda one: None if one.closed is None else one.paid,
}

HEADERS: Final[Mapping[Rows, tuple[str, ...]]] = {
    "matches": (*_TABLE, "ended", *_MATCH, "seat", "name", "opponents", *_FIGURES),
    "rounds": (*_TABLE, *_MATCH, *_ROUND),
}
"""The names of the columns, in order. New ones come at the end; none is ever renamed."""


def csv_of(matches: Iterable[Played], rows: Rows) -> str:
    """One line a match or a round, oldest first, after a line of headers."""
    lines: list[Sequence[Cell]] = [HEADERS[rows]]
    for played in matches:
        lines += [_match_line(played)] if rows == "matches" else _round_lines(played)
    return "".join(",".join(map(written, line)) + "\r\n" for line in lines)


def _match_line(played: Played) -> list[Cell]:
    match = played.match
    return [
        *(column(played) for column in _TABLE.values()),
        played.last_at if match.over else None,
        *(column(match) for column in _MATCH.values()),
        match.seat,
        played.seats[match.seat][0],
        ", ".join(
            name if level is None else f"{name} ({level})"
            for seat, (name, level) in enumerate(played.seats)
            if seat != match.seat
        ),
        *(column(match) for column in _FIGURES.values()),
    ]


def _round_lines(played: Played) -> Iterator[list[Cell]]:
    common = [
        *(column(played) for column in _TABLE.values()),
        *(column(played.match) for column in _MATCH.values()),
    ]
    for round_ in played.match.rounds:
        yield [*common, *(column(round_) for column in _ROUND.values())]


def _of_lives(match: MatchFacts, figure: Callable[[RoundFacts], int]) -> int | None:
    """A sum that means something in games for lives only."""
    return None if match.scoring == "points" else sum(map(figure, match.rounds))


def written(cell: Cell) -> str:
    """Return a cell as it stands in the file: harmless to spreadsheets, quoted where need be."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case int() | float():
            return repr(cell)
    harmless = _FORMULA.sub(r"\g<0>'", cell)
    return '"{}"'.format(harmless.replace('"', '""')) if _QUOTED.search(cell) else harmless
