"""Exchange of news about tables with the other servers that share the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable, Iterable
from functools import partial
from hashlib import blake2b
from itertools import count
from typing import Any, Final

from pydantic import ValidationError

from ..runtime.logs import log_failures
from ..storage import Database, Hints, LastNumbers, PostgresLocation, WriteBatch
from .hub import Hub
from .news import (
    NEWS,
    Charge,
    News,
    TableChange,
    TablePresence,
    TableReaction,
    TableWanted,
    changes_in,
)

log = logging.getLogger(__name__)

POLL_S: Final = 2.0
"""Seconds between polls, which find changes whose hint was lost."""

ABSENT_S: Final = 3 * POLL_S
"""Seconds after which the presence at a server that sends no more news is forgotten."""


class OtherServers:
    """Exchange of news with the other servers of a PostgreSQL database."""

    def __init__(self, hub: Hub, database: Database, location: PostgresLocation) -> None:
        self._hub = hub
        self._database = database
        self._hints = Hints(location, database.server, self._receive)
        self._limits = hub.limits.of_all_servers
        self._charges = count()
        database.on_commit = self._committed
        hub.on_news = self._tell
        for name, buckets in self._limits.items():
            buckets.stored_key = partial(_digest, database.secret)
            buckets.on_charge = partial(self._charged, name)

    async def run(self) -> None:
        """Exchange news, and poll for changes, until cancelled."""
        await asyncio.gather(self._hints.run(), self._poll())

    def _committed(self, batches: Iterable[WriteBatch]) -> None:
        for change in changes_in(batches).values():
            self._tell(change)

    def _charged(self, limit: str, client: Hashable, cost: float) -> None:
        self._tell(Charge(limit, str(client), cost, next(self._charges)))

    def _tell(self, news: News) -> None:
        self._hints.send((news.kind, *news.key), NEWS.dump_json(news))

    def _receive(self, server: str, hint: Any) -> None:
        table_id = hint.get("table_id") if isinstance(hint, dict) else None
        if isinstance(table_id, str) and self._hub.find(table_id) is None:
            return  # as most hints: checking them would cost as much as reading them
        try:
            news = NEWS.validate_python(hint)
        except ValidationError:  # of another version
            return
        if isinstance(news, Charge):
            if news.limit in self._limits:
                self._limits[news.limit].charge_stored(news.client, news.cost)
            return
        live = self._hub.find(news.table_id)
        if live is None:
            return
        match news:
            case TableChange():
                self._hub.follow(live, news)
            case TablePresence():
                live.audience.set_presence_at(server, news.presence)
                if news.pace is not None:
                    live.follow_pace(news.pace)
            case TableReaction():
                live.audience.react(news.seat, news.reaction)
            case TableWanted():
                self._hub.hand_over(live, server)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            with log_failures(log, "could not look for changes"):
                await self._look()

    async def _look(self) -> None:
        tables = {live.id: live for live in self._hub.live}
        for live in tables.values():
            live.audience.tell_presence()
            live.audience.forget_presence(ABSENT_S)
        if not tables:
            return
        lengths = {table_id: live.stored_length for table_id, live in tables.items()}
        numbers = await self._database.last_numbers(list(tables))
        for table_id, live in tables.items():
            found = numbers.get(table_id, LastNumbers(0, 0, 0))
            erased = table_id not in numbers or live.lacks_erasure(found.erasures)
            if found.seq < lengths[table_id]:
                live.doubt()
            self._hub.follow(live, TableChange(table_id, found.seq, found.line, erased))


def _digest(secret: bytes, key: Hashable) -> str:
    """Return a digest of a client's key, so that no address leaves the server."""
    return blake2b(repr(key).encode(), key=secret[:64], digest_size=12).hexdigest()
