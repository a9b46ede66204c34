"""How long tables and players are kept, and the clean-up that follows from it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from logging import ERROR, INFO
from typing import Final

from schwimmen.rules.errors import SchwimmenError

from .hub import Hub
from .logs import say
from .storage import Database, Register, Write
from .times import log_time

log = logging.getLogger(__name__)

FIRST_CLEAN_UP_S: Final = 60
"""Seconds from the start to the first clean-up."""

CLEAN_UP_EVERY_S: Final = 6 * 3600
"""Seconds from one clean-up to the next."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How many days after its last event a table is removed; 0: never.

    A player is forgotten who has no table left and has been gone for the longer of the two.
    """

    finished: int = 0
    unfinished: int = 0

    def __str__(self) -> str:
        days = (f"{n} days" if n else "for ever" for n in (self.finished, self.unfinished))
        return "finished matches {}, others {}".format(*days)


FOR_EVER: Final = Keeping()


async def clean_up(hub: Hub, database: Database, keeping: Keeping, now: datetime) -> int:
    """Removes the tables that have been kept long enough, and says how many those were.

    Tables that somebody needs just now stay. Then forgets the players of whom only a name and
    ratings are left. Raises ``StorageError``.
    """

    def since(days: int) -> str | None:
        return log_time(now - timedelta(days=days)) if days else None

    finished, unfinished = since(keeping.finished), since(keeping.unfinished)
    removed = await hub.remove_idle(finished, unfinished)
    if removed:
        say(log, INFO, "old tables removed", tables=removed)
    if finished is not None and unfinished is not None:
        while gone := await Register(database).gone(min(finished, unfinished)):
            await database.write(Write(old_players=gone))
            say(log, INFO, "players forgotten", players=len(gone))
    return removed


async def keep_clean(hub: Hub, database: Database, keeping: Keeping) -> None:
    """Cleans up from time to time, until it is cancelled."""
    if keeping == FOR_EVER:
        return
    await asyncio.sleep(FIRST_CLEAN_UP_S)
    while True:
        try:
            await clean_up(hub, database, keeping, datetime.now(UTC))
        except SchwimmenError as error:
            say(log, ERROR, "clean-up failed", reason=str(error))
        await asyncio.sleep(CLEAN_UP_EVERY_S)
