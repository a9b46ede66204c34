"""What a server does again and again: it takes up what is due anywhere, and says it is alive.

What is due at a table stands in the database, so that whichever server is alive lets it happen,
however the one that had the table in memory came to its end.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from logging import ERROR
from time import monotonic
from typing import Final

from schwimmen.rules.errors import SchwimmenError

from .hub import Hub
from .logs import say, short
from .pulse import Pulse
from .storage import Database
from .times import log_time, utc_now

log = logging.getLogger(__name__)

AGAIN_S: Final = 1.0
"""Seconds from one look to the next."""

LATE_S: Final = 2.0
"""So much later than it was due a table is taken up: before that another server may be at it."""

FAILED_S: Final = 60.0
"""Seconds until a table is tried again where something went wrong."""


async def take_care(hub: Hub, database: Database, pulse: Pulse) -> None:
    """Takes care of all tables, until it is cancelled."""
    failed: dict[str, float] = {}
    while True:
        try:
            late = log_time(datetime.fromisoformat(utc_now()) - timedelta(seconds=LATE_S))
            due, anything = await database.due(late)
            if anything:
                await pulse.beat()
            failed = {one: time for one, time in failed.items() if time > monotonic() - FAILED_S}
            for table_id in due:
                if table_id not in failed and not await _take_up(hub, table_id):
                    failed[table_id] = monotonic()
        except SchwimmenError as error:
            say(log, ERROR, "nobody knows what is due", reason=str(error))
        await asyncio.sleep(AGAIN_S)


async def _take_up(hub: Hub, table_id: str) -> bool:
    """Whether the table goes on."""
    try:
        await hub.catch_up(table_id)
    except SchwimmenError as error:
        say(log, ERROR, "a table cannot go on", table=short(table_id), reason=str(error))
        return False
    return True
