"""Friends, blocks and invitations: rows to write, and the prepared statements that write them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Executable,
    Integer,
    String,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    false,
    insert,
    select,
    true,
    update,
)

from . import schema
from .statement import Parameters, Statement, by_dialect, by_id, prefixed


class FriendRequest(NamedTuple):
    """Wish of a player to be friends with another; it is not stored twice.

    Nor is it stored if either is unknown, or if the player has blocked the other.
    """

    player_id: str
    other_id: str
    at: str


class DeletedFriendship(NamedTuple):
    """Two players between whom all friend requests are deleted."""

    player_id: str
    other_id: str


class NewBlock(NamedTuple):
    """Block of another player, which ends a friendship and withdraws the player's request."""

    player_id: str
    other_id: str
    at: str


class DeletedBlock(NamedTuple):
    """Block to be deleted."""

    player_id: str
    other_id: str


class NewInvitation(NamedTuple):
    """Invitation of a friend to a table; it is stored only if they are friends.

    A player's invitations of a day have different numbers, and those to a table different guests.
    """

    player_id: str
    day: str
    number: int
    guest_id: str
    table_id: str
    at: str


class DeclinedInvitation(NamedTuple):
    """Table to which a guest declines all invitations."""

    guest_id: str
    table_id: str


def _pair(row: NewBlock) -> Parameters:
    return {"_player_id": row.player_id, "_other_id": row.other_id}


def _is_known(player_id: ColumnElement[str]) -> ColumnElement[bool]:
    return exists().where(schema.players.c.player_id == player_id)


def are_friends(one: ColumnElement[str], other: ColumnElement[str] | str) -> ColumnElement[bool]:
    """Return the condition that each of two players has asked the other."""
    asked, answered = schema.friend_requests.alias(), schema.friend_requests.alias()
    return and_(
        exists().where(asked.c.player_id == one, asked.c.other_id == other),
        exists().where(answered.c.player_id == other, answered.c.other_id == one),
    )


def _insert_pair(dialect: Any, db_table: Table, *conditions: ColumnElement[bool]) -> Executable:
    """Return the insertion, under conditions, of a row about two known players, once for both."""
    new = dialect.insert(db_table).from_select(
        ["player_id", "other_id", "at"],
        select(_PLAYER, _OTHER, bindparam("_at", type_=String())).where(
            _is_known(_PLAYER), _is_known(_OTHER), *conditions
        ),
    )
    insertion: Executable = new.on_conflict_do_nothing()
    return insertion


_PLAYER: Final = bindparam("_player_id", type_=String())
_OTHER: Final = bindparam("_other_id", type_=String())
_GUEST: Final = bindparam("_guest_id", type_=String())
_TABLE: Final = bindparam("_table_id", type_=String())
_requests, _blocks, _invitations = (
    schema.friend_requests.c,
    schema.blocks.c,
    schema.invitations.c,
)
_own_request = schema.friend_requests.alias()

_DELETE_OWN_REQUEST: Final = delete(schema.friend_requests).where(
    _requests.player_id == _PLAYER, _requests.other_id == _OTHER
)
_DELETE_OTHERS_REQUEST: Final = delete(schema.friend_requests).where(
    _requests.player_id == _OTHER, _requests.other_id == _PLAYER
)

FRIEND_STATEMENTS: Final = (
    Statement("deleted_friendships", _DELETE_OWN_REQUEST, prefixed),
    Statement("deleted_friendships", _DELETE_OTHERS_REQUEST, prefixed),
    Statement(
        "blocks",
        # The other's request stays, as if it were waiting for an answer, unless both are friends.
        _DELETE_OTHERS_REQUEST.where(
            exists().where(_own_request.c.player_id == _PLAYER, _own_request.c.other_id == _OTHER)
        ),
        _pair,
    ),
    Statement("blocks", _DELETE_OWN_REQUEST, _pair),
    Statement("blocks", by_dialect(lambda dialect: _insert_pair(dialect, schema.blocks)), prefixed),
    Statement(
        "deleted_blocks",
        delete(schema.blocks).where(_blocks.player_id == _PLAYER, _blocks.other_id == _OTHER),
        prefixed,
    ),
    Statement(
        "friend_requests",
        by_dialect(
            lambda dialect: _insert_pair(
                dialect,
                schema.friend_requests,
                ~exists().where(_blocks.player_id == _PLAYER, _blocks.other_id == _OTHER),
            )
        ),
        prefixed,
    ),
    Statement(
        "expired_invitations",
        delete(schema.invitations).where(_invitations.day < bindparam("_id")),
        by_id,
    ),
    Statement(
        "invitations",
        insert(schema.invitations).from_select(
            [column.name for column in schema.invitations.columns],
            select(
                _PLAYER,
                bindparam("_day", type_=String()),
                bindparam("_number", type_=Integer()),
                _GUEST,
                _TABLE,
                bindparam("_at", type_=String()),
                false(),
            ).where(are_friends(_PLAYER, _GUEST), exists().where(schema.tables.c.id == _TABLE)),
        ),
        prefixed,
    ),
    Statement(
        "declined_invitations",
        update(schema.invitations)
        .where(_invitations.guest_id == _GUEST, _invitations.table_id == _TABLE)
        .values(declined=true()),
        prefixed,
    ),
)
"""Every statement about friends in a transaction, in the order of execution."""

FRIEND_COLUMNS: Final = (
    _requests.player_id,
    _requests.other_id,
    _blocks.player_id,
    _blocks.other_id,
    _invitations.player_id,
    _invitations.guest_id,
)
"""Columns with ids of players; their rows are deleted with the player."""
