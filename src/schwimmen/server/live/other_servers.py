"""Exchange of news about tables with the other servers that share the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from hashlib import blake2b
from itertools import count
from typing import Any, Final

from pydantic import ValidationError

from ..runtime.logs import log_failures
from ..storage import Database, Hints, LastNumbers, PostgresLocation, PresenceRow, WriteBatch
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
from .table import LiveTable

log = logging.getLogger(__name__)

POLL_S: Final = 2.0
"""Seconds between polls, which find changes whose hint was lost."""

STORE_S: Final = 0.5
"""Seconds between stores of the people who are connected to this server."""


class OtherServers:
    """Exchange of news with the other servers of a PostgreSQL database."""

    def __init__(self, hub: Hub, database: Database, location: PostgresLocation) -> None:
        self._hub = hub
        self._database = database
        self._hints = Hints(location, database.server, self._receive)
        self._limits = hub.limits.of_all_servers
        self._charges = count()
        self._unstored: dict[str, TablePresence] = {}
        """Presence by table that has not been stored."""
        database.on_commit = self._committed
        hub.on_news = self._tell
        for name, buckets in self._limits.items():
            buckets.stored_key = partial(_digest, database.secret)
            buckets.on_charge = partial(self._charged, name)

    async def run(self) -> None:
        """Exchange news, and poll for changes, until cancelled."""
        await asyncio.gather(self._hints.run(), self._poll(), self._store())

    def _committed(self, batches: Iterable[WriteBatch]) -> None:
        for change in changes_in(batches).values():
            self._tell(change)

    def _charged(self, limit: str, client: Hashable, cost: float) -> None:
        self._tell(Charge(limit, str(client), cost, next(self._charges)))

    def _tell(self, news: News) -> None:
        if isinstance(news, TablePresence):
            self._unstored[news.table_id] = news
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
        if not tables:
            return
        lengths = {table_id: live.stored_length for table_id, live in tables.items()}
        numbers = await self._database.last_numbers(list(tables))
        presence = await self._database.presence.at_tables(list(tables))
        for table_id, live in tables.items():
            if self._hub.find(table_id) is not live:
                continue
            self._compare_presence(live, presence.get(table_id, []))
            found = numbers.get(table_id, LastNumbers(0, 0, 0))
            erased = table_id not in numbers or live.lacks_erasure(found.erasures)
            if found.seq < lengths[table_id]:
                live.doubt()
            self._hub.follow(live, TableChange(table_id, found.seq, found.line, erased))

    def _compare_presence(self, live: LiveTable, stored: Sequence[PresenceRow]) -> None:
        """Follow the presence at other servers, and store that at this one if another is stored."""
        live.follow_presence(stored)
        here = live.presence_here
        row = here.row(self._database.server)
        if [one for one in stored if one.server == row.server] != ([] if row.is_empty else [row]):
            self._unstored[live.id] = here

    async def _store(self) -> None:
        while True:
            await asyncio.sleep(STORE_S)
            with log_failures(log, "presence could not be stored"):
                await self._store_presence()

    async def _store_presence(self) -> None:
        presence, self._unstored = self._unstored, {}
        if not presence:
            return
        try:
            await self._database.presence.store(
                [one.row(self._database.server) for one in presence.values()]
            )
        except BaseException:
            self._unstored = presence | self._unstored
            raise


def _digest(secret: bytes, key: Hashable) -> str:
    """Return a digest of a client's key, so that no address leaves the server."""
    return blake2b(repr(key).encode(), key=secret[:64], digest_size=12).hexdigest()
