"""Lobby: open tables to join, running tables to watch, and quick matches."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from schwimmen.players.levels import DEFAULT_LEVEL
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import Clock, Join, Refusal, Settings, check_no_link, validate_name

from ..errors import UnknownTable
from ..limits.allowance import DEFAULT_ALLOWANCE, Allowance
from ..limits.buckets import MAX_KEYS, LimitReached
from ..runtime.clock import iso_time, utc_now
from ..runtime.logs import log_failures
from ..storage import Database, FriendQueries, HostSeen, LobbyQueries, WriteBatch
from ..wire.people import Lobby as LobbyLists
from ..wire.people import LobbyTable, NewSharedTable, QuickMatch
from ..wire.tables import SummarySeat
from .hub import Hub
from .table_store import UnreadableLog, quick_match_key

log = logging.getLogger(__name__)

NOTE_INTERVAL_S: Final = 1.0
"""Seconds between two checks for connected hosts."""

RENOTE_AFTER_S: Final = 10.0
"""Seconds after which a connected host is stored again as seen."""

LISTED_FOR_S: Final = 30.0
"""Seconds for which a table stays listed after its host was last seen, as when a page reloads."""

BOT_FILL_DELAY_S: Final = 20
"""Seconds until bots take the empty seats of a quick match."""

QUICK_CLOCK: Final = Clock(move=30, reserve=60)
"""Clock of quick matches, so that no player waits for strangers indefinitely."""


class Lobby:
    """Open tables and quick matches; ``run`` must be running for tables to be listed."""

    def __init__(
        self,
        hub: Hub,
        database: Database,
        allowed: Allowance = DEFAULT_ALLOWANCE,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self._hub = hub
        self._database = database
        self._friend_queries = FriendQueries(database)
        self._lobby_queries = LobbyQueries(database)
        self._allowed = allowed
        self._now = now
        self._seating = asyncio.Lock()
        self._opened: dict[str, set[str]] = {}
        """Tables opened from each address, in memory only: addresses are never stored."""
        self._noted: dict[str, str] = {}
        """Time at which the host of each table was last stored as seen."""

    async def list_tables(self) -> LobbyLists:
        """Return the open tables with a connected host. Raises ``StorageError``."""
        since = self._since()
        return LobbyLists(
            gathering=[
                _lobby_table(row) for row in await self._lobby_queries.tables("gathering", since)
            ],
            running=[
                _lobby_table(row) for row in await self._lobby_queries.tables("playing", since)
            ],
        )

    async def open_shared(self, new: NewSharedTable, player: str, address: str | None) -> str:
        """Open a table for several people; return its id.

        Raises ``LimitReached`` for too many open tables, and ``SchwimmenError`` as
        ``Hub.open_shared`` does.
        """
        if new.settings.visibility != "open":
            return await self._hub.open_shared(new, player)
        async with self._seating:
            return await self._open(new, player, address)

    async def quick_match(self, wanted: QuickMatch, player: str, address: str | None) -> str:
        """Seat the player at a table with these rules; return its id.

        Players of whom one has blocked the other are not seated at the same table.

        Raises ``SchwimmenError`` for invalid rules and names.
        """
        rules = RuleSet(wanted.preset, wanted.options)
        rules.check_players(wanted.players)
        check_no_link(validate_name(wanted.name, ()))  # every table would refuse it
        kind = quick_match_key(rules.preset, rules.changed, wanted.players, BOT_FILL_DELAY_S)
        avoided = await self._friend_queries.avoided(player)
        # A second player, who may come at another server, finds the first one's table.
        async with self._seating, self._database.alone(f"quick match {kind}"):
            for table_id in await self._lobby_queries.quick_match_tables(kind, self._since()):
                if avoided and not avoided.isdisjoint(
                    (await self._database.seats_of(table_id)).values()
                ):
                    continue
                try:
                    async with self._hub.using(table_id) as live:
                        await live.execute(Join(player, wanted.name))
                except Refusal as refusal:
                    if refusal.code == "already_seated":
                        return table_id
                    if refusal.code == "bad_name":
                        raise
                    continue  # full by now, or the name is taken there
                except (UnknownTable, UnreadableLog):
                    continue  # removed by now, or damaged
                return table_id
            settings = Settings(
                seats=wanted.players,
                bots=DEFAULT_LEVEL,
                visibility="open",
                clock=QUICK_CLOCK,
                patience=BOT_FILL_DELAY_S,
            )
            new = NewSharedTable(
                preset=wanted.preset, options=wanted.options, settings=settings, name=wanted.name
            )
            return await self._open(new, player, address)

    async def run(self) -> None:
        """Store the connected hosts regularly, until cancelled."""
        while True:
            with log_failures(log, "could not store connected hosts"):
                await self.note_hosts()
            await asyncio.sleep(NOTE_INTERVAL_S)

    async def note_hosts(self) -> None:
        """Store, for all servers, the tables whose hosts are connected to this one.

        Tables beyond the limits of one player or address are left out, and so are not listed.
        Raises ``StorageError``.
        """
        now, again = self._now(), self._since(RENOTE_AFTER_S)
        of_player: Counter[str | None] = Counter()
        of_address: Counter[str | None] = Counter()
        noted: dict[str, str] = {}
        # Tables that are listed already come first, so that they stay listed.
        for live in sorted(self._hub.live, key=lambda live: live.id not in self._noted):
            host = live.lobby_connection
            if host is None:
                continue
            of_player[host.player] += 1
            of_address[host.address] += 1
            if of_player[host.player] <= self._allowed.open_tables_of_player and (
                host.address is None or of_address[host.address] <= self._allowed.open_tables
            ):
                noted[live.id] = self._noted.get(live.id, "")
        stale = [table_id for table_id, time in noted.items() if time < again]
        if stale:
            await self._database.write(
                WriteBatch(hosts_seen=[HostSeen(table_id, now) for table_id in stale])
            )
        self._noted = noted | dict.fromkeys(stale, now)

    async def _open(self, new: NewSharedTable, player: str, address: str | None) -> str:
        most, since = self._allowed.open_tables_of_player, self._since()
        if await self._lobby_queries.count_gathering(player, since) >= most:
            line = f"you sit at {most} open tables already: play there, or leave one first"
            raise LimitReached(line, "too_many_open", most=most)
        opened = set() if address is None else self._opened.get(address, set())
        most = self._allowed.open_tables
        if len(opened) >= most:
            opened &= await self._lobby_queries.gathering_among(opened, since)
        if len(opened) >= most:
            line = f"{most} tables from your address are open already: sit down at one of them"
            raise LimitReached(line, "too_many_open_here", most=most)
        table_id = await self._hub.open_shared(new, player)
        if address is not None:
            self._opened.setdefault(address, opened).add(table_id)
        if len(self._opened) > MAX_KEYS:
            del self._opened[next(iter(self._opened))]
        return table_id

    def _since(self, seconds: float = LISTED_FOR_S) -> str:
        return iso_time(datetime.fromisoformat(self._now()) - timedelta(seconds=seconds))


def _lobby_table(row: dict[str, Any]) -> LobbyTable:
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
