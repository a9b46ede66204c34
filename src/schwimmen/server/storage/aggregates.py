"""Aggregates of matches: sums, progress and opponents of players, kept in every transaction.

A transaction that changes rows of ``matches`` adds the difference to the sums. Progress depends on
the order of matches: one that follows all others is added, and after any other change the progress
is computed again from the rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    select,
    text,
)

from schwimmen.analysis.statistics.figures import Counts, Kind
from schwimmen.analysis.statistics.progress import FinishedMatch, Progress

from . import schema

ON_SERVER: Final = "on server"
"""Sequence of the matches that were not played on a device."""

AGGREGATES_LOCK: Final = schema.APPLICATION_ID + 2
"""Advisory lock of the PostgreSQL transactions that change aggregates."""

CHUNK: Final = 500
"""Rows of a long result, and ids in a query."""

_matches, _seats = schema.matches.c, schema.seats.c
_ORDER: Final = (_matches.created, _matches.table_id, _matches.seat)
_FINISHED: Final = (
    _matches.table_id,
    _matches.ended,
    _matches.variant,
    _matches.won,
    _matches.unscathed,
    _matches.fires,
    _matches.survived,
)
"""Columns of a ``FinishedMatch``."""


class Opponent(NamedTuple):
    """Opponent in the aggregates: a player id if ``person``, otherwise the name of a bot."""

    person: bool
    opponent: str


class Place(NamedTuple):
    """Place of a match in the order of a player's matches."""

    created: str
    table_id: str
    seat: int


@dataclass(slots=True)
class _Stored:
    """Progress as it is stored, up to the match at a place."""

    last: Place
    progress: Progress


_STORED: Final = TypeAdapter(_Stored)


def sequence_of(variant: str | None, players: int | None) -> str:
    """Return the name of the sequence of a selection of matches."""
    return f"{variant or '*'}/{players or '*'}"


ALL_MATCHES: Final = sequence_of(None, None)
"""Sequence of all matches."""


def read_progress(body: str) -> Progress:
    """Return stored progress."""
    return _STORED.validate_json(body).progress


@contextmanager
def aggregating(connection: Connection, table_ids: Collection[str]) -> Iterator[None]:
    """Keep the aggregates equal to the rows of ``matches`` while these tables change."""
    if not table_ids:
        yield
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({AGGREGATES_LOCK})"))
    before = _Sums(connection, table_ids)
    yield
    after = _Sums(connection, table_ids)
    _store_figures(connection, before, after)
    _store_opponents(connection, before, after)
    _store_progress(connection, before, after)


class _Sums:
    """Contributions of the matches at some tables to the aggregates, by player."""

    def __init__(self, connection: Connection, table_ids: Collection[str]) -> None:
        self.counts: dict[tuple[str, Kind], Counts] = {}
        self.opponents: dict[tuple[str, Opponent], Counter[str]] = {}
        self.finished: dict[str, dict[tuple[Place, FinishedMatch], frozenset[str]]] = {}
        ids = sorted(table_ids)
        for start in range(0, len(ids), CHUNK):
            self._add_tables(connection, ids[start : start + CHUNK])

    def _add_tables(self, connection: Connection, ids: Sequence[str]) -> None:
        query = select(schema.matches).where(_matches.table_id.in_(ids))
        rows = connection.execute(query).mappings().all()
        if not rows:
            return
        opponents = _opponents_at(connection, [row["table_id"] for row in rows if row["over"]])
        for row in rows:
            player, kind = row["player_id"], (row["variant"], row["players"])
            counts = self.counts.setdefault((player, kind), Counter())
            counts.update(json.loads(row["counts"]))
            if not row["over"]:
                continue
            for opponent in opponents[row["table_id"]] - {Opponent(True, player)}:
                met = self.opponents.setdefault((player, opponent), Counter())
                met.update(matches=1, won=row["won"])
            place = Place(row["created"], row["table_id"], row["seat"])
            match = FinishedMatch(*(row[column.name] for column in _FINISHED))
            self.finished.setdefault(player, {})[place, match] = _sequences_of(row)


def _opponents_at(connection: Connection, table_ids: Sequence[str]) -> dict[str, set[Opponent]]:
    """Return the people and bots at tables."""
    tables = schema.tables.c
    query = select(tables.id, tables.summary).where(tables.id.in_(table_ids))
    found = {
        table_id: {
            Opponent(False, seat["name"]) for seat in summary["seats"] if seat["level"] is not None
        }
        for table_id, summary in connection.execute(query)
    }
    seats = select(_seats.table_id, _seats.player_id).where(_seats.table_id.in_(table_ids))
    for table_id, player in connection.execute(seats):
        found[table_id].add(Opponent(True, player))
    return found


def _sequences_of(row: RowMapping) -> frozenset[str]:
    """Return the sequences that have a finished match."""
    variant, players = row["variant"], row["players"]
    names = {sequence_of(one, other) for one in (None, variant) for other in (None, players)}
    if not row["device"]:
        names.add(ON_SERVER)
    return frozenset(names)


def _condition_of(sequence: str) -> ColumnElement[bool]:
    """Return the condition that a match is in a sequence."""
    if sequence == ON_SERVER:
        return _matches.device.is_(False)
    variant, _, players = sequence.partition("/")
    return and_(
        True,
        *([] if variant == "*" else [_matches.variant == variant]),
        *([] if players == "*" else [_matches.players == int(players)]),
    )


def _store_figures(connection: Connection, before: _Sums, after: _Sums) -> None:
    figures = schema.figures
    rows = []
    for player, kind in sorted(before.counts.keys() | after.counts.keys()):
        old = before.counts.get((player, kind), Counter())
        new = after.counts.get((player, kind), Counter())
        if old == new:
            continue
        key = {"player_id": player, "variant": kind[0], "players": kind[1]}
        stored = connection.execute(
            select(figures.c.counts).where(*(figures.c[name] == one for name, one in key.items()))
        ).scalar_one_or_none()
        counts: Counts = Counter({} if stored is None else json.loads(stored))
        counts.update(new)
        counts.subtract(old)
        rows.append(key | {"counts": json.dumps(+counts) if +counts else None})
    _replace(connection, figures, rows, "counts")


def _store_opponents(connection: Connection, before: _Sums, after: _Sums) -> None:
    opponents = schema.opponents
    rows = []
    for player, opponent in sorted(before.opponents.keys() | after.opponents.keys()):
        old = before.opponents.get((player, opponent), Counter())
        new = after.opponents.get((player, opponent), Counter())
        if old == new:
            continue
        key = {"player_id": player, **opponent._asdict()}
        stored = connection.execute(
            select(opponents.c.matches, opponents.c.won).where(
                *(opponents.c[name] == one for name, one in key.items())
            )
        ).one_or_none()
        counts = Counter({} if stored is None else stored._asdict())
        counts.update(new)
        counts.subtract(old)
        rows.append(key | {"matches": counts["matches"] or None, "won": counts["won"]})
    _replace(connection, opponents, rows, "matches")


def _store_progress(connection: Connection, before: _Sums, after: _Sums) -> None:
    rows: list[dict[str, Any]] = []
    for player in sorted(before.finished.keys() | after.finished.keys()):
        old, new = before.finished.get(player, {}), after.finished.get(player, {})
        changed = {sequence for one in old.items() ^ new.items() for sequence in one[1]}
        for sequence in sorted(changed):
            removed = [one for one, names in old.items() - new.items() if sequence in names]
            added = [one for one, names in new.items() - old.items() if sequence in names]
            stored = None if removed else _stored(connection, player, sequence)
            if stored is None or any(place < stored.last for place, _ in added):
                stored = _computed(connection, player, sequence)
            else:
                for place, match in sorted(added):
                    stored.progress.add(match)
                    stored.last = place
            body = None if stored is None else _STORED.dump_json(stored).decode()
            rows.append({"player_id": player, "sequence": sequence, "body": body})
    _replace(connection, schema.progress, rows, "body")


def _stored(connection: Connection, player: str, sequence: str) -> _Stored | None:
    progress = schema.progress.c
    query = select(progress.body).where(progress.player_id == player, progress.sequence == sequence)
    body = connection.execute(query).scalar_one_or_none()
    return None if body is None else _STORED.validate_json(body)


def _computed(connection: Connection, player: str, sequence: str) -> _Stored | None:
    """Compute progress from the rows of ``matches``, in chunks."""
    query = (
        select(*_FINISHED, *_ORDER)
        .where(_matches.player_id == player, _matches.over.is_(True), _condition_of(sequence))
        .order_by(*_ORDER)
        .execution_options(yield_per=CHUNK)
    )
    stored: _Stored | None = None
    for row in connection.execute(query):
        place = Place(*row[len(_FINISHED) :])
        if stored is None:
            stored = _Stored(place, Progress())
        stored.progress.add(FinishedMatch(*row[: len(_FINISHED)]))
        stored.last = place
    return stored


def _replace(
    connection: Connection, db_table: Table, rows: Sequence[Mapping[str, Any]], value: str
) -> None:
    """Write rows over those with the same keys; delete rows whose ``value`` is ``None``."""
    if not rows:
        return
    keys = [column.name for column in db_table.primary_key]
    old = delete(db_table).where(*(db_table.c[name] == bindparam(f"_{name}") for name in keys))
    connection.execute(old, [{f"_{name}": row[name] for name in keys} for row in rows])
    if new := [row for row in rows if row[value] is not None]:
        connection.execute(insert(db_table), new)
