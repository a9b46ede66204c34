"""Batches of all rows to write, and their statements in the order of execution.

A statement is a constant: building one, and finding its compiled form, costs more than running it.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Executable,
    Integer,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from . import schema
from .aggregates import aggregating
from .friend_statements import (
    FRIEND_COLUMNS,
    FRIEND_STATEMENTS,
    DeclinedInvitation,
    DeletedBlock,
    DeletedFriendship,
    FriendRequest,
    NewBlock,
    NewInvitation,
)
from .leases import BEAT_STATEMENTS, Lease, ServerBeat
from .log_parts import IN_LOG
from .packed_logs import RestedLog, hold_tables, pack, rewrite
from .people_statements import (
    PEOPLE_COLUMNS,
    PEOPLE_STATEMENTS,
    ChosenFace,
    DailyOutcome,
    NewDaily,
    NewGeneration,
    NewRating,
    NewRecovery,
    PlayerName,
    RatedMatch,
)
from .preconditions import KnownLog, hold_leases, require_logs
from .rows import (
    CarriedChat,
    DeletedChat,
    ExpiredChat,
    HostSeen,
    NewChatLine,
    NewEvent,
    NewSeat,
    NewTable,
    PostponedTable,
    SeatAssignment,
    SeatFacts,
    TableStatus,
    VacatedSeat,
)
from .statement import (
    Parameters,
    Statement,
    by_dialect,
    by_id,
    columns,
    delete_by,
    given,
    prefixed,
    run,
)


@dataclass(slots=True)  # if it were frozen, each would take 10 µs more
class WriteBatch:
    """Rows that are written in one transaction or not at all."""

    leases: Sequence[Lease] = ()
    """Leases without which nothing is written."""
    known_logs: Sequence[KnownLog] = ()
    """Logs without whose present state nothing is written, where several servers may write."""
    tables: Sequence[NewTable] = ()
    seats: Sequence[NewSeat] = ()
    events: Sequence[NewEvent] = ()
    statuses: Sequence[TableStatus] = ()
    hosts_seen: Sequence[HostSeen] = ()
    postponed: Sequence[PostponedTable] = ()
    seat_assignments: Sequence[SeatAssignment] = ()
    chat: Sequence[NewChatLine] = ()
    carried_chat: Sequence[CarriedChat] = ()
    facts: Sequence[SeatFacts] = ()
    stale: Sequence[bool] = ()
    """Whether the matches of all seats have to be counted again."""
    uncounted_players: Sequence[str] = ()
    """Players whose matches are not counted any more until they are counted again."""
    rewritten_events: Sequence[NewEvent] = ()
    """New bodies of stored events. Only the deletion of a player's data rewrites events."""
    erased_logs: Sequence[KnownLog] = ()
    """Logs from which, or from whose chat, a person is erased."""
    rested_logs: Sequence[RestedLog] = ()
    vacated_seats: Sequence[VacatedSeat] = ()
    deleted_chat: Sequence[DeletedChat] = ()
    expired_chat: Sequence[ExpiredChat] = ()
    settings: Sequence[tuple[str, str]] = ()
    """Names and new values of the server's own settings."""
    beats: Sequence[ServerBeat] = ()
    deleted_tables: Sequence[str] = ()
    """Ids of tables to delete with all their rows."""
    player_names: Sequence[PlayerName] = ()
    faces: Sequence[ChosenFace] = ()
    generations: Sequence[NewGeneration] = ()
    recoveries: Sequence[NewRecovery] = ()
    ratings: Sequence[NewRating] = ()
    """New ratings, each of which is also a row of its player's rating history."""
    rated_matches: Sequence[RatedMatch] = ()
    daily: Sequence[NewDaily] = ()
    daily_outcomes: Sequence[DailyOutcome] = ()
    friend_requests: Sequence[FriendRequest] = ()
    deleted_friendships: Sequence[DeletedFriendship] = ()
    blocks: Sequence[NewBlock] = ()
    deleted_blocks: Sequence[DeletedBlock] = ()
    invitations: Sequence[NewInvitation] = ()
    declined_invitations: Sequence[DeclinedInvitation] = ()
    expired_invitations: Sequence[str] = ()
    """Days before which all invitations are deleted."""
    deleted_players: Sequence[str] = ()
    """Players of whom everything is deleted: names, faces, ratings, deals, friends, invitations."""

    def __add__(self, other: WriteBatch) -> WriteBatch:
        """Return one batch with the rows of both."""
        names = [one.name for one in fields(WriteBatch)]
        return WriteBatch(**{name: (*getattr(self, name), *getattr(other, name)) for name in names})

    @property
    def erases(self) -> bool:
        """Whether deleted rows must not survive in any file."""
        return bool(self.deleted_tables or self.deleted_players)


_FIELDS: Final = {field.name: attrgetter(field.name) for field in fields(WriteBatch)}


def execute(connection: Connection, batches: Sequence[WriteBatch]) -> None:
    """Write the rows of all batches.

    Raises ``Conflict`` if a row changed since it was read, or a lease was lost.
    """
    hold_leases(connection, {lease for batch in batches for lease in batch.leases})
    deleted = [table_id for batch in batches for table_id in batch.deleted_tables]
    hold_tables(connection, deleted)
    rewrite(connection, [event for batch in batches for event in batch.rewritten_events])
    changed = {
        *(facts.table_id for batch in batches for facts in batch.facts),
        *(seat.table_id for batch in batches for seat in batch.vacated_seats),
        *deleted,
    }
    uncounted = [player for batch in batches for player in batch.uncounted_players]
    if uncounted:
        played = select(_matches.table_id).where(_matches.player_id.in_(uncounted))
        changed |= set(connection.execute(played).scalars())
    rows = {name: [*chain.from_iterable(map(field, batches))] for name, field in _FIELDS.items()}
    with aggregating(connection, changed):
        for statement in STATEMENTS:
            if rows[statement.field]:
                run(connection, statement, rows[statement.field])
    if connection.dialect.name == "postgresql":
        # Now that the new rows keep the logs of their tables from being packed.
        require_logs(
            connection,
            [one for batch in batches for one in batch.events],
            [one for batch in batches for one in batch.known_logs],
        )
    pack(connection, [one for batch in batches for one in batch.rested_logs])


def _upsert_setting(dialect: Any) -> Executable:
    new = dialect.insert(schema.settings).values(name=bindparam("name"), value=bindparam("value"))
    upsert: Executable = new.on_conflict_do_update(
        index_elements=[schema.settings.c.name], set_={"value": new.excluded.value}
    )
    return upsert


def _table_id_of(row: Any) -> str:
    return str(row.table_id)


def _seat_of(row: Any) -> Hashable:
    return row.table_id, row.seat


def _seat_parameters(row: SeatFacts) -> dict[str, Any]:
    return {"_table_id": row.table_id, "_seat": row.seat}


def _delete_seat(db_table: Table) -> Executable:
    return delete(db_table).where(
        db_table.c.table_id == bindparam("_table_id"), db_table.c.seat == bindparam("_seat")
    )


def _status(row: TableStatus) -> Parameters:
    status = row._asdict()
    return {"_id": status.pop("table_id")} | status


def _assigned_seats(row: SeatAssignment) -> Sequence[Parameters]:
    return [
        {"table_id": row.table_id, "seat": seat, "player_id": player}
        for seat, player in row.players.items()
    ]


def _facts(row: SeatFacts) -> Parameters:
    return {column.name: getattr(row, column.name) for column in schema.facts.c}


def _match(row: SeatFacts) -> Parameters:
    figures = row.figures
    best = figures.best
    values = {
        "ended": row.ended,
        "device": row.device,
        "hints": row.hints,
        "hand": None if best is None else best.hand,
        "value": None if best is None else float(best.value),
        "suit": None if best is None else best.suit,
        "counts": json.dumps(dict(figures.counts) | ({"with hints": 1} if row.hints else {})),
        **{name: getattr(figures, name) for name in _FIGURES},
    }
    return _seat_parameters(row) | {f"_{name}": value for name, value in values.items()}


_FIGURES: Final = (
    "variant",
    "players",
    "over",
    "won",
    "shared",
    "rounds",
    "lost",
    "unscathed",
    "survived",
    "fires",
    "cards",
)
"""Columns of ``matches`` that are fields of ``MatchFigures``."""

_tables, _seats, _matches = schema.tables.c, schema.seats.c, schema.matches.c
_events, _chat = schema.events.c, schema.chat.c
_TABLE, _SEAT = bindparam("_table_id", type_=String()), bindparam("_seat", type_=Integer())

_SEATED: Final = {
    "table_id": _seats.table_id,
    "seat": _seats.seat,
    "player_id": _seats.player_id,
    "created": _tables.created,
}
"""Columns of ``matches`` that follow from the seat: without a player there is no row."""

_INSERT_MATCH: Final = insert(schema.matches).from_select(
    [column.name for column in schema.matches.c],
    select(
        *(
            _SEATED.get(column.name, bindparam(f"_{column.name}", type_=column.type))
            for column in schema.matches.c
        )
    )
    .join_from(schema.seats, schema.tables, _tables.id == _seats.table_id)
    .where(_seats.table_id == _TABLE, _seats.seat == _SEAT),
)

_COPY_CHAT: Final = insert(schema.chat).from_select(
    [column.name for column in schema.chat.c],
    select(_TABLE, _chat.number, _chat.player_id, _chat.body).where(
        _chat.table_id == bindparam("_earlier"), _chat.number <= bindparam("_number")
    ),
)

_last_event = (
    select(func.max(_events.seq))
    .join_from(schema.events, schema.tables, IN_LOG)
    .where(_tables.id == _TABLE)
    .scalar_subquery()
)

_new = given(*(_events[name] for name in NewEvent._fields))
_ADD_EVENTS: Final = insert(schema.events).from_select(
    [*NewEvent._fields, "part"],
    select(*_new.c, _tables.part)
    .join_from(_new, schema.tables, _tables.id == _new.c.table_id)
    .order_by(_new.c.table_id, _new.c.seq)
    .with_for_update(read=True, key_share=True, of=schema.tables),
)
"""Insertion of events into the parts of their logs, which cannot move until it is committed."""

MOVES: Final = ("round", "action")
"""Types of events that change the statistics of a table's seats."""

STATEMENTS: Final = (
    Statement("tables", insert(schema.tables), columns),
    Statement("seats", insert(schema.seats), columns),
    Statement("events", insert(schema.events), columns, together=_ADD_EVENTS),
    Statement(
        "events",
        update(schema.seats)
        .where(_seats.table_id == bindparam("_id"), _seats.stale.is_(False))
        .values(stale=True),
        lambda row: by_id(row.table_id),
        key=_table_id_of,
        applies=lambda row: row.body.get("type") in MOVES,
    ),
    Statement(
        "settings",
        by_dialect(_upsert_setting),
        lambda row: {"name": row[0], "value": row[1]},
        key=lambda row: row[0],
    ),
    Statement("chat", insert(schema.chat), columns),
    Statement("carried_chat", _COPY_CHAT, prefixed),
    Statement(
        "expired_chat",
        delete(schema.chat).where(
            _chat.table_id == bindparam("_table_id"), _chat.number <= bindparam("_number")
        ),
        prefixed,
        key=_table_id_of,
    ),
    Statement(
        "statuses",
        update(schema.tables).where(_tables.id == bindparam("_id")),
        _status,
        key=_table_id_of,
    ),
    Statement(
        "hosts_seen",
        update(schema.tables)
        .where(_tables.id == bindparam("_table_id"))
        .values(seen=bindparam("_time")),
        prefixed,
        key=_table_id_of,
    ),
    Statement(
        "postponed",
        update(schema.tables)
        .where(_tables.id == bindparam("_table_id"), _tables.due == bindparam("_was"))
        .values(due=bindparam("_due")),
        prefixed,
    ),
    Statement(
        "seat_assignments",
        delete_by(schema.seats.c.table_id),
        lambda row: by_id(row.table_id),
        key=_table_id_of,
    ),
    Statement("seat_assignments", insert(schema.seats), _assigned_seats, key=_table_id_of),
    Statement(
        "stale",
        update(schema.seats).values(stale=bindparam("_stale")),
        lambda stale: {"_stale": stale},
    ),
    Statement("uncounted_players", delete_by(_matches.player_id), by_id),
    Statement(
        "uncounted_players",
        update(schema.seats).where(_seats.player_id == bindparam("_id")).values(stale=True),
        by_id,
    ),
    Statement("facts", _delete_seat(schema.facts), _seat_parameters, key=_seat_of),
    Statement("facts", insert(schema.facts), _facts, key=_seat_of),
    Statement("facts", _delete_seat(schema.matches), _seat_parameters, key=_seat_of),
    Statement("facts", _INSERT_MATCH, _match, key=_seat_of),
    Statement(
        "facts",
        update(schema.seats)
        .where(_seats.table_id == _TABLE, _seats.seat == _SEAT, _last_event <= bindparam("_seq"))
        .values(stale=False),
        lambda row: _seat_parameters(row) | {"_seq": row.seq},
        key=_seat_of,
    ),
    Statement(
        "rewritten_events",
        update(schema.events)
        .where(_events.table_id == bindparam("_table_id"), _events.seq == bindparam("_seq"))
        .values(body=bindparam("_body")),
        prefixed,
    ),
    Statement(
        "erased_logs",
        update(schema.tables)
        .where(_tables.id == bindparam("_table_id"), _tables.erasures == bindparam("_erasures"))
        .values(erasures=_tables.erasures + 1),
        prefixed,
        conflict="another person was erased from the log",
    ),
    Statement("vacated_seats", _delete_seat(schema.facts), prefixed),
    Statement("vacated_seats", _delete_seat(schema.matches), prefixed),
    Statement("vacated_seats", _delete_seat(schema.seats), prefixed),
    Statement(
        "deleted_chat",
        delete(schema.chat).where(
            _chat.table_id == bindparam("_table_id"), _chat.player_id == bindparam("_player_id")
        ),
        prefixed,
    ),
    *(
        Statement("deleted_tables", delete_by(db_table.c.table_id), by_id)
        for db_table in (
            schema.facts,
            schema.matches,
            schema.rated,
            schema.seats,
            schema.chat,
            schema.events,
            schema.packed_logs,
            schema.invitations,
            schema.leases,
            schema.presence,
        )
    ),
    Statement("deleted_tables", delete_by(_tables.id), by_id),
    *PEOPLE_STATEMENTS,
    *FRIEND_STATEMENTS,
    *(
        Statement("deleted_players", delete_by(column), by_id)
        for column in (*PEOPLE_COLUMNS, *FRIEND_COLUMNS)
    ),
    *BEAT_STATEMENTS,
)
"""Every statement of a transaction. Rows of people follow all rows of tables.

Heartbeats come last: their rows must not stay locked while the others wait for locks.
"""
