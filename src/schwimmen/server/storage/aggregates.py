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
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Table,
    bindparam,
    delete,
    insert,
    select,
    text,
)

from schwimmen.analysis.statistics.figures import Counts, Kind
from schwimmen.analysis.statistics.progress import FinishedMatch, Progress

from . import schema

K = TypeVar("K", bound=tuple[Any, ...])
T = TypeVar("T")

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

_figures, _opponents, _progress = schema.figures.c, schema.opponents.c, schema.progress.c
_tables = schema.tables.c


def _among(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """Return whether the value of a column is among those of a parameter."""
    return column.in_(bindparam(name, expanding=True))


_MATCHES_AT: Final = select(schema.matches).where(_among(_matches.table_id, "ids"))
_SUMMARIES_OF: Final = select(_tables.id, _tables.summary).where(_among(_tables.id, "ids"))
_PLAYERS_AT: Final = select(_seats.table_id, _seats.player_id).where(_among(_seats.table_id, "ids"))
_FIGURES_OF: Final = select(
    _figures.player_id, _figures.variant, _figures.players, _figures.counts
).where(_among(_figures.player_id, "players"))
_OPPONENTS_OF: Final = select(
    _opponents.player_id, _opponents.person, _opponents.opponent, _opponents.matches, _opponents.won
).where(_among(_opponents.player_id, "players"), _among(_opponents.opponent, "opponents"))
_PROGRESS_OF: Final = select(_progress.player_id, _progress.sequence, _progress.body).where(
    _among(_progress.player_id, "players")
)
_MATCHES_OF: Final = (
    select(_matches.player_id, _matches.players, _matches.device, *_FINISHED, *_ORDER)
    .where(_among(_matches.player_id, "players"), _matches.over.is_(True))
    .order_by(_matches.player_id, *_ORDER)
    .execution_options(yield_per=CHUNK)
)


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
        for ids in _chunks(sorted(table_ids)):
            self._add_tables(connection, ids)

    def _add_tables(self, connection: Connection, ids: Sequence[str]) -> None:
        rows = connection.execute(_MATCHES_AT, {"ids": ids}).mappings().all()
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
    found = {
        table_id: {
            Opponent(False, seat["name"]) for seat in summary["seats"] if seat["level"] is not None
        }
        for table_id, summary in connection.execute(_SUMMARIES_OF, {"ids": table_ids})
    }
    for table_id, player in connection.execute(_PLAYERS_AT, {"ids": table_ids}):
        found[table_id].add(Opponent(True, player))
    return found


def _sequences_of(row: RowMapping) -> frozenset[str]:
    """Return the sequences that have a finished match."""
    variant, players = row["variant"], row["players"]
    names = {sequence_of(one, other) for one in (None, variant) for other in (None, players)}
    if not row["device"]:
        names.add(ON_SERVER)
    return frozenset(names)


def _store_figures(connection: Connection, before: _Sums, after: _Sums) -> None:
    rows = []
    for keys in _chunks(_changed(before.counts, after.counts)):
        found = connection.execute(_FIGURES_OF, {"players": [player for player, _ in keys]})
        stored = {(player, (variant, size)): counts for player, variant, size, counts in found}
        for key in keys:
            counts: Counts = Counter(json.loads(stored.get(key, "{}")))
            counts.update(after.counts.get(key, {}))
            counts.subtract(before.counts.get(key, {}))
            player, (variant, players) = key
            body = json.dumps(+counts) if +counts else None
            rows.append(
                {"player_id": player, "variant": variant, "players": players, "counts": body}
            )
    _replace(connection, schema.figures, rows, "counts")


def _store_opponents(connection: Connection, before: _Sums, after: _Sums) -> None:
    rows = []
    for keys in _chunks(_changed(before.opponents, after.opponents)):
        pairs = {
            "players": [player for player, _ in keys],
            "opponents": [opponent.opponent for _, opponent in keys],
        }
        stored = {
            (player, Opponent(person, opponent)): {"matches": matches, "won": won}
            for player, person, opponent, matches, won in connection.execute(_OPPONENTS_OF, pairs)
        }
        for key in keys:
            counts = Counter(stored.get(key, {}))
            counts.update(after.opponents.get(key, {}))
            counts.subtract(before.opponents.get(key, {}))
            player, opponent = key
            values = {"matches": counts["matches"] or None, "won": counts["won"]}
            rows.append({"player_id": player, **opponent._asdict(), **values})
    _replace(connection, schema.opponents, rows, "matches")


Matches: TypeAlias = Mapping[tuple[Place, FinishedMatch], frozenset[str]]
"""Finished matches of a player, with the sequences that have them."""


def _store_progress(connection: Connection, before: _Sums, after: _Sums) -> None:
    for players in _chunks(sorted(before.finished.keys() | after.finished.keys())):
        stored = _stored(connection, players)
        found = dict[tuple[str, str], _Stored | None]()
        unknown = dict[str, set[str]]()
        for player in players:
            old, new = before.finished.get(player, {}), after.finished.get(player, {})
            removed, added = _difference(old, new), _difference(new, old)
            for sequence in sorted(removed.keys() | added.keys()):
                known = stored.get((player, sequence))
                matches = added.get(sequence, [])
                if known is None or sequence in removed or matches[0][0] < known.last:
                    unknown.setdefault(player, set()).add(sequence)
                    continue
                for place, match in matches:
                    known.progress.add(match)
                    known.last = place
                found[player, sequence] = known
        found |= _computed(connection, unknown)
        rows = [
            {
                "player_id": player,
                "sequence": sequence,
                "body": None if one is None else _STORED.dump_json(one).decode(),
            }
            for (player, sequence), one in found.items()
        ]
        _replace(connection, schema.progress, rows, "body")


def _difference(one: Matches, other: Matches) -> dict[str, list[tuple[Place, FinishedMatch]]]:
    """Return the matches that only ``one`` has, in order, by sequence."""
    found: dict[str, list[tuple[Place, FinishedMatch]]] = {}
    for match, sequences in sorted(one.items() - other.items()):
        for sequence in sequences:
            found.setdefault(sequence, []).append(match)
    return found


def _stored(connection: Connection, players: Sequence[str]) -> dict[tuple[str, str], _Stored]:
    """Return the stored progress of players by sequence."""
    return {
        (player, sequence): _STORED.validate_json(body)
        for player, sequence, body in connection.execute(_PROGRESS_OF, {"players": players})
    }


def _computed(
    connection: Connection, wanted: Mapping[str, Collection[str]]
) -> dict[tuple[str, str], _Stored | None]:
    """Compute the progress of players in sequences from the rows of ``matches``, in chunks."""
    found = dict[tuple[str, str], _Stored | None].fromkeys(
        (player, sequence) for player, sequences in wanted.items() for sequence in sequences
    )
    if not wanted:
        return found
    for row in connection.execute(_MATCHES_OF, {"players": list(wanted)}).mappings():
        place = Place(row["created"], row["table_id"], row["seat"])
        match = FinishedMatch(*(row[column.name] for column in _FINISHED))
        player = row["player_id"]
        for sequence in _sequences_of(row).intersection(wanted[player]):
            one = found[player, sequence]
            if one is None:
                one = found[player, sequence] = _Stored(place, Progress())
            one.progress.add(match)
            one.last = place
    return found


def _changed(before: Mapping[K, T], after: Mapping[K, T]) -> list[K]:
    """Return the keys with different values, in order."""
    keys = before.keys() | after.keys()
    return sorted(key for key in keys if before.get(key) != after.get(key))


def _chunks(keys: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield keys in parts, of which each is looked up by one query."""
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))


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
