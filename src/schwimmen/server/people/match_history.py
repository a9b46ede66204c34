"""Match history of a player, from facts that are derived once from each log, and its CSV form."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from logging import WARNING
from typing import Any, Final, Literal, TypeAlias

from pydantic import TypeAdapter, ValidationError

from schwimmen.analysis import FACTS_VERSION, MatchFacts, RoundFacts, facts_of
from schwimmen.records import play, read_record
from schwimmen.tables import ClosedEvent, read_event, record_of_log

from ..runtime.logs import log_event, log_id
from ..runtime.rules_loader import RulesLoader
from ..storage import Database, SeatFacts, WriteBatch

log = logging.getLogger(__name__)

GROUP: Final = 25
"""Matches replayed before their facts are stored; an interruption loses no more."""


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """Facts of a match, and the ISO time of its last event."""

    last_at: str
    match: MatchFacts


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Match of a player, with the name at each seat and the level of a bot.

    ``device``: it was played on a device of the player, not on this server. ``hints`` is the number
    of hints that the player asked for.
    """

    table_id: str
    started: str
    last_at: str
    seats: tuple[tuple[str, str | None], ...]
    match: MatchFacts
    device: bool = False
    hints: int = 0


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """Matches of a player, oldest first.

    ``not_counted``: number of further matches whose logs cannot be replayed.
    """

    matches: Sequence[PlayedMatch] = ()
    not_counted: int = 0


_STORED: Final = TypeAdapter(StoredFacts)


class MatchHistories:
    """Match histories of players, whose facts are cached in the database.

    Facts are derived on request, so that they never delay a table: once for a finished match, and
    again for a running one that has new events.
    """

    def __init__(self, database: Database, rules_loader: RulesLoader) -> None:
        self._database = database
        self._rules_loader = rules_loader
        self._deriving = asyncio.Lock()

    async def of(self, player: str | None) -> MatchHistory:
        """Return the matches at which a player has a seat.

        Raises ``StorageError`` if the database fails, and ``RulesLoadError`` if matches have to be
        replayed without rules.
        """
        if player is None:
            return MatchHistory()
        rows = await self._rows(player)
        if any(map(_is_stale, rows)):
            async with self._deriving:  # concurrent requests find the facts stored
                rows = await self._rows(player)
                await self._derive([row for row in rows if _is_stale(row)])
                rows = await self._rows(player)
        return await asyncio.to_thread(_read, rows)

    async def _rows(self, player: str) -> list[dict[str, Any]]:
        """Return the player's seats at tables where a first round has been dealt."""
        return [row for row in await self._database.facts_of(player) if row["summary"]["round"]]

    async def _derive(self, rows: Sequence[dict[str, Any]]) -> None:
        await self._rules_loader.wait()
        for start in range(0, len(rows), GROUP):
            group = rows[start : start + GROUP]
            logs = [await self._database.log_texts(row["id"]) for row in group]
            facts = await asyncio.to_thread(_all_facts, group, logs)
            await self._database.write(WriteBatch(facts=facts))


def _is_stale(row: dict[str, Any]) -> bool:
    return bool(row["seq"] != row["last"] or row["version"] != FACTS_VERSION)


def _all_facts(rows: Sequence[dict[str, Any]], logs: Sequence[Sequence[str]]) -> list[SeatFacts]:
    return [_facts(row, bodies) for row, bodies in zip(rows, logs, strict=True)]


def _facts(row: dict[str, Any], bodies: Sequence[str]) -> SeatFacts:
    """Return the facts of a row's seat; the stored ones if the log cannot be replayed."""
    body: str | None
    try:
        body = _STORED.dump_json(_derive_facts(bodies, row["seat"])).decode()
    except Exception as error:
        # An old log may fail in any way under today's rules; other matches still count.
        log_event(log, WARNING, "table is not counted", table=log_id(row["id"]), reason=str(error))
        body = row["body"] if row["version"] == FACTS_VERSION else None
    return SeatFacts(row["id"], row["seat"], row["last"], FACTS_VERSION, body)


def _derive_facts(bodies: Sequence[str], seat: int) -> StoredFacts:
    events = [read_event(body) for body in bodies]
    last = next(event for event in reversed(events) if not isinstance(event, ClosedEvent))
    record = record_of_log(events, unfinished=True)
    return StoredFacts(last.at, facts_of(play(read_record(record)), seat))


def _read(rows: Sequence[dict[str, Any]]) -> MatchHistory:
    matches = []
    for row in rows:
        stored = _read_stored(row["body"])
        if stored is not None:
            summary = row["summary"]
            seats = tuple((seat["name"], seat["level"]) for seat in summary["seats"])
            matches.append(
                PlayedMatch(
                    row["id"],
                    row["created"],
                    stored.last_at,
                    seats,
                    stored.match,
                    device=summary.get("device", False),
                    hints=summary.get("hints", 0),
                )
            )
    return MatchHistory(matches, not_counted=len(rows) - len(matches))


def _read_stored(body: str | None) -> StoredFacts | None:
    try:
        return None if body is None else _STORED.validate_json(body)
    except ValidationError as error:
        log_event(log, WARNING, "stored facts cannot be read", reason=error.errors()[0]["msg"])
        return None


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


def csv_of(matches: Iterable[PlayedMatch], rows: Rows) -> str:
    """Return a CSV file with a line for each match or round, oldest first, after the headers."""
    lines: list[Sequence[Cell]] = [CSV_COLUMNS[rows]]
    for played in matches:
        lines += [_match_line(played)] if rows == "matches" else _round_lines(played)
    return "".join(",".join(map(csv_cell, line)) + "\r\n" for line in lines)


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


def _round_lines(played: PlayedMatch) -> Iterator[list[Cell]]:
    common = [
        *(column(played) for column in _TABLE.values()),
        *(column(played.match) for column in _MATCH.values()),
    ]
    for round_ in played.match.rounds:
        yield [*common, *(column(round_) for column in _ROUND.values())]


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
    harmless = _FORMULA.sub(r"\g<0>'", cell)
    return '"{}"'.format(harmless.replace('"', '""')) if _QUOTED.search(cell) else harmless
