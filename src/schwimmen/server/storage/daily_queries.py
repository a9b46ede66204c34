"""Queries about deals of the day: those that a player has begun, and all results of a date."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Select, select

from . import schema
from .database import Database


class DailyRow(NamedTuple):
    """Deal of the day that a player has begun; without ``place`` it has no result."""

    date: str
    variant: str
    table_id: str
    until: str
    place: int | None
    signs: str | None


class DailyOwner(NamedTuple):
    """Player at the table of a deal of the day, which ends at the ISO time ``until``."""

    player_id: str
    until: str


_daily = schema.daily.c
_COLUMNS = (_daily.date, _daily.variant, _daily.table_id, _daily.until, _daily.place, _daily.signs)


class DailyQueries:
    """Queries about deals of the day. Every method raises ``StorageError`` if reading fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begun(self, player_id: str, variant: str | None = None) -> list[DailyRow]:
        """Return the deals that a player has begun, newest first, of all variants or of one."""
        query = select(*_COLUMNS).where(_daily.player_id == player_id)
        if variant is not None:
            query = query.where(_daily.variant == variant)
        return await self._rows(query.order_by(_daily.date.desc(), _daily.variant))

    async def results(self, date: str, variant: str) -> list[DailyRow]:
        """Return the results of all players of this server, best first."""
        query = select(*_COLUMNS).where(
            _daily.date == date, _daily.variant == variant, _daily.place.is_not(None)
        )
        return await self._rows(query.order_by(_daily.place, _daily.signs))

    async def owner(self, table_id: str) -> DailyOwner | None:
        """Return the player of a table, ``None`` if no deal of the day is played there."""
        query = select(_daily.player_id, _daily.until).where(_daily.table_id == table_id)
        rows = await self._database.rows(query)
        return DailyOwner(*rows[0]) if rows else None

    async def _rows(self, query: Select[Any]) -> list[DailyRow]:
        return [DailyRow(*row) for row in await self._database.rows(query)]
