"""Queries of the lobby: tables that it shows, and those that wait for people."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import func, select

from . import schema
from .database import Database

_tables, _seats = schema.tables.c, schema.seats.c


class LobbyQueries:
    """Queries of the lobby, about tables whose host was seen connected since an ISO time.

    Every method raises ``StorageError`` if reading fails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tables(self, listed: str, since: str, limit: int = 100) -> list[dict[str, Any]]:
        """Return the tables of a list, newest first: ``id``, ``created``, ``summary``."""
        query = (
            select(_tables.id, _tables.created, _tables.summary)
            .where(_tables.listed == listed, _tables.seen >= since)
            .order_by(_tables.created.desc(), _tables.id)
            .limit(limit)
        )
        return await self._database.mappings(query)

    async def quick_match_tables(self, kind: str, since: str, limit: int = 100) -> list[str]:
        """Return the tables with a free seat for a kind of quick match, oldest first."""
        query = (
            select(_tables.id)
            .where(_tables.quick == kind, _tables.listed == "gathering", _tables.seen >= since)
            .order_by(_tables.created, _tables.id)
            .limit(limit)
        )
        return await self._database.scalars(query)

    async def count_gathering(self, player_id: str, since: str) -> int:
        """Return the number of gathering tables at which a player has a seat."""
        query = (
            select(func.count())
            .select_from(schema.seats)
            .join(schema.tables, _tables.id == _seats.table_id)
            .where(
                _seats.player_id == player_id,
                _tables.listed == "gathering",
                _tables.seen >= since,
            )
        )
        return int(await self._database.scalar(query))

    async def gathering_among(self, table_ids: Collection[str], since: str) -> set[str]:
        """Return which of these tables still gather."""
        query = select(_tables.id).where(
            _tables.id.in_(table_ids), _tables.listed == "gathering", _tables.seen >= since
        )
        return set(await self._database.scalars(query))
