"""The lobby: open tables to join, running ones to watch, and a seat wherever one is free."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from schwimmen.players import LEVELS
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import Clock, Join, Refusal, Settings

from .hub import Hub
from .kept import UnknownTable, UnreadableLog
from .storage import Database
from .wire.people import Lobby as LobbyLists
from .wire.people import LobbyTable, NewSharedTable, QuickMatch
from .wire.tables import SummarySeat

PATIENCE_S: Final = 20
"""Seconds until bots take the seats of a quick match that are empty."""

QUICK_CLOCK: Final = Clock(move=30, reserve=60)
"""Nobody waits for ever for somebody they do not know."""

QUICK_LEVEL: Final = "casual"
assert QUICK_LEVEL in LEVELS


class Lobby:
    """Finds tables for people who know of none."""

    def __init__(self, hub: Hub, database: Database) -> None:
        self._hub = hub
        self._database = database
        self._seating = asyncio.Lock()

    async def lists(self) -> LobbyLists:
        """The tables that are open to all. Raises ``StorageError``."""
        return LobbyLists(
            gathering=[_shown(row) for row in await self._database.listed("gathering")],
            running=[_shown(row) for row in await self._database.listed("playing")],
        )

    async def quick(self, asked: QuickMatch, player: str) -> str:
        """Seats the player at a table by these rules, and returns its id.

        Raises ``SchwimmenError`` for rules and names that cannot be.
        """
        wanted = RuleSet(asked.preset, asked.options)
        wanted.check_players(asked.players)
        async with self._seating:  # who comes second finds the table of the first
            for row in reversed(await self._database.listed("gathering")):
                table = _shown(row)
                if table.free and _same(table, wanted, asked.players):
                    try:
                        async with self._hub.using(table.id) as live:
                            await live.take(Join(player, asked.name))
                    except Refusal as refusal:
                        if refusal.code == "already_seated":
                            return table.id
                        if refusal.code == "bad_name":
                            raise
                        continue  # full by now, or there is another of that name
                    except (UnknownTable, UnreadableLog):
                        continue  # removed by now, or damaged: others may do
                    return table.id
            settings = Settings(
                seats=asked.players,
                bots=QUICK_LEVEL,
                visibility="open",
                clock=QUICK_CLOCK,
                patience=PATIENCE_S,
            )
            new = NewSharedTable(
                preset=asked.preset, options=asked.options, settings=settings, name=asked.name
            )
            return await self._hub.share(new, player)


def _same(table: LobbyTable, wanted: RuleSet, players: int) -> bool:
    """Whether it is a quick match of the same kind."""
    settings = table.settings
    return (
        settings.patience == PATIENCE_S
        and settings.seats == players
        and (table.preset, table.options) == (wanted.preset, dict(wanted.changed))
    )


def _shown(row: dict[str, Any]) -> LobbyTable:
    summary = row["summary"]
    settings = Settings.model_validate(summary["settings"])
    taken = summary["seats"]
    return LobbyTable(
        id=row["id"],
        preset=summary["preset"],
        options=summary["options"],
        settings=settings,
        seats=[SummarySeat(**seat) for seat in taken],
        host=summary["host"],
        free=max(0, settings.seats - len(taken)) if summary["phase"] == "gathering" else 0,
        round=summary["round"],
        opened=row["created"],
    )
