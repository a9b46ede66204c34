"""CSV files of a player's matches and their rounds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from schwimmen.analysis import MatchFacts, RoundFacts


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Match of a player, with the name at each seat and the level of a bot.

    ``hints`` is the number of hints that the player asked for.
    """

    table_id: str
    started: str
    last_at: str
    seats: tuple[tuple[str, str | None], ...]
    match: MatchFacts
    hints: int = 0


Rows: TypeAlias = Literal["matches", "rounds"]
Cell: TypeAlias = str | int | float | bool | None

# Spreadsheets may also split at ";" or a tab, where a quote in mid-cell protects nothing: no text
# that could begin a cell under any of these rules may begin a formula (OWASP, CSV injection).
_FORMULA: Final = re.compile(
    r"""^(?=\s*[=+\-@＝＋－＠] | [\t\r\n]) | [,;\t\r\n"']\s*(?=[=+\-@＝＋－＠])""", re.VERBOSE
)
_QUOTED: Final = re.compile(r"[,;\t\r\n\"]")

_TABLE: Final[Mapping[str, Callable[[PlayedMatch], Cell]]] = {
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

CSV_COLUMNS: Final[Mapping[Rows, tuple[str, ...]]] = {
    "matches": (*_TABLE, "ended", *_MATCH, "seat", "name", "opponents", *_FIGURES, "hints"),
    "rounds": (*_TABLE, *_MATCH, *_ROUND),
}
"""Names of the columns in order. New ones are appended; none is ever renamed."""


def csv_header(rows: Rows) -> str:
    """Return the first line of a CSV file."""
    return _csv_line(CSV_COLUMNS[rows])


def csv_lines(played: PlayedMatch, rows: Rows) -> str:
    """Return the line of a match in a CSV file, or those of its rounds."""
    if rows == "matches":
        return _csv_line(_match_line(played))
    common = [
        *(column(played) for column in _TABLE.values()),
        *(column(played.match) for column in _MATCH.values()),
    ]
    start = ",".join(map(csv_cell, common))
    return "".join(
        f"{start},{_csv_line([column(round_) for column in _ROUND.values()])}"
        for round_ in played.match.rounds
    )


def _csv_line(cells: Sequence[Cell]) -> str:
    return ",".join(map(csv_cell, cells)) + "\r\n"


def _match_line(played: PlayedMatch) -> list[Cell]:
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
        played.hints,
    ]


def _of_lives(match: MatchFacts, figure: Callable[[RoundFacts], int]) -> int | None:
    """Return the sum of a figure over all rounds, ``None`` in games for points."""
    return None if match.scoring == "points" else sum(map(figure, match.rounds))


def csv_cell(cell: Cell) -> str:
    """Return a cell of a CSV file: safe from formula injection, quoted if necessary."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case int() | float():
            return repr(cell)
        case _:
            return _text_cell(cell)


@lru_cache(maxsize=1024)  # names, hands and suits of a match recur in its lines
def _text_cell(cell: str) -> str:
    harmless = _FORMULA.sub(r"\g<0>'", cell)
    return '"{}"'.format(harmless.replace('"', '""')) if _QUOTED.search(cell) else harmless
