"""Queries about friends, blocked players, invitations, and people one has played with."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import exists, func, or_, select

from . import schema
from .database import Database
from .friend_statements import are_friends

RECENT_SEATS: Final = 100
"""Latest seats of other players that are searched for people one has played with."""


class Person(NamedTuple):
    """Player with the stored name, and the ISO time since when they are related to another."""

    player_id: str
    name: str
    face: str | None
    at: str


class Relations(NamedTuple):
    """People ``asked`` by a player, ``asking`` the player and ``blocked`` by the player, by id.

    Those who both ask and are asked are friends. Players whom the player has blocked may ask.
    """

    asked: dict[str, Person]
    asking: dict[str, Person]
    blocked: dict[str, Person]


class RecentSeat(NamedTuple):
    """Seat of another player at a table where a match was played."""

    table_id: str
    seat: int
    player_id: str
    name: str
    face: str | None
    created: str


class InvitationRow(NamedTuple):
    """Invitation that a guest has not declined, and the summary of its table."""

    table_id: str
    player_id: str
    name: str
    face: str | None
    summary: dict[str, Any]


class SentInvitation(NamedTuple):
    """Number of an invitation on a day, its guest and its table."""

    day: str
    number: int
    guest_id: str
    table_id: str


_players, _requests, _blocks = schema.players.c, schema.friend_requests.c, schema.blocks.c
_invitations, _seats, _tables = schema.invitations.c, schema.seats.c, schema.tables.c


class FriendQueries:
    """Queries about friends. Every method raises ``StorageError`` if reading fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def relations(self, player_id: str) -> Relations:
        """Return the people related to a player, in the order in which that began."""
        found = []
        for own, other, at in (
            (_requests.player_id, _requests.other_id, _requests.at),
            (_requests.other_id, _requests.player_id, _requests.at),
            (_blocks.player_id, _blocks.other_id, _blocks.at),
        ):
            query = (
                select(_players.player_id, _players.name, _players.face, at)
                .where(own == player_id, other == _players.player_id)
                .order_by(at, _players.player_id)
            )
            found.append({row[0]: Person(*row) for row in await self._database.rows(query)})
        return Relations(*found)

    async def count_asking(self, player_id: str) -> int:
        """Return the number of people who ask a player or are friends of theirs."""
        query = select(func.count()).where(_requests.other_id == player_id)
        return int(await self._database.scalar(query))

    async def avoided(self, player_id: str) -> frozenset[str]:
        """Return the players whom a player has blocked, or who have blocked the player."""
        query = select(_blocks.player_id, _blocks.other_id).where(
            or_(_blocks.player_id == player_id, _blocks.other_id == player_id)
        )
        rows = await self._database.rows(query)
        return frozenset(one for row in rows for one in row) - {player_id}

    async def played_with(self, player_id: str, others: Collection[str]) -> frozenset[str]:
        """Return those of the other players with whom a player has played a match."""
        if not others:
            return frozenset()
        own = schema.seats.alias()
        query = (
            select(_seats.player_id)
            .distinct()
            .join(own, own.c.table_id == _seats.table_id)
            .join(schema.tables, _tables.id == _seats.table_id)
            .where(
                own.c.player_id == player_id,
                _seats.player_id.in_(others),
                _tables.summary["round"].as_integer() > 0,
            )
        )
        return frozenset(await self._database.scalars(query))

    async def recent_seats(self, player_id: str) -> list[RecentSeat]:
        """Return the seats of other players at the latest tables of a player, newest first."""
        own = schema.seats.alias()
        query = (
            select(
                _seats.table_id,
                _seats.seat,
                _seats.player_id,
                _players.name,
                _players.face,
                _tables.created,
            )
            .join(own, own.c.table_id == _seats.table_id)
            .join(schema.tables, _tables.id == _seats.table_id)
            .join(schema.players, _players.player_id == _seats.player_id)
            .where(
                own.c.player_id == player_id,
                _seats.player_id != player_id,
                _tables.summary["round"].as_integer() > 0,
            )
            .order_by(_tables.created.desc(), _seats.table_id, _seats.seat)
            .limit(RECENT_SEATS)
        )
        return [RecentSeat(*row) for row in await self._database.rows(query)]

    async def invitations(self, guest_id: str, since: str) -> list[InvitationRow]:
        """Return the invitations of a player since a day, newest first.

        Only those of friends with a seat at the table, where the guest has none.
        """
        own = schema.seats.alias()
        query = (
            select(_tables.id, _players.player_id, _players.name, _players.face, _tables.summary)
            .select_from(schema.invitations)
            .join(schema.tables, _tables.id == _invitations.table_id)
            .join(schema.players, _players.player_id == _invitations.player_id)
            .where(
                _invitations.guest_id == guest_id,
                _invitations.day >= since,
                _invitations.declined.is_(False),
                are_friends(_invitations.player_id, guest_id),
                exists().where(
                    _seats.table_id == _tables.id, _seats.player_id == _invitations.player_id
                ),
                ~exists().where(own.c.table_id == _tables.id, own.c.player_id == guest_id),
            )
            .order_by(_invitations.at.desc(), _tables.id, _players.player_id)
        )
        return [InvitationRow(*row) for row in await self._database.rows(query)]

    async def sent_invitations(self, player_id: str) -> list[SentInvitation]:
        """Return the invitations that a player has sent."""
        query = select(
            _invitations.day, _invitations.number, _invitations.guest_id, _invitations.table_id
        ).where(_invitations.player_id == player_id)
        return [SentInvitation(*row) for row in await self._database.rows(query)]
