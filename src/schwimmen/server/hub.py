"""All tables that somebody needs in memory just now."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from schwimmen.players import LEVELS
from schwimmen.rules.errors import SchwimmenError, nearest
from schwimmen.tables import Chance, ClosedEvent, CreatedEvent, Seat, create, record_of_log

from . import encode, wire
from .bots import Bots
from .cast import names_for
from .kernel import Kernel
from .live import LiveTable, new_summary, read_log, rows_of
from .storage import Database, NewSeat, NewTable, Write


def utc_now() -> str:
    """The time as it stands in logs."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Hub:
    """Opens tables, loads them from their logs while somebody needs them, and lets them go.

    ``pace`` is the pause before a bot's move in seconds, at the most; packs, shuffles and first
    dealers come from ``chance``.
    """

    def __init__(
        self,
        database: Database,
        kernel: Kernel,
        pace: float,
        chance: Chance,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self._database = database
        self._kernel = kernel
        self._pace = pace
        self._now = now
        self._chance = chance
        self._live: dict[str, LiveTable] = {}
        self._bots: dict[str, Bots] = {}

    async def create(self, asked: wire.NewTable, player: str) -> str:
        """Opens a table: the player at seat 0, the bots after them. Returns its id.

        Raises ``SchwimmenError`` for rules, levels and names that cannot be.
        """
        seats = _seats(asked, player, self._chance)
        created = self._now()
        events = create(asked.preset, asked.options, seats, created, self._chance)
        table_id = secrets.token_urlsafe(12)
        await self._database.write(
            Write(
                tables=[NewTable(table_id, created, new_summary(events))],
                seats=[NewSeat(table_id, 0, player)],
                events=rows_of(table_id, events),
            )
        )
        return table_id

    @asynccontextmanager
    async def using(self, table_id: str) -> AsyncIterator[LiveTable]:
        """The table, loaded; it stays in memory until nobody uses it.

        Raises ``UnknownTable``.
        """
        live = self._live.get(table_id)
        if live is None:
            live = LiveTable(table_id, self._database, self._now, self._chance)
            bots = Bots(live, self._pace, done=lambda: self._let_go(table_id))
            live.changed = bots.wake
            self._live[table_id], self._bots[table_id] = live, bots
        live.users += 1
        try:
            await self._kernel.wait()
            async with live.lock:
                await live.load()
            yield live
        finally:
            live.users -= 1
            self._let_go(table_id)

    async def info(self, table_id: str, player: str | None) -> wire.TableInfo:
        """A table as the player with that id sees it; needs no rules. Raises ``UnknownTable``."""
        log = await read_log(self._database, table_id)
        created, last = log[0], log[-1]
        assert isinstance(created, CreatedEvent)
        closed = last if isinstance(last, ClosedEvent) else None
        return encode.table_info(table_id, created, closed, player)

    async def tables_of(self, player: str) -> list[wire.TableSummary]:
        """The tables where the player has a seat, newest first."""
        return [
            wire.TableSummary(id=row["id"], started=row["created"], **row["summary"])
            for row in await self._database.tables_of(player)
        ]

    async def record(self, table_id: str) -> dict[str, Any]:
        """The match record of a table; a round that is still played is left out (R33).

        Raises ``UnknownTable``.
        """
        async with self.using(table_id) as live, live.lock:
            return record_of_log(live.table.log, unfinished=live.table.open_to_all)

    async def close(self) -> None:
        """Stops all bots. The tables themselves are in their logs."""
        await asyncio.gather(*(bots.stop() for bots in list(self._bots.values())))

    def _let_go(self, table_id: str) -> None:
        live = self._live.get(table_id)
        if live is not None and not live.users and not self._bots[table_id].busy:
            del self._live[table_id], self._bots[table_id]


def _seats(asked: wire.NewTable, player: str, chance: Chance) -> tuple[Seat, ...]:
    for seat, opponent in enumerate(asked.opponents, 1):
        if opponent.level not in LEVELS:
            raise SchwimmenError(
                f"there is no level {opponent.level!r} to play against: "
                f"{nearest(opponent.level, LEVELS)}",
                "unknown_level",
                level=opponent.level,
                levels=LEVELS,
                seat=seat,
            )
    name, *names = names_for([asked.name, *(bot.name for bot in asked.opponents)], chance)
    return (
        Seat(name=name, player=player),
        *(
            Seat(name=name, level=bot.level)
            for name, bot in zip(names, asked.opponents, strict=True)
        ),
    )
